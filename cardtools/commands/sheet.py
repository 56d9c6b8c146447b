"""`cardtools sheet`: cards on printable PDF sheets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import (
    FILE,
    card_filters,
    command,
    completing,
    each_edition,
    paper_option,
    strict_option,
    uses_only,
)
from cardtools.ground.console import Console
from cardtools.ground.io.build_record import BuildRecord
from cardtools.ground.io.files import new_folder, replacing, shown
from cardtools.ground.spelling import counted

if TYPE_CHECKING:
    from cardtools.game.card_choice import CardChoice
    from cardtools.game.sheets import SheetPlan
    from cardtools.print.sheets.print_record import PrintRecord
    from cardtools.print.sheets.printing import PrintOptions, SheetDefinition


@command(epilog="Example: cardtools sheet --deck cards/decks/starter.txt --paper a4")
@each_edition
@card_filters
@click.option("-o", "--output", metavar="FILE", type=FILE, help="The PDF (for one deck only).")
@click.option("--sheet", "definition", metavar="FILE", type=FILE, help="A sheet definition.")
@paper_option
@click.option(
    "--copies", metavar="COLUMN", default="", help="Without decks: the column with the number of copies."
)
@click.option("--skip", metavar="CELLS", default="", help="Leave cells of the first sheet empty: 1,2,5.")
@click.option("--changed", is_flag=True, help="Only cards that changed since these sheets were last made.")
@click.option("--low-ink", is_flag=True, help="Leave out art and filled areas: print words and outlines.")
@click.option("--watermark", metavar="TEXT", default="", help="Print words across every card, such as DRAFT.")
@click.option(
    "--printer",
    metavar="NAME",
    default="",
    shell_complete=completing.printers,
    help="A printer of the project file, with its corrections.",
)
@click.option("--calibrate", is_flag=True, help="Make a test page that shows how far a printer is off.")
@strict_option
def sheet(
    console: Console,
    choice: CardChoice,
    output: Path | None,
    definition: Path | None,
    paper: str | None,
    copies: str,
    skip: str,
    changed: bool,
    low_ink: bool,
    watermark: str,
    printer: str,
    calibrate: bool,
    strict: bool,
) -> int:
    """Lay out cards on printable PDF sheets, with crop marks and a ruler.

    Without --deck, the decks of the project are laid out, each in a PDF of its own, and so are its extras
    (tokens and counters); a project without decks prints each card once, or as often as its column COPIES
    says. With CARD (a name, or a pattern such as 'Rust*') or --where, only the cards that meet every filter
    are printed: one of each, or as many as are in the --deck. The names of these PDFs end in -chosen. Print
    at actual size. Sheets with backs (`flip` or `fold` in the sheet definition) take them from [[backs]] of
    the project file.

    Exits 1 if text does not fit, a character is missing or a cell is not of its kind, 2 if a card cannot be
    drawn (its deck is printed without it).
    """
    if calibrate:
        own = ("calibrate", "output", "definition", "paper", "printer", "edition", "all_editions")
        uses_only("--calibrate", *own)
    from cardtools.game.card_choice import printed_cards, uncounted
    from cardtools.game.draw_cards import Composer
    from cardtools.game.game import Game
    from cardtools.game.sheets import plan_sheet
    from cardtools.print.sheets.layout import read_cells
    from cardtools.print.sheets.print_record import PrintRecord
    from cardtools.print.sheets.printing import PrintOptions, find_printer, project_sheet, read_sheet

    game = Game(choice.project(), strict=strict)
    project = game.project
    decks = choice.decks
    paths = decks or (() if choice else tuple(map(project.path, project.settings.cards.decks)))
    if output and len(paths) > 1 and not calibrate:
        raise click.UsageError("-o names one file: give one --deck, or leave -o out")
    if copies and decks:
        raise click.UsageError("--copies is for cards without a deck: a deck has its own counts")
    options = PrintOptions(read_cells(skip), watermark, low_ink, find_printer(project, printer))
    paper = paper or project.settings.sheet.paper

    @cache
    def read(name: str = "") -> SheetDefinition:
        return read_sheet(definition, paper) if definition else project_sheet(project, name, paper)

    if calibrate:
        target = output or project.output_path("sheets", "calibration.pdf")
        return _calibrate(console, read(), options, target)
    extras = () if decks or copies or (output and not choice) else project.extras
    paths = () if copies else paths
    cards = printed_cards(game, paths, extras, copies)
    console.problems(uncounted(game, paths, extras, copies))
    if choice.narrows:
        cards = choice.among_decks(game, cards)
        if output and len(cards) > 1:
            raise click.UsageError(f"-o names one file, and these are several: {', '.join(cards)}")
    # Unusable ones are reported before anything is composed.
    sheets = {name: read(name) for name in cards}
    composer = Composer(game)
    composer.compose_all(cards.values(), console.progress)
    plans = [plan_sheet(game, composer, name, some, sheets[name], options) for name, some in cards.items()]
    console.problems(composer.findings)
    prints, outdated = PrintRecord(project.output / "sheets"), list[Path]()
    record = BuildRecord(project.root, project.output_path(), build=False)
    for plan, some in zip(plans, cards.values(), strict=True):
        what = "piece" if plan.name in game.card_set.extras else "card"
        if choice.narrows:
            # Not the sheets of the whole deck, which `build` makes too.
            plan = replace(plan, name=f"{plan.name}-chosen")
        target = output or project.output_path("sheets", f"{plan.name}.pdf")
        if some and not plan.cards:  # none of them can be drawn
            outdated.append(target)
            continue
        console.say(_write(plan, target, prints, changed, what))
        if not (output or choice.narrows) and target.is_file():
            record.keep(target)
    if not (choice or output or copies):
        cleared = record.remove_outdated([project.output_path("sheets")])
        console.cleared(cleared.removed, cleared.changed)
    record.save()
    console.not_drawn(composer.broken, [path for path in outdated if path.exists()])
    return composer.code


def _calibrate(console: Console, definition: SheetDefinition, options: PrintOptions, target: Path) -> int:
    from cardtools.print.sheets.calibration import write_calibration

    with new_folder(target.parent), replacing(target) as file:
        write_calibration(file, definition, options.printer)
    console.say(f"print {shown(target)} on both sides at actual size; the page says what to measure")
    return 0


def _write(plan: SheetPlan, target: Path, record: PrintRecord, changed: bool, what: str) -> str:
    """Write a PDF (with `changed`: of the cards that changed since the last print); what was done."""
    prints = {card.slug: made_of for card, made_of in zip(plan.cards, plan.prints, strict=True)}
    if changed:
        new = tuple(card for card in plan.cards if record.is_new(plan.name, card.slug, prints))
        if not new:
            return f"{plan.name}: nothing changed since the last print"
        plan = replace(plan, cards=new)
    with new_folder(target.parent), replacing(target) as file:
        plan.write(file)
    if not (plan.options.low_ink or plan.options.watermark):  # a draft is not what the players have
        record.printed(plan.name, prints)
    return f"{counted(len(plan.cards), what)} on {counted(plan.count(), 'sheet')} -> {shown(target)}"
