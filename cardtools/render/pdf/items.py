"""Items of scenes on the canvas of a PDF: shapes, pictures, words, and groups as forms, each drawn once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, BinaryIO

from cardtools.render.pdf.file import stored_art
from cardtools.render.pdf.fonts import PdfFont, number, utf16
from cardtools.render.pdf.glyphs import GlyphForms
from cardtools.render.pdf.ink import spot_colour, spot_name
from cardtools.render.pdf.layers import saved, set_layer, shade
from cardtools.render.pdf.reportlab_private import add_operators, document_of, end_form
from cardtools.render.pictures.icons import Drawing
from cardtools.render.pictures.images import Art
from cardtools.render.scene.pages import Page
from cardtools.render.scene.scene import (
    UPRIGHT,
    Box,
    Contour,
    Fill,
    Group,
    Item,
    Layer,
    Picture,
    Rectangle,
    Scene,
    Shadow,
    Stroke,
    Symbol,
    TextRun,
    TilePattern,
    moved,
    runs_of,
)
from cardtools.render.scene.shadow import shadow_picture
from cardtools.render.scene.shapes import ArtSource, cover, fitted, placed, rounded
from cardtools.render.text.arc import letters, placed_glyphs
from cardtools.render.text.fonts import Font


class Inks:
    """The inks of a scene's colours, as colours of reportlab; these are the screen's own."""

    space = "DeviceRGB"

    def area(self, colour: str) -> Any:
        from reportlab.lib.colors import HexColor

        return HexColor(colour)

    def text(self, colour: str) -> Any:
        """The colour of words and of lines."""
        return self.area(colour)

    def overprints(self, colour: str) -> bool:
        """Whether small words and thin lines of this colour are printed over what is below them."""
        return False

    def art(self, art: Art) -> Art:
        return art


SCREEN = Inks()
Contours = tuple[Contour, ...]
_NONZERO = 1  # the rule by which outlines are filled, in reportlab's numbers
_INSET = 1e-5  # of an image's sides
_LINE = 0.5  # mm: a narrower area is a line
_SMALL = 18.0  # points: smaller words lose by the slightest gap around them


@dataclass
class ItemWriter:
    """Draws items on a reportlab canvas, in mm from the top left; `fonts` are by PostScript name."""

    canvas: Any
    fonts: Mapping[str, PdfFont]
    font_files: Mapping[str, Font]
    art: ArtSource
    inks: Inks
    for_screen: bool
    draw_page: Callable[[BinaryIO, Page], None]

    def __post_init__(self) -> None:
        self.glyphs = GlyphForms(self, self.font_files)
        self.forms: dict[tuple[Group | Picture | Rectangle, Box], str] = {}
        self.scenes: dict[int, tuple[Scene, str]] = {}  # by identity: they are large
        self.shadows: dict[tuple[Group, Shadow, Box], str] = {}
        self.paths: dict[tuple[Contours, bool], Any] = {}

    def prepare(self, items: Iterable[Item], area: Box, own: bool = False) -> None:
        """Make the forms that drawing these items will use (between pages only): those of layers and, if the
        items are a scene's `own`, of all its groups."""
        for item in items:
            fill = item.fill[0] if isinstance(item, Group) and item.fill else getattr(item, "fill", None)
            if fill and fill.pattern:
                self.tile(fill.pattern)
            if isinstance(item, TextRun):
                self.glyphs.prepare(item)
            elif isinstance(item, Group) and (item.layer or (own and not item.fill and not item.clip)):
                self.form(item, area)
            elif isinstance(item, Group):
                self.prepare(item.items, area)

    @contextmanager
    def new_form(self, name: str, area: Box, group: str = "") -> Iterator[None]:
        """Make a form of what is drawn meanwhile; as a transparency group, it blends in a colour space."""
        self.canvas.beginForm(name, area.left, area.top, area.right, area.bottom)
        yield
        end_form(self.canvas, group)

    def form(self, item: Group | Picture | Rectangle, area: Box) -> str:
        """The name of the form of a group or a soft mask, made when first seen (between pages only)."""
        key = (item, area)
        if key not in self.forms:
            items, space = ((item,), "DeviceRGB") if not isinstance(item, Group) else (item.items, "")
            self.prepare(items, area)
            if isinstance(item, Group) and item.layer:
                space = self.inks.space
                if item.layer.mask:
                    self.form(item.layer.mask, area)
                self.shadow_masks(item, item.layer, area)
            self.forms[key] = f"group{len(self.forms) + 1}"
            with self.new_form(self.forms[key], area, space):
                self.draw(items, area)
        return self.forms[key]

    def scene(self, scene: Scene) -> str:
        """The name of the Form XObject for a whole scene; as `form`, after those of its groups."""
        if id(scene) not in self.scenes:
            name = f"card{len(self.scenes) + 1}"
            with self.new_form(name, scene.whole):
                self.draw(scene.items, scene.whole, own=True)
            self.scenes[id(scene)] = scene, name
        return self.scenes[id(scene)][1]

    def tile(self, pattern: TilePattern) -> str:
        return self.form(Group("tile", pattern.items), Box(0, 0, pattern.width, pattern.height))

    def tiles(self, pattern: TilePattern, box: Box) -> None:
        for place in pattern.places(box):
            with saved(self.canvas, place):
                self.canvas.doForm(self.tile(pattern))

    def shadow_masks(self, group: Group, layer: Layer, area: Box) -> Iterable[tuple[Shadow, str]]:
        """A group's shadows that can be seen, each with the name of the form for its soft mask."""
        bare = replace(group, layer=replace(layer, blend="normal", shadows=()))
        for shadow in layer.shadows:
            key = (bare, shadow, area)
            if key not in self.shadows:
                self.shadows[key] = ""
                if made := shadow_picture(bare, shadow, area, self.draw_page):
                    art, box = made
                    self.shadows[key] = f"shadow{len(self.shadows)}"
                    with self.new_form(self.shadows[key], area, "DeviceRGB"):
                        self.canvas.transform(box.width, 0, 0, -box.height, box.left, box.bottom)
                        self.image(art)
        return [(one, name) for one in layer.shadows if (name := self.shadows[bare, one, area])]

    def draw(self, items: Iterable[Item], area: Box, own: bool = False) -> None:
        """The items in order: a scene's `own` groups and layers as forms, runs in a row as one text."""
        for text, part in groupby(items, lambda item: (item.turn,) if isinstance(item, TextRun) else None):
            if text:
                with saved(self.canvas, *text) if text[0] else nullcontext():
                    self.text([item for item in part if isinstance(item, TextRun)])
                continue
            for item in part:
                if not isinstance(item, Group):
                    self.item(item)
                elif item.layer:
                    self.layer(item, item.layer, area)
                elif item.fill:
                    self.filled(item, *item.fill)
                elif item.clip:
                    with saved(self.canvas):
                        self.clip((item.clip,))
                        self.draw(item.items, area)
                elif own:
                    self.canvas.doForm(self.form(item, area))
                else:
                    self.draw(item.items, area)

    def layer(self, group: Group, layer: Layer, area: Box) -> None:
        for shadow, mask in self.shadow_masks(group, layer, area):
            with saved(self.canvas):
                set_layer(self.canvas, Layer(shadow.opacity, shadow.blend), mask)
                self.shape((rounded(area, 0.0),), area, Fill((shadow.colour,), shadow.opacity), None)
        with saved(self.canvas):
            set_layer(self.canvas, layer, self.form(layer.mask, area) if layer.mask else "")
            self.canvas.doForm(self.form(group, area))

    def filled(self, group: Group, fill: Fill, box: Box) -> None:
        """Text as the outline of a gradient or a pattern: it can still be found and copied."""
        for (turn, clip), some in groupby(runs_of(group.items), lambda run: (run.turn, run.clip)):
            with saved(self.canvas, turn):
                if clip:
                    self.clip((rounded(clip, 0.0),))
                runs = list(some)
                self.outlines(runs)
                with saved(self.canvas):
                    words = self.canvas.beginText()
                    add_operators(words, "7 Tr" if fill.colours else "4 Tr")
                    for run in runs:
                        if not fill.colours:
                            words.setFillColor(self.ink(run.colour, True))
                        self.run(words, run)
                    self.canvas.drawText(words)
                    if self.glyphs.leave_letters(runs):  # else, nothing would be clipped
                        if fill.colours:
                            with saved(self.canvas):
                                shade(self.canvas, fill, box, self.inks.area)
                        if fill.pattern:
                            self.tiles(fill.pattern, box)
                self.glyphs.draw(runs)

    def item(self, item: Rectangle | Symbol | Picture | TextRun) -> None:
        with saved(self.canvas, item.turn) if item.turn else nullcontext():
            match item:
                case Rectangle(box, radius, fill, stroke):
                    self.shape((rounded(box, radius),), box, fill, stroke)
                case Symbol(box, _, contours, fill, stroke):
                    self.shape(placed(contours, box), box, fill, stroke, item.open)
                case Picture():
                    self.picture(item)

    def path(self, contours: Contours, is_open: bool = False) -> Any:
        path = self.paths.get((contours, is_open))
        if path is None:
            path = self.paths[contours, is_open] = self.canvas.beginPath()
            draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
            for contour in contours:
                for kind, *values in contour:
                    draw[str(kind)](*values)
                if not is_open:
                    path.close()
        return path

    def clip(self, contours: Contours) -> None:
        self.canvas.clipPath(self.path(contours), stroke=0, fill=0, fillMode=_NONZERO)

    def shape(
        self, outline: Contours, box: Box, fill: Fill | None, stroke: Stroke | None, is_open: bool = False
    ) -> None:
        canvas = self.canvas
        if fill and fill.colours:
            with saved(canvas):
                # Always with its opacity: without one, reportlab would draw opaquely again.
                is_line = min(box.width, box.height) <= _LINE
                canvas.setFillColor(self.ink(fill.colours[0], is_line), alpha=fill.opacity)
                self.overprint(canvas.setFillOverprint, fill.colours[0], is_line)
                if len(fill.colours) == 1:
                    canvas.drawPath(self.path(outline), stroke=0, fill=1, fillMode=_NONZERO)
                else:
                    self.clip(outline)
                    shade(canvas, fill, box, self.inks.area)
        if fill and fill.pattern:
            with saved(canvas):
                self.clip(outline)
                self.tiles(fill.pattern, box)
        if stroke:
            with self.line(stroke):
                canvas.setLineWidth(stroke.width)
                canvas.setLineJoin(stroke.join)
                if stroke.join == 0:
                    canvas.setMiterLimit(stroke.miter)
                if stroke.cap:
                    canvas.setLineCap(stroke.cap)
                if stroke.dashes:
                    canvas.setDash([*stroke.dashes])
                canvas.drawPath(self.path(outline, is_open), stroke=1, fill=0)

    @contextmanager
    def line(self, stroke: Stroke) -> Iterator[None]:
        with saved(self.canvas):
            self.canvas.setStrokeColor(self.ink(stroke.colour, True), alpha=stroke.opacity)
            self.overprint(self.canvas.setStrokeOverprint, stroke.colour, stroke.width <= _LINE)
            yield

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
        unit = item.box.width / crop.width, item.box.height / crop.height  # mm a pixel
        canvas = self.canvas
        with saved(canvas):
            self.clip(placed(item.mask, item.box) if item.mask else (rounded(item.box, item.radius),))
            # Images are upright in PDF's own direction, so they are flipped back on the flipped page.
            wide, high = art.width * unit[0], art.height * unit[1]
            left, top = item.box.left - crop.left * unit[0], item.box.top - crop.top * unit[1]
            if isinstance(art, Drawing):
                self.draw(art.icon.items(art.source, Box(left, top, wide, high), None, None), item.box)
                return
            canvas.transform(wide, 0, 0, -high, left, top + high)
            if self.for_screen:
                # PDFium fills every pixel that an image touches: a rounding error must not touch one more.
                canvas.transform(1 - 2 * _INSET, 0, 0, 1 - 2 * _INSET, _INSET, _INSET)
            self.image(art, "" if item.icon else item.source)

    def image(self, art: Art, source: str = "") -> None:
        """The pixels of art over the box of 1 x 1; from a source, they are read when they are written."""
        # Not drawImage: it would hash the pixels with MD5 to recognise the art.
        form = f"art{art.digest}"
        if not self.canvas.hasForm(form):
            stored = stored_art(form, partial(self.art.__getitem__, source) if source else lambda: art)
            document_of(self.canvas).addForm(form, stored)
        self.canvas.doForm(form)

    def text(self, runs: Sequence[TextRun]) -> None:
        """Runs as one text object for each box that they are cut off at."""
        for (clip, is_over), part in groupby(runs, lambda run: (run.clip, self.is_over(run))):
            some = list(part)
            with saved(self.canvas) if clip or is_over else nullcontext():
                if clip:
                    self.clip((rounded(clip, 0.0),))
                self.outlines(some)
                if is_over:
                    self.overprint(self.canvas.setFillOverprint, some[0].colour, True)
                words = self.canvas.beginText()
                for colour, alike in groupby(some, lambda run: run.colour):
                    words.setFillColor(self.ink(colour, True))
                    for run in alike:
                        self.run(words, run)
                self.canvas.drawText(words)
                self.glyphs.draw(some)

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
            with self.line(stroke):
                canvas.setLineJoin(stroke.join)
                for part in (part for run in some for part in letters(replace(run, turn=None))):
                    font = self.font_files[part.font]
                    for glyph, place in placed_glyphs(part, font.units):
                        if contours := font.contours(glyph.id):
                            with saved(canvas, part.turn or UPRIGHT):
                                canvas.transform(*place)
                                canvas.setLineWidth(2 * stroke.width / place[0])
                                canvas.drawPath(self.path(contours), stroke=1, fill=0)

    def run(self, words: Any, run: TextRun) -> None:
        """A run in its place; on an arc, letter by letter."""
        if not run.curve:
            add_operators(words, f"1 0 0 -1 {number(run.left)} {number(run.baseline)} Tm")
            self.show(words, run)
            return
        add_operators(words, f"/Span <</ActualText <FEFF{utf16(run.text)}>>> BDC")
        for part in letters(replace(run, turn=None)):
            a, b, c, d, _, _ = by = part.turn or UPRIGHT
            place = moved(by, part.left, part.baseline)
            add_operators(words, " ".join(number(value, 6) for value in (a, b, -c, -d, *place)) + " Tm")
            self.show(words, part)
        add_operators(words, "EMC")

    def show(self, words: Any, run: TextRun) -> None:
        """The glyphs of a run, where the text matrix of `words` is; the page's unit is the mm."""
        add_operators(words, self.fonts[run.font].show(run))
