"""The checks of a card table and of a deck, in the order they build on each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardtools.cards.deck import Deck
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, Rows
from cardtools.checks.decks import check_deck
from cardtools.checks.effect_list import EffectList
from cardtools.checks.effects import check_effects
from cardtools.checks.fields import check_fields
from cardtools.checks.rules import check_rules
from cardtools.errors import Diagnostic
from cardtools.rulesets import Ruleset


def validate(table: CardTable, ruleset: Ruleset, effects: EffectList | None = None) -> list[Diagnostic]:
    """Every finding about the cards, sorted by place (Doc 2.2.5, 3.1, 4.6 by the ruleset).

    Without `effects` the effect texts are not looked up. The ruleset is the one the table was read with.
    """
    return by_place([*table.problems, *_check_cells(table, effects)])


def validate_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Diagnostic]:
    """Every finding about a deck of these cards, sorted by place (Doc 2.2.1)."""
    return by_place(check_deck(deck, table, ruleset))


def by_place(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by file, line, column and code."""
    return sorted(
        diagnostics, key=lambda d: (d.location.path, d.location.line, d.location.column, d.code, d.message)
    )


def _check_cells(
    table: CardTable,
    effects: EffectList | None,
    only: Collection[str] | None = None,
    unwritten: Rows | None = None,
) -> list[Diagnostic]:
    # The cascade: rules see only cells without an error, so that one LEVEL 7 is one finding.
    fields = check_fields(table, Columns(table, table.unusable, unwritten), only)
    columns = Columns(table, fields.broken, unwritten)
    found = fields.diagnostics + check_rules(table, columns, only)
    if effects is not None:
        found += check_effects(table, columns, effects)
    return found


def validate_partial(table: CardTable, only: Collection[str], unwritten: Rows) -> list[Diagnostic]:
    """As `validate`, but only the checks that read no other columns than `only`: for a rule's examples."""
    return by_place([*table.problems, *_check_cells(table, None, only, unwritten)])
