"""`cardtools.load`: a game as scripts and notebooks use it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pandas
import pytest

import cardtools

ROOT = Path(__file__).parents[2]
GAMES = sorted(ROOT.glob("examples/*"))


@pytest.fixture(scope="module")
def game() -> cardtools.Game:
    return cardtools.load(ROOT)


def test_importing_cardtools_loads_nothing_heavy() -> None:
    code = (
        "import sys, cardtools; dir(cardtools); print(len([m for m in sys.modules if m[:9] == 'cardtools']))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(found.stdout) <= 3


def test_dir_lists_the_public_names() -> None:
    assert {"Game", "InputError", "check_table", "load"} <= set(dir(cardtools))
    assert [name for name in dir(cardtools) if not hasattr(cardtools, name)] == []
    with pytest.raises(AttributeError, match="Gme"):
        _ = cardtools.Gme


def test_dir_of_a_game_lists_what_it_can_do(game: cardtools.Game) -> None:
    wanted = "cards check decks effects export playtest render runs sheets to_pandas where"
    assert set(wanted.split()) <= set(dir(game))
    assert [name for name in dir(game) if name.startswith("_")] == []


def test_a_game_is_a_sequence_of_cards(game: cardtools.Game) -> None:
    cards = list(game)
    assert len(cards) == len(game) > 60
    assert game[0] == cards[0] and game[-1] == cards[-1] and list(game[1:3]) == cards[1:3]
    assert game[cards[5].name.upper()] == cards[5]
    assert cards[5] in game and cards[5].name in game and "Nobody" not in game


def test_a_card_is_a_mapping_of_its_columns(game: cardtools.Game) -> None:
    card = game["Zephyr Dancer"]
    assert card["LEVEL"] == 4 == dict(card)["LEVEL"] == card["RANK"]
    assert card.get("NOTHING") is None and "NOTHING" not in card and len(card) == len(list(card))
    assert card.values_as_written["LEVEL"] == "4" and repr(card) == "<card Zephyr Dancer>"


def test_what_does_not_exist_is_a_key_error_with_a_hint(game: cardtools.Game) -> None:
    for wrong in (lambda: game["Zephyr Danser"], lambda: game["Zephyr Dancer"]["LEVL"]):
        with pytest.raises(KeyError, match=r"did you mean (Zephyr Dancer|LEVEL)") as found:
            wrong()
        assert isinstance(found.value, cardtools.InputError)


def test_where_gives_cards_that_can_be_narrowed(game: cardtools.Game) -> None:
    air = game.where("TYPE == 'Air'")
    high = air.where("LEVEL > 3")
    assert {card["TYPE"] for card in air} == {"Air"} and 0 < len(high) < len(air)
    assert all(card["LEVEL"] > 3 for card in high) and repr(game.where("LEVEL > 99")) == "<0 cards>"
    with pytest.raises(cardtools.InputError, match="condition:1:1: unknown name"):
        game.where("LEVL > 3")


def test_a_frame_has_the_values_of_the_cards(game: cardtools.Game) -> None:
    frame = game.to_pandas()
    assert list(frame.columns[: len(game.columns)]) == list(game.columns) and len(frame) == len(game)
    assert str(frame["LEVEL"].dtype) == "Int64"
    for card in game:
        for name, cell in frame.loc[card.row].items():
            value = card[str(name)]
            assert pandas.isna(cell) if value is None else cell == value
    assert len(game.where("LEVEL > 99").to_pandas()) == 0


def test_a_report_is_a_sequence_of_findings(folder: Path) -> None:
    shutil.copytree(ROOT / "examples/alpha", folder, dirs_exist_ok=True)
    table = folder / "cards/cards.csv"
    table.write_text(table.read_text("utf-8").replace(";0;1;1;", ";zero;1;1;", 1), "utf-8")
    report = cardtools.load(folder).check()
    frame = report.to_pandas()
    assert len(report) == len(frame) == len(list(report)) > 0
    found = frame[frame["severity"] == "error"].iloc[0]
    assert (found["path"], found["line"], found["field"]) == ("cards/cards.csv", 2, "COST")
    assert "zero" in report._repr_html_() and repr(report).startswith("<report cards/cards.csv: ")
    only = cardtools.load(folder).check(select=["CRD001"])
    assert {one.code for one in only} <= {"CRD001"}


def test_notebooks_show_pictures(game: cardtools.Game) -> None:
    assert (game[0]._repr_png_() or b"").startswith(b"\x89PNG")
    assert game[:2]._repr_html_().count("<img") == 2
    assert repr(game) == "<game Dawnwatch: 69 cards, 1 deck>"


def test_a_game_that_cannot_be_read_has_a_repr(folder: Path) -> None:
    (folder / "cardtools.toml").write_text("")
    assert "cannot be read" in repr(cardtools.load(folder))


def test_sheets_know_their_cards(game: cardtools.Game, folder: Path) -> None:
    sheets = game.sheets("starter", paper="letter")
    assert len(sheets.cards) == sum(game.decks["starter"].values()) and sheets.findings == []
    assert sheets.save(folder / "new" / "starter.pdf").read_bytes() == sheets.to_bytes()
    assert len(game.sheets().cards) == len(game)
    with pytest.raises(cardtools.CardtoolsError, match="no such deck list"):
        game.sheets("nothing")


def test_an_unknown_target_gets_a_hint(game: cardtools.Game) -> None:
    with pytest.raises(cardtools.InputError, match="did you mean tts"):
        game.export("tst")


def test_effects_are_texts_with_templates_and_tags(game: cardtools.Game, folder: Path) -> None:
    effects = game.effects()
    frame = effects.to_pandas()
    assert list(frame["effect"]) == list(effects) and str(frame["DRAW"].dtype) == "bool"
    assert "DRAW" not in effects.to_pandas(tags=False)
    assert effects.save(folder / "list.txt").read_text("utf-8").splitlines() == list(effects)


def test_a_playtest_is_a_row_a_game(game: cardtools.Game, folder: Path) -> None:
    test = game.playtest("starter", "nightfall", games=3, agents="random", folder=folder / "games")
    frame = test.to_pandas()
    assert len(test) == len(frame) == 3 and set(frame["one"]) == {"starter (random)"}
    again = game.playtest("starter", "nightfall", games=3, agents="random", folder=folder / "other")
    assert frame.equals(again.to_pandas())
    assert "<table>" in test._repr_html_()


def test_a_run_that_is_not_dealt_has_no_copies(game: cardtools.Game) -> None:
    run = game.runs["first-light"]
    assert run.designs and not run.is_dealt
    with pytest.raises(cardtools.InputError, match="no such ledger"):
        run.to_pandas()
