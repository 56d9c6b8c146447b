"""What is printed beside the cards: crop marks, a ruler to check the scale, a label."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.render.metrics import Metrics, em
from cardtools.render.scene import Box, Fill, Item, Rectangle, TextRun
from cardtools.sheets.layout import CropMarks, Sheet, Side, cut_lines

INK = Fill(("#000000",))
GREY = "#555555"
RULER = 100.0  # mm
FOLD = 3.0  # mm of the line at a fold
RULER_DEPTH = 2.0  # the ruler's longest tick
LARGE, SMALL = 7.0, 5.0  # points


def page_marks(sheet: Sheet, page: Side, title: str, metrics: Metrics | None, font: str) -> tuple[Item, ...]:
    """The marks of a page, all outside its cards; ruler and label only where a margin has room for them."""
    marks = sheet.marks
    if marks is None or not page.cells:
        return ()
    block = _block(page)
    if page.back:
        return ()  # the fronts say where to cut
    found: list[Item] = list(crop_marks(sheet, marks, page))
    if sheet.fold != "none":
        found += fold_marks(sheet, page, metrics, font)
    if metrics and marks.ruler:
        found += _ruler(sheet, marks, page, block, metrics, font)
    if metrics and marks.label:
        found += _label(sheet, marks, page, block, title, metrics, font)
    return tuple(found)


def _block(page: Side) -> Box:
    """The rectangle around all cards of the page."""
    left, top = min(cell.box.left for cell in page.cells), min(cell.box.top for cell in page.cells)
    right, bottom = max(cell.box.right for cell in page.cells), max(cell.box.bottom for cell in page.cells)
    return Box(left, top, right - left, bottom - top)


def _gap(sheet: Sheet, marks: CropMarks) -> float:
    # Where bleed is printed the marks begin behind it.
    return max(marks.gap, sheet.bleed + 0.5 if sheet.bleed else 0.0)


def crop_marks(sheet: Sheet, marks: CropMarks, page: Side) -> Iterator[Rectangle]:
    """A line at both ends of every cut, outside the whole block of cards and inside the paper; `full` ones
    run over the whole paper, below the cards.
    """
    block, gap = _block(page), _gap(sheet, marks)
    for axis, at in cut_lines(page):
        before, after, end = (
            (block.top - gap, block.bottom + gap, page.height)
            if axis == "x"
            else (block.left - gap, block.right + gap, page.width)
        )
        ends = (
            [(0.0, end)] if marks.full else [(before - marks.length, before), (after, after + marks.length)]
        )
        for start, stop in ends:
            if marks.second:
                yield from _line(page, axis, at, start, stop, 3 * marks.width, Fill((marks.second,)))
            yield from _line(page, axis, at, start, stop, marks.width, Fill((marks.colour,)))


def fold_marks(sheet: Sheet, page: Side, metrics: Metrics | None, font: str) -> Iterator[Item]:
    """Where the paper is folded: a line at both ends of it, with its name where there is a font."""
    axis, at = ("x", page.width / 2) if sheet.fold == "vertical" else ("y", page.height / 2)
    end = page.height if axis == "x" else page.width
    for start, stop in ((0.0, sheet.edge + FOLD), (end - sheet.edge - FOLD, end)):
        yield from _line(page, axis, at, start, stop, 0.2, Fill((GREY,)))
    if metrics:
        half = metrics.width(font, "fold") * em(SMALL) / 2
        place = (at + half + 0.8, sheet.edge + 1.6) if axis == "x" else (sheet.edge + half, at - 0.6)
        yield _words("fold", *place, SMALL, metrics, font)


def _line(
    page: Side, axis: str, at: float, start: float, stop: float, width: float, ink: Fill
) -> Iterator[Rectangle]:
    box = (
        Box(at - width / 2, start, width, stop - start)
        if axis == "x"
        else Box(start, at - width / 2, stop - start, width)
    )
    left, top = max(0.0, box.left), max(0.0, box.top)
    right, bottom = min(page.width, box.right), min(page.height, box.bottom)
    if right > left and bottom > top:
        yield Rectangle(Box(left, top, right - left, bottom - top), 0.0, ink)


def _ruler(
    sheet: Sheet, marks: CropMarks, page: Side, block: Box, metrics: Metrics, font: str
) -> Iterator[Item]:
    """A line of 100 mm with a tick every 10 mm: measure the print, and you know whether it was scaled.

    Below the cards where the paper is high enough, else on their left.
    """
    reserved = _gap(sheet, marks) + marks.length + 0.6
    words = "100 mm: print at actual size"
    below = page.height - sheet.edge - (block.bottom + reserved)
    beside = block.left - reserved - sheet.edge
    if below >= RULER_DEPTH + 2.6 and page.width - 2 * sheet.edge >= RULER:
        top, left = block.bottom + reserved, (page.width - RULER) / 2
        yield Rectangle(Box(left, top, RULER, 0.12), 0.0, INK)
        for step in range(11):
            yield Rectangle(Box(left + _at(step), top, 0.12, _tick(step)), 0.0, INK)
        yield _words(words, left + RULER / 2, top + RULER_DEPTH + 2.2, LARGE, metrics, font)
    elif beside >= RULER_DEPTH and page.height - 2 * sheet.edge >= RULER + 6:
        right, top = block.left - reserved, (page.height - RULER) / 2
        yield Rectangle(Box(right - 0.12, top, 0.12, RULER), 0.0, INK)
        for step in range(11):
            high = _tick(step)
            yield Rectangle(Box(right - high, top + _at(step), high, 0.12), 0.0, INK)
        width = metrics.width(font, "100 mm") * em(SMALL)
        # Below its end, where no cut is: a cut would run through the words.
        baseline = top + RULER + 2.4
        clear = all(abs(at - baseline + 0.6) > 1.2 for axis, at in cut_lines(page) if axis == "y")
        if clear and width <= block.left - 1 - sheet.edge:
            yield _words(
                "100 mm", max(sheet.edge + width / 2, right - width / 2), baseline, SMALL, metrics, font
            )


def _at(step: int) -> float:
    # The outer ticks end where the ruler does: from edge to edge it is 100 mm.
    return min(max(step * 10 - 0.06, 0.0), RULER - 0.12)


def _tick(step: int) -> float:
    return RULER_DEPTH if step % 5 == 0 else 0.6 * RULER_DEPTH


def _label(
    sheet: Sheet, marks: CropMarks, page: Side, block: Box, title: str, metrics: Metrics, font: str
) -> Iterator[Item]:
    """Which sheet this is: above the crop marks, or between two of them where the margin is narrow."""
    text = f"{title} - sheet {page.number} of {page.pages}"
    reserved = _gap(sheet, marks) + marks.length + 0.6
    if block.top - reserved - sheet.edge >= 2.0:
        yield _words(text, page.width / 2, block.top - reserved, LARGE, metrics, font)
        return
    first = page.cells[0].box
    width = metrics.width(font, text) * em(SMALL)
    room = block.top - max(sheet.bleed, 0.0) - sheet.edge
    if room >= 1.3 and width <= first.width - 4:
        baseline = block.top - max(sheet.bleed, 0.0) - 0.5
        yield _words(text, first.left + first.width / 2, baseline, SMALL, metrics, font)


def _words(text: str, middle: float, baseline: float, size: float, metrics: Metrics, font: str) -> TextRun:
    width = metrics.width(font, text) * em(size)
    return TextRun(middle - width / 2, baseline, text, metrics.split(font, text)[0][0], size, GREY, width)
