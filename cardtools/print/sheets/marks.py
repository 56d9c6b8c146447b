"""Printed beside the cards: crop marks, a ruler to check the scale, a label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtools.print.sheets.definition import CropMarks, Sheet, unfolded
from cardtools.print.sheets.layout import Side, cut_lines
from cardtools.render.scene.scene import Box, Fill, Item, Rectangle, Scene, Stroke, TextRun, around, turned
from cardtools.render.scene.shapes import cut_line
from cardtools.render.scene.units import em
from cardtools.render.text.metrics import FontMetrics, text_runs

INK = Fill(("#000000",))
GREY = "#555555"
LABEL_FONT = "label"
RULER = 100.0  # mm
FOLD = 3.0  # mm of the line at a fold
RULER_DEPTH = 2.0  # the ruler's longest tick
LARGE, SMALL = 7.0, 5.0  # points


def page_marks(sheet: Sheet, page: Side, title: str, metrics: FontMetrics | None) -> tuple[Item, ...]:
    """The marks of a page, all outside its cards; ruler and label only if a margin has room for them."""
    marks, block = sheet.marks, around(cell.box for cell in page.cells)
    if marks is None or block is None or page.back:  # the fronts say where to cut
        return ()
    # Where bleed is printed the marks begin behind it.
    gap = max(marks.gap, sheet.bleed + 0.5 if sheet.bleed else 0.0)
    found: list[Item] = list(_crop_marks(marks, page, block, gap))
    if sheet.fold != "none":
        found += _fold_marks(sheet, page, metrics)
    taken = gap + marks.length + 0.6
    if metrics and marks.ruler:
        found += _ruler(sheet, page, block, taken, metrics)
    if metrics and marks.label:
        found += _label(sheet, page, block, taken, title, metrics)
    return tuple(found)


def cut_outlines(sheet: Sheet, page: Side, scenes: Sequence[Scene]) -> Iterator[Item]:
    """The outlines of cards, over them: where asked for, of hexagons, in own places, of standees' folds."""
    marks = sheet.marks
    if marks is None or page.back:
        return
    wide = [Stroke(marks.second, 3 * marks.width)] if marks.second and not marks.spot else []
    strokes = [*wide, Stroke(f"{marks.spot}{marks.colour}", marks.width)]
    for cell in (cell for cell in page.cells if not cell.back):
        scene = scenes[cell.card]
        if cell.place:
            foot = cell.place.foot
            corner, body = scene.corner if foot is None else 0.0, unfolded(scene.width, scene.height, foot)
            lines = [cut_line(scene.shape, body, corner, stroke) for stroke in strokes]
            for y in () if foot is None else (-scene.height, 0.0, scene.height):
                lines.append(Rectangle(Box(0, y - 0.05, scene.width, 0.1), 0.0, Fill((GREY,))))
            yield from (turned(line, cell.lying) for line in lines)
        elif marks.outline or page.shape == "hexagon":
            yield from (cut_line(page.shape, cell.box, scenes[0].corner, stroke) for stroke in strokes)


def _crop_marks(marks: CropMarks, page: Side, block: Box, gap: float) -> Iterator[Rectangle]:
    """A line at both ends of each cut beside the cards, or a `full` one over the paper, below them."""
    for axis, at in cut_lines(page):
        before, after, end = block.left - gap, block.right + gap, page.width
        if axis == "x":
            before, after, end = block.top - gap, block.bottom + gap, page.height
        beside = [(before - marks.length, before), (after, after + marks.length)]
        for start, stop in [(0.0, end)] if marks.full else beside:
            if marks.second:
                yield from _line(page, axis, at, start, stop, 3 * marks.width, Fill((marks.second,)))
            yield from _line(page, axis, at, start, stop, marks.width, Fill((marks.colour,)))


def _fold_marks(sheet: Sheet, page: Side, metrics: FontMetrics | None) -> Iterator[Item]:
    """Where the paper is folded: a line at both ends of it, with its name where there is a font."""
    axis, at = ("x", page.width / 2) if sheet.fold == "vertical" else ("y", page.height / 2)
    end = page.height if axis == "x" else page.width
    for start, stop in ((0.0, sheet.edge + FOLD), (end - sheet.edge - FOLD, end)):
        yield from _line(page, axis, at, start, stop, 0.2, Fill((GREY,)))
    if metrics:
        half = metrics.width(LABEL_FONT, "fold") * em(SMALL) / 2
        place = (at + half + 0.8, sheet.edge + 1.6) if axis == "x" else (sheet.edge + half, at - 0.6)
        yield from words("fold", *place, SMALL, metrics)


def _line(
    page: Side, axis: str, at: float, start: float, stop: float, width: float, ink: Fill
) -> Iterator[Rectangle]:
    box = Box(start, at - width / 2, stop - start, width)
    if axis == "x":
        box = Box(at - width / 2, start, width, stop - start)
    left, top = max(0.0, box.left), max(0.0, box.top)
    across, down = min(page.width, box.right) - left, min(page.height, box.bottom) - top
    if across > 0 and down > 0:
        yield Rectangle(Box(left, top, across, down), 0.0, ink)


def _ruler(sheet: Sheet, page: Side, block: Box, taken: float, metrics: FontMetrics) -> Iterator[Item]:
    """A line of 100 mm with a tick every 10 mm, below the cards or on their left."""
    below = page.height - sheet.edge - (block.bottom + taken)
    beside = block.left - taken - sheet.edge
    if below >= RULER_DEPTH + 2.6 and page.width - 2 * sheet.edge >= RULER:
        yield from ruler(page.width / 2, block.bottom + taken, metrics)
    elif beside >= RULER_DEPTH and page.height - 2 * sheet.edge >= RULER + 6:
        right, top = block.left - taken, (page.height - RULER) / 2
        yield Rectangle(Box(right - 0.12, top, 0.12, RULER), 0.0, INK)
        for at, high in _ticks():
            yield Rectangle(Box(right - high, top + at, high, 0.12), 0.0, INK)
        width = metrics.width(LABEL_FONT, "100 mm") * em(SMALL)
        # Below its end, where nothing is cut: a cut would run through the words.
        baseline = top + RULER + 2.4
        clear = all(abs(at - baseline + 0.6) > 1.2 for axis, at in cut_lines(page) if axis == "y")
        if clear and width <= block.left - 1 - sheet.edge:
            middle = max(sheet.edge + width / 2, right - width / 2)
            yield from words("100 mm", middle, baseline, SMALL, metrics)


def ruler(middle: float, top: float, metrics: FontMetrics) -> Iterator[Item]:
    """A line of 100 mm with a tick every 10 mm, and what it is for below it."""
    left = middle - RULER / 2
    yield Rectangle(Box(left, top, RULER, 0.12), 0.0, INK)
    for at, high in _ticks():
        yield Rectangle(Box(left + at, top, 0.12, high), 0.0, INK)
    yield from words("100 mm: print at actual size", middle, top + RULER_DEPTH + 2.2, LARGE, metrics)


def _ticks() -> Iterator[tuple[float, float]]:
    for step in range(11):
        # The outer ticks end where the ruler does: from edge to edge it is 100 mm.
        at = min(max(step * 10 - 0.06, 0.0), RULER - 0.12)
        yield at, RULER_DEPTH if step % 5 == 0 else 0.6 * RULER_DEPTH


def _label(
    sheet: Sheet, page: Side, block: Box, taken: float, title: str, metrics: FontMetrics
) -> Iterator[Item]:
    """Which sheet this is: above the crop marks, or between two of them where the margin is narrow."""
    text = f"{title} - sheet {page.number} of {page.pages}"
    first, above = page.cells[0].box, block.top - sheet.bleed
    width = metrics.width(LABEL_FONT, text) * em(SMALL)
    if block.top - taken - sheet.edge >= 2.0:
        yield from words(text, page.width / 2, block.top - taken, LARGE, metrics)
    elif above - sheet.edge >= 1.3 and width <= first.width - 4:
        yield from words(text, first.left + first.width / 2, above - 0.5, SMALL, metrics)


def words(text: str, middle: float, baseline: float, size: float, metrics: FontMetrics) -> list[TextRun]:
    """A line of text in the label font, centred."""
    width = metrics.width(LABEL_FONT, text) * em(size)
    return text_runs(metrics.line(LABEL_FONT, text), middle - width / 2, baseline, size, GREY)
