"""One HTML page, complete in itself: each card that has findings, as it is drawn, the places marked on it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.checks.findings.check_report import Report
from cardtools.ground.errors import Diagnostic
from cardtools.ground.version import __version__
from cardtools.ground.web.page_template import page_template

if TYPE_CHECKING:
    from PIL.Image import Image

_ROOM = 0.7  # mm between a place and its mark
_CORNER = 5.0  # percent of the picture: corners nearer than this have no room for two numbers

CardBox = tuple[float, float, float, float]  # left, top, width, height: mm from the trim's top left corner


@dataclass(frozen=True)
class DrawnCard:
    """A card that has findings, and a remark `about` it. `picture` is a JPEG file of `size` pixels
    that shows the `canvas`; where it is empty, `reason` says why. `trim` and `safe` are lines to draw over
    it.
    """

    name: str
    about: str
    findings: tuple[Diagnostic, ...]
    picture: bytes = b""
    size: tuple[int, int] = (0, 0)
    reason: str = ""
    canvas: CardBox = (0, 0, 1, 1)
    trim: CardBox | None = None
    safe: CardBox | None = None

    @property
    def codes(self) -> str:
        """The codes of its findings, for the filter."""
        return " ".join(sorted({finding.code for finding in self.findings}))

    @property
    def lines(self) -> list[tuple[str, CardBox]]:
        """Cut and safe zone, in percent of the picture."""
        given = (("trim", self.trim), ("safe", self.safe))
        return [(kind, _share(box, self.canvas)) for kind, box in given if box]

    def marks(self) -> Iterator[tuple[int, Diagnostic, CardBox | None, int]]:
        """The findings, numbered, with places in percent (None: nowhere) and how many numbers are there."""
        taken: list[CardBox] = []
        for number, finding in enumerate(self.findings, 1):
            if finding.box is None or not self.picture:
                yield number, finding, None, 0
                continue
            left, top, width, height = finding.box
            grown = (left - _ROOM, top - _ROOM, width + 2 * _ROOM, height + 2 * _ROOM)
            box = _share(grown, self.canvas)
            step = sum(abs(box[0] - one[0]) < _CORNER and abs(box[1] - one[1]) < _CORNER for one in taken)
            taken.append(box)
            yield number, finding, box, step


@dataclass(frozen=True)
class Figures:
    """A table of figures: its title, the names of its columns, its rows."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def render(
    report: Report,
    title: str,
    cards: Sequence[DrawnCard],
    others: Sequence[Diagnostic],
    notes: Sequence[str] = (),
    figures: Figures | None = None,
) -> str:
    """The page. `others` are the findings that belong to no card."""
    summaries = {code: check.summary for code, check in report.checked.checks.items()}
    codes = sorted(report.codes.items())
    return page_template(Path(__file__).with_name("page.html.jinja")).render(
        title=title,
        summary=report.summary(),
        notes=[*notes, *filter(None, [report.left_out()])],
        version=__version__,
        codes=[(code, summaries.get(code, ""), number) for code, number in codes if code],
        cards=cards,
        others=others,
        figures=figures,
    )


def jpeg(image: Image) -> bytes:
    """A picture for the page as a JPEG file."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=85)
    return out.getvalue()


def _share(box: CardBox, canvas: CardBox) -> CardBox:
    """The part of a box that is on the canvas, at least a mm of it, in percent of the canvas."""
    (x, y, width, height), (left, top, across, down) = box, canvas
    x0 = min(max(x, left), left + across - 1)
    y0 = min(max(y, top), top + down - 1)
    x1, y1 = min(x + width, left + across), min(y + height, top + down)
    return (
        round(100 * (x0 - left) / across, 2),
        round(100 * (y0 - top) / down, 2),
        round(100 * max(x1 - x0, 1) / across, 2),
        round(100 * max(y1 - y0, 1) / down, 2),
    )
