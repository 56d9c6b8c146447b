"""MakePlayingCards: fronts and backs as sets of pictures, which are paired by their order."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.print.export.card_files import PngFiles, masks
from cardtools.print.export.decks import Job, Output, Preset

PRESET = Preset("MakePlayingCards", bleed=3.175, needs_back=True)


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: `fronts/001-name.png` and so on, a picture for each copy; `backs/` with the same
    numbers, or with one picture where all backs are alike. The masks of plates have folders of their own:
    `foil/001-name-foil.png`.
    """
    pngs = PngFiles(job.project_cards.rasteriser(job.dpi, PRESET.bleed))
    for deck in job.decks:
        digits = max(3, len(str(len(deck.cards))))
        shared = deck.one_back()
        if shared:
            yield Output(f"{deck.name}/backs/{1:0{digits}}-back.png", pngs.writer(shared))
        names = [f"{number:0{digits}}-{card.slug}" for number, card in enumerate(deck.cards, 1)]
        fronts = list(zip(names, map(deck.front, deck.cards), strict=True))
        backs = [] if shared else list(zip(names, map(deck.back, deck.cards), strict=True))
        files = [(f"{deck.name}/fronts/{name}.png", scene) for name, scene in fronts]
        files += [(f"{deck.name}/backs/{name}.png", scene) for name, scene in backs if scene]
        for name, scene in (*files, *masks(fronts, f"{deck.name}/")):
            yield Output(name, pngs.writer(scene))
