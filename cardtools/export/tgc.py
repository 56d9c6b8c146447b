"""The Game Crafter: pictures of poker cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardtools.csvfile import format_csv
from cardtools.export.job import Job, Output, Pile, Preset, contents, formula_cells
from cardtools.export.pictures import Camera, back_outputs

DPI = 300
# 825 x 1125 px: the trim of 750 x 1050 px and 37.5 px of bleed; texts 75 px from the picture's edge.
PRESET = Preset("The Game Crafter", size=(63.5, 88.9), bleed=3.175, safe=3.175)


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: `fronts/`, a picture of each different card; `back.png`; `copies.csv`, how many there
    are of each. Backs that differ are in `backs/`, named like their fronts.
    """
    job.findings.extend(formula_cells(job, job.ruleset.label))
    camera = Camera(job.rasteriser(DPI, PRESET.bleed))
    for pile in job.piles:
        for piece, _ in pile.counts():
            yield Output(f"{pile.name}/fronts/{piece.card.slug}.png", camera.shot(piece.front))
        yield from back_outputs(pile, camera, f"{pile.name}/back.png", f"{pile.name}/backs")
        yield Output(f"{pile.name}/copies.csv", contents(partial(_copies, pile)))


def _copies(pile: Pile) -> str:
    rows = ((f"{piece.card.slug}.png", piece.card.name, str(count)) for piece, count in pile.counts())
    return format_csv(("FILE", "NAME", "COPIES"), rows)
