"""The page's cards, kept up to date by processes that draw."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from cardtools.ground.console import Console
from cardtools.ground.errors import InputError
from cardtools.ground.web.page_data import problem
from cardtools.pages.watch.board import Board
from cardtools.pages.watch.cropping import keep_crop, show_pictures
from cardtools.pages.watch.refresh import enlarge, follow, sources
from cardtools.pages.watch.worker import Worker
from cardtools.project.project import FILE_NAME, Project
from cardtools.project.settings import Settings
from cardtools.steps.card_choice import ALL_CARDS, CardChoice

_REST = 300.0  # seconds; the next drawing then takes longer, because everything is read and composed again
_REST_LARGE = 10.0


class Preview:
    """The board of the working folder's project, or those of them that are chosen; with `proof` in
    the colours of its press.
    """

    def __init__(self, console: Console, choice: CardChoice = ALL_CARDS, proof: bool = False) -> None:
        folder = Path.cwd()
        self.console, self.board = console, Board(folder.name, sources(Project(folder, Settings()), choice))
        self._follower = Worker(follow, console.verbosity, choice, proof, rest=_REST)
        self._enlarger = Worker(enlarge, choice, proof, rest=_REST_LARGE)
        self._shower = Worker(show_pictures, choice, rest=_REST_LARGE)
        self._choice, self._keeping = choice, threading.Lock()

    def refresh(self) -> None:
        """Read all files, and draw and show what has changed, as `ContactSheet.refresh`."""
        try:
            self._follower.ask(self.board.drawn, lambda news: self.board.show(*news), FILE_NAME)
        except InputError as error:
            self.board.show({"errors": list(map(problem, error.diagnostics))})
            self.console.problems(error.diagnostics)

    def large(self, key: str) -> bytes | None:
        """The card of a picture at print resolution; None if it has changed since that picture was drawn."""
        card = next((card for card in self.board.drawn.items() if card[1] == key), None)
        png: bytes | None = self._ask(self._enlarger, card) if card else None
        return png

    def pictures(self, card: str) -> list[dict[str, Any]] | None:
        """The pictures of a card that can be cropped; None if it cannot be drawn."""
        found: list[dict[str, Any]] | None = self._ask(self._shower, card)
        return found

    def keep_crop(self, sent: Any) -> None:
        """Keep the crop of a picture, as `cropping.keep_crop`."""
        with self._keeping:
            keep_crop(self._choice.project(required=False), sent)

    def _ask(self, worker: Worker, request: object) -> Any:
        """What a worker replies; None if there is no reply."""
        found: list[Any] = []
        try:
            worker.ask(request, found.append, FILE_NAME)
        except InputError as error:
            self.console.problems(error.diagnostics)
        return found[0] if found else None
