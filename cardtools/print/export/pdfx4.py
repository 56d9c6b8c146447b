"""PDF/X-4 for print shops: a PDF of each deck, a card a page with its back after it, in the inks of a press.
Plates (foil, varnish, white) and the line to cut along, CutContour, are spot colours that overprint.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import BinaryIO

from cardtools.ground.spelling import counted
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents
from cardtools.print.export.inks import FLAT_DPI, ProfileInks, press_page, told_flat
from cardtools.print.tuck_boxes import CUT, CUT_SPOT
from cardtools.render.pdf.profile import PressProfile, press_profile
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.scene.pages import Page
from cardtools.render.scene.plates import plate_names, separated
from cardtools.render.scene.scene import Box, Scene
from cardtools.render.scene.shapes import cut_line

PRESET = Preset("PDF/X-4", bleed=3.0)


def outputs(job: Job) -> Iterator[Output]:
    """A PDF for each deck, and a text for the print shop. Raises InputError without a profile."""
    profile = press_profile(job.project, "--to pdfx4")
    for deck in job.decks:
        yield Output(f"{deck.name}.pdf", partial(_write, job, deck, profile))
        yield Output(f"{deck.name}-print-shop.txt", contents(partial(_report, deck, profile)))


def _write(job: Job, deck: ExportDeck, profile: PressProfile, file: BinaryIO) -> None:
    inks = ProfileInks(job.project_cards.art_files, profile)
    sides = deck.pages()
    flat = cache(
        partial(inks.flattened, rasteriser=job.project_cards.rasteriser(FLAT_DPI), details=job.details)
    )
    ready = {scene: flat(separated(scene)) for scene, _ in sides}
    pages = [die_cut_page(ready[scene], is_back) for scene, is_back in sides]
    write_pdf(file, pages, job.project_cards.fonts(), inks, job.info(deck), inks=inks, press=profile)


def die_cut_page(scene: Scene, is_back: bool) -> Page:
    """The page of a card with its bleed and, over it, the line to cut along."""
    trim = Box(PRESET.bleed, PRESET.bleed, scene.width, scene.height)
    return press_page(scene, PRESET.bleed, is_back, (cut_line(scene.shape, trim, scene.corner, CUT),))


def _report(deck: ExportDeck, profile: PressProfile) -> str:
    scenes = deck.sides()
    plates = sorted({name for scene in scenes for name in plate_names(scene)})
    backs = ", each with its back on the page after it" if deck.back(deck.cards[0]) else ""
    lines = [
        f"{deck.title}: {counted(len(deck.cards), 'card')}{backs}",
        f"PDF/X-4, output intent {profile.condition}; colours are its CMYK, and fonts are embedded",
        f"the TrimBox is the card, the BleedBox is {PRESET.bleed:g} mm larger on each side",
        "dark text and lines are 100 % black ink alone; text below 18 pt and lines up to 0.5 mm overprint",
        f"spot colours, all set to overprint: {', '.join([CUT_SPOT, *plates])}",
        f"{CUT_SPOT} is the line to cut along, not to be printed",
    ]
    return "\n".join([*lines, *told_flat(map(separated, set(scenes)))]) + "\n"
