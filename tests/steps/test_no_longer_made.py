"""Prints that are no longer made: what we wrote and nobody changed goes, what somebody changed is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plain_face import ground

pytestmark = pytest.mark.end_to_end

PROJECT = """
name = "Prints"
[cards]
database = "cards.csv"
decks = ["one.txt", "two.txt"]
[[faces]]
face = "face.toml"
[[backs]]
face = "face.toml"
[render]
dpi = 36
[sheet]
sheet = "sheet.toml"
"""
FACE = """
[card]
width = 30
height = 40
bleed = 1
[elements.foil]
kind = "rectangle"
left = 5
right = 5
top = 5
height = 9
fill = "#{{ COLOUR }}"
plate = "foil"
"""
FOLDERS = {"build": "output", "render": "output/cards", "sheet": "output/sheets", "export": "output/export"}
EXPORTS = [("export", "--to", target) for target in ("pnp", "mpc", "tts", "zip", "json", "html")]
COMMANDS = [
    ("build",),
    ("render",),
    ("sheet",),
    *EXPORTS,
    ("render", "-o", "out"),
    (*EXPORTS[1], "-o", "out"),
]


@pytest.fixture
def game(folder: Path) -> Path:
    """Two cards and two decks."""
    (folder / "cards.csv").write_text("NAME,COLOUR\nOx,112233\nOwl,445566\n")
    (folder / "one.txt").write_text("2 Ox\n1 Owl\n")
    (folder / "two.txt").write_text("1 Owl\n")
    (folder / "face.toml").write_text(ground("#ffffff", 1) + FACE)
    (folder / "cardtools.toml").write_text(PROJECT)
    (folder / "sheet.toml").write_text("columns = 3\nrows = 3\n")
    return folder


def made(folder: Path) -> dict[str, bytes]:
    """What lies in the folders of outputs, without records and what is kept for the next run."""
    found = [path for above in ("output", "out") for path in (folder / above).rglob("*") if path.is_file()]
    names = {path.relative_to(folder).as_posix(): path for path in found}
    return {name: path.read_bytes() for name, path in names.items() if "/." not in name}


def rename(folder: Path) -> None:
    """The owl becomes an elk, and the second deck the third."""
    for name in ("cards.csv", "one.txt", "two.txt"):
        path = folder / name
        path.write_text(path.read_text().replace("Owl", "Elk"))
    (folder / "two.txt").rename(folder / "three.txt")
    project = folder / "cardtools.toml"
    project.write_text(project.read_text().replace("two.txt", "three.txt"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_only_what_is_made_now_and_what_others_made_is_there(
    cardtools: Any, game: Path, command: tuple[str, ...]
) -> None:
    assert cardtools(*command).code == 0
    first = made(game)
    top = next(iter(first)).split("/")[0]
    (game / top / "mine.txt").write_text("mine")
    (game / top / "mine.png").write_text("mine")
    rename(game)
    outcome = cardtools(*command)
    assert outcome.code == 0
    second = made(game)
    assert {name.rpartition("/")[2] for name in second} >= {"mine.txt", "mine.png"}
    assert [name for name in second if "owl" in name or "two" in name] == []
    for name in first.keys() - second.keys():
        assert f"removed {name}, which is no longer made" in outcome.out
    assert bool(first.keys() - second.keys()) == (command[-1] not in ("zip", "json", "html"))
    assert cardtools(*command).out.count("removed") == 0
    assert made(game) == second


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_somebody_changed_stays_and_is_named(
    cardtools: Any, game: Path, command: tuple[str, ...]
) -> None:
    assert cardtools(*command).code == 0
    old = sorted(name for name in made(game) if "owl" in name or "two" in name)
    for name in old:
        (game / name).write_bytes(b"mine")
    rename(game)
    for _ in range(2):
        outcome = cardtools(*command)
        assert outcome.code == 0
        for name in old:
            assert (game / name).read_bytes() == b"mine"
            assert outcome.err.count(f"{name} is no longer made, and stays since it was changed") == 1


@pytest.mark.parametrize("first", [("render",), ("sheet",), ("build",), ("render", "--masks")], ids=" ".join)
@pytest.mark.parametrize("then", [("render",), ("sheet",), ("build",)], ids=" ".join)
def test_each_command_knows_what_the_others_made(
    cardtools: Any, game: Path, first: tuple[str, ...], then: tuple[str, ...]
) -> None:
    assert cardtools(*first).code == 0
    rename(game)
    assert cardtools(*then).code == 0
    folders = {"render": ("cards",), "sheet": ("sheets",), "build": ("cards", "sheets")}[then[0]]
    left = [name for name in made(game) if name.startswith(tuple(f"output/{one}/" for one in folders))]
    assert [name for name in left if "owl" in name or "two" in name] == []


def test_the_mask_of_a_plate_stays_as_long_as_its_card_is_the_same(cardtools: Any, game: Path) -> None:
    assert cardtools("render", "--masks").code == 0
    masks = {"output/cards/ox-foil.png", "output/cards/owl-foil.png"}
    for command in ("build", "render", "build"):
        assert cardtools(command).code == 0
        assert made(game).keys() >= masks
    table = game / "cards.csv"
    table.write_text(table.read_text().replace("112233", "000000"))
    assert "removed output/cards/ox-foil.png" in cardtools("build").out
    assert made(game).keys() & masks == {"output/cards/owl-foil.png"}


@pytest.mark.parametrize(
    "fault", ["3 Oxx\n", "", "\ud800", None], ids=["unknown", "empty", "encoding", "missing"]
)
def test_a_deck_with_an_error_has_no_old_print_and_one_message(
    cardtools: Any, game: Path, fault: str | None
) -> None:
    assert cardtools("build").code == 0
    rename(game)
    deck = game / "three.txt"
    if fault is None:
        deck.unlink()
    else:
        deck.write_bytes(fault.encode("utf-16" if fault == "\ud800" else "utf-8", "surrogatepass"))
    outcome = cardtools("build")
    assert outcome.code == 2
    assert outcome.err.count("three.txt") == 1
    pictures = {"output/cards/ox.png", "output/cards/elk.png"}
    assert made(game).keys() - {"output/validation.txt"} == {*pictures, "output/sheets/one.pdf"}
    assert "removed output/sheets/two.pdf" in outcome.out
    again = cardtools("build")
    assert (again.code, again.err.count("three.txt")) == (2, 1)


def test_a_card_with_an_error_has_no_old_picture(cardtools: Any, game: Path) -> None:
    assert cardtools("build").code == 0
    table = game / "cards.csv"
    table.write_text(table.read_text().replace("445566", "no colour"))
    assert cardtools("build").code == 2
    assert [name for name in made(game) if name.startswith("output/cards/")] == ["output/cards/ox.png"]


def test_a_table_that_cannot_be_read_removes_nothing(cardtools: Any, game: Path) -> None:
    assert cardtools("build").code == 0
    before = made(game)
    (game / "cards.csv").write_text('NAME,COLOUR\n"Ox')
    outcome = cardtools("build")
    assert outcome.code == 2
    assert outcome.err.count("cards.csv:2") == 1
    assert made(game) == before
