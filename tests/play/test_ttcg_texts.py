"""Matches of the TTCG with cards whose texts are taken from all templates of the sample game by chance."""

from __future__ import annotations

import laws
import pytest
from engines import compiler

from cardtools.play.agents import Agent, GreedyAgent, RandomAgent
from cardtools.play.engine import CardText, Definition
from cardtools.play.games.ttcg import TtcgEngine
from cardtools.play.match import play_match
from cardtools.play.streams import Stream

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


@pytest.mark.parametrize("seed", range(12))
def test_matches_end_whatever_cards_say(seed: int) -> None:
    game = engine(seed)
    agents: tuple[Agent, Agent] = (RandomAgent(), GreedyAgent())
    for first in (0, 1):
        outcome, _ = play_match(game, (agents[first], agents[1 - first]), seed)
        assert outcome.kind in ("win", "draw")
