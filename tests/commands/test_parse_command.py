"""`cardtools parse`: from an effect text back to its template and values."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def game(write) -> None:
    write("effects/all_effect_templates.txt", "Draw <number> card(s).\nDestroy one <unit>.\nGain <a><a#2>.\n")
    write("placeholders/number.txt", "one\ntwo\n")
    write("placeholders/type.txt", "fire\nair\n")
    write("placeholders/unit.txt", "<type> unit\nunit\n")
    write("placeholders/a.txt", "_\nx\n")
    write("placeholders/phrase_replacements.txt", "one card(s): one card\ncard(s): cards\n")
    write("placeholders/combinations_to_remove.txt", "fire unit\n")


def test_the_template_its_place_and_the_values_are_shown(cardtools, game) -> None:
    outcome = cardtools("parse", "Destroy one air unit.")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        "effects/all_effect_templates.txt:2:1: Destroy one <unit>.\n  <unit> = air unit\n    <type> = air\n"
    )


def test_the_text_is_that_of_the_finished_list(cardtools, game) -> None:
    assert cardtools("parse", "Draw one card.").code == 0
    assert cardtools("parse", "Draw one card(s).").code == 1


def test_every_way_is_shown_up_to_the_limit(cardtools, game) -> None:
    place = "effects/all_effect_templates.txt:3:1: Gain <a><a#2>.\n"
    both = f"{place}  <a> = (nothing)\n  <a#2> = x\n{place}  <a> = x\n  <a#2> = (nothing)\n"
    assert cardtools("parse", "Gain x.").out == both
    assert cardtools("parse", "Gain x.", "-n", "1").out.endswith("and more: only 1 way is shown\n")


def test_the_nearest_template_and_effect_are_told(cardtools, game) -> None:
    outcome = cardtools("parse", "Draw six cards.")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == (
        "no template makes this text; the nearest is\n"
        "effects/all_effect_templates.txt:1:1: Draw <number> card(s).\n"
        '  word 2 "six": expected <number>: one or two\n'
        '  did you mean "Draw two cards."?\n'
    )


def test_a_dropped_combination_is_told(cardtools, game) -> None:
    outcome = cardtools("parse", "Destroy one fire unit.")
    assert outcome.code == 1
    assert "  every effect that contains 'fire unit' is dropped\n" in outcome.out


def test_json_has_the_same(cardtools, game) -> None:
    found = json.loads(cardtools("parse", "--format=json", "Destroy one air unit.").out)
    assert found == {
        "text": "Destroy one air unit.",
        "found": True,
        "matches": [
            {
                "template": "Destroy one <unit>.",
                "place": "effects/all_effect_templates.txt:2:1",
                "index": 1,
                "expanded": "Destroy one air unit.",
                "bindings": [
                    {
                        "slot": "<unit>",
                        "text": "air unit",
                        "inside": [{"slot": "<type>", "text": "air", "inside": []}],
                    }
                ],
            }
        ],
    }
    missed = json.loads(cardtools("parse", "--format=json", "Draw six cards.").out)
    assert (missed["found"], missed["matches"]) == (False, [])
    assert missed["nearest"] == {
        "template": "Draw <number> card(s).",
        "place": "effects/all_effect_templates.txt:1:1",
        "word": 2,
        "message": 'word 2 "six": expected <number>: one or two',
        "expected": [{"slot": "<number>", "words": ["one", "two"]}],
        "dropped_by": None,
        "did_you_mean": "Draw two cards.",
    }


def test_another_template_file_can_be_given(cardtools, game, write) -> None:
    write("mine.txt", "Mill <number> card(s).\n")
    assert cardtools("parse", "-f", "mine.txt", "Mill two cards.").out.startswith("mine.txt:1:1: Mill")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" ", 'TEXT is empty: give an effect, such as "Draw two cards."'),
        ("a\nb", "TEXT is one effect on one line."),
    ],
)
def test_a_text_that_is_none_is_refused(cardtools, game, text: str, message: str) -> None:
    outcome = cardtools("parse", text)
    assert outcome.code == 2
    assert message in outcome.err


def test_missing_templates_are_told(cardtools, folder) -> None:
    (folder / "placeholders").mkdir()
    outcome = cardtools("parse", "Draw one card.")
    assert (outcome.code, outcome.err) == (
        2,
        "effects/all_effect_templates.txt: no such file\n  help: there is no folder effects either\n",
    )
