"""MakePlayingCards: fronts and backs as sets of pictures, which are paired by their order."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.export.job import Job, Output, Preset
from cardtools.export.pictures import Camera

PRESET = Preset("MakePlayingCards", bleed=3.175, needs_back=True)


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: `fronts/001-name.png` and so on, a picture for each copy; `backs/` with the same
    numbers, or with one picture where all backs are alike.
    """
    camera = Camera(job.rasteriser(job.dpi, PRESET.bleed))
    for pile in job.piles:
        digits = max(3, len(str(len(pile.pieces))))
        shared = pile.one_back()
        if shared:
            yield Output(f"{pile.name}/backs/{1:0{digits}}-back.png", camera.shot(shared))
        for side in ("fronts",) if shared else ("fronts", "backs"):
            for number, piece in enumerate(pile.pieces, 1):
                scene = piece.front if side == "fronts" else piece.back
                if scene:
                    name = f"{pile.name}/{side}/{number:0{digits}}-{piece.card.slug}.png"
                    yield Output(name, camera.shot(scene))
