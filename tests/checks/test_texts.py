"""The words of card texts: each slip is found and put right, and good English is left alone."""

from __future__ import annotations

import re
from functools import cache

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st

from cardtools.checks.texts.text_checks import TextChecks
from cardtools.checks.texts.words import TextWords
from cardtools.ground.catalogue import catalogue
from cardtools.project.project import find_project
from cardtools.project.starter import starter_folder
from cardtools.steps import effect_lists as stage


@cache
def language(game: str, *names: str) -> TextChecks:
    return TextChecks(built_in_ruleset(game), names)


@cache
def sample_effects() -> tuple[str, ...]:
    """The list of the sample game, which is correct English."""
    project = find_project(starter_folder())
    settings = project.settings.effects
    templates = stage.read_template_file(project.path(settings.templates))
    sources = stage.read_sources(project.root, settings)
    return tuple(stage.list_effects(stage.plan_effects(templates, sources, settings)))


def codes(text: str, game: str = "ttcg", *names: str) -> list[str]:
    return list(dict.fromkeys(slip.check.code for slip in language(game, *names).slips(text)))


@pytest.mark.parametrize(
    ("code", "text", "right"),
    [
        ("TXT001", "Draw two cards", "Draw two cards."),
        ("TXT001", "Draw two cards,", "Draw two cards."),
        ("TXT001", "Draw one card. Gain one point.", None),
        ("TXT001", "Draw two <b>cards</b>", None),
        ("TXT002", "draw two cards.", "Draw two cards."),
        ("TXT003", "Destroy one Reptile unit.", "Destroy one reptile unit."),
        ("TXT003", "Destroy one fire Unit and draw Two cards.", "Destroy one fire unit and draw two cards."),
        ("TXT006", "Draw two card.", "Draw two cards."),
        ("TXT006", "Draw 2 card.", "Draw 2 cards."),
        ("TXT006", "Discard one cards to draw one card.", "Discard one card to draw one card."),
        ("TXT006", "Destroy one of your water unit.", "Destroy one of your water units."),
        ("TXT006", "Destroy one of your opponent's spell.", "Destroy one of your opponent's spells."),
        ("TXT006", "Destroy two rank 2 or lower fire unit on the field.",
         "Destroy two rank 2 or lower fire units on the field."),
        ("TXT006", "Destroy one rank 3 units.", "Destroy one rank 3 unit."),
        ("TXT006", "If you control two or more dragon unit, draw one card.",
         "If you control two or more dragon units, draw one card."),
        ("TXT006", "Gain three point.", "Gain three points."),
        ("TXT006", "Destroy all unit your opponent controls.", "Destroy all units your opponent controls."),
        ("TXT006", "Destroy another units on the field.", "Destroy another unit on the field."),
        ("TXT006", "Draw two card, then discard one card.", "Draw two cards, then discard one card."),
        ("TXT006", "This units cannot be destroyed.", None),
        ("TXT007", "Draw one card if you own a avian unit.", "Draw one card if you own an avian unit."),
        ("TXT007", "An fire card gains 50 attack.", "A fire card gains 50 attack."),
        ("TXT007", "Rank up an unit you control.", "Rank up a unit you control."),
        ("TXT008", "Destroy one unit on your opponents side of the field.",
         "Destroy one unit on your opponent's side of the field."),
        ("TXT008", "Skip your opponents draw phase.", "Skip your opponent's draw phase."),
        ("TXT008", "Double this cards rank.", "Double this card's rank."),
        ("TXT008", "When this cards attack is doubled, draw one card.", None),
        ("TXT008", "Double it's attack.", "Double its attack."),
        ("TXT008", "Return two units to their owners hands.", "Return two units to their owners' hands."),
        ("TXT008", "Return one unit to its owners hand.", "Return one unit to its owner's hand."),
        ("TXT009", "Destroy one targetted unit.", "Destroy one targeted unit."),
        ("TXT009", "Recieve one card.", "Receive one card."),
        ("TXT010", "Destroy one creature.", "Destroy one unit."),
        ("TXT010", "Add all Creatures in your graveyards to your hand.",
         "Add all units in your discard piles to your hand."),
        ("TXT010", "Level up one unit you control.", "Rank up one unit you control."),
        ("TXT011", "Destroy one <typpes> unit.", None),
        ("TXT011", "Destroy one rank <rank+1> unit.", None),
        ("TXT012", "Draw two card(s).", "Draw two cards."),
        ("TXT012", "Draw one additional card(s).", "Draw one additional card."),
        ("TXT012", "Lose X point(s) to draw one card.", None),
        ("TXT013", "Draw two two cards.", "Draw two cards."),
        ("TXT013", "Draw draw two cards.", "Draw two cards."),
        ("TXT013", "When a unit attacks, destroy it it.", None),
        ("TXT014", "Destroy one rank 6 unit.", None),
        ("TXT014", "Destroy one rank six unit.", None),
        ("TXT015", "Destroy one fier unit.", "Destroy one fire unit."),
        ("TXT015", "Destroy one spelcaster unit.", "Destroy one spellcaster unit."),
        ("TXT024", "Destroy up to one unit.", "Destroy one unit."),
    ],
)  # fmt: skip
def test_a_slip_is_found_and_put_right(code: str, text: str, right: str | None) -> None:
    assert code in codes(text)
    assert language("ttcg").correct(text) == right
    if right is not None:
        assert codes(right) == []


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("ttcg", "Swap the unit zones of two unit cards."),
        ("ttcg", "Reveal one card (of any type)."),
        ("ttcg", "If you control exactly one unit, draw one card."),
        ("ttcg", "Counter counter effects of your opponent this turn."),
        ("ttcg", "Activate one effect of a rank one unit."),
        ("ttcg", "Destroy one night unit, five cards and one shallow spell."),
        ("ttcg", "Draw two <b>cards</b>."),
        ("ttcg", "Draw one card {fire}."),
        ("ttcg", "Gain one point for each unit."),
        ("school", "Each opponent loses 1 SV."),
        ("school", "Create two 1/1 Monster tokens."),
        ("school", "Unblockable. When you cast an Instant, draw a card."),
        ("school", "An HP counter is put on a Universal Booster."),
        ("school", "Your opponents discard their hands."),
        ("school", "Destroy all Monsters your opponents control."),
        ("school", "Pay X SV: draw two cards and an extra card."),
        ("school", "Return a Student from The Pail to your hand."),
        ("mana", "Search your vault for up to two land cards, then shuffle."),
        ("mana", "Bolt deals 3 damage to each of up to two target creatures."),
        ("mana", "Two target creatures each get -1/-1 until end of turn."),
        ("mana", "First Strike, haste"),
        ("mana", "Flying\nHaste"),
        ("mana", "As long as you control an Elf, your fellow creatures get +1/+1."),
        ("kingdom", "Roll two dice; on an 8 or an 11, draw a card."),
        ("kingdom", "If two or more creatures die, draw a card."),
        ("kingdom", "If all of them die, roll a die."),
        ("kingdom", "Your deck can have any number of copies of this card."),
        ("alpha", "Deal 1 damage to target creature. Deal 1 damage to each creature."),
    ],
)
def test_good_english_is_left_alone(game: str, text: str) -> None:
    assert codes(text, game) == []


def test_the_effects_of_the_sample_game_are_left_alone() -> None:
    assert len(sample_effects()) > 10_000
    assert [effect for effect in sample_effects() if codes(effect)] == []


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("avian", "an"), ("unicorn", "a"), ("unarmed", "an"), ("umbral", "an"), ("European", "a"),
        ("use", "a"), ("one-sided", "a"), ("hour", "an"), ("house", "a"), ("honest", "an"), ("8", "an"),
        ("80", "an"), ("11", "an"), ("1", "a"), ("18th", "an"), ("HP", "an"), ("XP", "an"), ("TV", "a"),
        ("X", "an"),
        ("U-turn", "a"), ("x-ray", "an"), ("unique", "a"), ("uninjured", "an"), ("yellow", "a"),
    ],
)  # fmt: skip
def test_the_article_goes_by_the_sound(word: str, article: str) -> None:
    other = {"a": "an", "an": "a"}[article]
    assert codes(f"Take {article} {word} token.", "mana") == []
    assert language("mana").correct(f"Take {other} {word} token.") == f"Take {article} {word} token."


@pytest.mark.parametrize("word", ["historic", "herb", "npc", "unary", "ATK", "110", "MHMessage", "Élan"])
def test_of_words_that_may_be_spoken_in_two_ways_nothing_is_said(word: str) -> None:
    assert codes(f"Take a {word} and an {word}.", "mana") == []


def test_names_of_cards_keep_their_capitals() -> None:
    assert codes("Search your deck for Water Dragon and play it.", "ttcg", "Water Dragon") == []
    assert codes("Search your deck for Elder Dragon and play it.") == []
    assert codes("Search your deck for one Water Dragon card.") == ["TXT003"]


def test_information_is_no_reason_to_leave_a_text_alone() -> None:
    assert codes("Draw two cards, then discard three.") == ["TXT023"]
    assert codes("Draw three cards, then discard two.") == []
    assert codes("Lose three points to gain two points.") == ["TXT023"]
    assert codes("Move one card to your hand.") == ["TXT025"]
    assert codes("Discard one card to take one card.") == ["TXT025"]
    assert codes("Move one card to your hand.", "mana") == []
    assert language("ttcg").correct("move one card to your hand.") == "Move one card to your hand."


def test_one_slip_is_told_once() -> None:
    assert codes("Destroy two <typpes> card.") == ["TXT011"]
    assert codes("Draw two card(s) and one card(s).") == ["TXT012"]
    assert codes("Destroy one targetted targetted unit.") == ["TXT009", "TXT013"]
    assert codes("Draw two card card.") == ["TXT013"]


_TERMS = ("TXT040", "TXT041")
SPECIAL = ("TXT004", "TXT005", "TXT017", "TXT018", "TXT026", "TXT027", "TXT028", "TXT029", *_TERMS)


@pytest.mark.parametrize(
    "code", [code for code in catalogue() if code.startswith("TXT") and code not in SPECIAL]
)
def test_the_examples_of_the_catalogue_are_true(code: str) -> None:
    check = catalogue()[code]
    assert (codes(check.bad), codes(check.good)) == ([code], [])


# What people do to a text, and what undoes it again wherever it is done.
_NOUN = r"((?:\w+ ){0,4}?)(card|unit|spell|point)"
_DAMAGE = {
    "TXT001": (r"\.$", ""),
    "TXT002": (r"^[A-Z]", lambda found: found[0].lower()),
    "TXT003": (r"\b(fire|dragon|unit|card|two)\b", lambda found: found[0].title()),
    "TXT006": (rf"\bone {_NOUN}\b", lambda found: f"{found[0]}s"),
    "TXT007": (r" a ", " an "),
    "TXT008": (r"owner's", "owners"),
    "TXT009": (r"destroy", "destory"),
    "TXT010": (r"\bunit", "creature"),
    "TXT012": (r"\btwo ((?:additional |random )?)(card|point|effect)s", r"two \1\2(s)"),
    "TXT013": (r"\b(your|card|unit)\b", r"\1 \1"),
    "TXT015": (r"\bfire(?= unit)", "fier"),
}


@cache
def fitting(pattern: str) -> list[str]:
    return [effect for effect in sample_effects() if re.search(pattern, effect)]


@pytest.mark.parametrize("code", _DAMAGE)
@given(st.data())
def test_a_damaged_effect_becomes_what_it_was(code: str, data: st.DataObject) -> None:
    old, new = _DAMAGE[code]
    effect = data.draw(st.sampled_from(fitting(old)))
    damaged = re.sub(old, new, effect, count=1)
    if data.draw(st.booleans()):
        damaged = damaged[0].lower() + damaged[1:]
    assert code in codes(damaged)
    assert language("ttcg").correct(damaged) == effect


@given(st.text(st.sampled_from("aAn eE(s)<>.,'’-\n12{}cardunitfireof your"), max_size=60))
def test_any_text_is_read_and_stays_as_it_is_once_corrected(text: str) -> None:
    for game in ("ttcg", "school"):
        once = language(game).correct(text)
        if once is not None:
            assert language(game).correct(once) == once
        words = TextWords(text)
        assert [words.between(index, index) for index in range(len(words.low))] == words.written
