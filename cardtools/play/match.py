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
    events: list[Event]


@dataclass(slots=True)
class Record:
    """What happened in a match, as far as a replay needs it: `digests` are those of the states before every
    25th action.
    """

    seed: int
    actions: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    outcome: Outcome | None = None
    turns: int = 0


def play_match(
    engine: Engine[Any],
    agents: Sequence[Agent],
    seed: int,
    watch: Callable[[State, Step], None] | None = None,
    record: Record | None = None,
    most: int = MOST_DECISIONS,
) -> tuple[Outcome, State]:
    """Play a match to its end; `watch` sees each step and the state after it.

    An action that is the only legal one is not asked for. A round in which agents without memory change
    nothing is a stalemate, because no rule would end it; after `most` decisions the match is stopped. An
    agent that raises AgentError, or chooses what is not legal, loses.
    """
    state = engine.start(seed)
    keys = [stream_key(seed, "agent", player) for player in range(engine.PLAYERS)]
    no_memory = all(agent.has_no_memory for agent in agents)
    round_began, changes = state.turn, state.changes
    number = 0
    while (outcome := state.outcome) is None:
        if number >= most:
            outcome = Outcome("cap", -1, f"stopped after {most:,} decisions")
            break
        if no_memory and state.turn >= round_began + engine.PLAYERS:
            if state.changes == changes:
                outcome = Outcome(
                    "stalemate", -1, "a whole round changed nothing, and no rule ends the match"
                )
                break
            round_began, changes = state.turn, state.changes
        player = state.decider
        actions = engine.legal_actions(state)
        action = actions[0]
        if len(actions) > 1:
            agent, random = agents[player], Stream(mix(keys[player] + number & ALL))
            try:
                seen = engine.observation(state, player) if agent.sees else None
                action = agent.choose(engine, seen, actions, random)
                if action not in actions and engine.illegal(state, action):
                    raise AgentError(f"{action!r} is not legal")
            except AgentError as fault:
                outcome = Outcome("fault", 1 - player, f"{agents[player].name}: {fault}")
                break
        if record is not None:
            if number % DIGEST_EVERY == 0:
                record.digests.append(state.digest())
            record.actions.append(engine.text(action))
        events = engine.apply(state, action)
        if watch is not None:
            watch(state, Step(number, player, action, events))
        number += 1
    if record is not None:
        record.outcome, record.turns = outcome, state.turn
    return outcome, state
