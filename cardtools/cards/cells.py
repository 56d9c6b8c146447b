"""Reads the texts of a column as typed values; each different text is read once."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from typing import Any

from cardtools.cards.spaces import clean
from cardtools.ground.catalogue import Check
from cardtools.ground.frozen_record import Record
from cardtools.ground.tables import cell_values
from cardtools.ground.tables.dictionary_column import JoinedTexts, distinct, indexes_of, mapped, with_gaps
from cardtools.rulesets.ruleset import Field

NOT_A_NUMBER = Check.of("""CRD002 not-a-number error: a cell is not a number, or not a whole one
    why: Rules calculate with this column.
    bad: LEVEL II
    good: LEVEL 2
    fix: write a number in digits""")
NOT_OF_KIND = Check.of("""CRD023 not-of-its-kind error: a cell is not yes or no, a date or a link
    why: Rules and faces cannot use the cell.
    bad: maybe; 31.2.2026; www.example.org
    good: yes; 2026-01-31; https://www.example.org
    fix: write it as the hint says; the ruleset names the words and the format of the column""")
LIST_SEPARATOR = Check.of("""CRD013 list-separator error: the items of a list have another sign between them
    why: Without commas, or the `separator` of the column, the cell is one unknown word.
    bad: Dragon/Fairy
    good: Dragon, Fairy
    fix: separate the items by commas, or name the sign as the column's `separator` in the ruleset""")
NUMBER_FORMAT = Check.of("""CRD017 number-format warning: a number is written in an unusual way
    why: It is read correctly, but other tools may read it differently; spreadsheets write such numbers.
    bad: 02, 2.0, 1 000
    good: 2, 1000
    fix: write plain digits""")
ALIAS = Check.of("""CRD019 alias info: a word is another spelling of the documented one
    why: With two words for one thing, searching and sorting miss half of it.
    bad: Spell-caster
    good: Spellcaster
    fix: write the documented word""")

Found = tuple[Check, str, str]  # check, message, hint
# Patterns are texts, compiled when they are first used: most tables need none but the first two.
_PLAIN = {"int": r"0|-?[1-9][0-9]*", "signed": r"[+-]?(?:0|[1-9][0-9]*)"}
# What people and spreadsheets write for a whole number: 0250, 250.0, 1 000, 1,000.
_ODD = r"[+-]?[0-9]+(?:[ \u00a0\u202f',][0-9]{3})*(?:\.0+)?"
# Python refuses to read numbers of thousands of digits; no card needs more than these.
_LONGEST = 19
_MINUS = str.maketrans("\u2212\u2013\u2014\ufe63\uff0d", "-----")
SEPARATORS = r"[,;/|&+\n]| and "


class ColumnValues(Record):
    """The values of a column in row order, the rows whose cell is unusable, and the problems by row."""

    values: Sequence[Any]
    unusable: frozenset[int]
    problems: list[tuple[int, Check, str, str]]


def read_column(texts: Sequence[str], field: Field) -> ColumnValues:
    """The column's values as its field types them; an empty cell takes the field's default, else None."""
    if field.entry.type == "str" and field.vocabulary is None:
        default, nothing = field.entry.default or None, field.entry.empty
        values: Sequence[Any]
        if isinstance(texts, JoinedTexts) and not (default and nothing):
            values = texts.stripped(default)
            values = with_gaps(values, indexes_of(values, nothing))
        else:
            values = mapped(
                texts, lambda text: default if (cell := text.strip()) in nothing else cell or default
            )
        return ColumnValues(values, frozenset(), [])
    read = {text: _read_cell(text, field) for text in distinct(texts)}
    values = mapped(texts, lambda text: read[text][0])
    faulty = {text for text, (_, usable, found) in read.items() if found or not usable}
    rows = indexes_of(texts, faulty)
    problems = [(row, *problem) for row in rows for problem in read[texts[row]][2]]
    return ColumnValues(values, frozenset(row for row in rows if not read[texts[row]][1]), problems)


class _UnusableError(Exception):
    """A cell has no value that can be used: a check, its message and its hint."""


ReportCell = Callable[[Check, str, str], None]  # a check, its message and its hint


def _read_cell(text: str, field: Field) -> tuple[Any, bool, list[Found]]:
    """The value, whether it can be used, and what is wrong with the text."""
    found: list[Found] = []

    def report(check: Check, message: str, hint: str) -> None:
        wording = field.check(check)
        if not wording.off:
            found.append((wording.info, message, hint))

    cell = clean(text)
    if cell in field.entry.empty or not cell:
        cell = field.entry.default
    if not cell:
        # An x and nothing is how many people write yes and no.
        is_no = field.entry.type == "bool" and field.required is None
        return False if is_no else None, True, found
    counted = _counted(cell, field) if field.entry.counts else None
    if counted is not None:
        return counted, True, found
    try:
        return _READERS.get(field.entry.type, _read_word)(cell, field, report), True, found
    except _UnusableError as error:
        report(*error.args)
        return None, False, found


def _counted(cell: str, field: Field) -> Any:
    """What a cell counts as that has words among its numbers: 1+* is 1 where * counts as 0; None without."""
    from cardtools.language.decimals import Exact, WrittenInt

    counts, mark, whole = field.entry.counts, field.entry.decimal, field.entry.type in _PLAIN
    words = "|".join(map(re.escape, sorted(counts, key=len, reverse=True)))
    fraction = "" if whole else f"(?:[{mark}][0-9]+)?"
    part = rf"(?:\s*([+-])\s*)?(?:\s*({words})|([0-9]+{fraction}))"
    total = Exact(0)

    def add(found: re.Match[str]) -> str:
        nonlocal total
        value = Exact.of(counts[found[2]] if found[2] else found[3].replace(mark, "."))
        total = Exact.of(total - value if found[1] == "-" else total + value, mark)
        return ""

    if len(cell) > _LONGEST or not re.search(words, cell) or re.sub(part, add, cell.translate(_MINUS)):
        return None
    made = WrittenInt(total) if whole else total
    made.written = cell
    return made


def _read_number(cell: str, field: Field, report: ReportCell) -> int:
    if re.fullmatch(_PLAIN[field.entry.type], cell) and len(cell) < _LONGEST:
        return int(cell)
    bare = cell.translate(_MINUS)
    digits = re.sub(r"[ \u00a0\u202f',]", "", re.sub(r"\.0+$", "", bare))
    if not re.fullmatch(_ODD, bare) or len(digits) >= _LONGEST:
        message = f"{field.name} {_shown(cell)} is not a whole number"
        raise _UnusableError(NOT_A_NUMBER, message, f"write {_range(field)}")
    value, sign = int(digits), "+" if field.entry.type == "signed" and digits.startswith("+") else ""
    report(NUMBER_FORMAT, f"{field.name} {cell!r} is an unusual way to write {value}", f"write {sign}{value}")
    return value


def typed(field: Field, value: Any) -> Any:
    """A computed value in the type of its column; None if it is empty. Raises ValueError or TypeError."""
    if field.entry.type in _PLAIN:
        return int(value)
    if field.entry.type == "number":
        from cardtools.language.decimals import Exact

        return Exact.of(value, field.entry.decimal)
    if field.entry.type == "bool":
        return bool(value)
    if isinstance(value, datetime.date):
        return cell_values.Day.of(value, field.entry.format)
    words = value if isinstance(value, tuple | list) else (value,)
    read = tuple(field.vocabulary.read(str(word)) if field.vocabulary else str(word) for word in words)
    return (read or None) if field.entry.type == "list" else ", ".join(read) or None


def _read_decimal(cell: str, field: Field, report: ReportCell) -> Any:
    from cardtools.language.decimals import Exact, read_decimal

    mark, other = (".", ",") if field.entry.decimal == "." else (",", ".")
    value = read_decimal(cell, mark)
    if value is not None:
        return value
    bare = cell.translate(_MINUS)
    # Groups of three digits, zeros in front, none before the mark: 1 000.5, 1,000.5, 007.5, .5
    groups = rf"([+-]?)0*([0-9]{{0,3}}(?:[ \u00a0\u202f'{other}][0-9]{{3}})*|[0-9]*)(?:\{mark}([0-9]*))?"
    odd = re.fullmatch(groups, bare)
    if odd and (odd[2] or odd[3] or "0" in bare):
        whole = re.sub(r"[^0-9]", "", odd[2]) or "0"
        value = read_decimal(f"{odd[1]}{whole}{mark + odd[3] if odd[3] else ''}", mark)
    if value is not None:
        report(NUMBER_FORMAT, f"{field.name} {cell!r} is an unusual way to write {value}", f"write {value}")
        return value
    meant = read_decimal(bare, other)
    hint = f"write {_range(field)}"
    if meant is not None:
        hint = f"write {Exact.of(meant, mark)}; `decimal` of [fields.{field.name}] says which mark is used"
    raise _UnusableError(NOT_A_NUMBER, f"{field.name} {_shown(cell)} is not a number", hint)


def _shown(cell: str) -> str:
    return repr(cell if len(cell) <= 40 else f"{cell[:37]}...")


def _read_kind(cell: str, field: Field, report: ReportCell) -> Any:
    """The value of a column of yes and no, of dates or of links."""
    entry = field.entry
    value: Any = None
    if entry.type == "bool":
        value, wanted = cell_values.read_yes_no(cell, entry.yes, entry.no), "yes or no"
        hint = f"write {(*entry.yes, 'yes')[0]} or {(*entry.no, 'no')[0]}"
    elif entry.type == "date":
        # Workbooks hold dates in no format of their own.
        value, wanted = cell_values.read_date(cell, entry.format) or cell_values.read_date(cell), "a date"
        value = value and cell_values.Day.of(value, entry.format)
        meant, why = cell_values.meant_date(cell), cell_values.impossible_date(cell, entry.format)
        example = cell_values.write_date(meant or datetime.date(2026, 1, 31), entry.format)
        hint = f"write {example}" if meant else f"write {entry.format}, such as {example}"
        hint = f"{why}; {hint}" if why else hint
    else:
        value, wanted = cell if cell_values.is_link(cell) else None, "a link"
        whole = f"https://{cell}"
        hint = (
            f"write {whole}"
            if cell_values.is_link(whole)
            else "write it whole, such as https://example.org/card"
        )
    if value is None:
        raise _UnusableError(NOT_OF_KIND, f"{field.name} {_shown(cell)} is not {wanted}", hint)
    return value


def _range(field: Field) -> str:
    low, high = field.entry.min, field.entry.max
    if field.entry.counts:
        return f"a number, or {', '.join(field.entry.counts)}"
    if field.entry.values:
        return f"one of {', '.join(map(str, field.entry.values))}"
    if low is not None and high is not None:
        return f"a number from {low} to {high}"
    if field.entry.type == "number":
        return f"a number, as 2{field.entry.decimal}5"
    return "a whole number, as 250, +5 or -10" if field.entry.type == "signed" else "digits, as 250"


def _read_list(cell: str, field: Field, report: ReportCell) -> tuple[str, ...] | None:
    items = [item for part in cell.split(field.entry.separator) if (item := part.strip())]
    for item in items:
        parts = [part.strip() for part in re.split(SEPARATORS, item)]
        if len(parts) < 2 or field.vocabulary is None or item in field.vocabulary.known:
            continue
        # Only where the pieces are words of the vocabulary: a name may hold a slash.
        if any(field.vocabulary.read(part) in field.vocabulary.values for part in parts):
            sign = "commas" if field.entry.separator == "," else repr(field.entry.separator)
            message = f"the items of {field.name} {cell!r} are not separated by {sign}"
            raise _UnusableError(LIST_SEPARATOR, message, f"write {field.entry.joined(parts)}")
    return tuple(_read_word(item, field, report) for item in items) or None


def _read_word(word: str, field: Field, report: ReportCell) -> str:
    if field.vocabulary is None:
        return word
    meant = field.vocabulary.read(word)
    if word in field.vocabulary.entry.aliases:
        report(ALIAS, f"{word} is another word for the {field.label} {meant}", f"write {meant}")
    return meant


_READERS: dict[str, Callable[[str, Field, ReportCell], Any]] = {
    **dict.fromkeys(("int", "signed"), _read_number),
    **dict.fromkeys(("bool", "date", "link"), _read_kind),
    "number": _read_decimal,
    "list": _read_list,
}
