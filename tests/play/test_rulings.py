"""The engines follow the rulings of `docs/rulings.md`: each is an option or fixed, and tested."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from engines import sample

ROOT = Path(__file__).parents[2]
STATEMENTS = Path(__file__).parents[1] / "statements"
# The heading in `docs/rulings.md`, by game.
HEADINGS = {
    path.stem: tomllib.loads(path.read_text("utf-8"))["rulings"] for path in sorted(STATEMENTS.glob("*.toml"))
}
CITED = re.compile(r"\b[A-Z]{1,2}\d+\b")


@cache
def rulings(game: str) -> dict[str, str]:
    """The rulings of a game, by their numbers."""
    text = (ROOT / "docs" / "rulings.md").read_text("utf-8")
    section = text.split(f"### {HEADINGS[game]}\n")[1].split("\n### ")[0]
    rows = (
        line.strip("| ").split(" | ") for line in section.splitlines() if re.match(r"\| [A-Z]+\d+ ", line)
    )
    return {number: ruling for number, _, _, ruling, _ in rows}


def options_in(ruling: str, game: str) -> set[str]:
    """The options that a ruling names."""
    return {name for name in re.findall(r"`(\w+)(?: = [^`]*)?`", ruling) if name in sample(game).OPTIONS}


@pytest.mark.parametrize("game", HEADINGS)
def test_each_ruling_is_an_option_or_fixed(game: str) -> None:
    assert rulings(game)
    for number, ruling in rulings(game).items():
        assert ruling.endswith("(fixed)") != bool(options_in(ruling, game)), number


@pytest.mark.parametrize("game", HEADINGS)
def test_options_and_rulings_name_each_other(game: str) -> None:
    named = {(number, name) for number, ruling in rulings(game).items() for name in options_in(ruling, game)}
    cited = {
        (number, name)
        for name, option in sample(game).OPTIONS.items()
        for number in CITED.findall(option.meaning)
    }
    assert cited == named
    unanswered = {name for name, option in sample(game).OPTIONS.items() if "not stated" in option.meaning}
    assert unanswered <= {name for _, name in named}


@pytest.mark.parametrize("game", HEADINGS)
def test_each_ruling_has_a_test_that_names_it(game: str) -> None:
    tests = "".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    named = {part for name in re.findall(r"def test_(\w+)", tests) for part in name.split("_")}
    for path in sorted(Path(__file__).parent.glob("situations/*.toml")):
        notes = re.findall(r'(?:# |^says = ")(.*)', path.read_text("utf-8"), re.MULTILINE)
        named |= {number.lower() for note in notes for number in CITED.findall(note)}
    assert {number.lower() for number in rulings(game)} <= named


@pytest.mark.parametrize("game", HEADINGS)
def test_the_page_of_a_game_leads_to_its_rulings(game: str) -> None:
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    anchor = HEADINGS[game].lower().replace(" ", "-")
    assert f"(../rulings.md#{anchor})" in page
