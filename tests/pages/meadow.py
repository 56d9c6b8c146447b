"""A game of three small cards that is watched: its files, and what its contact sheet shows."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

from cardtools.ground.console import Console
from cardtools.pages.watch.cropping import keep_crop, show_pictures
from cardtools.pages.watch.preview import Board
from cardtools.pages.watch.refresh import ContactSheet, enlarge
from cardtools.project.project import find_project
from cardtools.steps.card_choice import ALL_CARDS, CardChoice

CARDS = "NAME;COST;IMAGE\nOx;1;ox.png\nElk;2;elk.png\nHare;3;\n"
RULES = """\
[ruleset]
id = "own"
version = "1"
[fields.NAME]
required = true
[fields.COST]
type = "int"
max = 5
[fields.IMAGE]
required = false
"""
FACE = """\
[card]
width = 20
height = 30
bleed = 1
safe = 1
corner = 1
[fonts]
text = "text.ttf"
[styles.text]
font = "text"
size = 7
colour = "#101010"
[elements.ground]
kind = "rectangle"
left = -1
right = -1
top = -1
bottom = -1
fill = "#ffffff"
[elements.name]
kind = "text"
text = "{{ NAME }} {{ COST }}"
style = "text"
left = 2
right = 2
top = 2
height = 6
[elements.art]
kind = "image"
image = "{{ IMAGE }}"
left = 2
right = 2
top = 10
height = 12
"""
PROJECT = """\
name = "Meadow"
ruleset = "rules.toml"
[cards]
art = ["art"]
[[faces]]
face = "templates/plain.toml"
"""


def picture(colour: str, size: tuple[int, int] = (200, 150)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


@dataclass
class Watched:
    """A contact sheet and what its page would show after each refresh."""

    folder: Path
    board: Board = field(default_factory=lambda: Board("cards", ()))
    choice: CardChoice = ALL_CARDS
    sheet: ContactSheet = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Go on with a contact sheet that knows only what is shown."""
        self.sheet = ContactSheet(self.board.show, Console(), self.choice, self.board.drawn)

    def write(self, name: str, content: str | bytes) -> None:
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def refresh(self, name: str = "", content: str | bytes = "") -> dict[str, Any]:
        """What is shown after a file was written."""
        if name:
            self.write(name, content)
        self.sheet.refresh()
        return self.state

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.board.now.state)
        state["cards"] = {card["name"]: card for card in state["cards"]}
        return state

    def picture(self, name: str) -> bytes | None:
        return self.board.picture(self.state["cards"][name]["picture"])

    def pictures(self, card: str) -> list[dict[str, Any]] | None:
        """The pictures of a card that can be cropped."""
        found: list[list[dict[str, Any]]] = []
        show_pictures(found.append, self.choice)(card)
        return found[0] if found else None

    def keep_crop(self, sent: Any) -> None:
        keep_crop(find_project(self.folder), sent)

    def large(self, key: str) -> bytes | None:
        """The large picture of the card that has this small one."""
        found: list[bytes] = []
        for card in [card for card in self.board.drawn.items() if card[1] == key]:
            enlarge(found.append, self.choice)(card)
        return found[0] if found else None
