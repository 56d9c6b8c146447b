"""A match between agents: who decides, what is recorded, and when it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtools.ground.spelling import counted
from cardtools.play.agents import Agent, AgentError
from cardtools.play.engine import Action, Engine
from cardtools.play.state import Event, Outcome, State
from cardtools.play.streams import Stream, stream_key

DIGEST_EVERY = 25
# A decision of a player begins at this place of the player's stream: its number in the match times 2^32.
WORDS = 32
MOST_DECISIONS = 5000
# Rounds without a change that are a stalemate: players without memory would repeat the first for ever; others
# may yet do something else.
ROUNDS = {True: 1, False: 10}
# Reasons of a stalemate.
NO_CHANGE = "nothing changed for {}, and no rule ends the match"
NO_ACTION = "there is no legal action, and no rule ends the match"


class Step(NamedTuple):
    """A decision of a match: who chose what, what happened, and among how many actions it was chosen."""

    number: int
    player: int
    action: Action
    text: str
    events: list[Event]
    choices: Sequence[Action] = ()


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

    `outcome` is that of the state, or of what stopped the match. Where nothing changes any more it is a
    stalemate: after one round if all agents have no memory, which would repeat it for ever, else after ten;
    so is a state without a legal action. `most` decisions are a cap; an agent that raises AgentError, or
    chooses what is not legal, loses by a fault. A seat without an agent is a person's.

    `choices` are the actions that the decider has, as `legal_actions` lists them. What is done is noted in
    the `record`, if one is given.
    """

    def __init__(
        self,
        engine: Engine[Any],
        agents: Sequence[Agent | None],
        seed: int,
        most: int = MOST_DECISIONS,
        record: MatchRecord | None = None,
    ) -> None:
        self.engine, self.agents, self.seed, self.most, self.record = engine, agents, seed, most, record
        self.state: Any = engine.start(seed)
        self.outcome: Outcome | None = self.state.outcome
        self.number = 0
        self._keys = [stream_key(seed, "agent", player) for player in range(engine.players)]
        self._rounds = ROUNDS[all(agent is not None and agent.has_no_memory for agent in agents)]
        self._turn, self._changes = self.state.turn, self.state.changes  # when something changed last
        self._random = Stream(0)  # one object for all decisions: most of them need a number or none
        self.choices: Sequence[Action] = ()

    def action(self, agent: Agent | None = None) -> Action | None:
        """What the agent who decides chooses, or another one in its place; None where the match is over,
        because of a fault or because there is nothing to choose. An action that is the only legal one is not
        asked for.
        """
        engine, state = self.engine, self.state
        player = state.decider
        actions = self.choices = engine.legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        if not actions:
            self.outcome = Outcome("stalemate", -1, NO_ACTION)
            return None
        chooser = agent or self.agents[player]
        assert chooser is not None
        random = self._random
        random.key, random.used = self._keys[player], self.number << WORDS
        try:
            seen = engine.observation(state, player) if chooser.sees else None
            action = chooser.choose(engine, seen, actions, random)
            if action not in actions and (why := engine.illegal(state, action)):
                raise AgentError(f"{action!r}: {why}")
        except AgentError as fault:
            self.outcome = Outcome.of("fault", engine.opponents[player], f"{chooser.name}: {fault}")
            return None
        return action

    def do(self, action: Action) -> list[Event]:
        """Do a legal action; what happened."""
        state = self.state
        if self.record is not None:
            if self.number % DIGEST_EVERY == 0:
                self.record.digests.append(state.digest())
            self.record.actions.append(self.engine.text(state, action))
        events = self.engine.apply(state, action)
        self.number += 1
        self.outcome = state.outcome
        if self.outcome is None:
            if self.number >= self.most:
                self.outcome = Outcome("cap", -1, f"stopped after {self.most:,} decisions")
            elif state.changes != self._changes:
                self._turn, self._changes = state.turn, state.changes
            elif state.turn > self._turn + self._rounds * self.engine.players:
                reason = NO_CHANGE.format(counted(self._rounds, "round"))
                self.outcome = Outcome("stalemate", -1, reason)
        return events

    def copy(self) -> Match:
        """The match at this point, to come back to."""
        other = copy(self)
        other.state = self.state.copy()
        return other


def play_match(
    engine: Engine[Any],
    agents: Sequence[Agent],
    seed: int,
    watch: Callable[[State, Step], None] | None = None,
    record: MatchRecord | None = None,
    most: int = MOST_DECISIONS,
) -> tuple[Outcome, State]:
    """Play a match between agents to its end; `watch` sees each step and the state after it."""
    match = Match(engine, agents, seed, most, record)
    return finish(match, watch), match.state


def finish(match: Match, watch: Callable[[State, Step], None] | None = None) -> Outcome:
    """Play a match that has begun to its end, as `play_match` does."""
    while match.outcome is None and (action := match.action()) is not None:
        if watch is None:
            match.do(action)
        else:
            number, player, text = match.number, match.state.decider, match.engine.text(match.state, action)
            events = match.do(action)
            watch(match.state, Step(number, player, action, text, events, match.choices))
    assert match.outcome is not None
    if match.record is not None:
        match.record.outcome, match.record.turns = match.outcome, match.state.turn
    return match.outcome
