"""A match between two agents: who decides, what is recorded, and when it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtools.play.agents import Agent, AgentError
from cardtools.play.engine import Action, Engine
from cardtools.play.state import Event, Outcome, State
from cardtools.play.streams import ALL, Stream, mix, stream_key
from cardtools.spelling import counted

DIGEST_EVERY = 25
MOST_DECISIONS = 5000
# Rounds without a change that are a stalemate: players without memory would repeat the first for ever; others
# may yet do something else.
ROUNDS = {True: 1, False: 10}
# Reasons of a stalemate.
NO_CHANGE = "nothing changed in {} or more, and no rule ends the match"
NO_ACTION = "there is no legal action, and no rule ends the match"


class Step(NamedTuple):
    """A decision of a match: who chose what, among which actions, and what happened."""

    number: int
    player: int
    action: Action
    events: list[Event]
    actions: Sequence[Action]


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

    An action that is the only legal one is not asked for. A match in which nothing changes any more is a
    stalemate: after one round if both agents have no memory, which would repeat it for ever, else after ten.
    After `most` decisions the match is stopped. An agent that raises AgentError, or chooses what is not
    legal, loses.
    """
    state = engine.start(seed)
    keys = [stream_key(seed, "agent", player) for player in range(engine.PLAYERS)]
    rounds = ROUNDS[all(agent.has_no_memory for agent in agents)]
    round_began, changes = state.turn, state.changes
    number = 0
    while (outcome := state.outcome) is None:
        if number >= most:
            outcome = Outcome("cap", -1, f"stopped after {most:,} decisions")
            break
        if state.changes != changes:
            round_began, changes = state.turn, state.changes
        elif state.turn >= round_began + rounds * engine.PLAYERS + 1:
            outcome = Outcome("stalemate", -1, NO_CHANGE.format(counted(rounds, "round")))
            break
        player = state.decider
        actions = engine.legal_actions(state)
        if not actions:
            outcome = Outcome("stalemate", -1, NO_ACTION)
            break
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
            watch(state, Step(number, player, action, events, actions))
        number += 1
    if record is not None:
        record.outcome, record.turns = outcome, state.turn
    return outcome, state
