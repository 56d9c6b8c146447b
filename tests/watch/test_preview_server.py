"""The server of the page: what it serves, to whom, and that it says when there is something new."""

from __future__ import annotations

import http.client
import json
import re
import socket
import threading

import pytest
from meadow import CARDS, Ask, Watched

from cardtools.watch.board import Board
from cardtools.watch.server import Server


def test_the_page_needs_nothing_but_this_server(ask: Ask) -> None:
    parts = {path: ask(path).read().decode() for path in ("/", "/page.css", "/page.js")}
    assert not re.search(
        r"https?:|//[a-z]|@import|url\(", "".join(re.sub(r"//  ?[a-zA-Z ].*", "", p) for p in parts.values())
    )
    named = re.findall(r'(?:src|href)="([^"]+)"', parts["/"])
    assert set(named) - {"data:,"} == {"/page.css", "/page.js"}
    assert "innerHTML" not in parts["/page.js"]  # cards are texts, not pages
    for name in set(re.findall(r'at\("(\w+)"\)', parts["/page.js"])):
        assert f'id="{name}"' in parts["/"]


def test_the_state_and_its_pictures_are_served(ask: Ask, watched: Watched) -> None:
    answer = ask("/state.json")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
    cards = json.loads(answer.read())["cards"]
    assert [card["name"] for card in cards] == ["Ox", "Elk", "Hare"]
    for size in ("card", "large"):
        answer = ask(f"/{size}/{cards[0]['picture']}.png")
        assert answer.read().startswith(b"\x89PNG")
        assert "immutable" in answer.headers["Cache-Control"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_picture_that_was_replaced_just_now_is_still_there(ask: Ask, watched: Watched) -> None:
    old = watched.state["cards"]["Elk"]["picture"]
    watched.refresh("cards/cards.csv", CARDS.replace("Elk;2", "Elk;4"))
    assert ask(f"/card/{old}.png").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/none", "/page.html", "/server.py", "/cards/cards.csv", "/card/x.png", f"/card/{'0' * 32}.png",
        f"/large/{'0' * 32}.png", "/../cardtools.toml", "/card/../../cardtools.toml", "/card/%2e%2e/x.png",
        "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
    ],
)  # fmt: skip
def test_nothing_else_is_served(ask: Ask, path: str) -> None:
    assert ask(path).status == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "localhost.evil.example", "127.0.0.1.evil.example", "-"]
)
def test_names_of_web_sites_are_refused(ask: Ask, host: str) -> None:
    for path in ("/", "/state.json", "/events"):
        assert ask(path, host=host).status == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "127.0.0.1", "[::1]:8765"])
def test_names_of_this_machine_are_not(ask: Ask, host: str) -> None:
    assert ask("/state.json", host=host).status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
def test_only_get_is_allowed(ask: Ask, method: str) -> None:
    answer = ask("/state.json", method, body=b"x" * 1000)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET")


def test_an_event_tells_of_each_change(ask: Ask, watched: Watched) -> None:
    events = ask("/events")
    assert events.headers["Content-Type"] == "text/event-stream"

    def told() -> str:
        line = events.readline()
        while not line.startswith(b"data: "):
            line = events.readline()
        return line.removeprefix(b"data: ").strip().decode()

    first = watched.board.now.version
    assert told() == first
    watched.refresh("cards/cards.csv", CARDS.replace("Elk;2", "Elk;9"))
    last = watched.board.now.version
    versions = [told()]  # the pictures are shown before the findings
    while versions[-1] != last:
        versions.append(told())
    assert first not in versions


def test_who_waits_is_woken_by_a_change_and_by_nothing_else() -> None:
    board = Board("cards", ())
    board.show({"summary": "1"})
    seen = board.now.version
    assert board.wait("", 10) == seen
    board.show({"summary": "1"})
    assert board.wait(seen, 0.01) == seen
    woken: list[str] = []
    waiting = threading.Thread(target=lambda: woken.append(board.wait(seen, 600)), daemon=True)
    waiting.start()
    board.show({"summary": "2"})
    waiting.join(60)
    assert woken == [board.now.version] != [seen]


def test_browsers_that_go_away_or_talk_nonsense_are_no_error(
    ask: Ask, server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    for said in (b"", b"GET", b"\0\xff\r\n\r\n", b"GET /state.json HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        with socket.create_connection(server.server_address[:2]) as connection:
            connection.sendall(said)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # gone at once
    assert ask("/state.json").status == 200
    assert capfd.readouterr().err == ""


def test_an_error_of_ours_is_one_line_and_ends_nothing(
    server: Server, ask: Ask, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(key: str) -> bytes:
        raise ValueError("as a test")

    server.large = fail
    with pytest.raises((http.client.HTTPException, OSError)):
        ask(f"/large/{'0' * 32}.png")
    assert ask("/state.json").status == 200
    assert capfd.readouterr().err == "a page could not be served: ValueError: as a test\n"
