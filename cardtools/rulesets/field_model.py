"""What the tables of columns and their words may contain in a ruleset file."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Literal

from cardtools.ground.catalogue import Level
from cardtools.ground.frozen_record import Record, field

Scalar = int | str
ExampleRow = dict[str, Scalar]


class Example(Record):
    """Partial cards that a check must accept and must refuse; `cardtools rules test` tries them.

    A check is tried only if an example names its columns. A number is a value, however it is written; a text
    is the cell as written. A list of rows is a whole small table.

    Keys:
        ok: Cards, or tables of cards, that the check accepts.
        bad: Cards, or tables of cards, in which the check finds a fault.

    Example:
        [rule.XMP101]
        name = "cheap"
        assert = "LEVEL <= 4"
        message = "{NAME} has rank {LEVEL}"
        example.ok = [{ NAME = "Oak", LEVEL = 4 }]
        example.bad = [{ NAME = "Oak", LEVEL = 5 }]
    """

    ok: tuple[ExampleRow | list[ExampleRow], ...] = ()
    bad: tuple[ExampleRow | list[ExampleRow], ...] = ()


# The checks of a column's cells, as [fields.X.checks] calls them.
FIELD_CHECKS = {
    "required": "CRD001", "number": "CRD002", "kind": "CRD023", "format": "CRD017", "range": "CRD003",
    "values": "CRD004", "undocumented": "CRD018", "alias": "CRD019", "pattern": "CRD005", "unique": "CRD006",
    "case": "CRD008", "step": "CRD015", "repeat": "CRD012", "separator": "CRD013", "ref": "CRD021",
    "complete": "CRD022", "placeholder": "CRD009", "similar": "CRD007", "order": "CRD014",
}  # fmt: skip


class CheckEntry(Record):
    """`[fields.NAME.checks.KIND]`: what a generic check is called in this game. Empty keys change nothing.

    The kinds are required, number, kind, format, range, values, undocumented, alias, pattern, unique, case,
    step, repeat, separator, ref, complete, placeholder, similar and order.

    Keys:
        code: The code, three capital letters and three digits.
        name: The name, in lower case with hyphens.
        severity: How severe its findings are; `off` switches the check off.
        message: What a finding says; expressions in `{}` are filled in.
        hint: What to do about it; expressions in `{}` are filled in.
        summary: What the check requires, in one line.
        why: The reason for it.
        source: The chapter of the rules that states it.
        example: Cards that it must accept and refuse.

    Example:
        [fields.COST]
        type = "int"
        max = 10

        [fields.COST.checks.range]
        code = "XMP102"
        name = "cost"
        severity = "warning"
        message = "{NAME} costs {COST}"
        hint = "no deck can pay more than 10"
        summary = "a card costs at most 10"
        why = "the bank has ten coins"
        source = "Rules, page 3"
        example = { ok = [{ NAME = "Oak", COST = 10 }], bad = [{ NAME = "Oak", COST = 11 }] }
    """

    code: str = ""
    name: str = ""
    severity: Level | None = None
    message: str = ""
    hint: str = ""
    summary: str = ""
    why: str = ""
    source: str = ""
    example: Example = field(default_factory=Example)


class VocabularyEntry(Record):
    """`[vocabulary.NAME]`: the words of the game for one idea, such as its types or its keywords.

    Keys:
        values: The words.
        aliases: Other words for them, which are reported as information.
        spellings: Other ways to write them, which are accepted.
        undocumented: Words that are accepted and reported as information.
        ignore_case: Upper and lower case make no difference.

    Example:
        [vocabulary.element]
        values = ["Fire", "Water", "Air"]
        aliases = { Flame = "Fire" }
        spellings = { Fyre = "Fire" }
        undocumented = ["Void"]
        ignore_case = true
    """

    values: tuple[str, ...]
    aliases: dict[str, str] = field(default_factory=dict)
    spellings: dict[str, str] = field(default_factory=dict)
    undocumented: tuple[str, ...] = ()
    ignore_case: bool = False


class CompleteEntry(Record):
    """A set of cards that is complete or absent: as soon as one of the values occurs, all of them must.

    Keys:
        by: The column that the cards of a set agree in.
        from: The first value.
        to: The last value.

    Example:
        [fields.RARITY]
        type = "int"
        complete = { by = "NAME", from = 1, to = 6 }
    """

    by: str
    from_: int
    to: int


class FieldEntry(Record):
    """`[fields.NAME]`: a column of the card table, and what its cells may hold.

    Keys:
        type: What a cell holds: a text, a whole number, a number with its sign (`+5`), words with commas, a
            decimal number, yes or no, a date, or a link (`https://...`).
        separator: What is between the items of a list: a comma, `/`, `;`, `|`, `+`, `&` or a line end, `\\n`.
        counts: What cells of numbers may hold beside numbers, such as `X`, `*` or `½`, and the number that
            each counts as. It is printed as it is written, alone or with a number (`1+*`, `2½`); what is
            checked, compared and added is the sum, here 1 and 2.5.
        decimal: What is between whole and part of a decimal number, `.` or `,`.
        yes: Words that mean yes beside yes, y, true, 1 and x.
        no: Words that mean no beside no, n, false, 0 and -; an empty cell means no too, unless the column is
            `required`.
        format: How dates are written, with YYYY or YY, MMMM, MMM, MM or M, and DD or D. YYYY-MM-DD is always
            understood too.
        label: What messages call the column; if empty, its name in lower case.
        role: How changes are read: more strength makes a card better, more cost worse; an effect is a text.
        stats_where: The condition of the cards whose numbers statistics put together; in other cards the
            number means something else, such as a bonus. If empty, all.
        names: Other names that the column may have in the table.
        required: Whether each card needs a value; or the condition under which it does.
        column: The column must exist; its cells may be empty.
        default: The value of an empty cell, written as in a cell.
        empty: Texts that mean an empty cell, such as a dash.
        derived: An expression of other columns whose value an empty cell has.
        vocabulary: The vocabulary that the words come from.
        values: The only values allowed.
        min: The smallest number, or the first date.
        max: The largest number, or the last date.
        step: Numbers are multiples of this; 0 allows all.
        pattern: A regular expression that describes the whole cell.
        unique: No two cards have the same value.
        unique_with: Columns that are compared together with this one.
        complete: A set of values; a group of cards has all of them or none.
        shared_by: Cards that agree in this column may have the same value although it is `unique`.
        ref: The column in which the value must occur, such as NAME.
        ref_where: The condition of the cards that `ref` may find; if empty, all.
        file: The cells are paths of files with one of these extensions.
        checks: Codes, names and wording of the column's checks in this game, by kind.

    Example:
        [fields.COST]
        type = "int"
        role = "cost"
        required = true
        min = 0
        max = 10

        [fields.ATTACK]
        type = "int"
        role = "strength"
        stats_where = "TYPE != 'Spell'"

    Example of words of a vocabulary, under two possible headings:
        [vocabulary.element]
        values = ["Fire", "Water"]

        [fields.ELEMENT]
        label = "element"
        names = ["Element", "Elem"]
        column = true
        default = "Fire"
        vocabulary = "element"

    Example of few values or steps:
        [fields]
        SIZE = { values = ["small", "large"] }
        POWER = { type = "int", step = 5 }
        RARITY = { type = "int", complete = { by = "NAME", from = 1, to = 3 } }

    Example of names that are there once each, and what refers to them:
        [fields]
        NAME = { required = true, unique = true, unique_with = ["EDITION"] }
        EDITION = {}
        NUMBER = { pattern = "[A-Z][0-9]{3}", unique = true, shared_by = "NAME" }
        PARTNER = { required = "TYPE == 'Spell'", ref = "NAME", ref_where = "TYPE == 'Spell'" }

    Example of decimals, yes or no, dates, lists, and numbers that are not only numbers:
        [fields]
        WEIGHT = { type = "number", decimal = "," }
        FOIL = { type = "bool", yes = ["foil"], no = ["matte"] }
        RELEASED = { type = "date", format = "D.M.YYYY" }
        COLOURS = { type = "list", separator = "/" }
        STRENGTH = { type = "number", counts = { X = 0, "*" = 0, "½" = 0.5 } }

    Example of a cell that others fill, words for nothing, and pictures with another name for a check:
        [fields.FAMILY]
        derived = "'Wolves' if endswith(NAME, 'Wolf') else 'Others'"
        empty = ["-", "none"]

        [fields.PICTURE]
        file = ["jpg", "png"]
        checks = { required = { code = "XMP103", name = "picture" } }
    """

    type: Literal["str", "int", "signed", "list", "number", "bool", "date", "link"] = "str"
    label: str = ""
    role: Literal["", "strength", "cost", "effect"] = ""
    stats_where: str = ""
    names: tuple[str, ...] = ()
    required: bool | str = False
    column: bool = False
    default: str = ""
    empty: tuple[str, ...] = ()
    derived: str = ""
    vocabulary: str = ""
    values: tuple[int | float | str, ...] = ()
    min: int | float | datetime.date | None = None
    max: int | float | datetime.date | None = None
    step: int | float = 0
    separator: Literal[",", "/", ";", "|", "+", "&", "\n"] = ","
    counts: dict[str, int | float] = field(default_factory=dict)
    decimal: Literal[".", ","] = "."
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    format: str = "YYYY-MM-DD"
    pattern: str = ""
    unique: bool = False
    unique_with: tuple[str, ...] = ()
    complete: CompleteEntry | None = None
    shared_by: str = ""
    ref: str = ""
    ref_where: str = ""
    file: tuple[str, ...] = ()
    checks: dict[str, CheckEntry] = field(default_factory=dict)

    def joined(self, items: Iterable[str]) -> str:
        """The cell of a list with these items."""
        return (self.separator if self.separator in "/\n" else f"{self.separator} ").join(items)

    @property
    def whole_range(self) -> tuple[int | None, int | None]:
        """The smallest and the largest number of a column of whole numbers; of others None."""
        low, high = (self.min, self.max) if self.type in ("int", "signed") else (None, None)
        return low if isinstance(low, int) else None, high if isinstance(high, int) else None


def closed_columns(
    fields: Mapping[str, FieldEntry], vocabularies: Mapping[str, VocabularyEntry]
) -> dict[str, dict[str, None]]:
    """The words of the columns in which any other word is an error."""
    found: dict[str, dict[str, None]] = {}
    for name, entry in fields.items():
        check = entry.checks.get("values")
        vocabulary = vocabularies.get(entry.vocabulary)
        words = (*vocabulary.values, *vocabulary.undocumented) if vocabulary else entry.values
        if words and entry.type in ("str", "list") and (not check or check.severity in (None, "error")):
            found[name] = dict.fromkeys(map(str, words))
    return found
