"""Glyphs in colours in a PDF: forms, drawn over words without ink, which can be found and copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from cardtools.render.pdf.layers import ramp, saved, set_layer
from cardtools.render.pdf.reportlab_private import end_form
from cardtools.render.scene.scene import UPRIGHT, Box, Glyph, Layer, TextRun
from cardtools.render.scene.shapes import rounded
from cardtools.render.text.arc import letters, placed_glyphs
from cardtools.render.text.colour_glyphs import ColourGlyph, Gradient, Paint
from cardtools.render.text.fonts import Font

_Key = tuple[str, int, str, bool]


class GlyphForms:
    """The forms of glyphs in colours of one PDF; `fonts` are by PostScript name. `writer` draws the items."""

    def __init__(self, writer: Any, fonts: Mapping[str, Font]) -> None:
        self.writer = writer
        self.fonts = {name: font for name, font in fonts.items() if font.colours}
        self.names: dict[_Key, str] = {}

    def prepare(self, run: TextRun) -> None:
        """Make the forms that a run will use (between pages only)."""
        font = self.fonts.get(run.font)
        if font is None or run.colours == "none":
            return
        for glyph in run.glyphs:
            if coloured := font.in_colours(glyph.id):
                key = _key(run, glyph, coloured)
                if key not in self.names:
                    self.names[key] = self._form(f"glyph{len(self.names) + 1}", run, coloured)

    def draw(self, runs: Iterable[TextRun]) -> None:
        """Draw the glyphs in colours of runs, whose words are there already; `turn` is that of the page."""
        canvas = self.writer.canvas
        for run in runs:
            font = self.fonts.get(run.font)
            if font is None or run.colours == "none":
                continue
            for part in letters(replace(run, turn=None)):
                for glyph, place in placed_glyphs(part, font.units):
                    if coloured := font.in_colours(glyph.id):
                        with saved(canvas, part.turn or UPRIGHT):
                            canvas.transform(*place)
                            canvas.doForm(self.names[_key(part, glyph, coloured)])

    def leave_letters(self, runs: Iterable[TextRun]) -> bool:
        """Whether runs have letters without colours of their own, too."""
        for run in runs:
            font, letters = self.fonts.get(run.font), (glyph for glyph in run.glyphs if glyph.text.strip())
            if font is None or not all(font.in_colours(glyph.id) for glyph in letters):
                return True
        return not self.fonts

    def _form(self, name: str, run: TextRun, glyph: ColourGlyph) -> str:
        assert glyph.box, "only then is it drawn"
        canvas, box = self.writer.canvas, glyph.box
        own = run.colours == "own"
        masks = [
            self._mask(f"{name}mask{number}", paint.gradient, box) if paint.gradient and own else ""
            for number, paint in enumerate(glyph.paints)
        ]
        canvas.beginForm(name, *box)
        left, top, width, height = box[0], box[1], box[2] - box[0], box[3] - box[1]
        if glyph.picture and own:
            with saved(canvas, (width, 0, 0, height, left, top)):
                self.writer.image(self.writer.inks.art(glyph.picture))
        elif glyph.picture:
            self._paint(Paint(((rounded(Box(left, top, width, height), 0.0),),)), run, "")
        for paint, mask in zip(glyph.paints, masks, strict=True):
            self._paint(paint, run, mask)
        end_form(canvas)
        return name

    def _mask(self, name: str, gradient: Gradient, box: tuple[float, float, float, float]) -> str:
        """The name of the form for the opacities of a gradient; "" if it has only one."""
        shares = [opacity for _, _, opacity in gradient.stops]
        if len(set(shares)) == 1:
            return ""
        from reportlab.lib.colors import Color

        canvas = self.writer.canvas
        canvas.beginForm(name, *box)
        with saved(canvas, gradient.frame):
            greys = [Color(share, share, share) for share in shares]
            canvas.shade(ramp(gradient.ends, greys, [at for at, _, _ in gradient.stops]))
        end_form(canvas, "DeviceRGB")
        return name

    def _paint(self, paint: Paint, run: TextRun, mask: str) -> None:
        canvas, gradient = self.writer.canvas, paint.gradient
        solid = run.colours == "solid"
        with saved(canvas):
            for shape in paint.shapes[:-1] if solid or not gradient else paint.shapes:
                self.writer.clip(shape)
            if gradient and not solid:
                set_layer(canvas, Layer(1.0 if mask else gradient.stops[0][2]), mask)
                inks = [self._ink(colour, run) for _, colour, _ in gradient.stops]
                canvas.transform(*gradient.frame)
                canvas.shade(ramp(gradient.ends, inks, [at for at, _, _ in gradient.stops]))
            else:
                ink = self._ink("" if solid else paint.colour, run)
                canvas.setFillColor(ink, alpha=1.0 if solid else paint.opacity)
                canvas.drawPath(self.writer.path(paint.shapes[-1]), stroke=0, fill=1, fillMode=1)

    def _ink(self, colour: str, run: TextRun) -> Any:
        return self.writer.ink(colour or run.colour, not colour)


def _key(run: TextRun, glyph: Glyph, coloured: ColourGlyph) -> _Key:
    solid = run.colours == "solid"
    return run.font, glyph.id, run.colour if solid or coloured.takes_colour else "", solid
