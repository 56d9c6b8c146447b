"""The Game Crafter: pictures of cards and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardtools.ground.tables.csv_document import escape_formula, format_csv
from cardtools.print.export.decks import Job, Output, PictureFiles, Preset, card_pictures, contents

DPI = 300
# Poker cards are 825 x 1125 px: the trim of 750 x 1050 px and 37.5 px of bleed; texts 75 px from the edge.
SIZES = ("poker", "bridge", "tarot", "mini", "jumbo", "square", "tile", "hexagon")
PRESET = Preset("The Game Crafter", sizes=SIZES, bleed=3.175, safe=3.175)


def outputs(job: Job) -> Iterator[Output]:
    """A folder a deck: `fronts/`, a picture of each different card; `back.png` or `backs/`; masks of plates,
    `foil/NAME-foil.png`; and how many of each there are, `copies.csv`.
    """
    pngs = PictureFiles(job.project_cards.rasteriser(DPI, PRESET.bleed).pngs)
    for deck in job.decks:
        for name, scene in card_pictures(deck):
            yield Output(f"{deck.name}/{name}", pngs.writer(scene))
        rows = [(f"{card.slug}.png", escape_formula(card.name), str(count)) for card, count in deck.counts()]
        table = format_csv(("FILE", "NAME", "COPIES"), rows)
        yield Output(f"{deck.name}/copies.csv", contents(partial(str, table)))
