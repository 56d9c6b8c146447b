"""What the tests of exports share: a small game, its decks as a job, its files in a folder."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from ttcg import COLUMNS

from cardtools.print.export.decks import Job
from cardtools.print.export.export_files import write
from cardtools.project.project import find_project
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.export import plan_export
from cardtools.steps.game_files import GameFiles

TEMPLATES = Path(__file__).parents[3] / "templates"
FACE = """
[card]
width = {width}
height = {height}
bleed = {bleed}

[fonts]
text = "fonts/AlegreyaSans-Regular.ttf"

[styles.text]
font = "text"
size = 9
colour = "#101010"

[elements.ground]
kind = "rectangle"
left = -{bleed}
right = -{bleed}
top = -{bleed}
bottom = -{bleed}
fill = {ground}

[elements.name]
kind = "text"
text = "{{{{ NAME }}}}"
style = "text"
left = {left}
right = 4
top = 4
height = 6
"""
ART = """
[elements.art]
kind = "image"
image = "{{ IMAGE }}"
left = 10
right = 10
top = 20
height = 30
"""
OX = "Ox;Earth;Beast;1;ox.png;100;400;Draw one card.;;O1010010B1P10B;0;60;Normal;"
OWL = "Owl;Air;Avian, Beast;2;ox.png;500;500;Draw two cards.;Gain one point.;O1010010B1P10C;0;60;Latent;"


def art() -> bytes:
    """A picture of every dark blue: more ink than a press takes."""
    ramp = Image.linear_gradient("L").resize((64, 64))
    out = io.BytesIO()
    Image.merge("RGB", (Image.new("L", (64, 64)), Image.new("L", (64, 64), 2), ramp)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def game(write: Callable[..., Path], folder: Path) -> Callable[..., None]:
    """A game of an Ox and an Owl, with a deck of both; keywords change its faces."""

    def make(
        *rows: str,
        deck: str = "2 Ox\n1 Owl\n",
        back: str | None = '"#0000ff"',
        width: float = 63.5,
        height: float = 88.9,
        bleed: float = 3.0,
        left: float = 4.0,
        ground: str = '"#e0b050"',
    ) -> None:
        shape = {"width": width, "height": height, "bleed": bleed}
        lines = [
            'name = "Test"\nruleset = "ttcg"\n[cards]\ndecks = ["cards/deck.txt"]\n',
            '[[faces]]\nface = "templates/face.toml"\n',
        ]
        if back:
            lines.append('[[backs]]\nface = "templates/reverse.toml"\n')
            write(
                "templates/reverse.toml",
                FACE.format(**shape, left=4.0, ground=back).replace("NAME", "project.name"),
            )
        write("cardtools.toml", "".join(lines))
        write("cards/cards.csv", "\n".join([COLUMNS, *(rows or (OX, OWL))]) + "\n")
        write("cards/deck.txt", deck)
        write("cards/art/ox.png", art())
        write("templates/face.toml", FACE.format(**shape, left=left, ground=ground) + ART)
        for name in ("fonts", "sheets"):
            shutil.copytree(TEMPLATES / name, folder / "templates" / name, dirs_exist_ok=True)

    return make


@pytest.fixture
def exported(folder: Path) -> Callable[..., Job]:
    """Export the game's deck into the folder `out`."""

    def run(
        target: str,
        dpi: int = 100,
        url: str = "",
        whole: bool = False,
        deck: str = "cards/deck.txt",
        **more: Any,
    ) -> Job:
        decks = () if whole else [folder / deck]
        planned = plan_export(
            GameFiles(find_project(folder)),
            target,
            CardChoice(decks=tuple(decks)),
            folder / "out",
            dpi,
            url,
            **more,
        )
        job, files = planned.job, planned.files
        job.folder.mkdir(exist_ok=True)
        write(job.folder, files)
        return job

    return run


@pytest.fixture
def names(folder: Path) -> Callable[[], Sequence[str]]:
    """The files in the folder `out`, in order."""
    out = folder / "out"
    return lambda: sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
