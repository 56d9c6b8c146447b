"""A book to look cards up in: every card in its size, then the terms of the game with what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, plain, same_size
from cardtools.print.sheets.definition import Sheet, sheet_fault
from cardtools.print.sheets.marks import LABEL_FONT, LARGE, words
from cardtools.print.sheets.printing import SheetDefinition, project_sheet, sides_of
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import TextRun
from cardtools.render.scene.units import em
from cardtools.render.text.fitting import lay
from cardtools.render.text.measured import Paragraph, Span, measure
from cardtools.render.text.metrics import FontMetrics, text_runs
from cardtools.rulesets.glossary import Glossary

PRESET = Preset("the rulebook")
TOP, EDGE, GAP = 14.0, 8.0, 1.5  # mm: above the cards, where the title is, around and between them
SIDE, INK = 35.0, "#222222"  # mm at the sides of the terms
TITLE, WORD, SIZE = 14.0, 1.25, 10.0  # points; of a term, as a multiple of the size of its text


def outputs(job: Job) -> Iterator[Output]:
    """A PDF for each deck, the terms in the first one."""
    for deck in job.decks:
        same_size("rulebook", deck)
        sheet = project_sheet(job.project, deck.name)
        if not sheet.label_font:
            raise sheet_fault(sheet.path, "the rulebook needs a font", "name one under [marks]")
        glossary = job.ruleset.glossary if deck is job.decks[0] else Glossary()
        yield Output(f"{deck.name}.pdf", partial(_write, job, deck, sheet, glossary))


def _write(
    job: Job, deck: ExportDeck, definition: SheetDefinition, glossary: Glossary, file: BinaryIO
) -> None:
    width, height = definition.layout.size
    sheet = Sheet(paper_width=width, paper_height=height, gutter=GAP, edge=EDGE, top=TOP)
    cards = [deck.front(card) for card, _ in deck.counts()]
    contents: list[tuple[tuple[Placement, ...], tuple[TextRun, ...]]] = []
    for side in sides_of(SheetDefinition(definition.path, sheet), cards):
        places = ((cards[cell.card], cell.box) for cell in side.cells)
        here = tuple(Placement(scene, box.left, box.top, shape=side.shape) for scene, box in places)
        contents.append((here, ()))
    metrics = FontMetrics({LABEL_FONT: [definition.label_font]} if definition.label_font else {})
    contents += [((), runs) for runs in _terms(glossary, metrics, width, height)]
    pages = []
    for number, (placed, runs) in enumerate(contents, 1):
        head = words(deck.title, width / 2, TOP - 4, TITLE if number == 1 else LARGE, metrics)
        foot = words(f"{number}", width / 2, height - EDGE / 2, LARGE, metrics)
        pages.append(Page(width, height, placed, (*head, *runs, *foot)))
    fonts = {**job.project_cards.fonts(), **metrics.files()}
    write_pdf(file, pages, fonts, job.project_cards.art_files, job.info(deck))


def _terms(
    glossary: Glossary, metrics: FontMetrics, width: float, height: float
) -> Iterator[tuple[TextRun, ...]]:
    """The pages of the terms, in alphabetical order."""
    paragraphs = []
    terms = [(term.word or name, term.text) for name, term in glossary.terms.items()]
    for word, text in sorted(terms, key=lambda one: one[0].casefold()):
        for shown, scale, gap in ((word, WORD, 0.9), (plain(glossary.spelled_out(text)), 1.0, 0.1)):
            paragraphs.append(Paragraph((Span(shown, LABEL_FONT),), LABEL_FONT, 1.35, 0.0, scale, gap))
    page: list[TextRun] = []
    start = 0.0
    for line in lay(measure(paragraphs, metrics), SIZE, width - 2 * SIDE).lines:
        size = SIZE * line.measured.paragraph.scale
        if page and TOP + line.baseline - start > height - 2 * TOP:
            yield tuple(page)
            page, start = [], line.baseline - em(size)
        shaped = [piece.shaped for piece in line.pieces() if piece.shaped]
        page += text_runs(shaped, SIDE, TOP + 6 + line.baseline - start, size, INK)
    if page:
        yield tuple(page)
