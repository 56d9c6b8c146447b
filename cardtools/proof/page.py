"""The proof as one HTML page, complete in itself: each card with findings, their places marked on it."""

from __future__ import annotations

import io
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools import __version__
from cardtools.cards.spaces import in_a_line
from cardtools.errors import Diagnostic
from cardtools.proof.as_text import summary
from cardtools.proof.report import Proof, Proofed, floored
from cardtools.render.scene import Box
from cardtools.render.sources import CardSet
from cardtools.render.units import MM_PER_INCH
from cardtools.rulesets.catalogue import GENERIC

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 640  # pixels of a picture: twice as many as it is wide on the page
QUALITY = 85
_ROOM = 0.7  # mm between a place and its mark
_CORNER = 5.0  # percent of the picture: corners nearer than this have no room for two numbers


@dataclass(frozen=True)
class Place:
    """A mark, numbered as in the list beside it; what is wrong there, in a sentence without the card's name,
    which stands above. `step` is how many numbers stand at its corner already.
    """

    number: int
    finding: Diagnostic
    message: str
    box: Box
    step: int


@dataclass(frozen=True)
class ProofCard:
    """A card of the page: its picture as a data URI ("" where there is none), its marks, the lines of cut
    and safe zone. Boxes are percent of the picture.
    """

    proofed: Proofed
    picture: str
    size: tuple[int, int]
    places: tuple[Place, ...]
    trim: Box | None
    safe: Box | None

    @property
    def codes(self) -> str:
        """The codes of its findings, for the filter."""
        return " ".join(sorted({place.finding.code for place in self.places}))


def render(proof: Proof, card_set: CardSet, title: str) -> str:
    """The page. Only cards with findings are drawn; the figures of all are in a table."""
    from jinja2 import Environment, StrictUndefined

    codes = Counter(finding.code for finding in proof.findings)
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["contrast"] = lambda ratio: "" if ratio is None else floored(ratio)
    source = Path(__file__).with_name("page.html.jinja").read_text("utf-8")
    return environment.from_string(source).render(
        title=title,
        summary=summary(proof),
        version=__version__,
        codes=[(code, GENERIC[code].summary, number) for code, number in sorted(codes.items()) if code],
        cards=_cards([card for card in proof.cards if card.marks], card_set),
        files=proof.files,
        every=proof.cards,
        limits=proof.limits,
    )


def _cards(cards: Iterable[Proofed], card_set: CardSet) -> Iterator[ProofCard]:
    for width, some in groupby(cards, _width):
        alike = list(some)
        images: Iterable[Image | None] = repeat(None)
        if width:
            rasteriser = card_set.rasteriser(round(WIDTH * MM_PER_INCH / width))
            images = rasteriser.images(card.scene for card in alike if card.scene)
        yield from map(_card, alike, images)


def _width(card: Proofed) -> float:
    """The width of the card with its bleed (mm); 0 where it cannot be drawn."""
    return card.scene.width + 2 * card.scene.bleed if card.scene else 0.0


def _card(card: Proofed, image: Image | None) -> ProofCard:
    scene = card.scene
    if scene is None or image is None:
        return ProofCard(card, "", (0, 0), tuple(_places(card, Box(0, 0, 1, 1), 0)), None, None)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=QUALITY)
    picture = "data:image/jpeg;base64," + b64encode(out.getvalue()).decode("ascii")
    canvas = scene.trim.grown(scene.bleed)
    trim, safe = (_share(scene.trim.grown(by), canvas) for by in (0, -card.safe))
    return ProofCard(card, picture, image.size, tuple(_places(card, canvas, _ROOM)), trim, safe)


def _places(card: Proofed, canvas: Box, room: float) -> Iterator[Place]:
    taken: list[Box] = []
    for number, mark in enumerate(card.marks, 1):
        message = mark.finding.message.removeprefix(f"card {in_a_line(card.card.name)}: ")
        box = _share((mark.box or (card.scene.trim if card.scene else canvas)).grown(room), canvas)
        step = sum(abs(box.left - one.left) < _CORNER and abs(box.top - one.top) < _CORNER for one in taken)
        taken.append(box)
        yield Place(number, mark.finding, message[:1].upper() + message[1:], box, step)


def _share(box: Box, canvas: Box) -> Box:
    """The part of a box that is on the canvas, at least a mm of it, in percent of the canvas."""
    left = min(max(box.left, canvas.left), canvas.right - 1)
    top = min(max(box.top, canvas.top), canvas.bottom - 1)
    width = max(min(box.right, canvas.right) - left, 1)
    height = max(min(box.bottom, canvas.bottom) - top, 1)
    across, down = 100 / canvas.width, 100 / canvas.height
    return Box(
        round((left - canvas.left) * across, 2),
        round((top - canvas.top) * down, 2),
        round(width * across, 2),
        round(height * down, 2),
    )
