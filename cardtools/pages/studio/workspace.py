"""The files of a project with the edits that are made in the studio, whoever else edits them meanwhile.

An edit is in the journal before anything else happens, and half a second later in its file. When another
program has changed the file, both changes are merged; what contradicts is kept as a conflict until somebody
chooses.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from itertools import count, islice, takewhile
from pathlib import Path, PurePosixPath
from typing import Any

from cardtools.ground.errors import CardtoolsError, bad_input
from cardtools.ground.io.files import (
    STATE_FOLDER,
    check_output,
    make_folder,
    read_bytes,
    read_json,
    remove,
    replace_unchanged,
    shown,
    write_atomic,
)
from cardtools.ground.spelling import counted
from cardtools.ground.tables.merging import TABLES, Conflict, merge, settle
from cardtools.ground.web.answers import Feed, json_bytes
from cardtools.pages.studio.history import Journal, JournalEvent, content_digest

_PAUSE, _LONGEST = 0.5, 1.0  # seconds without an edit until files are written; and with edits
_AGAIN = 2.0  # seconds until a file that could not be written is tried again
_OLDER = 2_000  # versions that another program may have had when it began to edit
_LONG = 7200.0  # seconds that a program has a file open: where that is in doubt, it read an older version
_NOTICES = "notices.json"

Changes = Mapping[str, tuple[str, bytes | None]]  # by path: the digest of what was edited, and the result


@dataclass
class _HeldFile:
    """What is on the disk, as far as we know, what the studio shows, and what another program saved last."""

    disk: bytes | None
    now: bytes | None
    theirs: bytes | None = None
    why: str = ""  # it is not written yet


@dataclass(frozen=True)
class Notice:
    """What somebody has to know, or to choose: a number, a text, the conflicts, the event that it is about;
    the tab whose edits are `ours` in the conflicts, and the one of `theirs` ("": another program).
    """

    number: int
    text: str
    conflicts: tuple[Conflict, ...] = ()
    event: int = 0
    ours: str = ""
    theirs: str = ""

    def data(self) -> dict[str, Any]:
        """The notice for the page, and for the file that keeps it."""
        return {**self.__dict__, "conflicts": [one._asdict() for one in self.conflicts]}


@dataclass
class Workspace:
    """The files of the project in the folder `root`, by their paths in it with slashes. `clock` tells the
    time.

    Use it in a `with` block, at whose end everything is written.
    """

    root: Path
    clock: Callable[[], float] = time.time
    feed: Feed = field(default_factory=Feed)

    def __post_init__(self) -> None:
        self._lock = threading.RLock()
        self._files: dict[str, _HeldFile] = {}
        self._stamps = count(1)
        self._wake, self._ended = threading.Event(), False
        self._first = self._last = 0.0  # when the first and the last unwritten edit was made
        self.stamp = 0  # grows with every change of any file
        self.edited: dict[str, int] = {}  # by file, the stamp of its last change
        self.journal = Journal(self.root)
        self.notices = _read_notices(self.root)
        self._numbers = count(max(self.notices, default=0) + 1)
        self._writer = threading.Thread(target=self._write_on, daemon=True)

    def __enter__(self) -> Workspace:
        self._writer.start()
        for path, known in list(self.journal.last.items()):
            if self.journal.saved.get(path) != known:
                with suppress(CardtoolsError):
                    self.content(path)  # writes what a crash left
        with suppress(CardtoolsError):
            self.journal.compact(self._disk)
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
        first = pure.parts[0] if pure.parts else STATE_FOLDER
        if pure.is_absolute() or "\\" in name or ".." in pure.parts or ":" in first or first == STATE_FOLDER:
            raise bad_input(name, "expected the path of a file in the project")
        return check_output(self.root / pure, self.root)

    def content(self, name: str) -> bytes | None:
        """What a file holds, with all edits; None if there is none. Raises InputError."""
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
    ) -> tuple[JournalEvent | None, tuple[Conflict, ...]]:
        """Change files: each from the content that the caller knew to another one. What changed meanwhile is
        merged; where it contradicts, the file stays as it is, and that is a notice. Returns the event, if
        anything changed, and the conflicts. Raises InputError for a version that is not known any more.
        """
        with self._lock:
            merged: dict[str, tuple[bytes | None, bytes | None]] = {}
            conflicts: list[Conflict] = []
            for name, (base, after) in changes.items():
                now = self._file(name).now
                result, found = _merge_files(name, self.journal.content(name, base, now), after, now)
                conflicts += found
                if result != now:
                    merged[name] = now, result
            event = self._record(by, what, merged, cards, undoes) if merged else None
            if any(None in pair for pair in merged.values()):
                self.write()  # whether there is a file is asked of the disk
            if conflicts:
                text = f"{counted(len(conflicts), 'place')} changed on both sides: {what}"
                self._notify(text, conflicts, ours=by, theirs=self._editor(changes, by))
            return event, tuple(conflicts)

    def undo(self, by: str, card: str = "") -> JournalEvent | None:
        """Take back the last edit (of a card), if any; what it changed and others changed again stays."""
        return self._take_back(by, self.undoable(card), "Undo")

    def redo(self, by: str) -> JournalEvent | None:
        """Make the edit again that was taken back last, if nothing was edited since."""
        return self._take_back(by, next(reversed(self._edits()[1]), None), "Redo")

    def take_back(self, by: str, number: int) -> JournalEvent | None:
        """Take back one event, whoever made it."""
        return self._take_back(by, self.journal.event(number), "Undo")

    def undoable(self, card: str = "") -> JournalEvent | None:
        """The edit that `undo` takes back."""
        done = [one for one in self._edits()[0] if not card or card in one.cards]
        return done[-1] if done else None

    def undone(self) -> set[int]:
        """The numbers of the events that are taken back."""
        return {event.undoes for event in self._edits()[1]}

    def _edits(self) -> tuple[list[JournalEvent], list[JournalEvent]]:
        """The edits that can be undone, and the undoings since the last edit, in order."""
        done: dict[int, JournalEvent] = {}
        undone: dict[int, JournalEvent] = {}
        for event in self.journal.events:
            if not event.by or not event.files:
                continue
            if event.undoes in done:
                del done[event.undoes]
                undone[event.number] = event
            elif event.undoes in undone:
                edit = self.journal.event(undone.pop(event.undoes).undoes)
                assert edit  # it is in the journal, since its undoing was found to undo it
                done[edit.number] = edit
            elif not event.undoes or event.what.startswith("Redo: "):  # of what is forgotten
                done[event.number] = event
                undone.clear()
        return list(done.values()), list(undone.values())

    def _take_back(self, by: str, event: JournalEvent | None, word: str) -> JournalEvent | None:
        if event is None:
            return None
        with self._lock:
            changes = {
                name: (one.after, self.journal.content(name, one.before, self._file(name).now))
                for name, one in event.files.items()
            }
            what = event.what.removeprefix("Undo: ") if word == "Redo" else event.what
            made, _ = self.change(by, f"{word}: {what}", changes, event.cards, event.number)
            return made

    def name_version(self, by: str, name: str) -> JournalEvent:
        """Give the files as they are now a name."""
        with self._lock:
            event = self.journal.add(self.clock(), by, f"Version: {name}", {}, name=name)
            self._changed()
            return event

    def as_of(self, number: int, name: str) -> bytes | None:
        """What a file held after an event. Raises InputError if that is not known any more."""
        with self._lock:
            return self.journal.as_of(name, number, self._file(name).now)

    def restore(self, by: str, number: int, name: str = "") -> JournalEvent | None:
        """Make a file (none: all that changed since) what it was after an event. That is an event itself."""
        with self._lock:
            since = {path for event in self.journal.events if event.number > number for path in event.files}
            names = [name] if name else sorted(since)
            changes = {one: (self.version(one), self.as_of(number, one)) for one in names}
            event = self.journal.event(number)
            when = f" as of {event.name or event.what}" if event else ""
            return self.change(by, f"{name or 'All files'}{when}", changes)[0]

    def choose(self, by: str, number: int, ours: Sequence[int]) -> None:
        """Settle a notice: the conflicts with these indexes (from 0) become ours, the others stay theirs."""
        with self._lock:
            notice = self.notices.pop(number, None)
            chosen = [notice.conflicts[n] for n in ours if 0 <= n < len(notice.conflicts)] if notice else []
            for conflict in chosen:
                now = self._file(conflict.path).now or b""
                settled = settle(now, conflict)
                if settled == now != conflict.ours.encode():
                    self._notify(f"{conflict.path} has changed again", [conflict], ours=by)
                else:
                    base = content_digest(now)
                    what = f"{conflict.column} of {conflict.row}" if conflict.column else conflict.path
                    self.change(by, f"{what}: chosen", {conflict.path: (base, settled)})
            self._keep_notices()
            self._changed()

    def look(self, names: Iterable[str] = ()) -> list[str]:
        """See what others have written to these files (none: to all that are open); those with news."""
        with self._lock:
            news = []
            for name in names or list(self._files):
                known = self._files.get(name)
                before = known.disk if known else None
                with suppress(CardtoolsError):  # half-written, too large, or a full disk: it stays as it was
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
                file = self._files[name]
                try:
                    path = self.path(name)
                    self._absorb(name)
                    file.why = locked(path)
                    if not file.why and file.now != file.disk:
                        _write_file(path, file.disk, file.now)
                        file.disk = file.now
                        self.journal.add_saved(name, file.now)
                except CardtoolsError as error:
                    file.why = str(error).partition("\n")[0]
            if waiting:
                with suppress(CardtoolsError):
                    self.journal.compact(self._disk)
                self._changed()
            return all(file.now == file.disk for file in self._files.values())

    def status(self) -> dict[str, Any]:
        """What the page shows of all this."""
        with self._lock:
            done, undone = self._edits()
            waiting = {name: file.why for name, file in self._files.items() if file.now != file.disk}
            return {
                "stamp": self.stamp,
                "waiting": waiting,
                "notices": [notice.data() for notice in self.notices.values()],
                "undo": done[-1].what if done else "",
                "redo": undone[-1].what.removeprefix("Undo: ") if undone else "",
            }

    def _file(self, name: str) -> _HeldFile:
        if name not in self._files:
            disk = self._disk(name)
            file = self._files[name] = _HeldFile(disk, disk)
            try:
                self._recover(name, file)
            except CardtoolsError:
                del self._files[name]
                raise
        return self._files[name]

    def _recover(self, name: str, file: _HeldFile) -> None:
        """Find what was edited and not written before a crash, and what others wrote while we were away."""
        disk, saved = file.disk, self.journal.saved.get(name)
        latest, known = self.journal.latest(name, disk)
        if known and latest != disk:
            file.now = latest
            own = set(takewhile(lambda one: one != saved, self.journal.versions(name)))
            if content_digest(disk) not in own - {content_digest(latest)} and content_digest(disk) != saved:
                file.disk = latest
                if saved is not None:
                    with suppress(CardtoolsError):
                        file.disk = self.journal.content(name, saved, latest)
                self._take_in(name, self._base(name, disk), disk)
        self.journal.saved.setdefault(name, content_digest(file.disk))
        if file.now != file.disk:
            self._edited()

    def _disk(self, name: str) -> bytes | None:
        path = self.path(name)
        return read_bytes(path, "table_bytes") if os.path.lexists(path) else None

    def _absorb(self, name: str) -> None:
        """Take over what another program has written to a file."""
        disk = self._disk(name)
        if disk != self._files[name].disk:
            self._take_in(name, self._base(name, disk), disk)

    def _base(self, name: str, disk: bytes | None) -> bytes | None:
        """The version that another program has edited: the nearest one, since it may have read the file
        before we wrote to it. Exactly an older version is nobody's edit of it: somebody went back to it.
        """
        file, known = self._files[name], content_digest(self._files[name].now)
        if None in (disk, file.disk, file.now) or content_digest(disk) in self.journal.versions(name):
            return file.disk
        data, left = bytearray(file.now or b""), _apart(disk, file.now)
        best, far = file.disk, sum(map(abs, left.values()))
        least = sum(map(abs, _apart(disk, file.disk).values()))
        later: dict[bytes, bytes] = {}  # by line, what an edit here made of it
        if file.theirs is not None and (mine := sum(map(abs, _apart(disk, file.theirs).values()))) <= least:
            best, least = file.theirs, mine
        for event in islice(reversed(self.journal.events), _OLDER):
            if not (change := event.files.get(name)):
                continue
            if change.after != known or not change.before:
                break
            old, new = self.journal.text(change.old), self.journal.text(change.new)
            if old is None or new is None:
                break
            # Only the lines of the change are counted again.
            start = data.rfind(b"\n", 0, change.at) + 1
            stop = data.find(b"\n", change.at + len(new)) % (len(data) + 1)
            made = bytes(data[start:stop])
            data[change.at : change.at + len(new)] = old
            was = bytes(data[start : stop + len(old) - len(new)])
            if event.by and was.count(b"\n") == made.count(b"\n"):
                for line, new_line in zip(was.split(b"\n"), made.split(b"\n"), strict=True):
                    later.setdefault(line, new_line)
            moved = _cells(made)
            moved.subtract(_cells(was))
            for cell, more in moved.items():
                far += abs(left[cell] + more) - abs(left[cell])
                left[cell] += more
            known = change.before
            near = far < least or (far == least and self.clock() - event.when < _LONG)
            if near:
                best, least = bytes(data), far
        return _with_older_lines(best, disk, later) if name.lower().endswith(TABLES) else best

    def _take_in(self, name: str, base: bytes | None, disk: bytes | None) -> None:
        """Take over what is on the disk, an edit of `base`. Nothing has changed here if the journal fails."""
        file = self._files[name]
        before, older = file.now, base != file.disk
        went_back = disk is not None and content_digest(disk) in self.journal.versions(name)
        editor = self._editor([name], None)
        if disk is None and before not in (base, None):
            self._notify(f"{name} was deleted elsewhere while it was edited here: it is kept", ours=editor)
            file.disk = None
            self._edited()
            return
        result, conflicts = _merge_files(name, base, before, disk)
        event = None
        if result != before:
            event = self._record("", f"{name} was changed elsewhere", {name: (before, result)})
        file.disk = file.theirs = disk
        if result != disk:
            self._edited()
        if conflicts:
            self._notify(f"{name} was changed here and elsewhere", conflicts, ours=editor)
        elif older and result != disk:
            text = f"another program saved an older copy of {name}: what was edited here since is kept"
            self._notify(text, ours=editor)
        if event and went_back:
            text = f"{name} went back to an older version: edits since are gone"
            self._notify(text, event=event.number, ours=editor)

    def _editor(self, names: Iterable[str], by: str | None) -> str:
        """Who edited one of these files last, but for `by`; "" for another program."""
        wanted = set(names)
        found = (event.by for event in reversed(self.journal.events) if wanted & set(event.files))
        return next((one for one in found if one != by and (one or by is not None)), "")

    def _record(
        self,
        by: str,
        what: str,
        changes: Mapping[str, tuple[bytes | None, bytes | None]],
        cards: Iterable[str] = (),
        undoes: int = 0,
    ) -> JournalEvent:
        event = self.journal.add(self.clock(), by, what, changes, cards, undoes)
        for name, (_, after) in changes.items():
            self._files[name].now = after
            self.edited[name] = self.stamp + 1
        if by:
            self._edited()
        self._changed()
        return event

    def _notify(
        self, text: str, conflicts: Sequence[Conflict] = (), event: int = 0, ours: str = "", theirs: str = ""
    ) -> None:
        number = next(self._numbers)
        self.notices[number] = Notice(number, text, tuple(conflicts), event, ours, theirs)
        self._keep_notices()
        self._changed()

    def _keep_notices(self) -> None:
        with suppress(CardtoolsError):  # a full disk: they are kept with the next one
            notices = [notice.data() for notice in self.notices.values()]
            write_atomic(self.root / STATE_FOLDER / _NOTICES, json_bytes(notices))

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
    """Why a file is not to be written now: it is read-only, or open in a spreadsheet, which leaves a file."""
    for name in (f".~lock.{path.name}#", f"~${path.name}"):
        if os.path.lexists(path.with_name(name)):
            return f"{shown(path)} is open in a spreadsheet: it is written when that is closed"
    if path.exists() and not path.stat().st_mode & 0o222:
        return f"{shown(path)} is read-only: it is written when that is changed"
    return ""


def _read_notices(root: Path) -> dict[int, Notice]:
    """The notices that nobody has settled before the studio was ended."""
    path, found = root / STATE_FOLDER / _NOTICES, {}
    with suppress(ValueError, TypeError, KeyError, CardtoolsError, OverflowError, AttributeError):
        for one in read_json(path) if path.exists() else ():
            texts = {key: str(one[key]) for key in ("text", "ours", "theirs")}
            conflicts = tuple(
                Conflict(**{key: str(value) for key, value in item.items()}) for item in one["conflicts"]
            )
            number = int(one["number"])
            found[number] = Notice(number, conflicts=conflicts, event=int(one["event"]), **texts)
    return found


def _merge_files(
    name: str, base: bytes | None, ours: bytes | None, theirs: bytes | None
) -> tuple[bytes | None, tuple[Conflict, ...]]:
    """As `merge`, of files of which each may be missing."""
    if ours in (base, theirs) or theirs == base:
        return (theirs if ours == base else ours), ()
    data, conflicts = merge(name, base or b"", ours or b"", theirs or b"")
    return (None if ours is None and not data else data), conflicts


def _cells(data: bytes) -> Counter[bytes]:
    """The cells of a table or the parts of the lines of another text, however they are ordered."""
    return Counter(re.split(rb"[;,\t|\r\n]", data))


def _with_older_lines(base: bytes | None, disk: bytes | None, later: Mapping[bytes, bytes]) -> bytes:
    """The base with those lines that the disk has as they were before edits made other ones of them: a row
    that both sides added alike makes a base look near that is newer than what was edited.
    """
    lines = (base or b"").split(b"\n")
    places = {line: number for number, line in enumerate(lines)}
    for line in set((disk or b"").split(b"\n")) - places.keys():
        now, left = line, len(later)
        while left and now not in places and now in later:
            now, left = later[now], left - 1
        if now in places:
            lines[places[now]] = line
    return b"\n".join(lines)


def _apart(one: bytes | None, other: bytes | None) -> Counter[bytes]:
    found = _cells(one or b"")
    found.subtract(_cells(other or b""))
    return found


def _write_file(path: Path, before: bytes | None, after: bytes | None) -> None:
    if after is None:
        remove(path, missing_ok=True)
    elif before is None:
        make_folder(path.parent)
        write_atomic(path, after)
    else:
        replace_unchanged(path, before, after)
