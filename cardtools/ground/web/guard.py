"""Who may ask the server, and what: web sites in the same browser and other computers may not.

A page of ours is on a port of this computer, where every web site that is open in the browser, and every
program of another user, can send requests. So each start makes a token, which is in the fragment of the URL:
browsers send a fragment to nobody. The page's script exchanges it for a cookie that scripts cannot read and
that no request of another site has. Only a page's own files, which are the same for everybody, need no
cookie.

A server that other computers can reach has a password as well: the token is for this computer alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from collections.abc import Collection, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardtools.ground.web.answers import read_json

SESSION = "/session"  # where the token is exchanged
_SAFE = ("GET", "HEAD")
_MOST_WRONG, _FORGET = 20, 600.0  # wrong passwords of an address, until it has been quiet for so many seconds
_ADDRESSES = 1_000
_ASK = {"Cardtools-Needs": "password"}  # tells the page what to ask for
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Password:
    """What people on other computers give: kept as a hash, and slow to guess. Wrong ones are counted by the
    address that they come from.
    """

    def __init__(self, text: str) -> None:
        self._salt = secrets.token_bytes(16)
        self._hash = self._hashed(text)
        self._wrong: dict[str, tuple[int, float]] = {}  # by address: how many, and when the last one came
        self._checking = asyncio.Semaphore(4)

    def _hashed(self, text: str) -> bytes:
        return hashlib.scrypt(text.encode("utf-8", "replace"), salt=self._salt, n=1 << 14, r=8, p=1)

    def wrong(self, address: str) -> int:
        """How many wrong ones came from an address, until it has been quiet for a while."""
        count, last = self._wrong.get(address, (0, 0.0))
        return count if time.monotonic() - last < _FORGET else 0

    async def check(self, text: str, address: str) -> bool:
        """Whether it is the password; the answer to a wrong one takes longer every time."""
        wrong = self.wrong(address)
        if len(self._wrong) > _ADDRESSES:
            self._wrong.clear()
        self._wrong[address] = wrong + 1, time.monotonic()  # those that come at once count too
        async with self._checking:
            await asyncio.sleep(min(0.25 * 2**wrong, 8.0) if wrong else 0)
            given = await asyncio.to_thread(self._hashed, text)
        if right := hmac.compare_digest(given, self._hash):
            self._wrong.pop(address, None)
        return right


class Guard:
    """Refuses requests before `app` sees them, and gives all answers the headers that keep other sites out.

    `host` is the address or name that the server listens at, `port` its port, and `files` are the paths that
    need no cookie. With a `password`, other computers need that. Of several `links` each has a token and a
    cookie of its own: `scope["links"]` has the numbers of those that a request may use.
    """

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        port: int,
        files: Collection[str],
        password: Password | None = None,
        links: int = 1,
    ) -> None:
        self.app, self.host, self.files, self.password = app, host.lower(), files, password
        self.tokens = [secrets.token_urlsafe(24) for _ in range(links)]
        self.token = self.tokens[0]
        # Browsers share cookies among all ports of a computer.
        self.cookies = [f"cardtools-{port}" + f"-{number}" * (number > 0) for number in range(links)]
        self._sessions = [secrets.token_urlsafe(24) for _ in range(links)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_closed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {**_HEADERS, "Cache-Control": "no-store"}.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            return  # a web socket: uvicorn refuses it
        request = Request(scope, receive)
        answer: ASGIApp = self.refused(request) or self.app
        if answer is self.app and request.url.path == SESSION and request.method == "POST":
            answer = await self._exchange(request)
        await answer(scope, receive, send_closed)

    def knows(self, header: str) -> bool:
        """Whether a Host header names this server; a web site whose name was made to resolve here doesn't."""
        name = re.sub(r":\d*\Z", "", header).strip("[]").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in ("localhost", self.host)
        return True

    def refused(self, request: HTTPConnection) -> Response | None:
        """The answer to a request that is refused; None for others."""
        headers, method, path = request.headers, request.scope["method"], request.url.path
        if not self.knows(headers.get("host", "")):
            return _refusal(403, "This server answers only to its own name.")
        if _is_of_another_site(headers, method):
            return _refusal(403, "This server answers only to its own pages.")
        if path in self.files or (path == SESSION and method == "POST"):
            return None
        given = [request.cookies.get(cookie, "").encode() for cookie in self.cookies]
        request.scope["links"] = links = [
            number
            for number, session in enumerate(self._sessions)
            if hmac.compare_digest(given[number], session.encode())
        ]
        if not links:
            if self.password and not _is_here(request):
                return _refusal(401, "This page needs its password.", _ASK)
            return _refusal(401, "Open the link that cardtools printed when it was started.")
        return None

    async def _exchange(self, request: Request) -> Response:
        """The cookie for the token."""
        try:
            token = await read_json(request)
        except HTTPException as error:  # which only routes turn into an answer
            return _refusal(error.status_code, error.detail)
        if self.password and not _is_here(request):
            address = request.client.host if request.client else ""
            if self.password.wrong(address) >= _MOST_WRONG:
                return _refusal(429, "There were too many wrong passwords. Wait for ten minutes.", _ASK)
            if not isinstance(token, str) or not await self.password.check(token, address):
                return _refusal(401, "This is not the password.", _ASK)
            number = 0
        else:
            text = token.encode("utf-8", "replace") if isinstance(token, str) else b""
            fits = [hmac.compare_digest(text, own.encode()) for own in self.tokens]
            if True not in fits:
                return _refusal(401, "This is not the link of this start.")
            number = fits.index(True)
        answer = Response(status_code=204)
        answer.set_cookie(self.cookies[number], self._sessions[number], httponly=True, samesite="strict")
        return answer


def _is_here(request: HTTPConnection) -> bool:
    """Whether the request comes from this computer."""
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


def _is_of_another_site(headers: Headers, method: str) -> bool:
    """Whether a page of another site makes the request; following a link to ours doesn't count."""
    fetched_by, origin = headers.get("sec-fetch-site", "same-origin"), headers.get("origin")
    if origin is not None or method not in _SAFE:
        # A browser sends it with every unsafe request.
        scheme, _, name = (origin or "").partition("://")
        if scheme not in ("http", "https") or name != headers.get("host"):
            return True
    is_link = method == "GET" and headers.get("sec-fetch-mode") == "navigate"
    return fetched_by not in ("same-origin", "none") and not (
        is_link and headers.get("sec-fetch-dest") == "document"
    )


def _refusal(code: int, why: str, more: Mapping[str, str] = {}) -> Response:
    headers = {"Connection": "close", **more}  # the rest of it is not read
    return PlainTextResponse(f"{why}\n", code, headers)
