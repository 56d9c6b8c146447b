"""Printable sheets of proxies: composed cards imposed on paper, as one PDF."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from cardtools.ground.card_sizes import CardShape
from cardtools.ground.errors import InputError, bad_input, printable, reported_at
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.filenames import fold, segment
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import suggest
from cardtools.print.sheets.definition import Sheet, load_sheet, sheet_fault
from cardtools.print.sheets.layout import Cell, Side, impose
from cardtools.print.sheets.low_ink import low_ink
from cardtools.print.sheets.marks import LABEL_FONT, cut_outlines, page_marks
from cardtools.project.project import FILE_NAME, Project
from cardtools.project.settings import Printer
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.scene.pages import Page, PdfInfo, Placement
from cardtools.render.scene.scene import Box, Group, Item, Scene, around, joined
from cardtools.render.scene.shapes import ArtSource
from cardtools.render.text.fonts import Font, read_font
from cardtools.render.text.metrics import FontMetrics

# mm that cards without a gap between them overlap: where they only met, the paper would shine through the
# smoothed edges of both.
OVERLAP = 0.05


class SheetDefinition(Record):
    """A sheet definition: its file, the layout on a paper, the font of its ruler and labels."""

    path: Path
    layout: Sheet
    label_font: Font | None = None


def read_sheet(path: Path, paper: str = "") -> SheetDefinition:
    """The sheet definition of a file on a paper. Raises InputError if it or its font cannot be used."""
    layout = load_sheet(path, paper)
    if layout.marks is None or not layout.marks.font:
        return SheetDefinition(path, layout)
    try:
        return SheetDefinition(path, layout, read_font(path.parent / layout.marks.font))
    except InputError as error:
        (found,) = error.diagnostics
        raise bad_input(shown(path), f"marks.font: {found.location}: {found.message}", found.hint) from None


def project_sheet(project: Project, name: str = "", paper: str = "") -> SheetDefinition:
    """The sheet of a project's cards, or of a table of extras, as `read_sheet`; the project file names it."""
    with reported_at(project.sheet_place(name)):
        return read_sheet(project.sheet(name), paper)


@dataclass(frozen=True)
class PrintOptions:
    """How sheets are printed this time: cells of the first to `skip` (from 1), a watermark."""

    skip: tuple[int, ...] = ()
    watermark: str = ""
    low_ink: bool = False
    printer: Printer | None = None


class OwnItems(Record):
    """The items that lie over one print of a scene, and the words that are read aloud for them."""

    items: tuple[Item, ...] = ()
    words: str = ""


def write_sheets(
    file: BinaryIO,
    definition: SheetDefinition,
    scenes: Sequence[Scene],
    fonts: Mapping[str, Font],
    art: ArtSource,
    info: PdfInfo,
    backs: Sequence[Scene | None] = (),
    options: PrintOptions = PrintOptions(),
    own: Sequence[OwnItems] = (),
    sides: Sequence[Side] = (),
) -> None:
    """Write a PDF with every scene once, in order (or of these `sides` alone), its back where the sheet has
    backs, the items `own` over its front. Without a label font there is no ruler, label or watermark. Raises
    InputError when there is no card or no back, or the cards differ in size or do not fit the paper.
    """
    source, sheet, label_font = definition.path, definition.layout, definition.label_font
    if not scenes:
        raise bad_input(info.title, "there is no card to print")
    if sheet.has_backs and not any(backs):
        hint = 'name one in the project file: [[backs]] face = "templates/back.toml"'
        raise sheet_fault(source, "the sheet has backs, and the cards have none", hint)
    every = [*scenes, *(back for back in backs if back and sheet.has_backs)]
    check_sizes(definition, info.title, ((scene.width, scene.height, scene.shape) for scene in every))
    for scene, back in zip(scenes, backs if sheet.has_backs else (), strict=False):
        check_back(shown(source), scene.title, scene, back)
    if options.low_ink:
        inked = {scene: low_ink(scene) for scene in dict.fromkeys(every)}
        scenes, backs = [inked[s] for s in scenes], [inked[b] if b else None for b in backs]
    if own:  # there are many prints of a few backs: the PDF has each of them once
        whole = {id(back): replace(back, items=(Group("back", back.items),)) for back in backs if back}
        backs = [whole[id(back)] if back else None for back in backs]
    printer, metrics = options.printer, FontMetrics({LABEL_FONT: [label_font]}) if label_font else None
    watermark, font = (options.watermark, label_font.name) if label_font else ("", "")
    pages = []
    for side in sides or sides_of(definition, scenes, options.skip):
        placements = tuple(_placements(sheet, side, scenes, backs, own))
        marks, paper = page_marks(sheet, side, info.title, metrics), Box(0, 0, side.width, side.height)
        adjust = (printer.back if side.back else printer.front) if printer else None
        lines = tuple(cut_outlines(sheet, side, scenes))
        pages.append(Page(side.width, side.height, placements, marks, paper, watermark, font, adjust, lines))
    files = {**fonts, label_font.name: label_font} if label_font else fonts
    write_pdf(file, pages, files, art, info, "" if sheet.flip == "none" else sheet.flip)


def check_sizes(
    definition: SheetDefinition, title: str, every: Iterable[tuple[float, float, CardShape]]
) -> None:
    """Raise InputError where cards differ in width, height or shape, unless the sheet has places for them."""
    sizes = sorted(set(every))
    if len(sizes) > 1 and not definition.layout.places:
        found = " and ".join(dict.fromkeys(f"{width:g} x {height:g} mm" for width, height, _ in sizes))
        found += " in two shapes" if " and " not in found else ""
        raise sheet_fault(definition.path, f"{title} has cards of {found}", "print one size at a time")


def check_back(where: str, name: str, front: Scene, back: Scene | None) -> None:
    """Raise InputError where a card has a back of another size or shape than its face."""
    if back and (back.width, back.height, back.shape) != (front.width, front.height, front.shape):
        message = f"the back of {name} is {back.width:g} x {back.height:g} mm"
        size = f"{front.width:g} x {front.height:g} mm"
        raise bad_input(where, f"{message}, its face is {size}", "give both the same [card]")


def sides_of(
    definition: SheetDefinition, scenes: Sequence[Scene], skip: Collection[int] = ()
) -> tuple[Side, ...]:
    """The sides of the sheets of these cards, as `impose`."""
    first, sizes = scenes[0], [(scene.width, scene.height) for scene in scenes]
    here = definition.layout, len(scenes), first.width, first.height, definition.path
    return impose(*here, skip, first.shape, sizes)


def _placements(
    sheet: Sheet, page: Side, scenes: Sequence[Scene], backs: Sequence[Scene | None], own: Sequence[OwnItems]
) -> Iterator[Placement]:
    for cell in page.cells:
        scene = (backs if cell.back else scenes)[cell.card]
        more = own[cell.card] if own and not cell.back else OwnItems()
        if scene and cell.place:
            yield from _in_place(cell, scene, sheet.bleed, more)
        elif scene:
            turned = cell.back and sheet.turned
            part = printed(cell, page, sheet, min(OVERLAP, scene.bleed))
            if turned:
                part = Box(scene.width - part.right, scene.height - part.bottom, part.width, part.height)
            place = cell.box.left, cell.box.top, part, turned, page.shape, cell.back
            yield Placement(scene, *place, more.items, more.words)


def _in_place(cell: Cell, scene: Scene, bleed: float, more: OwnItems) -> Iterator[Placement]:
    """A card in a place of its own; a standee's front, and the same mirrored beyond the fold."""
    trim, standee = scene.trim, cell.place is not None and cell.place.foot is not None
    part = Box(-bleed, 0, trim.width + 2 * bleed, trim.height) if standee else trim.grown(bleed)
    lying = [cell.lying, joined(cell.lying, (1, 0, 0, -1, 0, 0))] if standee else [cell.lying]
    for one in lying:
        place = cell.box.left, cell.box.top, part, False, scene.shape, cell.back
        yield Placement(scene, *place, more.items, more.words, lying=one)


def printed(cell: Cell, page: Side, sheet: Sheet, overlap: float = 0.0) -> Box:
    """The printed part of a card: trim, bleed outwards, half the gutter (and `overlap`) inwards."""
    whole = around(other.box for other in page.cells if other.back == cell.back) or cell.box
    half = sheet.gutter / 2
    inner = half + overlap if half <= sheet.bleed else sheet.bleed
    if page.shape == "hexagon":  # the hexagon in this box has its sides `inner` further out
        far = inner * 2 / math.sqrt(3)
        across, down = (inner, far) if cell.box.width < cell.box.height else (far, inner)
        return Box(-across, -down, cell.box.width + 2 * across, cell.box.height + 2 * down)

    def bleed(outermost: bool) -> float:
        return sheet.bleed if outermost else inner

    box = cell.box
    left, right = bleed(box.left <= whole.left + 1e-6), bleed(box.right >= whole.right - 1e-6)
    top, bottom = bleed(box.top <= whole.top + 1e-6), bleed(box.bottom >= whole.bottom - 1e-6)
    if sheet.fold == "vertical":  # the other half is beyond the fold
        left, right = (min(left, inner), right) if cell.back else (left, min(right, inner))
    if sheet.fold == "horizontal":
        top, bottom = (min(top, inner), bottom) if cell.back else (top, min(bottom, inner))
    return Box(-left, -top, box.width + left + right, box.height + top + bottom)


def find_printer(project: Project, name: str = "") -> Printer | None:
    """The printer of this name, or the project's own. Raises InputError when there is none of the name."""
    name = name or project.settings.sheet.printer
    known = {printer.name: printer for printer in project.settings.printers}
    if name and name not in known:
        hint = suggest(name, list(known), "printers") or 'add [[printers]] name = "..." to the project file'
        raise bad_input(shown(project.root / FILE_NAME), f"no printer {name!r}", hint)
    return known[name] if name else None


def sheet_names(decks: Sequence[Path], extras: Collection[Path] = ()) -> dict[str, Path | None]:
    """The name of each deck's PDF (`cards` without decks). Raises InputError for equal or unusable names."""
    names: dict[str, Path | None] = {}
    taken: dict[str, Path] = {}
    for table in extras:
        if table.stem != segment(table.stem):
            raise bad_input(table, "its sheets cannot have this name", "rename the table")
        taken[fold(table.stem)] = table
    for deck in decks or (Path("cards"),):
        name = segment(deck.stem)
        if other := taken.get(fold(name)):  # on some disks
            message = f"its sheets would have the name of {other}'s, {name}.pdf"
            raise bad_input(deck, message, "rename one of them")
        names[name] = deck if decks else None
        taken[fold(name)] = deck
    return names


def sheet_title(project: str, deck: str) -> str:
    """The label of a deck's sheets: project and deck, or one of them if they are the same."""
    project, words = printable(project), deck.replace("-", " ").replace("_", " ").strip()
    if not project or words.casefold() == project.casefold():
        return project or words[:1].upper() + words[1:]
    return f"{project}: {words}"
