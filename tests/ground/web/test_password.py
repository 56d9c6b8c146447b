"""Other computers: without a password the command refuses, and a wrong one opens nothing and takes longer."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from cardtools.commands.serving import ask_password
from cardtools.ground.errors import InputError
from cardtools.ground.web.guard import Guard, Password


def ask(
    guard: Guard, client: str, path: str, text: object = None, cookie: str = ""
) -> tuple[int, dict[str, str]]:
    """The answer's code and headers to a computer with this address."""
    import json

    body, headers = b"", {"host": "192.168.1.2:80", "cookie": cookie}
    if text is not None:
        body = json.dumps(text).encode()
        headers |= {"origin": "http://192.168.1.2:80", "content-type": "application/json"}
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": "GET" if text is None else "POST",
        "path": path,
        "query_string": b"",
        "scheme": "http",
        "server": ("192.168.1.2", 80),
        "client": (client, 1),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    with ThreadPoolExecutor(1) as thread:  # where no other event loop runs
        thread.submit(lambda: asyncio.run(guard(scope, receive, send))).result()
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> Guard:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert Request(scope).url.path == "/api/status"
        await send({"type": "http.response.start", "status": 200, "headers": []})

    return Guard(app, "0.0.0.0", 80, ("/",), Password("correct horse"))


def test_the_password_opens_the_page_for_other_computers_and_the_token_does_not(guard: Guard) -> None:
    other, here = "192.168.1.9", "127.0.0.1"
    code, headers = ask(guard, other, "/api/status")
    assert (code, headers["cardtools-needs"]) == (401, "password")
    assert ask(guard, other, "/session", guard.token)[0] == 401
    code, headers = ask(guard, other, "/session", "correct horse")
    assert code == 204
    assert ask(guard, other, "/api/status", cookie=headers["set-cookie"].partition(";")[0])[0] == 200
    code, headers = ask(guard, here, "/api/status")
    assert (code, "cardtools-needs" in headers) == (401, False)
    assert ask(guard, here, "/session", "correct horse")[0] == 401
    assert ask(guard, here, "/session", guard.token)[0] == 204


def test_wrong_passwords_are_slowed_counted_and_forgotten(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    codes = [ask(guard, "10.0.0.1", "/session", f"guess {number}")[0] for number in range(22)]
    assert codes == [401] * 20 + [429] * 2
    assert waits[:4] == [0, 0.5, 1.0, 2.0]
    assert max(waits) == 8
    assert ask(guard, "10.0.0.1", "/session", "correct horse")[0] == 429
    assert ask(guard, "10.0.0.2", "/session", "correct horse")[0] == 204
    assert ask(guard, "10.0.0.2", "/session", 5)[0] == 401
    later = time.monotonic() + 700
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert ask(guard, "10.0.0.1", "/session", "correct horse")[0] == 204


def test_the_text_of_the_password_is_not_kept() -> None:
    assert "correct horse" not in str(vars(Password("correct horse")))


def test_without_a_password_other_computers_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "password.txt"
    for host in ("127.0.0.1", "::1", "localhost"):
        assert ask_password(host, None) is None
    for host in ("0.0.0.0", "192.168.1.2", "::", "example.org"):
        with pytest.raises(InputError, match="this needs a password"):
            ask_password(host, None)
        file.write_text("short\n")
        with pytest.raises(InputError, match="fewer than 8"):
            ask_password(host, file)
        file.write_text("long enough\n")
        assert ask_password(host, file)
