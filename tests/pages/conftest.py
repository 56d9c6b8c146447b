"""What the tests of the studio share: a game in the working folder, its studio, its server."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context
from pathlib import Path

import pytest
from meadow import CARDS, FACE, PROJECT, RULES, picture
from plain_face import FONT
from requests_of import Browser

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.answering import serve_desk
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio
from cardtools.pages.studio.worker import Answerer
from cardtools.project.project import find_project


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


class Here:
    """In place of a `Worker`: answers in this process, which is there already."""

    def __init__(self, make_answer: Callable[..., Answerer], *arguments: object, rest: float) -> None:
        self._lock = threading.Lock()
        self._answer = make_answer(*arguments)

    def ask(self, request: object, where: str, urgent: bool = False) -> object:
        with self._lock:
            return copy_context().run(self._answer, request)


@pytest.fixture
def studio(game: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The studio of the game; its desks are processes only where a test is marked so."""
    if not request.node.get_closest_marker("processes"):
        monkeypatch.setattr("cardtools.pages.studio.studio.Worker", Here)
    find_project(game)
    with Studio(game, serve_desk) as studio:
        yield studio


@pytest.fixture
def browser(studio: Studio) -> Iterator[Browser]:
    """A browser with the link to a server of the studio."""
    with LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        browser = Browser(server)
        browser.enter()
        yield browser
        browser.close()
