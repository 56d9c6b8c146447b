"""Scenes to pixels: a picture is the PDF page of its scene, rasterised by PDFium."""

from __future__ import annotations

import io
import math
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from cardtools.errors import InputError, bad_input
from cardtools.limits import limits, raise_hint
from cardtools.render.art_fit import ArtSource
from cardtools.render.fonts import Font
from cardtools.render.pages import Page, PdfInfo, Placement
from cardtools.render.pdf import write_pdf
from cardtools.render.png import Bitmap, white
from cardtools.render.scene import Box, Group, Item, Scene, blends, layered, pictures
from cardtools.render.units import pixels

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument

BATCH_PAGES = 32
BATCH_BYTES = 24_000_000  # of the art on the pages of one PDF
GROUND_BYTES = 32_000_000  # of pictures of what scenes share

# Only one thread at a time may use reportlab as we do, or PDFium. The same thread may take the lock again:
# while it draws, the garbage collector may close the document of a batch that nobody fetched to the end.
_DRAWING = threading.RLock()

T = TypeVar("T")


def or_raise(drawn: Iterable[T | InputError]) -> Iterator[T]:
    """What was drawn, for those who cannot do without one of them: its error is raised."""
    for one in drawn:
        if isinstance(one, InputError):
            raise one
        yield one


@dataclass(frozen=True)
class Rasteriser:
    """Draws scenes at one resolution, with `bleed` mm around the trim (None: as much as each scene has; where
    a scene has less, its edge is mirrored). `fonts` are by PostScript name.

    Scenes are drawn in batches, the pages of one PDF: what they share (fonts, frames, equal art) is then
    written and read once.
    """

    fonts: Mapping[str, Font]
    art: ArtSource
    dpi: int = 300
    bleed: float | None = None
    _grounds: dict[Scene, Bitmap] = field(default_factory=dict, repr=False, compare=False)

    def image(self, scene: Scene) -> Image:
        """The scene as an RGB image.

        Raises InputError when it would be too large, or a font or its art is damaged.
        """
        return next(or_raise(self.images([scene])))

    def images(self, scenes: Iterable[Scene]) -> Iterator[Image | InputError]:
        """The scenes as RGB images, in order; an error in place of each that cannot be drawn.

        Raises InputError when a font is damaged.
        """
        for drawn in self._draw(scenes):
            yield drawn if isinstance(drawn, InputError) else drawn.image()

    def png(self, scene: Scene) -> bytes:
        """The scene as a PNG file with its resolution. Raises InputError as `image`."""
        return next(or_raise(self.pngs([scene])))

    def pngs(self, scenes: Iterable[Scene]) -> Iterator[bytes | InputError]:
        """As `images`, as PNG files with their resolution."""
        for drawn in self._draw(scenes):
            yield drawn if isinstance(drawn, InputError) else drawn.png(self.dpi)

    def _draw(self, scenes: Iterable[Scene]) -> Iterator[Bitmap | InputError]:
        batch: list[Scene | InputError] = []
        art: dict[str, int] = {}
        for scene in scenes:
            try:
                self.size(scene)
                art |= self._checked(scene, art)
            except InputError as error:
                batch.append(error)
            else:
                batch.append(scene)
            if len(batch) == BATCH_PAGES or sum(art.values()) > BATCH_BYTES:
                yield from self._draw_batch(batch)
                batch, art = [], {}
        yield from self._draw_batch(batch)

    def _checked(self, scene: Scene, known: Collection[str]) -> dict[str, int]:
        """The size in bytes of a scene's art by source, without that `known` to be good.

        Raises InputError if art is missing or damaged.
        """
        found = {}
        for item in pictures(scene.items):
            if item.source not in known:
                art = self.art[item.source]
                art.check()
                found[item.source] = len(art.data)
        return found

    def _canvas(self, scene: Scene) -> Box:
        return scene.trim.grown(scene.bleed if self.bleed is None else self.bleed)

    def size(self, scene: Scene) -> tuple[int, int]:
        """Width and height in pixels. Raises InputError where there are too many."""
        canvas = self._canvas(scene)
        width, height = round(pixels(canvas.width, self.dpi)), round(pixels(canvas.height, self.dpi))
        count = width * height * (1 + 2 * layered(scene.items))  # a layer in a layer needs its own bitmaps
        if count > (most := limits().picture_pixels):
            layers = " and its layers" if count > width * height else ""
            what = f"a card of {scene.width:g} x {scene.height:g} mm{layers} with {self.dpi} pixels per inch"
            message = f"has {count / 1e6:,.0f} megapixels, more than {most / 1e6:,.0f}"
            hint = "ask for fewer pixels per inch, or make [card] of the face smaller, or "
            raise bad_input(what, message, hint + raise_hint("picture_pixels"))
        return width, height

    def _draw_batch(self, batch: Sequence[Scene | InputError]) -> Iterator[Bitmap | InputError]:
        drawn = self._rasterised([scene for scene in batch if isinstance(scene, Scene)])
        for one in batch:
            yield one if isinstance(one, InputError) else next(drawn)

    def _rasterised(self, scenes: Sequence[Scene]) -> Iterator[Bitmap]:
        layers = self._layers(scenes)
        shared = dict.fromkeys(ground for ground, _ in layers if ground)
        for ground in self._grounds.keys() - shared.keys():
            del self._grounds[ground]
        new = [ground for ground in shared if ground not in self._grounds]
        with self._document([*new, *(rest for _, rest in layers)]) as document:
            for number, ground in enumerate(new):
                self._grounds[ground] = self._drawn(document, number, ground, None)
            for number, (under, rest) in enumerate(layers, len(new)):
                yield self._drawn(document, number, rest, under)

    def _drawn(self, document: PdfDocument, number: int, scene: Scene, ground: Scene | None) -> Bitmap:
        """A page of the document, over the ground of its scene or on white paper."""
        bitmap = self._grounds[ground].copy() if ground else white(*self.size(scene))
        _draw_page(document, number, bitmap, any(map(blends, scene.items)))
        return bitmap

    def _layers(self, scenes: Sequence[Scene]) -> list[tuple[Scene | None, Scene]]:
        """Each scene as its ground and the rest. The ground is the groups below everything else, such as a
        frame; where several scenes share one, it is drawn only once. None: the scene is drawn as a whole.
        """
        split: list[tuple[Scene, Scene]] = []
        for scene in scenes:
            count = sum(1 for _ in takewhile(_may_be_shared, scene.items))
            ground = replace(scene, title="", texts=(), items=scene.items[:count])
            split.append((ground, replace(scene, items=scene.items[count:])))
        most = max((3 * math.prod(self.size(scene)) for scene in scenes), default=1)
        times = Counter(ground for ground, _ in split).most_common(GROUND_BYTES // most)
        shared = {one for one, number in times if one.items and (number > 1 or one in self._grounds)}
        layers: list[tuple[Scene | None, Scene]] = []
        for scene, (ground, rest) in zip(scenes, split, strict=True):
            mirrored = self._page(scene).placements[0].mirrored  # the edges of all layers together
            layers.append((ground, rest) if ground in shared and not mirrored else (None, scene))
        return layers

    @contextmanager
    def _document(self, scenes: Sequence[Scene]) -> Iterator[PdfDocument]:
        """A PDF with a page for each scene."""
        import ctypes

        from pypdfium2 import PdfDocument

        file = io.BytesIO()
        with _DRAWING:
            write_pdf(file, map(self._page, scenes), self.fonts, self.art, PdfInfo("cards"), for_screen=True)
            document = PdfDocument((ctypes.c_ubyte * file.tell()).from_buffer(file.getbuffer()))
        try:
            yield document
        finally:
            with _DRAWING:
                document.close()

    def _page(self, scene: Scene) -> Page:
        canvas = self._canvas(scene)
        return Page(canvas.width, canvas.height, (Placement(scene, -canvas.left, -canvas.top, canvas),))


def _may_be_shared(item: Item) -> bool:
    return isinstance(item, Group) and not item.layer


def _draw_page(document: PdfDocument, number: int, under: Bitmap, is_blended: bool) -> None:
    """Draw a page over what the bitmap shows.

    Without an alpha channel, PDFium would draw all that is below a blended item again for each of them.
    """
    import ctypes

    from pypdfium2 import raw

    width, height, stride, start = under.width, under.height, under.stride, under.stride + 1
    data, kind = under.data, raw.FPDFBitmap_BGR
    if is_blended:
        data, kind = under.rgba(), raw.FPDFBitmap_BGRA
        stride, start = 4 * width, 0
    pixels = ctypes.c_ubyte.from_buffer(data, start)
    with _DRAWING:
        page = document[number]
        bitmap = raw.FPDFBitmap_CreateEx(width, height, kind, ctypes.byref(pixels), stride)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        raw.FPDFBitmap_Destroy(bitmap)
        page.close()
    if is_blended:
        under.take(data)
