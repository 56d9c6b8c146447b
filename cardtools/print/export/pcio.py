"""PlayingCards.io: a table with each deck in a pile, as a file that a room imports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

from cardtools.ground.io.filenames import slug
from cardtools.ground.tables.csv_document import escape_formula, format_csv
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents, jpegs, same_size
from cardtools.print.export.zip import entry
from cardtools.render.scene.scene import Scene

PRESET = Preset("PlayingCards.io", needs_back=True)
PER_MM = 103 / 63.5  # a poker card is 103 units wide on the table
WIDTH = 500  # pixels of a picture
ASSETS = "userassets"


def outputs(job: Job) -> Iterator[Output]:
    """`DECK.pcio`, the table with its pictures, and `DECK.csv`, which the editor of a deck imports."""
    for deck in job.decks:
        same_size("pcio", deck)
        pictures = {deck.front(card): f"{ASSETS}/{card.slug}.jpg" for card, _ in deck.counts()}
        backs = dict.fromkeys(deck.backs[card.slug] for card, _ in deck.counts())
        pictures |= {back: f"{ASSETS}/_back-{number}.jpg" for number, back in enumerate(backs, 1)}
        kinds, rows = {}, []
        for card, count in deck.counts():
            face, back = (f"package://{pictures[one[card.slug]]}" for one in (deck.fronts, deck.backs))
            kinds[card.slug] = {"label": card.name, "face": face, "back": back}
            rows.append((str(count), *map(escape_formula, kinds[card.slug].values())))
        table = format_csv(("item-count", "label", "face", "back"), rows, ",")
        yield Output(f"{deck.name}.pcio", partial(_write, job, pictures, widgets(deck, kinds)))
        yield Output(f"{deck.name}.csv", contents(partial(str, table)))


def widgets(deck: ExportDeck, kinds: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    """The things on the table: a pile, the deck with its kinds of cards, and the cards in the pile."""
    first, name, at = deck.front(deck.cards[0]), slug(deck.name), {"x": 600, "y": 300}
    width, height = round(first.width * PER_MM), round(first.height * PER_MM)

    def side(column: str) -> dict[str, Any]:
        whole = {"x": 0, "y": 0, "w": width, "h": height, "color": "transparent"}
        picture = {"type": "image", "valueType": "dynamic", "value": column, **whole}
        return {"includeBorder": False, "includeRadius": first.corner > 0, "objects": [picture]}

    pile = {"id": f"{name}-pile", "type": "cardPile", **at, "z": 1, "label": deck.title}
    pile |= {"width": width + 8, "height": height + 8, "hasShuffleButton": True}
    own = {"id": name, "type": "cardDeck", "parent": pile["id"], **at, "z": 2, "enlarge": True}
    own |= {"cardWidth": width, "cardHeight": height, "cardTypes": kinds}
    own |= {"faceTemplate": side("face"), "backTemplate": side("back")}
    cards = [
        {"id": f"{name}-{number}", "type": "card", "deck": name, "cardType": card.slug}
        | {"parent": pile["id"], **at, "z": 10 + number, "faceup": False}
        for number, card in enumerate(deck.cards, 1)
    ]
    return [pile, own, *cards]


def _write(job: Job, pictures: dict[Scene, str], things: list[dict[str, Any]], file: BinaryIO) -> None:
    from zipfile import ZipFile

    with ZipFile(file, "w") as archive:
        archive.writestr(entry("widgets.json"), json.dumps(things, ensure_ascii=False, indent=1))
        for name, data in zip(pictures.values(), jpegs(job, pictures, WIDTH), strict=True):
            archive.writestr(entry(name), data)
