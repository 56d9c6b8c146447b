"""`cardtools validate`: defaults from the project, the summary, exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from checking import check_files
from ttcg import HEADER

Write = Callable[[str, str | bytes], Path]
LINE = "Crow {n};Fire;Dragon;1;;245;255;Draw {n}.;Gain.;C{n:013d};0;60;;\n"


@pytest.fixture
def game(write: Write) -> None:
    """A project of thirty cards, a deck of fifty, and its tagged effects."""
    write("cardtools.toml", 'ruleset = "ttcg"\n[cards]\ndecks = ["cards/deck.txt"]\n')
    write("cards/cards.csv", HEADER + "".join(LINE.format(n=n) for n in range(30)))
    write("cards/deck.txt", "".join(f"2 Crow {n}\n" for n in range(25)))
    effects = ("Gain.", *(f"Draw {n}." for n in range(30)))
    tags = "EFFECTNAME;UNIT;LEVEL_1\n" + "".join(f"{effect};True;True\n" for effect in effects)
    write("effects/effects_with_placeholders.csv", tags)


def test_a_sound_project_is_told_in_a_line_and_one_a_deck(game: None, cardtools: Any) -> None:
    outcome = cardtools("validate")
    assert (outcome.code, outcome.out, outcome.err) == (
        0, "cards/deck.txt: legal\ncards/cards.csv: 30 cards, 1 deck: no problems\n", "",
    )  # fmt: skip


def test_errors_end_with_1_and_are_results(game: None, write: Write, cardtools: Any) -> None:
    write("cards/cards.csv", HEADER + "".join(LINE.format(n=n) for n in range(25)).replace("255", "250", 1))
    outcome = cardtools("validate")
    assert outcome.code == 1
    assert "cards/cards.csv:2:23: TTU101 unit-stat-total: Crow 0: 245 + 250 = 495" in outcome.out
    assert outcome.out.endswith("cards/cards.csv: 25 cards, 1 deck: 1 error\n")


def test_warnings_end_with_0(game: None, cardtools: Any) -> None:
    Path("effects/effects_with_placeholders.csv").unlink()
    outcome = cardtools("validate")
    assert outcome.code == 0
    assert "effects are not checked" in outcome.out
    hint = "write templates into effects/all_effect_templates.txt, or take [effects] out of the ruleset"
    assert hint in outcome.out
    assert outcome.out.endswith("1 warning\n")
    Path("effects/all_effect_templates.txt").touch()
    assert "run `cardtools build` to make it" in cardtools("validate").out


def test_unusable_input_ends_with_2(game: None, cardtools: Any) -> None:
    outcome = cardtools("validate", "cards/card.csv")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "cards/card.csv: no such file\n  help: did you mean cards.csv?\n"
    assert cardtools("validate", "--ruleset", "ttgc").code == 2


def test_other_cards_are_not_measured_by_the_decks_of_the_project(
    game: None, write: Write, cardtools: Any
) -> None:
    write("other.csv", HEADER + LINE.format(n=1))
    assert cardtools("validate", "other.csv").out == "other.csv: 1 card: no problems\n"
    outcome = cardtools("validate", "other.csv", "--deck", "cards/deck.txt")
    assert outcome.code == 1
    assert outcome.out.count("TTD103 unknown-card") == 24


def test_art_is_checked_unless_told_otherwise(game: None, write: Write, cardtools: Any) -> None:
    write(
        "cards/cards.csv",
        HEADER + "".join(LINE.format(n=n) for n in range(25)).replace(";;245", ";a.png;245"),
    )
    assert "IMG001" in cardtools("validate").out
    assert cardtools("validate", "--no-art").code == 0


def test_help_ends_with_an_example(cardtools: Any) -> None:
    assert "Example: cardtools validate" in cardtools("validate", "--help").out.strip().split("\n\n")[-1]


def test_the_report_is_text_for_a_file(game: None) -> None:
    report = check_files(Path("cards/cards.csv"), built_in_ruleset("ttcg"), [Path("cards/deck.txt")])
    assert report.text() == "cards/cards.csv: 30 cards, 1 deck: no problems\n"
    assert (report.fails(), report.count("error"), len(report.checked.tables[0])) == (False, 0, 30)


def test_the_text_of_a_report_can_be_told_from_the_folder_of_the_project(
    game: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    deck = folder / "cards/deck.txt"
    deck.write_text("1 Crow 1\n")
    report = check_files(folder / "cards/cards.csv", built_in_ruleset("ttcg"), [deck])
    assert report.text(folder) == (
        "cards/deck.txt: TTD101 deck-size: 1 card, a deck has 50 to 70\n  help: add 49\n"
        "cards/cards.csv: 30 cards, 1 deck: 1 error\n"
    )
