"""The checks of a card table and of a deck, in the order they build on each other."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from cardtools.cards.table import CardTable
from cardtools.checks.cards.context import CheckContext
from cardtools.checks.columns import Columns, RowsByColumn
from cardtools.checks.effect_list import ListedEffects
from cardtools.checks.fields import UNKNOWN_REFERENCE, check_fields
from cardtools.checks.findings.check_report import by_place
from cardtools.checks.listed_effects import check_effects
from cardtools.checks.near_templates import NearTemplates
from cardtools.checks.repeated_rows import row_of, without_repeated
from cardtools.checks.row_rules import check_rules
from cardtools.checks.texts.card_texts import Texts
from cardtools.ground.catalogue import check_functions
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets import Ruleset

if TYPE_CHECKING:
    from cardtools.cards.deck import Deck


def validate(
    table: CardTable,
    ruleset: Ruleset,
    effects: ListedEffects | None = None,
    templates: NearTemplates | None = None,
) -> list[Diagnostic]:
    """Every finding about the cards, sorted by place (Doc 2.2.5, 3.1, 4.6 by the ruleset).

    Without `effects` the effect texts are not looked up; `templates` say what is wrong with those that are
    not in the list. The ruleset is the one the table was read with.
    """
    of_cells, broken = check_fields(table, Columns(table, table.unusable))
    # Rules see only cells without an error, so that a number out of range is one finding.
    cards = CheckContext(table, Columns(table, broken), effects)
    texts = Texts(cards)
    found = [*table.problems, *of_cells, *check_rules(table, cards.columns), *texts.check()]
    if effects is not None:
        found += check_effects(cards, texts, templates)
    for check in check_functions("cardtools.checks.cards"):
        found += (finding for finding in check(cards) if finding.code not in ruleset.off)
    return by_place(_causes(table, without_repeated(table, found)))


def _causes(table: CardTable, found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings without what follows from another fault of the same card."""
    codes = {rule.info.code for rule in table.ruleset.rules if rule.cause}
    if not any(one.code in codes for one in found):
        return found
    rows = {row_of(table, one) for one in found if one.code in codes}
    return [one for one in found if one.code in codes or row_of(table, one) not in rows]


def validate_rows(table: CardTable) -> list[Diagnostic]:
    """The findings about single rows, sorted by place, for a table that lacks some of its rows: nothing that
    compares cards.
    """
    compare = {rule.info.code for rule in table.ruleset.rules if rule.group or rule.same}
    found = _of_cells_and_rows(table)
    return by_place(one for one in found if one.code not in {*compare, UNKNOWN_REFERENCE.code})


def validate_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Diagnostic]:
    """Every finding about a deck of these cards, sorted by place (Doc 2.2.1)."""
    from cardtools.checks.decks.verdict import find_in_deck

    return by_place(finding.diagnostic for finding in find_in_deck(deck, table, ruleset))


def validate_partial(table: CardTable, only: Collection[str], unwritten: RowsByColumn) -> list[Diagnostic]:
    """The findings of fields and rules that read no other columns than `only`: for a rule's examples."""
    return by_place(_causes(table, _of_cells_and_rows(table, only, unwritten)))


def _of_cells_and_rows(
    table: CardTable, only: Collection[str] | None = None, unwritten: RowsByColumn | None = None
) -> list[Diagnostic]:
    of_cells, broken = check_fields(table, Columns(table, table.unusable, unwritten), only)
    return [*table.problems, *of_cells, *check_rules(table, Columns(table, broken, unwritten), only)]
