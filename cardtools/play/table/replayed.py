"""A match that was played, step by step: for the table's page, and as one HTML file that needs no server."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardtools.play.agents import PERSON, agent_in_words
from cardtools.play.replay import Replay
from cardtools.play.state import Event
from cardtools.play.table.table import line, numbered
from cardtools.play.view import action_in_words, event_in_words, view

_FOLDER = Path(__file__).parent


def replay_setting(replay: Replay, cards: Sequence[dict[str, str]]) -> dict[str, Any]:
    """What the page needs of a replay. Raises DivergedError where an action cannot be done again.

    Most of a step is as in the one before: its cards and rows are numbers of `parts`, each there once.
    """
    players = replay.setting.agents
    agents = numbered(["Person" if one == PERSON else agent_in_words(one)[0] for one in players])
    engine, record = replay.engine, replay.record
    steps: list[dict[str, Any]] = []
    parts: dict[str, tuple[int, Any]] = {}

    def number_of(part: Any) -> int:
        return parts.setdefault(json.dumps(part), (len(parts), part))[0]

    def add(events: Iterable[Event], action: str, player: int) -> None:
        shown = view(engine, state, -1)
        for one in shown["players"]:
            one["counters"] = number_of(one["counters"])
        for one in (*shown["players"], {"rows": shown["shared"]}):
            for at, row in enumerate(one["rows"]):
                for holder in (row, *row.get("slots", ())):
                    if "cards" in holder:
                        holder["cards"] = [number_of(card) for card in holder["cards"]]
                one["rows"][at] = number_of(row)
        in_words = ((event, event_in_words(engine, event, -1, agents)) for event in events)
        log = [line(event, state.turn, text) for event, text in in_words if text]
        steps.append({"view": shown, "log": log, "action": action, "player": player})

    state: Any = engine.start(record.seed)
    add(state.events, "", -1)
    for number, text in enumerate(record.actions):
        player, action = state.decider, replay.action(state, number, text)
        said = action_in_words(engine, state, action, agents)
        add(engine.apply(state, action), said, player)
    if record.outcome:  # a match that was stopped: the state does not say so
        steps[-1]["view"]["outcome"] = record.outcome.data()
    return {
        "mode": "replay",
        "names": agents,
        "viewer": -1,
        "cards": list(cards),
        "parts": [part for _, part in parts.values()],
        "steps": steps,
    }


def as_html(setting: Mapping[str, Any], pictures: Mapping[str, bytes]) -> bytes:
    """The page of a replay with everything in it. `pictures` are JPEG files by their address on the page."""
    distinct = {card["name"]: card for card in setting["cards"]}
    numbers = {name: number for number, name in enumerate(distinct)}
    shown = {
        address: f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
        for address, jpeg in pictures.items()
    }
    cards = [card | {"picture": shown.get(card["picture"], "")} for card in distinct.values()]
    data = {**setting, "cards": cards, "numbers": [numbers[card["name"]] for card in setting["cards"]]}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page, style, script = ((_FOLDER / f"page.{kind}").read_text("utf-8") for kind in ("html", "css", "js"))
    head, rest = page.split('<link rel="stylesheet"', 1)
    body = rest[rest.index("</head>") :]
    embedded = (
        f'<script type="application/json" id="match">{text}</script>\n<script>{script}</script>\n</body>'
    )
    return f"{head}<style>{style}</style>\n{body.replace('</body>', embedded)}".encode("utf-8", "replace")
