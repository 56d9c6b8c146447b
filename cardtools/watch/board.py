"""What the page shows at the moment, passed from the thread that draws to those that serve."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardtools.files import digest


@dataclass(frozen=True)
class Snapshot:
    """The page's data as JSON, its digest, and the PNG files that it refers to."""

    version: str
    state: bytes
    pictures: Mapping[str, bytes]


class Board:
    """The latest snapshot; threads that wait for a new one are woken."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._now = self._before = Snapshot("", b"", {})

    @property
    def now(self) -> Snapshot:
        """The current snapshot."""
        return self._now

    def show(self, state: Mapping[str, Any], pictures: Mapping[str, bytes]) -> None:
        """Show this; if nothing in it is new, no thread is woken."""
        text = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        snapshot = Snapshot(digest(text), text, dict(pictures))
        with self._changed:
            if snapshot.version != self._now.version:
                self._before, self._now = self._now, snapshot
                self._changed.notify_all()

    def wait(self, seen: str, seconds: float) -> str:
        """The current version, as soon as it is not the one `seen`, at the latest after `seconds`."""
        with self._changed:
            self._changed.wait_for(lambda: self._now.version != seen, seconds)
            return self._now.version

    def picture(self, key: str) -> bytes | None:
        """A PNG file of the current or the previous snapshot, for a page that asks a moment too late."""
        return self._now.pictures.get(key) or self._before.pictures.get(key)
