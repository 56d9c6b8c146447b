"""`cardtools export` as people call it."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from plain_face import ground
from press import press_profile_bytes
from ttcg import COLUMNS

from cardtools.print.export import TARGETS

TEMPLATES = Path(__file__).parents[2] / "templates"
OX = "Ox;Earth;Beast;1;ox.jpg;100;400;Draw one card.;;O1010010B1P10B;0;60;Normal;"
OWL = "Owl;Air;Avian;2;ox.jpg;500;500;Draw one card.;;O1010010B1P10C;0;30;Counter;"
BACK = ground("#203050", 0)
Project = Callable[..., None]
Run = Callable[..., Any]


@pytest.fixture
def project(write: Callable[..., Path]) -> Project:
    """A project with these rows as its cards, a deck of two Oxen and an Owl, and a back."""

    def make(*rows: str, back: bool = True) -> None:
        picture = io.BytesIO()
        Image.linear_gradient("L").convert("RGB").resize((80, 100)).save(picture, "JPEG")
        settings = (
            'name = "Test"\nruleset = "ttcg"\n[cards]\ndecks = ["cards/deck.txt"]\n[render]\ndpi = 60\n'
        )
        if back:
            settings += '[[backs]]\nface = "reverse.toml"\n'
        settings += '[print]\nprofile = "press.icc"\n'
        root = write("cardtools.toml", settings).parent
        write("press.icc", press_profile_bytes())
        write("reverse.toml", BACK)
        write("cards/cards.csv", "\n".join([COLUMNS, *rows]) + "\n")
        write("cards/deck.txt", "2 Ox\n1 Owl\n")
        write("cards/art/ox.jpg", picture.getvalue())
        shutil.copytree(TEMPLATES, root / "templates", ignore=shutil.ignore_patterns("back.toml"))

    return make


def files(folder: Path) -> dict[str, bytes]:
    return {path.as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_is_made_and_made_again_alike(
    project: Project, cardtools: Run, folder: Path, target: str
) -> None:
    project(OX, OWL)
    outcome = cardtools("export", "--to", target)
    out = folder / "output/export" / target
    first = files(out)
    made = len([name for name in first if not name.endswith(".export.json")])
    assert outcome.code == 0, outcome.err
    assert outcome.out == f"{made} file{'s' * (made > 1)} -> output/export/{target}\n"
    cardtools("export", "--to", target)
    assert files(out) == first


def test_the_help_tells_of_every_target(cardtools: Run) -> None:
    text = cardtools("export", "--help").out
    assert all(f"{name:<9} {words}" in text for name, words in TARGETS.items())


def test_archive_and_gallery_are_of_all_cards_or_of_a_deck(
    project: Project, cardtools: Run, folder: Path
) -> None:
    project(OX, OWL, OWL.replace("Owl", "Elk").replace("B1P10C", "B1P10D"))
    cardtools("export", "--to", "html", "-o", "out")
    cardtools("export", "--to", "html", "-o", "out", "--deck", "cards/deck.txt")
    pages = {path.name: path.read_text(encoding="utf-8") for path in (folder / "out").glob("*.html")}
    assert {name: text.count("<li ") for name, text in pages.items()} == {"cards.html": 3, "deck.html": 2}
    assert "<title>Test</title>" in pages["cards.html"]
    assert "<title>Test: deck</title>" in pages["deck.html"]


@pytest.mark.parametrize("target", ["mpc", "dtc", "tts"])
def test_targets_that_need_backs_say_so_and_write_nothing(
    project: Project, cardtools: Run, folder: Path, target: str
) -> None:
    project(OX, OWL, back=False)
    outcome = cardtools("export", "--to", target)
    assert outcome.code == 2
    assert "needs backs, and the cards have none" in outcome.err
    assert '[[backs]] face = "templates/back.toml"' in outcome.err
    assert not (folder / "output").exists()


def test_a_broken_card_does_not_stop_the_others(project: Project, cardtools: Run, folder: Path) -> None:
    project(OX.replace("ox.jpg", "ax.jpg"), OWL)
    outcome = cardtools("export", "--to", "tgc", "--strict")
    assert outcome.code == 2
    assert "no art 'ax.jpg'" in outcome.err
    assert outcome.err.endswith("not drawn: Ox\n")
    assert [path.name for path in (folder / "output/export/tgc/deck/fronts").iterdir()] == ["owl.png"]


def test_a_card_that_is_taken_out_of_the_deck_is_taken_out_of_the_folder(
    project: Project, cardtools: Run, folder: Path
) -> None:
    project(OX, OWL)
    cardtools("export", "--to", "tgc")
    (folder / "cards/deck.txt").write_text("1 Owl\n")
    cardtools("export", "--to", "tgc")
    assert [path.name for path in (folder / "output/export/tgc/deck/fronts").iterdir()] == ["owl.png"]


def test_overflow_is_reported_with_exit_1(project: Project, cardtools: Run) -> None:
    project(OX.replace("Draw one card.", "Draw one card and then another one. " * 40), OWL)
    outcome = cardtools("export", "--to", "zip")
    assert outcome.code == 1
    assert "RND001 text-overflow: card Ox" in outcome.err


def test_a_deck_of_cards_that_cannot_be_drawn_is_an_error(project: Project, cardtools: Run) -> None:
    project(OX.replace("ox.jpg", "ax.jpg"), OWL.replace("ox.jpg", "ax.jpg"))
    outcome = cardtools("export", "--to", "zip", "--strict")
    assert outcome.code == 2
    assert "there is no card of cards to export" in outcome.err


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["--to", "tts", "--dpi", "300"], "--dpi is for mpc, zip, showcase, hand, sheet-png, not for tts"),
        (["--to", "zip", "--url", "https://example.org"], "--url is for tts"),
        (["--to", "pdf"], "'pdf' is not one of"),
        ([], "Missing option '--to'"),
    ],
)
def test_calls_that_mean_nothing_are_refused(cardtools: Run, call: list[str], told: str) -> None:
    outcome = cardtools("export", *call)
    assert outcome.code == 2
    assert told in outcome.err
