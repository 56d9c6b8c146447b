"""Reading and writing: encodings, places, whole files."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError, OutputError
from cardtools.ground.io import files
from cardtools.ground.io.files import (
    decode,
    digest,
    file_digest,
    files_below,
    read_lines,
    read_text,
    write_atomic,
)
from cardtools.ground.limits import Limits, limits
from cardtools.ground.spelling import did_you_mean


@given(st.text())
def test_decoding_is_total_on_utf_8(text: str) -> None:
    universal = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    assert decode(text.encode(), Path("x")) == universal


@given(st.binary())
def test_bytes_are_text_or_an_error_with_a_place(data: bytes) -> None:
    try:
        decode(data, Path("x.txt"))
    except InputError as error:
        (problem,) = error.diagnostics
        assert problem.location.line >= 1
        assert problem.location.column >= 1


def test_lines_end_at_line_ends_only(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("a\u2028b\r\nc\x0cd\re\n".encode())
    assert read_lines(path) == ["a\u2028b", "c\x0cd", "e"]


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match=r"^x\.txt: cannot be written: No space left on device; the old fi"):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder, expected a file"):
        read_text(tmp_path)


def test_paths_are_shown_as_people_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert files.shown(Path("a/../b.txt")) == "b.txt"
    assert files.shown(tmp_path / "c" / "d.txt") == "c/d.txt"
    assert files.shown(tmp_path.parent / "e.txt") == (tmp_path.parent / "e.txt").as_posix()


def test_the_boundaries_of_digested_parts_count() -> None:
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("ab") == digest(b"ab")


@pytest.mark.parametrize(
    ("word", "expected"), [("typpes", "types"), ("rnak", "rank"), ("zzz", ""), ("TYPE", "type"), ("stat", "")]
)
def test_did_you_mean_is_close_and_unique(word: str, expected: str) -> None:
    assert did_you_mean(word, ["types", "rank", "star", "stab", "type"]) == expected


@given(st.lists(st.text(alphabet="ab \n\r\u2028é\ufeff", max_size=9), max_size=9).map("\n".join))
def test_lines_in_parts_are_the_lines(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("lines") / "x.txt"
    path.write_bytes(text.encode())
    assert [line for part in files.iter_lines(path) for line in part] == read_lines(path)


@pytest.mark.parametrize("size", [0, 1, 65_536, 200_000])
def test_a_file_has_the_digest_of_its_bytes(tmp_path: Path, size: int) -> None:
    data = bytes(range(251)) * (size // 251) + b"x" * (size % 251)
    (tmp_path / "x").write_bytes(data)
    assert file_digest(tmp_path / "x") == digest(data)


def test_a_folder_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("b/2", "b/1", "a", ".hidden/x", ".y"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    names = [os.path.relpath(name, tmp_path) for name in files_below(tmp_path)]
    assert names == [".y", "a", os.path.join(".hidden", "x"), os.path.join("b", "1"), os.path.join("b", "2")]
    assert [os.path.basename(name) for name in files_below(tmp_path, hidden=False)] == ["a", "1", "2"]
    monkeypatch.setattr(files, "limits", lambda: Limits(folder_files=6))
    with pytest.raises(InputError, match="holds more than 6 files and folders"):
        list(files_below(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_only_what_the_user_types_may_be_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="cannot be read: it is a pipe or a device"):
        read_text(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("Draw\n",))
    writer.start()
    assert read_lines(files.user_path(pipe)) == ["Draw"]
    writer.join()


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as file:
        file.truncate(limits().text_bytes + 1)
    with pytest.raises(InputError, match=r"larger than 50,000,000 bytes\n  help: .* larger text_bytes into"):
        read_text(tmp_path / "x")


def test_a_line_without_end_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("Draw\n" + "x" * (limits().line_characters + 300_000))
    with pytest.raises(InputError, match="a line has more than 10,000,000 characters"):
        read_lines(tmp_path / "x")
