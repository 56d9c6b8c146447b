"""A ruleset, checked and compiled: what `load_ruleset` returns and everything else uses."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from cardtools.ground.catalogue import Check, catalogue
from cardtools.ground.errors import Diagnostic
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.tables.table_layout import EVERYTHING, TableReading
from cardtools.language.conditions import Expression
from cardtools.language.messages import MessageTemplate
from cardtools.language.patterns import TextPattern
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets.deck_model import DeckRuleKind, LineEntry, ListEntry, SectionEntry
from cardtools.rulesets.effect_split import EffectSplit
from cardtools.rulesets.field_model import CheckEntry, Example, ExampleRow, FieldEntry, VocabularyEntry
from cardtools.rulesets.files import lock_check
from cardtools.rulesets.glossary import NO_WORDS, Glossary
from cardtools.rulesets.model import CardEntry, CardRuleEntry, Header, LockEntry, OverrideEntry
from cardtools.rulesets.section_model import PackRulesEntry, PlayEntry, RankEntry, TextEntry, TiersEntry


class RulesetCheck(Record):
    """A check as a ruleset has it; the message and the hint are the ruleset's own (None: the check's)."""

    info: Check
    message: MessageTemplate | None = None
    hint: MessageTemplate | None = None
    example: Example = field(default_factory=Example)

    @property
    def off(self) -> bool:
        """Whether the ruleset switched it off."""
        return self.info.severity == "off"


class CheckChange(Record, eq=False):
    """What a ruleset changes of a check that every game shares; what is empty stays as it is."""

    entry: CheckEntry | LineEntry | OverrideEntry
    code: str = ""
    message: MessageTemplate | None = None
    hint: MessageTemplate | None = None

    @lru_cache(10_000)  # noqa: B019
    def of(self, check: Check) -> RulesetCheck:
        """The check with the changes."""
        entry, words = self.entry, ("name", "severity", "summary", "source", "why")
        changes = {word: value for word in words if (value := getattr(entry, word, None))}
        if "source" in changes:
            changes.setdefault("why", "")  # because the rules of the game state it
        info = check._replace(**changes, code=self.code or check.code)
        example = entry.example if isinstance(entry, CheckEntry) else Example()
        return RulesetCheck(info, self.message, self.hint, example)


class Vocabulary(Record):
    """The words for one idea; `read` resolves other ways to write them."""

    entry: VocabularyEntry
    known: Mapping[str, str]

    @property
    def values(self) -> tuple[str, ...]:
        """The documented words, in the ruleset's order."""
        return self.entry.values

    def read(self, word: str) -> str:
        """The word that an alias, a spelling or another case means; an unknown word stays as it is."""
        return self.known.get(word.casefold() if self.entry.ignore_case else word, word)


class Field(Record):
    """A column of the card table. `required` selects the cards that must have it (None: no card), `ref_where`
    those that it may name, `stats_where` those in which its number is what statistics are about.
    """

    name: str
    entry: FieldEntry
    label: str
    vocabulary: Vocabulary | None
    required: RowFilter | None
    pattern: TextPattern | None
    ref_where: RowFilter
    stats_where: RowFilter
    derived: Expression | None
    changes: Mapping[str, CheckChange]

    @property
    def words(self) -> Sequence[Any]:
        """The values that the ruleset names for its cells, if it names any."""
        return self.vocabulary.values if self.vocabulary else self.entry.values

    def check(self, check: Check) -> RulesetCheck:
        """A check of cells as the ruleset has it for this column."""
        return _worded(check, self.changes)


class RuleFix(Record):
    """New values by column for the cards that break a rule and meet `when` (None: all of them)."""

    values: Mapping[str, Expression]
    when: Expression | None
    safe: bool


class Rule(Record):
    """A condition on a card: `broken` selects who breaks it (`same`: who is compared), `at` a column."""

    info: Check
    entry: CardRuleEntry
    broken: RowFilter
    message: MessageTemplate
    hint: MessageTemplate
    at: MessageTemplate
    same: tuple[Expression, ...]
    fix: RuleFix | None


class RequiredTag(Record):
    """The tagged list's column that must be True for the effects of the cards that `when` selects."""

    info: Check
    when: RowFilter
    column: MessageTemplate
    message: MessageTemplate
    hint: MessageTemplate


class TextRules(Record):
    """The columns with texts, and how these are worded."""

    columns: tuple[str, ...]
    entry: TextEntry


class DeckRule(Record):
    """A rule of decks: its entry, with `parts` the entry's conditions by their key, `totals` by their name.

    `sections` are the parts of a deck it applies to (none: the whole deck). A step of `limit` is its
    condition (None: every card) and its number (None: unlimited).
    """

    info: Check
    entry: DeckRuleKind
    sections: tuple[str, ...] = ()
    parts: Mapping[str, Expression] = field(default_factory=dict)
    limit: tuple[tuple[Expression | None, int | None], ...] = ()
    message: MessageTemplate | None = None
    hint: MessageTemplate | None = None
    totals: Mapping[str, Expression] = field(default_factory=dict)
    formats: tuple[str, ...] = ()

    @cached_property
    def firsts(self) -> frozenset[str]:
        """Which columns of the first card the rule names, as `_first_X`."""
        parts = [*self.parts.values(), *self.totals.values(), *(where for where, _ in self.limit if where)]
        parts += [part for one in (self.message, self.hint) if one for part in one.expressions]
        names = (name.removeprefix("_given_") for part in parts for name in part.variables)
        return frozenset(name for name in names if name.startswith("_first_"))


class DesignRules(Record):
    """What cards are compared by: columns where `more` or `less` is better, and so on."""

    same: tuple[Expression, ...]
    groups: tuple[Expression, ...]
    more: tuple[str, ...]
    less: tuple[str, ...]
    words: tuple[str, ...]
    nouns: Mapping[str, RowFilter]
    tribes: tuple[str, ...]
    rank: RankEntry | None


class Boost(Record):
    """What tiers add to the cards that `when` selects: `total`, in parts of `step`, shared by `columns`."""

    columns: tuple[str, ...]
    total: Expression
    when: Expression | None
    step: int


class TierRules(TiersEntry):
    """The printed rows of a card: one for each number in `printed`, made of the row with `design`."""

    boosts: tuple[Boost, ...] = ()


class SerialRules(Record):
    """How ids are made: `text`, then `digits` digits, or the first character of `ending` that is free."""

    column: str
    text: MessageTemplate
    when: Expression | None
    digits: int
    ending: str


class PlayRules(Record):
    """How the game is played: the engine, its kinds of card and values, and options and weights if stated;
    without an engine as `entry` says.
    """

    engine: str
    kinds: Mapping[str, RowFilter]
    values: Mapping[str, Expression]
    options: Mapping[str, bool | int | str]
    weights: Mapping[str, int]
    entry: PlayEntry


class Ruleset(Record):
    """The rules of a game as data: fields, vocabulary, tables, rules of cards, effects and decks.

    `path` is its own file, `files` are all that it is made of: the tables of its lists, the files that it
    extends, then its own; `split` divides the cells of effects and texts.
    """

    header: Header
    card: CardEntry
    path: Path
    tables: Mapping[str, Mapping[Any, Any]]
    defined: Mapping[str, ast.expr]
    vocabulary: Mapping[str, Vocabulary]
    fields: Mapping[str, Field]
    columns: Mapping[str, str]
    rules: tuple[Rule, ...]
    effect_columns: tuple[str, ...]
    tag_rules: tuple[RequiredTag, ...]
    text: TextRules
    deck_rules: tuple[DeckRule, ...]
    changes: Mapping[str, CheckChange]
    sections: Mapping[str, SectionEntry] = field(default_factory=dict)
    example_cards: tuple[ExampleRow, ...] = ()
    lock: LockEntry | None = None
    design: DesignRules | None = None
    files: tuple[Path, ...] = ()
    tiers: TierRules | None = None
    serials: SerialRules | None = None
    packs: PackRulesEntry | None = None
    play: PlayRules | None = None
    reading: TableReading = EVERYTHING
    split: EffectSplit = EffectSplit()
    lists: Mapping[str, ListEntry] = field(default_factory=dict)
    glossary: Glossary = NO_WORDS

    @property
    def id(self) -> str:
        """The ruleset's short name."""
        return self.header.id

    @property
    def is_general(self) -> bool:
        """Whether it stands for no ruleset at all."""
        return self.path.name == "general.toml" and self.path.parent == Path(__file__).parent

    @property
    def version(self) -> str:
        """The version of the rules."""
        return self.header.version

    @property
    def label(self) -> str:
        """The column that names a card."""
        return self.card.label

    @property
    def title(self) -> str:
        """The column with the name that is printed on a card."""
        return self.card.title or self.card.label

    @property
    def deck_names(self) -> tuple[str, ...]:
        """The columns by which decks name cards, the first that knows a name counts."""
        return self.card.decks or (self.card.label,)

    @property
    def text_fields(self) -> tuple[str, ...]:
        """The columns that hold what a card does, in the order of its file."""
        fields = self.fields.items()
        return tuple(n for n, one in fields if n in self.effect_columns or one.entry.role == "effect")

    def check(self, check: Check) -> RulesetCheck:
        """A check that every game shares, as this ruleset has it."""
        return _worded(check, self.changes)

    @cached_property
    def off(self) -> frozenset[str]:
        """The codes of the shared checks that it switches off."""
        changes = self.changes.items()
        return frozenset(change.code or code for code, change in changes if change.entry.severity == "off")

    def applied(self, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings with its severities and hints, but for those switched off; applied ones stay."""
        if not self.changes:
            return list(findings)
        found = []
        for finding in findings:
            change = self.changes.get(finding.code)
            # What makes the finding may have given it the severity of one column.
            if change and finding.severity == catalogue()[finding.code].severity:
                info, words = change.of(catalogue()[finding.code]).info, change.entry.hint
                if info.severity == "off":
                    continue
                hint = words if words and "{" not in words else finding.hint
                finding = finding._replace(code=info.code, name=info.name, severity=info.severity, hint=hint)
            found.append(finding)
        return found

    def own_checks(self) -> Iterator[Check]:
        """The checks with a code of its own, in the order of its file; a code may come twice."""
        known = catalogue()
        for field_ in self.fields.values():
            yield from (change.of(known[code]).info for code, change in field_.changes.items())
        yield from (rule.info for rule in self.rules)
        yield from (rule.info for rule in self.tag_rules)
        yield from (rule.info for rule in self.deck_rules)
        yield from (change.of(known[code]).info for code, change in self.changes.items())
        if self.lock is not None:
            yield lock_check(self.lock)

    def checks(self) -> dict[str, Check]:
        """Every check that a finding with this ruleset can come from, by code."""
        own = {check.code: check for check in self.own_checks()}
        known = catalogue()
        changed = {code: change.of(known[code]).info for code, change in self.changes.items()}
        kept = {code: info for code, info in changed.items() if info.code == code}
        return dict(sorted((own | dict(known) | kept).items()))


def _worded(check: Check, changes: Mapping[str, CheckChange]) -> RulesetCheck:
    change = changes.get(check.code)
    return change.of(check) if change else _unchanged(check)


_unchanged = cache(RulesetCheck)  # asked for a cell at a time
