"""A stranger's project is data: building it writes and deletes nothing but its own outputs."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from built_here import build_was_here

from cardtools.commands import validate
from cardtools.ground.errors import InputError
from cardtools.ground.io.files import digest, replace_unchanged, replacing, write_atomic
from cardtools.ground.io.temporary import remove_leftovers

pytestmark = pytest.mark.end_to_end
posix = pytest.mark.skipif(sys.platform == "win32", reason="files have no such locks there")
links = pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")


@pytest.fixture
def game(folder: Path, built: Path) -> Path:
    """The sample game, built, in a folder beside `victim` with a file to keep."""
    shutil.copytree(built, folder / "game")
    (folder / "victim").mkdir()
    (folder / "victim/keep.txt").write_text("mine")
    os.chdir(folder / "game")
    return build_was_here(folder / "game")


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def set_effects(game: Path, path: str) -> None:
    text = (game / "cardtools.toml").read_text(encoding="utf-8")
    (game / "cardtools.toml").write_text(text.replace("[effects]\n", f'[effects]\neffects = "{path}"\n', 1))


@pytest.mark.parametrize("command", [["build"], ["generate", "-f"]])
@pytest.mark.parametrize(
    ("path", "message"),
    [
        (".git/config", "hidden files and folders are not cardtools' own"),
        ("../victim/keep.txt", "leaves the project folder"),
        ("effects/tags.toml", "is a file that the project is made from"),
        ("cards/cards.csv", "is a file that the project is made from"),
        ("cardtools.toml", "is a file that the project is made from"),
    ],
)
def test_the_effect_list_cannot_be_written_elsewhere(
    cardtools: Any, game: Path, command: list[str], path: str, message: str
) -> None:
    (game / ".git").mkdir()
    (game / ".git/config").write_text("[core]\n")
    set_effects(game, path)
    before = everything(game.parent)
    outcome = cardtools(*command)
    assert outcome.code == 2
    assert message in outcome.err
    assert everything(game.parent) == before


@links
def test_a_link_does_not_lead_out(cardtools: Any, game: Path) -> None:
    (game / "x").symlink_to("../victim")
    set_effects(game, "x/keep.txt")
    outcome = cardtools("build")
    assert (outcome.code, (game.parent / "victim/keep.txt").read_text()) == (2, "mine")
    assert "leads out of" in outcome.err


@links
@pytest.mark.parametrize("command", [["build", "--again"], ["render"], ["sheet"], ["export", "--to", "zip"]])
def test_a_linked_output_folder_does_not_lead_out(cardtools: Any, game: Path, command: list[str]) -> None:
    name = {"sheet": "sheets", "export": "export"}.get(command[0], "cards")
    shutil.rmtree(game / "output" / name, ignore_errors=True)
    (game / "output" / name).symlink_to("../../victim")
    outcome = cardtools(*command)
    assert outcome.code == 2
    assert "leads out of" in outcome.err
    assert [path.name for path in (game.parent / "victim").iterdir()] == ["keep.txt"]


@links
def test_a_linked_art_folder_does_not_lead_out(cardtools: Any, game: Path) -> None:
    shutil.rmtree(game / "cards/art")
    (game / "cards/art").symlink_to("../../victim")
    outcome = cardtools("art")
    assert outcome.code == 2
    assert "leads out of" in outcome.err
    assert [path.name for path in (game.parent / "victim").iterdir()] == ["keep.txt"]


@pytest.mark.parametrize(
    "name", ["output/../../victim/keep.txt", "../victim/keep.txt", "output/notes.txt", "cards/cards.csv"]
)
def test_a_record_cannot_make_a_build_delete(cardtools: Any, game: Path, name: str) -> None:
    (game / "output/notes.txt").write_text("mine")
    record = game / "output/.build.json"
    stored = json.loads(record.read_text(encoding="utf-8"))
    content = (game / name).read_bytes()
    stored["made"][name] = {"inputs": "", "content": digest(content)}
    record.write_text(json.dumps(stored))
    assert cardtools("build").code == 0
    assert (game / name).read_bytes() == content


def test_an_edit_of_the_same_size_and_time_is_seen(cardtools: Any, game: Path) -> None:
    table = game / "cards/cards.csv"
    before, text = table.stat(), table.read_text(encoding="utf-8")
    table.write_text(text.replace("Zephyr Dancer", "Zephyr Danker"), encoding="utf-8", newline="")
    os.utime(table, ns=(before.st_atime_ns, before.st_mtime_ns))
    deck = game / "cards/decks/starter.txt"
    deck.write_text(deck.read_text().replace("Zephyr Dancer", "Zephyr Danker"))
    assert table.stat().st_size == before.st_size
    assert cardtools("build").code == 0
    assert (game / "output/cards/zephyr-danker.png").is_file()
    assert not (game / "output/cards/zephyr-dancer.png").exists()


def test_again_makes_everything_and_still_removes_what_is_gone(cardtools: Any, game: Path) -> None:
    for path in (game / "cards/cards.csv", game / "cards/decks/starter.txt"):
        text = path.read_text(encoding="utf-8").replace("Zephyr Dancer", "Zephyr Danker")
        path.write_text(text, encoding="utf-8", newline="")
    outcome = cardtools("build", "--again")
    assert outcome.code == 0
    assert "unchanged" not in outcome.out
    assert not (game / "output/cards/zephyr-dancer.png").exists()


def test_a_fix_never_overwrites_what_was_saved_meanwhile(
    cardtools: Any, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game / "cards/cards.csv"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace(";Fire;", ";fire;", 1), encoding="utf-8", newline="")
    plan = validate.fix_game

    def plan_and_save(*arguments: Any) -> Any:
        fixes = plan(*arguments)
        with table.open("a", encoding="utf-8", newline="") as file:
            file.write("New Card;Fire\n")  # somebody saves a row
        return fixes

    monkeypatch.setattr(validate, "fix_game", plan_and_save)
    outcome = cardtools("validate", "--fix")
    assert outcome.code == 2
    assert "cards/cards.csv: changed while it was checked; no fix was written" in outcome.err
    assert table.read_text(encoding="utf-8").endswith("New Card;Fire\n")
    assert ";fire;" in table.read_text(encoding="utf-8")


def test_a_file_that_did_not_change_is_replaced_through_its_link(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"old")
    replace_unchanged(folder / "a.txt", b"old", b"new")
    assert (folder / "a.txt").read_bytes() == b"new"
    with pytest.raises(InputError, match="changed while it was checked"):
        replace_unchanged(folder / "a.txt", b"old", b"newer")


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_a_replaced_file_keeps_its_mode(folder: Path) -> None:
    path = folder / "secret.txt"
    path.write_text("old")
    path.chmod(0o600)
    write_atomic(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_temporary_files_have_names_that_nobody_can_guess(folder: Path) -> None:
    names = set()
    for _ in range(2):
        with replacing(folder / "a.txt"):
            names.update(path.name for path in folder.iterdir() if path.name.endswith(".tmp"))
    assert len(names) == 2


_BUSY = """
import signal, sys
from pathlib import Path
from cardtools.effects.large import ordering
from cardtools.ground.io.files import replacing, user_path
from cardtools.ground.io.temporary import temporary_folder
folder = user_path(Path(sys.argv[1]))
with replacing(folder / "a.txt") as file, temporary_folder(folder) as rows:
    file.write(b"half")
    ordering._write(rows / "0", ["x"])
    print("ready", flush=True)
    sys.stdin.read()
"""


@posix
def test_what_a_killed_run_left_is_removed_by_the_next_and_nothing_else(folder: Path) -> None:
    foreign = folder / f".a.txt.{'0' * 16}.cardtools.tmp"
    foreign.mkdir()
    (foreign / "notes.txt").write_text("mine")
    (foreign / "lock").write_text("")
    (folder / ".b.cardtools.tmp").write_text("mine")
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _BUSY, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        for _ in range(2)
    ]
    with contextlib.ExitStack() as stack:
        for run in runs:
            stack.enter_context(run)
            assert run.stdout
            assert run.stdout.readline() == b"ready\n"
        mine = {".b.cardtools.tmp", foreign.name}
        assert len({path.name for path in folder.iterdir()} - mine) == 4
        runs[0].kill()
        runs[0].wait()
        remove_leftovers.cache_clear()
        write_atomic(folder / "b.txt", "whole")
        left = {path.name for path in folder.iterdir()} - mine - {"b.txt"}
        assert len(left) == 2  # of the run that goes on
        runs[1].communicate(b"")
        assert runs[1].returncode == 0
    assert {path.name for path in folder.iterdir()} - mine == {"a.txt", "b.txt"}
    assert (foreign / "notes.txt").read_text() == "mine"


@posix
def test_a_run_that_is_ended_takes_its_temporary_files_along(folder: Path) -> None:
    code = _BUSY.replace("import signal", "import cardtools.cli as cli, signal", 1).replace(
        "folder = ", "signal.signal(signal.SIGTERM, cli._end)\nfolder = ", 1
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as run:
        assert run.stdout
        assert run.stdout.readline() == b"ready\n"
        run.terminate()
        assert run.wait() == 128 + signal.SIGTERM
    assert list(folder.iterdir()) == []
