"""Several effects in a cell: how they are told apart, and what works effect by effect."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome

from cardtools.cards.table import read_tables
from cardtools.ground.errors import InputError, Location
from cardtools.ground.tables.csv_document import format_csv
from cardtools.language.patterns import PatternError, TextPattern
from cardtools.play.engine import CardText
from cardtools.play.load import load_cards
from cardtools.rulesets import load_ruleset
from cardtools.rulesets.effect_split import ENDS, EffectSplit

ROOT = Path(__file__).parents[2]
Write = Callable[[str, str | bytes], Path]
Cardtools = Callable[..., Outcome]
RULES = """\
[ruleset]
id = "posts"
version = "1"
[fields.NAME]
unique = true
[fields.TEXT]
[effects]
columns = ["TEXT"]
split = "line"
[effects.tag.PST101]
name = "for-owls"
column = "OWL"
message = "{NAME}: not for owls"
[text]
words = ["card"]
"""


def make_split(how: str) -> EffectSplit:
    is_pattern = how and how not in ENDS
    return EffectSplit(how, TextPattern(how, lambda: Location("x"), True) if is_pattern else None)


def split(how: str, cell: str) -> list[str]:
    return [one.text for one in make_split(how).effects(cell)]


@pytest.mark.parametrize(
    ("how", "cell", "effects"),
    [
        ("", "Draw a card. Gain 2.\nLose 1.", ["Draw a card. Gain 2.\nLose 1."]),
        ("line", " Draw a card. \n\n Gain 2.\n", ["Draw a card.", "Gain 2."]),
        ("sentence", "Draw a card. Gain 2!\nLose 1", ["Draw a card.", "Gain 2!", "Lose 1"]),
        ("sentence", "Draw cards, e.g. this. Gain 2.", ["Draw cards, e.g. this.", "Gain 2."]),
        ("sentence", "Fly. (It flies. It does.) Draw.", ["Fly.", "(It flies. It does.)", "Draw."]),
        ("sentence", 'Say "Stop." Draw.', ['Say "Stop."', "Draw."]),
        (" *[/;] *", "Draw / Gain; Lose", ["Draw", "Gain", "Lose"]),
        ("x*", "axxb", ["a", "b"]),
        ("line", "\n \n", []),
    ],
)  # fmt: skip
def test_a_cell_is_divided(how: str, cell: str, effects: list[str]) -> None:
    assert split(how, cell) == effects


@given(st.sampled_from(["line", "sentence", "; ?"]), st.text(st.sampled_from("ab .;(\n"), max_size=30))
def test_effects_are_in_the_cell_and_nothing_else_is(how: str, cell: str) -> None:
    found = make_split(how).effects(cell)
    for number, one in enumerate(found, 1):
        assert cell[one.start :].startswith(one.text)
        assert one.text == one.text.strip() != ""
        assert (one.number, one.of) == (number, len(found))
    left = cell
    for one in reversed(found):
        left = left[: one.start] + left[one.start + len(one.text) :]
    assert not left.strip(" \n;")


def test_a_word_that_is_no_split_is_refused(write: Write, cardtools: Cardtools) -> None:
    write("game.toml", RULES.replace('"line"', '"lines"'))
    write("cards.csv", "NAME;TEXT\nOak;Draw.\n")
    outcome = cardtools("validate", "cards.csv", "--ruleset", "game.toml")
    assert outcome.code == 2
    assert "unknown split 'lines': write line, sentence, or a pattern" in outcome.err


def test_a_hostile_pattern_takes_no_time() -> None:
    with pytest.raises(PatternError):
        split("(a+)+(b|a+)+x", "a")
    with pytest.raises(InputError, match="takes too long"):
        split("a[ab]*c", "ab" * 15_000)


@pytest.fixture
def project(write: Write) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    write("game.toml", RULES)
    write("effects/all_effect_templates.txt", "Draw <number> cards.\nGain <number> points.\n")
    write("placeholders/number.txt", "2\n3\n")
    write(
        "effects/effects_with_placeholders.csv",
        "EFFECTNAME;OWL\nDraw 2 cards.;True\nDraw 3 cards.;True\nGain 2 points.;False\nGain 3 points.;True\n",
    )
    write(
        "cards/cards.csv",
        "NAME;TEXT\n"
        'Oak;"Draw 2 cards.\nGain 2 points."\n'
        'Elm;"Gain 3 points.\nDraw an card.\nDraw 3 cards."\n'
        "Ash;Draw 2 cards.\n"
        'Fir;"Gain 3 points.\nDraw 4 cards."\n',
    )


@pytest.mark.usefixtures("project")
def test_findings_name_the_effect(cardtools: Cardtools) -> None:
    said = cardtools("validate").out
    assert "PST101 for-owls: warning: Oak: not for owls (effect 2 of TEXT)" in said
    assert 'TXT007 article: warning: Elm: effect 2 of TEXT says "an card"' in said
    assert (
        'TXT005 near-template: warning: Fir: effect 2 of TEXT: word 2 "4": expected <number>: 2 or 3' in said
    )
    assert "Ash" not in said
    assert 'TXT004 unknown-effect: warning: Elm: effect 2 of TEXT: the effect "Draw an card."' in said
    assert "4 cards: 4 warnings" in said


@pytest.mark.usefixtures("project")
def test_a_fix_changes_only_its_effect(cardtools: Cardtools) -> None:
    before = Path("cards/cards.csv").read_text(encoding="utf-8")
    cardtools("validate", "--fix", "--unsafe-fixes")
    fixed = Path("cards/cards.csv").read_text(encoding="utf-8")
    assert fixed == before.replace("Draw an card.", "Draw a card.").replace("Draw 4 cards.", "Draw 3 cards.")


@pytest.mark.usefixtures("project")
def test_programs_are_asked_for_each_effect(write: Write, cardtools: Cardtools) -> None:
    write("effects/programs.toml", '[templates]\n"Draw <number> cards." = "draw(number)"\n')
    said = cardtools("validate").out
    assert "PRG005" in said
    assert "Oak: effect 2 of TEXT cannot be played" in said
    assert "Ash: " not in said


def test_a_match_has_each_effect_as_a_text_of_its_own(write: Write) -> None:
    table = ROOT / "examples/alpha/cards/cards.csv"
    with table.open(encoding="utf-8", newline="") as file:
        row = next(one for one in csv.DictReader(file, delimiter=";") if one["EFFECT"])
    row["EFFECT"] = "Deal 1 damage.\nDestroy target creature."
    path = write("cards.csv", format_csv(tuple(row), [tuple(row.values())], ";"))
    ruleset = replace(load_ruleset("alpha", ROOT), split=EffectSplit("line"))
    (card,) = load_cards(read_tables([path], ruleset), [0], lambda text: CardText(text, (), "")).values()
    assert [text.words for text in card.texts] == row["EFFECT"].split("\n")


@pytest.mark.usefixtures("project")
def test_statistics_count_effects(cardtools: Cardtools) -> None:
    (table,) = json.loads(cardtools("stats", "--only", "coverage", "--format", "json").out)
    coverage = {row["template"]: row["on cards"] for row in table["rows"]}
    assert coverage == {"Draw <number> cards.": 3, "(no template)": 2, "Gain <number> points.": 3}
