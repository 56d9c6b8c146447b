"""What a ruleset file may contain; `tomlfile.conform` reads it, `compile.py` makes a Ruleset of it."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cardtools.catalogue import Level
from cardtools.record import Record
from cardtools.rulesets.deck_model import DeckTable, SectionEntry
from cardtools.rulesets.design_model import DesignEntry
from cardtools.rulesets.text_model import TextEntry

Scalar = int | str
ExampleRow = dict[str, Scalar]


class Example(Record):
    """Partial cards that a check must accept (`ok`) and must refuse (`bad`).

    Only checks about the columns an example names are tried on it. A number is a value, however it
    is written; a text is the cell as written. A list of rows is a whole small table.
    """

    ok: tuple[ExampleRow | list[ExampleRow], ...] = ()
    bad: tuple[ExampleRow | list[ExampleRow], ...] = ()


# The checks of a column's cells, as [fields.X.checks] calls them.
FIELD_CHECKS = {
    "required": "CRD001",
    "number": "CRD002",
    "format": "CRD017",
    "range": "CRD003",
    "values": "CRD004",
    "undocumented": "CRD018",
    "alias": "CRD019",
    "pattern": "CRD005",
    "unique": "CRD006",
    "case": "CRD008",
    "step": "CRD015",
    "repeat": "CRD012",
    "separator": "CRD013",
    "ref": "CRD021",
    "complete": "CRD022",
    "placeholder": "CRD009",
    "similar": "CRD007",
    "order": "CRD014",
}


class CheckEntry(Record):
    """The name and wording of a generic check in this ruleset; what is empty is as in the catalogue."""

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
    """`[vocabulary.type]`: the words of the game for one idea.

    `aliases` are reported as information, `spellings` are equal ways to write a word, `undocumented` words
    are accepted and reported as information.
    """

    values: tuple[str, ...]
    aliases: dict[str, str] = field(default_factory=dict)
    spellings: dict[str, str] = field(default_factory=dict)
    undocumented: tuple[str, ...] = ()
    ignore_case: bool = False


class CompleteEntry(Record):
    """Cards that agree in the column `by` have all of the values `from` to `to` as soon as they have one."""

    by: str
    from_: int
    to: int


class FieldEntry(Record):
    """`[fields.LEVEL]`: a column of the card table.

    `required` may be a condition on the card's other cells; `column`: the column must exist, its cells may be
    empty; `file`: the cells are paths of files with these extensions; `unique`: no two cards have the same,
    in the columns `unique_with` together, except cards that agree in the column `shared_by`. `role` says how
    a change is read: more `strength` makes a card better, more `cost` makes it worse, an `effect` is a text
    (as those under `[effects]` are).
    """

    type: Literal["str", "int", "signed", "list"] = "str"
    label: str = ""
    role: Literal["", "strength", "cost", "effect"] = ""
    names: tuple[str, ...] = ()
    required: bool | str = False
    column: bool = False
    default: str = ""
    vocabulary: str = ""
    values: tuple[int | str, ...] = ()
    min: int | None = None
    max: int | None = None
    step: int = 0
    pattern: str = ""
    unique: bool = False
    unique_with: tuple[str, ...] = ()
    complete: CompleteEntry | None = None
    shared_by: str = ""
    ref: str = ""
    file: tuple[str, ...] = ()
    checks: dict[str, CheckEntry] = field(default_factory=dict)


class FixEntry(Record):
    """What puts a card right that breaks a rule: the columns to `set`, each to the value of an expression.

    Only for cards that meet `when`. It is `safe` when the cells mean the same afterwards.
    """

    set: dict[str, str]
    when: str = ""
    safe: bool = False


class CardRuleEntry(Record):
    """`[rule.TTU101]`: a condition on one card.

    With `group` and `order` (columns), `first_X` is the X of the group's first card in that order, and the
    rule is applied to the others. `after` names rules that make this one unnecessary where they found a fault
    in a card. Findings are placed `at` a column, by default the first that `assert` reads. `sign_lost`: a
    spreadsheet that drops the plus sign makes most of the cards break it, which is then reported once.
    """

    name: str
    assert_: str
    message: str
    when: str = ""
    hint: str = ""
    severity: Level = "error"
    summary: str = ""
    why: str = ""
    source: str = ""
    at: str = ""
    group: str = ""
    order: str = ""
    after: tuple[str, ...] = ()
    sign_lost: bool = False
    fix: FixEntry | None = None
    example: Example = field(default_factory=Example)


class TagEntry(Record):
    """`[effects.tag.TXT021]`: the column of the tagged effect list that must be True for a card's effects.

    `ok` and `bad` describe an example: the ruleset doesn't decide whether a text is tagged.
    """

    name: str
    column: str
    message: str
    when: str = ""
    hint: str = ""
    severity: Level = "warning"
    summary: str = ""
    why: str = ""
    source: str = ""
    ok: str = ""
    bad: str = ""


class EffectsEntry(Record):
    """`[effects]`: which columns hold effects, and the tags that they need."""

    columns: tuple[str, ...] = ()
    unknown: CheckEntry = field(default_factory=CheckEntry)
    tag: dict[str, TagEntry] = field(default_factory=dict)


class CardEntry(Record):
    """`[card]`: the column that names a card in messages, and those by which decks name cards (empty: it).

    `order` is the documented order of the columns, where older readers know them by their places.
    """

    label: str = "NAME"
    decks: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


class Header(Record):
    """`[ruleset]`: which rules these are."""

    id: str
    version: str
    name: str = ""
    source: str = ""


class OverrideEntry(Record):
    """`[override.SVD101]`: what this ruleset changes in a check of its own or of one it extends."""

    severity: Level | None = None
    min: int | None = None
    max: int | None = None
    hint: str = ""


class LockEntry(Record):
    """`[lock]`: the content hash of every version of the rules; `code` and `name` are those of its check."""

    code: str = "RUL015"
    name: str = "version-lock"
    summary: str = ""
    why: str = ""
    source: str = ""
    versions: dict[str, str] = field(default_factory=dict)


class ExamplesEntry(Record):
    """`[examples]`: the cards that the examples of deck rules are made of."""

    cards: tuple[ExampleRow, ...] = ()


class RulesetFile(Record):
    """A whole ruleset file.

    `extends` names the rulesets it builds on (`cardtools:school`, or a file beside it); later ones win, and
    what is written here wins over all. Rules are never replaced; they are changed under `[override.CODE]`.
    """

    ruleset: Header
    extends: tuple[str, ...] = ()
    card: CardEntry = field(default_factory=CardEntry)
    tables: dict[str, dict[str, int | float | str]] = field(default_factory=dict)
    vocabulary: dict[str, VocabularyEntry] = field(default_factory=dict)
    fields: dict[str, FieldEntry] = field(default_factory=dict)
    rule: dict[str, CardRuleEntry] = field(default_factory=dict)
    effects: EffectsEntry = field(default_factory=EffectsEntry)
    text: TextEntry = field(default_factory=TextEntry)
    design: DesignEntry | None = None
    section: dict[str, SectionEntry] = field(default_factory=dict)
    deck: dict[str, DeckTable] = field(default_factory=dict)
    examples: ExamplesEntry = field(default_factory=ExamplesEntry)
    override: dict[str, OverrideEntry] = field(default_factory=dict)
    lock: LockEntry | None = None
