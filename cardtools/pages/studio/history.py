"""The journal of a project's edits: what the studio changed, so that it can be undone, even after a crash.

It is a folder of the project, `.cardtools`: `journal.jsonl` has one event a line, in order; a long text or a
picture is a file of its own in `contents`, by the digest of its bytes. An event is on the disk before the
files that it changes. Whoever made the project made this folder too, so it is read as a stranger's.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cardtools.ground.errors import CardtoolsError, OutputError, bad_input
from cardtools.ground.io.files import (
    STATE_FOLDER,
    digest,
    make_folder,
    open_to_change,
    read_bytes,
    remove,
    write_atomic,
)
from cardtools.ground.limits import limits

_SHORT = 2_000  # bytes of a text that stands in the journal itself
_MOST = 50_000_000  # bytes of a journal with its contents; beyond, its older half goes
NOTHING = ""  # the digest of a file that does not exist


class Splice(NamedTuple):
    """A file's change: `new` bytes instead of `old` ones from a place on (from 0); of long ones only the
    digest of what `contents` has. `before` and `after` are the digests of the whole file, `NOTHING` where
    there is none.
    """

    at: int
    old: bytes | str
    new: bytes | str
    before: str
    after: str


class JournalEvent(NamedTuple):
    """A change: its number (from 1), when (seconds since 1970), by whom (a tab of the page; "" for another
    program), in words, the cards that it is about (file names), what happened to each file (by its path in
    the project), the event that it takes back (0: none), and the name of the version that it ends ("": none).
    """

    number: int
    when: float
    by: str
    what: str
    cards: tuple[str, ...]
    files: Mapping[str, Splice]
    undoes: int = 0
    name: str = ""


@lru_cache(maxsize=8)
def content_digest(data: bytes | None) -> str:
    """The digest of a file's content."""
    return NOTHING if data is None else digest(data)


def _spliced(data: bytes, at: int, old: bytes, new: bytes) -> bytes | None:
    return data[:at] + new + data[at + len(old) :] if data[at : at + len(old)] == old else None


def _shared(one: memoryview, other: memoryview) -> int:
    """How many bytes both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


class Journal:
    """The events of a project, and the contents that its files had; the oldest go when it becomes too large.

    A line that cannot be read, as the last one after a crash, ends the journal: what follows is written in
    its place. Raises CardtoolsError if the folder cannot be read or written, or is in use by another studio.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / STATE_FOLDER
        self._path = self._folder / "journal.jsonl"
        self.events: list[JournalEvent] = []
        self.saved: dict[str, str] = {}  # by file, the digest of what was last written to it
        self.last: dict[str, str] = {}  # by file, its digest after the last event
        make_folder(self._folder / "contents")
        ignore = self._folder / ".gitignore"
        if not os.path.lexists(ignore):
            write_atomic(ignore, "*\n")
        self._file = open_to_change(self._path)
        _lock(self._file)
        data = read_bytes(self._path, "table_bytes")
        whole = 0
        for line in data.splitlines(keepends=True):
            event = _read(line) if line.endswith(b"\n") else None
            if isinstance(event, dict):
                self.saved |= event
            elif event and (not self.events or event.number == self.events[-1].number + 1):
                self.events.append(event)
                self.last |= {path: change.after for path, change in event.files.items()}
            else:
                break
            whole += len(line)
        if b"\n" in data[whole:]:  # more than what a crash leaves
            write_atomic(self._path.with_suffix(".damaged"), data)
        self._file.truncate(whole)
        self._file.seek(whole)
        with os.scandir(self._folder / "contents") as found:
            self.size = whole + sum(one.stat(follow_symlinks=False).st_size for one in found)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def event(self, number: int) -> JournalEvent | None:
        """The event with this number, as long as the journal has it."""
        at = number - self.events[0].number if self.events else -1
        return self.events[at] if 0 <= at < len(self.events) else None

    def add(
        self,
        when: float,
        by: str,
        what: str,
        changes: Mapping[str, tuple[bytes | None, bytes | None]],
        cards: Iterable[str] = (),
        undoes: int = 0,
        name: str = "",
    ) -> JournalEvent:
        """Write an event with the files that it changes, before and after; when this returns, it is on the
        disk.

        Raises OutputError if it cannot be written; the journal is as it was then.
        """
        files = {}
        for path, (before, after) in changes.items():
            if self.last.get(path) != content_digest(before):
                self._keep(before)  # where a chain of changes begins
            files[path] = self._splice(before, after)
        number = self.events[-1].number + 1 if self.events else 1
        event = JournalEvent(number, when, by, what, tuple(cards), files, undoes, name)
        self._write(_line(event), flushed=True)
        self.events.append(event)
        self.last |= {path: change.after for path, change in files.items()}
        return event

    def add_saved(self, path: str, data: bytes | None) -> None:
        """Write that a file has this content now. A crash may lose it: merging twice does no harm."""
        self.saved[path] = content_digest(data)
        self._write(_saved_line({path: self.saved[path]}), flushed=False)

    def _write(self, line: bytes, flushed: bool) -> None:
        start = self._file.tell()
        try:
            self._file.write(line)
            self._file.flush()
            if flushed:
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.seek(start)
                self._file.truncate(start)
            raise OutputError(
                f"{STATE_FOLDER}/journal.jsonl: not written: {error.strerror or error}"
            ) from None
        self.size += len(line)

    def _splice(self, before: bytes | None, after: bytes | None) -> Splice:
        """What makes one content of a file from another, None where there is no file."""
        old, new = before or b"", after or b""
        at = _shared(memoryview(old), memoryview(new))
        ends = memoryview(old[at:][::-1]), memoryview(new[at:][::-1])
        tail = _shared(*ends)
        one, other = (self._text(data[at : len(data) - tail]) for data in (old, new))
        return Splice(at, one, other, content_digest(before), content_digest(after))

    def compact(self, disk: Callable[[str], bytes | None]) -> None:
        """Make a large journal smaller; `disk` tells what a file has now. Raises OutputError."""
        if self.size <= _MOST:
            return
        used: set[str] = set()
        lines: list[bytes] = []
        size = 0
        for event in reversed(self.events):
            new = {
                one for change in event.files.values() for one in change[1:] if isinstance(one, str)
            } - used
            size += len(line := _line(event)) + sum(map(self._kept_size, new))
            if size > _MOST // 2:
                break
            used |= new
            lines.insert(0, line)
        latest = {path: self.latest(path, disk(path)) for path in self.last}
        for data, known in latest.values():
            if known:
                self._keep(data)
                used.add(content_digest(data))
        write_atomic(self._path, b"".join([*lines, _saved_line(self.saved)]))
        self._file.close()
        self._file = open_to_change(self._path)
        _lock(self._file)
        self.events = self.events[len(self.events) - len(lines) :]
        self._file.seek(0, os.SEEK_END)
        for path in (self._folder / "contents").iterdir():
            if path.name not in used:
                with suppress(CardtoolsError):
                    remove(path)
        self.size = self._file.tell() + sum(map(self._kept_size, used))

    def latest(self, path: str, disk: bytes | None) -> tuple[bytes | None, bool]:
        """The content of a file after the last event, and whether it is known; `disk` is what it has now."""
        if path not in self.last or self.last[path] == content_digest(disk):
            return disk, True
        here, known = disk, content_digest(disk)
        for event in self.events:
            if not (change := event.files.get(path)):
                continue
            if known != change.before:
                here, known = self._kept(change.before), change.before
            here = self._after(here, change)
            known = change.after if here is not None or change.after == NOTHING else "?"
        if known != self.last[path] or content_digest(here) != known:
            here = self._kept(self.last[path])
        return here, content_digest(here) == self.last[path]

    def _after(self, data: bytes | None, change: Splice) -> bytes | None:
        if change.after == NOTHING or (data is None and change.before != NOTHING):
            return None
        old, new = self.text(change.old), self.text(change.new)
        return None if old is None or new is None else _spliced(data or b"", change.at, old, new)

    def back(self, path: str, now: bytes | None) -> Iterator[tuple[JournalEvent, str, bytes | None]]:
        """The events of a file, the latest first, each with the digest ("?": lost) and content before it."""
        here, known = now, content_digest(now)
        for event in reversed(self.events):
            if change := event.files.get(path):
                if known != change.after:
                    here, known = self._kept(change.after), change.after
                turned = Splice(change.at, change.new, change.old, change.after, change.before)
                here = self._after(here, turned)
                known = change.before if here is not None or change.before == NOTHING else "?"
                yield event, known, here

    def content(self, path: str, wanted: str, now: bytes | None) -> bytes | None:
        """The content that the file had by its digest, from what it has `now` backwards. Raises InputError if
        the journal does not have it.
        """
        if wanted == content_digest(now):
            return now
        if wanted == NOTHING:
            return None
        for _, known, here in self.back(path, now):
            if known == wanted == content_digest(here):
                return here
        if (kept := self._kept(wanted)) is None:
            raise bad_input(path, "this version is not known any more", "load the page again")
        return kept

    def as_of(self, path: str, number: int, now: bytes | None) -> bytes | None:
        """What a file held after an event. Raises InputError if that is not known any more."""
        here, known = now, content_digest(now)
        for event, before, data in self.back(path, now):
            if event.number <= number:
                break
            here, known = data, before
        if known != content_digest(here):
            raise bad_input(path, "the history does not go back that far")
        return here

    def versions(self, path: str) -> Iterator[str]:
        """The digests of the contents that the file had, the latest first; the earliest may come twice."""
        for event in reversed(self.events):
            if change := event.files.get(path):
                yield change.after
                yield change.before

    def text(self, text: bytes | str) -> bytes | None:
        """A text of a change; None if the journal has lost it."""
        return text if isinstance(text, bytes) else self._kept(text)

    def _text(self, data: bytes) -> bytes | str:
        if len(data) <= _SHORT:
            return data
        self._keep(data)
        return content_digest(data)

    def _keep(self, data: bytes | None) -> None:
        path = self._folder / "contents" / content_digest(data)
        if data is not None and not os.path.exists(path):
            packed = zlib.compress(data, 1)
            write_atomic(path, packed)
            self.size += len(packed)

    def _kept_size(self, known: str) -> int:
        with suppress(OSError):
            return os.lstat(self._folder / "contents" / known).st_size if known else 0
        return 0

    def _kept(self, wanted: str) -> bytes | None:
        if len(wanted) != 32 or set(wanted) - set("0123456789abcdef"):
            return None
        with suppress(CardtoolsError, zlib.error):
            packed = read_bytes(self._folder / "contents" / wanted, "table_bytes")
            data = zlib.decompressobj().decompress(packed, limits().table_bytes)
            return data if content_digest(data) == wanted else None
        return None


def _lock(file: BinaryIO) -> None:
    """Two studios would write over each other's events. Raises OutputError if there is another one."""
    with suppress(ImportError):  # Windows
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OutputError(
                "this project is open in another studio\n  help: use its page, or end it with Ctrl-C"
            ) from None


def _line(event: JournalEvent) -> bytes:
    files = {
        path: [one.at, _written(one.old), _written(one.new), one.before, one.after]
        for path, one in event.files.items()
    }
    return json.dumps({**event._asdict(), "files": files}, separators=(",", ":")).encode() + b"\n"


def _saved_line(saved: Mapping[str, str]) -> bytes:
    return json.dumps({"saved": saved}, separators=(",", ":")).encode() + b"\n"


def _written(text: bytes | str) -> str | list[str]:
    return [text] if isinstance(text, str) else text.decode("utf-8", "surrogateescape")


def _read(line: bytes) -> JournalEvent | dict[str, str] | None:
    """A line of the journal; None for what the studio does not write."""
    try:
        found = json.loads(line)
        if "saved" in found:
            return {str(path): str(known) for path, known in found["saved"].items()}
        files = {
            str(path): Splice(_count(at), _text_of(old), _text_of(new), str(before), str(after))
            for path, (at, old, new, before, after) in found["files"].items()
        }
        by, what, name = (str(found[key]) for key in ("by", "what", "name"))
        number, undoes, when = _count(found["number"]), _count(found["undoes"]), float(found["when"])
        _count(int(when))
        cards = tuple(map(str, found["cards"]))
        return JournalEvent(number, when, by, what, cards, files, undoes, name)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _count(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < 1 << 48:
        raise ValueError
    return value


def _text_of(value: object) -> bytes | str:
    if isinstance(value, list):
        return str(value[0])
    if not isinstance(value, str):
        raise TypeError
    return value.encode("utf-8", "surrogateescape")
