"""What a person sees of a match: rows of cards, counters, legal actions and events, as data and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cardtools.play.engine import Action, Engine, Row
from cardtools.play.state import EMPTY, EVERYBODY, HIDDEN, Event, State

# A place on the table, by which the page and its actions know it: `card:12`, `slot:0:3` of player 0 (-1: of
# nobody), or `player:1`.
Handle = str


def view(engine: Engine[Any], state: State, viewer: int) -> dict[str, Any]:
    """The table as `viewer` may see it (-1: everything), for a page."""
    seen = state if viewer < 0 else engine.observation(state, viewer)
    shared = {part.name for part in state.PARTS if part.shared}
    rows = engine.rows()
    return {
        "turn": state.turn,
        "active": state.active,
        "decider": state.decider if state.outcome is None else -1,
        "question": engine.question(seen) if state.outcome is None else "",
        "waiting": engine.waiting(seen),
        "players": [
            {
                "counters": [{"name": name, "value": value} for name, value in engine.counters(seen, player)],
                "rows": [_row(engine, seen, player, row) for row in rows if row.part not in shared],
            }
            for player in range(engine.players)
        ],
        "shared": [_row(engine, seen, -1, row) for row in rows if row.part in shared],
        "outcome": state.outcome.data() if state.outcome else None,
    }


def _row(engine: Engine[Any], state: Any, player: int, row: Row) -> dict[str, Any]:
    held: Any = getattr(state, row.part) if player < 0 else getattr(state, row.part)[player]
    found: dict[str, Any] = {"name": row.name, "kind": row.kind, "part": row.part}
    if row.kind != "slots":
        shown = held if row.kind == "hand" else [card for card in reversed(held) if card >= 0]
        return found | {"count": len(held), "cards": [_card(engine, state, card) for card in shown]}
    stacks = [cards if isinstance(cards, list) else [cards] for cards in held]
    return found | {
        "slots": [
            {
                "handle": f"slot:{player}:{slot}",
                "cards": [_card(engine, state, card) for card in stack if card != EMPTY],
            }
            for slot, stack in enumerate(stacks)
            if row.first <= slot < (row.last or len(stacks))
        ]
    }


def _card(engine: Engine[Any], state: Any, card: int) -> dict[str, Any]:
    if card == HIDDEN:
        return {"handle": "", "name": ""}
    return {
        "handle": f"card:{card}",
        "name": engine.cards[card].name,
        "badges": [{"name": name, "value": value} for name, value in engine.badges(state, card)],
        "turned": engine.is_turned(state, card),
    }


def handles(engine: Engine[Any], state: State, action: Action) -> list[Handle]:
    """The places that an action is about, in the order in which a person would point at them."""
    found: list[Handle] = []
    side = state.decider
    for kind, value in zip(engine.VERBS[action[0]].arguments, action[1:], strict=True):
        if kind == "card" and value >= 0:
            found.append(f"card:{value}")
        elif kind == "side":
            side = (state.decider + value) % engine.players
        elif kind == "slot":
            found.append(f"slot:{side}:{value}")
        elif kind == "theirs":
            found.append(f"slot:{(state.decider + 1) % engine.players}:{value}")
        elif kind in ("middle", "player"):
            found.append(f"slot:-1:{value}" if kind == "middle" else f"player:{value}")
    return found


def event_in_words(engine: Engine[Any], event: Event, viewer: int, names: Sequence[str]) -> str:
    """An event in plain words for a viewer (-1 sees all), "" for one that is not in the log. A player whose
    name is "You" is addressed.
    """
    text = engine.EVENTS.get(event.kind, "")
    if not text:
        return ""
    is_hidden = viewer >= 0 and event.known_to not in (EVERYBODY, viewer)
    player = names[event.player]
    others = [names[one].replace("You", "you") for one in range(engine.players) if one != event.player]
    opponent = others[0] if len(others) == 1 else "the others"
    words: dict[str, str] = {
        "player": player,
        "opponent": opponent,
        "their": "your" if player == "You" else "their",
        "card": "a card" if is_hidden or event.card < 0 else engine.cards[event.card].name,
    }
    for number, detail in enumerate(event.details):
        words[str(number)] = str(detail)
        if isinstance(detail, int):
            words[f"slot{number}"] = str(detail + 1)
            words[f"player{number}"] = names[detail % len(names)].replace("You", "you")
            is_card = 0 <= detail < len(engine.cards)
            words[f"card{number}"] = engine.cards[detail].name if is_card else opponent
        else:
            name = next((row.name for row in engine.rows() if row.part == detail), detail)
            words[f"zone{number}"] = name if name.startswith("The ") else f"the {name.lower()}"
    filled = re.sub(r"\{(\w+)\}", lambda found: words[found[1]], text)
    filled = re.sub(r" {2,}", " ", filled)
    filled = re.sub(r"\b1 ((?:\w+ )?)(point|counter|hit)s\b", r"1 \1\2", filled)
    filled = re.sub(r"\[(\w+)\]", "" if player == "You" else r"\1", filled)
    return f"A{filled[1:]}" if filled.startswith("a card ") else filled
