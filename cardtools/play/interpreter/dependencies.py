"""What effects look at and what they change, read off their trees: whether one bears on a later one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from cardtools.ground.frozen_record import Record
from cardtools.play.interpreter.state import SIDES
from cardtools.programs.tree import Effect, Selector
from cardtools.programs.verbs.move import Move


def nodes_of(value: Any) -> list[Any]:
    """The nodes of a tree, from the root."""
    if isinstance(value, tuple):
        return [node for item in value for node in nodes_of(item)]
    if not isinstance(value, Record):
        return []
    return [value, *(node for name in value.__names__ for node in nodes_of(getattr(value, name)))]


# A zone with the side of it: 0 yours, 1 the opponent's.
BoardPlace = tuple[str, int]


def _places(zone: str, whose: str | Selector) -> set[BoardPlace]:
    """A zone on the sides that a word for players means, or whose cards a selector means; on both where it is
    not known before.
    """
    if isinstance(whose, Selector):
        whose = "you" if whose.relation in ("this", "under", "below", "above") else whose.who
    side = SIDES.get(whose, 2)
    return {(zone, 0), (zone, 1)} if side == 2 else {(zone, side)}


def looks(effect: Effect) -> set[BoardPlace]:
    """Where an effect looks for cards, or for room."""
    found: set[BoardPlace] = set()
    for node in nodes_of(effect):
        if isinstance(node, Selector):
            found |= _places(node.zone or "field", node)
        elif isinstance(node, Move) and node.to == "field":
            found |= _places("field", node.who)
    return found


def taken(effect: Effect) -> set[BoardPlace]:
    """Where an effect takes cards from."""
    return _places(effect.cards.zone or "field", effect.cards) if isinstance(effect, Move) else set()


def put(effect: Effect) -> set[BoardPlace]:
    """Where an effect puts cards."""
    if not isinstance(effect, Move):
        return set()
    return _places(effect.to, effect.who if effect.to == "field" else effect.cards)


def overlap(steps: Sequence[Effect]) -> bool:
    """Whether one of these changes what a later one looks at."""
    return any(
        not (taken(step) | put(step)).isdisjoint(looks(later)) for step, later in combinations(steps, 2)
    )


def take_from(steps: Sequence[Effect]) -> bool:
    """Whether one of these takes cards from where a later one looks, or needs room."""
    return any(
        not taken(step).isdisjoint(looks(later)) or ("field", 0) in put(step) | put(later)
        for step, later in combinations(steps, 2)
    )


class Plan(NamedTuple):
    """Effects that are done one after the other: the first, whether it is a move that bears on the rest, and
    the rest.
    """

    step: Effect
    bears: bool
    rest: Plan | None


def plan_of(steps: Sequence[Effect]) -> Plan | None:
    """The plan of effects. Of a unit that the opponent plays one does not know what it is: what looks at the
    opponent's field after it is left out.
    """
    if not steps:
        return None
    step, *rest = steps
    seen = set().union(*map(looks, rest))
    bears = isinstance(step, Move) and step.under is None and not seen.isdisjoint(taken(step) | put(step))
    if isinstance(step, Move) and step.to == "field" and step.cards.who == "opponent":
        rest = [one for one in rest if ("field", 1) not in looks(one)]
    return Plan(step, bears, plan_of(rest))
