"""`cardtools sheet`: cards on printable PDF sheets."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.files import make_folder, replacing, shown
from cardtools.project import find_project
from cardtools.spelling import counted


@command(epilog="Example: cardtools sheet --deck cards/decks/starter.txt --paper a4")
@click.option("--deck", "decks", multiple=True, type=FILE, help="A deck list. May be repeated.")
@click.option("-o", "--output", metavar="FILE", type=FILE, help="The PDF (for one deck only).")
@click.option("--sheet", "definition", metavar="FILE", type=FILE, help="A sheet definition.")
@click.option("--paper", metavar="NAME", help="letter, a4 or another paper (default: the project's).")
@click.option("--copies", metavar="COLUMN", help="Without decks: the column with the number of each card.")
@click.option("--skip", metavar="CELLS", help="Leave cells of the first sheet empty: 1,2,5.")
@click.option("--changed", is_flag=True, help="Only cards that changed since these sheets were last made.")
@click.option("--low-ink", is_flag=True, help="No art and no areas: words and outlines.")
@click.option("--watermark", metavar="TEXT", help="Words across every card, as DRAFT.")
@click.option("--printer", metavar="NAME", help="A printer of the project file, with its corrections.")
@click.option("--calibrate", is_flag=True, help="Make a test page that shows how far a printer is off.")
def sheet(
    console: Console,
    decks: tuple[Path, ...],
    output: Path | None,
    definition: Path | None,
    paper: str | None,
    copies: str | None,
    skip: str | None,
    changed: bool,
    low_ink: bool,
    watermark: str | None,
    printer: str | None,
    calibrate: bool,
) -> int:
    """Lay out cards on printable PDF sheets, with crop marks and a ruler.

    Without --deck the decks of the project are laid out, each on its own PDF, and so are its extras (tokens
    and counters); a project without decks gets one of each card. Print at actual size. Sheets with backs
    (`flip` or `fold` in the sheet definition) take them from [[backs]] of the project file.

    Exits with 1 when text does not fit or a character is missing, with 2 when a card cannot be drawn (its
    deck is printed without it).
    """
    from cardtools.cards.deck import read_deck
    from cardtools.render.printed import PrintRecord
    from cardtools.render.proxies import (
        PrintOptions,
        compose_backs,
        find_printer,
        load_label_font,
        sheet_count,
        sheet_names,
        sheet_title,
        write_sheets,
    )
    from cardtools.render.sheets import load_sheet, read_cells
    from cardtools.render.sources import load_card_set

    project = find_project()
    paths = decks or tuple(project.path(deck) for deck in project.settings.cards.decks)
    if output and len(paths) > 1 and not calibrate:
        raise click.UsageError("-o names one file: give one --deck, or leave -o out")
    if copies and decks:
        raise click.UsageError("--copies is for cards without a deck: a deck has its own counts")
    if copies:
        paths = ()
    path = definition or project.sheet()
    layout = load_sheet(path, paper or project.settings.sheet.paper)
    options = PrintOptions(
        read_cells(skip or ""), watermark or "", low_ink, find_printer(project, printer or "")
    )
    label_font = load_label_font(layout, path)
    if calibrate:
        from cardtools.render.calibration import write_calibration

        target = output or make_folder(project.output / "sheets") / "calibration.pdf"
        with replacing(target) as file:
            write_calibration(file, layout, path, label_font, options.printer)
        console.say(f"print {shown(target)} on both sides at actual size; the page says what to measure")
        return 0
    card_set = load_card_set(project)
    extras = () if decks or copies or output else project.extras
    jobs = {
        name: card_set.deck(read_deck(deck)) if deck else card_set.copies(copies or "")
        for name, deck in sheet_names(paths, extras).items()
    }
    jobs |= {table.stem: card_set.copies_of_extras(table.stem) for table in extras}
    drawn = {}
    wanted = list({card.slug: card for cards in jobs.values() for card in cards}.values())
    with console.progress(wanted, len(wanted), "compose") as waiting:
        for composed in card_set.compose(waiting):
            drawn[composed.card.slug] = composed
    every = [*drawn.values()]
    console.problems(found for card in every for found in (*card.findings, *card.problems))
    record = PrintRecord(project.output / "sheets")
    for name, cards in jobs.items():
        if not definition and project.sheet(name) != path:
            path = project.sheet(name)
            layout = load_sheet(path, paper or project.settings.sheet.paper)
            label_font = load_label_font(layout, path)
        backs = {back.card.slug: back for back in compose_backs(layout, card_set, cards)}
        console.problems(found for back in backs.values() for found in (*back.findings, *back.problems))
        every += backs.values()
        chosen = [drawn[card.slug] for card in cards if drawn[card.slug].scene]
        prints = {c.card.slug: c.inputs + (backs[c.card.slug].inputs if backs else "") for c in chosen}
        if changed:
            chosen = [card for card in chosen if record.is_new(name, card.card.slug, prints)]
            if not chosen:
                console.say(f"{name}: nothing changed since the last print")
                continue
        scenes = [card.scene for card in chosen if card.scene]
        behind = [backs[card.card.slug].scene for card in chosen] if backs else []
        title = sheet_title(project.settings.name, name)
        target = output or make_folder(project.output / "sheets") / f"{name}.pdf"
        fonts, art_files = card_set.fonts(), card_set.art_files
        with replacing(target) as file:
            write_sheets(file, layout, scenes, fonts, art_files, title, label_font, path, behind, options)
        if not (low_ink or watermark):  # a draft is not what the players have
            record.printed(name, prints)
        size = scenes[0].width, scenes[0].height
        sheets = counted(sheet_count(layout, len(scenes), *size, path, options.skip), "sheet")
        what = "piece" if name in card_set.extras else "card"
        console.say(f"{counted(len(scenes), what)} on {sheets} -> {shown(target)}")
    broken = list(dict.fromkeys(composed.card.name for composed in every if composed.scene is None))
    if broken:
        click.echo(f"not drawn: {', '.join(broken)}", err=True)
        return 2
    return int(any(composed.faulty for composed in every))
