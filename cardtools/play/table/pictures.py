"""The cards of a match as pictures: drawn as they are asked for, and kept."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import Diagnostic, InputError
from cardtools.play.engine import Engine
from cardtools.play.load import match_names
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 150
_QUALITY = 82  # of JPEG


class KeptPictures:
    """Pictures by number, each drawn by `draw` (None: there is none) when it is first asked for, and kept.
    `report` gets each problem that keeps one from being drawn, once.
    """

    def __init__(
        self, draw: Callable[[int], Image | None], report: Callable[[Iterable[Diagnostic]], None]
    ) -> None:
        self.draw, self.report = draw, report
        self._reported: set[Diagnostic] = set()
        self._drawn: dict[int, bytes | None] = {}
        self._drawing = threading.Lock()  # PDFium draws one page at a time

    def png(self, number: int) -> bytes | None:
        """The picture with this number; None if there is none."""
        with self._drawing:
            if number not in self._drawn:
                self._drawn[number] = self.file(number, "PNG")
            return self._drawn[number]

    def file(self, number: int, form: str) -> bytes | None:
        """The picture as a PNG or JPEG file."""
        try:
            image = self.draw(number)
        except InputError as error:
            self.report([one for one in error.diagnostics if one not in self._reported])
            self._reported.update(error.diagnostics)
            return None
        data = io.BytesIO()
        if image:
            image.convert("RGB" if form == "JPEG" else "RGBA").save(data, form, quality=_QUALITY)
        return data.getvalue() or None


class Pictures(KeptPictures):
    """The pictures of a match's cards, by the number of the first card with the name; backs are not drawn.

    A card whose picture cannot be drawn, or that the project does not have, has none: the page shows its name
    and text.
    """

    def __init__(
        self, game: GameFiles, engine: Engine[Any], report: Callable[[Iterable[Diagnostic]], None]
    ) -> None:
        def draw(number: int) -> Image | None:
            name = self._names.get(number)
            return game.render(self._rows[name], DPI) if name is not None else None

        super().__init__(draw, report)
        self.first: dict[str, int] = {}
        for number, card in enumerate(engine.cards):
            self.first.setdefault(card.name, number)
        self._rows = dict(zip(match_names(game.table), game.cards, strict=True))
        self._names = {number: name for name, number in self.first.items() if name in self._rows}

    def addresses(self) -> Mapping[str, str]:
        """Where the page finds the picture of each card, by name."""
        return {name: f"/card/{number}.png" for number, name in self._names.items()}

    def jpegs(self) -> dict[str, bytes]:
        """All pictures as JPEG, a fifth of the size, by address."""
        drawn = {address: self.file(self.first[name], "JPEG") for name, address in self.addresses().items()}
        return {address: data for address, data in drawn.items() if data}
