"""What a ruleset file may contain; `tomlfile.conform` reads it, `compile.py` makes a Ruleset of it."""

from cardtools.ground.catalogue import Level
from cardtools.ground.frozen_record import Record, field
from cardtools.project.terms import Term
from cardtools.rulesets.deck_model import DeckTable, ListEntry, SectionEntry
from cardtools.rulesets.field_model import CheckEntry, Example, ExampleRow, FieldEntry, VocabularyEntry
from cardtools.rulesets.section_model import (
    DesignEntry,
    PackRulesEntry,
    PlayEntry,
    SerialsEntry,
    TextEntry,
    TiersEntry,
)


class FixEntry(Record):
    """How `validate --fix` corrects a card that breaks the rule.

    Keys:
        set: The columns to change, each with the expression of its new value.
        when: Only cards that meet this condition are fixed; if empty, all.
        safe: The cells mean the same afterwards, so that `--fix` changes them without being asked.

    Example:
        [rule.XMP103]
        name = "plain-stats"
        assert = "text(ATTACK) == str(ATTACK)"
        when = "TYPE != 'Spell'"
        message = "{NAME}: {text(ATTACK)} has a sign"
        fix = { set = { ATTACK = "ATTACK" }, when = "ATTACK > 0", safe = true }
    """

    set: dict[str, str]
    when: str = ""
    safe: bool = False


class CardRuleEntry(Record):
    """`[rule.CODE]`: a condition that each card must meet. A code is three capital letters and three digits.

    Keys:
        name: The name of the rule, in lower case with hyphens.
        assert: The condition that must hold.
        same: In place of `assert`: columns, or expressions, in which the cards of a `group` agree, lists in
            any order. A finding is about the card that is not like most; `first_X` is the X of one that is.
        message: What a finding says; expressions in `{}` are filled in. Columns in `same` need none.
        when: The rule is for cards that meet this condition; if empty, for all.
        hint: What to do about it; expressions in `{}` are filled in.
        severity: How severe its findings are; `off` switches the rule off.
        summary: What the rule requires, in one line.
        why: The reason for it.
        source: The chapter of the rules that states it.
        at: The column that findings point to, also as an expression in `{}`; if empty, the first in `assert`.
        group: Cards that agree in this column are compared: `first_X` is the X of the group's first card. The
            rule is for the others, unless it asks for `given(first_X)`.
        order: The column that decides which card of a group is the first, the one with the lowest value.
        after: Rules above this one; cards in which they found a fault are skipped.
        cause: Other findings about a card that breaks the rule are left out: this fault is their cause.
        sign_lost: Many findings mean that a spreadsheet dropped the plus signs, which is reported once.
        fix: How `validate --fix` corrects the card.
        example: Cards that the rule must accept and refuse.

    Example:
        [rule.XMP101]
        name = "stat-total"
        when = "TYPE != 'Spell'"
        assert = "ATTACK + DEFENSE <= 500 * LEVEL"
        message = "{NAME}: {ATTACK} + {DEFENSE} = {ATTACK + DEFENSE}, more than {500 * LEVEL}"
        hint = "lower the stats by {ATTACK + DEFENSE - 500 * LEVEL}"
        summary = "stats are at most 500 for each rank"

        [rule.XMP106]
        name = "remark"
        assert = "given(TYPE) or given(ATTACK)"
        message = "{NAME} is no card"
        cause = true

    Example of cards of a group that are compared, or that agree:
        [rule.XMP102]
        name = "tiers-grow"
        severity = "warning"
        assert = "ATTACK >= first_ATTACK"
        message = "{NAME} of rarity {RARITY}: less attack than {first_ATTACK}"
        group = "NAME"
        order = "RARITY"
        at = "ATTACK"
        why = "a rarer card is never weaker"
        source = "Rules, page 5"

        [rule.XMP105]
        name = "same-type"
        group = "NAME"
        order = "RARITY"
        same = ["TYPE", "LEVEL"]

    Example of rules in order, a fix and examples:
        [rule.XMP103]
        name = "even-attack"
        when = "TYPE != 'Spell'"
        assert = "ATTACK % 2 == 0"
        message = "{NAME}: {ATTACK} is odd"
        sign_lost = false
        fix = { set = { ATTACK = "ATTACK + 1" } }
        example = { ok = [{ TYPE = "Fire", ATTACK = 4 }], bad = [{ TYPE = "Fire", ATTACK = 5 }] }

        [rule.XMP104]
        name = "balanced"
        after = ["XMP103"]
        when = "TYPE != 'Spell'"
        assert = "ATTACK == DEFENSE"
        message = "{NAME}: attack {ATTACK}, defense {DEFENSE}"
    """

    name: str
    assert_: str = ""
    same: tuple[str, ...] = ()
    message: str = ""
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
    cause: bool = False
    sign_lost: bool = False
    fix: FixEntry | None = None
    example: Example = field(default_factory=Example)


class TagEntry(Record):
    """`[effects.tag.CODE]`: a column of the tagged effect list that must be True for the effects of a card.

    Keys:
        name: The name of the check, in lower case with hyphens.
        column: The column of the effect list; expressions in `{}` are filled in.
        message: What a finding says; expressions in `{}` are filled in.
        when: The check is for cards that meet this condition; if empty, for all.
        hint: What to do about it; expressions in `{}` are filled in.
        severity: How severe its findings are; `off` switches the check off.
        summary: What the check requires, in one line.
        why: The reason for it.
        source: The chapter of the rules that states it.
        ok: A description of a card that is accepted, for `cardtools explain`.
        bad: A description of a card that is refused, for `cardtools explain`.

    Example of a tag for each rank:
        [effects.tag.XMP105]
        name = "effect-for-rank"
        column = "LEVEL_{LEVEL}"
        when = "TYPE != 'Spell'"
        message = "{NAME}: this effect is not for rank {LEVEL}"
        hint = "see effects/tags.toml"
        severity = "info"
        summary = "an effect suits the rank of its card"
        why = "strong effects are for high ranks"
        source = "Rules, page 7"
        ok = "a card of rank 1 that draws one card"
        bad = "a card of rank 1 that draws three cards"
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
    """`[effects]`: which columns hold effects, and how the effect list restricts them.

    Keys:
        columns: The columns with effect texts.
        split: What is between the effects of a cell that has several: `line`, `sentence`, or a regular
            expression that finds it. If empty, a cell is one effect.
        unknown: What the check for texts that are not in the effect list is called.
        tag: The tags that effects need, by code.

    Example:
        [effects]
        columns = ["EFFECT1", "EFFECT2"]
        split = "line"
        unknown = { code = "XMP106", name = "new-effect", severity = "warning" }
    """

    columns: tuple[str, ...] = ()
    split: str = ""
    unknown: CheckEntry = field(default_factory=CheckEntry)
    tag: dict[str, TagEntry] = field(default_factory=dict)


class CardEntry(Record):
    """`[card]`: how cards are named.

    Keys:
        label: The column that names a card in messages; if empty, the first one that is `unique`, else the
            first one.
        title: The column with the name that is printed on a card; if empty, the label.
        decks: The columns by which deck lists name cards; if empty, the label.
        printing: The columns of the set and of the number in it, by which deck lists tell reprints apart.
        order: The documented order of the columns.
        forbidden: Columns for what the game has not, in any spelling, each with what to do about it.

    Example of deck lists with `4 Oak (XMP) 12`, and messages that name cards by their id:
        [card]
        label = "SERIAL"
        title = "NAME"
        decks = ["SERIAL", "NAME"]
        printing = ["SET", "NUMBER"]
        order = ["NAME", "TYPE", "LEVEL"]
        forbidden = { MANA = "remove it, cards are free" }

        [fields.SET]

        [fields.NUMBER]
    """

    label: str = ""
    title: str = ""
    decks: tuple[str, ...] = ()
    printing: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    forbidden: dict[str, str] = field(default_factory=dict)


class Header(Record):
    """`[ruleset]`: which rules these are.

    Keys:
        id: The short name, as in deck lists and reports.
        version: The version of the rules, a text.
        name: The name of the game.
        source: The document that states the rules.

    Example:
        [ruleset]
        id = "mygame"
        version = "1.0"
        name = "My Game"
        source = "Rules of My Game, third draft"

        [fields.NAME]
        required = true
    """

    id: str
    version: str
    name: str = ""
    source: str = ""


class OverrideEntry(Record):
    """`[override.CODE]`: changes a check, usually one of a ruleset that this one extends.

    Keys:
        severity: How severe its findings are; `off` switches the check off.
        min: Its new lower limit.
        max: Its new upper limit.
        hint: What to do about its findings.

    Example:
        [override.TTD101]
        min = 40
        max = 60

        [override.TTD111]
        severity = "warning"
        hint = "add cards of rank 1"
    """

    severity: Level | None = None
    min: int | None = None
    max: int | None = None
    hint: str = ""


class LockEntry(Record):
    """`[lock]`: published rules change only together with their version. Loading them compares the hash.

    Keys:
        code: The code of the check.
        name: The name of the check.
        summary: What the check requires, in one line.
        why: The reason for it.
        source: The chapter of the rules that states it.
        versions: The hash of the rules, by version.

    Example:
        [ruleset]
        id = "mygame"
        version = "1.0"

        [fields.NAME]
        required = true

        [lock]
        code = "XMP107"
        name = "frozen"
        summary = "published rules don't change"
        why = "printed cards refer to them"
        source = "Rules, page 1"
        versions = { "1.0" = "fb46462ba58f4289f79013a5177d7f41" }
    """

    code: str = "RUL015"
    name: str = "version-lock"
    summary: str = ""
    why: str = ""
    source: str = ""
    versions: dict[str, str] = field(default_factory=dict)


class ExamplesEntry(Record):
    """`[examples]`: the cards that the examples of deck rules are made of.

    Keys:
        cards: Partial cards, each with the columns that the deck rules read.

    Example:
        [examples]
        cards = [
          { NAME = "Oak", TYPE = "Nature", LEVEL = 1 },
          { NAME = "Old Oak", TYPE = "Nature", LEVEL = 2 },
        ]
    """

    cards: tuple[ExampleRow, ...] = ()


class RulesetFile(Record):
    """A ruleset: the columns of the card table, the words of the game, its rules for cards, texts and decks.

    Rules that a ruleset extends are never replaced; they are changed under `[override.CODE]`.

    Keys:
        ruleset: Which rules these are.
        extends: The rulesets this one builds on: `cardtools:ID`, or a file relative to it. Later ones win.
        card: How cards are named.
        tables: Numbers and words of the rules, by key; an expression looks them up as `NAME[COLUMN]`.
        define: Expressions that several rules share, by name; each may use those above it.
        vocabulary: The words of the game, by idea.
        fields: The columns of the card table.
        rule: Conditions on cards, by code.
        effects: The columns of effects, and the tags that effects need.
        text: The language of effect texts.
        design: What cards are compared by.
        tiers: How the printed rows of a card follow from its record.
        serials: How the ids of cards are made.
        packs: What a pack has beside its cards.
        play: How the game is played.
        section: The sections of a deck; the first is where a deck list begins.
        list: Tables of cards that are banned, restricted or cost points.
        deck: Rules for decks, by code; `kind` says what a rule is about.
        examples: Cards for the examples of deck rules.
        override: Changes to checks, by code.
        lock: The hashes of published versions.
        terms: Words with reminder texts, by name.
        marks: The marks that the texts have, each with what it means in ours, as in the project file.

    Example:
        extends = ["cardtools:ttcg"]

        [ruleset]
        id = "housettcg"
        version = "1.0"

        [tables]
        most_attack = { 1 = 400, 2 = 800, 3 = 1200, 4 = 1600, 5 = 2000 }

        [define]
        unit = "TYPE != 'Spell'"

        [rule.XMP101]
        name = "most-attack"
        when = "unit"
        assert = "ATTACK <= most_attack[LEVEL]"
        message = "{NAME}: attack {ATTACK}, at most {most_attack[LEVEL]} at rank {LEVEL}"

        [marks]
        "[gem]" = "{gem}"
    """

    ruleset: Header
    extends: tuple[str, ...] = ()
    card: CardEntry = field(default_factory=CardEntry)
    tables: dict[str, dict[str, int | float | str]] = field(default_factory=dict)
    define: dict[str, str] = field(default_factory=dict)
    vocabulary: dict[str, VocabularyEntry] = field(default_factory=dict)
    fields: dict[str, FieldEntry] = field(default_factory=dict)
    rule: dict[str, CardRuleEntry] = field(default_factory=dict)
    effects: EffectsEntry = field(default_factory=EffectsEntry)
    text: TextEntry = field(default_factory=TextEntry)
    design: DesignEntry | None = None
    tiers: TiersEntry | None = None
    serials: SerialsEntry | None = None
    packs: PackRulesEntry | None = None
    play: PlayEntry | None = None
    section: dict[str, SectionEntry] = field(default_factory=dict)
    list: dict[str, ListEntry] = field(default_factory=dict)
    deck: dict[str, DeckTable] = field(default_factory=dict)
    examples: ExamplesEntry = field(default_factory=ExamplesEntry)
    override: dict[str, OverrideEntry] = field(default_factory=dict)
    lock: LockEntry | None = None
    terms: dict[str, Term] = field(default_factory=dict)
    marks: dict[str, bool | str] = field(default_factory=dict)
