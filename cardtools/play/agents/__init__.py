"""Players: what chooses an action, given an observation and never the state.

The random numbers of an agent are a pure function of the seed of the match, the player and the number of the
decision, so that one more decision here changes nothing there. Budgets are counts, never times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardtools.play.engine import Action, Engine
from cardtools.play.streams import Stream


class AgentError(Exception):
    """What an agent did that loses it the match."""


class Agent(Protocol):
    """Chooses actions. One that `has_no_memory` and uses no random numbers chooses alike in equal
    observations, so that a round which changes nothing would repeat itself for ever.
    """

    name: str
    has_no_memory: bool
    sees: bool  # whether it looks at the observation, which costs time to make

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """One of the actions, which are at least two."""


class RandomAgent:
    """Any legal action, each as likely as the others."""

    name = "random"
    has_no_memory = False
    sees = False

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """One of the actions, by chance."""
        return actions[random.below(len(actions))]


class GreedyAgent:
    """The action that looks best to `Engine.score`, with the weights of the ruleset; of equals the first."""

    name = "greedy"
    has_no_memory = True
    sees = True

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """The action with the highest score."""
        best, chosen = None, actions[0]
        for action in actions:
            score = engine.score(observation, action)
            if best is None or score > best:
                best, chosen = score, action
        return chosen


class RestrictedAgent:
    """Another agent that may never do some things, given as the beginnings of actions, such as `attack`.

    Where nothing else is left it may.
    """

    def __init__(self, agent: Agent, never: Sequence[str]) -> None:
        self.agent, self.never = agent, tuple(word.casefold() for word in never)
        self.name = f"{agent.name} without {', '.join(never)}"
        self.has_no_memory, self.sees = agent.has_no_memory, True

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """What the agent chooses of the actions that are allowed."""
        allowed = [
            a for a in actions if not engine.text(observation, a).casefold().startswith(self.never)
        ] or list(actions)
        return allowed[0] if len(allowed) == 1 else self.agent.choose(engine, observation, allowed, random)
