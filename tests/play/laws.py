"""Laws that every engine keeps to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from cardtools.play.agents import GreedyAgent, RandomAgent
from cardtools.play.engine import Engine
from cardtools.play.match import Match, MatchRecord, Step, play_match
from cardtools.play.state import HIDDEN, State
from cardtools.play.streams import Stream, stream_key


def permuted(engine: Engine[Any], state: Any, viewer: int, random: Stream) -> State:
    """Another state that looks the same to a viewer: what is hidden from him changes places."""
    other: State = state.copy()
    known = {c for c, who in enumerate(state.known) if viewer in who} if state.HAS_KNOWN else set()
    for side in range(-1, engine.players):
        sees = {"all": True, "owner": side == viewer, "others": side != viewer, "nobody": False}
        places = [
            (pile, place)
            for part in state.PARTS
            if part.has_cards and not sees[part.seen]
            for whose, pile in part.piles(getattr(other, part.name))
            for place, card in enumerate(pile)
            if whose == side and card not in known
        ]
        cards = [pile[place] for pile, place in places]
        random.shuffle(cards)
        for (pile, place), card in zip(places, cards, strict=True):
            if state.HAS_KNOWN:  # who peeked at the place has seen the other card
                other.known[card] = state.known[pile[place]]
            pile[place] = card
    return other


def steps_keep_to_the_laws(engine: Engine[Any], seeds: Iterable[int], each: int = 20) -> None:
    """In random matches cards are conserved, hidden ones stay hidden, copies are independent, actions can be
    read back, and the match ends: by its rules, or as a stand-off that they never end. What costs time is
    looked at before `each` so many steps.
    """
    everything = Counter(range(len(engine.cards)))
    for seed in seeds:
        random = Stream(stream_key(seed, "test"))
        match = Match(engine, [RandomAgent()] * engine.players, seed)
        state = match.state
        while match.outcome is None:
            assert Counter(card for _, _, card in state.places()) == everything
            actions = engine.legal_actions(state)
            assert actions
            assert len({engine.text(state, one) for one in actions}) == len(actions)
            every = engine.legal_actions(state, every=True)
            assert set(actions) <= set(every)
            action = actions[random.below(len(actions))]
            assert engine.parse(state, engine.text(state, action)) is not None
            if match.number % each == 0:
                seen = engine.observation(state, state.decider)
                assert engine.legal_actions(seen) == actions
                for viewer in range(engine.players):
                    seen = engine.observation(state, viewer)
                    again = engine.observation(permuted(engine, state, viewer, random), viewer)
                    assert again.values() == seen.values()
                    assert all(card != HIDDEN for p, s, card in seen.places() if p.seen == "all")
                    guess = engine.determinise(seen, random)
                    assert Counter(card for _, _, card in guess.places()) == everything
                    assert engine.observation(guess, viewer).values() == seen.values()
                before = state.digest()
                for tried in actions:
                    copy = state.copy()
                    engine.apply(copy, tried)
                    assert state.digest() == before
            copy = state.copy()  # what a state remembers of what follows from its parts is right
            assert engine.apply(copy, action) == match.do(action)
            assert copy.digest() == state.digest()
            assert copy.outcome or engine.legal_actions(copy.copy()) == engine.legal_actions(state)
        assert match.outcome.kind != "cap"
        assert state.outcome is None or engine.legal_actions(state) == []


def the_same_seed_is_the_same_match(engine: Engine[Any], seed: int = 3) -> None:
    """And its actions, read back from their texts, give the same states."""
    for agent in (RandomAgent(), GreedyAgent()):
        records = []
        for _ in range(2):
            record = MatchRecord(seed)
            play_match(engine, [agent] * engine.players, seed, record=record)
            records.append(record)
        assert records[0] == records[1]
        # A match is its actions: read back from their texts they give the same states.
        state = engine.start(seed)
        for number, text in enumerate(records[0].actions):
            if number % 25 == 0:
                assert state.digest() == records[0].digests[number // 25]
            action = engine.parse(state, text)
            assert action is not None
            engine.apply(state, action)


def greedy_players_beat_random_ones(engine: Engine[Any]) -> None:
    """In both seats."""
    heuristic, chance = GreedyAgent(), RandomAgent()
    won = 0
    for seed in range(40):
        for seat in (0, 1):
            agents = (heuristic, chance) if seat == 0 else (chance, heuristic)
            outcome, _ = play_match(engine, agents, seed)
            won += outcome.winner == seat
    assert won >= 0.8 * 80


def steps_are_seen_in_order(engine: Engine[Any]) -> None:
    """By whoever watches a match."""
    steps: list[Step] = []
    play_match(engine, [RandomAgent()] * engine.players, 1, watch=lambda _, step: steps.append(step))
    assert [step.number for step in steps] == list(range(len(steps)))
    assert any(step.events for step in steps)
