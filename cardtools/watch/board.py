"""What is on show at the moment, handed from the thread that draws to those that serve."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardtools.files import digest


@dataclass(frozen=True)
class Showing:
    """The page's data as JSON, its digest, and the PNG files that it names."""

    version: str
    state: bytes
    pictures: Mapping[str, bytes]


class Board:
    """The newest showing; whoever waits for another one is woken."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._now = self._before = Showing("", b"", {})

    @property
    def now(self) -> Showing:
        """What is shown."""
        return self._now

    def show(self, state: Mapping[str, Any], pictures: Mapping[str, bytes]) -> None:
        """Show this; when nothing of it is new, nobody is woken."""
        text = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        showing = Showing(digest(text), text, dict(pictures))
        with self._changed:
            if showing.version != self._now.version:
                self._before, self._now = self._now, showing
                self._changed.notify_all()

    def wait(self, seen: str, seconds: float) -> str:
        """The version on show as soon as it is not the one `seen`, at the latest after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._now.version != seen, seconds)
            return self._now.version

    def picture(self, key: str) -> bytes | None:
        """A PNG file on show, or shown just before: a page may ask for it a moment too late."""
        return self._now.pictures.get(key) or self._before.pictures.get(key)
