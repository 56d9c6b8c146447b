"""A part of the sample game as a run: dealt, printed in all six rarities, read back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from outcome import Outcome

from cardtools.printrun.ledger import Ledger
from cardtools.project.starter import make_project

Run = Callable[..., Outcome]
PLAN = """
[run]
id = "S"
copies = 77
seed = 4
[packs]
size = 7
[cards]
names = [
    "Rill Otter", "Kelp Cantor", "Ember Blade", "Halo Finch", "Static Moth", "Dawn Acolyte", "Rusted Key",
]
"""
BOOST = {1: 0, 2: 10, 3: 20, 4: 30, 5: 40, 6: 50}


@pytest.fixture
def dealt(folder: Path, cardtools: Run, settings_folder: Path) -> Path:
    """The sample game, with a small run that is dealt."""
    make_project(folder)
    (folder / "runs").mkdir(exist_ok=True)
    (folder / "runs/small.toml").write_text(PLAN, encoding="utf-8")
    assert cardtools("run", "deal", "runs/small.toml").code == 0
    return folder


@pytest.mark.end_to_end
def test_every_copy_of_the_sample_game_has_the_face_of_its_rarity_and_its_serial(
    dealt: Path, cardtools: Run
) -> None:
    done = cardtools("run", "sheets", "runs/small.toml", "--paper", "a4", "--sheets", "30")
    assert (done.code, done.err) == (0, "")
    sheets = sorted((dealt / "output/runs/small/sheets").glob("*.pdf"))
    assert len(sheets) == 2
    scanned = cardtools("run", "scan", "runs/small.toml", *map(str, sheets))
    assert scanned.code == 0, scanned.err
    assert "539 serials right and in their places" in scanned.out
    with Ledger(dealt / "runs/small.ledger") as ledger:
        copies = {copy.serial: copy for copy in ledger.copies("sheet")}
    units = 0
    for path in sheets:
        document = pypdfium2.PdfDocument(path)
        for page in document:
            text = page.get_textpage()
            words = text.get_text_range()
            for serial in re.findall("|".join(copies), words):
                copy = copies[serial]
                if copy.name in ("Ember Blade", "Rusted Key"):
                    continue
                left, bottom, _, top = text.get_charbox(words.index(serial))
                # The attack and the defense are on the plates on both sides of the serial.
                sides = ((left + x, bottom - 4, left + x + 55, top + 14) for x in (-58, 40))
                plates = [text.get_text_bounded(*side) for side in sides]
                attack, defense = (int(re.findall(r"\d+", plate)[0]) for plate in plates)
                assert attack + defense == {"Kelp Cantor": 1000}.get(copy.name, 500) + BOOST[copy.tier], copy
                units += 1
    assert units == 5 * 77


@pytest.mark.end_to_end
def test_inserts_of_the_sample_game_are_its_stories(dealt: Path, cardtools: Run) -> None:
    done = cardtools("run", "inserts", "runs/small.toml", "--format", "pdf")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("77 inserts of 300 g/m²")
