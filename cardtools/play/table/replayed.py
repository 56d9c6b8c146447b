"""A match that was played, step by step: for the table's page, and as one HTML file that needs no server."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cardtools.play.engine import Engine
from cardtools.play.match import Step
from cardtools.play.state import Event, Outcome
from cardtools.play.table.table import line
from cardtools.play.view import told, view

_FOLDER = Path(__file__).parent


class Steps:
    """Collects what a page shows of each step; `see` is what `play_match` calls, or a replay."""

    def __init__(self, engine: Engine[Any], names: Sequence[str], state: Any) -> None:
        self.engine, self.names = engine, tuple(names)
        self.steps = [self._shown(state, state.events)]

    def _shown(self, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        log = [
            line(event, state.turn, text)
            for event in events
            if (text := told(self.engine, event, -1, self.names))
        ]
        return {"view": view(self.engine, state, -1), "log": log, "action": "", "player": -1}

    def see(self, state: Any, step: Step) -> None:
        """Note a step and the state after it."""
        shown = self._shown(state, step.events)
        self.steps.append(shown | {"action": step.text, "player": step.player})

    def end(self, outcome: Outcome | None) -> None:
        """Note how the match ended, where the state does not say it."""
        if outcome:
            self.steps[-1]["view"]["outcome"] = outcome._asdict()

    def setting(self, cards: list[dict[str, str]]) -> dict[str, Any]:
        """What the page needs."""
        return {"mode": "replay", "names": self.names, "viewer": -1, "cards": cards, "steps": self.steps}


def as_html(setting: dict[str, Any], pictures: dict[str, bytes]) -> bytes:
    """The page of a replay with everything in it. `pictures` are PNG files by their address on the page."""
    cards = [
        card | {"picture": _embedded(pictures.get(card["picture"]))} for card in _distinct(setting["cards"])
    ]
    numbers = {card["name"]: number for number, card in enumerate(cards)}
    data = setting | {"cards": cards, "numbers": [numbers[card["name"]] for card in setting["cards"]]}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = (_FOLDER / "page.html").read_text("utf-8")
    style = (_FOLDER / "page.css").read_text("utf-8")
    script = (_FOLDER / "page.js").read_text("utf-8")
    head, rest = page.split('<link rel="stylesheet"', 1)
    body = rest[rest.index("</head>") :]
    embedded = (
        f'<script type="application/json" id="match">{text}</script>\n<script>{script}</script>\n</body>'
    )
    return f"{head}<style>{style}</style>\n{body.replace('</body>', embedded)}".encode()


def _distinct(cards: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    return list({card["name"]: card for card in cards}.values())


def _embedded(png: bytes | None) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""
