"""Scenes to PDF with reportlab: text stays text, art keeps its pixels, frames are stored once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby
from typing import Any, BinaryIO, Protocol

from cardtools.project import Adjustment
from cardtools.render.art_fit import ArtSource, cover, fitted
from cardtools.render.fonts import Font
from cardtools.render.metrics import text_runs
from cardtools.render.pages import Page, PdfInfo, Placement
from cardtools.render.pdf_file import pdf_canvas, stored_art
from cardtools.render.pdf_fonts import PdfFont, number
from cardtools.render.pdf_intent import PressCondition, declare_pdfx4, declare_srgb
from cardtools.render.pdf_spots import spot_colour, spot_name
from cardtools.render.pdf_tags import CardTags
from cardtools.render.scene import (
    Box,
    Contour,
    Fill,
    Group,
    Item,
    Picture,
    Rectangle,
    Scene,
    Stroke,
    Symbol,
    TextRun,
    reach_of,
    walk,
)
from cardtools.render.shapes import outline, placed, rounded
from cardtools.render.shaping import shape_line
from cardtools.render.units import points


class Inks(Protocol):
    """The inks that a scene's colours are printed in, as colours of reportlab."""

    def area(self, colour: str, /) -> Any:
        """The colour of an area or a line."""

    def text(self, colour: str, /) -> Any:
        """The colour of words and of lines."""


class ScreenColours:
    """The colours as they are, in RGB."""

    def area(self, colour: str) -> Any:
        from reportlab.lib.colors import HexColor

        return HexColor(colour)

    text = area


SCREEN = ScreenColours()
_NONZERO = 1  # the rule by which outlines are filled, in reportlab's numbers
_INSET = 1e-5  # of an image's sides
_LINE = 0.5  # mm: a narrower area is a line


def write_pdf(
    file: BinaryIO,
    pages: Iterable[Page],
    fonts: Mapping[str, Font],
    art: ArtSource,
    info: PdfInfo,
    duplex: str = "",
    inks: Inks = SCREEN,
    for_screen: bool = False,
    condition: PressCondition | None = None,
) -> None:
    """Write the pages as a PDF; the same pages give the same bytes.

    `fonts` are by PostScript name. Text stays text (embedded subsets), equal groups are one Form XObject,
    art keeps its compressed pixels and is stored once. The viewer is asked not to scale and, with `duplex`
    ("long" or "short"), to flip the paper on that edge when it prints on both sides. Cards are tagged with
    alternative texts and have bookmarks. Art is read again when it is written, so memory does not grow with
    the number of images. A PDF `for_screen` is only made to be rasterised: it is not compressed and has no
    tags. With a printing `condition` it is a PDF/X-4 file, if `inks` and `art` are those of the press. Raises
    InputError if a font is damaged.
    """
    with pdf_canvas(file, fonts, info, compressed=not for_screen) as (canvas, embedded):
        if duplex:
            canvas.setViewerPreference("Duplex", f"DuplexFlip{duplex.title()}Edge")
        if condition:
            declare_pdfx4(canvas._doc, info, condition)
        elif inks is SCREEN and not for_screen:
            declare_srgb(canvas._doc)
        tags = None if for_screen else CardTags(canvas)
        writer = _PageWriter(canvas, embedded, art, inks, tags)
        for page in pages:
            writer.page(page)
        if tags:
            tags.write()


def _outline(item: Picture) -> tuple[Contour, ...]:
    """The part of its box that a picture fills."""
    return placed(item.mask, item.box) if item.mask else (rounded(item.box, item.radius),)


def _edges(scene: Scene, reach: float) -> Group:
    """The items within `reach` mm of the edges of a scene's bleed: equal on all cards with the same frame."""
    inner = scene.trim.grown(scene.bleed - reach)
    return Group("edges", tuple(item for item in walk(scene.items) if not reach_of(item).inside(inner)))


class _PageWriter:
    """Draws on one reportlab canvas; only this class uses points, and the y of PDF, which grows upwards."""

    def __init__(
        self, canvas: Any, fonts: Mapping[str, PdfFont], art: ArtSource, inks: Inks, tags: CardTags | None
    ) -> None:
        self.canvas = canvas
        self.fonts = fonts
        self.art = art
        self.inks = inks
        self.tags = tags
        self.forms: dict[tuple[Group, float], str] = {}
        self.scenes: dict[int, tuple[Scene, str]] = {}  # by identity: they are large
        self.paths: dict[tuple[Contour, ...], Any] = {}

    def page(self, page: Page) -> None:
        canvas = self.canvas
        for placement in page.placements:
            scene = placement.scene
            for item in scene.items:
                if isinstance(item, Group):
                    self.form(item, scene)
            if reach := placement.mirrored:
                self.form(_edges(scene, reach), scene)
            if placement.own:
                self.scene(scene)
        canvas.setPageSize((points(page.width), points(page.height)))
        if page.trim:
            low = page.height - page.trim.bottom
            box = (page.trim.left, low, page.trim.right, low + page.trim.height)
            canvas.setTrimBox(tuple(points(value) for value in box))
            canvas.setBleedBox((0, 0, points(page.width), points(page.height)))
        self.flip(page.height)
        if page.adjust:
            self.adjust(page.adjust, page.width / 2, page.height / 2)
        with self.tags.artifact() if self.tags else nullcontext():
            self.draw(page.marks)
        for placement in page.placements:
            with self.tags.card(placement) if self.tags else nullcontext():
                self.place(placement)
                if page.watermark:
                    self.watermark(page.watermark, page.watermark_font, placement)
        with self.tags.artifact() if self.tags else nullcontext():
            self.draw(page.lines)
        canvas.showPage()
        if self.tags:
            self.tags.end_page()

    def adjust(self, by: Adjustment, x: float, y: float) -> None:
        canvas = self.canvas
        canvas.translate(x + by.dx, y + by.dy)
        canvas.rotate(by.angle)  # clockwise, because y goes down here
        canvas.scale(by.scale, by.scale)
        canvas.translate(-x, -y)

    def watermark(self, text: str, font: str, placement: Placement) -> None:
        """Translucent words across a card, as large as its diagonal allows: dark with a light outline, so
        that they are readable on any card.
        """
        canvas, scene = self.canvas, placement.scene
        angle = math.atan2(scene.height, scene.width)
        across = 0.62 * math.hypot(scene.width, scene.height)
        parts = shape_line([self.fonts[font].font], text)
        wide = sum(part.width() for part in parts)
        size = min(across / wide, 0.3 * scene.width) if wide else 0.0
        width = wide * size
        right, down = math.cos(angle), math.sin(angle)
        # The middle of the words' capitals is the middle of the card.
        x = placement.left + scene.width / 2 - right * width / 2 + down * size * 0.35
        y = placement.top + scene.height / 2 + down * width / 2 + right * size * 0.35
        canvas.saveState()
        words = canvas.beginText()
        words.setTextRenderMode(2)
        canvas.setLineWidth(0.03 * size)
        canvas.setLineJoin(1)
        words.setStrokeColor(self.inks.text("#ffffff"), alpha=0.5)
        words.setFillColor(self.inks.text("#000000"), alpha=0.3)
        for run in text_runs(parts, 0.0, 0.0, size * points(1), ""):
            along = run.left
            words.setTextTransform(right, -down, -down, -right, x + right * along, y - down * along)
            self.show(words, run)
        canvas.drawText(words)
        canvas.restoreState()

    def flip(self, height: float) -> None:
        """From here on: mm, origin at the top left, y downwards (text is flipped back when it is drawn)."""
        self.canvas.transform(points(1), 0, 0, -points(1), 0, points(height))

    def place(self, placement: Placement) -> None:
        canvas, scene = self.canvas, placement.scene
        canvas.saveState()
        canvas.translate(placement.left, placement.top)
        if placement.turned:
            canvas.transform(-1, 0, 0, -1, scene.width, scene.height)
        printed = placement.printed or scene.trim
        self.clip((outline(placement.shape, printed),))
        if placement.own:
            canvas.doForm(self.scene(scene))
        else:
            self.draw(scene.items, scene)
        if reach := placement.mirrored:
            self.mirror(self.form(_edges(scene, reach), scene), printed, scene.trim.grown(scene.bleed))
        self.draw(placement.own)
        canvas.restoreState()

    def mirror(self, form: str, printed: Box, there: Box) -> None:
        """The form of what is in the box `there`, mirrored outwards on every side where more is printed."""
        canvas = self.canvas
        across = [(1, 0.0)]
        across += [(-1, 2 * there.left)] if printed.left < there.left else []
        across += [(-1, 2 * there.right)] if printed.right > there.right else []
        down = [(1, 0.0)]
        down += [(-1, 2 * there.top)] if printed.top < there.top else []
        down += [(-1, 2 * there.bottom)] if printed.bottom > there.bottom else []
        for x, right in across:
            for y, low in down:
                if (x, y) != (1, 1):
                    canvas.saveState()
                    canvas.transform(x, 0, 0, y, right, low)
                    canvas.doForm(form)
                    canvas.restoreState()

    def form(self, group: Group, scene: Scene) -> str:
        """The name of the Form XObject for a group, made when it is first seen (between pages only)."""
        key = (group, scene.bleed)
        if key not in self.forms:
            self.forms[key] = self._form(f"group{len(self.forms) + 1}", group.items, scene, False)
        return self.forms[key]

    def scene(self, scene: Scene) -> str:
        """The name of the Form XObject for a whole scene; as `form`, after those of its groups."""
        if id(scene) not in self.scenes:
            name = self._form(f"card{len(self.scenes) + 1}", scene.items, scene, True)
            self.scenes[id(scene)] = scene, name
        return self.scenes[id(scene)][1]

    def _form(self, name: str, items: tuple[Item, ...], scene: Scene, has_groups: bool) -> str:
        around = scene.trim.grown(scene.bleed)
        self.canvas.beginForm(name, around.left, around.top, around.right, around.bottom)
        self.draw(items, scene if has_groups else None)
        self.canvas.endForm(Resources=self.resources())
        return name

    def resources(self) -> Any:
        """The resources of the open form: reportlab adds shadings and opacities to pages only."""
        from reportlab.pdfbase import pdfdoc

        canvas = self.canvas
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if canvas._formsinuse:
            resources.XObject = canvas._doc.xobjDict(canvas._formsinuse)
        resources.ExtGState = canvas._extgstate.getState() or {}
        resources.setShading(canvas._shadingUsed)
        resources.setColorSpace(canvas._colorsUsed)
        return resources

    def draw(self, items: Iterable[Item], scene: Scene | None = None) -> None:
        """The items in order; a scene's own groups as forms, runs that follow one another as one text."""
        for is_text, part in groupby(items, lambda item: isinstance(item, TextRun)):
            if is_text:
                self.text([item for item in part if isinstance(item, TextRun)])
                continue
            for item in part:
                if isinstance(item, Group) and scene:
                    self.canvas.doForm(self.form(item, scene))
                else:
                    self.item(item)

    def item(self, item: Item) -> None:
        match item:
            case Rectangle(box, radius, fill, stroke):
                self.shape((rounded(box, radius),), box, fill, stroke)
            case Symbol(box, _, contours, fill, stroke):
                self.shape(placed(contours, box), box, fill, stroke)
            case Picture():
                self.picture(item)
            case Group(_, items):
                self.draw(items)

    def path(self, contours: tuple[Contour, ...]) -> Any:
        if contours in self.paths:
            return self.paths[contours]
        path = self.paths[contours] = self.canvas.beginPath()
        for contour in contours:
            for kind, *values in contour:
                {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}[str(kind)](*values)
            path.close()
        return path

    def clip(self, contours: tuple[Contour, ...]) -> None:
        self.canvas.clipPath(self.path(contours), stroke=0, fill=0, fillMode=_NONZERO)

    def shape(
        self, contours: tuple[Contour, ...], box: Box, fill: Fill | None, stroke: Stroke | None
    ) -> None:
        canvas = self.canvas
        if fill:
            canvas.saveState()
            # Always with its opacity: without one, reportlab would draw opaquely again.
            is_line = min(box.width, box.height) <= _LINE
            canvas.setFillColor(self.ink(fill.colours[0], is_line), alpha=fill.opacity)
            canvas.setFillOverprint(bool(spot_name(fill.colours[0])))
            if len(fill.colours) == 1:
                canvas.drawPath(self.path(contours), stroke=0, fill=1, fillMode=_NONZERO)
            else:
                canvas.clipPath(self.path(contours), stroke=0, fill=0, fillMode=_NONZERO)
                canvas.linearGradient(*fill.ends(box), [self.inks.area(colour) for colour in fill.colours])
            canvas.restoreState()
        if stroke:
            canvas.saveState()
            canvas.setStrokeColor(self.ink(stroke.colour, True), alpha=stroke.opacity)
            canvas.setStrokeOverprint(bool(spot_name(stroke.colour)))
            canvas.setLineWidth(stroke.width)
            canvas.setLineJoin(1)
            canvas.drawPath(self.path(contours), stroke=1, fill=0)
            canvas.restoreState()

    def ink(self, colour: str, is_line: bool) -> Any:
        """A colour of reportlab: a spot colour, or one of the inks, for words and lines or for areas."""
        if spot_name(colour):
            return spot_colour(colour)
        return self.inks.text(colour) if is_line else self.inks.area(colour)

    def picture(self, item: Picture) -> None:
        art = self.art[item.source]
        item = fitted(item, art)
        crop = cover(art, item)
        unit = item.box.width / crop.width  # mm a pixel
        canvas = self.canvas
        canvas.saveState()
        self.clip(_outline(item))
        # Images are upright in PDF's own direction, so they are flipped back on the flipped page.
        canvas.transform(
            art.width * unit,
            0,
            0,
            -art.height * unit,
            item.box.left - crop.left * unit,
            item.box.top - crop.top * unit + art.height * unit,
        )
        if not self.tags:
            # PDFium fills every pixel that an image touches: a rounding error must not touch one more.
            canvas.transform(1 - 2 * _INSET, 0, 0, 1 - 2 * _INSET, _INSET, _INSET)
        # Not drawImage: it would hash the pixels with MD5 to recognise the art.
        name = f"art{art.digest}"
        if not canvas.hasForm(name):
            canvas._doc.addForm(name, stored_art(name, self.art, item.source))
        canvas.doForm(name)
        canvas.restoreState()

    def text(self, runs: Sequence[TextRun]) -> None:
        """Runs as one text object for each box that they are cut off at."""
        for (clip, is_spot), some in groupby(runs, lambda run: (run.clip, bool(spot_name(run.colour)))):
            if clip or is_spot:
                self.canvas.saveState()
            if clip:
                self.clip((rounded(clip, 0.0),))
            if is_spot:
                self.canvas.setFillOverprint(True)
            words = self.canvas.beginText()
            colour = ""
            for run in some:
                if colour != run.colour:
                    colour = run.colour
                    words.setFillColor(self.ink(run.colour, True))
                words._code.append(f"1 0 0 -1 {number(run.left)} {number(run.baseline)} Tm")
                self.show(words, run)
            self.canvas.drawText(words)
            if clip or is_spot:
                self.canvas.restoreState()

    def show(self, words: Any, run: TextRun) -> None:
        """The glyphs of a run, where the text matrix of `words` is; the page's unit is the mm."""
        words._code.append(self.fonts[run.font].show(run))
