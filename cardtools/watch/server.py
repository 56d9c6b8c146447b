"""Serves the page over HTTP: a fixed set of paths, by default only for this machine."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import socketserver
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from cardtools.watch.board import Board

_FILES = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
}
_PICTURE = re.compile(r"/(card|large)/([0-9a-f]{32})\.png")
_FOR_EVER = "private, max-age=31536000, immutable"  # a picture's name is a digest of its content
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_HEARTBEAT = 10.0  # seconds: only sending something shows that a page is gone


class Server(socketserver.ThreadingTCPServer):
    """Serves what is on the board. `large` draws the picture with a key at print resolution, or returns None.

    Raises OSError if the address cannot be used.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows it would let two servers share a port
    request_queue_size = 64

    def __init__(self, host: str, port: int, board: Board, large: Callable[[str], bytes | None]) -> None:
        self.host, self.board, self.large = host, board, large
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)

    @property
    def address(self) -> str:
        """The URL of the page on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.server_address[1]}/"

    @property
    def is_private(self) -> bool:
        """Whether only this machine can reach it."""
        return ipaddress.ip_address(str(self.server_address[0])).is_loopback

    def knows(self, header: str) -> bool:
        """Whether a Host header names this server; a web site whose name was made to resolve here doesn't."""
        name = re.sub(r":\d*\Z", "", header).strip("[]").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in ("localhost", self.host.lower())
        return True

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exception()
        if not isinstance(error, OSError):  # else the browser closed the connection, which is fine
            sys.stderr.write(f"a page could not be served: {type(error).__name__}: {error}\n")


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        picture = _PICTURE.fullmatch(path)
        if not self.server.knows(self.headers.get("Host", "")):
            self._refuse(403, "This server answers only to its own name.")
        elif path in _FILES:
            name, kind = _FILES[path]
            self._send(200, Path(__file__).with_name(name).read_bytes(), kind)
        elif path == "/state.json":
            self._send(200, self.server.board.now.state, "application/json")
        elif path == "/events":
            self._events()
        elif picture and (png := self._picture(*picture.groups())):
            self._send(200, png, "image/png", _FOR_EVER)
        else:
            self._refuse(404, "There is no such page or picture, or not any more.")

    def _not_allowed(self) -> None:
        self._refuse(405, "The cards are read-only.")

    do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _not_allowed  # noqa: N815

    def _picture(self, size: str, key: str) -> bytes | None:
        return self.server.board.picture(key) if size == "card" else self.server.large(key)

    def _events(self) -> None:
        """Send the current version, now and whenever there is a new one (Server-Sent Events)."""
        self.close_connection = True
        self._head(200, "text/event-stream")
        self.end_headers()
        seen = ""
        while True:
            version = self.server.board.wait(seen, _HEARTBEAT)
            self.wfile.write(b":\n\n" if version == seen else f"data: {version}\n\n".encode())
            seen = version

    def _refuse(self, code: int, why: str) -> None:
        self.close_connection = True  # the rest of the request is not read
        self._send(code, f"{why}\n".encode(), "text/plain; charset=utf-8")

    def _send(self, code: int, data: bytes, kind: str, cache: str = "no-store") -> None:
        self._head(code, kind, cache)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _head(self, code: int, kind: str, cache: str = "no-store") -> None:
        self.send_response(code)
        for name, value in {**_HEADERS, "Content-Type": kind, "Cache-Control": cache}.items():
            self.send_header(name, value)
        if code == 405:
            self.send_header("Allow", "GET")
        if self.close_connection:
            self.send_header("Connection", "close")

    def version_string(self) -> str:
        return "cardtools"

    def log_message(self, format: str, *args: Any) -> None:
        pass  # the terminal reports cards, not requests
