"""`cardtools init`: create a card project."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardtools.commands import OneOf, argument, command, option, uses_only
from cardtools.ground.card_sizes import SIZES
from cardtools.ground.console import Console
from cardtools.ground.io.files import shown, user_path
from cardtools.project.starter import describe_games, games, ready_faces, title

SAMPLE = "sample"
BLANK = "blank"
TABLE = "table"


@command(epilog="Example: cardtools init mygame --blank && cd mygame && cardtools build")
def init(
    console: Console,
    folder: Path | None = argument(metavar="[DIR]"),
    blank: bool = option("--blank", "Start without a game: two cards, a ten-line ruleset, one face."),
    size: str | None = option(
        "--size", "With --blank or --from: the size of the cards (default: poker).", type=OneOf(tuple(SIZES))
    ),
    tables: tuple[Path, ...] = option(
        "--from",
        "Start from a table of your cards, or a design of nanDECK, Squib or CardMaker; may be repeated.",
        metavar="TABLE",
    ),
    header: int | None = option(
        "--header-row",
        "With --from: the row with the headings, where it is not found.",
        type=click.IntRange(1),
    ),
    game: str | None = option(
        "--game", "One of the other games instead of the sample game.", type=OneOf(games())
    ),
    face: str | None = option(
        "--face",
        "One of the ready faces: of the table (--from), or with cards to try it.",
        type=OneOf(tuple(ready_faces())),
    ),
    name: str | None = option("--name", "The name of the game (default: that of the folder, or its own)."),
    copyright_: str = option("--copyright", "The copyright line of the cards."),
    list_: bool = option("--list", "List what a project can start from."),
) -> None:
    """Create a card project in the folder DIR: a copy of the sample game, ready to build and to change.

    DIR must be new or empty, except for hidden files such as those of git. With --from TABLE (CSV, a
    workbook, JSON, YAML, SQLite, a folder of Markdown files ...) the columns of the table are guessed, and a
    ruleset and a face are written to match; the table itself stays as it is. A script of nanDECK (.nde), a
    layout of Squib (.yml) or a project of CardMaker (.cmp) brings its own face. Without DIR and options, on
    a terminal, it asks.
    """
    from cardtools.reports.reference.schema import add_schema_lines, write_schemas
    from cardtools.steps.new_project import ProjectStart, new_project

    if list_:
        uses_only("--list", "list_")
        console.result(*(f"{key:<8} {what}" for key, what in _starts().items()))
        return
    ways = (("--blank", blank), ("--from", tables), ("--game", game), ("--face", face and not tables))
    given = [flag for flag, value in ways if value]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be combined.")
    if header and not tables:
        raise click.UsageError("--header-row is for --from: it is a row of the table.")
    if face and size:
        raise click.UsageError("--size and --face cannot be combined: a ready face has its size.")
    if size and not (blank or tables):
        raise click.UsageError("--size is for --blank and --from: other projects have faces of their own.")
    if tables and size and SIZES[size].shape == "hexagon":
        raise click.UsageError("no face of a hexagon is made for a table: begin with --blank --size hexagon.")
    if folder is None:
        if given or name or copyright_ or not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise click.UsageError("Missing argument 'DIR': a new folder, or . for this one.")
        folder, start, tables, name, copyright_ = _ask()
        face = start if start in ready_faces() else None
        blank, game = start == BLANK, start if start in games() else None
    start_from = ProjectStart(
        blank=blank,
        game=game or "",
        tables=tables,
        face=face or "",
        size=size or "",
        header=header or 0,
        name=name,
        copyright=copyright_,
    )
    guessed = new_project(folder, start_from)
    for line in guessed.report() if guessed else ():
        console.say(line)
    write_schemas(folder)
    add_schema_lines(folder)
    way = "" if folder.absolute() == Path.cwd() else f"cd {shown(folder)} && "
    console.say(f"a new card project is in {shown(folder)}; try: {way}cardtools build")


def _starts() -> dict[str, str]:
    """What a project can start from, by the word that chooses it."""
    return {
        BLANK: "No game at all: two cards, a ruleset of ten lines, and one plain face. (--blank)",
        TABLE: "A table of your cards, or another program's design: a face is made of it. (--from TABLE)",
        SAMPLE: 'The sample game, for the ruleset "ttcg": effect templates, cards, a deck. (no option)',
        **{face: f"{what} (--face {face})" for face, what in ready_faces().items()},
        **{game: f"{what} (--game {game})" for game, what in describe_games().items()},
    }


def _ask() -> tuple[Path, str, tuple[Path, ...], str, str]:
    folder = user_path(click.prompt("Folder of the new project", default="mygame"))
    starts = _starts()
    for key, what in starts.items():
        click.echo(f"  {key:<8} {what.rpartition(' (')[0]}")
    start = click.prompt("Start from", default=BLANK, type=click.Choice(list(starts)), show_choices=False)
    tables = (user_path(click.prompt("File of the table")),) if start == TABLE else ()
    name = click.prompt("Name of the game", default=title(folder))
    copyright_ = click.prompt("Copyright line on the cards (may stay empty)", default="", show_default=False)
    return folder, start, tables, name, copyright_
