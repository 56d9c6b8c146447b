"""Print and play: the sheets of each deck on letter and A4, and how to print them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from cardtools.ground.spelling import counted
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents, same_size
from cardtools.print.sheets.printing import SheetDefinition, project_sheet, sides_of, write_sheets

PRESET = Preset("print and play")
PAPERS = {"letter": "letter", "a4": "A4"}


def outputs(job: Job) -> Iterator[Output]:
    """`DECK-letter.pdf` and `DECK-a4.pdf` (or `DECK.pdf` on a paper of its own), and `how-to-print.txt`."""
    sheets = {}
    for deck in job.decks:
        same_size("pnp", deck)
        read = partial(project_sheet, job.project, deck.name)
        papers = [""] if read().layout.paper_width is not None else list(PAPERS)
        sheets[deck.name] = {paper: read(paper) for paper in papers}
        for paper, sheet in sheets[deck.name].items():
            name = f"{deck.name}-{paper}.pdf" if paper else f"{deck.name}.pdf"
            yield Output(name, partial(write_deck, job, deck, sheet))
    yield Output("how-to-print.txt", contents(partial(_advice, job, sheets)))


def write_deck(job: Job, deck: ExportDeck, sheet: SheetDefinition, file: BinaryIO) -> None:
    fronts, backs = list(map(deck.front, deck.cards)), list(map(deck.back, deck.cards))
    fonts, art_files = job.project_cards.fonts(), job.project_cards.art_files
    write_sheets(file, sheet, fronts, fonts, art_files, job.info(deck), backs)


def _advice(job: Job, sheets: dict[str, dict[str, SheetDefinition]]) -> str:
    first = job.decks[0]
    some = sheets[first.name]
    sheet, size = next(iter(some.values())).layout, first.front(first.cards[0])
    title = job.project.settings.name or "Print and play"
    text = [title, "=" * len(title), ""]
    for deck in job.decks:
        number = len(deck.cards)
        what = "piece" if deck.name in job.project_cards.extras else "card"
        needs = []
        for paper, one in sheets[deck.name].items():
            sides = sides_of(one, list(map(deck.front, deck.cards)))
            needs.append(counted(sides[-1].pages, "sheet") + (f" of {PAPERS[paper]}" if paper else ""))
        text.append(f"{deck.title}: {counted(number, what)}, {' or '.join(needs)}.")
    text += ["", "1. Take the PDF of your paper" + (", letter or A4." if len(some) > 1 else ".")]
    text.append('2. Print at "actual size" or 100 %, never "fit to page".')
    if sheet.flip != "none":
        text.append(f"   Print on both sides, flipped on the {sheet.flip} edge.")
    check = f"a card is {size.width:g} x {size.height:g} mm from cut to cut"
    if sheet.marks and sheet.marks.font and sheet.marks.ruler:
        check = f"the ruler in the margin is 100 mm long, and {check}"
    text.append(f"3. Measure the first sheet: {check}.")
    if sheet.fold != "none":
        text.append("4. Fold each sheet along the line between fronts and backs, and glue it together.")
    elif size.shape == "hexagon":
        text.append("4. Use thick paper, or glue each sheet onto card before you cut.")
    else:
        text.append("4. Use thick paper, or put the cards in sleeves with an old card behind each.")
    text.append(f"5. Cut along the {'lines' if size.shape == 'hexagon' else 'marks'}.")
    return "\n".join(text) + "\n"
