"""What people read while they play: actions, questions, the log and the names of agents."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from engines import GAMES, sample
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cases
from tables import Table

import cardtools
from cardtools.play.agents import IN_WORDS, GreedyAgent, RandomAgent, agent_in_words
from cardtools.play.match import Match
from cardtools.play.state import Event
from cardtools.play.view import action_in_words, event_in_words, view

each_game = pytest.mark.parametrize("name", GAMES)


def said(table: Table) -> list[str]:
    """What the decider reads that can be done."""
    return [action_in_words(table.game, table.state, one) for one in table.game.legal_actions(table.state)]


@each_game
@given(seed=st.integers(0, 10**6), is_greedy=st.booleans())
@settings(max_examples=cases(4))
def test_every_action_and_question_reads_as_a_sentence_of_its_own(
    name: str, seed: int, is_greedy: bool
) -> None:
    engine = sample(name)
    match = Match(engine, (GreedyAgent() if is_greedy else RandomAgent(), RandomAgent()), seed)
    while match.outcome is None and match.number < 120 and (action := match.action()) is not None:
        texts = [action_in_words(engine, match.state, one) for one in engine.legal_actions(match.state)]
        assert len(set(texts)) == len(texts), texts
        for text in texts:
            assert re.fullmatch(r'[A-Z][^"{}\[\]]*\w', text), text
            assert not re.search(r"->| {2}|None|\bopposing\b|\beffect \d|\bability \d", text), text
        for viewer in (-1, 0, 1):
            asked = view(engine, match.state, viewer)["question"]
            assert re.fullmatch(r"[A-Z].*[\w?.)]", asked), asked
            assert not re.search(r"[{}\[\]]| {2}|None|\bthe opponent's the opponent\b", asked), asked
        match.do(action)


def test_an_action_says_whose_card_it_is_about_where_both_have_one() -> None:
    beetles = "Market Beetles"
    table = Table(
        "kingdom", field=((beetles, "Moat Carp"), (beetles, "Hedge Baron")), hand=(("Trapdoor",), ())
    )
    assert "Play Trapdoor" in said(table)
    table.do('play "Trapdoor"')
    assert said(table) == [
        "Choose your Market Beetles", "Choose Moat Carp", "Choose the opponent's Market Beetles",
        "Choose the opponent's Hedge Baron",
    ]  # fmt: skip
    two = Table("kingdom", field=((beetles, beetles), ("Moat Carp",)), hand=(("Trapdoor",), ()))
    assert said(two.do('play "Trapdoor"'))[:2] == [
        "Choose Market Beetles in slot 1", "Choose Market Beetles in slot 2",
    ]  # fmt: skip


def test_a_question_says_which_effect_asks_and_what_the_choice_is_for() -> None:
    table = Table("kingdom", field=(("Moat Carp",), ("Hedge Baron",)), hand=(("Trapdoor",), ()))
    state = table.do('play "Trapdoor"').state
    own, other = (view(table.game, state, viewer)["question"] for viewer in (0, 1))
    assert own == "Choose a card for Trapdoor: destroy target creature"
    assert other == "Choose a card for Trapdoor"  # after whose turn it is; the words speak to the chooser
    assert table.game.question(state.copy()) == own  # taking back keeps it
    assert state.copy().values() == state.values()


def test_a_window_says_what_it_is_a_response_to() -> None:
    hand = (("Trapdoor",), ("Trapdoor",))
    table = Table("kingdom", field=(("Moat Carp",), ("Hedge Baron",)), hand=hand)
    state = table.do('play "Trapdoor"', 'choose "Hedge Baron" in opposing 1').state
    assert view(table.game, state, 1)["question"] == "Answer the opponent's Trapdoor with a spell, or pass"
    assert view(table.game, state, 0)["question"] == "Answer your Trapdoor with a spell, or pass"


def test_the_log_says_whose_card_it_was_and_whom_an_effect_is_aimed_at() -> None:
    engine = sample("alpha")
    names = [{engine.cards[card].name for card in deck} for deck in engine.decks]
    both = sorted(names[0] & names[1])[0]
    mine, theirs = (next(card for card in deck if engine.cards[card].name == both) for deck in engine.decks)

    def read(*parts: Any, viewer: int = 0, players: Sequence[str] = ("You", "Greedy")) -> str:
        return event_in_words(engine, Event(*parts), viewer, players)

    assert read("attack", 0, mine, (theirs,)) == f"Your {both} attacks Greedy's {both}."
    assert read("attack", 0, mine, (theirs,), viewer=-1, players=("Greedy 1", "Greedy 2")) == (
        f"Greedy 1's {both} attacks Greedy 2's {both}."
    )
    assert read("destroy", 1, theirs) == f"Greedy's {both} is destroyed."
    assert read("summon", 0, mine, (2,)) == f"You summon {both} in slot 3."
    assert read("use", 1, theirs, ((mine,),)) == f"Greedy uses {both} on your {both}."
    assert read("use", 1, theirs, ((),)) == f"Greedy uses {both}."
    alone = next(card for card in engine.decks[0] if engine.cards[card].name not in names[1])
    assert read("destroy", 0, alone) == f"{engine.cards[alone].name} is destroyed."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("greedy", ("Greedy", "takes the best it sees")),
        ("search:20", ("Search", "plays ahead, slow and strong, with 20 tries a decision")),
        ("greedy without attack", ("Greedy", "takes the best it sees, but never does: attack")),
        ("moods:Brave", ("Brave", "is an agent of its own, moods:Brave")),
    ],
)
def test_agents_have_names_and_a_strength_in_words(text: str, words: tuple[str, str]) -> None:
    assert agent_in_words(text) == words


def test_the_studio_offers_agents_by_the_same_words() -> None:
    script = (Path(cardtools.__file__).parent / "pages/studio/web/pages/play.js").read_text("utf-8")
    found = re.search(r"AGENTS = (\[\[.*\]\]);", script)
    assert found
    assert json.loads(found[1]) == [[name, ": ".join(words)] for name, words in IN_WORDS.items()]
