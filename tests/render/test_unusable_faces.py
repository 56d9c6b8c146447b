"""A face that cannot be used stops its own cards; all others are drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from outcome import Outcome

GOOD = """\
[card]
width = 40
height = 60
bleed = 0
safe = 0
[colours]
ground = "#ffffff"
[elements.ground]
kind = "rectangle"
left = 0
right = 0
top = 0
bottom = 0
fill = "ground"
"""
BAD = GOOD.replace("#ffffff", "no ink")
PRODUCERS = ("render", "sheet", "export --to zip", "build", "proof")


@pytest.fixture
def game(cardtools: Any, folder: Path, write: Callable[..., Path]) -> Callable[..., None]:
    """A game of an Ox, an Owl and an Elk, of which the first and the last have a face of their own."""

    def make(bad: str = BAD, when: str = "NAME != 'Owl'", back: str = "") -> None:
        assert cardtools("init", ".", "--blank", "-q").code == 0
        project = folder / "cardtools.toml"
        faces = f'[[faces]]\nface = "templates/bad.toml"\nwhen = "{when}"\n'
        faces += '[[faces]]\nface = "templates/good.toml"\n' + back
        text = project.read_text().replace('[[faces]]\nface = "templates/card.toml"', faces)
        project.write_text(text)
        write("templates/bad.toml", bad)
        write("templates/good.toml", GOOD)
        write("cards/cards.csv", "NAME;COST;TEXT\nOx;1;Low.\nOwl;2;Hoot.\nElk;3;Bell.\n")

    return make


def said(outcome: Outcome) -> str:
    return outcome.out + outcome.err


@pytest.mark.parametrize("producer", PRODUCERS)
def test_cards_of_other_faces_are_drawn_and_the_rest_is_named(
    cardtools: Any, game: Any, folder: Path, producer: str
) -> None:
    game()
    outcome = cardtools(*producer.split())
    assert outcome.code == 2
    assert said(outcome).count("templates/bad.toml:") == 1
    assert "not drawn: Ox, Elk" in said(outcome)
    made = [path for path in (folder / "output").rglob("*") if path.suffix in (".png", ".pdf", ".zip")]
    assert bool(made) == (producer != "proof")
    assert {path.stem for path in made if path.suffix == ".png"} <= {"owl"}
    assert list((folder / "output").rglob("*.tmp")) == []


@pytest.mark.parametrize("producer", PRODUCERS)
@pytest.mark.parametrize("fault", ["face", "when", "back"])
def test_a_face_that_no_card_has_is_reported_too(
    cardtools: Any, game: Any, folder: Path, producer: str, fault: str
) -> None:
    back = '[[backs]]\nface = "templates/{}.toml"\nwhen = "{}"\n'
    backs = back.format("bad", "COST == 9") + back.format("good", "")
    if fault == "when":
        game(GOOD, "COST ==")
    else:
        game(when="COST == 9" if fault == "face" else "COST == 8", back=backs if fault == "back" else "")
    outcome = cardtools(*producer.split())
    assert outcome.code == 2
    names = [f"{name}.png" for name in ("elk", "owl", "ox")]
    if fault != "when":
        assert said(outcome).count("templates/bad.toml:") == 1
        assert "not drawn" not in said(outcome)
        if producer == "render":
            assert sorted(path.name for path in (folder / "output/cards").iterdir()) == names


@pytest.mark.parametrize("producer", ["sheet", "build", "export --to pnp"])
def test_a_deck_of_which_no_card_can_be_drawn_stops_no_other_one(
    cardtools: Any, game: Any, folder: Path, write: Callable[..., Path], producer: str
) -> None:
    game()
    project = folder / "cardtools.toml"
    decks = 'decks = ["cards/bad.txt", "cards/good.txt"]\nart = '
    project.write_text(project.read_text().replace("art = ", decks, 1))
    write("cards/bad.txt", "1 Ox\n1 Elk\n")
    write("cards/good.txt", "1 Owl\n")
    outcome = cardtools(*producer.split())
    assert outcome.code == 2
    assert "there is no card" not in said(outcome)
    assert {path.stem.split("-")[0] for path in (folder / "output").rglob("*.pdf")} == {"good"}


@pytest.mark.parametrize("producer", ["sheet", "build"])
def test_a_card_without_its_back_is_on_no_sheet(
    cardtools: Any, game: Any, folder: Path, producer: str
) -> None:
    back = '[[backs]]\nface = "templates/{}.toml"\nwhen = "{}"\n'
    game(GOOD, back=back.format("broken", "NAME == 'Ox'") + back.format("good", ""))
    (folder / "templates/broken.toml").write_text(BAD)
    project = folder / "cardtools.toml"
    project.write_text(
        project.read_text().replace("[sheet]", '[sheet]\nsheet = "templates/sheets/fold.toml"')
    )
    outcome = cardtools(producer)
    assert outcome.code == 2
    assert said(outcome).count("templates/broken.toml:") == 1
    if producer == "sheet":
        assert "2 cards on 1 sheet" in outcome.out
        assert "not drawn: Ox" in outcome.err


def test_without_any_usable_face_nothing_is_drawn(
    cardtools: Any, game: Any, write: Any, folder: Path
) -> None:
    game()
    write("templates/good.toml", BAD)
    outcome = cardtools("render")
    assert outcome.code == 2
    assert said(outcome).count("no ink") == 2
    assert not (folder / "output/cards").exists()
