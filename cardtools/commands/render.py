"""`cardtools render`: cards as PNG pictures."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cardtools.commands import command, is_given, option, options
from cardtools.ground.console import Console
from cardtools.ground.io.build_record import BuildRecord
from cardtools.ground.io.files import shown
from cardtools.ground.io.manifest import OutdatedFiles, remove_outdated
from cardtools.ground.spelling import counted
from cardtools.steps.game_files import GameFiles

RECORD = ".cards.json"  # of the pictures in a folder that the user has named


@command(epilog="Example: cardtools render 'Zephyr Dancer' --dpi 600")
def render(
    console: Console,
    all_editions: bool = options.each_edition,
    choice: options.CardChoice = options.card_filters,
    output: Path | None = option("-o", "--output", "Where the pictures go.", metavar="FOLDER"),
    dpi: int | None = option(
        "--dpi", "Pixels per inch (default: the project's, 300).", least=36, most=2400, metavar=None
    ),
    bleed: bool = option("--bleed/--no-bleed", "Draw the bleed around the card too, or not.", default=True),
    cut: bool = option(
        "--cut", "Without bleed, and transparent outside the card's rounded or hexagonal shape."
    ),
    masks: bool = option("--masks", "Make a black and white mask of each plate too, such as NAME-foil.png."),
    pattern: str = option(
        "--names",
        "With -o: names made of the cards' values, like '{{ TYPE }} {{ NAME }}'.",
        metavar="PATTERN",
    ),
    backs: bool = option("--backs", "Draw the backs too: NAME-back.png, or one back.png that all share."),
    rotate: str = option(
        "--rotate", "Turn the pictures clockwise.", default="0", type=click.Choice(["0", "90", "180", "270"])
    ),
    jobs: int | None = options.drawing_jobs,
    strict: bool = options.strict,
) -> int:
    """Draw cards as PNG pictures: all cards and extras of the project, or those that meet every filter.

    CARD is a name, or a pattern such as 'Rust*'. A card with several pictures gets the first, or the one that
    the project file names; 'NAME @2' gets the second.

    Exits 1 if text does not fit, a character is missing from a font, or a cell is not a number, date or yes
    and no as its column asks (the card is drawn all the same), 2 if a card cannot be drawn (the others are).
    """
    if cut and bleed and is_given("bleed"):
        raise click.UsageError("--cut is without bleed: leave --bleed out.")
    if pattern and not output:
        raise click.UsageError("--names is for pictures in a folder of your own: name it with -o.")
    from cardtools.library.pictures import write_pictures
    from cardtools.steps.draw_cards import Composer, PictureOptions

    game = GameFiles(choice.project(), strict=strict)
    project = game.project
    cards = choice.cards(game)
    folder = output or project.output_path("cards")
    record = None if output else BuildRecord(project.root, project.output_path(), build=False)
    composer = Composer(game)
    composed = composer.compose(cards)
    behind = composer.compose_backs(cards) if backs else []
    console.problems(composer.findings)
    drawn_as = PictureOptions(dpi or project.settings.render.dpi, bleed and not cut, jobs or 0)
    how = drawn_as, cut, masks, record, console.progress, console.detail
    paths, drawn = write_pictures(game, composed, folder, *how, pattern, behind, int(rotate))
    if drawn:
        console.say(f"{counted(drawn, 'card')} -> {shown(folder)}")
    cleared = OutdatedFiles()
    if record:
        cleared = OutdatedFiles() if choice else record.remove_outdated([folder])
        record.save()
    elif paths and (not choice or os.path.isfile(folder / RECORD)):
        names = [path.name for path in paths]
        cleared = remove_outdated(folder, RECORD, "render", names, lambda name: not choice)
    console.cleared(cleared.removed, cleared.changed)
    console.not_drawn(composer.broken, composer.outdated(folder))
    return composer.code
