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

from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import digest
from cardtools.ground.limits import limits, raise_hint
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.pictures.kept_art import KeptArt
from cardtools.render.pictures.png import Bitmap, bitmap_bytes, white
from cardtools.render.scene.pages import Page, PdfInfo, Placement
from cardtools.render.scene.scene import (
    Box,
    Group,
    Item,
    Picture,
    Scene,
    TextRun,
    blends,
    layered,
    pictures,
    runs_of,
)
from cardtools.render.scene.shapes import ArtSource
from cardtools.render.scene.units import pixels
from cardtools.render.text.fonts import Font

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
    """The pictures that were drawn. Raises the first error among them."""
    for one in drawn:
        if isinstance(one, InputError):
            raise one
        yield one


class _Split(Record):
    """A scene to draw, or the part of it above what is kept of it: `below`, under the name `key`."""

    scene: Scene
    below: Scene | None = None
    key: str = ""


@dataclass(frozen=True)
class Rasteriser:
    """Draws scenes at one resolution, with `bleed` mm around the trim (None: as much as each has; beyond that
    its edge is mirrored), in batches: what the pages of a PDF share is written and read once. With a place
    where art is `kept`, what lies below the words of a card with art is drawn once, not in every run.
    """

    fonts: Mapping[str, Font]
    art: ArtSource
    dpi: int = 300
    bleed: float | None = None
    kept: KeptArt | None = None
    _grounds: dict[Scene, Bitmap] = field(default_factory=dict, repr=False, compare=False)
    _digests: dict[Item, str] = field(default_factory=dict, repr=False, compare=False)
    _last: list[tuple[Scene, bytes]] = field(default_factory=list, repr=False, compare=False)

    def image(self, scene: Scene) -> Image:
        """The scene as an RGB image. Raises InputError when it is too large or something is damaged."""
        return next(or_raise(self.images([scene])))

    def images(self, scenes: Iterable[Scene]) -> Iterator[Image | InputError]:
        """The scenes as RGB images, in order, or an error instead. Raises InputError if a font is damaged."""
        for drawn in self._draw(scenes):
            yield drawn if isinstance(drawn, InputError) else drawn.image()

    def png(self, scene: Scene) -> bytes:
        """The scene as a PNG file with its resolution. Raises InputError as `image`."""
        return next(or_raise(self.pngs([scene])))

    def pngs(self, scenes: Iterable[Scene]) -> Iterator[bytes | InputError]:
        """As `images`, as PNG files with their resolution."""
        for drawn in self._draw(scenes):
            yield drawn if isinstance(drawn, InputError) else drawn.png(self.dpi)

    def next_png(self, scene: Scene) -> bytes:
        """As `png`, of a scene that may differ little from the one before: what lies below all that changed
        is drawn once. Raises InputError as `image`.
        """
        last, made = self._last[0] if self._last else (None, b"")
        if scene != last:
            made = self._drawn_over(scene, last.items) if last else self.png(scene)
        self._last[:] = [(scene, made)]
        return made

    def _drawn_over(self, scene: Scene, last: tuple[Item, ...]) -> bytes:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(scene.items, last, strict=False))
        number = sum(1 for _ in same)
        under = next(iter(self._grounds), None)
        if under and scene.items[: len(under.items)] == under.items:
            more = scene.items[len(under.items) : number]
            if all(isinstance(item, TextRun) for item in more):
                number = len(under.items)  # lines are drawn faster than a new ground
        if not number or self._mirrored(scene):
            return self.png(scene)
        self.size(scene)
        rest = replace(scene, items=scene.items[number:])
        ground = replace(scene, title="", texts=(), items=scene.items[:number])
        if ground not in self._grounds:
            self._checked(_Split(ground), ())
            self._grounds.clear()
            with self._document([ground]) as document:
                self._grounds[ground] = self._drawn(document, 0, ground, None)
        self._checked(_Split(rest), ())
        with self._document([rest]) as document:
            return self._drawn(document, 0, rest, ground).png(self.dpi)

    def _draw(self, scenes: Iterable[Scene]) -> Iterator[Bitmap | InputError]:
        batch: list[_Split | InputError] = []
        art: dict[str, int] = {}
        for scene in scenes:
            try:
                self.size(scene)
                split = self._split(scene)
                art |= self._checked(split, art)
                batch.append(split)
            except InputError as error:
                batch.append(error)
            if len(batch) == BATCH_PAGES or sum(art.values()) > BATCH_BYTES:
                yield from self._draw_batch(batch)
                batch, art = [], {}
        yield from self._draw_batch(batch)

    def _split(self, scene: Scene) -> _Split:
        """A scene and, if they are kept, what lies below its words."""
        if self.kept is None:
            return _Split(scene)
        items = tuple(takewhile(lambda item: not runs_of((item,)), scene.items))
        sources = [item.source for item in pictures(items)]
        if not sources or self._mirrored(scene):
            return _Split(scene)
        below = replace(scene, title="", texts=(), items=items)
        for item in items:
            if item not in self._digests and not isinstance(item, Picture):
                self._digests[item] = digest(repr(item))
        key = digest(
            self.kept.tool,
            repr((self._canvas(scene), self.size(scene), replace(below, items=()))),
            *(self._digests.get(item) or repr(item) for item in items),
            *(self.art[source].digest for source in sources),
        )
        return _Split(replace(scene, items=scene.items[len(items) :]), below, key)

    def _checked(self, split: _Split, known: Collection[str]) -> dict[str, int]:
        """The size in bytes of a scene's art by source, without that `known` to be good."""
        found = {}
        is_kept = self._is_kept(split)
        for scene in filter(None, (split.below, split.scene)):
            for source in {item.source: None for item in pictures(scene.items) if item.source not in known}:
                art = self.art[source]
                if not (is_kept and scene is split.below):
                    art.check()
                found[source] = len(art.data)
        return found

    def _is_kept(self, split: _Split) -> bool:
        if self.kept is None or split.below is None:
            return False
        return self.kept.has(split.key, bitmap_bytes(*self.size(split.below)))

    def _canvas(self, scene: Scene) -> Box:
        return scene.trim.grown(scene.bleed if self.bleed is None else self.bleed)

    def size(self, scene: Scene) -> tuple[int, int]:
        """Width and height in pixels. Raises InputError where there are too many."""
        canvas = self._canvas(scene)
        width, height = round(pixels(canvas.width, self.dpi)), round(pixels(canvas.height, self.dpi))
        count = width * height * (1 + 2 * layered(scene.items))  # a layer in a layer needs its own bitmaps
        layers = " and its layers" if count > width * height else ""
        what = f"a card of {scene.width:g} x {scene.height:g} mm{layers} with {self.dpi} pixels per inch"
        _check_pixels(count, what, ", or make [card] of the face smaller")
        return width, height

    def _draw_batch(self, batch: Sequence[_Split | InputError]) -> Iterator[Bitmap | InputError]:
        drawn = self._rasterised([split for split in batch if isinstance(split, _Split)])
        for one in batch:
            yield one if isinstance(one, InputError) else next(drawn)

    def _rasterised(self, batch: Sequence[_Split]) -> Iterator[Bitmap]:
        is_kept = list(map(self._is_kept, batch))
        fresh = (split for split, kept in zip(batch, is_kept, strict=True) if not kept)
        layers = self._layers([split.below or split.scene for split in fresh])
        shared = dict.fromkeys(ground for ground, _ in layers if ground)
        for ground in self._grounds.keys() - shared.keys():
            del self._grounds[ground]
        new = [ground for ground in shared if ground not in self._grounds]
        scenes = [*new, *(rest for _, rest in layers), *(split.scene for split in batch if split.below)]
        with self._document(scenes) as document:
            for number, ground in enumerate(new):
                self._grounds[ground] = self._drawn(document, number, ground, None)
            bottom = iter(enumerate(layers, len(new)))
            top = count(len(new) + len(layers))
            for split, kept in zip(batch, is_kept, strict=True):
                if kept:
                    bitmap = self._read(split)
                else:
                    number, (under, rest) = next(bottom)
                    bitmap = self._drawn(document, number, rest, under)
                    if self.kept and split.below:
                        self.kept.write(split.key, bitmap.data)
                if split.below:
                    _draw_page(document, next(top), bitmap, any(map(blends, split.scene.items)))
                yield bitmap

    def _read(self, split: _Split) -> Bitmap:
        """The picture below the words of a scene: the kept one or, if its file is damaged, a new one."""
        assert self.kept and split.below, "only then is it kept"
        size = self.size(split.below)
        if data := self.kept.read(split.key, bitmap_bytes(*size)):
            return Bitmap(*size, data)
        with self._document([split.below]) as document:
            bitmap = self._drawn(document, 0, split.below, None)
        self.kept.write(split.key, bitmap.data)
        return bitmap

    def _drawn(self, document: PdfDocument, number: int, scene: Scene, ground: Scene | None) -> Bitmap:
        """A page of the document, over the ground of its scene or on white paper."""
        size = self.size(scene)
        bitmap = Bitmap(*size, self._grounds[ground].data[:]) if ground else white(*size)
        _draw_page(document, number, bitmap, any(map(blends, scene.items)))
        return bitmap

    def _layers(self, scenes: Sequence[Scene]) -> list[tuple[Scene | None, Scene]]:
        """Each scene as its ground and the rest. The ground is the groups below everything else, such as a
        frame; where several scenes share one, it is drawn only once. None: the scene is drawn as a whole.
        """
        grounds = []
        for scene in scenes:
            groups = takewhile(lambda item: isinstance(item, Group) and not item.layer, scene.items)
            grounds.append(replace(scene, title="", texts=(), items=tuple(groups)))
        most = max((3 * math.prod(self.size(scene)) for scene in scenes), default=1)
        times = Counter(grounds).most_common(GROUND_BYTES // most)
        shared = {one for one, number in times if one.items and (number > 1 or one in self._grounds)}
        return [
            (ground, replace(scene, items=scene.items[len(ground.items) :]))
            if ground in shared and not self._mirrored(scene)
            else (None, scene)
            for scene, ground in zip(scenes, grounds, strict=True)
        ]

    def _mirrored(self, scene: Scene) -> bool:
        """Whether its edges are mirrored outwards: those of all layers together."""
        return bool(self._page(scene).placements[0].mirrored)

    @contextmanager
    def _document(self, scenes: Sequence[Scene]) -> Iterator[PdfDocument]:
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


def _check_pixels(count: float, what: str, or_else: str = "") -> None:
    if count > (most := limits().picture_pixels):
        message = f"has {count / 1e6:,.0f} megapixels, more than {most / 1e6:,.0f}"
        hint = f"ask for fewer pixels per inch{or_else}, or {raise_hint('picture_pixels')}"
        raise bad_input(what, message, hint)


def page_image(pdf: bytes, number: int, dpi: int) -> Image:
    """A page of a PDF (from 0) as an RGB image. Raises InputError when it has too many pixels."""
    from pypdfium2 import PdfDocument

    with _DRAWING, PdfDocument(pdf) as document:
        page, scale = document[number], dpi / 72
        _check_pixels(page.get_width() * page.get_height() * scale**2, "a page")
        image: Image = page.render(scale=scale).to_pil()
        return image.convert("RGB")


def _draw_page(document: PdfDocument, number: int, under: Bitmap, is_blended: bool) -> None:
    """Draw a page over a bitmap; blended items need an alpha channel, else PDFium draws all below again."""
    import ctypes

    from pypdfium2 import raw

    width, height, stride, start = under.width, under.height, under.stride, under.stride + 1
    data, kind = under.data, raw.FPDFBitmap_BGR
    if is_blended:
        data, kind, stride, start = under.rgba(), raw.FPDFBitmap_BGRA, 4 * width, 0
    pixels = ctypes.c_ubyte.from_buffer(data, start)
    with _DRAWING:
        page = document[number]
        bitmap = raw.FPDFBitmap_CreateEx(width, height, kind, ctypes.byref(pixels), stride)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        raw.FPDFBitmap_Destroy(bitmap)
        page.close()
    if is_blended:
        under.take(data)
