"""Tabletop Simulator: sheets of faces, and each deck as a saved object."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, BinaryIO
from urllib.parse import quote

from cardtools.cards.table import Card
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents, same_size
from cardtools.render.pdf.raster import Rasteriser, or_raise
from cardtools.render.scene.scene import Scene
from cardtools.render.scene.units import MM_PER_INCH, pixels

PRESET = Preset("Tabletop Simulator", needs_back=True)
COLUMNS, ROWS = 10, 7
LONGEST = 4096  # pixels of a sheet's longer side
FACES = COLUMNS * ROWS - 1  # the last cell is what others see of a hidden card
QUALITY = 92
_PLACE = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180}
_PLACE |= {"scaleX": 1, "scaleY": 1, "scaleZ": 1}


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: `DECK.json`, the saved object; `faces-1.jpg` and so on, 69 faces each, with a back
    (`back.jpg`, or `backs-1.jpg` and so on where cards have different ones).
    """
    for deck in job.decks:
        same_size("tts", deck)
        rasteriser = job.project_cards.rasteriser(dpi_for(deck.front(deck.cards[0])), bleed=0)
        shared = deck.one_back()
        for number, part in enumerate(_parts(deck), 1):
            hidden = deck.back(part[0])
            sides = {"faces": [deck.front(card) for card in part]}
            if not shared:
                sides["backs"] = [back for card in part if (back := deck.back(card))]
            for side, scenes in sides.items():
                yield Output(f"{deck.name}/{side}-{number}.jpg", partial(_sheet, rasteriser, scenes, hidden))
        if shared:
            yield Output(f"{deck.name}/back.jpg", partial(_picture, rasteriser, shared))
        yield Output(f"{deck.name}/{deck.name}.json", contents(partial(_saved, job, deck)))


def dpi_for(scene: Scene) -> int:
    """The highest resolution at which a grid of ten by seven cards stays within the limit."""
    dpi = int(LONGEST * MM_PER_INCH / max(scene.width * COLUMNS, scene.height * ROWS))
    # Cards are whole pixels: rounded up ten times over they may be too long.
    while max(round(pixels(scene.width, dpi)) * COLUMNS, round(pixels(scene.height, dpi)) * ROWS) > LONGEST:
        dpi -= 1
    return dpi


def shape_number(scene: Scene) -> int:
    """What the game cuts the pictures to: 0 and 1 are rectangles, 2 and 3 hexagons, the even ones rounded."""
    return (2 if scene.shape == "hexagon" else 0) + int(scene.corner <= 0)


def _parts(deck: ExportDeck) -> list[list[Card]]:
    cards = [card for card, _ in deck.counts()]
    return [cards[start : start + FACES] for start in range(0, len(cards), FACES)]


def rows_for(faces: int) -> int:
    """Rows of a sheet: as many as are needed, two at least."""
    return max(2, -(-(faces + 1) // COLUMNS))


def _sheet(rasteriser: Rasteriser, scenes: Sequence[Scene], hidden: Scene | None, file: BinaryIO) -> None:
    from PIL import Image

    width, height = rasteriser.size(scenes[0])
    rows = rows_for(len(scenes))
    sheet = Image.new("RGB", (width * COLUMNS, height * rows))
    cells = [*range(len(scenes)), COLUMNS * rows - 1]
    images = or_raise(rasteriser.images([*scenes, hidden] if hidden else scenes))
    for cell, image in zip(cells, images, strict=False):
        sheet.paste(image, (cell % COLUMNS * width, cell // COLUMNS * height))
    sheet.save(file, "JPEG", quality=QUALITY, subsampling=0)


def _picture(rasteriser: Rasteriser, scene: Scene, file: BinaryIO) -> None:
    rasteriser.image(scene).save(file, "JPEG", quality=QUALITY, subsampling=0)


def _saved(job: Job, deck: ExportDeck) -> str:
    """The saved object of a deck: what lies in the game's folder of saved objects."""
    shared = deck.one_back() is not None
    decks: dict[str, dict[str, Any]] = {}
    ids: dict[str, int] = {}
    for number, part in enumerate(_parts(deck), 1):
        decks[str(number)] = {
            "FaceURL": _address(job, deck, f"faces-{number}.jpg"),
            "BackURL": _address(job, deck, "back.jpg" if shared else f"backs-{number}.jpg"),
            "NumWidth": COLUMNS,
            "NumHeight": rows_for(len(part)),
            "BackIsHidden": True,
            "UniqueBack": not shared,
            "Type": shape_number(deck.front(part[0])),
        }
        ids |= {card.slug: 100 * number + index for index, card in enumerate(part)}
    cards = []
    for card in deck.cards:
        sheet = str(ids[card.slug] // 100)
        own = {"CardID": ids[card.slug], "CustomDeck": {sheet: decks[sheet]}}
        cards.append(_object("Card", card.name, job.rules_text(card), **own))
    parts = {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": decks, "ContainedObjects": cards}
    # A deck needs at least two cards.
    state = _object("DeckCustom", deck.title, "", **parts) if len(cards) > 1 else cards[0]
    return json.dumps({"SaveName": "", "ObjectStates": [state]}, ensure_ascii=False, indent=2) + "\n"


def _object(kind: str, name: str, text: str, **more: Any) -> dict[str, Any]:
    shown = {"Nickname": name, "Description": text, "HideWhenFaceDown": True}
    return {"Name": kind, "Transform": _PLACE, **shown, **more}


def _address(job: Job, deck: ExportDeck, name: str) -> str:
    """Where the game finds a picture: below `url`, else on this computer."""
    if job.url:
        return f"{job.url.rstrip('/')}/{quote(deck.name)}/{name}"
    return (job.folder / deck.name / name).absolute().as_uri()
