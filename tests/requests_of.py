"""Requests to a server of ours, as the browser that has its link sends them, or as others do."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPResponse

from cardtools.ground.web.local import LocalServer


class Browser:
    """A browser. Once `entered` with the server's link it has the cookie."""

    def __init__(self, server: LocalServer) -> None:
        self.server, self.host, self.cookie = server, f"127.0.0.1:{server.port}", ""
        self.connections: list[HTTPConnection] = []

    def enter(self, token: str = "") -> HTTPResponse:
        answer = self.send("/session", token or self.server.guard.token)
        self.cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
        return answer

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str | None
    ) -> HTTPResponse:
        """The answer, which is left to be read. A header that is None is not sent."""
        sent = {"Host": self.host, "Cookie": self.cookie or None}
        sent |= {} if method in ("GET", "HEAD") else {"Origin": f"http://{self.host}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        self.connections.append(HTTPConnection("127.0.0.1", self.server.port, timeout=60))
        real = {name: value for name, value in sent.items() if value is not None}
        self.connections[-1].request(method, path, body, real)
        return self.connections[-1].getresponse()

    def send(self, path: str, value: object, **headers: str | None) -> HTTPResponse:
        """The answer to a POST of JSON."""
        return self.ask(
            path, "POST", json.dumps(value).encode(), **{"Content_Type": "application/json", **headers}
        )

    def close(self) -> None:
        for connection in self.connections:
            connection.close()
