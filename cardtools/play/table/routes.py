"""What the table's page asks the server for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.web.answers import Feed, json_response, read_json
from cardtools.ground.web.local import WebPage
from cardtools.play.streams import ALL
from cardtools.play.table.table import GameTable, StaleError

PAGE = WebPage(Path(__file__).parent, ("page.html", "page.css", "page.js"))
# Draws a card of the match, by its number, as a PNG; None if it has no picture.
FindPicture = Callable[[int], bytes | None]
_CARD = "/card/{number:int}.png"
_FOR_EVER = "private, max-age=31536000, immutable"


def routes(
    table: GameTable, cards: Sequence[dict[str, str]], picture: FindPicture, feed: Feed
) -> list[BaseRoute]:
    """The routes of a table. `cards` are those of the match by number."""

    def state(request: Request) -> Response:
        return json_response(table.state(*known_log(request)))

    def setting(request: Request) -> Response:
        return json_response(table.setting() | {"cards": list(cards)})

    def change(action: Callable[[int, Any], Any]) -> Callable[[Request], Any]:
        """A route that changes the table: the body has the version seen, a number, and how much of the log is
        known. The answer has the new state, so that a click needs one request.
        """

        async def answer(request: Request) -> Response:
            body = await read_json(request)
            if not isinstance(body, dict) or not isinstance(version := body.get("version"), int):
                raise HTTPException(400, "The body must have the version of the match.")
            number, *known = (body.get(name, 0) for name in ("number", "since", "story"))
            whole = all(isinstance(value, int) for value in (number, *known))
            if not whole or min(number, *known) < 0 or number > ALL:
                raise HTTPException(400, "The number, and what is known of the log, must be whole.")
            try:
                found = await run_in_threadpool(action, version, number) or {}
            except StaleError:
                raise HTTPException(409, "The match has moved on.") from None
            return json_response({**found, "state": await run_in_threadpool(table.state, *known)})

        return answer

    def go(version: int, _: Any) -> None:
        """Let the agent move, unless it has: every tab of a match asks for it, and one is the first."""
        with suppress(StaleError):
            table.go(version)

    async def answers(request: Request) -> Response:
        try:
            await run_in_threadpool(table.answer, dict(await read_json(request)))
        except (TypeError, ValueError):
            raise HTTPException(400, "These are no answers to the three questions.") from None
        return json_response({})

    def why_not(request: Request) -> Response:
        return json_response({"why": table.why_not(request.path_params["card"])})

    return [
        Route("/setting.json", setting),
        Route("/state.json", state),
        Route("/why/{card:int}.json", why_not),
        picture_route(_CARD, picture),
        Route("/act", change(table.act), methods=["POST"]),
        Route("/go", change(go), methods=["POST"]),
        Route("/back", change(lambda version, _: table.back(version)), methods=["POST"]),
        Route("/agree", change(table.agree), methods=["POST"]),
        Route("/answers", answers, methods=["POST"]),
        Route("/again", change(table.again), methods=["POST"]),
        Route("/advice", change(lambda version, _: table.advice(version)), methods=["POST"]),
        Route("/events", feed.response),
    ]


def replay_routes(setting: Mapping[str, Any], picture: FindPicture) -> list[BaseRoute]:
    """The routes of a match that was played."""
    return [
        Route("/setting.json", lambda request: json_response(setting)),
        picture_route(_CARD, picture),
    ]


def known_log(request: Request) -> list[int]:
    """How much of the log a page knows: the number of lines, and of which story."""
    texts = [request.query_params.get(name, "") for name in ("since", "story")]
    return [int(text) if re.fullmatch("[0-9]{1,8}", text) else 0 for text in texts]


def picture_route(path: str, picture: FindPicture) -> Route:
    """The route of pictures that never change; a path without a number is that of picture -1."""

    def card(request: Request) -> Response:
        png = picture(request.path_params.get("number", -1))
        if not png:
            raise HTTPException(404, "This card has no picture.")
        return Response(png, media_type="image/png", headers={"Cache-Control": _FOR_EVER})

    return Route(path, card)
