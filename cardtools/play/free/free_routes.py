"""What the page of a free table asks the server for; a request sees the seats of the links that it has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.ground.web.answers import Feed, json_response, read_json
from cardtools.ground.web.local import WebPage
from cardtools.play.free.free_moves import DICE, FreeMove, RefusedError
from cardtools.play.free.free_table import FreeTable
from cardtools.play.table.routes import FindPicture, known_log, picture_route

WEB = Path(__file__).with_name("web")
PAGE = WebPage(WEB, ("free.html", *sorted(one.name for one in WEB.glob("*.[cj]s*"))))


def routes(table: FreeTable, title: str, picture: FindPicture, back: str, feed: Feed) -> list[BaseRoute]:
    """The routes of a free table; `picture` draws a design by its number, -1 a back, which is at `back`."""
    seats = range(len(table.state.seats))

    def mine(request: Request) -> list[int]:
        """The seats that a request may see: the first link is that of the host, who has all."""
        links = request.scope["links"]
        return [seat for seat in seats if 0 in links or seat in links]

    def whose(request: Request) -> int:
        """The seat that a request names, or the first it may see."""
        own, named = mine(request), request.query_params.get("seat", "")
        if named and named not in map(str, own):
            raise HTTPException(403, "This link does not show this seat.")
        return int(named) if named else own[0]

    def setting(request: Request) -> Response:
        extras = {one.kind: None for one in table.designs if one.kind not in ("card", "board")}
        known = {
            "mode": "free",
            "title": title,
            "seat": whose(request),
            "mine": mine(request),
            "designs": [one._asdict() for one in table.designs],
            "dice": [*DICE, *extras],
            "back": back,
        }
        return json_response(known)

    def state(request: Request) -> Response:
        return json_response(table.seen(whose(request), *known_log(request)))

    async def do(request: Request) -> Response:
        body = await read_json(request)
        order = conform(TomlFile(Path("request"), "", body), FreeMove)
        if order.seat not in mine(request):
            raise HTTPException(403, "This link does not show this seat.")
        try:
            await run_in_threadpool(table.do, order)
        except RefusedError as error:
            raise HTTPException(error.code, str(error)) from None
        return json_response(
            {"state": await run_in_threadpool(table.seen, order.seat, order.since, order.story)}
        )

    async def events(request: Request) -> Response:
        seat = whose(request)

        async def lines() -> AsyncIterator[str]:
            table.here[seat] += 1
            feed.publish(str(table.version))
            try:
                async for line in feed.lines():
                    yield line
            finally:
                table.here[seat] -= 1
                feed.publish(str(table.version))

        return StreamingResponse(lines(), media_type="text/event-stream")

    return [
        Route("/setting.json", setting),
        Route("/state.json", state),
        Route("/do", do, methods=["POST"]),
        Route("/events", events),
        picture_route("/design/{number:int}.png", picture),
        picture_route("/back.png", picture),
    ]
