"""What the page asks the server for: the state of the board, its pictures, and what is new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardtools.server.local import WebPage
from cardtools.watch.board import Board

PAGE = WebPage(Path(__file__).parent, ("page.html", "page.css", "page.js"))
_FOR_EVER = "private, max-age=31536000, immutable"  # a picture's name is a digest of its content


def routes(board: Board, large: Callable[[str], bytes | None]) -> list[BaseRoute]:
    """The routes of a board. `large` draws the picture with a key at print resolution, or returns None."""

    def state(request: Request) -> Response:
        return Response(board.now.state, media_type="application/json")

    def picture(find: Callable[[str], bytes | None]) -> Callable[[Request], Response]:
        def answer(request: Request) -> Response:
            png = find(request.path_params["key"])
            if not png:
                raise HTTPException(404, "There is no such picture, or not any more.")
            return Response(png, media_type="image/png", headers={"Cache-Control": _FOR_EVER})

        return answer

    return [
        Route("/state.json", state),
        Route("/card/{key}.png", picture(board.picture)),
        Route("/large/{key}.png", picture(large)),
        Route("/events", board.feed.response),
    ]
