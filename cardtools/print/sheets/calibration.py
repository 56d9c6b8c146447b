"""A test page for a printer: how far off it prints on each side of the paper, and what corrects that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import BinaryIO

from cardtools.print.sheets.definition import sheet_fault
from cardtools.print.sheets.printing import SheetDefinition
from cardtools.project.settings import Adjustment, Printer
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.scene.pages import Page, PdfInfo
from cardtools.render.scene.scene import Box, Fill, Item, Rectangle
from cardtools.render.scene.units import em
from cardtools.render.text.metrics import FontMetrics, text_runs

_FONT = "text"
_SIZE = 9.0  # points
_TEXT = (
    "Print this page on both sides of one sheet, at actual size, and hold it against the light.",
    "1. Scale: the thick line is 100 mm long. Measure it; scale = 100 divided by what you measure.",
    "2. Place: measure the distances of the cross from the left and from the upper edge of the paper.",
    "    They should be {x:.1f} mm and {y:.1f} mm. dx and dy are these numbers minus what you measured.",
    "3. Angle: measure from the left edge to both ends of the long upright line. The difference",
    "    (lower minus upper) in mm, times {turn:.3f}, is the angle in degrees.",
    "4. Do the same on the other side, as `back`; there, turn the paper as a page of a book.",
    "",
    "Then write into cardtools.toml, and print this page again with --printer:",
    "",
    "[[printers]]",
    'name = "office"',
    "front = {{ dx = 0.3, dy = -0.5, angle = 0.1, scale = 1.002 }}",
    "back = {{ dx = -0.2, dy = 0.4 }}",
)


def write_calibration(file: BinaryIO, definition: SheetDefinition, printer: Printer | None) -> None:
    """The test's front and back, corrected for `printer`. Raises InputError if the sheet has no font."""
    sheet, font = definition.layout, definition.label_font
    if font is None:
        hint = 'write font = "../fonts/NAME.ttf" under [marks]'
        raise sheet_fault(definition.path, "the test page needs a font", hint)
    width, height = sheet.size
    metrics = FontMetrics({_FONT: [font]})
    pages = []
    for side in ("front", "back"):
        adjust: Adjustment | None = getattr(printer, side) if printer else None
        marks = (*_grid(width, height), *_words(side, width, height, metrics, adjust))
        pages.append(Page(width, height, (), marks, Box(0, 0, width, height), adjust=adjust))
    duplex = "long" if sheet.flip == "none" else sheet.flip
    write_pdf(file, pages, {font.name: font}, {}, PdfInfo("Printer calibration"), duplex)


def _line(left: float, top: float, width: float, height: float, colour: str = "#000000") -> Rectangle:
    return Rectangle(Box(left, top, width, height), 0.0, Fill((colour,)))


def _grid(width: float, height: float) -> Iterator[Item]:
    """A cross in the middle, lines every 10 mm, the 100 mm line, the upright line."""
    x, y = width / 2, height / 2
    for step, side in product(range(1, int(width / 20)), (-10, 10)):
        yield _line(x + side * step - 0.05, 8, 0.1, height - 16, "#b8c4d0")
    for step, side in product(range(1, int(height / 20)), (-10, 10)):
        yield _line(8, y + side * step - 0.05, width - 16, 0.1, "#b8c4d0")
    yield _line(x - 0.1, 8, 0.2, height - 16)
    yield _line(x - 20, y - 0.1, 40, 0.2)
    yield _line(x - 50, y + 20 - 0.3, 100, 0.6)
    for at in (x - 50, x + 50):
        yield _line(at - 0.1, y + 17, 0.2, 6)


def _words(
    side: str, width: float, height: float, metrics: FontMetrics, adjust: Adjustment | None
) -> Iterator[Item]:
    values = {"x": width / 2, "y": height / 2, "turn": 57.2958 / (height - 16)}
    title = f"cardtools printer test, {side}{', corrected' if adjust else ''}"
    lines = [title, "", *(line.format(**values) for line in _TEXT)] if side == "front" else [title]
    size = min(_SIZE, _SIZE * (width - 30) / em(_SIZE) / max(metrics.width(_FONT, line) for line in lines))
    baseline = 20.0
    for line in lines:
        if line:
            wide = metrics.width(_FONT, line) * em(size)
            # Hides the grid behind the words.
            yield _line(14, baseline - em(size), wide + 2, em(size) * 1.3, "#ffffff")
            yield from text_runs(metrics.line(_FONT, line), 15, baseline, size, "#000000")
        baseline += em(size) * 1.45
