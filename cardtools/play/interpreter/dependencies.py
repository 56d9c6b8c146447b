"""What effects look at and what they change, read off their trees: whether one bears on a later one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from cardtools.play.interpreter.state import SIDES
from cardtools.programs.tree import Effect, Selector
from cardtools.programs.verbs.move import Move


def nodes_of(value: Any) -> list[Any]:
    """The nodes of a tree, from the root."""
    if isinstance(value, tuple):
        return [node for item in value for node in nodes_of(item)]
    if not dataclasses.is_dataclass(value):
        return []
    inner = [node for field in dataclasses.fields(value) for node in nodes_of(getattr(value, field.name))]
    return [value, *inner]


# A zone with the side of it: 0 yours, 1 the opponent's.
BoardPlace = tuple[str, int]


def sides(who: str) -> tuple[int, ...]:
    """The sides that a word for players means; both where it is not known before."""
    side = SIDES.get(who, 2)
    return (0, 1) if side == 2 else (side,)


def whose(cards: Selector) -> str:
    """Whose cards a selector means, as a word of programs."""
    return "you" if cards.relation in ("this", "under", "below", "above") else cards.who


def looks(effect: Effect) -> set[BoardPlace]:
    """Where an effect looks for cards, or for room."""
    found: set[BoardPlace] = set()
    for node in nodes_of(effect):
        if isinstance(node, Selector):
            found |= {(node.zone or "field", side) for side in sides(whose(node))}
        elif isinstance(node, Move) and node.to == "field":
            found |= {("field", side) for side in sides(node.who)}
    return found


def taken(effect: Effect) -> set[BoardPlace]:
    """Where an effect takes cards from."""
    if not isinstance(effect, Move):
        return set()
    return {(effect.cards.zone or "field", side) for side in sides(whose(effect.cards))}


def put(effect: Effect) -> set[BoardPlace]:
    """Where an effect puts cards."""
    if not isinstance(effect, Move):
        return set()
    who = effect.who if effect.to == "field" else whose(effect.cards)
    return {(effect.to, side) for side in sides(who)}


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
