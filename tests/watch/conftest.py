"""What the tests of `cardtools watch` share: a game in the working folder, its contact sheet, its server."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from meadow import CARDS, FACE, FONT, PROJECT, RULES, Ask, Watched, picture

from cardtools.watch.server import Server


@pytest.fixture
def game(folder: Path) -> Path:
    """The files of the game, in the working folder."""
    for name in ("cards", "art", "templates"):
        (folder / name).mkdir()
    shutil.copyfile(FONT, folder / "templates/text.ttf")
    files = {
        "cards/cards.csv": CARDS,
        "rules.toml": RULES,
        "templates/plain.toml": FACE,
        "cardtools.toml": PROJECT,
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "art/ox.png").write_bytes(picture("brown"))
    (folder / "art/elk.png").write_bytes(picture("green"))
    return folder


@pytest.fixture
def watched(game: Path) -> Watched:
    """The game after the first look at it."""
    watched = Watched(game)
    watched.refresh()
    return watched


@pytest.fixture
def server(watched: Watched) -> Iterator[Server]:
    """A server of the game, on a port of its own."""
    with Server("127.0.0.1", 0, watched.board, watched.large) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def ask(server: Server) -> Iterator[Ask]:
    """Send a request; the answer is left to be read."""
    connections = []

    def send(path: str, method: str = "GET", host: str = "", body: bytes | None = None) -> HTTPResponse:
        connections.append(HTTPConnection("127.0.0.1", server.server_address[1], timeout=60))
        headers = {"Host": host or f"127.0.0.1:{server.server_address[1]}"}
        connections[-1].request(method, path, body, headers)
        return connections[-1].getresponse()

    yield send
    for connection in connections:
        connection.close()
