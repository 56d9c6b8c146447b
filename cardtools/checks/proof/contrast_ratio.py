"""How well texts stand out from what is really behind them, as WCAG 2 measures it.

The contrast is 1 for two equal colours and 21 for black on white. The background are the pixels of the card,
drawn without its texts, under the letters and just around them. A tenth of these may be worse: a speck of
light in the art hides no word.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from cardtools.ground.frozen_record import Record
from cardtools.render.scene.scene import Group, Item, Scene, TextRun, runs
from cardtools.render.scene.units import MM_PER_INCH
from cardtools.render.text.arc import ink_box
from cardtools.render.text.fonts import Font

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image

    Bytes = numpy.typing.NDArray[numpy.uint8]
    Floats = numpy.typing.NDArray[numpy.float64]

WORSE = 0.1  # of the pixels
_INKED = 64  # of 255: a pixel that letters cover as much as this is under them
_HALO = 1.0  # mm: a text this close to the same one in another colour is its shadow or outline


class Contrast(Record):
    """A run's contrast, and the colour of the background that it has it with."""

    ratio: float
    background: str


def luminance(pixels: Bytes) -> Floats:
    """The relative luminance (0 to 1) of sRGB pixels (..., 3)."""
    import numpy

    share = numpy.arange(256) / 255
    linear = numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    red, green, blue = (linear[pixels[..., channel]] for channel in range(3))
    return numpy.asarray(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def ratio(one: Floats, other: Floats | float) -> Floats:
    """The contrast of two luminances, whichever is the lighter."""
    import numpy

    return numpy.asarray((numpy.maximum(one, other) + 0.05) / (numpy.minimum(one, other) + 0.05))


def without_texts(scene: Scene) -> Scene:
    """The background of a scene's texts; a shadow or an outline of a text belongs to it."""
    return dataclasses.replace(scene, items=_without(scene.items, _halos(scene)[0]))


def texts_alone(scene: Scene) -> Scene:
    """The texts of a scene, in black on white, without the glyphs that have colours of their own."""
    black = tuple(
        dataclasses.replace(run, colour="#000000", stroke=None, colours="none") for run in _halos(scene)[1]
    )
    return dataclasses.replace(scene, items=black)


def contrasts(
    scene: Scene, behind: Image, letters: Image, dpi: int, fonts: Mapping[str, Font]
) -> dict[TextRun, Contrast]:
    """The contrast of each run with ink, by pictures, with bleed, `without_texts` and of `texts_alone`."""
    import numpy
    from PIL import ImageFilter
    from PIL.ImageColor import getrgb

    _, texts = _halos(scene)
    background = numpy.asarray(behind)
    near = numpy.asarray(letters.convert("L").filter(ImageFilter.MinFilter(3))) <= 255 - _INKED
    light = luminance(background)
    colours = {run.colour for run in texts}
    own = {colour: float(luminance(numpy.array(getrgb(colour)[:3], numpy.uint8))) for colour in colours}
    found = {}
    scale = dpi / MM_PER_INCH
    for run in texts:
        box = ink_box(run, fonts)
        if box is None:
            continue
        # The pixels around the box, with one to each side.
        low, high, left, right = (
            max(0, int((end + scene.bleed) * scale) + more)
            for end, more in ((box.top, -1), (box.bottom, 2), (box.left, -1), (box.right, 2))
        )
        rows, columns = slice(low, high), slice(left, right)
        under = near[rows, columns]
        if not under.any():
            continue  # outside of all that is printed, or too small for this resolution
        measured = ratio(light[rows, columns][under], own[run.colour])
        order = numpy.argsort(measured, kind="stable")
        worst = order[int(WORSE * (len(order) - 1))]
        colour = background[rows, columns][under][worst]
        found[run] = Contrast(float(measured[worst]), f"#{bytes(colour).hex()}")
    return found


def _halos(scene: Scene) -> tuple[set[TextRun], list[TextRun]]:
    """The runs that only surround a later one (the same words close by in another colour), and all others."""
    found: set[TextRun] = set()
    by_words: dict[str, list[TextRun]] = {}
    for run in runs(scene):
        for earlier in by_words.get(run.text, ()):
            apart = max(abs(run.left - earlier.left), abs(run.baseline - earlier.baseline))
            if apart < _HALO and run.colour != earlier.colour:
                found.add(earlier)
        by_words.setdefault(run.text, []).append(run)
    return found, [run for run in runs(scene) if run not in found]


def _without(items: tuple[Item, ...], kept: Collection[TextRun]) -> tuple[Item, ...]:
    """The items without texts but those that are `kept`, and the outlines of texts, filled."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            found.append(dataclasses.replace(item, items=_without(item.items, kept)))
        elif not isinstance(item, TextRun) or item in kept:
            found.append(item)
        elif item.stroke:
            found.append(dataclasses.replace(item, colour=item.stroke.colour))
    return tuple(found)
