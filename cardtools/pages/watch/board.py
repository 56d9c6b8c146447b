"""What the page shows at the moment, passed from what draws to the threads that serve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtools.ground.io.files import digest
from cardtools.ground.web.answers import Feed
from cardtools.ground.web.page_data import json_bytes


@dataclass(frozen=True)
class Snapshot:
    """The page's data as JSON, its digest, and the PNG files that it refers to."""

    version: str
    state: bytes
    pictures: Mapping[str, bytes]


class Board:
    """The latest snapshot, whose version is published on `feed`. It depends on `files`."""

    def __init__(self, title: str, files: Iterable[Path]) -> None:
        self.files = set(files)
        self.feed = Feed()
        self._state: dict[str, Any] = {"title": title, "summary": "", "errors": [], "others": [], "cards": []}
        self.now = self._before = Snapshot("", b"", {})
        self.show({})

    @property
    def drawn(self) -> dict[str, str]:
        """By card, the key of the picture that is shown."""
        return {card["id"]: card["picture"] for card in self._state["cards"] if card["picture"]}

    def show(
        self, news: Mapping[str, Any], pictures: Mapping[str, bytes] | None = None, files: Iterable[Path] = ()
    ) -> None:
        """Show a part of the page's state, with new pictures by key; the rest stays. Follow the `files` too.

        If nothing is new, nothing is published.
        """
        self.files.update(files)
        self._state |= news
        text = json_bytes(self._state)
        known = {**self.now.pictures, **(pictures or {})}
        snapshot = Snapshot(digest(text), text, {key: known[key] for key in self.drawn.values()})
        if snapshot.version != self.now.version:
            self._before, self.now = self.now, snapshot
            self.feed.publish(snapshot.version)

    def picture(self, key: str) -> bytes | None:
        """A PNG file of the current or the previous snapshot, for a page that asks a moment too late."""
        return self.now.pictures.get(key) or self._before.pictures.get(key)
