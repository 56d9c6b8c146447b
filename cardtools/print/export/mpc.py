"""MakePlayingCards: fronts and backs as sets of pictures, which are paired by their order."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.print.export.decks import Job, Output, PictureFiles, Preset, masks

PRESET = Preset("MakePlayingCards", bleed=3.175, needs_back=True)


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: numbered `fronts/` of all copies, `backs/` as many or one, and masks of plates."""
    pngs = PictureFiles(job.project_cards.rasteriser(job.dpi, PRESET.bleed).pngs)
    for deck in job.decks:
        digits = max(3, len(str(len(deck.cards))))
        names = [f"{number:0{digits}}-{card.slug}" for number, card in enumerate(deck.cards, 1)]
        fronts = list(zip(names, map(deck.front, deck.cards), strict=True))
        backs = list(zip(names, map(deck.back, deck.cards), strict=True))
        if shared := deck.one_back():
            backs = [(f"{1:0{digits}}-back", shared)]
        files = [(f"fronts/{name}.png", scene) for name, scene in fronts]
        files += [(f"backs/{name}.png", scene) for name, scene in backs if scene]
        for name, scene in (*files, *masks(fronts)):
            yield Output(f"{deck.name}/{name}", pngs.writer(scene))
