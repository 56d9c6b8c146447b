"""What a ruleset changes of shared checks, and what a project accepts, holds for everything that draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from outcome import Outcome
from PIL import Image

RULESET = """
[ruleset]
id = "own"
version = "1"
[fields.NAME]
required = true
[fields.IMAGE]
file = ["jpg", "png"]
"""
PRODUCERS = ("render", "proof", "sheet", "export --to zip", "build")


def said(outcome: Outcome) -> str:
    return outcome.out + outcome.err


@pytest.fixture
def game(cardtools, folder: Path, write) -> Callable[[str, str], None]:
    """A game of two cards without their pictures, with `changes` of its ruleset, and more `settings`."""

    def make(changes: str = "", settings: str = "") -> None:
        assert cardtools("init", ".", "--blank", "-q").code == 0
        write("game.toml", RULESET + changes)
        project = folder / "cardtools.toml"
        text = project.read_text() + settings
        fold = 'sheet = "templates/sheets/fold.toml"'
        project.write_text(text.replace('paper = "letter"', fold) if "[[backs]]" in text else text)
        write("cards/cards.csv", "NAME;COST;TEXT;IMAGE\nOx;1;Low.;ox.jpg\nOwl;2;Hoot.;owl.jpg\n")

    return make


@pytest.mark.parametrize("producer", PRODUCERS)
def test_an_override_of_a_shared_check_holds(cardtools, game, producer: str) -> None:
    off = '[override.IMG001]\nseverity = "off"\n[override.IMG012]\nseverity = "{}"\nhint = "paint it"\n'
    game(off.format("error"))
    outcome = cardtools(*producer.split())
    assert outcome.code == 1
    assert "IMG012 missing-art: card Ox" in said(outcome)
    assert "help: paint it" in said(outcome)


@pytest.mark.parametrize("producer", PRODUCERS)
def test_a_check_that_is_off_reports_nothing(cardtools, game, producer: str) -> None:
    game('[override.IMG001]\nseverity = "off"\n[override.IMG012]\nseverity = "off"\n')
    outcome = cardtools(*producer.split())
    assert outcome.code == 0
    assert "IMG0" not in said(outcome)


@pytest.mark.parametrize("producer", PRODUCERS)
def test_a_suppression_holds(cardtools, game, producer: str) -> None:
    game(
        '[override.IMG001]\nseverity = "off"\n',
        '[[suppress]]\ncode = "IMG012"\ncard = "Ox"\nreason = "soon"\n',
    )
    text = said(cardtools(*producer.split()))
    assert "card Ox" not in text
    assert "card Owl" in text
    assert "RUL010" not in said(cardtools("validate"))


def test_rules_show_has_the_severity_that_holds(cardtools, game) -> None:
    game('[override.IMG001]\nseverity = "warning"\n')
    assert "IMG001  warning  missing" in cardtools("rules", "show").out
    assert "IMG001 missing: warning: Ox" in cardtools("validate").out


def test_a_build_reports_a_missing_picture_once(cardtools, game) -> None:
    game()
    outcome = cardtools("build")
    assert outcome.code == 1
    assert said(outcome).count("IMG001") == 2
    assert "IMG012" not in said(outcome)
    assert said(cardtools("build")).count("IMG0") == 2  # the same when nothing is made
    assert said(cardtools("render")).count("IMG012") == 2  # which checks nothing else


def test_a_check_suggests_no_picture_of_another_card(cardtools, game, write) -> None:
    game()
    write("cards/art/owl.jpg", b"")
    write("cards/cards.csv", "NAME;COST;TEXT;IMAGE\nOx;1;Low.;owls.jpg\nOwl;2;Hoot.;owl.jpg\n")
    assert "did you mean" not in said(cardtools("render"))
    write("cards/cards.csv", "NAME;COST;TEXT;IMAGE\nOwl;2;Hoot.;owls.jpg\n")
    assert "did you mean owl.jpg?" in said(cardtools("render"))


BACK = """
extends = "card.toml"
[elements]
name = { when = "false" }
cost = { when = "false" }
text = { when = "false" }
art = { when = "false" }
[elements.far]
kind = "text"
style = "text"
left = 6
right = 6
top = 70
height = 1
text = "WORDS in much too little room"
"""
BACKS = '[[backs]]\nface = "templates/back.toml"\n'


@pytest.mark.parametrize("producer", PRODUCERS[1:])
def test_a_fault_of_a_back_is_reported_once_and_there(cardtools, game, write, producer: str) -> None:
    game("", BACKS)
    write("templates/back.toml", BACK)
    text = said(cardtools(*producer.split()))
    assert text.count("the back: ") == 1
    assert "templates/back.toml:8:2: RND001 text-overflow: the back: the text far does not fit" in text


def test_a_back_with_a_text_of_the_card_names_the_card(cardtools, game, write) -> None:
    game("", BACKS)
    write("templates/back.toml", BACK.replace("WORDS", "{{ NAME }}"))
    text = said(cardtools("proof"))
    assert "cards/cards.csv:2:1: RND001 text-overflow: card Ox: the back: the text far" in text
    assert "cards/cards.csv:3:1: RND001 text-overflow: card Owl: the back: the text far" in text


def test_a_strict_export_leaves_no_placeholders(cardtools, game, write, folder) -> None:
    game("", BACKS)
    write("templates/back.toml", BACK.replace("WORDS in much too little room", ""))
    assert cardtools("export", "--to", "mpc").code == 0
    assert list((folder / "output/export").rglob("*ox*.png"))
    (folder / "cards/art").mkdir(exist_ok=True)
    Image.new("RGB", (60, 40)).save(folder / "cards/art/owl.jpg")
    assert cardtools("export", "--to", "mpc", "--strict").code == 2
    assert not list((folder / "output/export").rglob("*ox*.png"))
    assert list((folder / "output/export").rglob("*owl*.png"))


def test_sheets_of_decks_that_are_gone_are_removed(cardtools, game, write, folder) -> None:
    game("", "")
    project = folder / "cardtools.toml"
    text = project.read_text()
    write("cards/old.txt", "1 Ox\n")
    project.write_text(text.replace("[cards]\n", '[cards]\ndecks = ["cards/old.txt"]\n'))
    cardtools("sheet")
    cardtools("sheet", "Ox", "--deck", "cards/old.txt")
    write("output/sheets/mine.pdf", "")
    project.write_text(text)
    assert "removed output/sheets/old.pdf" in cardtools("sheet").out
    left = {path.name for path in (folder / "output/sheets").glob("*.pdf")}
    assert left == {"cards.pdf", "mine.pdf", "old-chosen.pdf"}


@pytest.mark.parametrize("producer", [*PRODUCERS, "validate"])
def test_what_looks_like_a_mark_is_an_error_everywhere(cardtools, game, write, producer: str) -> None:
    game()
    cards = "NAME;COST;TEXT\nOx;1;<strong>Low</strong>.\nOwl;2;<B>Hoot</b >, 1 < 2 <3.\nElk;3;<b>Bell.\n"
    write("cards/cards.csv", cards)
    outcome = cardtools(*producer.split())
    assert outcome.code == 1
    errors = [line for line in said(outcome).splitlines() if "RND003" in line]
    place = "cards/cards.csv:{}:1: RND003 markup: card {}: the text text: "
    assert errors == [
        place.format(2, "Ox") + "<strong> is no mark, did you mean <b>?",
        place.format(4, "Elk") + "<b> is never closed",
    ]
    assert "help: marks are <b>" in said(outcome)


def test_validate_finds_a_faulty_mark_of_a_face_and_each_of_cards_once(
    cardtools, game, write, folder: Path
) -> None:
    game('[fields.TEXT]\n[text]\ncolumns = ["TEXT"]\n')
    write("cards/cards.csv", "NAME;COST;TEXT\nOx;1;Keep <strong>low</strong>.\nOwl;2;Hoot.\nElk;3;Bell.\n")
    lines = said(cardtools("validate")).splitlines()
    assert [line.split(": ")[0] for line in lines if "<strong>" in line] == ["cards/cards.csv:2:6"]
    face = folder / "templates/card.toml"
    face.write_text(face.read_text().replace('text = "{{ NAME }}"', 'text = "{{ NAME }} <strog>"'))
    face.write_text(face.read_text().replace("[styles.name]", "[styles.name]\nmarkup = true"))
    lines = said(cardtools("validate")).splitlines()
    assert len([line for line in lines if "<strog> is no mark" in line]) == 1
