"""The ids of cards, by the [serials] of the ruleset."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cardtools.cards.spaces import clean
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowVariables
from cardtools.checks.fixes.fix_files import FixedFile, edited_files
from cardtools.ground.errors import Diagnostic, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.language.conditions import COMPUTING_ERRORS
from cardtools.language.reasons import reason
from cardtools.rulesets.ruleset import SerialRules


class Serials:
    """The new ids of a table by row, which no card has (upper and lower case being the same), and problems:
    ids that say something else than their card, and cards that cannot have one yet.
    """

    def __init__(self, table: CardTable, rules: SerialRules) -> None:
        self.table, self.rules, self.column = table, rules, rules.column
        self.new: dict[int, str] = {}
        self.problems: list[Diagnostic] = []
        self.columns = Columns(table, table.unusable)
        self.texts = [text.strip() for text in table.texts(rules.column)]
        self.taken = {text.casefold() for text in self.texts if text}
        self.ends: dict[str, Iterator[str]] = {}  # the numbers that are left, by the beginning of ids

    def files(self) -> list[FixedFile]:
        """The files of the table with the new ids, nothing else changed; of a workbook, the cells."""
        index = self.table.columns.index(self.column)
        edits = [self.table.file.edit(row, index, new) for row, new in self.new.items()]
        number = Counter(edit.path for edit in edits)
        done = {path: f"{counted(cells, 'cell')} filled in" for path, cells in number.items()}
        return edited_files(self.table.file, edits, done)

    def text(self, row: int) -> str | None:
        """What the id of a card begins with; None if it is made in another way. Raises COMPUTING_ERRORS."""
        values = RowVariables(row, self.columns, self.table)
        if self.rules.when is not None and not self.rules.when.value(values):
            return None
        parts = []
        for part in self.rules.text.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            if empty := next((name for name in sorted(part.needs) if values[name] is None), ""):
                raise ValueError(f"{re.sub('^_(folded|text)_', '', empty)} is empty or cannot be used")
            parts.append(str(part.value(values)))
        return "".join(parts)

    def fits(self, own: str, said: str) -> bool:
        """Whether an id says what it should; its ending is free."""
        end = own.removeprefix(said) if own.startswith(said) else ""
        if self.rules.digits:
            return len(end) == self.rules.digits and end.isascii() and end.isdigit()
        return len(end) == 1 and end in self.rules.ending

    def free(self, said: str) -> str:
        """The first id with this beginning that no card has; "" if all are taken."""
        ends: Iterator[str] = iter(self.rules.ending)
        if self.rules.digits:
            numbers = range(1, 10**self.rules.digits)
            ends = self.ends.setdefault(said, (f"{number:0{self.rules.digits}}" for number in numbers))
        return next((new for end in ends if (new := f"{said}{end}").casefold() not in self.taken), "")

    def give(self, rows: Sequence[int], again: bool) -> tuple[str, str] | None:
        """Give the rows of a card one id; if there is none for them, why, and what to do."""
        own = next((text for row in rows if (text := self.texts[row])), "")
        try:
            said = self.text(rows[0])
        except COMPUTING_ERRORS as error:
            return f"no id can be made: {reason(error)}", "fill in what the id is made of"
        if said is None:
            why = f"{self.column} is empty, and [serials] is not for this card"
            return None if own else (why, "write an id by hand")
        new = own if self.fits(own, said) else ""
        if own and not new and not again:
            why = f"the id {own} doesn't fit the card, one that does begins with {said}"
            return why, "`cardtools serials --again` makes a new one"
        if not (new := new or self.free(said)):
            more = "digits" if self.rules.digits else "the number of characters in ending"
            return f"every id that begins with {said} is taken", f"raise {more} of [serials]"
        self.taken.add(new.casefold())
        self.new |= {row: new for row in rows if self.texts[row] != new}
        return None


def make_serials(table: CardTable, again: bool = False) -> Serials:
    """Ids for the cards that have none; with `again` new ones for those whose id no longer fits the card too.
    Rows that agree in `shared_by` of the column get one id, by the first. Raises InputError without a scheme
    of ids or a column for them.
    """
    ruleset = table.ruleset
    rules = ruleset.serials
    if rules is None:
        message = f"the ruleset {ruleset.id} has no [serials], so it does not say how ids are made"
        hint = "`cardtools explain ruleset.serials` says how to add them"
        raise bad_input(shown(ruleset.path), message, hint)
    for file in table.file.parts:
        if rules.column not in (table.ruleset.columns.get(name, name) for name in map(clean, file.header)):
            message = f"there is no column {rules.column} for the ids"
            raise bad_input(file.name, message, "add it to the header and to every row")
    made = Serials(table, rules)
    shared = ruleset.fields[rules.column].entry.shared_by
    groups: dict[object, list[int]] = {}
    for row, key in enumerate(table.values[shared] if shared else range(len(table))):
        groups.setdefault((row,) if key is None else key, []).append(row)
    for rows in groups.values():
        if fault := made.give(rows, again):
            message, hint = f"{table.name(rows[0])}: {fault[0]}", fault[1]
            made.problems.append(Diagnostic(table.place(rows[0], rules.column), message, hint))
    return made
