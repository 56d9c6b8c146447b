"""The page's cards, kept up to date by processes that draw, and what it asks the server for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.console import Console
from cardtools.ground.errors import InputError
from cardtools.ground.io.files import digest
from cardtools.ground.web.answers import Feed, json_bytes, json_response, read_json
from cardtools.ground.web.local import WebPage
from cardtools.pages.studio.worker import Worker
from cardtools.pages.watch.cropping import keep_crop, show_pictures
from cardtools.pages.watch.refresh import enlarge, follow, sources
from cardtools.project.project import FILE_NAME, Project
from cardtools.project.settings import Settings
from cardtools.steps.card_choice import ALL_CARDS, CardChoice

PAGE = WebPage(Path(__file__).parent, ("page.html", "page.css", "page.js", "crop.js"))
_FOR_EVER = "private, max-age=31536000, immutable"  # a picture's name is a digest of its content
_REST = 300.0  # seconds; the next drawing then takes longer, because everything is read and composed again
_REST_LARGE = 10.0


class Snapshot(NamedTuple):
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
            self.board.show({"errors": [problem.data() for problem in error.diagnostics]})
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


def routes(preview: Preview) -> list[BaseRoute]:
    """The routes of the page of a preview."""
    board = preview.board

    def state(request: Request) -> Response:
        return Response(board.now.state, media_type="application/json")

    def picture(find: Callable[[str], bytes | None]) -> Callable[[Request], Response]:
        def answer(request: Request) -> Response:
            png = find(request.path_params["key"])
            if not png:
                raise HTTPException(404, "There is no such picture.")
            return Response(png, media_type="image/png", headers={"Cache-Control": _FOR_EVER})

        return answer

    def pictures(request: Request) -> Response:
        found = preview.pictures(request.path_params["card"])
        if found is None:
            raise HTTPException(404, "There is no such card, or it cannot be drawn.")
        return json_response(found)

    async def crop(request: Request) -> Response:
        await run_in_threadpool(preview.keep_crop, await read_json(request))
        return Response(status_code=204)

    return [
        Route("/state.json", state),
        Route("/card/{key}.png", picture(board.picture)),
        Route("/large/{key}.png", picture(preview.large)),
        Route("/pictures/{card}.json", pictures),
        Route("/crop", crop, methods=["POST"]),
        Route("/events", board.feed.response),
    ]
