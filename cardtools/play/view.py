"""What a person sees of a match: rows of cards, counters, legal actions and events, as data and in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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


def action_in_words(engine: Engine[Any], state: State, action: Action, names: Sequence[str] = ()) -> str:
    """An action as people read it, such as `Attack the opponent's Fox with Bear`; not as replays have it.
    With more than two players, others are called by their `names`.
    """
    verb, side = engine.VERBS[action[0]], state.decider
    lying = _lying(engine, state)
    words = []
    for kind, value in zip(verb.arguments, action[1:], strict=True):
        side = (value + state.decider) % engine.players if kind == "side" else side
        if kind == "card":
            words.append(_card_said(engine, state, value, lying, names))
        elif kind in ("slot", "theirs", "middle"):
            other = {"theirs": (state.decider + 1) % engine.players, "middle": -1}
            place = (other.get(kind, side), value)
            card = next((card for card, where in reversed(lying.items()) if where == place), EMPTY)
            empty = f"slot {value + 1}" if place[0] == state.decider else f"the empty slot {value + 1}"
            words.append(_card_said(engine, state, card, lying, names) if card >= 0 else empty)
        elif kind == "player":
            words.append("you" if value == state.decider else names[value])
        elif kind == "place":
            words.append(engine.effect_said(state, action))
        else:
            words.append(engine.word(state, kind, value))
    text = (verb.said or verb.text).format(*words)
    return text[:1].upper() + text[1:]


def _lying(engine: Engine[Any], state: Any) -> dict[int, tuple[int, int]]:
    """The side and slot of the cards that lie in slots, of a stack the top card last."""
    rows = {row.part for row in engine.rows() if row.kind == "slots"}
    parts = [(part, getattr(state, part.name)) for part in state.PARTS if part.name in rows]
    return {
        card: (side, slot)
        for part, held in parts
        for side, slots in ([(-1, held)] if part.shared else enumerate(held))
        for slot, held in enumerate(slots)
        for card in (held if isinstance(held, list) else [held])
        if card >= 0
    }


def _card_said(
    engine: Engine[Any], state: Any, card: int, lying: Mapping[int, tuple[int, int]], names: Sequence[str]
) -> str:
    """A card by its name: whose it is where that is not plain, and where it lies if another is alike."""
    if card < 0:
        return "nothing"
    name, where = engine.cards[card].name, ""
    side, slot = place = lying.get(card, (engine.owner[card], -1))
    alike = [at[0] for other, at in lying.items() if other != card and engine.cards[other].name == name]
    both = slot >= 0 and any(other != side for other in alike)
    other = "the opponent" if engine.players == 2 else names[side]
    whose = "" if side < 0 else f"{other}'s " if side != state.decider else "your " if both else ""
    if slot < 0:  # in a hand or pile
        rows = {row.part for row in engine.rows() if row.kind == "pile"}
        parts = ((part, getattr(state, part.name)) for part in state.PARTS if part.name in rows)
        zones = (part.name for part, held in parts if any(card in pile for _, pile in part.piles(held)))
        zone = next(zones, "")
        where = f" in {_zone(engine, zone)}" if zone else ""
    elif (top := [other for other, at in lying.items() if at == place][-1]) != card:
        where = f" under {engine.cards[top].name}"
    elif side in alike:
        where = f" in slot {slot + 1}"
    return whose + name + where


def _zone(engine: Engine[Any], part: Any) -> str:
    name = next((row.name for row in engine.rows() if row.part == part), str(part))
    return name if name.startswith("The ") else f"the {name.lower()}"


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
    both = set.intersection(*({engine.cards[card].name for card in deck} for deck in engine.decks))

    def said(card: int) -> str:
        """A card by its name: whose it is where all have one, if it is not whom the sentence is about."""
        name, owner = engine.cards[card].name, engine.owner[card]
        if owner < 0 or name not in both or (owner == event.player and text.startswith("{player}")):
            return name
        return f"your {name}" if names[owner] == "You" else f"{names[owner]}'s {name}"

    words: dict[str, str] = {
        "player": player,
        "opponent": opponent,
        "their": "your" if player == "You" else "their",
        "card": "a card" if is_hidden or event.card < 0 else said(event.card),
        "at": "",
    }
    for number, detail in enumerate(event.details):
        words[str(number)] = str(detail)
        if isinstance(detail, tuple):
            targets = [said(card) for card in detail if card != event.card]
            words["at"] = f" on {' and '.join(targets)}" if targets else ""
        elif isinstance(detail, int):
            words[f"slot{number}"] = str(detail + 1)
            words[f"player{number}"] = names[detail % len(names)].replace("You", "you")
            words[f"card{number}"] = said(detail) if 0 <= detail < len(engine.cards) else opponent
        else:
            words[f"zone{number}"] = _zone(engine, detail)
    filled = re.sub(r"\{(\w+)\}", lambda found: words[found[1]], text)
    filled = re.sub(r" {2,}", " ", filled)
    filled = re.sub(r"\b1 ((?:\w+ )?)(point|counter|hit)s\b", r"1 \1\2", filled)
    filled = re.sub(r"\[(\w+)\]", "" if player == "You" else r"\1", filled)
    return filled[:1].upper() + filled[1:]
