"""Sheet definitions: the paper, how many cards are on it, and the marks beside them."""

import dataclasses
from pathlib import Path
from typing import Literal

from cardtools.ground.colours import WRITE_ONE, mixed, read_colour
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import shown
from cardtools.ground.lengths import Length
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlfile import load
from cardtools.render.face.model.card import bounded, check_plate
from cardtools.render.scene.scene import UPRIGHT, Box, Matrix, joined, rotation

MOST_PLACES = 500
PAPERS = {
    "letter": (215.9, 279.4), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
    "a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0),
}  # fmt: skip


class CropMarks(Record):
    """`[marks]`: lines to cut along: beside the block of cards, from edge to edge of the paper, or outlines.

    Keys:
        full: Draw the lines from edge to edge of the paper, behind the cards.
        length (mm): The length of the marks.
        gap (mm): The distance from the cards and their bleed.
        width (mm): The width of the lines.
        colour: The colour of the lines, like `#1a2b3c` or `navy`.
        second: A second colour on both sides of each line, to show on any background; if empty, none.
        outline: Draw the outline of each card, with its round corners, to cut along; hexagons always have it.
        spot: The spot colour of the outlines by which a cutter finds them, such as CutContour; if empty, they
            are printed in `colour`.
        font: The font of the ruler and the label, relative to the sheet file; if empty, neither is drawn.
        ruler: Draw a line of 100 mm in a margin, to check the scale of the print.
        label: Print the name and number of the sheet in a margin.

    Example:
        columns = 3
        rows = 3
        gutter = 2
        bleed = 1
        marks = { length = 4, colour = "#808080" }

    Example of lines across the whole paper that show on any background:
        [marks]
        full = true
        width = 0.2
        second = "#ffffff"
        gap = 0

    Example of outlines that a cutter follows:
        marks = { outline = true, spot = "CutContour", colour = "#e6007e" }

    Example of a ruler and a label:
        marks = { font = "../fonts/AlegreyaSans-Regular.ttf", ruler = true, label = true }
    """

    full: bool = False
    length: Length = 3.5
    gap: Length = 1.0
    width: Length = 0.1
    colour: str = "#000000"
    second: str = ""
    outline: bool = False
    spot: str = ""
    font: str = ""
    ruler: bool = True
    label: bool = True

    def __post_init__(self) -> None:
        bounded(self, 0, 100, "length", "gap", "width")
        check_plate(self.spot, "spot")
        for name in ("colour", "second"):
            given = getattr(self, name)
            if given and not read_colour(given):
                raise ValueError(f"invalid colour {given!r}, {WRITE_ONE}")
            object.__setattr__(self, name, given and mixed(read_colour(given)))


class CardPlace(Record):
    """`[[places]]`: a place of its own for a card. A card takes the first free place of its size.

    Keys:
        left (mm): How far the card, as it lies there, is from the paper's left edge.
        top (mm): How far it is from the paper's top edge.
        rotation (degrees): How far the card is turned, clockwise.
        width (mm): The width of its cards before they are turned; without it, that of the first card.
        height (mm): The height of its cards.
        foot (mm): Print a standee: below the card a foot of this height, above it the same mirrored, to fold.

    Example of a punchboard with a card, one across, and a round token:
        paper = "a5"
        places = [
          { left = 8, top = 10 },
          { left = 28, top = 110, rotation = 90 },
          { left = 80, top = 10, width = 25, height = 25 },
        ]
        marks = { spot = "CutContour" }

    Example of standees side by side:
        paper = "a4"
        places = [{ left = 15, top = 15, foot = 12 }, { left = 110, top = 15, foot = 12 }]
        marks = {}
    """

    left: Length
    top: Length
    rotation: float = 0.0
    width: Length | None = None
    height: Length | None = None
    foot: Length | None = None

    def __post_init__(self) -> None:
        bounded(self, 0, 5000, "left", "top")
        bounded(self, 1, 5000, "width", "height")
        bounded(self, -360, 360, "rotation")
        bounded(self, 0, 500, "foot")
        if (self.width is None) != (self.height is None):
            raise ValueError("width and height belong together")

    def size(self, width: float, height: float) -> tuple[float, float]:
        """The size of its cards; `width` and `height` are those of the first card."""
        return self.width or width, self.height or height

    def lying(self, width: float, height: float) -> tuple[Box, Matrix]:
        """The box on the paper of a card of this size, or standee, and how the card comes there."""
        body = unfolded(width, height, self.foot)
        turn = rotation(self.rotation, body)
        box = body.turned(turn)
        moved = joined((1, 0, 0, 1, self.left - box.left, self.top - box.top), turn)
        return Box(self.left, self.top, box.width, box.height), moved or UPRIGHT


def unfolded(width: float, height: float, foot: float | None) -> Box:
    """The paper of a card or, with a `foot`, of a standee, seen from the card."""
    return Box(0, 0, width, height) if foot is None else Box(0, -height - foot, width, 2 * (height + foot))


class Sheet(Record):
    """A sheet definition: the paper, and the grid of cards on it.

    Keys:
        columns: The number of cards side by side; without it, as many as fit.
        rows: The number of cards one below the other; without it, as many as fit.
        left (mm): Where the grid begins, from the paper's left edge; without it, the grid is centred.
        top (mm): Where the grid begins, from the paper's top edge; without it, the grid is centred.
        paper: The paper: letter, legal, tabloid, a3, a4 or a5.
        paper_width (mm): The width of any other paper, together with `paper_height`.
        paper_height (mm): The height of any other paper.
        landscape: Turn the paper on its side.
        nest: Move the rows of hexagons into each other; without it, they lie in a grid.
        gutter (mm): The space between cards.
        edge (mm): The margin that the printer cannot print on.
        bleed (mm): How much of the cards' bleed is printed, at most half the gutter.
        flip: Print the backs on the other side of the paper, which is flipped about its long or short edge.
        fold: Print the backs on the same side, beyond a vertical or horizontal line through the middle.
        places: Places of their own for cards, instead of the grid; outlines take the place of crop marks.
        marks: Lines to cut along; without this table there are none.

    Example:
        paper = "a4"
        columns = 3
        rows = 3
        gutter = 2
        bleed = 1
        flip = "long"

    Example of hexagons that lie in a grid:
        paper = "a4"
        nest = false

    Example of a paper of another size on its side:
        paper_width = 320
        paper_height = 450
        landscape = true
        left = 10
        top = 12
        edge = 5

    Example of places of their own:
        places = [{ left = 10, top = 10 }, { left = 100, top = 10, rotation = 90 }]

    Example of fronts and backs to fold and glue:
        fold = "vertical"
        columns = 2
        rows = 3
    """

    columns: int | None = None
    rows: int | None = None
    left: Length | None = None
    top: Length | None = None
    paper: str = "letter"
    paper_width: Length | None = None
    paper_height: Length | None = None
    landscape: bool = False
    nest: bool = True
    gutter: Length = 0.0
    edge: Length = 4.0
    bleed: Length = 0.0
    flip: Literal["none", "long", "short"] = "none"
    fold: Literal["none", "vertical", "horizontal"] = "none"
    places: tuple[CardPlace, ...] = ()
    marks: CropMarks | None = None

    def __post_init__(self) -> None:
        bounded(self, 1, 100, "columns", "rows")
        bounded(self, 0, 500, "gutter", "edge", "bleed", "left", "top")
        if len(self.places) > MOST_PLACES:
            raise ValueError(f"{len(self.places):,} places, expected {MOST_PLACES} or fewer")
        if self.flip != "none" and self.fold != "none":
            raise ValueError("write flip (backs on the other side) or fold, not both")
        bounded(self, 10, 5000, "paper_width", "paper_height")
        if (self.paper_width is None) != (self.paper_height is None):
            raise ValueError("paper_width and paper_height belong together")
        if self.paper_width is None and self.paper.lower() not in PAPERS:
            hint = suggest(self.paper.lower(), list(PAPERS), "papers")
            raise ValueError(f"no paper {self.paper!r}: {hint}")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper as it is printed on."""
        width, height = self.paper_width, self.paper_height
        if width is None or height is None:
            width, height = PAPERS[self.paper.lower()]
        return (height, width) if self.landscape else (width, height)

    @property
    def turned(self) -> bool:
        """Whether backs are upside down relative to their fronts: the paper turns about a horizontal line."""
        width, height = self.size
        if self.fold != "none":
            return self.fold == "horizontal"
        return self.flip == ("short" if width <= height else "long")

    @property
    def has_backs(self) -> bool:
        return self.flip != "none" or self.fold != "none"

    def behind(self, box: Box) -> Box:
        """Where the back of a card printed in this box lies."""
        width, height = self.size
        if self.turned:
            return Box(box.left, height - box.bottom, box.width, box.height)
        return Box(width - box.right, box.top, box.width, box.height)


def load_sheet(path: Path, paper: str = "") -> Sheet:
    """The sheet of a file, on another `paper` unless it has its own size. Raises InputError."""
    sheet, file = load(path, Sheet)
    if not paper or sheet.paper_width is not None:
        return sheet
    if paper.lower() not in PAPERS:
        raise bad_input(shown(file.path), f"no paper {paper!r}", suggest(paper, list(PAPERS), "papers"))
    return dataclasses.replace(sheet, paper=paper.lower())


def sheet_fault(source: object, message: str, hint: str) -> InputError:
    """The InputError for an impossible sheet; `source` is its file, or a name for it."""
    return bad_input(shown(Path(str(source))), message, hint)
