"""Files that no card uses are told, each once; those that something uses are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from proof_scenes import FONT

Game, Write = Callable[..., None], Callable[..., Path]
ICON = '<svg viewBox="0 0 1 1"><path d="M0 0L1 0L1 1Z"/></svg>'
USES_ICON = (
    '[icons]\nsun = "icons/sun.svg"\n[elements.sun]\nkind = "symbol"\nicon = "sun"\n'
    'fill = "#000000"\nleft = 30\nwidth = 4\ntop = 40\nheight = 4\n'
)


def unused(cardtools: Any) -> list[str]:
    data = json.loads(cardtools("proof", "--format", "json").out)
    return [finding["path"] for finding in data["findings"] if not finding["card"]]


@pytest.mark.parametrize(
    "name",
    ["templates/fonts/Moon.ttf", "templates/icons/moon.svg", "cards/art/moon.png", "templates/moon.toml"],
)
def test_a_file_that_nothing_uses_is_told(game: Game, write: Write, cardtools: Any, name: str) -> None:
    game(more=USES_ICON)
    write("templates/icons/sun.svg", ICON)
    assert unused(cardtools) == []
    write(name, 'extends = "face.toml"\n' if name.endswith(".toml") else b"")
    assert unused(cardtools) == [name]
    hidden = Path(name)
    Path(name).rename(hidden.with_name(f".{hidden.name}"))
    assert unused(cardtools) == []


def test_what_a_used_face_extends_is_used(game: Game, write: Write, cardtools: Any, folder: Path) -> None:
    game()
    (folder / "templates/face.toml").rename(folder / "templates/base.toml")
    write("templates/face.toml", 'extends = "base.toml"\n')
    assert unused(cardtools) == []


def test_a_face_that_no_card_gets_is_told(game: Game, write: Write, cardtools: Any, folder: Path) -> None:
    game()
    write("templates/lore.toml", 'extends = "face.toml"\n')
    project = folder / "cardtools.toml"
    choice = '[[faces]]\nface = "templates/lore.toml"\nwhen = "NAME == \'Bat\'"\n'
    project.write_text(choice + project.read_text().replace('name = "Test"\n', ""))
    assert unused(cardtools) == ["templates/lore.toml"]
    project.write_text(project.read_text().replace("Bat", "Owl"))
    assert unused(cardtools) == []


def test_faces_of_boxes_and_editions_are_used(game: Game, write: Write, cardtools: Any, folder: Path) -> None:
    game()
    for name in ("box", "french"):
        write(f"templates/{name}.toml", 'extends = "face.toml"\n')
    write("templates/fonts/Own.ttf", (folder / f"templates/fonts/{FONT}.ttf").read_bytes())
    assert unused(cardtools) == ["templates/box.toml", "templates/french.toml", "templates/fonts/Own.ttf"]
    with (folder / "cardtools.toml").open("a") as file:
        file.write(
            '[box]\nside = "templates/box.toml"\n'
            '[editions.fr]\nfonts = { text = "templates/fonts/Own.ttf" }\n'
        )
        file.write('faces = { "templates/face.toml" = "templates/french.toml" }\n')
    assert unused(cardtools) == []


def test_sheets_are_no_faces_and_use_their_font(
    game: Game, write: Write, cardtools: Any, folder: Path
) -> None:
    game()
    font = (folder / f"templates/fonts/{FONT}.ttf").read_bytes()
    write("templates/fonts/Marks.ttf", font)
    assert unused(cardtools) == ["templates/fonts/Marks.ttf"]
    write("templates/sheets/own.toml", 'paper = "a4"\n[marks]\nfont = "../fonts/Marks.ttf"\n')
    assert unused(cardtools) == []


def test_files_outside_the_project_are_not_its_business(
    game: Game, cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game()
    for name in ("cardtools.toml", "cards", "templates"):
        (folder / "game").mkdir(exist_ok=True)
        (folder / name).rename(folder / "game" / name)
    (folder / "game/templates/fonts").rename(folder / "fonts")
    face = folder / "game/templates/face.toml"
    face.write_text(face.read_text().replace("fonts/", "../../fonts/"))
    (folder / "fonts/Moon.ttf").write_bytes(b"")
    monkeypatch.chdir(folder / "game")
    assert unused(cardtools) == []


def test_a_face_that_cannot_be_read_is_told_and_no_crash(game: Game, write: Write, cardtools: Any) -> None:
    game()
    write("templates/broken.toml", "extends = ")
    assert unused(cardtools) == []
