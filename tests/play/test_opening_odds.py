"""Exact odds of opening hands."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from outcome import Outcome

from cardtools.project.starter import make_project

Run = Callable[..., Outcome]
SCHOOL = Path(__file__).parents[2] / "examples/school"


@pytest.fixture
def project(folder: Path) -> Path:
    """A deck of the size and with the boosters that the school's document prints, and a small one."""
    (folder / "cardtools.toml").write_text(
        'ruleset = "school"\n[cards]\ndatabase = "cards.csv"\ndecks = ["tempo.txt"]\n'
    )
    (folder / "cards.csv").write_bytes((SCHOOL / "cards/cards.csv").read_bytes())
    (folder / "tempo.txt").write_text("14 booster_001\n41 student_001\n")
    (folder / "small.txt").write_text("4 booster_001\n5 student_001\n")
    return folder


def shares(outcome: Outcome, key: str = "odds-Booster") -> list[float]:
    return [
        row["share"] for table in json.loads(outcome.out) if table["table"] == key for row in table["rows"]
    ]


def test_the_printed_deck_of_the_school_document_has_too_few_boosters(project: Path, cardtools: Run) -> None:
    """14 boosters of 55 cards, 7 cards, one mulligan to 6 (Rules 5 and 27): play.md, measured facts."""
    first, second = shares(cardtools("playtest", "odds", "tempo", "--format=json"))
    assert (round(first, 3), round(second, 3)) == (0.421, 0.218)
    assert "42.1%" in cardtools("playtest", "odds", "tempo").out


def test_odds_are_those_of_every_hand(project: Path, cardtools: Run) -> None:
    def few(hand: int) -> float:
        hands = list(combinations([True] * 4 + [False] * 5, hand))
        return sum(sum(one) < 2 for one in hands) / len(hands)

    found = shares(
        cardtools("playtest", "odds", "small.txt", "--hand", "4", "--mulligan", "3", "--format=json")
    )
    assert found == pytest.approx([few(4), few(4) * few(3)])


@pytest.mark.parametrize(
    ("options", "hands"),
    [
        ("hand = 4", ["--hand", "4"]),
        ("hand = 4\nmulligan_hand = 3", ["--hand", "4", "--mulligan", "3"]),
        ("mulligans = 2", ["--mulligan", "6", "--mulligan", "6"]),
    ],
)
def test_odds_are_those_of_the_house_rule(
    project: Path, cardtools: Run, options: str, hands: list[str]
) -> None:
    expected = shares(cardtools("playtest", "odds", "tempo", "--format=json", *hands))
    (project / "house.toml").write_text(
        f'extends = ["cardtools:school"]\n[ruleset]\nid = "house"\nversion = "1"\n[play.options]\n{options}\n'
    )
    file = project / "cardtools.toml"
    file.write_text(file.read_text().replace('"school"', '"house.toml"'))
    assert shares(cardtools("playtest", "odds", "tempo", "--format=json")) == expected


def test_a_question_of_ones_own(project: Path, cardtools: Run) -> None:
    where = ["--where", "ID == 'student_001'", "--format=json"]
    key = "odds-such card"
    assert shares(cardtools("playtest", "odds", "small.txt", *where, "--hand", "9"), key)[0] == 0
    most = shares(cardtools("playtest", "odds", "small.txt", *where, "--most", "0", "--hand", "9"), key)
    assert most[0] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--least", "2"], "--least and --most need --where"),
        (["--where", "TRUE ==", "--least", "1"], "--where"),
        (["--where", "ID == 'x'", "--least", "1", "--most", "1"], "Give one of --least and --most"),
        (["--hand", "0"], "--hand"),
        (["nothing"], "nothing: no such deck list"),
    ],
)
def test_what_cannot_be_computed_is_refused(
    project: Path, cardtools: Run, arguments: list[str], message: str
) -> None:
    outcome = cardtools("playtest", "odds", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_the_sample_game_answers_its_own_question(folder: Path, cardtools: Run) -> None:
    make_project(folder / "game")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder / "game")
        assert "in the opening hand" in cardtools("playtest", "odds").out
