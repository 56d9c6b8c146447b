"""Pages as plain data: which scene is printed where, and what lies beside and across the cards."""

from __future__ import annotations

from cardtools.ground.card_sizes import CardShape
from cardtools.ground.frozen_record import Record
from cardtools.project.settings import Adjustment
from cardtools.render.scene.scene import Box, Item, Matrix, Scene


class PdfInfo(Record):
    """The title and other facts in a PDF; `language` is a tag such as `en` or `pt-BR`."""

    title: str
    author: str = ""
    subject: str = ""
    language: str = ""


class Placement(Record):
    """A scene on a page: where its trim's top left corner is, which part of it is printed (None: the trim),
    in its own mm, as a box or as what a `shape` fills of it; beyond its bleed its edge is mirrored. `turned`
    puts it upside down; `lying`, if there is one, takes it from its own mm to the page. A `back` gets no
    bookmark. The items `own` lie over this print alone, and `words` are read aloud for them.
    """

    scene: Scene
    left: float
    top: float
    printed: Box | None = None
    turned: bool = False
    shape: CardShape = "rectangle"
    back: bool = False
    own: tuple[Item, ...] = ()
    words: str = ""
    lying: Matrix | None = None

    @property
    def mirrored(self) -> float:
        """The most, over its sides, that is printed beyond the scene's bleed, in mm."""
        printed, there = self.printed or self.scene.trim, self.scene.whole
        across = max(there.left - printed.left, printed.right - there.right)
        most = max(across, there.top - printed.top, printed.bottom - there.bottom)
        return most if most > 1e-6 else 0.0


class Page(Record):
    """One page in mm: the cards, what is printed beside and (`lines`) over them, its trim. `watermark` goes
    across each card in `watermark_font` (a PostScript name); `adjust` moves all as a printer needs it.
    """

    width: float
    height: float
    placements: tuple[Placement, ...]
    marks: tuple[Item, ...] = ()
    trim: Box | None = None
    watermark: str = ""
    watermark_font: str = ""
    adjust: Adjustment | None = None
    lines: tuple[Item, ...] = ()
