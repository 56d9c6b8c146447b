"""The words of an insert, set inside its outline: whoever gets the piece can read all of it (Doc 4.2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from cardtools.ground.toml.tomlplaces import Key
from cardtools.printrun.outlines import InsertOutline
from cardtools.render.card_pictures import CardSide
from cardtools.render.compose.binding import begin
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.compose.typeset import paragraphs_of, typeset
from cardtools.render.face.load import Face, elements
from cardtools.render.face.model.elements import TextElement
from cardtools.render.scene.scene import Box, Contour, Fill, Item, Scene, SetText, Symbol, TextRun, pictures
from cardtools.render.text.fitting import lay
from cardtools.render.text.measured import Measured

MARGIN = 2.0  # mm from the cut to the nearest word
_PAPER = 0.9  # how much of the picture the paper under the words covers
_RIM = 0.95  # how large the paper is beside the outline
_GAP = 0.8  # mm between two texts
_SLACK = 0.01  # mm
_SCALES = [1 - step / 40 for step in range(31)]
_TURNS = 8  # directions in which the cut must be far enough away
_GRID = 1.0  # mm: how exactly the room is looked for
UNIT = Box(0.0, 0.0, 1.0, 1.0)  # contours in it are mm


@dataclass(frozen=True)
class _Words:
    """A text element of a card, and the sizes it may have (points)."""

    element: TextElement
    keys: tuple[Key, ...]
    paragraphs: list[Measured]
    size: float
    smallest: float


@dataclass(frozen=True)
class InsertWords:
    """The words of a card that is cut along outlines; `composed` is the card as its face draws it."""

    face: Face
    composed: CardSide
    _places: dict[InsertOutline, tuple[list[Box], bool]] = field(default_factory=dict, compare=False)

    @cached_property
    def _texts(self) -> list[SetText]:
        """The texts of the card, from the top."""
        scene = self.composed.scene
        texts = [text for text in scene.texts if text.text.strip()] if scene else []
        return sorted(texts, key=lambda text: (text.box.top, text.box.left))

    def _begin(self) -> Composition:
        """A new composition, centred: the limits of a card are for each time that it is set."""
        card = self.composed.card
        work = begin(self.face, card.values, card.where, card.name)
        design = work.face.design
        styles = {n: replace(style, align="centre", valign="middle") for n, style in design.styles.items()}
        work.face = replace(work.face, design=replace(design, styles=styles))
        return work

    @cached_property
    def _words(self) -> list[_Words]:
        """The elements of the texts, centred, with their paragraphs."""
        work = self._begin()
        design = work.face.design
        found = {element_name(keys): (keys, one) for keys, one in elements(design)}
        words = []
        for text in self._texts:
            keys, element = found[text.element]
            assert isinstance(element, TextElement)
            plain = replace(element, bend=0.0, stroke="", flow="", around="")
            style = design.styles[element.style]
            sizes = style.size, style.smallest
            words.append(_Words(plain, keys, paragraphs_of(work, plain, keys), *sizes))
        return words

    @cached_property
    def ink(self) -> str:
        """The colour of the longest text."""
        longest = max(self._texts, key=lambda text: len(text.text))
        return longest.runs[0].colour

    @cached_property
    def picture(self) -> Scene | None:
        """The card without its words: its largest picture, over the whole card."""
        scene = self.composed.scene
        if scene is None:
            return None
        whole = Box(0.0, 0.0, scene.width, scene.height).grown(scene.bleed)
        largest = max(pictures(scene.items), key=lambda one: one.box.width * one.box.height, default=None)
        items = (replace(largest, box=whole, mask=(), radius=0.0, turn=None),) if largest else ()
        return replace(scene, items=items, texts=())

    def fit(self, outline: InsertOutline) -> bool:
        """Whether all words have room inside an outline."""
        return self._placed(outline)[1]

    def inside(self, outline: InsertOutline, width: float, height: float) -> Iterator[Item]:
        """The paper and the words, over the picture of a card of this size (mm), inside an outline."""
        if not self._words:
            return
        yield _paper(outline, width, height, self.ink)
        work = self._begin()
        for words, box in zip(self._words, self._placed(outline)[0], strict=True):
            place = Box(box.left + width / 2, box.top + height / 2, box.width, box.height)
            for item in typeset(work, words.element, place, words.keys):
                yield replace(item, colour=self.ink) if isinstance(item, TextRun) else item

    def _placed(self, outline: InsertOutline) -> tuple[list[Box], bool]:
        shape = replace(outline, pack=0)
        if shape not in self._places:
            self._places[shape] = _boxes(self._words, room_inside(shape))
        return self._places[shape]


def room_inside(outline: InsertOutline) -> Box:
    """The largest upright rectangle (mm, from the outline's middle) that is `MARGIN` away from the cut."""
    wide, high = outline.size
    across, down = (np.arange(-size / 2, size / 2, _GRID) for size in (wide, high))
    free = np.ones((len(down), len(across)), bool)
    for turn in range(_TURNS):
        angle = 2 * math.pi * turn / _TURNS
        x, y = MARGIN * math.cos(angle), MARGIN * math.sin(angle)
        free &= outline.contains(across[None] + x, down[:, None] + y)
    _, left, top, right, bottom = _largest(free.tolist())
    left_mm, top_mm = float(across[left]), float(down[top])
    return Box(left_mm, top_mm, (right - left) * _GRID, (bottom - top) * _GRID)


def _largest(free: list[list[bool]]) -> tuple[int, int, int, int, int]:
    """The largest rectangle of free points: its area, and its left, top, right and bottom ones."""
    best = (0, 0, 0, 0, 0)
    heights = [0] * len(free[0])
    for bottom, row in enumerate(free):
        heights = [height + 1 if is_free else 0 for height, is_free in zip(heights, row, strict=True)]
        begun: list[tuple[int, int]] = []  # heights that go on, and where each began
        for at, height in enumerate([*heights, 0]):
            start = at
            while begun and begun[-1][1] >= height:
                start, tall = begun.pop()
                area = (at - 1 - start) * (tall - 1)
                if area > best[0]:
                    best = area, start, bottom - tall + 1, at - 1, bottom
            if height:
                begun.append((start, height))
    return best


def _boxes(texts: list[_Words], room: Box) -> tuple[list[Box], bool]:
    """A box for each text, one below the other in the room, at the largest scale; whether all fit."""
    gaps = _GAP * max(0, len(texts) - 1)
    for scale in _SCALES:
        blocks = [lay(one.paragraphs, max(one.smallest, one.size * scale), room.width) for one in texts]
        high = sum(block.height for block in blocks) + gaps
        fits = high <= room.height and all(block.width <= room.width for block in blocks)
        if fits:
            break
    top = room.top + max(0.0, (room.height - high) / 2)
    boxes = []
    for block in blocks:
        own = block.height + _SLACK if fits else max(0.0, room.height - gaps) * block.height / (high - gaps)
        boxes.append(Box(room.left, top, room.width, own))
        top += own + _GAP
    return boxes, fits


def _paper(outline: InsertOutline, width: float, height: float, ink: str) -> Symbol:
    """The ground of the words: light under dark ink, dark under light ink, with a rim of the picture."""
    middle = (width / 2 - outline.middle[0], height / 2 - outline.middle[1])

    def moved(at: int, value: float | str) -> float:
        return (float(value) + outline.middle[at % 2]) * _RIM + middle[at % 2]

    contour: Contour = tuple(
        (kind, *(moved(at, value) for at, value in enumerate(values))) for kind, *values in outline.contour()
    )
    red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    is_dark = 0.299 * red + 0.587 * green + 0.114 * blue < 128
    return Symbol(UNIT, "paper", (contour,), Fill(("#ffffff" if is_dark else "#000000",), _PAPER))
