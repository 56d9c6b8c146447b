"""A match between two agents: who decides, what is recorded, and when it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtools.play.agents import Agent
from cardtools.play.engine import Action, Engine
from cardtools.play.state import Event, Outcome, State
from cardtools.play.streams import ALL, Stream, mix, stream_key

DIGEST_EVERY = 25
MOST_DECISIONS = 5000


class AgentError(Exception):
    """What an agent did that loses it the match."""


class Step(NamedTuple):
    """A decision of a match: who chose what, and what happened."""

    number: int
    player: int
    action: Action
    text: str
    events: list[Event]


@dataclass(slots=True)
class MatchRecord:
    """What happened in a match, as far as a replay needs it: `digests` are those of the states before every
    25th action.
    """

    seed: int
    actions: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    outcome: Outcome | None = None
    turns: int = 0


class Match:
    """A match that goes on step by step: `action` asks the agent who decides, `do` does what was chosen.

    `outcome` is that of the state, or of what stopped the match: a round in which agents without memory
    change nothing is a stalemate, because no rule would end it; `most` decisions are a cap; an agent that
    raises AgentError, or chooses what is not legal, loses by a fault. A seat without an agent is a person's.
    """

    def __init__(
        self, engine: Engine[Any], agents: Sequence[Agent | None], seed: int, most: int = MOST_DECISIONS
    ) -> None:
        self.engine, self.agents, self.seed, self.most = engine, agents, seed, most
        self.state: Any = engine.start(seed)
        self.outcome: Outcome | None = self.state.outcome
        self.number = 0
        self._keys = [stream_key(seed, "agent", player) for player in range(engine.PLAYERS)]
        self._no_memory = all(agent is not None and agent.has_no_memory for agent in agents)
        self._round = self.state.turn, self.state.changes

    def action(self, agent: Agent | None = None) -> Action | None:
        """What the agent who decides chooses, or another one in its place; None after a fault. An action that
        is the only legal one is not asked for.
        """
        engine, state = self.engine, self.state
        player = state.decider
        actions = engine.legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        chooser = agent or self.agents[player]
        assert chooser is not None
        random = Stream(mix(self._keys[player] + self.number & ALL))
        try:
            seen = engine.observation(state, player) if chooser.sees else None
            action = chooser.choose(engine, seen, actions, random)
            if action not in actions and (why := engine.illegal(state, action)):
                raise AgentError(f"{action!r}: {why}")
        except AgentError as fault:
            self.outcome = Outcome("fault", 1 - player, f"{chooser.name}: {fault}")
            return None
        return action

    def do(self, action: Action) -> list[Event]:
        """Do a legal action; what happened."""
        state = self.state
        events = self.engine.apply(state, action)
        self.number += 1
        self.outcome = state.outcome
        if self.outcome is None:
            if self.number >= self.most:
                self.outcome = Outcome("cap", -1, f"stopped after {self.most:,} decisions")
            elif self._no_memory and state.turn >= self._round[0] + self.engine.PLAYERS:
                if state.changes == self._round[1]:
                    self.outcome = _STALEMATE
                self._round = state.turn, state.changes
        return events

    def copy(self) -> Match:
        """The match at this point, to come back to."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        return other


_STALEMATE = Outcome("stalemate", -1, "a whole round changed nothing, and no rule ends the match")


def play_match(
    engine: Engine[Any],
    agents: Sequence[Agent],
    seed: int,
    watch: Callable[[State, Step], None] | None = None,
    record: MatchRecord | None = None,
    most: int = MOST_DECISIONS,
) -> tuple[Outcome, State]:
    """Play a match between agents to its end; `watch` sees each step and the state after it."""
    match = Match(engine, agents, seed, most)
    while match.outcome is None:
        number, player = match.number, match.state.decider
        action = match.action()
        if action is None:
            break
        text = engine.text(match.state, action) if record is not None or watch is not None else ""
        if record is not None:
            if number % DIGEST_EVERY == 0:
                record.digests.append(match.state.digest())
            record.actions.append(text)
        events = match.do(action)
        if watch is not None:
            watch(match.state, Step(number, player, action, text, events))
    assert match.outcome is not None
    if record is not None:
        record.outcome, record.turns = match.outcome, match.state.turn
    return match.outcome, match.state
