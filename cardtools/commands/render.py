"""`cardtools render`: cards as PNG pictures."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.errors import counted
from cardtools.files import make_folder, shown, write_atomic
from cardtools.project import find_project


@command(epilog="Example: cardtools render 'Cinder Whelp' -o output/cards --dpi 600")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("-o", "--output", metavar="FOLDER", type=FILE, help="Where the pictures go.")
@click.option("--dpi", type=click.IntRange(36, 2400), help="Pixels an inch (default: the project's, 300).")
@click.option("--bleed/--no-bleed", default=True, help="With the bleed around the trim, or without.")
def render(
    console: Console, names: tuple[str, ...], output: Path | None, dpi: int | None, bleed: bool
) -> int:
    """Draw cards as PNG pictures: all cards of the project, or those named.

    Exits with 1 when text does not fit or a character is missing in a font (the card is drawn all the same),
    with 2 when a card cannot be drawn (the others are).
    """
    from cardtools.render.pictures import compose_cards, render_card
    from cardtools.render.raster import Painter
    from cardtools.render.sources import load_studio

    project = find_project()
    studio = load_studio(project)
    cards = studio.named(names) if names else studio.cards
    folder = make_folder(output or project.output / "cards")
    painter = Painter(studio.faces.fonts(), studio.gallery, dpi or project.settings.render.dpi, bleed)
    drawn, broken, findings = 0, [], 0
    with console.progress(cards, len(cards), "render") as waiting:
        for composed in compose_cards(studio.faces, waiting, studio.gallery):
            console.problems((*composed.findings, *composed.problems))
            findings += len(composed.findings)
            if composed.scene is None:
                broken.append(composed.card.name)
                continue
            write_atomic(folder / f"{composed.card.slug}.png", render_card(composed.scene, painter))
            drawn += 1
    console.say(f"{counted(drawn, 'card')} -> {shown(folder)}")
    if broken:
        click.echo(f"not drawn: {', '.join(broken)}", err=True)
        return 2
    return int(findings > 0)
