"""Colours with coverage, put over a picture in pieces: nothing is done where nothing is seen of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_TILE = 32  # pixels

# Colours, their coverage (None: all of it), left and top edge on the picture.
Piece = tuple["Image", "Image | None", int, int]
# Left, top, right and lower edge, and whether all of it is covered.
Part = tuple[int, int, int, int, bool]


def parts(coverage: Image) -> list[Part]:
    """The parts of a mask that cover anything, those that cover all apart from those with edges."""
    import numpy

    values = numpy.asarray(coverage)
    ys, xs = (numpy.arange(0, length, _TILE) for length in values.shape)
    most = numpy.maximum.reduceat(numpy.maximum.reduceat(values, ys, axis=0), xs, axis=1)
    least = numpy.minimum.reduceat(numpy.minimum.reduceat(values, ys, axis=0), xs, axis=1)
    kinds = numpy.where(least == 255, 2, numpy.where(most > 0, 1, 0)).tolist()
    found: list[Part] = []
    above: dict[tuple[int, int, int], int] = {}
    for row, kinds_of_row in enumerate(kinds):
        open_: dict[tuple[int, int, int], int] = {}
        for run in _runs(kinds_of_row):
            # A part goes on downwards where the next row has the same tiles.
            open_[run] = above.get(run, row)
        found += (_part(run, top, row, coverage) for run, top in above.items() if open_.get(run) != top)
        above = open_
    found += (_part(run, top, len(kinds), coverage) for run, top in above.items())
    return found


def _runs(kinds: list[int]) -> Iterator[tuple[int, int, int]]:
    """First tile, tile after the last one and kind of the tiles in a row that show anything."""
    start = 0
    for place in range(1, len(kinds) + 1):
        if place == len(kinds) or kinds[place] != kinds[start]:
            if kinds[start]:
                yield start, place, kinds[start]
            start = place


def _part(run: tuple[int, int, int], top: int, bottom: int, coverage: Image) -> Part:
    left, right, kind = run
    right, bottom = min(right * _TILE, coverage.width), min(bottom * _TILE, coverage.height)
    return left * _TILE, top * _TILE, right, bottom, kind == 2


def cut_out(layer: Image, left: int, top: int) -> list[Piece]:
    """What is to be seen of a transparent RGBA picture at a place on another one."""
    coverage = layer.getchannel("A")
    return list(cut(layer.convert("RGB"), coverage, parts(coverage), left, top))


def cut(colours: Image, coverage: Image, of: list[Part], left: int, top: int) -> Iterator[Piece]:
    """The pieces of colours at a place on the picture, where their coverage has these parts."""
    for x0, y0, x1, y1, solid in of:
        box = (x0, y0, x1, y1)
        yield colours.crop(box), None if solid else coverage.crop(box), left + x0, top + y0


def lay_over(image: Image, colours: Image, coverage: Image | None, left: int, top: int) -> None:
    """Composite onto an opaque RGB image or, for a group's layer, onto a transparent RGBA one."""
    if image.mode == "RGB":
        image.paste(colours, (left, top), coverage)
        return
    patch = colours.convert("RGBA")
    if coverage is None:
        image.paste(patch, (left, top))
        return
    patch.putalpha(coverage)
    # alpha_composite refuses places outside the image.
    cut_left, cut_top = max(0, -left), max(0, -top)
    box = (cut_left, cut_top, min(patch.width, image.width - left), min(patch.height, image.height - top))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    if box != (0, 0, *patch.size):
        patch = patch.crop(box)
    image.alpha_composite(patch, (left + cut_left, top + cut_top))


def flat(colour: str, mask: Image) -> Image:
    """One colour under a mask."""
    from PIL import Image

    return Image.new("RGB", mask.size, colour)


def faded(mask: Image, opacity: float) -> Image:
    """A mask that covers less, by a share from 0 to 1."""
    return mask.point([round(value * opacity) for value in range(256)])


def padded(image: Image, place: tuple[int, int, int, int], size: tuple[int, int]) -> Image:
    """The image at its place (left, top, right, bottom) in a larger one, its outer pixels repeated."""
    from PIL import Image

    left, top, right, bottom = place
    larger = Image.new("RGB", size)
    larger.paste(image, (left, top))
    for x, width, column in ((0, left, left), (right, size[0] - right, right - 1)):
        if width > 0:
            larger.paste(larger.crop((column, 0, column + 1, size[1])).resize((width, size[1])), (x, 0))
    for y, height, row in ((0, top, top), (bottom, size[1] - bottom, bottom - 1)):
        if height > 0:
            larger.paste(larger.crop((0, row, size[0], row + 1)).resize((size[0], height)), (0, y))
    return larger
