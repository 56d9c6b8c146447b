"""The server: a thread that answers requests at one address, by default only from this computer."""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.web.answers import problems
from cardtools.ground.web.guard import SESSION, Guard, Password

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
}
_SESSION_FILE = Path(__file__).with_name("session.js")


@dataclass(frozen=True)
class WebPage:
    """The files of a page, which are in one folder. The first is the page itself, served as `/`; the others
    are served by their paths in it, `/page.js`. Anybody may see them: what only the user may see is from a
    route.
    """

    folder: Path
    files: tuple[str, ...]

    @property
    def paths(self) -> dict[str, Path]:
        """The files by the path that they are served at."""
        first, *others = self.files
        found = {"/": self.folder / first, **{f"/{name}": self.folder / name for name in others}}
        return {**found, f"/{_SESSION_FILE.name}": _SESSION_FILE}


class LocalServer:
    """Serves a page and answers its routes while it is entered (`with`), in threads of its own.

    Port 0 is any free one. Raises OSError if the address cannot be used.
    """

    def __init__(
        self,
        host: str,
        port: int,
        page: WebPage,
        routes: Sequence[BaseRoute],
        password: Password | None = None,
        links: int = 1,
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, backlog=64)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else answers wait for 40 ms
        self._host = host
        self.port: int = self._socket.getsockname()[1]
        files = [Route(path, _file(file)) for path, file in page.paths.items()]
        session = Route(SESSION, lambda request: Response(status_code=204))  # for a page with a cookie
        app = Starlette(
            routes=[*files, session, *routes],
            exception_handlers={CardtoolsError: problems, Exception: _report},
        )
        self.guard = Guard(app, host, self.port, page.paths.keys(), password, links)
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(
                self.guard,
                http="h11",
                loop="asyncio",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # the terminal reports what users do, not requests
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=0,  # events have no end
            )
        )
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> LocalServer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(5)
        self._socket.close()

    @property
    def address(self) -> str:
        """The URL of the page on this computer, without its token."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self._host, self._host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def link(self) -> str:
        """The URL that opens the page: whoever has it may see and do everything."""
        return f"{self.address}#{self.guard.token}"

    @property
    def others(self) -> list[str]:
        """The other links, each for one seat."""
        return [f"{self.address}?seat={seat}#{token}" for seat, token in enumerate(self.guard.tokens) if seat]

    @property
    def is_private(self) -> bool:
        """Whether only this computer can reach it."""
        return ipaddress.ip_address(str(self._socket.getsockname()[0])).is_loopback


def _file(path: Path) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return Response(path.read_bytes(), media_type=_KINDS[path.suffix])

    return answer


async def _report(request: Request, error: Exception) -> Response:
    """An error of ours is one line in the terminal."""
    sys.stderr.write(f"a page could not be served: {type(error).__name__}: {error}\n")
    return PlainTextResponse("This is a bug in cardtools; the terminal has the details.\n", 500)
