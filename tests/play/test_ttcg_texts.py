"""Matches of the TTCG with cards whose texts are taken from all templates of the sample game by chance."""

from __future__ import annotations

import laws
import pytest
from engines import compiler

from cardtools.play.agents import Agent, GreedyAgent, RandomAgent
from cardtools.play.engine import CardText, Definition
from cardtools.play.games.ttcg import TtcgEngine
from cardtools.play.match import Match, play_match
from cardtools.play.streams import Stream, stream_key

TYPES = ("Earth", "Water", "Fire", "Light")
SUBTYPES = ("Dragon", "Beast", "Warrior", "Machine", "Ghost", "Insect", "Fairy", "Undead")
STYLES = ("Normal", "Latent", "Passive", "Continuous")


def text(template: int, random: Stream) -> CardText:
    """What a template says with values by chance."""
    combinations = compiler().parser.combinations
    first, end = ([0, *combinations.ends][template : template + 2]) if template else (0, combinations.ends[0])
    found = combinations.nth(first + random.below(end - first))
    program = compiler().programs.of(found.template, found.bindings)
    assert program is not None
    return CardText(found.text, program.abilities)


def card(number: int, random: Stream) -> Definition:
    """A card with two texts; over all numbers every template is used."""
    templates = len(compiler().parser.combinations.ends)
    is_spell = random.below(3) == 0
    texts = tuple(text((2 * number + place) % templates, random) for place in (0, 1))
    values = {
        "type": "Spell" if is_spell else random.pick(TYPES),
        "subtypes": () if is_spell else (random.pick(SUBTYPES), random.pick(SUBTYPES)),
        "rank": random.pick((1, 1, 1, 2, 2, 3)),
        "attack": 50 * random.below(16),
        "defense": 50 * random.below(16),
        "styles": (random.pick(STYLES), random.pick(STYLES)),
    }
    return Definition(f"Card {number}", frozenset({"spell" if is_spell else "unit"}), values, texts)


def engine(seed: int) -> TtcgEngine:
    """A game of two decks of 28 cards each twice; untapping in every other one."""
    random = Stream(seed)
    cards = [card(28 * 2 * seed + number, random) for number in range(56)]
    decks = [{"main": [one for one in part for _ in (0, 1)]} for part in (cards[:28], cards[28:])]
    return TtcgEngine(decks, {"untap": ("never", "owner_start")[seed % 2]})


@pytest.mark.parametrize("seed", range(4))
def test_laws_hold_whatever_cards_say(seed: int) -> None:
    laws.steps_keep_to_the_laws(engine(seed), range(2))


# What cannot be known before it is done: what lies on top of the deck, and in the opponent's hand.
UNKNOWN = ("Mill", "Reveal", "Let your opponent play")


def words(game: TtcgEngine, card: int, place: int) -> str:
    """The text that an ability is of."""
    texts = [text.words for text in game.cards[card].texts for _ in text.abilities]
    return texts[place]


@pytest.mark.parametrize("seed", range(16))
def test_what_is_offered_can_be_performed_whole(seed: int) -> None:
    """Unless somebody responds, or it is the first time that one can know."""
    game = engine(seed)
    random = Stream(stream_key(seed, "test"))
    match = Match(game, [RandomAgent(), RandomAgent()], seed)
    while match.outcome is None:
        actions = game.legal_actions(match.state)
        for action in actions:
            if action[0] not in ("use", "use_hand") or match.state.chain:
                continue
            card, text = action[1], words(game, action[1], action[-1])
            if text.startswith(UNKNOWN):
                continue
            state = match.state.copy()
            events = list(game.apply(state, action))
            while state.choice is not None and "resolve" not in [event.kind for event in events]:
                answers = game.legal_actions(state)
                answer = answers[random.below(len(answers))]
                events += game.apply(state, ("pass",) if ("pass",) in answers else answer)
            mine = [event.kind for event in events if event.card == card]
            others = [event for event in events if event.kind == "activate" and event.card != card]
            assert others or "fizzle" not in mine, text
        match.do(actions[random.below(len(actions))])


@pytest.mark.parametrize("seed", range(12))
def test_matches_end_whatever_cards_say(seed: int) -> None:
    game = engine(seed)
    agents: tuple[Agent, Agent] = (RandomAgent(), GreedyAgent())
    for first in (0, 1):
        outcome, _ = play_match(game, (agents[first], agents[1 - first]), seed)
        assert outcome.kind in ("win", "draw")
