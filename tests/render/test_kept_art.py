"""What lies below the words of a card is kept between runs: it saves time, and changes no picture."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from render_helpers import HERE, art_bytes, compose

from cardtools.ground.limits import Limits
from cardtools.render.face.load import Face
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures import kept_art
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.images import Art
from cardtools.render.pictures.kept_art import KeptArt
from cardtools.render.scene.scene import Box, Picture, Scene
from cardtools.render.text.fonts import Font


@pytest.fixture
def scenes(unit: Face, card: Callable[..., Any]) -> list[Scene]:
    return [compose(unit, card(NAME=f"Whelp {number}", LEVEL=number + 1))[0] for number in range(5)]


def drawn(
    fonts: dict[str, Font], art_files: ArtFiles, scenes: list[Scene], folder: Path | None, dpi: int = 72
) -> list[object]:
    kept = KeptArt(folder) if folder else None
    return list(Rasteriser(fonts, art_files, dpi, kept=kept).pngs(scenes))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_pictures_are_the_same_with_and_without_it(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, tmp_path: Path
) -> None:
    wanted = drawn(fonts, art_files, scenes, None)
    folder = tmp_path / "kept"
    assert drawn(fonts, art_files, scenes, folder) == wanted
    before = names(folder)
    assert before, "something is kept"
    assert drawn(fonts, art_files, scenes, folder) == wanted
    assert drawn(fonts, art_files, scenes[::-1], folder) == wanted[::-1]
    assert names(folder) == before


def test_it_is_used(scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, tmp_path: Path) -> None:
    wanted = drawn(fonts, art_files, scenes[:1], tmp_path)
    (path,) = tmp_path.iterdir()
    kept = KeptArt(tmp_path)
    size = path.stat().st_size - 4
    data = kept.read(path.stem, size)
    assert data
    path.unlink()
    kept.write(path.stem, bytearray(len(data)))  # black
    assert drawn(fonts, art_files, scenes[:1], tmp_path) != wanted


def test_a_damaged_file_is_drawn_again(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, tmp_path: Path
) -> None:
    wanted = drawn(fonts, art_files, scenes, tmp_path)
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for damage in (b"", b"short", None):
        for path, data in kept.items():
            path.write_bytes(bytes(len(data)) if damage is None else damage)
        assert drawn(fonts, art_files, scenes, tmp_path) == wanted
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == kept


def test_other_art_and_sizes_are_drawn_anew(tmp_path: Path) -> None:
    scene = Scene("S", 20, 30, 0, 0, (Picture(Box(2, 2, 16, 26), "ox.jpg", 3.0),))
    found = []
    for art in (art_bytes(), art_bytes((100, 100)), art_bytes(mode="L")):
        (tmp_path / "ox.jpg").write_bytes(art)
        for dpi in (72, 100):
            art_files = ArtFiles((tmp_path,))
            art_files.load("ox.jpg", HERE, "card Ox")
            found += drawn({}, art_files, [scene], tmp_path / "kept", dpi)
            assert found[-1:] == drawn({}, art_files, [scene], None, dpi)
    assert len(set(found)) == len(found) == len(names(tmp_path / "kept"))


def test_a_frame_is_kept_with_art_only(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, tmp_path: Path
) -> None:
    bare = Scene("S", 20, 30, 0, 0, ())
    drawn(fonts, art_files, [bare], tmp_path)
    assert names(tmp_path) == []


def test_known_art_is_not_looked_at_again(
    art_root: Path, art_files: ArtFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene("S", 20, 30, 0, 0, (Picture(Box(0, 0, 20, 30), "units/whelp.jpg"),))
    wanted = drawn({}, art_files, [scene], tmp_path)
    looked: list[str] = []
    monkeypatch.setattr(Art, "check", lambda art: looked.append(art.source))
    assert drawn({}, art_files, [scene], tmp_path) == wanted
    assert looked == []
    drawn({}, art_files, [scene], None)
    assert looked == ["units/whelp.jpg"]


def test_it_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_art, "limits", lambda: Limits(kept_art_bytes=1000))
    monkeypatch.setattr(kept_art, "_PART", 1)
    first = KeptArt(tmp_path)
    for number in range(6):
        first.write(f"old{number}", bytearray(250))
    assert names(tmp_path) == ["old0.pixels", "old1.pixels", "old2.pixels"], "none of this run is removed"
    yesterday = time.time() - 24 * 3600
    for number, name in enumerate(names(tmp_path)):
        os.utime(tmp_path / name, (yesterday + number, yesterday + number))
    (tmp_path / "notes.txt").write_text("not ours")
    second = KeptArt(tmp_path)
    assert second.read("old0", 250) == bytearray(250), "what is read stays"
    second.write("new", bytearray(250))
    assert names(tmp_path) == ["new.pixels", "notes.txt", "old0.pixels", "old2.pixels"]
    second.write("huge", bytearray(2000))
    assert "huge.pixels" not in names(tmp_path)


def test_what_no_run_uses_is_removed(tmp_path: Path) -> None:
    KeptArt(tmp_path).write("old", bytearray(250))
    KeptArt(tmp_path).write("new", bytearray(250))
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(tmp_path / "old.pixels", (month_ago, month_ago))
    KeptArt(tmp_path).write("another", bytearray(250))
    assert names(tmp_path) == ["another.pixels", "new.pixels"]


def test_a_folder_that_cannot_be_written_is_no_fault(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    wanted = drawn(fonts, art_files, scenes, None)
    assert drawn(fonts, art_files, scenes, tmp_path / "file") == wanted
    assert drawn(fonts, art_files, scenes, tmp_path / "file" / "below") == wanted


def test_commands_keep_it_in_the_output_folder_of_the_project(
    cardtools: Callable[..., Any], write: Callable[..., Path], folder: Path
) -> None:
    face = (
        '[card]\n[elements.art]\nkind = "image"\nleft = 0\nright = 0\ntop = 0\nbottom = 0\nimage = "a.png"\n'
    )
    write("cardtools.toml", '[[faces]]\nface = "face.toml"\n')
    write("face.toml", face)
    write("cards/cards.csv", "NAME\nOx\n")
    write("cards/art/a.png", art_bytes(kind="PNG"))
    assert cardtools("render", "--dpi", "72").code == 0
    assert len(names(folder / "output" / ".art")) == 1
    before = (folder / "output/cards/ox.png").read_bytes()
    for path in (folder / "output" / ".art").iterdir():
        path.unlink()
    (folder / "output" / ".art").rmdir()
    (folder / "output" / ".art").symlink_to(folder.parent, target_is_directory=True)
    assert cardtools("render", "--dpi", "72").code == 0
    assert (folder / "output/cards/ox.png").read_bytes() == before
    assert not list(folder.parent.glob("*.pixels")), "a link out of the project is not followed"
