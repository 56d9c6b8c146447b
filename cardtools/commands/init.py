"""`cardtools init`: create a card project."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.files import shown
from cardtools.starter import games, make_project


@command(epilog="Example: cardtools init mygame && cd mygame && cardtools build")
@click.argument("folder", type=FILE, metavar="DIR")
@click.option("--blank", is_flag=True, help="Without the sample game: one template, no cards.")
@click.option("--game", type=click.Choice(games()), help="One of the other games instead of the sample game.")
def init(console: Console, folder: Path, blank: bool, game: str | None) -> None:
    """Create a card project in the folder DIR: a copy of the sample game, ready to build and to change.

    DIR must be new or empty, except for hidden files such as those of git.
    """
    from cardtools.reference.schema import add_schema_lines, write_schemas

    if blank and game:
        raise click.UsageError("--blank and --game cannot be combined.")
    make_project(folder, blank, game or "")
    write_schemas(folder)
    add_schema_lines(folder)
    way = "" if folder.absolute() == Path.cwd() else f"cd {shown(folder)} && "
    console.say(f"a new card project is in {shown(folder)}; try: {way}cardtools build")
