"""A match that was played, step by step: for the table's page, and as one HTML file that needs no server."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardtools.play.engine import Engine
from cardtools.play.replay import Replay
from cardtools.play.state import Event
from cardtools.play.table.table import line
from cardtools.play.view import event_in_words, view

_FOLDER = Path(__file__).parent


def replay_setting(replay: Replay, cards: Sequence[dict[str, str]]) -> dict[str, Any]:
    """What the page needs of a replay. Raises DivergedError where an action cannot be done again."""
    agents = ["Person" if agent == "you" else agent.capitalize() for agent in replay.setting.agents]
    if agents[0] == agents[-1]:
        agents = [f"{name} {number}" for number, name in enumerate(agents, 1)]
    engine, record = replay.engine, replay.record
    state = engine.start(record.seed)
    steps = _ShownSteps(engine, agents)
    steps.add(state, state.events, "", -1)
    for number, text in enumerate(record.actions):
        player = state.decider
        steps.add(state, engine.apply(state, replay.action(state, number, text)), text, player)
    if record.outcome:  # a match that was stopped: the state does not say so
        steps.steps[-1]["view"]["outcome"] = record.outcome._asdict()
    return {
        "mode": "replay",
        "names": agents,
        "viewer": -1,
        "cards": list(cards),
        "parts": steps.parts,
        "steps": steps.steps,
    }


class _ShownSteps:
    """What a page shows of each step. Most of it is as in the step before: cards and rows are numbers of
    `parts`, which has each of them once.
    """

    def __init__(self, engine: Engine[Any], names: Sequence[str]) -> None:
        self.engine, self.names = engine, names
        self.steps: list[dict[str, Any]] = []
        self.parts: list[Any] = []
        self._numbers: dict[str, int] = {}

    def add(self, state: Any, events: Iterable[Event], action: str, player: int) -> None:
        """Note an action, what happened, and the state after it."""
        shown = view(self.engine, state, -1)
        for one in shown["players"]:
            one["counters"] = self._number(one["counters"])
            one["rows"] = [self._number(self._row(row)) for row in one["rows"]]
        told_lines = ((event, event_in_words(self.engine, event, -1, self.names)) for event in events)
        log = [line(event, state.turn, text) for event, text in told_lines if text]
        self.steps.append({"view": shown, "log": log, "action": action, "player": player})

    def _row(self, row: dict[str, Any]) -> dict[str, Any]:
        for holder in (row, *row.get("slots", ())):
            if "cards" in holder:
                holder["cards"] = [self._number(card) for card in holder["cards"]]
        return row

    def _number(self, part: Any) -> int:
        key = json.dumps(part)
        if key not in self._numbers:
            self._numbers[key] = len(self.parts)
            self.parts.append(part)
        return self._numbers[key]


def as_html(setting: Mapping[str, Any], pictures: Mapping[str, bytes]) -> bytes:
    """The page of a replay with everything in it. `pictures` are JPEG files by their address on the page."""
    distinct = {card["name"]: card for card in setting["cards"]}
    numbers = {name: number for number, name in enumerate(distinct)}
    cards = [card | {"picture": _embedded(pictures.get(card["picture"]))} for card in distinct.values()]
    data = {**setting, "cards": cards, "numbers": [numbers[card["name"]] for card in setting["cards"]]}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page, style, script = ((_FOLDER / f"page.{kind}").read_text("utf-8") for kind in ("html", "css", "js"))
    head, rest = page.split('<link rel="stylesheet"', 1)
    body = rest[rest.index("</head>") :]
    embedded = (
        f'<script type="application/json" id="match">{text}</script>\n<script>{script}</script>\n</body>'
    )
    return f"{head}<style>{style}</style>\n{body.replace('</body>', embedded)}".encode("utf-8", "replace")


def _embedded(jpeg: bytes | None) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}" if jpeg else ""
