"""Whatever a command writes or changes, a link in its place leads nothing out of the project."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from cardtools.project.starter import make_project

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there"),
]

SAMPLE = [
    ("tag",),
    ("tiers",),
    ("translate", "export", "de"),
    ("validate", "--fix"),
    ("run", "plan", "runs/first-light.toml"),
    ("playtest", "run", "-n", "2", "--agent", "random", "--jobs", "1"),
]
ALPHA = [
    ("build",),
    ("render",),
    ("sheet",),
    ("box", "--cards", "30"),
    ("art", "--again", "Glass Hound"),
    ("stats",),
    ("generate", "-f"),
    ("validate", "--write-baseline"),
    *(("export", "--to", target) for target in ("pnp", "mpc", "tts", "zip", "json", "html")),
]


# Of the small game, and the header: files of every kind are made of these.
CARDS = ("NAME;", "Test Drone", "Glass Hound", "Static Spark")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sample game with an edition and a slip that can be fixed, and a small game; with small pictures."""
    folders = {name: tmp_path_factory.mktemp(name or "sample") / "game" for name in ("", "alpha")}
    for name, folder in folders.items():
        make_project(folder, game=name)
        project, table = folder / "cardtools.toml", folder / "cards/cards.csv"
        if name:
            for path in (table, *folder.glob("cards/decks/*.txt")):
                lines = path.read_text("utf-8").splitlines(keepends=True)
                kept = [line for line in lines if line.startswith("#") or any(card in line for card in CARDS)]
                path.write_text("".join(kept), "utf-8")
        text = project.read_text("utf-8").replace("dpi = 300", "dpi = 36")
        more = '[editions.de]\ncolumns = { NAME = "NAME_DE" }\ntable = "cards/de.csv"\n'
        more = "[render]\ndpi = 36\n" if name else more
        project.write_text(f"{text}\n{more}", "utf-8")
        table.write_text(table.read_text("utf-8").replace(";Fire;", ";fire;", 1), "utf-8")
        shutil.copy(folder / "effects/all_effect_templates.txt", folder / "effects/all_effects.txt")
    return folders


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """The files of a folder by name, with the time of their last change; links are not followed."""
    return {
        os.path.relpath(path, folder): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def made_by(cardtools: Any, command: tuple[str, ...], game: Path) -> list[str]:
    """One file of each folder and kind that the command makes or changes."""
    before = contents(game)
    os.chdir(game)
    assert cardtools(*command).code < 2
    new = [name for name, state in contents(game).items() if state != before.get(name)]
    return list({(os.path.dirname(name), Path(name).suffix or name): name for name in new}.values())


@pytest.mark.parametrize("command", SAMPLE + ALPHA, ids=" ".join)
def test_no_link_leads_out(
    cardtools: Any, games: dict[str, Path], tmp_path: Path, command: tuple[str, ...]
) -> None:
    game = games["" if command in SAMPLE else "alpha"]
    shutil.copytree(game, tmp_path / "first")
    made = made_by(cardtools, command, tmp_path / "first")
    assert made
    attacks = [(name, ("link", "hard", "dangling")[number % 3]) for number, name in enumerate(made[:5])]
    attacks += [(folder, "folder") for folder in {os.path.dirname(name) for name in made[:1]} if folder]
    outside = tmp_path / "outside"
    for number, (name, kind) in enumerate(attacks):
        copy = tmp_path / str(number)
        shutil.copytree(game, copy)
        outside.mkdir()
        (outside / "keep").write_bytes(old.read_bytes() if (old := game / name).is_file() else b"{}\n")
        place = copy / name
        if place.is_dir():
            place.rename(outside / "folder")
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)
        if kind == "hard":
            place.hardlink_to(outside / "keep")
        else:
            (outside / "folder").mkdir(exist_ok=True)
            place.symlink_to(outside / {"link": "keep", "dangling": "new"}.get(kind, "folder"))
        before = contents(outside)
        os.chdir(copy)
        outcome = cardtools(*command)
        assert contents(outside) == before, (name, kind)
        # What cannot be kept for the next run is drawn again.
        if kind == "hard" and not name.endswith(".pixels"):
            assert outcome.code == 2, (name, kind)
            assert "it has another name (a hard link)" in outcome.err
            assert place.samefile(outside / "keep")
        shutil.rmtree(outside)
        shutil.rmtree(copy)
