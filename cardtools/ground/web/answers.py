"""What routes read and answer: JSON, problems, events."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from cardtools.ground.errors import problems_of

_MOST_BYTES = 1_000_000  # of the body of a request
_MOST_ANSWERS = 100  # kept for pages that did not get them
_HEARTBEAT = 10.0  # seconds: only sending something shows that a page is gone


def json_bytes(value: object) -> bytes:
    """A value as compact JSON. Half of a surrogate pair, which UTF-8 cannot hold, becomes `?`."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def json_response(value: object, code: int = 200) -> Response:
    """An answer of JSON."""
    return Response(json_bytes(value), code, media_type="application/json")


async def read_json(request: Request, most: int = _MOST_BYTES) -> Any:
    """The JSON of a request's body. Raises HTTPException if it is something else, or larger than `most`
    bytes.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "The body of this request must be JSON.")
    body = await read_body(request, most)
    try:
        value = json.loads(body, parse_constant=int)  # which refuses NaN
        if b"\\u" in body:
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is not text
        return value
    except (ValueError, RecursionError):
        raise HTTPException(400, "The body of this request is not JSON.") from None


async def read_body(request: Request, most: int) -> bytes:
    """A request's body. Raises HTTPException if it is larger than `most` bytes; no more of it is read."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            what = f"This is too large: it has more than {most // 1_000_000} MB."
            raise HTTPException(413, what, {"Connection": "close"})
    return bytes(body)


async def problems(request: Request, error: Exception) -> Response:
    """The answer to a request with input that cannot be used, or whose result cannot be written:
    `{"problems": [...]}`, with code 422.
    """
    return json_response({"problems": [one.data() for one in problems_of(error)]}, 422)


class Once:
    """Answers to changes, by the key of each: one that is sent again, since its answer was lost, is not made
    again.
    """

    def __init__(self) -> None:
        self._answers: dict[str, asyncio.Future[Any]] = {}

    async def answer(self, key: str, call: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """What the first call with this key answers; "" is no key."""
        if not key:
            return await call()
        if key not in self._answers:
            self._answers[key] = asyncio.ensure_future(call())
            if len(self._answers) > _MOST_ANSWERS:
                del self._answers[next(iter(self._answers))]
        return await asyncio.shield(self._answers[key])


class Feed:
    """Sends every open page what is current, as server-sent events.

    A page gets the latest text at once, and then every new one; if several come while it is busy, only the
    last of them. So a text says what there is now, such as a version, and the page asks for the rest.
    """

    def __init__(self, text: str = "") -> None:
        self._number, self._text = 0, text
        self._pages: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._changing = threading.Lock()

    def publish(self, text: str) -> None:
        """Make a text of one line the latest; any thread may."""
        with self._changing:
            self._number, self._text = self._number + 1, text
            for loop, changed in self._pages:
                with suppress(RuntimeError):  # its server has stopped
                    loop.call_soon_threadsafe(changed.set)

    async def response(self, request: Request) -> Response:
        """The answer that never ends, for a route."""
        return StreamingResponse(self.lines(), media_type="text/event-stream")

    async def lines(self) -> AsyncIterator[str]:
        """The events for one page."""
        page = asyncio.get_running_loop(), asyncio.Event()
        with self._changing:
            self._pages.add(page)
        try:
            seen = -1
            while True:
                page[1].clear()
                with self._changing:
                    number, text = self._number, self._text
                yield ":\n\n" if number == seen else f"data: {text}\n\n"
                seen = number
                with suppress(TimeoutError):
                    await asyncio.wait_for(page[1].wait(), _HEARTBEAT)
        finally:
            with self._changing:
                self._pages.discard(page)
