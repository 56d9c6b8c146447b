"""MakePlayingCards: fronts and backs as sets of pictures, which are paired by their order."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.print.export.decks import Job, Output, Preset
from cardtools.print.export.pictures import PngFiles, masks

PRESET = Preset("MakePlayingCards", bleed=3.175, needs_back=True)


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: `fronts/001-name.png` and so on, a picture for each copy; `backs/` with the same
    numbers, or with one picture where all backs are alike. The masks of plates have folders of their own:
    `foil/001-name-foil.png`.
    """
    pngs = PngFiles(job.card_set.rasteriser(job.dpi, PRESET.bleed))
    for deck in job.decks:
        digits = max(3, len(str(len(deck.cards))))
        shared = deck.one_back()
        if shared:
            yield Output(f"{deck.name}/backs/{1:0{digits}}-back.png", pngs.writer(shared))
        numbered = enumerate(deck.cards, 1)
        fronts = [(f"{number:0{digits}}-{card.source.slug}", card.front) for number, card in numbered]
        for side in ("fronts",) if shared else ("fronts", "backs"):
            for number, card in enumerate(deck.cards, 1):
                scene = card.front if side == "fronts" else card.back
                if scene:
                    name = f"{deck.name}/{side}/{number:0{digits}}-{card.source.slug}.png"
                    yield Output(name, pngs.writer(scene))
        for name, scene in masks(fronts, f"{deck.name}/"):
            yield Output(name, pngs.writer(scene))
