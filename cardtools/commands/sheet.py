"""`cardtools sheet`: cards on printable PDF sheets."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import command, completing, option, options, uses_only
from cardtools.ground.console import Console
from cardtools.ground.io.files import new_folder, replacing, shown
from cardtools.steps.game_files import GameFiles


@command(epilog="Example: cardtools sheet --deck cards/decks/starter.txt --paper a4")
def sheet(
    console: Console,
    all_editions: bool = options.each_edition,
    choice: options.CardChoice = options.card_filters,
    output: Path | None = option("-o", "--output", "The PDF (for one deck only)."),
    definition: Path | None = option("--sheet", "A sheet definition."),
    paper: str | None = options.paper,
    copies: str = option(
        "--copies", "Without decks: the column with the number of copies.", metavar="COLUMN"
    ),
    skip: str = option("--skip", "Leave cells of the first sheet empty: 1,2,5.", metavar="CELLS"),
    changed: bool = option("--changed", "Only cards that changed since these sheets were last made."),
    low_ink: bool = option("--low-ink", "Leave out art and filled areas: print words and outlines."),
    watermark: str = option("--watermark", "Print words across every card, such as DRAFT."),
    printer: str = option(
        "--printer",
        "A printer of the project file, with its corrections.",
        metavar="NAME",
        shell_complete=completing.printers,
    ),
    calibrate: bool = option("--calibrate", "Make a test page that shows how far a printer is off."),
    strict: bool = options.strict,
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
    from cardtools.library.sheets import plan_sheets, print_sheets
    from cardtools.steps.sheets import cards_of_sheets, sheet_options

    game = GameFiles(choice.project(), strict=strict)
    own_decks = () if choice else game.project.settings.cards.decks
    if output and len(choice.decks or own_decks) > 1 and not calibrate:
        raise click.UsageError("-o names one file: give one --deck, or leave -o out")
    if copies and choice.decks:
        raise click.UsageError("--copies is for cards without a deck: a deck has its own counts")
    how = sheet_options(game.project, definition, paper or "", skip, watermark, low_ink, printer)
    if calibrate:
        from cardtools.print.sheets.calibration import write_calibration

        target = output or game.project.output_path("sheets", "calibration.pdf")
        with new_folder(target.parent), replacing(target) as file:
            write_calibration(file, how.read(game), how.options.printer)
        console.say(f"print {shown(target)} on both sides at actual size; the page says what to measure")
        return 0
    cards = cards_of_sheets(game, choice, copies, not output or bool(choice), console.problems)
    if output and choice.narrows and len(cards) > 1:
        raise click.UsageError(f"-o names one file, and these are several: {', '.join(cards)}")
    composer, plans = plan_sheets(game, cards, how, console.progress)
    console.problems(composer.findings)
    outdated, cleared = print_sheets(game, cards, plans, output, choice, changed, bool(copies), console.say)
    console.cleared(cleared.removed, cleared.changed)
    console.not_drawn(composer.broken, outdated)
    return composer.code
