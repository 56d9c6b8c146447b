"""`cardtools render` and `cardtools sheet` on small projects."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image
from ttcg import COLUMNS

from cardtools.project.starter import make_project

TEMPLATES = Path(__file__).parents[2] / "templates"
OX = "Ox;Earth;Beast;1;ox.jpg;100;400;Draw one card.;;O1010010B1P10B;0;60;Normal;"
OWL = "Owl;Air;Avian;2;ox.jpg;500;500;Draw one card.;;O1010010B1P10C;0;30;Counter;"


@pytest.fixture
def project(write: Callable[..., Path]) -> Callable[..., None]:
    """A project with these rows as its cards, and a deck of two Oxen and an Owl."""

    def make(*rows: str) -> None:
        picture = io.BytesIO()
        Image.linear_gradient("L").convert("RGB").resize((80, 100)).save(picture, "JPEG")
        root = write(
            "cardtools.toml", 'name = "Test"\nruleset = "ttcg"\n[cards]\ndecks = ["cards/deck.txt"]\n'
        ).parent
        write("cards/cards.csv", "\n".join([COLUMNS, *rows]) + "\n")
        write("cards/deck.txt", "2 Ox\n1 Owl\n")
        write("cards/art/ox.jpg", picture.getvalue())
        shutil.copytree(TEMPLATES, root / "templates")

    return make


def test_all_cards_are_drawn(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX, OWL)
    outcome = cardtools("render", "--dpi", "72")
    assert (outcome.code, outcome.out) == (0, "2 cards -> output/cards\n")
    assert sorted(path.name for path in (folder / "output/cards").iterdir()) == ["owl.png", "ox.png"]


def test_named_cards_are_drawn_where_asked(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX, OWL)
    assert cardtools("render", "owl", "-o", "here", "--dpi", "72", "--no-bleed").out == "1 card -> here\n"
    with Image.open(folder / "here" / "owl.png") as image:
        assert image.size == (180, 252)


def test_files_are_named_by_the_values_of_cards(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX, OWL, OX.replace("Ox", "../../Ox").replace("B1P10B", "B1P10D"))
    call = ["render", "-o", "here", "--dpi", "36", "--names"]
    assert cardtools(*call, "{{ TYPE }} - {{ NAME }}").code == 0
    names = ["Air - Owl.png", "Earth - Ox.png", "earth-ox.png"]
    assert sorted(path.name for path in folder.rglob("*.png")) == names
    assert cardtools(*call, "{{ '' if TYPE == 'Air' else 'same' }}").code == 0
    assert sorted(path.name for path in folder.rglob("*.png")) == ["card.png", "same-2.png", "same.png"]
    wrong = cardtools(*call, "{{ NAM }}")
    assert wrong.code == 2
    assert "--names: Ox: 'NAM' is undefined" in wrong.err
    assert "name it with -o" in cardtools("render", "--names", "x").err


def test_an_unknown_name_is_an_error(project: Callable[..., None], cardtools: Callable[..., Any]) -> None:
    project(OX, OWL)
    outcome = cardtools("render", "Owll", "Ax")
    assert outcome.code == 2
    assert "no card is named 'Owll'\n  help: did you mean Owl?" in outcome.err
    assert "no card is named 'Ax'" in outcome.err


def test_overflow_is_reported_with_exit_1(
    project: Callable[..., None], cardtools: Callable[..., Any]
) -> None:
    project(OX.replace("Draw one card.", "Draw one card and then another one. " * 40))
    outcome = cardtools("render", "--dpi", "72")
    assert outcome.code == 1
    assert "cards/cards.csv:2:1: RND001 text-overflow: card Ox: the text rules does not fit" in outcome.err


def test_a_broken_card_is_named_at_the_end(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX.replace("ox.jpg", "ax.jpg"), OWL)
    outcome = cardtools("render", "--dpi", "72", "--strict")
    assert outcome.code == 2
    assert outcome.out == "1 card -> output/cards\n"
    assert "card Ox: no art 'ax.jpg' in cards/art" in outcome.err
    assert outcome.err.endswith("not drawn: Ox\n")


def test_each_deck_gets_its_sheets(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX, OWL)
    outcome = cardtools("sheet")
    assert (outcome.code, outcome.out) == (0, "3 cards on 1 sheet -> output/sheets/deck.pdf\n")
    text = pypdf.PdfReader(folder / "output/sheets/deck.pdf").pages[0].extract_text()
    assert text.count("Ox") == 2
    assert text.count("Owl") == 1


def test_a_deck_line_without_a_card_is_an_error(
    project: Callable[..., None], cardtools: Callable[..., Any], write: Callable[..., Path]
) -> None:
    project(OX, OWL)
    write("cards/deck.txt", "2 Ox\n1 Owll\n")
    outcome = cardtools("sheet")
    assert outcome.code == 2
    assert "cards/deck.txt:2:3: no card is named 'Owll'\n  help: did you mean Owl?" in outcome.err


def test_paper_is_chosen_by_name(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX, OWL)
    assert cardtools("sheet", "--paper", "A4", "-o", "x.pdf").code == 0
    page = pypdf.PdfReader(folder / "x.pdf").pages[0]
    assert [round(float(value) * 25.4 / 72) for value in page.mediabox[2:]] == [210, 297]
    assert "no paper 'a44'" in cardtools("sheet", "--paper", "a44").err


@pytest.fixture
def two_sided(
    project: Callable[..., None], cardtools: Callable[..., Any], write: Callable[..., Path]
) -> Callable[..., Any]:
    """`cardtools sheet OPTIONS` in a project whose cards have a plain back, with a sheet that shows it."""
    project(OX, OWL)
    write(
        "templates/back.toml",
        '[elements.all]\nkind = "rectangle"\nfill = "#102030"\n'
        "left = -3\nright = -3\ntop = -3\nbottom = -3\n",
    )

    def run(*options: str) -> Any:
        return cardtools("sheet", "--sheet", "templates/sheets/duplex.toml", *options)

    return run


def names_on(path: Path, page: int = 0) -> list[str]:
    text = pypdf.PdfReader(path).pages[page].extract_text()
    return sorted(name for name in ("Ox", "Owl") for _ in range(text.count(name)))


def test_sheets_with_backs(two_sided: Callable[..., Any], folder: Path) -> None:
    outcome = two_sided("--skip", "1-6")
    assert outcome.out == "3 cards on 2 sheets -> output/sheets/deck.pdf\n"
    pdf = folder / "output/sheets/deck.pdf"
    assert len(pypdf.PdfReader(pdf).pages) == 4
    assert [names_on(pdf, page) for page in range(4)] == [["Ox", "Ox"], [], ["Owl"], []]


def test_a_sheet_with_backs_in_a_project_without(
    two_sided: Callable[..., Any], cardtools: Callable[..., Any], folder: Path
) -> None:
    (folder / "templates/back.toml").unlink()
    outcome = two_sided()
    assert (outcome.code, outcome.out) == (2, "")
    assert "the sheet has backs, and the cards have none\n  help: name one in the project file" in outcome.err


def test_only_what_changed_is_printed_again(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path, write: Callable[..., Path]
) -> None:
    project(OX, OWL)
    assert cardtools("sheet", "--changed").out == "3 cards on 1 sheet -> output/sheets/deck.pdf\n"
    assert cardtools("sheet", "--changed").out == "deck: nothing changed since the last print\n"
    write("cards/cards.csv", "\n".join([COLUMNS, OX.replace("100;400", "150;350"), OWL]) + "\n")
    assert cardtools("sheet", "--watermark", "DRAFT").code == 0  # a draft is no print
    assert cardtools("sheet", "--changed").out == "2 cards on 1 sheet -> output/sheets/deck.pdf\n"
    assert names_on(folder / "output/sheets/deck.pdf") == ["Ox", "Ox"]
    (folder / "output/sheets/.printed.json").write_text("[]")
    assert cardtools("sheet", "--changed").out.startswith("3 cards")


def test_copies_from_a_column(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path, write: Callable[..., Path]
) -> None:
    project()
    write("cards/cards.csv", f"{COLUMNS};PRINT\n{OX};3\n{OWL};0\n")
    assert cardtools("sheet", "--copies", "PRINT").out == "3 cards on 1 sheet -> output/sheets/cards.pdf\n"
    assert names_on(folder / "output/sheets/cards.pdf") == ["Ox"] * 3
    assert "did you mean PRINT?" in cardtools("sheet", "--copies", "PRNT").err
    write("cards/cards.csv", f"{COLUMNS};PRINT\n{OX};x\n{OWL};-1\n")
    outcome = cardtools("sheet", "--copies", "PRINT")
    assert outcome.code == 2
    assert "card Ox: PRINT is 'x', expected a number of copies" in outcome.err
    assert "card Owl: PRINT is '-1'" in outcome.err


def test_a_printer_of_the_project_file(
    project: Callable[..., None], cardtools: Callable[..., Any], folder: Path
) -> None:
    project(OX, OWL)
    with (folder / "cardtools.toml").open("a") as file:
        file.write('[[printers]]\nname = "office"\nfront = { dx = 1.5, angle = 0.2 }\n')
    assert cardtools("sheet", "-o", "plain.pdf").code == 0
    assert cardtools("sheet", "--printer", "office", "-o", "moved.pdf").code == 0
    assert (folder / "plain.pdf").read_bytes() != (folder / "moved.pdf").read_bytes()
    outcome = cardtools("sheet", "--printer", "offise")
    assert (outcome.code, outcome.err) == (
        2,
        "cardtools.toml: no printer 'offise'\n  help: did you mean office?\n",
    )
    outcome = cardtools("sheet", "--calibrate", "--printer", "office")
    assert outcome.out.startswith("print output/sheets/calibration.pdf on both sides at actual size")


@pytest.mark.end_to_end
@pytest.mark.parametrize("command", [["sheet"], ["export", "--to", "pnp"], ["validate"]])
def test_a_deck_whose_name_is_no_text_is_printed(tmp_path: Path, command: list[str]) -> None:
    make_project(tmp_path / "game", game="alpha")
    deck = next((tmp_path / "game/cards/decks").glob("*.txt")).read_bytes()
    named = os.path.join(os.fsencode(tmp_path), b"game", b"d\xff.txt")
    with open(named, "wb") as file:
        file.write(deck)
    done = subprocess.run(
        [sys.executable, "-m", "cardtools", *command, "--deck", os.fsdecode(named)],
        cwd=tmp_path / "game", capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, b"internal error" in done.stdout + done.stderr) == (0, False), done.stderr
