"""Scenes to pixels: a picture is the PDF page of its scene, rasterised by PDFium."""

from __future__ import annotations

import io
import math
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from typing import TYPE_CHECKING, TypeVar

from cardtools.errors import InputError, bad_input
from cardtools.limits import limits, raise_hint
from cardtools.render.art_fit import ArtSource
from cardtools.render.fonts import Font
from cardtools.render.kept_art import KeptArt
from cardtools.render.laid_art import Cutout, LaidPicture, lay, put
from cardtools.render.pages import Page, PdfInfo, Placement
from cardtools.render.pdf import write_pdf
from cardtools.render.png import Bitmap, white
from cardtools.render.scene import Box, Group, Picture, Scene, walk
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
class _Layers:
    """A scene in the layers that are drawn one over the other: its ground (None: it has none, or it is drawn
    with the rest), the pictures on that, and the rest.
    """

    whole: Scene
    ground: Scene | None
    pictures: tuple[LaidPicture, ...]
    rest: Scene

    def together(self) -> _Layers:
        """The scene as one layer."""
        return _Layers(self.whole, None, (), self.whole)


@dataclass(frozen=True)
class Rasteriser:
    """Draws scenes at one resolution, with `bleed` mm around the trim (None: as much as each scene has; where
    a scene has less, its edge is mirrored). `fonts` are by PostScript name.

    Scenes are drawn in batches, the pages of one PDF: what they share (fonts, frames, equal art) is then
    written and read once. Art is `kept` for other runs, if there is a place for it.
    """

    fonts: Mapping[str, Font]
    art: ArtSource
    dpi: int = 300
    bleed: float | None = None
    kept: KeptArt | None = None
    _grounds: dict[Scene, Bitmap] = field(default_factory=dict, repr=False, compare=False)
    _cutouts: dict[Scene, Cutout] = field(default_factory=dict, repr=False, compare=False)

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
        batch: list[_Layers | InputError] = []
        art: dict[str, int] = {}
        for scene in scenes:
            try:
                layers = self._layers(scene)
                art |= self._checked(layers, art)
            except InputError as error:
                batch.append(error)
            else:
                batch.append(layers)
            if len(batch) == BATCH_PAGES or sum(art.values()) > BATCH_BYTES:
                yield from self._draw_batch(batch)
                batch, art = [], {}
        yield from self._draw_batch(batch)

    def _checked(self, layers: _Layers, known: Collection[str]) -> dict[str, int]:
        """The size in bytes of a scene's art by source, without that `known` to be good.

        Raises InputError if art is missing or damaged.
        """
        found = {}
        good = {one.source for one in layers.pictures if self._is_kept(one)}
        for item in walk(layers.whole.items):
            if isinstance(item, Picture) and item.source not in known:
                art = self.art[item.source]
                if item.source not in good:
                    art.check()
                found[item.source] = len(art.data)
        return found

    def _is_kept(self, picture: LaidPicture) -> bool:
        return self.kept is not None and self.kept.has(picture.key, picture.bytes)

    def _canvas(self, scene: Scene) -> Box:
        return scene.trim.grown(scene.bleed if self.bleed is None else self.bleed)

    def size(self, scene: Scene) -> tuple[int, int]:
        """Width and height in pixels. Raises InputError where there are too many."""
        canvas = self._canvas(scene)
        width, height = round(pixels(canvas.width, self.dpi)), round(pixels(canvas.height, self.dpi))
        if width * height > (most := limits().picture_pixels):
            what = f"a card of {scene.width:g} x {scene.height:g} mm with {self.dpi} pixels per inch"
            message = f"has {width * height / 1e6:,.0f} megapixels, more than {most / 1e6:,.0f}"
            hint = "ask for fewer pixels per inch, or make [card] of the face smaller, or "
            raise bad_input(what, message, hint + raise_hint("picture_pixels"))
        return width, height

    def _layers(self, scene: Scene) -> _Layers:
        """A scene as the groups below everything else, such as a frame, the pictures on them, and the rest.

        Raises InputError if the scene is too large, or art is missing.
        """
        size, canvas = self.size(scene), self._canvas(scene)
        if self._page(scene).placements[0].mirrored:  # the edges of all layers together
            return _Layers(scene, None, (), scene)
        groups = tuple(takewhile(lambda item: isinstance(item, Group), scene.items))
        pictures = [
            item
            for item in takewhile(lambda item: isinstance(item, Picture), scene.items[len(groups) :])
            if isinstance(item, Picture)
        ]
        laid = [lay(item, self.art[item.source], scene, canvas, size) for item in pictures]
        ground = replace(scene, title="", texts=(), items=groups) if groups else None
        rest = replace(scene, items=scene.items[len(groups) + len(pictures) :])
        return _Layers(scene, ground, tuple(filter(None, laid)), rest)

    def _draw_batch(self, batch: Sequence[_Layers | InputError]) -> Iterator[Bitmap | InputError]:
        drawn = self._rasterised([layers for layers in batch if isinstance(layers, _Layers)])
        for one in batch:
            yield one if isinstance(one, InputError) else next(drawn)

    def _rasterised(self, batch: Sequence[_Layers]) -> Iterator[Bitmap]:
        shared = self._shared(batch)
        batch = [one if one.pictures or one.ground in shared else one.together() for one in batch]
        laid = Counter(picture for one in batch for picture in one.pictures)
        shapes = {picture.shape: picture for picture in laid if picture.shape}
        for old in self._cutouts.keys() - shapes.keys():
            del self._cutouts[old]
        # What is drawn once is known by its page; what each scene has follows in the order of drawing.
        once = [*(shared - self._grounds.keys()), *(shapes.keys() - self._cutouts.keys())]
        once += dict.fromkeys(picture.alone for picture in laid if not self._is_kept(picture))
        pages = {scene: number for number, scene in enumerate(once)}
        own = [
            scene
            for one in batch
            for scene in (one.ground if one.ground not in shared else None, one.rest)
            if scene
        ]
        with self._document([*once, *own]) as document:
            for scene, number in pages.items():
                if scene in shared:
                    self._grounds[scene] = _draw_page(document, number, white(*self.size(scene)))
                elif scene in shapes:
                    drawn = _draw_page(document, number, white(*self.size(scene)))
                    self._cutouts[scene] = Cutout(drawn, shapes[scene])
            again: dict[LaidPicture, Bitmap] = {}
            numbers = count(len(once))
            for one in batch:
                if one.ground in shared:
                    under = self._grounds[one.ground].copy()
                else:
                    under = white(*self.size(one.rest))
                    if one.ground:
                        _draw_page(document, next(numbers), under)
                for picture in one.pictures:
                    found = again.get(picture) or self._pixels(picture, document, pages)
                    if laid[picture] > 1:
                        again[picture] = found
                    put(under, found, picture, self._cutouts[picture.shape] if picture.shape else None)
                yield _draw_page(document, next(numbers), under)

    def _shared(self, batch: Sequence[_Layers]) -> set[Scene]:
        """The grounds that several scenes share: they are drawn once, and kept for the next batch."""
        most = max((3 * math.prod(self.size(one.rest)) for one in batch), default=1)
        times = Counter(one.ground for one in batch if one.ground).most_common(GROUND_BYTES // most)
        shared = {ground for ground, number in times if number > 1 or ground in self._grounds}
        for old in self._grounds.keys() - shared:
            del self._grounds[old]
        return shared

    def _pixels(self, picture: LaidPicture, document: PdfDocument, pages: Mapping[Scene, int]) -> Bitmap:
        """The pixels of a picture, kept or drawn."""
        number = pages.get(picture.alone)
        if number is None and self.kept:
            kept = self.kept.read(picture.key, picture.bytes)
            if kept:
                return Bitmap(picture.width, picture.height, kept)
            with self._document([picture.alone]) as document:
                return self._drawn_alone(picture, document, 0)
        return self._drawn_alone(picture, document, number or 0)

    def _drawn_alone(self, picture: LaidPicture, document: PdfDocument, number: int) -> Bitmap:
        bitmap = white(picture.width, picture.height)
        _draw_page(document, number, bitmap, (-picture.left, -picture.top, *self.size(picture.alone)))
        if self.kept:
            self.kept.write(picture.key, bitmap.data)
        return bitmap

    @contextmanager
    def _document(self, scenes: Iterable[Scene]) -> Iterator[PdfDocument]:
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


def _draw_page(
    document: PdfDocument, number: int, under: Bitmap, place: tuple[int, int, int, int] | None = None
) -> Bitmap:
    """Draw a page over what the bitmap shows, all over it or at a place: left, top, width, height; return the
    bitmap.
    """
    import ctypes

    from pypdfium2 import raw

    width, height, stride = under.width, under.height, under.stride
    pixels = ctypes.c_ubyte.from_buffer(under.data, stride + 1)
    with _DRAWING:
        page = document[number]
        bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGR, ctypes.byref(pixels), stride)
        where = place or (0, 0, width, height)
        raw.FPDF_RenderPageBitmap(bitmap, page, *where, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        raw.FPDFBitmap_Destroy(bitmap)
        page.close()
    return under
