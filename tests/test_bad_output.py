"""Where nothing can be written: exit 2, one message with the file and what to do, the old files whole."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from full_disk import full_disk, needs_limits

from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import make_folder, user_path, write_atomic
from cardtools.project.starter import make_project


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("full") / "game"
    make_project(folder)
    return folder


@needs_limits
@pytest.mark.parametrize(
    ("arguments", "target"),
    [
        (["sheet", "-o", "x.pdf"], "x.pdf"),
        (["render", "Quarry Sprite", "-o", "."], "quarry-sprite.png"),
        (["export", "--to", "html", "-o", "."], "cards.html"),
    ],
)
def test_a_full_disk_leaves_the_old_file_whole(
    cardtools, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], target: str
) -> None:
    monkeypatch.chdir(game)
    where = tmp_path / target
    where.write_text("old")
    options = [str(tmp_path if word == "." else where if word == target else word) for word in arguments]
    with full_disk():
        outcome = cardtools(*options)
    assert (outcome.code, outcome.out) == (2, "")
    assert (
        f"{target}: cannot be written: File too large; the old file is as it was\n  help: make room"
        in outcome.err
    )
    assert "Traceback" not in outcome.err
    assert where.read_text() == "old"
    assert list(tmp_path.iterdir()) == [where]


def test_a_file_where_the_folder_should_be(folder: Path) -> None:
    (folder / "plain").write_text("x")
    for path in (folder / "plain", folder / "plain" / "deeper" / "still"):
        with pytest.raises(OutputError) as error:
            make_folder(path)
        assert "the folder cannot be made: plain is a file\n  help: rename the file" in str(error.value)


def test_a_folder_where_the_file_should_be(folder: Path) -> None:
    (folder / "x.pdf").mkdir()
    with pytest.raises(OutputError, match=r"^x\.pdf: cannot be written: it is a folder\n  help: rename"):
        write_atomic(folder / "x.pdf", "new")
    assert list(folder.iterdir()) == [folder / "x.pdf"]


def test_names_that_no_disk_takes(folder: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written: File name too long"):
        write_atomic(folder / ("x" * 300), "new")
    with pytest.raises(OutputError, match="there is no folder"):
        write_atomic(folder / ("x" * 300) / "y", "new")
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_what_is_no_file_is_written_to_and_stays_what_it_is(folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(OutputError, match="not written: it is a pipe or a device"):
        write_atomic(pipe, "new")
    write_atomic(user_path(pipe), "new")
    assert os.read(reader, 9) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="an administrator may write everywhere")
def test_a_folder_that_may_not_be_written_to(folder: Path) -> None:
    folder.chmod(0o555)
    try:
        with pytest.raises(
            OutputError, match="cannot be written: Permission denied\n  help: name another folder"
        ):
            write_atomic(folder / "x", "new")
    finally:
        folder.chmod(0o755)


@needs_limits
def test_a_new_project_is_made_whole_or_not_at_all(cardtools, folder: Path) -> None:
    with full_disk():
        outcome = cardtools("init", "game")
    assert outcome.code == 2
    assert re.fullmatch(r"game/\S+: cannot be written: File too large\n  help: make room .*\n", outcome.err)
    assert list(folder.iterdir()) == []
