"""What the tests of the studio share: a game in the working folder, its studio, its server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow import CARDS, FACE, PROJECT, RULES, picture
from plain_face import FONT
from requests_of import Browser

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.server import Studio, page, routes
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


@pytest.fixture
def studio(game: Path) -> Iterator[Studio]:
    """The studio of the game."""
    find_project(game)
    with Studio(game) as studio:
        yield studio


@pytest.fixture
def browser(studio: Studio) -> Iterator[Browser]:
    """A browser with the link to a server of the studio."""
    with LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        browser = Browser(server)
        browser.enter()
        yield browser
        browser.close()
