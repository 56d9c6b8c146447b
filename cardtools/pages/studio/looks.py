"""What the page of a face shows beside it: the cards that are hardest for it, its styles and colours."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardtools.cards.table import Card
from cardtools.ground.colours import read_colour
from cardtools.ground.errors import InputError
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.drawing import card_of, faces_of
from cardtools.pages.studio.face_edits import face_file, inside
from cardtools.pages.studio.faces import cards_with
from cardtools.render.compose.binding import begin
from cardtools.render.compose.compose import compose
from cardtools.render.face.extending import OWN_STYLE
from cardtools.render.face.load import COLOUR_KEYS, Face, elements, load_face, strings
from cardtools.render.face.model.card import CardSize
from cardtools.render.face.model.elements import RectangleElement, TextElement

_MOST_CARDS, _MOST_MEASURED, _MOST_STYLES = 20, 400, 60
_SAMPLE, _GROUND = "Hamburg 0123 Äöé", "#7d838c"  # on which light and dark colours are seen
_WIDTH, _HEIGHT = 46.0, 7.0  # of a sample, in mm


def hard_cards(desk: Desk, path: str, side: str = "face") -> list[dict[str, Any]]:
    """The cards with a face that are hardest to set, the hardest first: slug, name and why."""
    mine = sorted(
        cards_with(desk, path, side),
        key=lambda one: -sum(len(cell) for cell in one.values.values() if isinstance(cell, str)),
    )
    ranks: dict[str, list[tuple[int, Card, str]]] = {}
    for card in mine[:_MOST_MEASURED]:
        for what, score, words in _measures(desk, card, side):
            ranks.setdefault(what, []).append((score, card, words))
    orders = [sorted(some, key=lambda one: -one[0]) for some in ranks.values()]
    found: dict[str, dict[str, Any]] = {}
    for place in range(max(map(len, orders), default=0)):
        for score, card, words in (order[place] for order in orders if place < len(order)):
            if score and len(found) < _MOST_CARDS:
                found.setdefault(card.slug, {"slug": card.slug, "name": card.name, "why": []})
            if score and card.slug in found and (place < 2 or not found[card.slug]["why"]):
                found[card.slug]["why"].append(words)
    return list(found.values())


def _measures(desk: Desk, card: Card, side: str) -> Iterator[tuple[str, int, str]]:
    """What makes a card hard for its face: what it is, how much of it, and that in words."""
    face, values = faces_of(desk, side).side(card.values, card.where, card.name)
    work = begin(face, values, card.where, card.name)
    yield "name", len(card.name), f"name of {len(card.name)} letters"
    seen = {keys for keys, one in elements(work.face.design) if work.when(one.when, *keys)}
    for keys, source in strings(work.face.design):
        if keys[-1] in ("text", "lead") and any(keys[:end] in seen for end in range(2, len(keys))):
            text, name = work.text(source, *keys, words=True).strip(), str(keys[-2])
            lines = text.count("\n") + 1
            yield f"{name} length", len(text), f"{len(text)} letters in {name}"
            yield f"{name} lines", lines * (lines > 1), f"{lines} paragraphs in {name}"
    used = {word: card.values[word] for text in work.face.texts for word in re.findall(r"\w+", text)
            if word in card.values}  # fmt: skip
    empty = [word for word, value in used.items() if value in (None, "", ())]
    yield "empty", len(empty), f"nothing in {', '.join(empty[:4])}"
    for word, value in used.items():
        if isinstance(value, int | float):
            yield word, len(str(value)), f"{word} {value}"


def looks(desk: Desk, path: str, slug: str = "") -> dict[str, Any]:
    """The text styles of a face, with samples as a card has them, and its colours, each with what uses it."""
    cards, file = desk.game.project_cards, face_file(desk, path)
    known = (*cards.faces.choices, *(cards.backs.choices if cards.backs else ()))
    face = next((one.face for one in known if one.face and one.face.file.path == file.path), None)
    face = face or load_face(file.path)
    design, own = face.design, file.parts[0].data
    values = card_of(desk, slug).values if slug else next(iter(cards.everything)).values
    styles, colours = [], []
    for name in [one for one in design.styles if not one.startswith(OWN_STYLE)][:_MOST_STYLES]:
        parts = [(part.path.name, inside(part.data, ("styles", name))) for part in file.parts]
        written = {key: value for _, one in reversed(parts) for key, value in (one or {}).items()}
        used = [str(keys[-1]) for keys, one in elements(design)
                if name in (getattr(one, "style", ""), getattr(one, "lead_style", ""))]  # fmt: skip
        sample, problem = _sample(desk, face, name, values)
        one = {"name": name, "values": written, "own": parts[0][1] or {}, "used": used, "problem": problem}
        styles.append({**one, "sample": sample, "files": [where for where, some in parts if some]})
    uses = [(keys, source) for keys, source in strings(design) if keys[-1] in COLOUR_KEYS]
    tables: dict[tuple[str, ...], Mapping[str, str]] = {("colours",): design.colours}
    tables |= {("palettes", name): one for name, one in design.palettes.items()}
    for group, some in tables.items():
        for name, value in some.items():
            asked = rf"\bpalette\.{re.escape(name)}\b" if group[1:] else rf"\A{re.escape(name)}\Z"
            used = [".".join(map(str, keys[1:])) for keys, source in uses if re.search(asked, source)]
            found = {"place": [*group, name], "value": value, "used": list(dict.fromkeys(used))}
            found["shown"] = read_colour(design.colours.get(value, value))
            colours.append({**found, "own": inside(own, (*group, name)) is not None})
    return {"styles": styles, "colours": colours}


def _sample(desk: Desk, face: Face, style: str, values: dict[str, Any]) -> tuple[str, str]:
    """A line of text in a style as a data URL, or what is wrong with it."""
    element = TextElement(kind="text", text=_SAMPLE, style=style, left=0.5, right=0.5, top=0.5, bottom=0.5)
    size = CardSize("", _WIDTH, _HEIGHT, "rectangle", 0.0, 0.0, corner=0.0)
    ground = RectangleElement(kind="rectangle", left=0.0, right=0.0, top=0.0, bottom=0.0, fill=(_GROUND,))
    design = replace(face.design, elements={"ground": ground, "sample": element}, card=size)
    texts = {**face.texts, _SAMPLE: lambda *_: _SAMPLE, _GROUND: lambda *_: _GROUND}
    try:
        scene, _ = compose(replace(face, design=design, texts=texts, bound={}), values)
        png = desk.game.project_cards.rasteriser(150, 0.0).png(scene)
    except (InputError, ValueError) as error:
        return "", str(error).partition("\n")[0]
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii"), ""


ANSWERS: dict[str, DeskAnswer] = {"hard_cards": hard_cards, "looks": looks}
