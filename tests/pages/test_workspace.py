"""The files of a project while several edit them: every edit is kept, or shown as a conflict."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtools.ground.errors import InputError
from cardtools.pages.studio.workspace import Workspace
from cardtools.project.project import find_project

TABLE = b"NAME;COST;TEXT\r\nOx;1;a\r\nElk;2;b\r\nHare;3;c\r\n"
CARDS = "cards/cards.csv"


@pytest.fixture
def opened(folder: Path) -> Iterator[Workspace]:
    """A project with a table."""
    (folder / "cards").mkdir()
    (folder / CARDS).write_bytes(TABLE)
    (folder / "cardtools.toml").write_text('name = "Meadow"\n')
    find_project(folder)
    with Workspace(folder) as workspace:
        yield workspace


def edit(opened: Workspace, old: bytes, new: bytes, by: str = "one", base: bytes = TABLE) -> None:
    """Change the table as somebody does who knows this version of it."""
    from cardtools.pages.studio.history import content_digest

    opened.change(by, "an edit", {CARDS: (content_digest(base), base.replace(old, new))}, ["ox"])


def test_an_edit_changes_its_cell_and_no_other_byte(opened: Workspace) -> None:
    edit(opened, b"Elk;2", b"Elk;20")
    assert opened.write()
    assert (opened.root / CARDS).read_bytes() == TABLE.replace(b"Elk;2", b"Elk;20")


def test_two_who_edit_other_cells_are_merged_and_the_same_cell_is_a_conflict(opened: Workspace) -> None:
    opened.content(CARDS)
    edit(opened, b"Ox;1", b"Ox;10")
    edit(opened, b"Elk;2", b"Elk;20", by="two")
    edit(opened, b"Ox;1", b"Ox;11", by="two")
    assert opened.content(CARDS) == TABLE.replace(b"Ox;1", b"Ox;10").replace(b"Elk;2", b"Elk;20")
    (notice,) = opened.notices.values()
    (conflict,) = notice.conflicts
    assert conflict[1:] == ("Ox", "COST", "1", "11", "10", "cell")
    opened.choose("two", notice.number, [0])
    assert b"Ox;11;a" in (opened.content(CARDS) or b"")
    assert not opened.notices


def test_undo_and_redo_keep_what_others_changed(opened: Workspace) -> None:
    opened.content(CARDS)
    edit(opened, b"Ox;1", b"Ox;10")
    opened.write()
    path = opened.root / CARDS
    path.write_bytes(path.read_bytes().replace(b"Hare;3", b"Hare;30"))
    opened.look()
    assert opened.undo("one")
    assert opened.content(CARDS) == TABLE.replace(b"Hare;3", b"Hare;30")
    assert opened.undo("one") is None
    assert opened.redo("one")
    assert b"Ox;10" in (opened.content(CARDS) or b"")


def test_what_a_crash_left_unwritten_is_written_at_the_next_start(opened: Workspace, folder: Path) -> None:
    edit(opened, b"Ox;1", b"Ox;10")
    opened.write()
    now = opened.content(CARDS) or b""
    edit(opened, b"Elk;2", b"Elk;20", base=now)
    opened.journal._file.flush()
    (folder / "copy").mkdir()
    for name in ("cards", ".cardtools"):
        shutil.copytree(folder / name, folder / "copy" / name)
    shutil.copy(folder / "cardtools.toml", folder / "copy")
    find_project(folder / "copy")
    with Workspace(folder / "copy") as again:
        assert again.content(CARDS) == now.replace(b"Elk;2", b"Elk;20")
        assert again.undo("three")
        assert again.content(CARDS) == now
    assert (folder / "copy" / CARDS).read_bytes() == now


def test_a_file_that_a_spreadsheet_has_open_waits_for_it(opened: Workspace) -> None:
    lock = opened.root / "cards/.~lock.cards.csv#"
    lock.write_text("somebody")
    edit(opened, b"Ox;1", b"Ox;10")
    assert not opened.write()
    assert "open in a spreadsheet" in opened.status()["waiting"][CARDS]
    (opened.root / CARDS).write_bytes(TABLE.replace(b"Elk;2", b"Elk;20"))
    lock.unlink()
    assert opened.write()
    both = TABLE.replace(b"Ox;1", b"Ox;10").replace(b"Elk;2", b"Elk;20")
    assert (opened.root / CARDS).read_bytes() == both


@pytest.mark.parametrize("name", ["../x.csv", "/etc/passwd", ".git/config", "C:/x", "a/../../x", "", "x\\y"])
def test_nothing_outside_of_the_project_is_a_file_of_it(opened: Workspace, name: str) -> None:
    from cardtools.ground.errors import OutputError

    with pytest.raises((InputError, OutputError)):
        opened.content(name)


def test_an_older_copy_with_a_row_that_is_added_here_too_undoes_nothing(opened: Workspace) -> None:
    row = b"Owl;4;d\r\n"
    edit(opened, b"Elk;2;b\r\n", b"Elk;20;b\r\n")
    edit(opened, b"Hare;3;c\r\n", b"Hare;3;c\r\n" + row)
    opened.write()
    theirs = TABLE.replace(b"Ox;1;a\r\n", row + b"Ox;10;a\r\n")
    (opened.root / CARDS).write_bytes(theirs)
    opened.look()
    assert opened.content(CARDS) == theirs.replace(b"Elk;2", b"Elk;20")
    (notice,) = opened.notices.values()
    assert "saved an older copy" in notice.text
