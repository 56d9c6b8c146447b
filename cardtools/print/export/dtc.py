"""DriveThruCards: a PDF of each deck, a card a page with its back before it, in CMYK with limited ink."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import BinaryIO

from cardtools.checks.proof.checks.ink import INK
from cardtools.ground.errors import Location
from cardtools.ground.spelling import counted
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents
from cardtools.print.export.inks import FLAT_DPI, PressInks, flat_items, press_page, told_flat
from cardtools.render.pdf.ink import LIMIT, SHARE
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.scene.scene import is_transparent, pictures

# Pages of 2.75 x 3.75 in: a poker card with 1/8 in of bleed; texts 1/8 in from the cut; 240 % ink.
PRESET = Preset("DriveThruCards", sizes=("poker",), bleed=3.175, safe=3.175, needs_back=True)


def outputs(job: Job) -> Iterator[Output]:
    """A PDF for each deck, and a text that describes it and lists the inks that were reduced."""
    for deck in job.decks:
        inks = PressInks(job.project_cards.art_files)
        yield Output(f"{deck.name}.pdf", partial(_write, job, deck, inks))
        yield Output(f"{deck.name}-report.txt", contents(partial(_report, job, deck, inks)))


def _write(job: Job, deck: ExportDeck, inks: PressInks, file: BinaryIO) -> None:
    sides = deck.pages(backs_first=True)
    flat = cache(
        partial(inks.flattened, rasteriser=job.project_cards.rasteriser(FLAT_DPI), details=job.details)
    )
    pages = [press_page(flat(scene), PRESET.bleed, is_back) for scene, is_back in sides]
    write_pdf(file, pages, job.project_cards.fonts(), inks, job.info(deck), inks=inks)


def _report(job: Job, deck: ExportDeck, inks: PressInks) -> str:
    """What the PDF is, plainly, and what took more ink than allowed before it was reduced."""
    scenes, front = set(deck.sides()), deck.front(deck.cards[0])
    width, height = (2 * PRESET.bleed + length for length in (front.width, front.height))
    items = [item for scene in scenes for item in scene.items[flat_items(scene) :]]
    see_through = any(map(is_transparent, items)) or any(inks[one.source].alpha for one in pictures(items))
    met = [
        f"{deck.title}: {counted(len(deck.cards), 'card')}, a back and a front each",
        f"pages of {width / 25.4:g} x {height / 25.4:g} in; TrimBox and BleedBox are set",
        f"all colours are CMYK, at most {LIMIT:.0%} ink; fonts are embedded; black text is black ink alone",
        "This is not a PDF/X file: it names no printing condition (output intent) and has no XMP data"
        + (", and it uses transparency." if see_through else "."),
        *told_flat(scenes),
    ]
    above = [one for one in inks.too_much if one.share >= SHARE]
    if not above:
        return "\n".join([*met, "", f"Nothing took more than {LIMIT:.0%} ink."]) + "\n"
    first = max(above, key=lambda one: (one.most, one.what))
    things = "1 picture or colour" if len(above) == 1 else f"{len(above)} pictures and colours"
    message = f"{things} took more than {LIMIT:.0%} ink, the most was {first.most:.0%}: {first.what}"
    hint = f"they were reduced, see {deck.name}-report.txt; have a proof printed where it matters"
    found = INK.finding(Location(f"{deck.name}.pdf"), message, hint)
    job.findings.append(found._replace(severity="info"))  # it has been fixed already
    lines = [f"Took more than {LIMIT:.0%} ink, and was given less colour:"]
    for one in sorted(above, key=lambda one: (-one.most, one.what)):
        where = f" ({one.share:.1%} of it)" if one.share < 1 else ""
        lines.append(f"  {one.most:.0%}  {one.what}{where}")
    return "\n".join([*met, "", *lines]) + "\n"
