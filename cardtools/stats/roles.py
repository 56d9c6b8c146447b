"""What the columns of a game mean to the statistics; a game without one of them has no such table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.rulesets.ruleset import RequiredTag, Ruleset
from cardtools.stats.counts import Grouping, group

TYPE, SUBTYPES, RANK, ATTACK, DEFENSE = "TYPE", "SUBTYPES", "LEVEL", "ATTACK", "DEFENSE"


def label(ruleset: Ruleset, column: str) -> str:
    """What the ruleset calls the column: LEVEL is "rank"."""
    return ruleset.fields[column].label


def is_used(table: CardTable, *columns: str) -> bool:
    """Whether the game has these columns and some card has a value in each."""
    return all(
        name in table.ruleset.fields and any(value is not None for value in table.values[name])
        for name in columns
    )


def group_by(table: CardTable, column: str) -> Grouping | None:
    """The cards by the values of the column; None where it is not used."""
    if not is_used(table, column):
        return None
    return group(label(table.ruleset, column), table.values[column], domain(table, column))


def kinds(table: CardTable) -> Grouping | None:
    """The cards by kind ("(none)" where TYPE is empty); None without cards or where the ruleset has no kinds.

    A kind is what a tag rule of the ruleset makes of TYPE alone: `{'SPELL' if TYPE == 'Spell' else 'UNIT'}`
    divides the cards into spells and units.
    """
    for rule in table.ruleset.tag_rules:
        if len(table) and _reads(rule) == [TYPE]:
            names = {None: None} | {
                value: rule.column.fill({TYPE: value}).replace("_", " ").lower()
                for value in table.values[TYPE]
                if value is not None
            }
            return group("kind", map(names.get, table.values[TYPE]))
    return None


def carrier_columns(table: CardTable) -> list[str]:
    """The tag columns that say which cards may have an effect (UNIT, LEVEL_1), by the ruleset's tag rules.

    All other columns of the tagged list say what an effect does.
    """
    found: dict[str, None] = {}
    for rule in table.ruleset.tag_rules:
        names = _reads(rule)
        if names is not None:
            for choice in itertools.product(*(domain(table, name) for name in names)):
                found[rule.column.fill(dict(zip(names, choice, strict=True)))] = None
    return list(found)


def domain(table: CardTable, column: str) -> Sequence[Any]:
    """The documented values of a column in the ruleset's order, then any others that its cards have."""
    known = table.ruleset.fields[column]
    limits = known.entry.whole_range
    documented: Sequence[Any] = known.entry.values
    if known.vocabulary:
        documented = known.vocabulary.values
    elif limits[0] is not None and limits[1] is not None and limits[1] - limits[0] <= 100:
        documented = range(limits[0], limits[1] + 1)
    cells = [value for value in table.values[column] if value is not None]
    words = [word for cell in cells for word in (cell if isinstance(cell, tuple) else (cell,))]
    return [*documented, *sorted(set(words).difference(documented), key=lambda word: (str(type(word)), word))]


def _reads(rule: RequiredTag) -> list[str] | None:
    """The columns whose values make the rule's tag; None where it needs more than these values."""
    names = list(dict.fromkeys(name for part in rule.column.expressions for name in part.variables))
    return None if any(name.startswith("_") for name in names) else names
