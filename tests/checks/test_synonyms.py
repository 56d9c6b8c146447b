"""Words of other games: synonyms in every form, what a game has not, abilities, columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import read_cards
from cardtools.checks.texts.english import DOUBTFUL, SYNONYMS, all_terms
from cardtools.checks.texts.text_checks import TextChecks
from cardtools.checks.validate import validate
from cardtools.ground.errors import InputError
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]
GAMES = ("kingdom", "mana", "ttcg")


@cache
def language(game: str) -> TextChecks:
    return TextChecks(built_in_ruleset(game), {"Graveyard Shift", "Trash"})


def codes(text: str, game: str) -> list[str]:
    return [slip.check.code for slip in language(game).slips(text)]


WORDS = sorted(word for group in SYNONYMS[:3] for word in group if word not in DOUBTFUL)


@given(st.sampled_from(GAMES), st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_every_word_for_the_thing_of_another_game_is_found_in_every_form(
    game: str, word: str, other: str
) -> None:
    own = {"discard pile", "graveyard", "opponent", "deck"} - set(built_in_ruleset(game).text.entry.terms)
    for text in (f"Look at the {word}.", f"Look at that {word}'s top card.", f"Look at all {word}s."):
        if word in own or word.endswith("y"):
            continue
        assert "TXT010" in codes(text, game), text
        corrected = language(game).correct(text)
        assert corrected is None or "TXT010" not in codes(corrected, game)


@pytest.mark.parametrize("game", GAMES)
def test_a_term_leads_to_a_word_that_is_no_term(game: str) -> None:
    ruleset = built_in_ruleset(game)
    terms = all_terms(ruleset.text.entry.terms, ruleset.text.entry.words)
    assert not set(terms) & {new.lower() for new in terms.values()}


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("Discard a card, then your opponent discards two.", "kingdom"),
        ("Trash talk costs one life point.", "kingdom"),
        ("Graveyard Shift loses one life point.", "kingdom"),
        ("Draw cards until you reach seven.", "mana"),
        ("Look at the top card of your main deck.", "mana"),
        ("Return target creature that has Reach to its owner's hand.", "mana"),
        ("Add one spell card from your discard pile to your hand.", "ttcg"),
        ("Discard one card to draw two cards.", "ttcg"),
    ],
)
def test_what_only_looks_like_a_word_of_another_game_is_not_reported(text: str, game: str) -> None:
    assert codes(text, game) == []


ABILITIES = """\
[ruleset]
id = "small"
version = "1"
[card]
forbidden = { ELEMENT = "remove it", "Hit points" = "write it into LIFE" }
[vocabulary.ability]
values = ["Flying", "Double Strike"]
undocumented = ["Reach"]
[fields.NAME]
[fields.ABILITIES]
type = "list"
vocabulary = "ability"
[fields.TEXT]
[text]
columns = ["TEXT"]
keywords = "ABILITIES"
"""


def told(write: Write, cards: str) -> list[str]:
    write("small.toml", ABILITIES)
    rules = load_ruleset("small.toml", Path())
    return [f"{one.code} {one.message}" for one in validate(read_cards(Path("c.csv"), rules, cards), rules)]


@pytest.mark.parametrize(
    ("abilities", "text", "expected"),
    [
        ("", "Flying", ["TXT029 A: TEXT says Flying, ABILITIES does not"]),
        ("Flying", "Flying. Double strike, reach.", [
            "TXT029 A: TEXT says Double Strike, ABILITIES does not",
            'TXT028 A: TEXT says "reach": the rules do not say yet what it does',
        ]),
        ("Flying", "Flying (It flies over Haste.)", []),
        ("", "Another card gains flying and haste.", [
            'TXT028 A: TEXT says "haste": the rules have no such ability',
        ]),
        ("", "Give each card menace until you reach seven.", [
            'TXT028 A: TEXT says "menace": the rules have no such ability',
        ]),
        ("", "Another card has Flying.", []),
    ],
)  # fmt: skip
def test_abilities_are_those_of_the_rules_and_stand_in_their_column(
    write: Write, abilities: str, text: str, expected: list[str]
) -> None:
    assert sorted(told(write, f'NAME;ABILITIES;TEXT\nA;{abilities};"{text}"\n')) == sorted(expected)


@pytest.mark.parametrize("heading", ["ELEMENT", "element", "Elements", "Element ", "HIT_POINTS", "hitpoint"])
def test_a_column_that_the_game_has_nothing_for_is_reported_once_where_it_is_filled(
    write: Write, heading: str
) -> None:
    (one,) = told(write, f"NAME;ABILITIES;TEXT;{heading}\nA;;Fly.;1\nB;;Go.;2\n")
    assert one == f"CSV022 the column {heading.strip()} is for what this game has not"
    assert told(write, f"NAME;ABILITIES;TEXT;{heading}\nA;;Fly.;\nB;;Go.; \n") == []


@pytest.mark.parametrize("name", ["TEXT", "ABILITY"])
def test_the_column_of_abilities_is_a_list_of_known_words(write: Write, name: str) -> None:
    write("small.toml", ABILITIES.replace('keywords = "ABILITIES"', f'keywords = "{name}"'))
    with pytest.raises(InputError, match=r"small.toml:16:\d+: .*(is not a list|unknown column)"):
        load_ruleset("small.toml", Path())
