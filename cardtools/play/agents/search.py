"""The search agent: it tries its actions in worlds that agree with what it sees, and takes the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.agents import GreedyAgent
from cardtools.play.engine import Action, Engine
from cardtools.play.state import State
from cardtools.play.streams import Stream

DEFAULT_PLAYOUTS = 200
_TURNS = 2  # of both players, that a playout looks ahead after the current one
_DECISIONS = 300  # at most in a playout: a turn need not end


class SearchAgent:
    """Information-set Monte-Carlo with sequential halving: hidden cards are dealt by chance, and in each such
    world every action that is left is tried, after which both players are greedy for two turns. Then the
    better half of the actions stays, until there is one.

    `playouts` is the budget of a decision. All actions are tried in the same worlds, so that they differ by
    what they do and not by the luck of the deal.
    """

    has_no_memory = False
    sees = True

    def __init__(self, playouts: int = DEFAULT_PLAYOUTS) -> None:
        self.playouts = playouts
        self.name = f"search:{playouts}"

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """The action with the best playouts; of equals the one that the greedy agent prefers."""
        scores = [engine.score(observation, action) for action in actions]
        left = sorted(range(len(actions)), key=lambda index: -scores[index])[: max(1, self.playouts)]
        rounds = max(1, (len(left) - 1).bit_length())
        share = max(1, self.playouts // rounds)
        player = observation.decider
        totals, tried = [0.0] * len(actions), [0] * len(actions)
        while len(left) > 1:
            del left[max(2, share) :]
            for _ in range(max(1, share // len(left))):
                world = engine.determinise(observation, random)
                for index in left:
                    totals[index] += _playout(engine, world.copy(), actions[index], player)
                    tried[index] += 1
            left.sort(key=lambda index: -totals[index] / tried[index])
            del left[(len(left) + 1) // 2 :]
        return actions[left[0]]


_GREEDY = GreedyAgent()
_NO_NUMBERS = Stream(0)


def _playout(engine: Engine[Any], state: State, action: Action, player: int) -> float:
    """How the match goes on for the player, from -1 to 1."""
    last = state.turn + _TURNS
    engine.apply(state, action)
    for _ in range(_DECISIONS):
        if state.outcome is not None:
            winner = state.outcome.winner
            return 0.0 if winner < 0 else 1.0 if winner == player else -1.0
        if state.turn > last:
            break
        actions = engine.legal_actions(state)
        if not actions:
            break
        chosen = actions[0] if len(actions) == 1 else _GREEDY.choose(engine, state, actions, _NO_NUMBERS)
        engine.apply(state, chosen)
    return engine.value(state, player)
