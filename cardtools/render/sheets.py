"""Imposition: which card lies where on which sheet. Plain arithmetic in mm; nothing is drawn here."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardtools.errors import Diagnostic, InputError, Location, bad_input, suggest
from cardtools.files import shown
from cardtools.render.design import bounded
from cardtools.render.scene import Box
from cardtools.tomlfile import load

PAPERS = {
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
}


@dataclass(frozen=True)
class CropMarks:
    """`[marks]`: lines beside the cards to cut along; `gap` keeps them off the cards and their bleed.

    `ruler` is a line of 100 mm, `label` names the sheet; both need a `font` (a path beside the sheet file)
    and room in a margin.
    """

    length: float = 3.5
    gap: float = 1.0
    width: float = 0.1
    font: str = ""
    ruler: bool = True
    label: bool = True

    def __post_init__(self) -> None:
        bounded(self, 0, 100, "length", "gap", "width")


@dataclass(frozen=True)
class Sheet:
    """A sheet definition: paper by name or `paper_width`/`paper_height`, and the grid that is centred on it.

    `gutter` is the space between cards, `edge` what a printer cannot print on each side of the paper.
    `bleed` is how much of each card's bleed is printed; half the gutter is the most that has room.
    """

    columns: int = 3
    rows: int = 3
    paper: str = "letter"
    paper_width: float | None = None
    paper_height: float | None = None
    landscape: bool = False
    gutter: float = 0.0
    edge: float = 4.0
    bleed: float = 0.0
    marks: CropMarks | None = None

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 100 and 1 <= self.rows <= 100):
            raise ValueError("columns and rows must be from 1 to 100")
        bounded(self, 0, 500, "gutter", "edge", "bleed")
        bounded(self, 10, 5000, "paper_width", "paper_height")
        if (self.paper_width is None) != (self.paper_height is None):
            raise ValueError("paper_width and paper_height belong together")
        if self.paper_width is None and self.paper.lower() not in PAPERS:
            raise ValueError(
                f"no paper {self.paper!r}: {suggest(self.paper.lower(), list(PAPERS), 'papers')}"
            )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper as it is printed on."""
        if self.paper_width is not None and self.paper_height is not None:
            width, height = self.paper_width, self.paper_height
        else:
            width, height = PAPERS[self.paper.lower()]
        return (height, width) if self.landscape else (width, height)

    @property
    def per_page(self) -> int:
        return self.columns * self.rows


@dataclass(frozen=True)
class Slot:
    """A place on a page: the trim box, and which card of the list lies there."""

    box: Box
    card: int


@dataclass(frozen=True)
class Page:
    """One sheet of paper: number from 1, of how many, its slots in reading order."""

    number: int
    pages: int
    width: float
    height: float
    slots: tuple[Slot, ...]


def load_sheet(path: Path, paper: str = "") -> Sheet:
    """The sheet of a file, on another paper when `paper` names one and the file has no size of its own.

    Raises InputError with every problem.
    """
    sheet, file = load(path, Sheet)
    if not paper or sheet.paper_width is not None:
        return sheet
    if paper.lower() not in PAPERS:
        raise InputError(
            Diagnostic(
                Location(shown(file.path)), f"no paper {paper!r}", suggest(paper, list(PAPERS), "papers")
            )
        )
    return dataclasses.replace(sheet, paper=paper.lower())


def grid(sheet: Sheet, width: float, height: float, source: object = "sheet") -> tuple[Box, ...]:
    """The places of one sheet for cards of this trim size, centred, in reading order.

    Raises InputError naming the largest card that would fit when the grid is larger than the paper.
    """
    paper_width, paper_height = sheet.size
    across = sheet.columns * width + (sheet.columns - 1) * sheet.gutter
    down = sheet.rows * height + (sheet.rows - 1) * sheet.gutter
    if across > paper_width - 2 * sheet.edge + 1e-6 or down > paper_height - 2 * sheet.edge + 1e-6:
        most_wide = (paper_width - 2 * sheet.edge - (sheet.columns - 1) * sheet.gutter) / sheet.columns
        most_high = (paper_height - 2 * sheet.edge - (sheet.rows - 1) * sheet.gutter) / sheet.rows
        raise bad_input(
            source,
            f"{sheet.columns} x {sheet.rows} cards of {width:g} x {height:g} mm do not fit on paper of"
            f" {paper_width:g} x {paper_height:g} mm",
            f"the largest card that fits is {max(0.0, most_wide):.1f} x {max(0.0, most_high):.1f} mm"
            if min(most_wide, most_high) > 0
            else "fewer columns or rows, or a smaller gutter",
        )
    left, top = (paper_width - across) / 2, (paper_height - down) / 2
    return tuple(
        Box(left + column * (width + sheet.gutter), top + row * (height + sheet.gutter), width, height)
        for row in range(sheet.rows)
        for column in range(sheet.columns)
    )


def impose(
    sheet: Sheet, cards: int, width: float, height: float, source: object = "sheet"
) -> tuple[Page, ...]:
    """`cards` cards of a trim size on as many pages as they need, each once, in order.

    Raises InputError as `grid`.
    """
    places = grid(sheet, width, height, source)
    paper_width, paper_height = sheet.size
    count = -(-cards // len(places))
    return tuple(
        Page(
            number + 1,
            count,
            paper_width,
            paper_height,
            tuple(
                Slot(place, card)
                for place, card in zip(places, range(number * len(places), cards), strict=False)
            ),
        )
        for number in range(count)
    )


def cut_lines(page: Page) -> Iterator[tuple[str, float]]:
    """Where the page is cut: ("x", mm) and ("y", mm), each once."""
    yield from dict.fromkeys(
        ("x", round(value, 4)) for slot in page.slots for value in (slot.box.left, slot.box.right)
    )
    yield from dict.fromkeys(
        ("y", round(value, 4)) for slot in page.slots for value in (slot.box.top, slot.box.bottom)
    )
