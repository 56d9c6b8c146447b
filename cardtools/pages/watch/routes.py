"""What the page asks the server for: the state of the board, its pictures, and what is new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.web.answers import json_response, read_json
from cardtools.ground.web.local import WebPage
from cardtools.pages.watch.preview import Preview

PAGE = WebPage(Path(__file__).parent, ("page.html", "page.css", "page.js", "crop.js"))
_FOR_EVER = "private, max-age=31536000, immutable"  # a picture's name is a digest of its content


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
