"""Scenes to PDF with reportlab: text stays text, art keeps its pixels, frames are stored once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby
from typing import Any, BinaryIO, Protocol

from cardtools.project.settings import Adjustment
from cardtools.render.compose.art_fit import ArtSource, cover, fitted
from cardtools.render.pdf.file import pdf_canvas, stored_art
from cardtools.render.pdf.fonts import PdfFont, number, utf16
from cardtools.render.pdf.glyphs import GlyphForms
from cardtools.render.pdf.intent import PressCondition, declare_pdfx4, declare_srgb
from cardtools.render.pdf.layers import end_form, page_group, set_layer, shade
from cardtools.render.pdf.reportlab_private import add_operators, document_of
from cardtools.render.pdf.spots import spot_colour, spot_name
from cardtools.render.pdf.tags import CardTags
from cardtools.render.pictures.images import Art
from cardtools.render.scene.pages import Page, PdfInfo, Placement
from cardtools.render.scene.scene import (
    Box,
    Contour,
    Fill,
    Group,
    Item,
    Layer,
    Matrix,
    Picture,
    Rectangle,
    Scene,
    Shadow,
    Stroke,
    Symbol,
    TextRun,
    TilePattern,
    blends,
    layered,
    moved,
    reach_of,
    runs_of,
)
from cardtools.render.scene.shadow import shadow_picture
from cardtools.render.scene.shapes import outline, placed, rounded
from cardtools.render.scene.units import em, points
from cardtools.render.text.arc import letters
from cardtools.render.text.fonts import Font
from cardtools.render.text.metrics import text_runs
from cardtools.render.text.shaping import shape_line


class Inks(Protocol):
    """The inks that a scene's colours are printed in, as colours of reportlab. PDF calls them `space`."""

    space: str

    def area(self, colour: str, /) -> Any:
        """The colour of an area or a line."""

    def text(self, colour: str, /) -> Any:
        """The colour of words and of lines."""

    def overprints(self, colour: str, /) -> bool:
        """Whether small words and thin lines of this colour are printed over what is below them."""

    def art(self, art: Art, /) -> Art:
        """The pixels of art in these inks."""


class ScreenColours:
    """The colours as they are, in RGB."""

    space = "DeviceRGB"

    def area(self, colour: str) -> Any:
        from reportlab.lib.colors import HexColor

        return HexColor(colour)

    text = area

    def overprints(self, colour: str) -> bool:
        return False

    def art(self, art: Art) -> Art:
        return art


SCREEN = ScreenColours()
_NONZERO = 1  # the rule by which outlines are filled, in reportlab's numbers
_INSET = 1e-5  # of an image's sides
_LINE = 0.5  # mm: a narrower area is a line
_SMALL = 18.0  # points: smaller words lose by the slightest gap around them


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
    tags. With a printing `condition` it is a
    PDF/X-4 file, if `inks` and `art` are those of the press. Raises InputError if a font is damaged.
    """
    version = (1, 6) if condition else None
    with pdf_canvas(file, fonts, info, not for_screen, version) as (canvas, embedded):
        if duplex:
            canvas.setViewerPreference("Duplex", f"DuplexFlip{duplex.title()}Edge")
        if condition:
            declare_pdfx4(document_of(canvas), info, condition)
        elif inks is SCREEN and not for_screen:
            declare_srgb(document_of(canvas))
        tags = None if for_screen else CardTags(canvas)
        writer = _PageWriter(canvas, embedded, art, inks, tags)
        writer.font_files = fonts
        writer.glyphs = GlyphForms(writer, fonts)
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

    def outside(items: Iterable[Item]) -> Iterator[Item]:
        for item in items:
            if not isinstance(item, Group):
                if not reach_of(item).inside(inner):
                    yield item
            elif some := tuple(outside(item.items)):
                yield replace(item, items=some)

    return Group("edges", tuple(outside(scene.items)))


def _area(scene: Scene) -> Box:
    """The card with its bleed."""
    return scene.trim.grown(scene.bleed)


def _text(item: Item) -> tuple[Matrix | None] | None:
    """A key that text runs share if they fit in one text object; None for other items."""
    return (item.turn,) if isinstance(item, TextRun) else None


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
        self.font_files: Mapping[str, Font] = {}
        self.glyphs = GlyphForms(self, {})
        self.forms: dict[tuple[Group | Picture | Rectangle, Box], str] = {}
        self.scenes: dict[int, tuple[Scene, str]] = {}  # by identity: they are large
        self.shadows: dict[tuple[Group, Shadow, Box], str] = {}
        self.paths: dict[tuple[tuple[Contour, ...], bool], Any] = {}

    def page(self, page: Page) -> None:
        canvas = self.canvas
        for placement in page.placements:
            scene = placement.scene
            self.prepare(scene.items, _area(scene), own=True)
            if reach := placement.mirrored:
                self.form(_edges(scene, reach), _area(scene))
            if placement.own:
                self.scene(scene)
                self.prepare(placement.own, _area(scene))
        whole = Box(0, 0, page.width, page.height)
        self.prepare((*page.marks, *page.lines), whole)
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
            self.draw(page.marks, whole)
        for placement in page.placements:
            with self.tags.card(placement) if self.tags else nullcontext():
                self.place(placement)
                if page.watermark:
                    self.watermark(page.watermark, page.watermark_font, placement)
        with self.tags.artifact() if self.tags else nullcontext():
            self.draw(page.lines, whole)
        canvas.showPage()
        if self.tags and any(layered(placement.scene.items) for placement in page.placements):
            page_group(canvas, self.inks.space)
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
        if self.tags and any(map(blends, scene.items)):  # with the paper too
            self.item(Rectangle(printed, 0.0, Fill(("#ffffff",))))
        if placement.own:
            canvas.doForm(self.scene(scene))
        else:
            self.draw(scene.items, _area(scene), own=True)
        if reach := placement.mirrored:
            self.mirror(self.form(_edges(scene, reach), _area(scene)), printed, _area(scene))
        self.draw(placement.own, _area(scene))
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

    def prepare(self, items: Iterable[Item], area: Box, own: bool = False) -> None:
        """Make the forms that drawing these items will use (between pages only): those of layers and, if the
        items are a scene's `own`, of all its groups."""
        for item in items:
            if isinstance(item, Group):
                if item.fill and item.fill[0].pattern:
                    self.tile(item.fill[0].pattern)
                if item.layer or (own and not item.fill):
                    self.form(item, area)
                else:
                    self.prepare(item.items, area)
            elif isinstance(item, TextRun):
                self.glyphs.prepare(item)
            elif isinstance(item, Rectangle | Symbol) and item.fill and item.fill.pattern:
                self.tile(item.fill.pattern)

    def form(self, group: Group, area: Box) -> str:
        """The name of the Form XObject for a group of a scene that fills the area, made when it is first seen
        (between pages only)."""
        key = (group, area)
        if key not in self.forms:
            self.prepare(group.items, area)
            if group.layer:
                if group.layer.mask:
                    self.mask(group.layer.mask, area)
                self.shadow_masks(group, group.layer, area)
            self.forms[key] = self.begin(area)
            self.draw(group.items, area)
            end_form(self.canvas, self.inks.space if group.layer else "")
        return self.forms[key]

    def scene(self, scene: Scene) -> str:
        """The name of the Form XObject for a whole scene; as `form`, after those of its groups."""
        if id(scene) not in self.scenes:
            name, area = f"card{len(self.scenes) + 1}", _area(scene)
            self.canvas.beginForm(name, area.left, area.top, area.right, area.bottom)
            self.draw(scene.items, area, own=True)
            end_form(self.canvas)
            self.scenes[id(scene)] = scene, name
        return self.scenes[id(scene)][1]

    def tile(self, pattern: TilePattern) -> str:
        """The name of the form for a tile of a pattern."""
        return self.form(Group("tile", pattern.items), Box(0, 0, pattern.width, pattern.height))

    def tiles(self, pattern: TilePattern, box: Box) -> None:
        """Draw a pattern over what is clipped of a box."""
        for place in pattern.places(box):
            self.canvas.saveState()
            self.canvas.transform(*place)
            self.canvas.doForm(self.tile(pattern))
            self.canvas.restoreState()

    def mask(self, mask: Picture | Rectangle, area: Box) -> str:
        """The name of the form for a soft mask."""
        key = (mask, area)
        if key not in self.forms:
            self.forms[key] = self.begin(area)
            self.item(mask)
            end_form(self.canvas, "DeviceRGB")
        return self.forms[key]

    def shadow_masks(self, group: Group, layer: Layer, area: Box) -> Iterable[tuple[Shadow, str]]:
        """A group's shadows that can be seen, each with the name of the form for its soft mask."""
        bare = replace(group, layer=replace(layer, blend="normal", shadows=()))
        for shadow in layer.shadows:
            key = (bare, shadow, area)
            if key not in self.shadows:
                made = shadow_picture(bare, shadow, area, self.font_files, self.art)
                self.shadows[key] = ""
                if made:
                    art, box = made
                    self.shadows[key] = f"shadow{len(self.shadows)}"
                    self.canvas.beginForm(self.shadows[key], area.left, area.top, area.right, area.bottom)
                    self.canvas.transform(box.width, 0, 0, -box.height, box.left, box.bottom)
                    self.image(art, {art.source: art})
                    end_form(self.canvas, "DeviceRGB")
        return [(one, name) for one in layer.shadows if (name := self.shadows[bare, one, area])]

    def begin(self, area: Box) -> str:
        name = f"group{len(self.forms) + 1}"
        self.canvas.beginForm(name, area.left, area.top, area.right, area.bottom)
        return name

    def draw(self, items: Iterable[Item], area: Box, own: bool = False) -> None:
        """The items in order; a scene's `own` groups and layers as forms, runs that follow one another as one
        text."""
        for text, part in groupby(items, _text):
            if text:
                self.turn(*text)
                self.text([item for item in part if isinstance(item, TextRun)])
                self.turn_back(*text)
                continue
            for item in part:
                if not isinstance(item, Group):
                    self.item(item)
                elif item.layer:
                    self.layer(item, item.layer, area)
                elif item.fill:
                    self.filled(item, *item.fill)
                elif own:
                    self.canvas.doForm(self.form(item, area))
                else:
                    self.draw(item.items, area)

    def layer(self, group: Group, layer: Layer, area: Box) -> None:
        for shadow, mask in self.shadow_masks(group, layer, area):
            self.canvas.saveState()
            set_layer(self.canvas, Layer(shadow.opacity, shadow.blend), mask)
            fill = Fill((shadow.colour,), shadow.opacity)
            self.shape((rounded(area, 0.0),), area, fill, None)
            self.canvas.restoreState()
        self.canvas.saveState()
        set_layer(self.canvas, layer, self.mask(layer.mask, area) if layer.mask else "")
        self.canvas.doForm(self.form(group, area))
        self.canvas.restoreState()

    def filled(self, group: Group, fill: Fill, box: Box) -> None:
        """Text as the outline of a gradient or a pattern: it can still be found and copied."""
        for (turn, clip), some in groupby(runs_of(group.items), lambda run: (run.turn, run.clip)):
            self.canvas.saveState()
            if turn:
                self.canvas.transform(*turn)
            if clip:
                self.clip((rounded(clip, 0.0),))
            runs = list(some)
            self.outlines(runs)
            self.canvas.saveState()
            words = self.canvas.beginText()
            add_operators(words, "7 Tr" if fill.colours else "4 Tr")
            for run in runs:
                if not fill.colours:
                    words.setFillColor(self.ink(run.colour, True))
                self.run(words, run)
            self.canvas.drawText(words)
            if self.glyphs.leave_letters(runs):  # else, nothing would be clipped
                if fill.colours:
                    self.canvas.saveState()
                    shade(self.canvas, fill, box, [self.inks.area(colour) for colour in fill.colours])
                    self.canvas.restoreState()
                if fill.pattern:
                    self.tiles(fill.pattern, box)
            self.canvas.restoreState()
            self.glyphs.draw(runs)
            self.canvas.restoreState()

    def turn(self, by: Matrix | None) -> None:
        if by:
            self.canvas.saveState()
            self.canvas.transform(*by)

    def turn_back(self, by: Matrix | None) -> None:
        if by:
            self.canvas.restoreState()

    def item(self, item: Rectangle | Symbol | Picture | TextRun) -> None:
        self.turn(item.turn)
        match item:
            case Rectangle(box, radius, fill, stroke):
                self.shape((rounded(box, radius),), box, fill, stroke)
            case Symbol(box, _, contours, fill, stroke):
                self.shape(placed(contours, box), box, fill, stroke, item.open)
            case Picture():
                self.picture(item)
        self.turn_back(item.turn)

    def path(self, contours: tuple[Contour, ...], is_open: bool = False) -> Any:
        if (contours, is_open) in self.paths:
            return self.paths[contours, is_open]
        path = self.paths[contours, is_open] = self.canvas.beginPath()
        for contour in contours:
            for kind, *values in contour:
                {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}[str(kind)](*values)
            if not is_open:
                path.close()
        return path

    def clip(self, contours: tuple[Contour, ...]) -> None:
        self.canvas.clipPath(self.path(contours), stroke=0, fill=0, fillMode=_NONZERO)

    def shape(
        self,
        contours: tuple[Contour, ...],
        box: Box,
        fill: Fill | None,
        stroke: Stroke | None,
        is_open: bool = False,
    ) -> None:
        canvas = self.canvas
        if fill and fill.colours:
            canvas.saveState()
            # Always with its opacity: without one, reportlab would draw opaquely again.
            is_line = min(box.width, box.height) <= _LINE
            canvas.setFillColor(self.ink(fill.colours[0], is_line), alpha=fill.opacity)
            self.overprint(canvas.setFillOverprint, fill.colours[0], is_line)
            if len(fill.colours) == 1:
                canvas.drawPath(self.path(contours), stroke=0, fill=1, fillMode=_NONZERO)
            else:
                canvas.clipPath(self.path(contours), stroke=0, fill=0, fillMode=_NONZERO)
                shade(canvas, fill, box, [self.inks.area(colour) for colour in fill.colours])
            canvas.restoreState()
        if fill and fill.pattern:
            canvas.saveState()
            self.clip(contours)
            self.tiles(fill.pattern, box)
            canvas.restoreState()
        if stroke:
            canvas.saveState()
            canvas.setStrokeColor(self.ink(stroke.colour, True), alpha=stroke.opacity)
            self.overprint(canvas.setStrokeOverprint, stroke.colour, stroke.width <= _LINE)
            canvas.setLineWidth(stroke.width)
            canvas.setLineJoin(stroke.join)
            if stroke.join == 0:
                canvas.setMiterLimit(stroke.miter)
            if stroke.cap:
                canvas.setLineCap(stroke.cap)
            canvas.drawPath(self.path(contours, is_open), stroke=1, fill=0)
            canvas.restoreState()

    def ink(self, colour: str, is_line: bool) -> Any:
        """A colour of reportlab: a spot colour, or one of the inks, for words and lines or for areas."""
        if spot_name(colour):
            return spot_colour(colour)
        return self.inks.text(colour) if is_line else self.inks.area(colour)

    def overprint(self, switch: Callable[[bool], object], colour: str, is_small: bool) -> None:
        """Print what follows over what is below it, if it is a spot colour or, small, in black alone."""
        is_black = is_small and self.inks.overprints(colour)
        switch(is_black or bool(spot_name(colour)))
        if is_black:
            self.canvas.setOverprintMask(1)  # the other inks stay

    def picture(self, item: Picture) -> None:
        art = self.inks.art(item.icon) if item.icon else self.art[item.source]
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
        self.image(art, {item.source: art} if item.icon else self.art, item.source)
        canvas.restoreState()

    def image(self, art: Art, source: ArtSource, name: str = "") -> None:
        """The pixels of art over the box of 1 x 1; they are read from the source when they are written."""
        # Not drawImage: it would hash the pixels with MD5 to recognise the art.
        form = f"art{art.digest}"
        if not self.canvas.hasForm(form):
            document_of(self.canvas).addForm(form, stored_art(form, source, name or art.source))
        self.canvas.doForm(form)

    def text(self, runs: Sequence[TextRun]) -> None:
        """Runs as one text object for each box that they are cut off at."""
        for (clip, is_over), part in groupby(runs, lambda run: (run.clip, self.is_over(run))):
            some = list(part)
            if clip or is_over:
                self.canvas.saveState()
            if clip:
                self.clip((rounded(clip, 0.0),))
            self.outlines(some)
            if is_over:
                self.overprint(self.canvas.setFillOverprint, some[0].colour, True)
            words = self.canvas.beginText()
            colour = ""
            for run in some:
                if colour != run.colour:
                    colour = run.colour
                    words.setFillColor(self.ink(run.colour, True))
                self.run(words, run)
            self.canvas.drawText(words)
            self.glyphs.draw(some)
            if clip or is_over:
                self.canvas.restoreState()

    def is_over(self, run: TextRun) -> str:
        """How the words of a run are printed over what is below them: in black, as a spot, or not ("")."""
        if spot_name(run.colour):
            return "spot"
        return "black" if run.size < _SMALL and self.inks.overprints(run.colour) else ""

    def outlines(self, runs: Iterable[TextRun]) -> None:
        """The outlines behind runs, as shapes: as text, the words would be found twice."""
        canvas = self.canvas
        for stroke, some in groupby((run for run in runs if run.stroke), lambda run: run.stroke):
            if not stroke:
                continue
            canvas.saveState()
            canvas.setStrokeColor(self.ink(stroke.colour, True), alpha=stroke.opacity)
            self.overprint(canvas.setStrokeOverprint, stroke.colour, stroke.width <= _LINE)
            canvas.setLineJoin(stroke.join)
            for run in some:
                for part in letters(replace(run, turn=None)):
                    self.outline(part, stroke.width)
            canvas.restoreState()

    def outline(self, run: TextRun, width: float) -> None:
        """The outlines of straight glyphs, this far around them."""
        canvas, font, left = self.canvas, self.font_files[run.font], run.left
        unit = em(run.size) / font.units
        for glyph, space in zip(run.glyphs, run.spacing(), strict=True):
            if contours := font.contours(glyph.id):
                self.turn(run.turn or (1, 0, 0, 1, 0, 0))
                canvas.transform(unit, 0, 0, -unit, left + glyph.x * unit, run.baseline - glyph.y * unit)
                canvas.setLineWidth(2 * width / unit)
                canvas.drawPath(self.path(contours), stroke=1, fill=0)
                canvas.restoreState()
            left += glyph.advance * unit + space * em(run.size)

    def run(self, words: Any, run: TextRun) -> None:
        """A run in its place; on an arc, letter by letter."""
        if not run.curve:
            add_operators(words, f"1 0 0 -1 {number(run.left)} {number(run.baseline)} Tm")
            self.show(words, run)
            return
        add_operators(words, f"/Span <</ActualText <FEFF{utf16(run.text)}>>> BDC")
        for part in letters(replace(run, turn=None)):
            a, b, c, d, _, _ = by = part.turn or (1, 0, 0, 1, 0, 0)
            place = moved(by, part.left, part.baseline)
            add_operators(words, " ".join(number(value, 6) for value in (a, b, -c, -d, *place)) + " Tm")
            self.show(words, part)
        add_operators(words, "EMC")

    def show(self, words: Any, run: TextRun) -> None:
        """The glyphs of a run, where the text matrix of `words` is; the page's unit is the mm."""
        add_operators(words, self.fonts[run.font].show(run))
