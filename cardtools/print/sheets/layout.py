"""Imposition: which card lies where on which sheet. Plain arithmetic in mm; nothing is drawn here."""

from __future__ import annotations

import dataclasses
import math
import re
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import product

from cardtools.ground.card_sizes import CardShape
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.print.sheets.definition import CardPlace, Sheet, sheet_fault
from cardtools.render.scene.scene import UPRIGHT, Box, Matrix, Point, joined, mirrored


class Cell(Record):
    """A place on a page: the trim box, and which card of the list lies there, with its face or its `back`."""

    box: Box
    card: int
    back: bool = False
    place: CardPlace | None = None
    lying: Matrix = UPRIGHT  # from the card to the paper, in a place of its own


class Side(Record):
    """One side of a sheet: its number (from 1) of how many, its cells; `back` ones follow their fronts."""

    number: int
    pages: int
    width: float
    height: float
    cells: tuple[Cell, ...]
    back: bool = False
    shape: CardShape = "rectangle"


def read_cells(text: str) -> tuple[int, ...]:
    """The cells of a text like `1,2,5-7`. Raises InputError for anything else."""
    cells: set[int] = set()
    for part in filter(None, (word.strip() for word in text.split(","))):
        span = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", part)
        if not span:
            raise bad_input("--skip", f"invalid cell {part!r}", "write numbers from 1, as 1,2,5-7")
        cells.update(range(int(span[1]), int(span[2] or span[1]) + 1))
    return tuple(sorted(cells))


def _fitting(room: float, size: float, gutter: float) -> int:
    return max(0, int((room + gutter) / (size + gutter) + 1e-6))


def _down(length: float) -> str:
    """A length, rounded down to a tenth of a mm."""
    return f"{math.floor(length * 10 + 1e-6) / 10:.1f}"


def _nested(sheet: Sheet, width: float, height: float, room_x: float, room_y: float) -> list[Point]:
    """The places of hexagons in reading order, each second row shifted; none if they do not fit like this."""
    if width > height:  # the same with columns in the place of rows
        sheet = dataclasses.replace(sheet, columns=sheet.rows, rows=sheet.columns)
        places = [(x, y) for y, x in _nested(sheet, height, width, room_y, room_x)]
        return sorted(places, key=lambda place: (int(place[1] / (height + sheet.gutter) + 1e-6), place[0]))
    pitch = (width + sheet.gutter, (width + sheet.gutter) * math.sqrt(3) / 2)
    columns = sheet.columns or _fitting(room_x, width, sheet.gutter)
    is_wide = columns * pitch[0] - sheet.gutter + pitch[0] / 2 > room_x + 1e-6
    places = [
        ((column + row % 2 / 2) * pitch[0], row * pitch[1])
        for row in range(sheet.rows or int((room_y - height) / pitch[1] + 1 + 1e-6))
        for column in range(columns - (row % 2 if is_wide else 0))
    ]
    fits = all(x + width <= room_x + 1e-6 and y + height <= room_y + 1e-6 for x, y in places)
    return places if fits else []


def grid(
    sheet: Sheet, width: float, height: float, source: object = "sheet", shape: CardShape = "rectangle"
) -> tuple[Box, ...]:
    """The places of a sheet, of a fold the fronts, in reading order. Raises InputError if cards don't fit."""
    paper_width, paper_height = part_width, part_height = sheet.size
    if sheet.places:
        boxes = tuple(place.lying(*place.size(width, height))[0] for place in sheet.places)
        for number, box in enumerate(boxes, 1):
            if box.right > paper_width + 1e-6 or box.bottom > paper_height + 1e-6:
                message = f"place {number} ends at {box.right:g} x {box.bottom:g} mm"
                raise sheet_fault(source, message, f"the paper is {paper_width:g} x {paper_height:g} mm")
        return boxes
    inner_x = inner_y = sheet.edge
    # The printer reaches the fold, so there is no unprintable edge: half the gutter is enough.
    if sheet.fold == "vertical":
        part_width, inner_x = paper_width / 2, sheet.gutter / 2
    elif sheet.fold == "horizontal":
        part_height, inner_y = paper_height / 2, sheet.gutter / 2
    room_x = part_width - inner_x - (sheet.edge if sheet.left is None else sheet.left)
    room_y = part_height - inner_y - (sheet.edge if sheet.top is None else sheet.top)
    columns = sheet.columns or max(1, _fitting(room_x, width, sheet.gutter))
    rows = sheet.rows or max(1, _fitting(room_y, height, sheet.gutter))
    across = columns * width + (columns - 1) * sheet.gutter
    down = rows * height + (rows - 1) * sheet.gutter
    nested = _nested(sheet, width, height, room_x, room_y) if shape == "hexagon" and sheet.nest else []
    fits = across <= room_x + 1e-6 and down <= room_y + 1e-6
    if not fits and not nested:
        most_wide = (room_x - (columns - 1) * sheet.gutter) / columns
        most_high = (room_y - (rows - 1) * sheet.gutter) / rows
        cards = f"{columns} x {rows} cards" if columns * rows > 1 else "a card"
        what = "half a sheet" if sheet.fold != "none" else "paper"
        message = f"{cards} of {width:g} x {height:g} mm {'do' if columns * rows > 1 else 'does'} not fit"
        hint = "a smaller edge, left, top or gutter, or larger paper"
        if min(most_wide, most_high) > 0:
            hint = f"the largest card that fits is {_down(most_wide)} x {_down(most_high)} mm"
        fitting = _fitting(room_x, width, sheet.gutter), _fitting(room_y, height, sheet.gutter)
        if min(fitting) > 0:
            hint += f"; of these cards {fitting[0]} x {fitting[1]} fit: delete columns and rows here, "
            hint += 'or write sheet = "templates/sheets/fit.toml" under [sheet] of the project file'
        elif sheet.fold != "none":
            turned = dataclasses.replace(sheet, landscape=not sheet.landscape, columns=1, rows=1)
            with suppress(InputError):
                grid(turned, width, height)
                hint += f"; these cards fit with landscape = {str(turned.landscape).lower()}"
        raise sheet_fault(source, f"{message} on {what} of {part_width:g} x {part_height:g} mm", hint)
    cells = product(range(rows), range(columns))
    places = [(column * (width + sheet.gutter), row * (height + sheet.gutter)) for row, column in cells]
    if nested and (not fits or len(nested) >= len(places)):
        places = nested
        across, down = max(x for x, _ in places) + width, max(y for _, y in places) + height
    # Centred on the paper; beside a fold, as close to it as the gutter allows.
    left, top = sheet.left, sheet.top
    if left is None:
        left = part_width - inner_x - across if sheet.fold == "vertical" else (paper_width - across) / 2
    if top is None:
        top = part_height - inner_y - down if sheet.fold == "horizontal" else (paper_height - down) / 2
    return tuple(Box(left + x, top + y, width, height) for x, y in places)


def impose(
    sheet: Sheet,
    cards: int,
    width: float,
    height: float,
    source: object = "sheet",
    skip: Collection[int] = (),
    shape: CardShape = "rectangle",
    sizes: Sequence[tuple[float, float]] = (),
) -> tuple[Side, ...]:
    """`cards` cards of a trim size (or each of its own, `sizes`) on sheets, in order; cells `skip` (from 1)
    of the first stay empty. A flipped sheet has two pages. Raises InputError as `grid`, if every cell is
    skipped, and if no place has the size of a card.
    """
    places = grid(sheet, width, height, source, shape)
    spots = list(zip(places, sheet.places or (None,) * len(places), strict=True))
    free = [spot for cell, spot in enumerate(spots, 1) if cell not in skip]
    if wrong := sorted(cell for cell in skip if not 1 <= cell <= len(places)):
        raise sheet_fault(source, f"there is no cell {wrong[0]}", f"cells are 1 to {len(places)}")
    if not free and cards:
        raise sheet_fault(source, "every cell of the first sheet is skipped", "leave the sheet out")
    waiting: dict[tuple[float, float], deque[int]] = defaultdict(deque)
    for card in range(cards):
        waiting[sizes[card] if sizes else (width, height)].append(card)
    filled: list[list[Cell]] = []
    while left := [size for size, some in waiting.items() if some]:
        cells = []
        for box, place in spots if filled else free:
            size = place.size(width, height) if place else (width, height)
            if waiting[size]:
                lying = place.lying(*size)[1] if place else UPRIGHT
                cells.append(Cell(box, waiting[size].popleft(), False, place, lying))
        if not cells:
            message = f"there is no place for cards of {left[0][0]:g} x {left[0][1]:g} mm"
            raise sheet_fault(source, message, "write [[places]] with this width and height")
        filled.append(cells)
    pages: list[Side] = []
    for number, fronts in enumerate(filled, 1):
        backs = [_behind(sheet, cell, width, height) for cell in fronts] if sheet.has_backs else []
        cells_of = [(*fronts, *backs)] if sheet.fold != "none" else [fronts, backs][: 1 + sheet.has_backs]
        for is_back, some in enumerate(cells_of):
            pages.append(Side(number, len(filled), *sheet.size, tuple(some), bool(is_back), shape))
    return tuple(pages)


def _behind(sheet: Sheet, cell: Cell, width: float, height: float) -> Cell:
    lying: Matrix | None = UPRIGHT
    if cell.place:
        card = Box(0, 0, *cell.place.size(width, height))
        over = mirrored("vertical" if sheet.turned else "horizontal", Box(0, 0, *sheet.size))
        lying = joined(over, joined(cell.lying, mirrored("horizontal", card)))
    return Cell(sheet.behind(cell.box), cell.card, True, cell.place, lying or UPRIGHT)


def cut_lines(page: Side) -> Iterator[tuple[str, float]]:
    """Where the page is cut, ("x" or "y", mm), each once; not the cards that are cut along outlines."""
    boxes = [cell.box for cell in page.cells if page.shape == "rectangle" and not cell.place]
    yield from dict.fromkeys(("x", round(at, 4)) for box in boxes for at in (box.left, box.right))
    yield from dict.fromkeys(("y", round(at, 4)) for box in boxes for at in (box.top, box.bottom))
