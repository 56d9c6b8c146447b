"""Cards as a table: what the checks say of its cells, and changes of many of its cells and rows at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import Edit, Fix, bad_input
from cardtools.ground.tables.edits import records_at, unquoted_cell, write_edits
from cardtools.ground.tables.merging import Records
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.problems import fix_for_page
from cardtools.pages.studio.reading import checked, find_table, table

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_MOST_MARKS = 1_000  # of a check in a table
_SHOWN = 10  # cells of a preview
_NUMBER = re.compile(r"\s*([+-]?)(\d+)([.,]\d+)?\s*")


def marks(desk: Desk, path: str) -> dict[str, Any]:
    """What the checks find in the cells of a version of a table. `texts` are severity, code, message and
    hint. Each mark has the row and column (from 0), which of the texts it has, the cells that its fix changes
    in this table (as `edit_table` takes them, empty without a fix), and a fix of another kind, if any.
    """
    known = table(desk, path)  # which the page may know soon
    file = find_table(desk, path).file
    texts: dict[tuple[str, ...], int] = {}
    times: Counter[str] = Counter()
    found = []
    for one in checked(desk).diagnostics:
        if one.location.path != file.name or times[one.code] >= _MOST_MARKS:
            continue
        row, index = file.cell_at(one.location)
        if row < 0 or index >= len(file.header):
            continue
        times[one.code] += 1
        said = one.severity, f"{one.code} {one.name}".strip(), one.message, one.hint
        number = texts.setdefault(said, len(texts))
        cells = _cells_of(one.fix, file.name) if one.fix else []
        found.append([row, index, number, cells, *([fix_for_page(one)] if one.fix and not cells else [])])
    return {"version": known["version"], "texts": list(texts), "marks": found, "slugs": known["slugs"]}


def _cells_of(fix: Fix, name: str) -> list[list[Any]]:
    """The cells that a fix changes; none if it changes anything else."""
    edits = fix.edits
    if any(
        one.cell is None or one.cell < 0 or one.new is None or one.path not in ("", name) for one in edits
    ):
        return []
    return [[one.line, one.cell, one.old, one.new] for one in edits]


def edit_table(
    studio: Studio,
    path: str,
    version: str,
    by: str,
    what: str,
    cards: list[str],
    cells: Sequence[tuple[int, int, str, str]] = (),
    add: Sequence[tuple[int, dict[str, str], int]] = (),
    remove: Sequence[int] = (),
    order: Sequence[int] = (),
) -> Any:
    """Change a table in one step, from the `version` that the page knows: `cells` as
    `[line, cell, old, new]`; then records, by their lines: those to `remove`; those to `add`, as
    `[line above, {cell: text}, line of a record to copy (0: an empty one)]`; or all that have another
    `order`.
    """
    before = studio.known(path, version)
    after = with_cells(path, before, cells)
    if add or remove or order:
        records = Records(path, after)
        if order:
            wanted = dict.fromkeys(records.numbers[line] for line in order if line in records.numbers)
            data = records.joined(records.reordered(list(wanted)))
        else:
            rows = [(above, _row(records, given, like)) for above, given, like in add]
            data = records.arranged(set(remove), rows)
        after = records.encoded(data)
    return studio.change(by, what, path, version, after, cards)


def with_cells(path: str, data: bytes, cells: Collection[tuple[int, int, str, str]]) -> bytes:
    """A table with other texts in cells: line, cell, old, new. Raises InputError if an old one is gone."""
    if not cells:
        return data
    records = _Places(path, data, {line for line, *_ in cells})
    for line, cell, old, _ in cells:
        if records.text(line, cell) != old:
            raise bad_input(path, f"{old!r} is not here any more", "load the page again", line)
    edits = [Edit(line, cell, old, new) for line, cell, old, new in cells if old != new]
    return records.written(edits)


def bulk(
    studio: Studio,
    path: str,
    version: str,
    by: str,
    what: str,
    cards: list[str],
    cell: int,
    lines: list[int],
    how: str,
    text: str,
    find: str = "",
    apply: bool = False,
) -> Any:
    """Change one cell of many records: `set` it to a text, `add` a number to it, or `replace` what to find in
    it by a text. Without `apply` only what would happen: how many cells change, how many are no numbers, and
    the first of them as `[line, old, new]`.
    """
    before = studio.known(path, version)
    records = _Places(path, before, set(lines))
    change = _change(how, text, find)
    edits, odd = [], 0
    for line in records.spans:
        old = records.text(line, cell)
        new = None if old is None else change(old)
        odd += old is not None and new is None and bool(old.strip())
        if old is not None and new is not None and new != old:
            edits.append(Edit(line, cell, old, new))
    edits.sort()
    first = [[one.line, one.old, one.new] for one in edits[:_SHOWN]]
    found: dict[str, Any] = {"count": len(edits), "odd": odd, "first": first}
    if apply and edits:
        found |= studio.change(by, what, path, version, records.written(edits), cards)
    return found


def _change(how: str, text: str, find: str) -> Callable[[str], str | None]:
    """What happens to a cell; None if it cannot."""
    if how == "set":
        return lambda old: text
    if how == "replace":
        return lambda old: old.replace(find, text) if find else old
    amount = _NUMBER.fullmatch(text)
    if how != "add" or not amount:
        raise bad_input(how, f"{text!r} is not a number", "write a number such as 5, -1 or 0.5")
    by = Decimal("".join(part or "" for part in amount.groups()).replace(",", "."))

    def added(old: str) -> str | None:
        number = _NUMBER.fullmatch(old)
        if not number:
            return None
        sign, _, rest = number.groups()
        value = Decimal("".join(part or "" for part in number.groups()).replace(",", ".")) + by
        new = f"{value:f}"
        comma = "," in (rest or "") or (not rest and "," in text)
        return f"{'+' if sign == '+' and value >= 0 else ''}{new.replace('.', ',') if comma else new}"

    return added


class _Places:
    """The records of a table that begin on some lines."""

    def __init__(self, path: str, data: bytes, lines: Collection[int]) -> None:
        from cardtools.ground.io.encoding import decode_table
        from cardtools.ground.tables.csv_reader import find_delimiter

        self._decoded = decode_table(data, path)
        self._data = self._decoded.text.encode()
        self._delimiter = find_delimiter(self._decoded.text)
        self.spans = records_at(self._data, self._delimiter, lines)

    def text(self, line: int, cell: int) -> str | None:
        """The text of a cell; None if there is none."""
        cells = self.spans.get(line, [])
        return unquoted_cell(self._data[slice(*cells[cell])]) if 0 <= cell < len(cells) else None

    def written(self, edits: Sequence[Edit]) -> bytes:
        """The file after edits of these records."""
        data = write_edits(self._data, edits, self._delimiter, self.spans)
        return self._decoded.encode(data.decode(), "")


def _row(records: Records, given: Mapping[str, str], like: int) -> list[str]:
    """The cells of a new record: those `given` by their numbers, the others as in another record."""
    number = records.numbers.get(like)
    row = [""] * len(records.titles) if number is None else list(records.cells[number])
    numbers = {str(number): number for number in range(len(row))}
    for cell in given.keys() & numbers.keys():
        row[numbers[cell]] = given[cell]
    return row


ANSWERS: dict[str, DeskAnswer] = {"marks": marks}
