"""Players: what chooses an action, given an observation and never the state.

The random numbers of an agent are a pure function of the seed of the match, the player and the number of the
decision, so that one more decision here changes nothing there. Budgets are counts, never times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cardtools.play.engine import Action, Engine
from cardtools.play.streams import Stream

PERSON = "you"  # in the place of an agent: nobody chooses but a person
# What people call agents, by the beginning of their notation, and how strong they are.
IN_WORDS = {
    "greedy": ("Greedy", "takes the best it sees"),
    "random": ("Random", "does anything that is legal"),
    "search": ("Search", "plays ahead, slow and strong"),
}


def agent_in_words(text: str) -> tuple[str, str]:
    """What people call the agent of a notation, and how it plays: `Greedy`, `takes the best it sees`."""
    first, _, never = text.strip().partition(" without ")
    kind, _, more = first.strip().partition(":")
    name, plays = IN_WORDS.get(kind, (more or kind.capitalize(), f"is an agent of its own, {first}"))
    if kind == "search" and more:
        plays += f", with {more} tries a decision"
    return name, f"{plays}, but never does: {never}" if never else plays


class AgentError(Exception):
    """What an agent did that loses it the match."""


class Agent(Protocol):
    """Chooses actions. One that `has_no_memory` and uses no random numbers chooses alike in equal
    observations, so that a round which changes nothing would repeat itself for ever.
    """

    name: str
    has_no_memory: bool = False
    sees: bool = True  # whether it looks at the observation, which costs time to make

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        """One of the actions, which are at least two, by the observation."""


class RandomAgent(Agent):
    """Any legal action, each as likely as the others."""

    name = "random"
    sees = False

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        return actions[random.below(len(actions))]


class GreedyAgent(Agent):
    """The action that looks best to `Engine.score`, with the weights of the ruleset; of equals the first."""

    name = "greedy"
    has_no_memory = True

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        best, chosen = None, actions[0]
        for action in actions:
            score = engine.score(seen, action)
            if best is None or score > best:
                best, chosen = score, action
        return chosen


class RestrictedAgent(Agent):
    """Another agent that may never do some things, given as the beginnings of actions, such as `attack`,
    unless nothing else is left.
    """

    def __init__(self, agent: Agent, never: Sequence[str]) -> None:
        self.agent, self.never = agent, tuple(word.casefold() for word in never)
        self.name = f"{agent.name} without {', '.join(never)}"
        self.has_no_memory = agent.has_no_memory

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        allowed = [a for a in actions if not engine.text(seen, a).casefold().startswith(self.never)]
        if len(allowed) == 1:
            return allowed[0]
        return self.agent.choose(engine, seen, allowed or actions, random)
