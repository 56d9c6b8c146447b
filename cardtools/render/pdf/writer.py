"""Scenes to PDF with reportlab: text stays text, art keeps its pixels, frames are stored once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import compress, islice, product
from typing import Any, BinaryIO

from cardtools.render.pdf.file import pdf_canvas
from cardtools.render.pdf.items import SCREEN, Inks, ItemWriter
from cardtools.render.pdf.layers import saved
from cardtools.render.pdf.profile import PressProfile, declare_pdfx4, declare_srgb
from cardtools.render.pdf.reportlab_private import document_of, page_group
from cardtools.render.pdf.tags import CardTags
from cardtools.render.scene.pages import Page, PdfInfo, Placement
from cardtools.render.scene.scene import Box, Fill, Group, Item, Rectangle, Scene, blends, layered, reach_of
from cardtools.render.scene.shapes import ArtSource, outline
from cardtools.render.scene.units import points
from cardtools.render.text.fonts import Font
from cardtools.render.text.metrics import text_runs
from cardtools.render.text.shaping import shape_line


def write_pdf(
    file: BinaryIO,
    pages: Iterable[Page],
    fonts: Mapping[str, Font],
    art: ArtSource,
    info: PdfInfo,
    duplex: str = "",
    inks: Inks = SCREEN,
    for_screen: bool = False,
    press: PressProfile | None = None,
) -> None:
    """Write the pages as a PDF; the same pages give the same bytes, and memory does not grow with the art.
    `fonts`, of which subsets are embedded, are by PostScript name. `duplex` ("long" or "short") asks the
    viewer to flip the paper on that edge. Cards have alternative texts and bookmarks; a PDF `for_screen`, to
    be rasterised, has none and is not compressed. For a `press` it is PDF/X-4, if `inks` and `art` are its
    own. Raises InputError for fonts.
    """
    with pdf_canvas(file, fonts, info, not for_screen, (1, 6) if press else None) as (canvas, embedded):
        if duplex:
            canvas.setViewerPreference("Duplex", f"DuplexFlip{duplex.title()}Edge")
        if press:
            declare_pdfx4(document_of(canvas), info, press)
        elif inks is SCREEN and not for_screen:
            declare_srgb(document_of(canvas))
        tags = None if for_screen else CardTags(canvas)

        def draw(file: BinaryIO, page: Page) -> None:
            write_pdf(file, [page], fonts, art, PdfInfo("shadow"), for_screen=True)

        writer = _PageWriter(canvas, ItemWriter(canvas, embedded, fonts, art, inks, for_screen, draw), tags)
        for page in pages:
            writer.page(page)
        if tags:
            tags.write()


def _edges(scene: Scene, reach: float) -> Group:
    """The items within `reach` mm of the edges of a scene's bleed: equal on all cards with the same frame."""
    inner = scene.trim.grown(scene.bleed - reach)

    def outside(items: Iterable[Item]) -> Iterator[Item]:
        for item in items:
            if not isinstance(item, Group):
                if not reach_of(item).inside(inner):
                    yield item
            elif some := tuple(outside(item.items)):
                yield replace(item, items=some)

    return Group("edges", tuple(outside(scene.items)))


@dataclass
class _PageWriter:
    """Draws pages; only this class uses points, and the y of PDF, which grows upwards."""

    canvas: Any
    items: ItemWriter
    tags: CardTags | None

    def page(self, page: Page) -> None:
        canvas = self.canvas
        for placement in page.placements:
            scene = placement.scene
            self.items.prepare(scene.items, scene.whole, own=True)
            if reach := placement.mirrored:
                self.items.form(_edges(scene, reach), scene.whole)
            if placement.own:
                self.items.scene(scene)
                self.items.prepare(placement.own, scene.whole)
        whole = Box(0, 0, page.width, page.height)
        self.items.prepare((*page.marks, *page.lines), whole)
        size = points(page.width), points(page.height)
        canvas.setPageSize(size)
        if page.trim:
            low = page.height - page.trim.bottom
            box = (page.trim.left, low, page.trim.right, low + page.trim.height)
            canvas.setTrimBox(tuple(map(points, box)))
            canvas.setBleedBox((0, 0, *size))
        # From here on: mm, origin at the top left, y downwards (text is flipped back when it is drawn).
        canvas.transform(points(1), 0, 0, -points(1), 0, size[1])
        if by := page.adjust:
            x, y = page.width / 2, page.height / 2
            canvas.translate(x + by.dx, y + by.dy)
            canvas.rotate(by.angle)  # clockwise, because y goes down here
            canvas.scale(by.scale, by.scale)
            canvas.translate(-x, -y)
        with self.tags.artifact() if self.tags else nullcontext():
            self.items.draw(page.marks, whole)
        for placement in page.placements:
            with self.tags.card(placement) if self.tags else nullcontext():
                self.place(placement)
                if page.watermark:
                    self.watermark(page.watermark, page.watermark_font, placement)
        with self.tags.artifact() if self.tags else nullcontext():
            self.items.draw(page.lines, whole)
        canvas.showPage()
        if self.tags:
            if any(layered(placement.scene.items) for placement in page.placements):
                page_group(canvas, self.items.inks.space)
            self.tags.end_page()

    def watermark(self, text: str, font: str, placement: Placement) -> None:
        """Translucent words across a card, readable on any: dark with a light outline."""
        canvas, scene = self.canvas, placement.scene
        angle = math.atan2(scene.height, scene.width)
        parts = shape_line([self.items.font_files[font]], text)
        wide = sum(part.width() for part in parts)
        size = min(0.62 * math.hypot(scene.width, scene.height) / wide, 0.3 * scene.width) if wide else 0.0
        width = wide * size
        right, down = math.cos(angle), math.sin(angle)
        # The middle of the words' capitals is the middle of the card.
        x = placement.left + scene.width / 2 - right * width / 2 + down * size * 0.35
        y = placement.top + scene.height / 2 + down * width / 2 + right * size * 0.35
        with saved(canvas):
            words = canvas.beginText()
            words.setTextRenderMode(2)
            canvas.setLineWidth(0.03 * size)
            canvas.setLineJoin(1)
            words.setStrokeColor(self.items.inks.text("#ffffff"), alpha=0.5)
            words.setFillColor(self.items.inks.text("#000000"), alpha=0.3)
            for run in text_runs(parts, 0.0, 0.0, size * points(1), ""):
                along = run.left
                words.setTextTransform(right, -down, -down, -right, x + right * along, y - down * along)
                self.items.show(words, run)
            canvas.drawText(words)

    def place(self, placement: Placement) -> None:
        canvas, scene = self.canvas, placement.scene
        with saved(canvas):
            if placement.lying:
                canvas.transform(*placement.lying)
            else:
                canvas.translate(placement.left, placement.top)
            if placement.turned:
                canvas.transform(-1, 0, 0, -1, scene.width, scene.height)
            printed = placement.printed or scene.trim
            self.items.clip((outline(placement.shape, printed),))
            if self.tags and any(map(blends, scene.items)):  # with the paper too
                self.items.item(Rectangle(printed, 0.0, Fill(("#ffffff",))))
            if placement.own:
                canvas.doForm(self.items.scene(scene))
            else:
                self.items.draw(scene.items, scene.whole, own=True)
            if reach := placement.mirrored:
                form, there = self.items.form(_edges(scene, reach), scene.whole), scene.whole
                # Mirrored outwards on every side where more is printed.
                across = [(1, 0.0), (-1, 2 * there.left), (-1, 2 * there.right)]
                wider = True, printed.left < there.left, printed.right > there.right
                down = [(1, 0.0), (-1, 2 * there.top), (-1, 2 * there.bottom)]
                higher = True, printed.top < there.top, printed.bottom > there.bottom
                both = product(compress(across, wider), compress(down, higher))
                for (x, right), (y, low) in islice(both, 1, None):  # the first is the card itself
                    with saved(canvas, (x, 0, 0, y, right, low)):
                        canvas.doForm(form)
            self.items.draw(placement.own, scene.whole)
