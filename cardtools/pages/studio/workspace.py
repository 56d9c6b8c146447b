"""The files of a project with the edits that are made in the studio, whoever else edits them meanwhile.

An edit is in the journal before anything else happens, and half a second later in its file. When another
program has changed the file, both changes are merged; what contradicts is kept as a conflict until somebody
chooses.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path, PurePosixPath
from typing import Any

from cardtools.ground.errors import CardtoolsError, InputError, bad_input
from cardtools.ground.io.files import (
    check_output,
    make_folder,
    read_bytes,
    remove,
    replace_unchanged,
    shown,
    write_atomic,
)
from cardtools.ground.spelling import counted
from cardtools.ground.web.answers import Feed, json_bytes
from cardtools.pages.studio.history import Event, Journal, content_digest
from cardtools.pages.studio.merging import Conflict, Merged, merge

_PAUSE, _LONGEST = 0.5, 1.0  # seconds without an edit until files are written; and with edits
_AGAIN = 2.0  # seconds until a file that could not be written is tried again
_OLDER = 20  # versions that another program may have had when it began to edit

Changes = Mapping[str, tuple[str, bytes | None]]  # by path: the digest of what was edited, and the result


@dataclass
class _File:
    """What is on the disk, as far as we know, and what the studio shows."""

    disk: bytes | None
    now: bytes | None
    why: str = ""  # it is not written yet


@dataclass(frozen=True)
class Notice:
    """What somebody has to know, or to choose: a number, a text, the conflicts, and the event that it is
    about.
    """

    number: int
    text: str
    conflicts: tuple[Conflict, ...] = ()
    event: int = 0

    def data(self) -> dict[str, Any]:
        """The notice for the page."""
        conflicts = [one._asdict() for one in self.conflicts]
        return {"number": self.number, "text": self.text, "conflicts": conflicts, "event": self.event}


@dataclass
class Workspace:
    """The files of the project in the folder `root`, by their paths in it with slashes. `clock` tells the
    time.

    Use it in a `with` block, at whose end everything is written.
    """

    root: Path
    clock: Callable[[], float] = time.time
    feed: Feed = field(default_factory=Feed)
    notices: dict[int, Notice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lock = threading.RLock()
        self._files: dict[str, _File] = {}
        self._numbers, self._stamps = count(1), count(1)
        self._wake, self._ended = threading.Event(), False
        self._first = self._last = 0.0  # when the first and the last unwritten edit was made
        self.stamp = 0  # grows with every change of any file
        self.edited: dict[str, int] = {}  # by file, the stamp of its last change
        self.journal = Journal(self.root)
        self._writer = threading.Thread(target=self._write_on, daemon=True)

    def __enter__(self) -> Workspace:
        self._writer.start()
        for path, known in self.journal.saved.items():
            if any(path in event.files for event in self.journal.events[-_OLDER:]) and known:
                with suppress(CardtoolsError):
                    self.content(path)  # writes what a crash left
        return self

    def __exit__(self, *error: object) -> None:
        self._ended = True
        self._wake.set()
        self._writer.join(10)
        with suppress(CardtoolsError):
            self.write()
        self.journal.close()

    def path(self, name: str) -> Path:
        """The path of a file of the project. Raises InputError for one that is hidden or outside of it."""
        pure = PurePosixPath(name)
        if not name or pure.is_absolute() or "\\" in name or ".." in pure.parts or ":" in pure.parts[0]:
            raise bad_input(name, "expected the path of a file in the project")
        return check_output(self.root / pure, self.root)

    def content(self, name: str) -> bytes | None:
        """What a file holds, with all edits; None if there is none. Raises InputError if it cannot
        be read.
        """
        with self._lock:
            return self._file(name).now

    def version(self, name: str) -> str:
        """The digest of a file's content."""
        return content_digest(self.content(name))

    def together(self) -> AbstractContextManager[object]:
        """What is read and changed in this block, nobody else changes meanwhile."""
        return self._lock

    def pending(self) -> dict[str, bytes]:
        """What is not written yet, by path; a file that is removed is empty."""
        with self._lock:
            return {name: file.now or b"" for name, file in self._files.items() if file.now != file.disk}

    def change(
        self, by: str, what: str, changes: Changes, cards: Iterable[str] = (), undoes: int = 0
    ) -> tuple[Event | None, tuple[Conflict, ...]]:
        """Change files: each from the content that the caller knew to another one. What changed meanwhile is
        merged; where it contradicts, the file stays as it is, and that is a notice. Returns the event, if
        anything changed, and the conflicts. Raises InputError for a version that is not known any more.
        """
        with self._lock:
            merged: dict[str, tuple[bytes | None, bytes | None]] = {}
            conflicts: list[Conflict] = []
            for name, (base, after) in changes.items():
                now = self._file(name).now
                try:
                    before = self.journal.content(name, base, now)
                except KeyError:
                    raise bad_input(
                        name, "this version is not known any more", "load the page again"
                    ) from None
                found = _merge_files(name, before, after, now)
                conflicts += found.conflicts
                result = (
                    after if now == before else None if found.data == b"" and after is None else found.data
                )
                if result != now:
                    merged[name] = now, result
            event = self._record(by, what, merged, cards, undoes) if merged else None
            if any(None in pair for pair in merged.values()):
                self.write()  # whether there is a file is asked of the disk
            if conflicts:
                self._notify(f"{counted(len(conflicts), 'place')} changed on both sides: {what}", conflicts)
            return event, tuple(conflicts)

    def undo(self, by: str, card: str = "") -> Event | None:
        """Take back the last edit (of a card), if any; what it changed and others changed again stays."""
        return self._take_back(by, self.undoable(card), "Undo")

    def redo(self, by: str) -> Event | None:
        """Make the edit again that was taken back last, if nothing was edited since."""
        return self._take_back(by, self.redoable(), "Redo")

    def take_back(self, by: str, number: int) -> Event | None:
        """Take back one event, whoever made it."""
        events = self.journal.events
        return self._take_back(by, events[number - 1] if 0 < number <= len(events) else None, "Undo")

    def undoable(self, card: str = "") -> Event | None:
        """The edit that `undo` takes back."""
        done = [one for one in self._edits()[0] if not card or card in one.cards]
        return done[-1] if done else None

    def redoable(self) -> Event | None:
        """The undoing that `redo` takes back."""
        undone = self._edits()[1]
        return undone[-1] if undone else None

    def _edits(self) -> tuple[list[Event], list[Event]]:
        """The edits that can be undone, and the undoings since the last edit, in order."""
        done: dict[int, Event] = {}
        undone: dict[int, Event] = {}
        for event in self.journal.events:
            if not event.by or not event.files:
                continue
            if event.undoes in done:
                del done[event.undoes]
                undone[event.number] = event
            elif event.undoes in undone:
                edit = self.journal.events[undone.pop(event.undoes).undoes - 1]
                done[edit.number] = edit
            elif not event.undoes:
                done[event.number] = event
                undone.clear()
        return list(done.values()), list(undone.values())

    def _take_back(self, by: str, event: Event | None, word: str) -> Event | None:
        if event is None:
            return None
        with self._lock:
            changes = {}
            for name, one in event.files.items():
                now = self._file(name).now
                changes[name] = one.after, self.journal.content(name, one.before, now)
            what = event.what.removeprefix("Undo: ") if word == "Redo" else event.what
            made, _ = self.change(by, f"{word}: {what}", changes, event.cards, event.number)
            return made

    def choose(self, by: str, number: int, ours: Sequence[int]) -> None:
        """Settle a notice: the conflicts with these indexes (from 0) become ours, the others stay theirs."""
        with self._lock:
            notice = self.notices.pop(number, None)
            chosen = [notice.conflicts[n] for n in ours if 0 <= n < len(notice.conflicts)] if notice else []
            for conflict in chosen:
                now = self._file(conflict.path).now or b""
                settled = settle(now, conflict)
                if settled == now:
                    self._notify(f"{conflict.path} has changed again", [conflict])
                else:
                    base = content_digest(now)
                    self.change(
                        by, f"{conflict.column or conflict.path}: chosen", {conflict.path: (base, settled)}
                    )
            self._changed()

    def look(self, names: Iterable[str] = ()) -> list[str]:
        """See what other programs have written to these files (none: to all that are open); those of them
        that are not as we know them.
        """
        with self._lock:
            news = []
            for name in names or list(self._files):
                known = self._files.get(name)
                before = known.disk if known else None
                with suppress(InputError):  # half-written, or too large: it stays as it was
                    if known:
                        self._absorb(name)
                if not known or known.disk != before:
                    news.append(name)
            if news:
                self._changed()
            return news

    def write(self) -> bool:
        """Write all edits to their files; whether all are written."""
        with self._lock:
            waiting = [name for name, file in self._files.items() if file.now != file.disk]
            for name in waiting:
                file, path = self._files[name], self.path(name)
                try:
                    self._absorb(name)
                    file.why = locked(path)
                    if not file.why and file.now != file.disk:
                        _write_file(path, file.disk, file.now)
                        file.disk = file.now
                        self.journal.add_saved(name, file.now)
                except CardtoolsError as error:
                    file.why = str(error).partition("\n")[0]
            if waiting:
                self._changed()
            return all(file.now == file.disk for file in self._files.values())

    def status(self) -> dict[str, Any]:
        """What the page shows of all this."""
        with self._lock:
            undo, redo = self.undoable(), self.redoable()
            waiting = {name: file.why for name, file in self._files.items() if file.now != file.disk}
            return {
                "stamp": self.stamp,
                "waiting": waiting,
                "notices": [notice.data() for notice in self.notices.values()],
                "undo": undo.what if undo else "",
                "redo": redo.what.removeprefix("Undo: ") if redo else "",
            }

    def _file(self, name: str) -> _File:
        if name not in self._files:
            path = self.path(name)
            disk = read_bytes(path, "table_bytes") if os.path.lexists(path) else None
            file = self._files[name] = _File(disk, disk)
            latest, known = self.journal.latest(name, disk)
            saved = self.journal.saved.get(name)
            if known and latest != disk and saved != content_digest(latest):
                # A crash: these edits were not written yet.
                base = disk
                with suppress(KeyError):
                    base = self.journal.content(name, saved, latest) if saved is not None else disk
                file.now = latest
                self._take_in(name, base, disk)
                self._edited()
            elif latest != disk:
                self._record("", f"{name} was changed elsewhere", {name: (latest if known else None, disk)})
            self.journal.saved.setdefault(name, content_digest(disk))
        return self._files[name]

    def _absorb(self, name: str) -> None:
        """Take over what another program has written to a file."""
        file, path = self._files[name], self.path(name)
        disk = read_bytes(path, "table_bytes") if os.path.lexists(path) else None
        if disk == file.disk:
            return
        self._take_in(name, self._base(name, disk), disk)

    def _base(self, name: str, disk: bytes | None) -> bytes | None:
        """The version that another program has edited: the nearest one, since it may have read the file
        before we wrote to it. Exactly an older version is nobody's edit of it: somebody went back to it.
        """
        file = self._files[name]
        best, least = file.disk, _distance(file.disk, disk)
        for known in dict.fromkeys(islice(self.journal.versions(name), 2 * _OLDER)):
            with suppress(KeyError):
                data = self.journal.content(name, known, file.now)
                if 0 < (far := _distance(data, disk)) < least:
                    best, least = data, far
        return best

    def _take_in(self, name: str, base: bytes | None, disk: bytes | None) -> None:
        file = self._files[name]
        merged = _merge_files(name, base, file.now, disk)
        result = disk if disk is None or merged.data == disk else merged.data
        before, older = file.now, base != file.disk
        file.disk = disk
        event = None
        if result != before:
            event = self._record("", f"{name} was changed elsewhere", {name: (before, result)})
        if result != disk:
            self._edited()
        if merged.conflicts:
            self._notify(f"{name} was changed here and elsewhere", merged.conflicts)
        elif older and result != disk:
            self._notify(f"another program saved an older copy of {name}: what was edited here since is kept")
        elif (
            event
            and disk is not None
            and content_digest(disk) in islice(self.journal.versions(name), 2, None)
        ):
            self._notify(f"{name} went back to an older version: edits since are gone", event=event.number)

    def _record(
        self,
        by: str,
        what: str,
        changes: Mapping[str, tuple[bytes | None, bytes | None]],
        cards: Iterable[str] = (),
        undoes: int = 0,
    ) -> Event:
        event = self.journal.add(self.clock(), by, what, changes, cards, undoes)
        for name, (_, after) in changes.items():
            self._files[name].now = after
            self.edited[name] = self.stamp + 1
        if by:
            self._edited()
        self._changed()
        return event

    def _notify(self, text: str, conflicts: Sequence[Conflict] = (), event: int = 0) -> None:
        number = next(self._numbers)
        self.notices[number] = Notice(number, text, tuple(conflicts), event)
        self._changed()

    def _edited(self) -> None:
        self._last = time.monotonic()
        self._first = self._first or self._last
        self._wake.set()

    def _changed(self) -> None:
        self.stamp = next(self._stamps)
        self.feed.publish(json_bytes(self.stamp).decode())

    def _write_on(self) -> None:
        while not self._ended:
            self._wake.wait()
            self._wake.clear()
            while not self._ended:
                now = time.monotonic()
                due = min(self._last + _PAUSE, self._first + _LONGEST)
                if now < due:
                    time.sleep(due - now)
                    continue
                self._first = 0.0
                if self.write():
                    break
                self._wake.wait(_AGAIN)
                self._wake.clear()


def locked(path: Path) -> str:
    """Why a file is not to be written now: a spreadsheet has it open, which says so in a file of its own."""
    for name in (f".~lock.{path.name}#", f"~${path.name}"):
        if os.path.lexists(path.with_name(name)):
            return f"{shown(path)} is open in a spreadsheet: it is written when that is closed"
    return ""


def settle(data: bytes, conflict: Conflict) -> bytes:
    """The file with our side of a conflict in place of theirs; unchanged if that is not there any more."""
    theirs, ours = conflict.theirs.encode(), conflict.ours.encode()
    if not conflict.column:
        return data.replace(theirs, ours, 1) if theirs and data.count(theirs) == 1 else data
    from cardtools.ground.errors import Edit
    from cardtools.ground.tables.edits import write_edits
    from cardtools.pages.studio.merging import Records

    records = Records(conflict.path, data)
    column = records.columns().get(conflict.column, -1)
    for line, cells in zip(records.lines, records.cells, strict=True):
        if cells[0] == conflict.row and 0 <= column < len(cells) and cells[column] == conflict.theirs:
            edit = Edit(line, column, conflict.theirs, conflict.ours)
            return records.encoded(write_edits(records.data, [edit], records.delimiter))
    return data


def _merge_files(name: str, base: bytes | None, ours: bytes | None, theirs: bytes | None) -> Merged:
    if ours in (base, theirs) or theirs == base:
        return Merged((theirs if ours == base else ours) or b"")
    return merge(name, base or b"", ours or b"", theirs or b"")


def _distance(old: bytes | None, new: bytes | None) -> int:
    """How many lines differ, in any order."""
    if old is None or new is None:
        return 0 if old is new else 1 << 30
    one, other = Counter(old.splitlines()), Counter(new.splitlines())
    return sum(((one - other) + (other - one)).values())


def _write_file(path: Path, before: bytes | None, after: bytes | None) -> None:
    if after is None:
        remove(path, missing_ok=True)
    elif before is None:
        make_folder(path.parent)
        write_atomic(path, after)
    else:
        replace_unchanged(path, before, after)
