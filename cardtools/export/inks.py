"""A deck's colours and art in CMYK, with limited ink."""

from __future__ import annotations

import dataclasses
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardtools.errors import Location
from cardtools.files import digest
from cardtools.render.art import Art
from cardtools.render.art_fit import ArtSource
from cardtools.render.ink import LIMIT, colour_inks, limit, separate
from cardtools.render.raster import Rasteriser
from cardtools.render.scene import Picture, Scene, blends

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.render.ink import Bytes

QUALITY = 92
MOST_TRIES = 8
BAND = 128  # rows that are converted at a time
DARK = 0x40  # a text whose lightest channel is below this is black


@dataclass(frozen=True)
class TooMuch:
    """A colour or picture that took more ink than allowed: the most it took, the share of it that did."""

    what: str
    most: float
    share: float = 1.0


@dataclass
class PressInks:
    """Colours (as `Inks`) and art (as `ArtSource`) for a press; `too_much` is what had to be reduced."""

    art_files: ArtSource
    space = "DeviceCMYK"
    too_much: list[TooMuch] = field(default_factory=list)
    _art: dict[str, Art] = field(default_factory=dict, repr=False)
    _flat: dict[str, Art] = field(default_factory=dict, repr=False)
    _areas: dict[str, Any] = field(default_factory=dict, repr=False)

    def flattened(self, scene: Scene, rasteriser: Rasteriser) -> Scene:
        """The scene with layers that have effects, and all that is below them, as one picture: inks would be
        blended differently than colours, and could become more than allowed."""
        count = flat_items(scene)
        if not count:
            return scene
        image = rasteriser.image(dataclasses.replace(scene, items=scene.items[:count]))
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=1)
        data, source = out.getvalue(), f"the layers of {scene.title}"
        picture = Picture(scene.trim.grown(scene.bleed), f"{source} ({digest(data)[:8]})")
        self._flat[picture.source] = Art(
            source, *image.size, data, False, digest(data), (Location(source), source)
        )
        self[picture.source]  # as ink it needs less memory
        return dataclasses.replace(scene, items=(picture, *scene.items[count:]))

    def area(self, colour: str) -> Any:
        """A colour as reportlab's CMYK colour."""
        from reportlab.lib.colors import CMYKColor

        if colour not in self._areas:
            inks = colour_inks(colour)
            if (most := float(inks.sum())) > LIMIT:
                self.too_much.append(TooMuch(f"the colour {colour}", most))
            self._areas[colour] = CMYKColor(*(round(float(ink), 4) for ink in limit(inks, LIMIT - 0.001)))
        return self._areas[colour]

    def text(self, colour: str) -> Any:
        """As `area`, but dark text is black ink alone: thin strokes of four inks never lie exact."""
        from reportlab.lib.colors import CMYKColor

        red, green, blue = bytes.fromhex(colour.removeprefix("#"))
        if max(red, green, blue) > DARK:
            return self.area(colour)
        return CMYKColor(0, 0, 0, round(1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255, 4))

    def __getitem__(self, source: str) -> Art:
        """The art as a CMYK JPEG."""
        if source not in self._art:
            art = self._flat.pop(source, None) or self.art_files[source]
            data, most, share = cmyk_jpeg(art.image())
            if most > LIMIT:
                self.too_much.append(TooMuch(art.source, most, share))
            self._art[source] = dataclasses.replace(art, data=data, jpeg=True, digest=digest(data))
        return self._art[source]


def flat_items(scene: Scene) -> int:
    """How many of a scene's items are drawn up to the last one that blends."""
    return max((number for number, item in enumerate(scene.items, 1) if blends(item)), default=0)


def cmyk_jpeg(image: Image) -> tuple[bytes, float, float]:
    """An RGB image as a CMYK JPEG within the limit; the most ink it would have taken, and where (a share).

    JPEG changes pixels a little: the limit it is given is lowered until what is read back keeps to it.
    """
    import numpy
    from PIL import Image as Images

    pixels = numpy.asarray(image)
    aim = LIMIT
    for _ in range(MOST_TRIES):
        inks, most, share = _within(pixels, aim)
        out = io.BytesIO()
        Images.fromarray(inks, "CMYK").save(out, "JPEG", quality=QUALITY)
        with Images.open(out) as read:
            found = int(numpy.asarray(read).sum(axis=-1, dtype=numpy.uint16).max()) / 255
        if found <= LIMIT:
            break
        aim -= max(0.02, found - LIMIT)
    return out.getvalue(), most, share


def _within(pixels: Bytes, aim: float) -> tuple[Bytes, float, float]:
    """The pixels in CMYK of at most `aim` ink; the most they took before, and the share above the limit."""
    import numpy

    inks = numpy.empty((*pixels.shape[:-1], 4), numpy.uint8)
    most, above = 0.0, 0
    for start in range(0, len(pixels), BAND):  # a large picture as a whole would take gigabytes
        band = separate(pixels[start : start + BAND])
        sums = band.sum(axis=-1)
        most = max(most, float(sums.max()))
        above += int((sums > LIMIT).sum())
        inks[start : start + BAND] = limit(band, aim) * 255 + 0.5
    return inks, most, above / (pixels.shape[0] * pixels.shape[1])
