"""`cardtools render`: cards as PNG pictures."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.files import make_folder, shown, write_atomic
from cardtools.project import find_project
from cardtools.spelling import counted


@command(epilog="Example: cardtools render 'Cinder Whelp' -o output/cards --dpi 600")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("-o", "--output", metavar="FOLDER", type=FILE, help="Where the pictures go.")
@click.option("--dpi", type=click.IntRange(36, 2400), help="Pixels an inch (default: the project's, 300).")
@click.option("--bleed/--no-bleed", default=True, help="With the bleed around the trim, or without.")
@click.option(
    "--jobs", metavar="N", type=click.IntRange(1), help="Draw with N processes (default: all processors)."
)
def render(
    console: Console,
    names: tuple[str, ...],
    output: Path | None,
    dpi: int | None,
    bleed: bool,
    jobs: int | None,
) -> int:
    """Draw cards as PNG pictures: all cards and extras of the project, or those named.

    A card of several pictures has the first, or the one that the project file says; NAME @2 has the second.

    Exits with 1 when text does not fit or a character is missing in a font (the card is drawn all the same),
    with 2 when a card cannot be drawn (the others are).
    """
    from cardtools.drawing import Easel
    from cardtools.render.sources import load_card_set

    project = find_project()
    card_set = load_card_set(project)
    cards = card_set.named(names) if names else card_set.everything
    folder = make_folder(output or project.output / "cards")
    easel = Easel(project, dpi or project.settings.render.dpi, bleed)
    composed = list(card_set.compose(cards))
    console.problems(found for card in composed for found in (*card.findings, *card.problems))
    able = sum(card.scene is not None for card in composed)
    with console.progress(easel.draw(card_set, composed, jobs or 0), able, "render") as waiting:
        for card, data in waiting:
            write_atomic(folder / f"{card.card.slug}.png", data)
    console.say(f"{counted(able, 'card')} -> {shown(folder)}")
    if broken := [card.card.name for card in composed if card.scene is None]:
        click.echo(f"not drawn: {', '.join(broken)}", err=True)
        return 2
    return int(any(card.faulty for card in composed))
