"""What checks and rules of decks look at, the lines of a deck with their cards, and how they report."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from cardtools.cards.deck import Deck, DeckEntry, DeckLine, deck_lines
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowVariables, value_at
from cardtools.checks.decks.card_lists import read_lists, values_of_list
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix, Location
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.io.files import shown
from cardtools.language.conditions import Expression
from cardtools.rulesets.ruleset import DeckRule, Ruleset


class DeckFinding(Record):
    """A finding, and how many more cards would correct it (0: no number would)."""

    diagnostic: Diagnostic
    lacks: int = 0


class DeckContents(Record, eq=False):
    """The cards of a deck for its rules; `own` has values by row of what only these name, as `first_X`."""

    deck: Deck
    lines: tuple[DeckLine, ...]
    table: CardTable
    names: CardNames
    cells: Columns
    ruleset: Ruleset
    formats: tuple[str, ...] = ()
    own: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    def columns(self, variable: str) -> Sequence[Any]:
        """The values under an expression's variable name."""
        name = re.sub("^_(folded|given|text)_", "", variable)
        if (own := self.own.get(name)) is None:
            return self.cells(variable)
        return [value is not None for value in own] if variable.startswith("_given_") else own

    def of(self, rule: DeckRule) -> list[DeckLine]:
        """The lines that the rule is about, those of unknown cards too."""
        if rule.sections:
            return [line for line in self.lines if line.section in rule.sections]
        apart = {name for name, entry in self.ruleset.sections.items() if entry.apart}
        return [line for line in self.lines if line.section not in apart]

    def naming(self, names: Mapping[str, Any]) -> DeckContents:
        """The same with more names for expressions, each with its value for all cards."""
        count = max(1, len(self.table))  # a limit is computed without a card
        return replace(self, own={**self.own, **{name: [value] * count for name, value in names.items()}})

    def for_rule(self, rule: DeckRule) -> DeckContents | None:
        """The same with the columns of the rule's first card; None without one, or for other formats."""
        if rule.formats and self.deck.format not in map(str.casefold, rule.formats):
            return None
        if not rule.entry.first:
            return self
        lines, first = self.of(rule) if rule.entry.separate else self.lines, rule.parts["first"]
        found = ((line.row, self.naming({"section": line.section})) for line in lines)
        rows = [row for row, here in found if row is not None and here.meets(first, row)]
        firsts: dict[str, Any] = {}
        for name in rule.firsts if rows else ():
            cells = [self.columns(name.removeprefix("_first_"))[row] for row in rows]
            if all(isinstance(cell, tuple | list) for cell in cells):
                cells = [tuple(dict.fromkeys(chain.from_iterable(cells)))]
            firsts[name] = cells[0] if all(cell == cells[0] for cell in cells) else None
        return self.naming(firsts) if rows and None not in firsts.values() else None

    def known(self, rule: DeckRule, *keys: str) -> list[tuple[DeckEntry, int]]:
        """The entries of the rule whose cards meet its conditions under these keys, with their rows."""
        known = [(line.entry, line.row) for line in self.of(rule) if line.row is not None]
        asked = [rule.parts[key] for key in keys if key in rule.parts]
        return [(entry, row) for entry, row in known if all(self.value(one, row) for one in asked)]

    def meets(self, where: Expression | None, row: int) -> bool:
        """Whether the card meets the condition (None: it does); it does not if its cells give no answer."""
        return where is None or bool(self.value(where, row))

    def value(self, expression: Expression, row: int) -> Any:
        """The expression's value for the card, None if its cells don't give one."""
        return value_at(expression, self.columns, row)

    def report(
        self, check: Check, place: Location, message: str, hint: str, fix: Fix | None = None
    ) -> Diagnostic:
        """A finding of a check that every game shares, as the ruleset calls it."""
        return self.ruleset.check(check).info.finding(place, message, hint, fix=fix)

    def finding(
        self,
        rule: DeckRule,
        message: str,
        hint: str,
        place: Location | None = None,
        lacks: int = 0,
        fix: Fix | None = None,
    ) -> DeckFinding:
        """A finding of the rule, by default about the whole file; the rule's own hint goes before `hint`."""
        where = place or Location(shown(self.deck.path))
        hint = rule.hint.text if rule.hint else hint
        return DeckFinding(rule.info.finding(where, message, hint, fix=fix), lacks)

    def finding_of(
        self, rule: DeckRule, line: DeckEntry, row: int, hint: str, fix: Fix | None = None
    ) -> DeckFinding:
        """A finding about a card, with the rule's own message."""
        values = RowVariables(row, self.columns, self.table)
        message = rule.message.fill(values) if rule.message else ""
        hint = rule.hint.fill(values) if rule.hint else hint
        return DeckFinding(rule.info.finding(line.location, message, hint, fix=fix))


def read_contents(deck: Deck, table: CardTable, ruleset: Ruleset) -> DeckContents:
    """The cards that the lines of a deck mean, their sections, and the values of lists for them."""
    names, columns, own = CardNames(table), Columns(table), {}
    formats = {form: None for rule in ruleset.deck_rules for form in rule.formats}
    for name, listed in read_lists(ruleset).items():
        own[name] = values_of_list(listed, columns(ruleset.lists[name].by or ruleset.label), deck)
        formats |= dict.fromkeys(form for form in listed.values["FORMAT"] if form)
    lines = deck_lines(deck, names, ruleset)
    return DeckContents(deck, lines, table, names, columns, ruleset, tuple(formats), own)
