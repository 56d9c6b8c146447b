"""The journal of a project's edits: what the studio changed, so that it can be undone, even after a crash.

It is a folder of the project, `.cardtools`: `journal.jsonl` has one event a line, in order; a long text or a
picture is a file of its own in `contents`, by the digest of its bytes. An event is on the disk before the
files that it changes. Whoever made the project made this folder too, so it is read as a stranger's.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from cardtools.ground.errors import CardtoolsError, OutputError
from cardtools.ground.io.files import (
    STATE_FOLDER,
    digest,
    make_folder,
    open_to_change,
    read_bytes,
    write_atomic,
)
from cardtools.ground.limits import limits

_SHORT = 2_000  # characters of a text that stands in the journal itself
NOTHING = ""  # the digest of a file that does not exist


class Splice(NamedTuple):
    """A file's change: `new` bytes instead of `old` ones from a place on (from 0). `before` and `after` are
    the digests of the whole file, `NOTHING` where there is none.
    """

    at: int
    old: bytes
    new: bytes
    before: str
    after: str


class Event(NamedTuple):
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


def content_digest(data: bytes | None) -> str:
    """The digest of a file's content."""
    return NOTHING if data is None else digest(data)


def splice(before: bytes | None, after: bytes | None) -> Splice:
    """What makes one content of a file from another, None where there is no file."""
    old, new = before or b"", after or b""
    at = _shared(old, new)
    tail = _shared(old[at:][::-1], new[at:][::-1])
    return Splice(
        at,
        old[at : len(old) - tail],
        new[at : len(new) - tail],
        content_digest(before),
        content_digest(after),
    )


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _spliced(data: bytes, at: int, old: bytes, new: bytes) -> bytes | None:
    return data[:at] + new + data[at + len(old) :] if data[at : at + len(old)] == old else None


class Journal:
    """The events of a project, from the first, and the contents that its files had.

    A line that cannot be read, as the last one after a crash, ends the journal: what follows is written in
    its place. Raises CardtoolsError if the folder cannot be read or written.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / STATE_FOLDER
        self.events: list[Event] = []
        self.saved: dict[str, str] = {}  # by file, the digest of what was last written to it
        self._last: dict[str, str] = {}  # by file, its digest after the last event
        make_folder(self._folder / "contents")
        ignore = self._folder / ".gitignore"
        if not os.path.lexists(ignore):
            write_atomic(ignore, "*\n")
        self._file = open_to_change(self._folder / "journal.jsonl")
        data = read_bytes(self._folder / "journal.jsonl", "table_bytes")
        whole = 0
        for line in data.splitlines(keepends=True):
            event = self._read(line) if line.endswith(b"\n") else None
            if isinstance(event, dict):
                self.saved |= event
            elif event and event.number == len(self.events) + 1:
                self.events.append(event)
                self._last |= {path: change.after for path, change in event.files.items()}
            else:
                break
            whole += len(line)
        self._file.truncate(whole)
        self._file.seek(whole)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def add(
        self,
        when: float,
        by: str,
        what: str,
        changes: Mapping[str, tuple[bytes | None, bytes | None]],
        cards: Iterable[str] = (),
        undoes: int = 0,
        name: str = "",
    ) -> Event:
        """Write an event with the files that it changes, before and after; when this returns, it is on the
        disk.

        Raises OutputError if it cannot be written; the journal is as it was then.
        """
        files = {}
        for path, (before, after) in changes.items():
            if self._last.get(path) != content_digest(before):
                self._keep(before)  # where a chain of changes begins
            files[path] = splice(before, after)
        event = Event(len(self.events) + 1, when, by, what, tuple(cards), files, undoes, name)
        self._write(self._data(event), flushed=True)
        self.events.append(event)
        self._last |= {path: change.after for path, change in files.items()}
        return event

    def add_saved(self, path: str, data: bytes | None) -> None:
        """Write that a file has this content now. If a crash loses it, merging the same twice does
        no harm.
        """
        self.saved[path] = content_digest(data)
        self._write({"saved": {path: self.saved[path]}}, flushed=False)

    def _write(self, value: object, flushed: bool) -> None:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
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

    def latest(self, path: str, disk: bytes | None) -> tuple[bytes | None, bool]:
        """The content of a file after the last event, and whether it is known; `disk` is what it has now."""
        data, known = disk, path not in self._last or self._last[path] == content_digest(disk)
        if known:
            return data, True
        for event in self.events:
            if not (change := event.files.get(path)):
                continue
            if not known:
                data = disk if change.before == content_digest(disk) else self._kept(change.before)
                known = content_digest(data) == change.before
            elif content_digest(data) != change.before:
                known = False
            if known:
                data = _spliced(data or b"", change.at, change.old, change.new)
                data, known = (None, True) if change.after == NOTHING else (data, data is not None)
        return data, known and content_digest(data) == self._last[path]

    def content(self, path: str, wanted: str, now: bytes | None) -> bytes | None:
        """The content that the file had by its digest, from what it has `now` backwards. Raises KeyError if
        the journal does not have it.
        """
        if wanted == NOTHING:
            return None
        if wanted == content_digest(now):
            return now
        here: bytes | None = now
        for event in reversed(self.events):
            if change := event.files.get(path):
                if here is None or content_digest(here) != change.after:
                    here = self._kept(change.after)
                if here is None and change.after != NOTHING:
                    continue
                here = _spliced(here or b"", change.at, change.new, change.old)
                if change.before == wanted and here is not None:
                    return here
        kept = self._kept(wanted)
        if kept is None:
            raise KeyError(wanted)
        return kept

    def versions(self, path: str) -> Iterator[str]:
        """The digests of the contents that the file had, the latest first; the earliest may come twice."""
        for event in reversed(self.events):
            if change := event.files.get(path):
                yield change.after
                yield change.before

    def _keep(self, data: bytes | None) -> None:
        path = self._folder / "contents" / content_digest(data)
        if data is not None and not os.path.exists(path):
            write_atomic(path, zlib.compress(data, 1))

    def _kept(self, wanted: str) -> bytes | None:
        if len(wanted) != 32 or set(wanted) - set("0123456789abcdef"):
            return None
        with suppress(CardtoolsError, zlib.error):
            packed = read_bytes(self._folder / "contents" / wanted, "table_bytes")
            most = limits().table_bytes
            data = zlib.decompressobj().decompress(packed, most)
            return data if content_digest(data) == wanted else None
        return None

    def _data(self, event: Event) -> dict[str, Any]:
        files = {
            path: [one.at, self._text(one.old), self._text(one.new), one.before, one.after]
            for path, one in event.files.items()
        }
        return {**event._asdict(), "files": files}

    def _text(self, data: bytes) -> str | list[str]:
        if len(data) > _SHORT:
            self._keep(data)
            return [content_digest(data)]
        return data.decode("utf-8", "surrogateescape")

    def _read(self, line: bytes) -> Event | dict[str, str] | None:
        try:
            found = json.loads(line)
            if "saved" in found:
                return {str(path): str(known) for path, known in found["saved"].items()}
            files = {
                str(path): Splice(int(at), self._bytes(old), self._bytes(new), str(before), str(after))
                for path, (at, old, new, before, after) in found.pop("files").items()
            }
            cards = tuple(map(str, found.pop("cards")))
            texts = {key: str(found.pop(key)) for key in ("by", "what", "name")}
            return Event(
                int(found["number"]),
                float(found["when"]),
                cards=cards,
                files=files,
                undoes=int(found["undoes"]),
                **texts,
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def _bytes(self, text: object) -> bytes:
        if isinstance(text, list):
            data = self._kept(str(text[0]))
            if data is None:
                raise ValueError("a content is missing")
            return data
        if not isinstance(text, str):
            raise TypeError
        return text.encode("utf-8", "surrogateescape")
