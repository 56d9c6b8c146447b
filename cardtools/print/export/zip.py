"""An archive of all cards as PNG pictures, with a table of what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, BinaryIO

from cardtools.ground.tables.csv_document import escape_formula, format_csv
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, card_pictures, card_row
from cardtools.render.pdf.raster import or_raise

if TYPE_CHECKING:
    from zipfile import ZipInfo

PRESET = Preset("the archive")
_DATE = (1980, 1, 1, 0, 0, 0)  # the same cards give the same bytes


def outputs(job: Job) -> Iterator[Output]:
    """An archive for each deck: fronts, backs, masks of plates, and `cards.csv` with all columns."""
    for deck in job.decks:
        yield Output(f"{deck.name}.zip", partial(_write, job, deck))


def entry(name: str) -> ZipInfo:
    """A file of an archive, stored as it is: pictures are compressed already."""
    from zipfile import ZipInfo

    info = ZipInfo(name, _DATE)
    info.create_system = 3  # as on Linux, wherever it is made
    info.external_attr = 0o644 << 16
    return info


def _write(job: Job, deck: ExportDeck, file: BinaryIO) -> None:
    from zipfile import ZipFile

    scenes = sorted(card_pictures(deck), key=itemgetter(0))
    pngs = or_raise(job.project_cards.rasteriser(job.dpi).pngs(scene for _, scene in scenes))

    rows = [
        {"FILE": f"fronts/{card.slug}.png", "COPIES": str(count), **card_row(card.values)}
        for card, count in deck.counts()
    ]
    header, *lines = ([escape_formula(cell) for cell in row] for row in (rows[0], *map(dict.values, rows)))
    with ZipFile(file, "w") as archive:
        archive.writestr(entry("cards.csv"), format_csv(header, lines))
        for (name, _), png in zip(scenes, pngs, strict=True):
            archive.writestr(entry(name), png)
