"""`cardtools sheet`: cards on printable PDF sheets."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.errors import counted
from cardtools.files import make_folder, shown, write_atomic
from cardtools.project import find_project


@command(epilog="Example: cardtools sheet --deck cards/decks/starter.txt --paper a4")
@click.option("--deck", "decks", multiple=True, type=FILE, help="A deck list. May be repeated.")
@click.option("-o", "--output", metavar="FILE", type=FILE, help="The PDF (for one deck only).")
@click.option("--paper", metavar="NAME", help="letter, a4 or another paper (default: the project's).")
def sheet(console: Console, decks: tuple[Path, ...], output: Path | None, paper: str | None) -> int:
    """Lay out cards on printable PDF sheets, with crop marks and a ruler.

    Without --deck the decks of the project are laid out, each on its own PDF; a project without decks gets
    one of each card. Print at actual size. Exits with 1 when text does not fit or a character is missing,
    with 2 when a card cannot be drawn (its deck is printed without it).
    """
    from cardtools.cards.deck import read_deck
    from cardtools.render.pictures import compose_cards
    from cardtools.render.proxies import load_label_font, sheet_names, sheet_pdf, sheet_title
    from cardtools.render.sheets import load_sheet
    from cardtools.render.sources import load_studio

    project = find_project()
    paths = decks or tuple(project.path(deck) for deck in project.settings.cards.decks)
    if output and len(paths) > 1:
        raise click.UsageError("-o names one file: give one --deck, or leave -o out")
    definition = project.path(project.settings.sheet.sheet)
    layout = load_sheet(definition, paper or project.settings.sheet.paper)
    label_font = load_label_font(layout, definition)
    studio = load_studio(project)
    jobs = {
        name: studio.deck(read_deck(path)) if path else studio.cards
        for name, path in sheet_names(paths).items()
    }
    drawn = {}
    wanted = list({card.slug: card for cards in jobs.values() for card in cards}.values())
    with console.progress(wanted, len(wanted), "compose") as waiting:
        for composed in compose_cards(studio.faces, waiting, studio.gallery):
            console.problems((*composed.findings, *composed.problems))
            drawn[composed.card.slug] = composed
    for name, cards in jobs.items():
        scenes = [scene for card in cards if (scene := drawn[card.slug].scene)]
        title = sheet_title(project.settings.name, name)
        pdf = sheet_pdf(layout, scenes, studio.faces.fonts(), studio.gallery, title, label_font, definition)
        path = output or make_folder(project.output / "sheets") / f"{name}.pdf"
        write_atomic(path, pdf)
        pages = -(-len(scenes) // layout.per_page)
        console.say(f"{counted(len(scenes), 'card')} on {counted(pages, 'sheet')} -> {shown(path)}")
    broken = [composed.card.name for composed in drawn.values() if composed.scene is None]
    if broken:
        click.echo(f"not drawn: {', '.join(broken)}", err=True)
        return 2
    return int(any(composed.findings for composed in drawn.values()))
