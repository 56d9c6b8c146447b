"""The server of the pages: what it answers, to whom, and what its events say."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from requests_of import Browser
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardtools.ground.errors import bad_input
from cardtools.ground.web.answers import Feed, json_response, read_json
from cardtools.ground.web.local import LocalServer, WebPage

FILES = ("/", "/page.js", "/session.js")
COUNT = "/count.json"


class Counter:
    """A page that counts what it is sent."""

    def __init__(self) -> None:
        self.count, self.feed = 0, Feed("0")

    async def add(self, request: Request) -> Response:
        value = await read_json(request)
        if not isinstance(value, int):
            raise bad_input("cards.csv", f"{value!r} is not a number", "write a number")
        if value < 0:
            raise ValueError("as a test")
        self.count += value
        self.feed.publish(str(self.count))
        return Response(status_code=204)

    @property
    def routes(self) -> list[Route]:
        return [
            Route(COUNT, lambda request: json_response({"count": self.count, "half a pair": "\ud83d"})),
            Route("/add", self.add, methods=["POST"]),
            Route("/events", self.feed.response),
        ]


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
def server(counter: Counter, tmp_path: Path) -> Iterator[LocalServer]:
    (tmp_path / "page.html").write_text("<!doctype html>")
    (tmp_path / "page.js").write_text("0;")
    (tmp_path / "secret.txt").write_text("secret")
    with LocalServer("127.0.0.1", 0, WebPage(tmp_path, ("page.html", "page.js")), counter.routes) as server:
        yield server


@pytest.fixture
def stranger(server: LocalServer) -> Iterator[Browser]:
    """Somebody who does not have the link."""
    browser = Browser(server)
    yield browser
    browser.close()


@pytest.fixture
def browser(stranger: Browser) -> Browser:
    assert stranger.enter().status == 204
    return stranger


def test_the_link_gives_a_cookie_that_scripts_and_other_sites_do_not_get(stranger: Browser) -> None:
    answer = stranger.enter()
    assert answer.status == 204
    cookie = answer.headers["Set-Cookie"].lower()
    assert cookie.startswith(f"cardtools-{stranger.server.port}=")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert stranger.server.guard.token not in answer.headers["Set-Cookie"]
    assert json.loads(stranger.ask(COUNT).read()) == {"count": 0, "half a pair": "?"}


@pytest.mark.parametrize(
    ("body", "form", "code"),
    [
        (b"x", "application/json", 400),
        (b"", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 900_000, "application/json", 400),
        (b"1" * 5_000, "application/json", 400),
        (b'"\\ud800"', "application/json", 400),
        (b"{}", "application/json", 401),
        (b'"' + b"x" * 1_000_001 + b'"', "application/json", 413),
        (b'"x"', "text/plain", 415),
        (b'"x"', None, 415),
        (b"", None, 415),
    ],
)
def test_what_is_no_token_is_refused_with_the_reason(
    stranger: Browser, body: bytes, form: str | None, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = stranger.ask("/session", "POST", body, Content_Type=form)
    assert (answer.status, answer.headers["Set-Cookie"]) == (code, None)
    assert answer.read().decode().endswith(".\n")
    assert capsys.readouterr().err == ""
    assert stranger.enter().status == 204


@pytest.mark.parametrize("token", ["x", "é", "", 1, None, ["x"]])
def test_another_token_gives_none(stranger: Browser, token: object) -> None:
    answer = stranger.send("/session", token)
    assert (answer.status, answer.headers["Set-Cookie"]) == (401, None)


def test_a_start_has_its_own_token_and_session(browser: Browser, tmp_path: Path) -> None:
    with LocalServer("127.0.0.1", 0, WebPage(tmp_path, ("page.html",)), Counter().routes) as other:
        assert other.guard.token != browser.server.guard.token
        later = Browser(other)
        later.cookie = browser.cookie.replace(str(browser.server.port), str(other.port))
        assert later.ask(COUNT).status == 401
        later.close()


def test_who_does_not_have_the_link_sees_only_the_pages_files(stranger: Browser) -> None:
    assert [stranger.ask(path).status for path in FILES] == [200] * 3
    assert [stranger.ask(path).status for path in (COUNT, "/events", "/session", "/none")] == [401] * 4
    assert stranger.send("/add", 1).status == 401


@pytest.mark.parametrize(
    "path", ["/none", "/page.html", "/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd"]
)  # fmt: skip
def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    assert browser.ask(path).status == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "localhost.evil.example", "127.0.0.1.evil.example", "-", ""]
)
def test_names_of_web_sites_are_refused(browser: Browser, host: str) -> None:
    for path in ("/", COUNT, "/events"):
        assert browser.ask(path, Host=host).status == 403
    assert browser.send("/add", 1, Host=host, Origin=f"http://{host}").status == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "LOCALHOST", "127.0.0.1", "[::1]:8765"])
def test_names_of_this_computer_are_not(browser: Browser, host: str) -> None:
    assert browser.ask(COUNT, Host=host).status == 200
    assert browser.send("/add", 1, Host=host, Origin=f"http://{host}").status == 204


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": None},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},  # another program of this computer
        {"Origin": "http://localhost"},
        {"Origin": "file://"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"},
    ],
)
def test_pages_of_others_change_nothing(
    browser: Browser, counter: Counter, headers: dict[str, str | None]
) -> None:
    assert browser.send("/add", 1, **headers).status == 403
    assert counter.count == 0
    assert browser.send("/add", 1, Sec_Fetch_Site="same-origin").status == 204
    assert counter.count == 1


def test_pages_of_others_read_nothing_but_may_have_a_link(browser: Browser) -> None:
    for site in ("cross-site", "same-site"):
        assert browser.ask(COUNT, Sec_Fetch_Site=site, Sec_Fetch_Mode="cors").status == 403
        frame = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}
        assert browser.ask("/", Sec_Fetch_Site=site, **frame).status == 403
        link = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
        assert browser.ask("/", Sec_Fetch_Site=site, **link).status == 200
    assert browser.ask(COUNT, Sec_Fetch_Site="none").status == 200
    assert browser.ask(COUNT, Origin="http://evil.example").status == 403


def test_answers_close_the_page(stranger: Browser) -> None:
    for path, status in (("/", 200), (COUNT, 401)):
        answer = stranger.ask(path)
        assert answer.status == status
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Access-Control-Allow-Origin"] is None
        assert "Server" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_a_route_has_its_methods_only(browser: Browser, method: str) -> None:
    answer = browser.ask(COUNT, method, b"x" * 1000)
    assert (answer.status, set(answer.headers["Allow"].split(", "))) == (405, {"GET", "HEAD"})


def test_a_body_must_be_json_of_a_reasonable_size(browser: Browser, counter: Counter) -> None:
    assert browser.ask("/add", "POST", b"1").status == 415
    assert browser.send("/add", 1, Content_Type="text/plain").status == 415  # what a form could send
    for nonsense in (b"", b"{", b"\xff", b"[" * 100_000):
        assert browser.ask("/add", "POST", nonsense, Content_Type="application/json").status == 400
    assert browser.send("/add", "x" * 1_000_001).status == 413
    assert counter.count == 0


def test_input_that_cannot_be_used_is_an_answer(browser: Browser) -> None:
    answer = browser.send("/add", "two")
    assert answer.status == 422
    (problem,) = json.loads(answer.read())["problems"]
    assert (problem["place"], problem["message"]) == ("cards.csv", "'two' is not a number")
    assert problem["hint"] == "write a number"


def test_an_error_of_ours_is_one_line_and_ends_nothing(
    browser: Browser, capfd: pytest.CaptureFixture[str]
) -> None:
    assert browser.send("/add", -1).status == 500
    assert browser.ask(COUNT).status == 200
    assert capfd.readouterr().err == "a page could not be served: ValueError: as a test\n"


def test_browsers_that_go_away_or_talk_nonsense_are_no_error(
    browser: Browser, capfd: pytest.CaptureFixture[str]
) -> None:
    for said in (b"", b"GET", b"\0\xff\r\n\r\n", b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", browser.server.port)) as connection:
            connection.sendall(said)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # gone at once
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Key": "x",
        "Origin": "http://x",
    }
    assert browser.ask("/events", **upgrade).status == 403
    assert browser.ask(COUNT).status == 200
    assert capfd.readouterr().err == ""


def read_event(events: http.client.HTTPResponse) -> str:
    while not (line := events.readline()).startswith(b"data: "):
        pass
    return line.removeprefix(b"data: ").strip().decode()


def test_every_page_gets_what_is_current_and_what_is_new(browser: Browser) -> None:
    pages = [browser.ask("/events") for _ in range(3)]
    assert [page.headers["Content-Type"].partition(";")[0] for page in pages] == ["text/event-stream"] * 3
    assert [read_event(page) for page in pages] == ["0"] * 3
    browser.send("/add", 5)
    assert [read_event(page) for page in pages] == ["5"] * 3
    assert read_event(browser.ask("/events")) == "5"


def test_many_pages_may_be_open(browser: Browser) -> None:
    # More than a server with a thread for each would take.
    pages = [browser.ask("/events") for _ in range(60)]
    assert {read_event(page) for page in pages} == {"0"}
    browser.send("/add", 1)
    assert {read_event(page) for page in pages} == {"1"}


def test_it_ends_although_a_page_is_open_and_its_feed_goes_on(counter: Counter, tmp_path: Path) -> None:
    (tmp_path / "page.html").touch()
    with LocalServer("127.0.0.1", 0, WebPage(tmp_path, ("page.html",)), counter.routes) as server:
        browser = Browser(server)
        browser.enter()
        events = browser.ask("/events")
        read_event(events)
    assert not server._thread.is_alive()
    with suppress(http.client.IncompleteRead):
        events.read()  # which ends too
    counter.feed.publish("1")
    with pytest.raises(OSError):
        browser.ask(COUNT)
    browser.close()


def test_answers_do_not_wait_for_more_to_send(tmp_path: Path) -> None:
    # With Nagle's algorithm a short answer waits 40 ms for the browser's acknowledgement of its head.
    server = LocalServer("127.0.0.1", 0, WebPage(tmp_path, ("page.html",)), [])
    with server._socket, socket.create_connection(("127.0.0.1", server.port)):
        connection, _ = server._socket.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
