"""`cardtools playtest run`: agents play a number of games, and what happened."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import OneOf, command, format_option, path_option, scheduler_option, show_tables
from cardtools.commands.playtest.options import MOST_GAMES, decks_argument, seed_option
from cardtools.ground.console import Console
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles


@command("Example: cardtools playtest run one.txt two.txt -n 10000 --agent greedy --jobs 4")
@decks_argument
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=1000,
    show_default=True,
    help="Games of each pairing.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    help="Who plays: once for all decks, or once for each. [default: greedy]",
)
@click.option(
    "--ladder", is_flag=True, help="Let random, greedy and search play each other with the first deck."
)
@click.option(
    "--replace-with",
    "baseline",
    metavar="CARD",
    default="",
    help="Measure what each card of the first deck adds, with CARD in its place as far as that is legal.",
)
@seed_option
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Use N processes. [default: all processors]"
)
@click.option(
    "--engine",
    type=OneOf(("local", "fast", "dask")),
    default="local",
    show_default=True,
    help="fast: compiled, where a game has that (needs the extra `fast`); dask: on a Dask cluster.",
)
@scheduler_option
@click.option("--allow-blank", is_flag=True, help="Play cards whose text cannot be played without it.")
@click.option(
    "--replay",
    "replays",
    multiple=True,
    type=click.IntRange(0),
    metavar="GAME",
    help="Write the replay of a game, by its number from 0; may be repeated.",
)
@path_option(
    "-o",
    "--output",
    metavar="FOLDER",
    help="The folder of the results.",
    default="output/playtest/DECKS-HASH",
)
@format_option()
def run(
    console: Console,
    decks: tuple[str, ...],
    games: int,
    agents: tuple[str, ...],
    ladder: bool,
    baseline: str,
    seed: int,
    jobs: int | None,
    engine: str,
    scheduler: str | None,
    allow_blank: bool,
    replays: tuple[int, ...],
    output: Path | None,
    form: str,
) -> None:
    """Let agents play a number of games with your decks, and report what happened.

    A DECK is a deck list, or the name of one of the project's; without one the first two of the project play.
    With one deck it plays itself, with more than two each plays every other. An AGENT is random, greedy,
    search, search:N (N playouts a decision), "greedy without attack", module:Class (a Python class of yours),
    or program:COMMAND (a program that speaks JSON).

    The results, one line of JSON a game, the report and replays of remarkable games are in the folder. The
    same command goes on where a run was interrupted, and plays only the missing games when -n is larger.
    """
    from cardtools.library.playtests import LADDER, run_playtest

    if scheduler and engine != "dask":
        raise click.UsageError("--scheduler belongs to --engine dask.")
    if ladder and (agents or len(decks) > 1):
        raise click.UsageError("--ladder has its own agents and one deck: leave --agent and other decks out.")
    if any(number >= games for number in replays):
        raise click.UsageError(f"--replay {max(replays)}: the games are 0 to {games - 1}.")
    game = GameFiles(find_project(required=True))
    if ladder:
        agents, decks = (
            LADDER,
            decks or tuple(Path(deck).stem for deck in game.project.settings.cards.decks[:1]),
        )
    played = run_playtest(
        game,
        decks,
        agents or ("greedy",),
        games,
        seed,
        baseline,
        allow_blank,
        engine,
        scheduler,
        jobs,
        output,
        console.progress,
    )
    played.save_report()
    if form == "json":
        console.data(played.to_json())
    else:
        show_tables(console, played.tables, 110)
        console.say("")
        files = "games.jsonl, report.json, report.html"
        console.say(f"{counted(len(played), 'game')} -> {shown(played.folder)}: {files}")
    for number, path in played.save_replays(replays):
        console.detail(f"game {number}: {shown(path)}")
