"""What checks and rules of decks look at, the lines of a deck with their cards, and how they report."""

from __future__ import annotations

from typing import Any

from cardtools.cards.deck import Deck, DeckEntry, DeckLine, deck_lines
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowVariables, value_at
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix, Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import shown
from cardtools.language.conditions import Expression
from cardtools.rulesets.ruleset import DeckRule, Ruleset


class DeckFinding(Record):
    """A finding, and how many more cards would correct it (0: no number would)."""

    diagnostic: Diagnostic
    lacks: int = 0


class DeckContents(Record, eq=False):
    """The cards of a deck for the rules: lines, the table, its names, and values by column."""

    deck: Deck
    lines: tuple[DeckLine, ...]
    table: CardTable
    names: CardNames
    columns: Columns
    ruleset: Ruleset

    def of(self, rule: DeckRule) -> list[DeckLine]:
        """The lines that the rule is about, those of unknown cards too."""
        if rule.sections:
            return [line for line in self.lines if line.section in rule.sections]
        apart = {name for name, entry in self.ruleset.sections.items() if entry.apart}
        return [line for line in self.lines if line.section not in apart]

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
    """The cards that the lines of a deck mean, and their sections."""
    names = CardNames(table)
    return DeckContents(deck, deck_lines(deck, names, ruleset), table, names, Columns(table), ruleset)
