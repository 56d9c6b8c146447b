"""The journal of a stranger, a full disk, files that go away: told, tried again, nothing lost."""

from __future__ import annotations

import errno
import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardtools.ground.errors import CardtoolsError, OutputError
from cardtools.ground.io.files import digest
from cardtools.pages.studio import history
from cardtools.pages.studio.history import content_digest
from cardtools.pages.studio.workspace import Workspace
from cardtools.project.project import find_project

TABLE = b"NAME;COST\nOx;1\nElk;2\n"
CARDS = "cards/cards.csv"


@pytest.fixture
def root(folder: Path) -> Path:
    """A project with a table."""
    (folder / "cards").mkdir()
    (folder / CARDS).write_bytes(TABLE)
    (folder / "cardtools.toml").write_text('name = "Meadow"\n')
    find_project(folder)
    return folder


@pytest.fixture
def opened(root: Path) -> Iterator[Workspace]:
    """Its workspace."""
    with Workspace(root) as workspace:
        yield workspace


def edit(opened: Workspace, old: bytes, new: bytes) -> None:
    now = opened.content(CARDS) or b""
    opened.change("one", "an edit", {CARDS: (content_digest(now), now.replace(old, new))}, ["ox"])


def event(**other: Any) -> dict[str, Any]:
    change = [0, "NAME", "EVIL", content_digest(TABLE), digest(TABLE.replace(b"NAME", b"EVIL"))]
    whole = {"number": 1, "when": 1.0, "by": "one", "what": "x", "cards": [], "files": {CARDS: change}}
    return {**whole, "undoes": 0, "name": "", **other}


BOMB = zlib.compress(b"\0" * 50_000_000)
DIGEST = "0" * 32


@pytest.mark.parametrize(
    "files",
    [
        {name: [0, "", "x", "", digest(b"x")]}
        for name in ("../out.txt", "/tmp/out.txt", ".git/x", ".cardtools/x", "a/../../out.txt", "", ".", "\0")
    ]
    + [
        {CARDS: [0, [DIGEST], [DIGEST], content_digest(TABLE), digest(b"y")]},  # it lies and explodes
        {CARDS: [0, ["../../cards/cards.csv"], "", content_digest(TABLE), digest(b"")]},
        {CARDS: [2**40, "x", "y", content_digest(TABLE), digest(b"y")]},
        {CARDS: [0, "NOT THERE", "y", content_digest(TABLE), digest(b"y")]},
    ],
)  # fmt: skip
def test_a_journal_of_a_stranger_changes_nothing(root: Path, files: dict[str, Any]) -> None:
    (root / ".cardtools/contents").mkdir(parents=True)
    (root / ".cardtools/contents" / DIGEST).write_bytes(BOMB)
    (root / ".cardtools/journal.jsonl").write_text(json.dumps(event(files=files)) + "\n")
    before = {path for path in root.parent.rglob("*") if ".cardtools" not in path.parts}
    with Workspace(root) as opened:
        for step in (
            lambda: opened.undo("two"),
            lambda: opened.restore("two", 0),
            lambda: opened.take_back("two", 1),
        ):
            try:
                step()
            except CardtoolsError as error:
                assert str(error)
        edit(opened, b"Ox;1", b"Ox;9")
    assert (root / CARDS).read_bytes() == TABLE.replace(b"Ox;1", b"Ox;9")
    assert before == {path for path in root.parent.rglob("*") if ".cardtools" not in path.parts}


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, "1" * 10_000, '{"saved": 1}', "null", '"x"', "\0", "\ud800"]
    + [json.dumps(event(**one)) for one in ({"number": 10**300}, {"number": "1"}, {"when": float("inf")})]
    + [
        json.dumps(event(files={CARDS: [-5, "a", "b", "", ""]})),
        json.dumps(event(files=[1])),
        "x" * 1_000_000,
    ],
)
def test_a_line_that_cannot_be_read_ends_the_journal_and_is_kept(root: Path, line: str) -> None:
    (root / ".cardtools").mkdir()
    data = (line + "\n" + json.dumps(event()) + "\n").encode("utf-8", "replace")
    (root / ".cardtools/journal.jsonl").write_bytes(data)
    with Workspace(root) as opened:
        edit(opened, b"Ox;1", b"Ox;9")
        assert opened.undo("one")
    assert (root / CARDS).read_bytes() == TABLE
    if opened.journal.events[0].what == "an edit" and opened.journal.events[0].number == 1:
        assert (root / ".cardtools/journal.damaged").read_bytes() == data


@pytest.mark.parametrize(
    "text", ["[1]", "{", '[{"number": 1}]', '[{"conflicts": [{"x": 1}]}]', "[" * 100_000]
)
def test_notices_of_a_stranger_are_none(root: Path, text: str) -> None:
    (root / ".cardtools").mkdir()
    (root / ".cardtools/notices.json").write_text(text)
    with Workspace(root) as opened:
        assert opened.notices == {}


def test_two_studios_of_one_project_would_write_over_each_other(opened: Workspace) -> None:
    with pytest.raises(OutputError, match="open in another studio"):
        Workspace(opened.root)


def test_notices_survive_a_restart_and_say_who(opened: Workspace) -> None:
    base = opened.version(CARDS)
    opened.change("one", "x", {CARDS: (base, TABLE.replace(b"Ox;1", b"Ox;2"))})
    opened.change("two", "y", {CARDS: (base, TABLE.replace(b"Ox;1", b"Ox;3"))})
    opened.__exit__()
    with Workspace(opened.root) as again:
        (notice,) = again.notices.values()
        assert (notice.ours, notice.theirs) == ("two", "one")
        again.choose("two", notice.number, [0])
        assert b"Ox;3" in (again.content(CARDS) or b"")
    with Workspace(opened.root) as last:
        assert last.notices == {}


def test_a_full_disk_is_told_and_nothing_is_half_done(
    opened: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(opened, b"Ox;1", b"Ox;10")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OutputError, match="No space left"):
            edit(opened, b"Elk;2", b"Elk;20")
        assert b"Elk;20" not in (opened.content(CARDS) or b"")
        assert not opened.write()
        assert "No space left" in opened.status()["waiting"][CARDS]
        other = TABLE.replace(b"Elk;2", b"Elk;30")
        (opened.root / CARDS).write_bytes(other)
        opened.look()  # cannot be taken over: there is no room for its event
        assert (opened.root / CARDS).read_bytes() == other
    assert opened.write()
    assert (opened.root / CARDS).read_bytes() == other.replace(b"Ox;1", b"Ox;10")


def test_a_read_only_file_waits(opened: Workspace) -> None:
    (opened.root / CARDS).chmod(0o444)
    edit(opened, b"Ox;1", b"Ox;10")
    assert not opened.write()
    assert "read-only" in opened.status()["waiting"][CARDS]
    (opened.root / CARDS).chmod(0o644)
    assert opened.write()


def test_a_file_that_is_deleted_while_it_is_edited_is_kept_and_that_is_told(opened: Workspace) -> None:
    edit(opened, b"Ox;1", b"Ox;10")
    (opened.root / CARDS).unlink()
    assert opened.write()
    assert (opened.root / CARDS).read_bytes() == TABLE.replace(b"Ox;1", b"Ox;10")
    assert "deleted elsewhere" in next(iter(opened.notices.values())).text
    (opened.root / CARDS).rename(opened.root / "cards/other.csv")  # when it is written, it may go
    opened.look()
    assert opened.content(CARDS) is None
    assert opened.take_back("one", opened.journal.events[-1].number)
    assert (opened.root / CARDS).exists()


def test_a_folder_that_became_a_link_is_not_followed(opened: Workspace, tmp_path_factory: Any) -> None:
    outside = tmp_path_factory.mktemp("outside")
    edit(opened, b"Ox;1", b"Ox;10")
    (opened.root / "cards").rename(opened.root / "old")
    (opened.root / "cards").symlink_to(outside)
    assert not opened.write()
    assert "leads out of" in opened.status()["waiting"][CARDS]
    assert not list(outside.iterdir())
    (opened.root / "cards").unlink()
    (opened.root / "old").rename(opened.root / "cards")
    assert opened.write()


def test_a_large_journal_forgets_its_older_half(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_MOST", 40_000)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    with Workspace(root) as opened:
        for number in range(60):
            row = (opened.content(CARDS) or b"").split(b"\n")[1]
            edit(opened, row, b"Ox;" + os.urandom(500 if number % 2 else 1_500).hex().encode())
        now = opened.content(CARDS)
        opened.write()
        assert opened.journal.events[0].number > 1
        assert opened.journal.size < 40_000
        done = sum(bool(opened.undo("one")) for _ in range(100))
        assert 3 < done < 60
        for _ in range(done):
            assert opened.redo("one")
        assert opened.content(CARDS) == now
    files = list((root / ".cardtools").rglob("*"))
    assert sum(path.stat().st_size for path in files if path.is_file()) < 200_000
    with Workspace(root) as again:
        assert again.content(CARDS) == now
        assert again.undo("one")


def test_versions_are_named_and_restored(opened: Workspace) -> None:
    edit(opened, b"Ox;1", b"Ox;10")
    named = opened.name_version("one", "before the playtest")
    edit(opened, b"Elk;2", b"Elk;20")
    opened.write()
    assert opened.restore("one", named.number)
    assert opened.content(CARDS) == TABLE.replace(b"Ox;1", b"Ox;10")
    assert opened.undo("one")
    assert opened.content(CARDS) == TABLE.replace(b"Ox;1", b"Ox;10").replace(b"Elk;2", b"Elk;20")


def test_an_edit_of_a_large_table_is_quick(root: Path) -> None:
    table = b"NAME;COST\n" + b"".join(b"Card %d;%d\n" % (n, n) for n in range(120_000))
    (root / CARDS).write_bytes(table)
    with Workspace(root) as opened:
        opened.content(CARDS)
        times = []
        for number in range(5):
            now = opened.content(CARDS) or b""
            base, after = opened.version(CARDS), now.replace(b"Card 60000;", b"Card 60000;%d" % number)
            start = time.perf_counter()
            opened.change("one", "x", {CARDS: (base, after)})
            times.append(time.perf_counter() - start)
    assert min(times) < 0.1  # 20 ms on a quiet machine
