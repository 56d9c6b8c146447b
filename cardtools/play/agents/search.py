"""The search agent: it tries its actions in worlds that agree with what it sees, and takes the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.agents import Agent, GreedyAgent
from cardtools.play.engine import Action, Engine
from cardtools.play.state import State
from cardtools.play.streams import Stream

DEFAULT_PLAYOUTS = 200
_DECISIONS = 300  # at most in a playout: a turn need not end
_GREEDY = GreedyAgent()
_NO_NUMBERS = Stream(0)


class SearchAgent(Agent):
    """Information-set Monte-Carlo with sequential halving: hidden cards are dealt by chance, and in each such
    world every action that is left is tried, after which all players are greedy for a turn of each. Then the
    better half of the actions stays, until there is one; of equals what the greedy agent prefers.

    `playouts` is the budget of a decision. All actions are tried in the same worlds, so that they differ by
    what they do and not by the luck of the deal.
    """

    def __init__(self, playouts: int = DEFAULT_PLAYOUTS) -> None:
        self.playouts = playouts
        self.name = f"search:{playouts}"

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        left = sorted(actions, key=lambda action: -engine.score(seen, action))[: max(1, self.playouts)]
        share = max(1, self.playouts // max(1, (len(left) - 1).bit_length()))
        totals, tried = dict.fromkeys(left, 0.0), dict.fromkeys(left, 0)
        while len(left) > 1:
            del left[max(2, share) :]
            for _ in range(max(1, share // len(left))):
                world = engine.determinise(seen, random)
                for action in left:
                    totals[action] += _playout(engine, world.copy(), action, seen.decider)
                    tried[action] += 1
            left.sort(key=lambda action: -totals[action] / tried[action])
            del left[(len(left) + 1) // 2 :]
        return left[0]


def _playout(engine: Engine[Any], state: State, action: Action, player: int) -> float:
    """How the match goes on for the player, from -1 to 1."""
    last = state.turn + engine.players
    engine.apply(state, action)
    for _ in range(_DECISIONS):
        if state.outcome is not None:
            winners = state.outcome.winners
            return 1.0 if player in winners else -1.0 if winners or state.outcome.kind == "loss" else 0.0
        actions = engine.legal_actions(state) if state.turn <= last else []
        if not actions:
            break
        chosen = actions[0] if len(actions) == 1 else _GREEDY.choose(engine, state, actions, _NO_NUMBERS)
        engine.apply(state, chosen)
    return engine.value(state, player)
