"""Composes the faces and backs of cards, one at a time, and checks their art and their edges."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from cardtools.cards.crops import Crop, find_crop
from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import digest
from cardtools.render.compose.compose import compose
from cardtools.render.compose.compose_checks import MISSING_ART, SIZE, UNPAINTED, undrawn_in
from cardtools.render.compose.missing_art import MARK, with_placeholders
from cardtools.render.face.assignment import Faces
from cardtools.render.face.load import Face, elements
from cardtools.render.pictures.art import ArtFiles, MissingArtError
from cardtools.render.pictures.icons import Drawing
from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import Box, Group, Item, Matrix, Picture, Rectangle, Scene, Symbol, pictures
from cardtools.render.scene.shapes import cover, fitted, window_of
from cardtools.render.scene.units import MM_PER_INCH, pixels

LEAST_DPI = 300  # of art in print
MOST_CUT = 0.25  # of art at its sides
_INSET = 0.05  # mm: rounding must not matter
_PLACES = tuple(number / 10 for number in range(1, 10))  # along a side; corners may be round


class CardSide(Record):
    """The face or the back of a card. `scene` is None if it cannot be drawn; `problems` say why. `inputs` is
    a digest of everything the picture depends on: face, fonts, icons, values, art.
    """

    card: Card
    scene: Scene | None
    findings: tuple[Diagnostic, ...]
    problems: tuple[Diagnostic, ...]
    inputs: str = ""

    @property
    def faulty(self) -> bool:
        """Whether an error is among the findings: it is drawn, but should not be printed."""
        return any(finding.severity == "error" for finding in self.findings)


def compose_cards(
    faces: Faces,
    cards: Iterable[Card],
    art_files: ArtFiles,
    backs: bool = False,
    shown: Callable[[tuple[str, ...], list[CardSide], str], Scene] | None = None,
    above: tuple[str, ...] = (),
) -> Iterator[CardSide]:
    """Each card's scene (or that of its back), its art checked; one that cannot be drawn stops no other.
    `shown` gives the cards that they show; `above` are the cards that show these, by their file names.
    """
    for card in cards:
        used: list[CardSide] = []
        show = partial(shown, above if backs else (*above, card.slug), used) if shown else None
        try:
            face, values = faces.side(card.values, card.where, card.name)
            crops = art_files.crops
            scene, findings = compose(face, values, where=card.where, name=card.name, crops=crops, shown=show)
            known = {item.source for side in used if side.scene for item in pictures(side.scene.items)}
            drawn = [item for item in pictures(scene.items) if item.source not in known]
            named = [_named_by(item, face, card) for item in drawn]
            if missing := _missing(drawn, named, art_files):
                scene = with_placeholders(scene, missing)
                drawn = [item for item in pictures(scene.items) if item.source not in known]
            findings += missing.values()
            art = [art_files.load(item.source, *by) for item, by in zip(drawn, named, strict=True)]
        except InputError as error:
            # A cell with a fault is not empty, as the face says.
            empty = re.compile(rf"\b(?:{'|'.join(map(re.escape, card.faults)) or '(?!)'}) is empty")
            own = [one for one in error.diagnostics if not empty.search(one.message)]
            yield CardSide(card, None, (), (*card.faults.values(), *own))
        else:
            findings += card.faults.values()
            cropped = [find_crop(crops, item.source) for item in drawn]
            for item, one, by, crop in zip(drawn, art, named, cropped, strict=True):
                findings += () if item.source.startswith(MARK) else _check_size(item, one, *by, crop)
                if isinstance(one, Drawing) and one.icon.undrawn:
                    findings += undrawn_in(one.icon, art_files.find(item.source, *by))
            findings += (*_check_edges(scene, face), *face.findings)
            findings = [on_back(finding, face, card) for finding in findings] if backs else findings
            seen = repr(sorted(values.items())), repr(cropped), *(one.digest for one in art)
            seen += tuple(side.inputs for side in used)
            yield CardSide(card, scene, tuple(findings), (), digest(face.digest, *seen))


def on_back(finding: Diagnostic, face: Face, card: Card) -> Diagnostic:
    """A finding about a back, at its element in the face: only one that shows a column is about the card."""
    whose = f"card {in_a_line(card.name)}: "
    if not finding.message.startswith(whose):
        return finding
    message = f"the back: {finding.message.removeprefix(whose)}"
    keys = tuple(key for name in finding.part.split(".") for key in ("elements", name))
    text = next((getattr(one, "text", "") for at, one in elements(face.design) if at == keys), "")
    if "{" in text and card.values.keys() - {"project"} & set(re.findall(r"\w+", text)):
        return finding._replace(message=whose + message)
    return finding._replace(location=face.file.at(*keys), message=message)


def _missing(
    shown: Sequence[Picture], named: Sequence[tuple[Location, str]], art_files: ArtFiles
) -> dict[str, Diagnostic]:
    """IMG012 for each picture whose art is missing. Raises InputError if that is an error."""
    found: dict[str, Diagnostic] = {}
    for item, by in zip(shown, named, strict=True):
        try:
            if MARK in item.source:  # a mark of the card's own is wrong
                art_files.find(item.source, *by)
            art_files.load(item.source, *by)
        except MissingArtError as error:
            if art_files.strict:
                raise
            (problem,) = error.diagnostics
            message = f"{problem.message}; a placeholder is drawn"
            found[item.source] = MISSING_ART.finding(problem.location, message, problem.hint, item.source)
    return found


def _named_by(item: Picture, face: Face, card: Card) -> tuple[Location, str]:
    """Where the picture is named, and by what: by the face if it is the same for all cards."""
    if keys := face.pictures.get(item.source):
        return face.file.at(*keys), f"the face {face.name}"
    return card.art_where(item.source), f"card {card.name}"


def _check_size(
    item: Picture, art: Art, where: Location, whose: str, crop: Crop | None
) -> Iterator[Diagnostic]:
    """IMG007: art has too few pixels for its place, or loses much at its sides (the user's own crop may)."""
    item = fitted(item, art)
    part, box = cover(art, item), item.box
    dpi = round(part.width / box.width * MM_PER_INCH)
    if crop:
        if dpi < LEAST_DPI:
            message = f"{whose}: the crop of {item.source} would be printed at {dpi} pixels per inch"
            most = math.floor(100 * item.zoom * dpi / LEAST_DPI) / 100
            wide, high = (math.ceil(length * LEAST_DPI / dpi) for length in (art.width, art.height))
            hint = f"use a picture of at least {wide} x {high} pixels"
            yield SIZE.finding(where, message, hint + f", or zoom = {most:g}" * (most >= 1), item.source)
        return
    if item.window and item.stretch:
        return  # a piece of a frame
    seen = window_of(item, art)
    cut = 1 - part.width * part.height / (seen.width * seen.height)
    faults = [f"would be printed at {dpi} pixels per inch"] if dpi < LEAST_DPI else []
    faults += [f"has another shape than its place: {cut:.0%} of it is cut off"] if cut > MOST_CUT else []
    if faults:
        message = f"{whose}: the art {item.source} of {art.width} x {art.height} pixels "
        least = [math.ceil(round(pixels(length, LEAST_DPI), 3)) for length in (box.width, box.height)]
        hint = f"use one of at least {least[0]} x {least[1]} pixels, in this shape"
        yield SIZE.finding(where, message + " and ".join(faults), hint, item.source)


def _check_edges(scene: Scene, face: Face) -> Iterator[Diagnostic]:
    """RND010 about the sides of the card, with its bleed, on which a place is not painted."""
    sides = unpainted(scene)
    if not sides:
        return
    where = " and ".join(filter(None, (", ".join(sides[:-1]), sides[-1])))
    what = f"the {scene.bleed:g} mm of bleed" if scene.bleed else "the edge"
    message = f"{what} is not painted everywhere at the {where}"
    hint = f"give the face a background: a rectangle with left, right, top and bottom = {-scene.bleed:g}"
    yield UNPAINTED.finding(face.file.at("card"), message, hint)


def unpainted(scene: Scene) -> list[str]:
    """The sides (`left`, `right`, `top`, `bottom`) with a place that nothing is painted on."""
    whole = scene.whole
    painted: list[tuple[Box, Box | None, Matrix | None]] = []  # what is inside of the second box is not
    for item in _seen(scene.items):
        fill = None if isinstance(item, Picture) else item.fill
        tiles = fill.pattern.items if fill and fill.pattern else ()
        has_picture = any(isinstance(one, Picture) for one in (item, *tiles))
        if has_picture or (fill and fill.colours and fill.opacity):
            if not item.turn and whole.inside(item.box, _INSET):
                return []
            painted.append((item.box, None, item.turn))
        elif not isinstance(item, Picture) and item.stroke:
            half = item.stroke.width / 2
            painted.append((item.box.grown(half), item.box.grown(-half), item.turn))
    inner = whole.grown(-_INSET)
    across = [inner.left + share * inner.width for share in _PLACES]
    down = [inner.top + share * inner.height for share in _PLACES]
    sides = {
        "left": [(inner.left, y) for y in down],
        "right": [(inner.right, y) for y in down],
        "top": [(x, inner.top) for x in across],
        "bottom": [(x, inner.bottom) for x in across],
    }
    return [
        side
        for side, places in sides.items()
        if not all(any(_is_on(*area, *place) for area in painted) for place in places)
    ]


def _seen(items: Iterable[Item]) -> Iterator[Rectangle | Symbol | Picture]:
    """The items but text, without layers that hide some or all of what is in them."""
    for item in items:
        if isinstance(item, Rectangle | Symbol | Picture):
            yield item
        elif isinstance(item, Group) and not (item.layer and (item.layer.mask or not item.layer.opacity)):
            yield from _seen(item.items)


def _is_on(box: Box, hole: Box | None, turn: Matrix | None, x: float, y: float) -> bool:
    if turn:
        a, b, c, d, e, f = turn
        x, y = x - e, y - f
        x, y = (d * x - c * y) / (a * d - b * c), (a * y - b * x) / (a * d - b * c)
    if hole and hole.left < x < hole.right and hole.top < y < hole.bottom:
        return False
    return box.left <= x <= box.right and box.top <= y <= box.bottom
