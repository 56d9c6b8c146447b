"""`cardtools playtest run`: agents play a number of games, and what happened."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import OneOf, command, format_option, option, scheduler_option, show_tables
from cardtools.commands.playtest.options import MOST_GAMES, decks_argument, seed_option
from cardtools.ground.console import Console
from cardtools.ground.io.files import shown
from cardtools.ground.optional_packages import require
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles

PACKAGES = {"fast": "numba", "dask": "distributed"}  # that an engine needs


@command("Example: cardtools playtest run one.txt two.txt -n 10000 --agent greedy --jobs 4")
def run(
    console: Console,
    decks: tuple[str, ...] = decks_argument,
    games: int = option("-n", "--games", "Games of each pairing.", least=1, most=MOST_GAMES, default=1000),
    agents: tuple[str, ...] = option(
        "--agent", "Who plays: once for all decks, or once for each. [default: greedy]", metavar="AGENT"
    ),
    ladder: bool = option("--ladder", "Let random, greedy and search play each other with the first deck."),
    baseline: str = option(
        "--replace-with",
        "Measure what each card of the first deck adds, with CARD in its place as far as that is legal.",
        metavar="CARD",
    ),
    seed: int = seed_option,
    jobs: int | None = option("--jobs", "Use N processes. [default: all processors]", least=1, metavar="N"),
    engine: str = option(
        "--engine",
        "fast: compiled, where a game has that (needs the extra `fast`); dask: on a Dask cluster.",
        type=OneOf(("local", "fast", "dask")),
        default="local",
    ),
    scheduler: str | None = scheduler_option,
    allow_blank: bool = option("--allow-blank", "Play cards whose text cannot be played without it."),
    replays: tuple[int, ...] = option(
        "--replay",
        "Write the replay of a game, by its number from 0; may be repeated.",
        least=0,
        metavar="GAME",
    ),
    output: Path | None = option(
        "-o", "--output", "The folder of the results. [default: output/playtest/DECKS-HASH]", metavar="FOLDER"
    ),
    form: str = format_option(),
) -> None:
    """Let agents play a number of games with your decks, and report what happened.

    A DECK is a deck list, or the name of one of the project's; without one the first two of the project play.
    With one deck it plays itself, with more than two each plays every other. An AGENT is random, greedy,
    search, search:N (N playouts a decision), "greedy without attack", module:Class (a Python class of yours),
    or program:COMMAND (a program that speaks JSON).

    The results, one line of JSON a game, the report and replays of remarkable games are in the folder. The
    same command goes on where a run was interrupted, and plays only the missing games when -n is larger.
    """
    from cardtools.library.playtests import run_playtest
    from cardtools.play.playtest.setup import LADDER, make_plan

    if scheduler and engine != "dask":
        raise click.UsageError("--scheduler belongs to --engine dask.")
    if ladder and (agents or len(decks) > 1):
        raise click.UsageError("--ladder has its own agents and one deck: leave --agent and other decks out.")
    if any(number >= games for number in replays):
        raise click.UsageError(f"--replay {max(replays)}: the games are 0 to {games - 1}.")
    game = GameFiles(find_project(required=True))
    if engine in PACKAGES:
        require(PACKAGES[engine], f"--engine {engine}")
    if ladder:
        agents = LADDER
        decks = decks or tuple(Path(deck).stem for deck in game.project.settings.cards.decks[:1])
    plan = make_plan(game, decks, agents or ("greedy",), seed, allow_blank, baseline)
    played = run_playtest(game, plan, games, engine, scheduler, jobs, output, console.progress)
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
