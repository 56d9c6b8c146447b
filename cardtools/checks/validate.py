"""The checks of a card table and of a deck, in the order they build on each other."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowsByColumn
from cardtools.checks.effect_list import EffectList
from cardtools.checks.effects import check_effects
from cardtools.checks.fields import check_fields
from cardtools.checks.file_checks import with_file_checks
from cardtools.checks.near import NearTemplates
from cardtools.checks.rules import check_rules
from cardtools.checks.texts.check import Texts
from cardtools.errors import Diagnostic
from cardtools.findings.report import by_place
from cardtools.rulesets import Ruleset

if TYPE_CHECKING:
    from cardtools.cards.deck import Deck


def validate(
    table: CardTable,
    ruleset: Ruleset,
    effects: EffectList | None = None,
    templates: NearTemplates | None = None,
) -> list[Diagnostic]:
    """Every finding about the cards, sorted by place (Doc 2.2.5, 3.1, 4.6 by the ruleset).

    Without `effects` the effect texts are not looked up; `templates` say what is wrong with those that are
    not in the list. The ruleset is the one the table was read with.
    """
    found = [*table.problems, *_check_cells(table, effects, templates)]
    return by_place(with_file_checks(table, found))


def validate_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Diagnostic]:
    """Every finding about a deck of these cards, sorted by place (Doc 2.2.1)."""
    from cardtools.checks.decks import check_deck

    return by_place(check_deck(deck, table, ruleset))


def _check_cells(
    table: CardTable,
    effects: EffectList | None,
    templates: NearTemplates | None = None,
    only: Collection[str] | None = None,
    unwritten: RowsByColumn | None = None,
) -> list[Diagnostic]:
    # The cascade: rules see only cells without an error, so that one LEVEL 7 is one finding.
    fields = check_fields(table, Columns(table, table.unusable, unwritten), only)
    columns = Columns(table, fields.broken, unwritten)
    found = fields.diagnostics + check_rules(table, columns, only)
    texts = Texts(table, columns, effects)
    if only is None:
        found += texts.check()
    if effects is not None:
        found += check_effects(table, columns, effects, texts, templates)
    if only is None and table.ruleset.design is not None:
        from cardtools.checks.design import check_design

        found += check_design(table, columns, table.ruleset.design)
    return found


def validate_partial(table: CardTable, only: Collection[str], unwritten: RowsByColumn) -> list[Diagnostic]:
    """As `validate`, but only the checks that read no other columns than `only`: for a rule's examples."""
    return by_place([*table.problems, *_check_cells(table, None, None, only, unwritten)])
