"""A deck's colours and art in CMYK: with limited ink, or by the profile of a press."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cardtools.ground.io.files import digest
from cardtools.ground.spelling import counted
from cardtools.render.pdf.ink import LIMIT, colour_inks, is_dark, limit, separate
from cardtools.render.pdf.items import Inks
from cardtools.render.pdf.profile import PressProfile
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.icons import Drawing
from cardtools.render.pictures.images import Art
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Item, Picture, Scene, blends
from cardtools.render.scene.shapes import ArtSource

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.render.pdf.ink import Bytes

QUALITY = 92
MOST_TRIES = 8
BAND = 128  # rows that are converted at a time
FLAT_DPI = 300  # of layers that become a picture


class TooMuch(NamedTuple):
    """A colour or picture that took more ink than allowed: the most it took, the share of it that did."""

    what: str
    most: float
    share: float = 1.0


@dataclass
class CmykInks(Inks):
    """Colours and art (as `ArtSource`) in CMYK."""

    art_files: ArtSource
    space = "DeviceCMYK"
    _art: dict[str, Art] = field(default_factory=dict, init=False, repr=False)
    _areas: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def flattened(self, scene: Scene, rasteriser: Rasteriser, details: list[str]) -> Scene:
        """The scene with layers that have effects, and all below, as one picture: inks blend otherwise."""
        if not (count := flat_items(scene)):
            return scene
        image = rasteriser.image(dataclasses.replace(scene, items=scene.items[:count]))
        art = Art.drawn(f"the layers of {scene.title}", image)
        picture = Picture(scene.whole, f"{art.source} ({art.digest[:8]})")
        if picture.source not in self._art:
            self._art[picture.source] = self._as_ink(art)
        details.append(f"{scene.title}: its layers became a picture of {rasteriser.dpi} pixels per inch")
        return dataclasses.replace(scene, items=(picture, *scene.items[count:]))

    def area(self, colour: str) -> Any:
        from reportlab.lib.colors import CMYKColor

        if colour not in self._areas:
            self._areas[colour] = CMYKColor(*(round(ink, 4) for ink in self._inks(colour)))
        return self._areas[colour]

    def text(self, colour: str) -> Any:
        """As `area`, but dark text and lines are black ink alone: strokes of several inks never lie exact."""
        from reportlab.lib.colors import CMYKColor

        return CMYKColor(0, 0, 0, 1) if is_dark(colour) else self.area(colour)

    def __getitem__(self, source: str) -> Art:
        if source not in self._art:
            self._art[source] = self._as_ink(self.art_files[source])
        return self._art[source]

    def art(self, art: Art) -> Art:
        """A picture that is in no art folder as a CMYK JPEG."""
        if art.digest not in self._art:
            self._art[art.digest] = self._as_ink(art)
        return self._art[art.digest]

    def _as_ink(self, art: Art) -> Art:
        if isinstance(art, Drawing):
            return art
        data = self._jpeg(art)
        return dataclasses.replace(art, data=data, jpeg=True, digest=digest(data, art.alpha))

    def _inks(self, colour: str) -> Sequence[float]:
        raise NotImplementedError

    def _jpeg(self, art: Art) -> bytes:
        raise NotImplementedError


@dataclass
class PressInks(CmykInks):
    """Inks for a press that limits them. None overprints, which could be more; `too_much` was reduced."""

    too_much: list[TooMuch] = field(default_factory=list)

    def _inks(self, colour: str) -> Sequence[float]:
        inks = colour_inks(colour)
        if (most := float(inks.sum())) > LIMIT:
            self.too_much.append(TooMuch(f"the colour {colour}", most))
        return [float(ink) for ink in limit(inks, LIMIT - 0.001)]

    def _jpeg(self, art: Art) -> bytes:
        data, most, share = cmyk_jpeg(art.image())
        if most > LIMIT:
            self.too_much.append(TooMuch(art.source, most, share))
        return data


@dataclass
class ProfileInks(CmykInks):
    """Inks for the press of a profile."""

    profile: PressProfile

    def overprints(self, colour: str) -> bool:
        """Whether the colour is black ink alone as a text: a gap around it would be seen as white."""
        return is_dark(colour)

    def _inks(self, colour: str) -> Sequence[float]:
        from PIL import Image as Images

        inks: Any = self.profile.inks(Images.new("RGB", (1, 1), colour)).getpixel((0, 0))
        return [ink / 255 for ink in inks]

    def _jpeg(self, art: Art) -> bytes:
        out = io.BytesIO()
        self.profile.inks(art.image()).save(out, "JPEG", quality=QUALITY)
        return out.getvalue()


def press_page(scene: Scene, bleed: float, is_back: bool, lines: tuple[Item, ...] = ()) -> Page:
    """The page of a card with its bleed; `lines` lie over it."""
    trim = Box(bleed, bleed, scene.width, scene.height)
    placement = Placement(scene, bleed, bleed, scene.trim.grown(bleed), back=is_back)
    return Page(scene.width + 2 * bleed, scene.height + 2 * bleed, (placement,), trim=trim, lines=lines)


def told_flat(scenes: Iterable[Scene]) -> list[str]:
    """A line that says how many of the scenes become pictures in part; none if no scene does."""
    count = sum(flat_items(scene) > 0 for scene in scenes)
    sides = f"on {counted(count, 'card side')}, layers with effects and all that is below them"
    what = f"a picture of {FLAT_DPI} pixels per inch: inks blend differently than colours"
    return [f"{sides} are {what}"] if count else []


def flat_items(scene: Scene) -> int:
    """How many of a scene's items are drawn up to the last one that blends."""
    return max((number for number, item in enumerate(scene.items, 1) if blends(item)), default=0)


def cmyk_jpeg(image: Image) -> tuple[bytes, float, float]:
    """An RGB image as a CMYK JPEG within the limit; the most ink it would have taken, and the share above."""
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
