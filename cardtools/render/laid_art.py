"""Art as it lies on a card: the pixels in which it is drawn, which may be kept between runs.

Art takes longer to decode and resize than all else on a card takes to draw. So the pictures that lie on the
ground of a card are drawn alone, in whole pixels, and copied; the next run needs only the copy.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from cardtools.files import digest
from cardtools.render.art import Art
from cardtools.render.art_fit import fitted
from cardtools.render.png import Bitmap
from cardtools.render.scene import Box, Fill, Picture, Rectangle, Scene, Symbol

Area = tuple[int, int, int, int]  # left, top, right, bottom in pixels
_SLACK = 1e-3  # of a pixel: rounding errors touch no other pixel
_MADE_BY = ("art_fit.py", "laid_art.py", "pdf.py", "pdf_file.py")


@dataclass(frozen=True)
class LaidPicture:
    """A picture on a page: its place in pixels, the scene with nothing but the picture, uncut, the scene with
    its outline in black (None: it is a rectangle), and a name for its pixels.
    """

    left: int
    top: int
    width: int
    height: int
    alone: Scene
    shape: Scene | None
    key: str
    source: str

    @property
    def bytes(self) -> int:
        """The size of its pixels."""
        return (self.height + 1) * (1 + 3 * self.width)


def lay(item: Picture, art: Art, scene: Scene, canvas: Box, size: tuple[int, int]) -> LaidPicture | None:
    """Where a picture lies on the page of a scene, of which the box `canvas` is drawn in so many pixels; None
    if it is not on it.
    """
    box = fitted(item, art).box
    across, down = size[0] / canvas.width, size[1] / canvas.height
    left = max(0, math.floor((box.left - canvas.left) * across + _SLACK))
    top = max(0, math.floor((box.top - canvas.top) * down + _SLACK))
    right = min(size[0], math.ceil((box.right - canvas.left) * across - _SLACK))
    low = min(size[1], math.ceil((box.bottom - canvas.top) * down - _SLACK))
    if right <= left or low <= top:
        return None
    empty = replace(scene, title="", texts=(), items=())
    fill = Fill(("#000000",))
    shape: Rectangle | Symbol = Rectangle(box, item.radius, fill)
    if item.mask:
        shape = Symbol(box, "", item.mask, fill)
    is_cut = bool(item.mask or item.radius)
    uncut = replace(item, source="", radius=0.0, mask=())
    return LaidPicture(
        left,
        top,
        right - left,
        low - top,
        replace(empty, items=(replace(uncut, source=item.source),)),
        replace(empty, items=(shape,)) if is_cut else None,
        digest(art.digest, repr((uncut, canvas, size)), _tool()),
        item.source,
    )


@cache
def _tool() -> str:
    """A digest of what draws the pixels."""
    from pypdfium2 import PDFIUM_INFO

    here = Path(__file__)
    return digest(str(PDFIUM_INFO), *(here.with_name(name).read_bytes() for name in _MADE_BY))


class Cutout:
    """The part of a picture that its outline leaves: the areas that are whole, and those that are cut."""

    def __init__(self, shape: Bitmap, laid: LaidPicture) -> None:
        inside = shape.image((laid.left, laid.top, laid.left + laid.width, laid.top + laid.height))
        self.mask = inside.convert("L").point(lambda value: 255 - value)
        data = self.mask.tobytes()
        rows = [_whole(data[at : at + laid.width]) for at in range(0, len(data), laid.width)]
        self.whole: list[Area] = []
        self.cut: list[Area] = []
        # Most rows are alike; only the others, as at round corners, are looked at as a whole.
        (usual, _), *_ = Counter(rows).most_common(1)
        for span, some in groupby(range(laid.height), lambda y: rows[y] if rows[y] == usual else (0, 0)):
            top, *others = some
            end = top + len(others) + 1
            sides = [(0, top, span[0], end), (span[1], top, laid.width, end)]
            self.cut += [area for area in sides if area[0] < area[2]]
            if span[0] < span[1]:
                self.whole.append((span[0], top, span[1], end))


def _whole(row: bytes) -> tuple[int, int]:
    """The first pixel of a row of a mask that shows, and the one after the last, if all between show."""
    start, end = row.find(b"\xff"), row.rfind(b"\xff") + 1
    return (start, end) if end and row.count(b"\xff") == end - start else (0, 0)


def put(under: Bitmap, pixels: Bitmap, laid: LaidPicture, cutout: Cutout | None) -> None:
    """Draw the pixels of a picture at their place."""
    from PIL import Image

    if not cutout:
        under.copy_from(pixels, laid.left, laid.top, (0, 0, laid.width, laid.height))
        return
    for area in cutout.whole:
        under.copy_from(pixels, laid.left, laid.top, area)
    for left, top, right, end in cutout.cut:
        x, y = laid.left + left, laid.top + top
        below = under.image((x, y, laid.left + right, laid.top + end))
        area = (left, top, right, end)
        under.put(x, y, Image.composite(pixels.image(area), below, cutout.mask.crop(area)))
