"""A ruleset, checked and compiled: what `load_ruleset` gives and everything else asks.

As in `model.py`, the dataclasses compare by identity, which keeps the import short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from cardtools.record import Record
from cardtools.rulesets.catalogue import CheckInfo
from cardtools.rulesets.deck_model import RuleEntry as DeckRuleKind
from cardtools.rulesets.deck_model import SectionEntry
from cardtools.rulesets.design_model import RankEntry
from cardtools.rulesets.expressions import Expression
from cardtools.rulesets.filters import Filter
from cardtools.rulesets.model import (
    CardEntry,
    Example,
    ExampleRow,
    FieldEntry,
    Header,
    LockEntry,
    VocabularyEntry,
)
from cardtools.rulesets.templates import Template
from cardtools.rulesets.text_model import TextEntry


class Check(Record):
    """A check with what this ruleset calls it and makes it say (None: the generic words)."""

    info: CheckInfo
    message: Template | None = None
    hint: Template | None = None
    example: Example = field(default_factory=Example)

    @property
    def off(self) -> bool:
        """Whether the ruleset switched it off."""
        return self.info.severity == "off"


class Vocabulary(Record):
    """The words for one idea; `read` gives a word as it is meant."""

    entry: VocabularyEntry
    known: Mapping[str, str]

    @property
    def values(self) -> tuple[str, ...]:
        """The documented words, in the ruleset's order."""
        return self.entry.values

    def read(self, word: str) -> str:
        """The word meant: aliases, other spellings and, where the ruleset says so, case are resolved.

        An unknown word comes back as it is.
        """
        return self.known.get(word.casefold() if self.entry.ignore_case else word, word)


class Field(Record):
    """A column of the card table. `required` selects the cards that must have it (None: no card)."""

    name: str
    entry: FieldEntry
    label: str
    vocabulary: Vocabulary | None
    required: Filter | None
    pattern: re.Pattern[str] | None
    checks: Mapping[str, Check]

    @property
    def must_exist(self) -> bool:
        """Whether a card table without this column is unusable."""
        return self.entry.column or self.entry.required is not False


class RuleFix(Record):
    """New values by column for the cards that break a rule and meet `when` (None: all of them)."""

    values: Mapping[str, Expression]
    when: Expression | None
    safe: bool


class Rule(Record):
    """A condition on one card; `broken` selects the cards that break it."""

    info: CheckInfo
    broken: Filter
    message: Template
    hint: Template
    at: str
    group: str
    order: str
    after: tuple[str, ...]
    sign_lost: bool
    fix: RuleFix | None
    example: Example


class TagRule(Record):
    """The tagged list's column that must be True for the effects of the cards that `when` selects."""

    info: CheckInfo
    when: Filter
    column: Template
    message: Template
    hint: Template
    ok: str = ""
    bad: str = ""


class TextRules(Record):
    """The columns with texts, how they are worded, and the checks of TEXT_CHECKS by code."""

    columns: tuple[str, ...]
    entry: TextEntry
    checks: Mapping[str, Check]


class DeckRule(Record):
    """A rule of decks: what its entry says, with `parts` the entry's conditions by their key.

    `sections` are the parts of a deck it is asked of (none: the whole deck). A step of `limit` is its
    condition (None: every card) and its number (None: unlimited).
    """

    info: CheckInfo
    entry: DeckRuleKind
    sections: tuple[str, ...] = ()
    parts: Mapping[str, Expression] = field(default_factory=dict)
    limit: tuple[tuple[Expression | None, int | None], ...] = ()
    message: Template | None = None
    hint: Template | None = None


class DesignRules(Record):
    """What cards are compared by: `more` are the columns where more is better, `less` those where less is,
    `texts` those with effects. A noun selects the cards it means. `checks` are by code.
    """

    same: tuple[Expression, ...]
    groups: tuple[Expression, ...]
    more: tuple[str, ...]
    less: tuple[str, ...]
    texts: tuple[str, ...]
    words: tuple[str, ...]
    nouns: Mapping[str, Filter]
    tribes: tuple[str, ...]
    rank: RankEntry | None
    checks: Mapping[str, Check]


class Ruleset(Record):
    """The rules of a game as data: fields, vocabulary, tables, rules of cards, effects and decks.

    `path` is its own file, `files` are all that it is made of: those that it extends, then its own.
    """

    header: Header
    card: CardEntry
    path: Path
    tables: Mapping[str, Mapping[Any, Any]]
    vocabulary: Mapping[str, Vocabulary]
    fields: Mapping[str, Field]
    columns: Mapping[str, str]
    rules: tuple[Rule, ...]
    effect_columns: tuple[str, ...]
    unknown_effect: Check
    tag_rules: tuple[TagRule, ...]
    text: TextRules
    deck_rules: tuple[DeckRule, ...]
    deck_lines: Mapping[str, CheckInfo]
    sections: Mapping[str, SectionEntry] = field(default_factory=dict)
    example_cards: tuple[ExampleRow, ...] = ()
    lock: LockEntry | None = None
    design: DesignRules | None = None
    files: tuple[Path, ...] = ()

    @property
    def id(self) -> str:
        """The ruleset's short name."""
        return self.header.id

    @property
    def version(self) -> str:
        """The version of the rules."""
        return self.header.version

    @property
    def label(self) -> str:
        """The column that names a card."""
        return self.card.label

    @property
    def deck_names(self) -> tuple[str, ...]:
        """The columns by which decks name cards, the first that knows a name counts."""
        return self.card.decks or (self.card.label,)

    def checks(self) -> Iterator[CheckInfo]:
        """Every check of this ruleset, in the order of its file; a code may come twice."""
        for known in self.fields.values():
            yield from (check.info for check in known.checks.values())
        yield from (rule.info for rule in self.rules)
        yield self.unknown_effect.info
        yield from (rule.info for rule in self.tag_rules)
        if self.text.columns:
            yield from (check.info for check in self.text.checks.values())
        yield from (rule.info for rule in self.deck_rules)
        yield from self.deck_lines.values()
        if self.design is not None:
            yield from (check.info for check in self.design.checks.values())
        if self.lock is not None:
            lock = self.lock
            yield CheckInfo(lock.code, lock.name, "error", lock.summary, lock.source, lock.why)
