"""The sheets of each deck as pictures, for those who print photos, or look."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache, partial

from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents, same_size
from cardtools.print.export.pnp import write_deck
from cardtools.print.sheets.printing import SheetDefinition, project_sheet, sides_of
from cardtools.render.pdf.raster import page_image
from cardtools.render.pictures.images import png_file

PRESET = Preset("sheets as pictures")


def outputs(job: Job) -> Iterator[Output]:
    """`DECK-1.png` and so on: a picture of each side of a sheet."""
    for deck in job.decks:
        sheet = project_sheet(job.project, deck.name)
        if not sheet.layout.places:
            same_size("sheet-png", deck)
        sides = sides_of(sheet, list(map(deck.front, deck.cards)))
        document = cache(partial(_document, job, deck, sheet))
        for number in range(len(sides)):
            name = f"{deck.name}-{number + 1:0{len(str(len(sides)))}}.png"
            yield Output(name, contents(partial(_picture, document, number, job.dpi)))


def _document(job: Job, deck: ExportDeck, sheet: SheetDefinition) -> bytes:
    file = io.BytesIO()
    write_deck(job, deck, sheet, file)
    return file.getvalue()


def _picture(document: Callable[[], bytes], number: int, dpi: int) -> bytes:
    return png_file(page_image(document(), number, dpi), 3, dpi=(dpi, dpi))
