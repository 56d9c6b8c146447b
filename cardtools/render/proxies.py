"""Printable sheets of proxies: composed cards imposed on paper, as one PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardtools.errors import bad_input
from cardtools.render.fonts import Font, read_font
from cardtools.render.marks import page_marks
from cardtools.render.metrics import FontMetrics
from cardtools.render.raster import ArtSource
from cardtools.render.scene import Box, Scene
from cardtools.render.sheets import Page, Sheet, Slot, impose
from cardtools.render.vector import Leaf, Placement, pdf_bytes

LABEL_FONT = "label"


def sheet_pdf(
    sheet: Sheet,
    scenes: Sequence[Scene],
    fonts: Mapping[str, Font],
    art: ArtSource,
    title: str,
    label_font: Font | None = None,
    source: object = "sheet",
) -> bytes:
    """A PDF with every scene once, in order; give a scene as often as it is to be printed.

    `label_font` sets ruler and page label, which are left out without it; `source` is the sheet's file, for
    messages. Raises InputError when there is no card, the cards differ in size or do not fit the paper.
    """
    if not scenes:
        raise bad_input(title, "there is no card to print")
    sizes = sorted({(scene.width, scene.height) for scene in scenes})
    if len(sizes) > 1:
        found = " and ".join(f"{width:g} x {height:g} mm" for width, height in sizes)
        raise bad_input(source, f"{title} has cards of {found}", "print one size at a time")
    pages = impose(sheet, len(scenes), *sizes[0], source)
    metrics = FontMetrics({LABEL_FONT: [label_font]}) if label_font else None
    leaves = [
        Leaf(
            page.width,
            page.height,
            tuple(
                Placement(scenes[slot.card], slot.box.left, slot.box.top, printed(slot, page, sheet))
                for slot in page.slots
            ),
            page_marks(sheet, page, title, metrics, LABEL_FONT),
            Box(0, 0, page.width, page.height),
        )
        for page in pages
    ]
    every = {**fonts, label_font.name: label_font} if label_font else fonts
    return pdf_bytes(leaves, every, art, title)


def printed(slot: Slot, page: Page, sheet: Sheet) -> Box:
    """What is printed of a card, from its trim corner: the trim, bleed outwards, half the gutter inwards."""
    block = [other.box for other in page.slots]
    inner = min(sheet.bleed, sheet.gutter / 2)

    def bleed(outermost: bool) -> float:
        return sheet.bleed if outermost else inner

    box = slot.box
    left = bleed(box.left <= min(other.left for other in block) + 1e-6)
    top = bleed(box.top <= min(other.top for other in block) + 1e-6)
    right = bleed(box.right >= max(other.right for other in block) - 1e-6)
    bottom = bleed(box.bottom >= max(other.bottom for other in block) - 1e-6)
    return Box(-left, -top, box.width + left + right, box.height + top + bottom)


def sheet_names(decks: Sequence[Path]) -> dict[str, Path | None]:
    """The name of each deck's PDF, without suffix; without decks one of each card, as "cards".

    Raises InputError where two decks would have one name.
    """
    names: dict[str, Path | None] = {}
    for deck in decks:
        if deck.stem in names:
            message = f"its sheets would have the name of {names[deck.stem]}'s, {deck.stem}.pdf"
            raise bad_input(deck, message, "rename one of the decks")
        names[deck.stem] = deck
    return names or {"cards": None}


def sheet_title(project: str, deck: str) -> str:
    """What a deck's sheets are labelled with: project and deck, one of them where they are the same."""
    words = deck.replace("-", " ").replace("_", " ").strip()
    if not project or words.casefold() == project.casefold():
        return project or words[:1].upper() + words[1:]
    return f"{project}: {words}"


def load_label_font(sheet: Sheet, path: Path) -> Font | None:
    """The font of a sheet's ruler and label, whose path is relative to the sheet's file."""
    if sheet.marks is None or not sheet.marks.font:
        return None
    return read_font(path.parent / sheet.marks.font)
