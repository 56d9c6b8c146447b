"""An archive of all cards as PNG pictures, with a table of what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from cardtools.csvfile import format_csv
from cardtools.export.job import Job, Output, Pile, Preset, card_row, formula_cells
from cardtools.render.raster import or_raise

PRESET = Preset("the archive")
_DATE = (1980, 1, 1, 0, 0, 0)  # the same cards give the same bytes


def outputs(job: Job) -> Iterator[Output]:
    """An archive for each deck: `fronts/NAME.png`, `back.png` or `backs/NAME.png`, `cards.csv`.

    The pictures have the bleed of their faces. The table has the columns FILE, COPIES and those of the cards.
    """
    job.findings.extend(formula_cells(job))
    for pile in job.piles:
        yield Output(f"{pile.name}.zip", partial(_write, job, pile))


def _write(job: Job, pile: Pile, file: BinaryIO) -> None:
    from zipfile import ZipFile, ZipInfo

    rasteriser = job.rasteriser(job.dpi)
    scenes = {f"fronts/{piece.card.slug}.png": piece.front for piece, _ in pile.counts()}
    if shared := pile.one_back():
        scenes["back.png"] = shared
    else:
        backs = {f"backs/{piece.card.slug}.png": piece.back for piece, _ in pile.counts()}
        scenes |= {name: scene for name, scene in backs.items() if scene}

    def entry(name: str) -> ZipInfo:
        info = ZipInfo(name, _DATE)  # stored as it is: pictures are compressed already
        info.create_system = 3  # as on Linux, wherever it is made
        info.external_attr = 0o644 << 16
        return info

    with ZipFile(file, "w") as archive:
        archive.writestr(entry("cards.csv"), _table(pile))
        names = sorted(scenes)
        pngs = or_raise(rasteriser.pngs(scenes[name] for name in names))
        for name, png in zip(names, pngs, strict=True):
            archive.writestr(entry(name), png)


def _table(pile: Pile) -> str:
    rows = [
        {"FILE": f"fronts/{piece.card.slug}.png", "COPIES": str(count), **card_row(piece.card.values)}
        for piece, count in pile.counts()
    ]
    return format_csv(list(rows[0]), (list(row.values()) for row in rows))
