"""The cards of a match as pictures: drawn as they are asked for, and kept."""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping
from typing import Any

from cardtools.errors import InputError
from cardtools.play.engine import Engine
from cardtools.stages.game import Game

DPI = 150


class Pictures:
    """The pictures of a match's cards, by the number of the first card with the name; backs are not drawn.

    A card whose picture cannot be drawn has none: the page shows its name and text.
    """

    def __init__(self, game: Game, engine: Engine[Any]) -> None:
        self.game = game
        self.first: dict[str, int] = {}
        for number, card in enumerate(engine.cards):
            self.first.setdefault(card.name, number)
        self._names = {number: name for name, number in self.first.items()}
        self._drawn: dict[int, bytes | None] = {}
        self._drawing = threading.Lock()  # PDFium draws one page at a time

    def addresses(self) -> Mapping[str, str]:
        """Where the page finds the picture of each card, by name."""
        return {name: f"/card/{number}.png" for name, number in self.first.items()}

    def png(self, number: int) -> bytes | None:
        """The picture of a card; None if there is none."""
        with self._drawing:
            if number not in self._drawn:
                self._drawn[number] = self._draw(self._names.get(number))
            return self._drawn[number]

    def _draw(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        try:
            image = self.game.render(name, DPI)
        except InputError:
            return None
        data = io.BytesIO()
        image.save(data, "PNG")
        return data.getvalue()
