"""`cardtools playtest`: matches between agents, their report, replays, odds, and what the rules forget."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.commands import (
    FILE,
    OneOf,
    command,
    format_option,
    group,
    path_option,
    scheduler_option,
    uses_only,
    where_option,
)
from cardtools.commands.serving import ServingOptions, serving_options
from cardtools.game.game import Game
from cardtools.ground.console import Console, to_json
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.ground.optional_packages import require
from cardtools.ground.spelling import counted
from cardtools.play.streams import ALL
from cardtools.project.project import Project, find_project
from cardtools.rulesets.deck_model import LARGEST_HAND

if TYPE_CHECKING:
    from cardtools.play.playtest.playtest_plan import PlaytestPlan
    from cardtools.play.replay import Replay
    from cardtools.reports.stats.table import Table


@group("Example: cardtools playtest run -n 100")
def playtest() -> None:
    """Let agents play matches with your decks, and read what happened."""


_PACKAGES = {"fast": "numba", "dask": "distributed"}
_MOST_GAMES = 1_000_000  # all of them are in memory for the report
_decks = click.argument("decks", nargs=-1, metavar="[DECK]...")
_allow_blank = click.option(
    "--allow-blank", is_flag=True, help="Play cards whose text cannot be played without it."
)
_seed = click.option(
    "--seed",
    type=click.IntRange(0, ALL),
    default=1,
    show_default=True,
    metavar="N",
    help="Same seed, same games.",
)
_jobs = click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Use N processes. [default: all processors]"
)


@command("Example: cardtools playtest run one.txt two.txt -n 10000 --agent greedy --jobs 4")
@_decks
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1, _MOST_GAMES),
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
@_seed
@_jobs
@click.option(
    "--engine",
    type=OneOf(("local", "fast", "dask")),
    default="local",
    show_default=True,
    help="fast: compiled, where a game has that (needs the extra `fast`); dask: on a Dask cluster.",
)
@scheduler_option
@_allow_blank
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
    from cardtools.play.playtest.setup import LADDER, make_plan

    if engine in _PACKAGES:
        require(_PACKAGES[engine], f"--engine {engine}")
    if scheduler and engine != "dask":
        raise click.UsageError("--scheduler belongs to --engine dask.")
    if ladder and (agents or len(decks) > 1):
        raise click.UsageError("--ladder has its own agents and one deck: leave --agent and other decks out.")
    project = find_project(required=True)
    chosen = LADDER if ladder else agents or ("greedy",)
    game = Game(project)
    if ladder and not decks:
        decks = tuple(Path(deck).stem for deck in project.settings.cards.decks[:1])
    plan = make_plan(game, decks, chosen, seed, allow_blank, baseline)
    plan = replace(plan, fast=engine == "fast")
    if any(number >= games for number in replays):
        raise click.UsageError(f"--replay {max(replays)}: the games are 0 to {games - 1}.")
    names = "-".join(dict.fromkeys(one.deck for pairing in plan.pairings for one in pairing.contestants))
    name = re.sub(r"[^\w-]+", "_", names)[:60]
    folder = output or project.output_path("playtest", f"{name}-{plan.digest[:8]}")
    played = _play(console, plan, games, folder, jobs, engine, scheduler)
    _report(console, project, plan, played, folder, form)
    _replays(console, plan, played, folder, replays)


def _play(
    console: Console,
    plan: PlaytestPlan,
    games: int,
    folder: Path,
    jobs: int | None,
    engine: str,
    scheduler: str | None,
) -> list[dict[str, Any]]:
    from cardtools.ground.processes import in_order
    from cardtools.play.playtest.running import play_plan

    play: Any = in_order
    if engine == "dask":
        from cardtools.effects.large.cluster import in_order_on_cluster

        play = partial(in_order_on_cluster, scheduler=scheduler)
    return play_plan(plan, games, folder, console.progress, jobs or os.cpu_count() or 1, play)


def _report(
    console: Console,
    project: Project,
    plan: PlaytestPlan,
    played: Sequence[dict[str, Any]],
    folder: Path,
    form: str,
) -> None:
    from cardtools.play.playtest.measures import NOTICE, make_tables
    from cardtools.reports.stats.as_text import format_tables
    from cardtools.reports.stats.page import format_page

    tables = make_tables(plan, played)
    data = {"notice": NOTICE, "run": plan.provenance(), "tables": [table.data() for table in tables]}
    text = to_json(data) + "\n"
    summary = f"{counted(len(played), 'game')} of {counted(len(plan.pairings), 'pairing')}. {NOTICE}"
    title = project.settings.name or "Playtest"
    write_atomic(folder / "report.json", text)
    page = format_page(title, summary, tables, "playtest", "cardtools playtest")
    write_atomic(folder / "report.html", page)
    if form == "json":
        console.data(text)
        return
    console.result(*format_tables(tables, console.verbosity > 0, min(console.width(), 110)))
    console.say("")
    console.say(f"{counted(len(played), 'game')} -> {shown(folder)}: games.jsonl, report.json, report.html")


def _replays(
    console: Console,
    plan: PlaytestPlan,
    played: Sequence[dict[str, Any]],
    folder: Path,
    numbers: Sequence[int],
) -> None:
    """Write the replays that were asked for, and those of the first game of each remarkable end."""
    first = [game for game in played if game["pairing"] == 0]
    wanted = {f"game-{number}": number for number in numbers}
    for kind in ("stalemate", "cap", "fault"):
        numbers = [game["game"] for game in first if game["outcome"] == kind]
        wanted |= {kind: numbers[0]} if numbers else {}
    wanted["longest"] = max(first, key=lambda game: (game["turns"], -game["game"]))["game"]
    make_folder(folder / "replays")
    for name, number in wanted.items():
        path = folder / "replays" / f"{name}.json"
        write_atomic(path, plan.replay(0, number).text())
        console.detail(f"game {number}: {shown(path)}")


@command("Example: cardtools playtest replay output/playtest/baseline-12345678/replays/longest.json --verify")
@click.argument("file", type=FILE)
@click.option("--verify", is_flag=True, help="Play it again, and report the first difference.")
@click.option(
    "--step",
    type=click.IntRange(0),
    metavar="N",
    help="Show the state after action N in words; 0 is the start.",
)
@path_option(
    "--html", metavar="FILE", help="Write it as one HTML file that shows every step, with the cards."
)
@format_option()
@serving_options("Show it step by step at the table in the browser, or only print the link to it.")
def replay(
    console: Console,
    file: Path,
    verify: bool,
    step: int | None,
    html: Path | None,
    form: str,
    serving: ServingOptions,
) -> int:
    """Show a replay, check it, or show the state after one of its actions.

    With --verify the match is played again, with the cards pinned in the file; exits 1 with the first
    action that diverges, and how. The ruleset and cards of a project are compared with the replay's too.
    """
    from cardtools.commands.play import show_replay
    from cardtools.play.replay import read_replay

    shows = bool(html) or serving.opens is not None
    if verify + (step is not None) + shows > 1:
        raise click.UsageError("Give one of --verify, --step and a way to see it in the browser.")
    if not shows:
        uses_only("A replay without --open or --html", "file", "verify", "step", "form")
    if shows and form == "json":
        raise click.UsageError("--format json prints the replay: it has no page.")
    played = read_replay(file)
    actions = played.record.actions
    if shows:
        return show_replay(console, played, html, serving)
    if step is not None:
        return _state(console, played, step, form)
    if not verify:
        _told(console, played, form)
        return 0
    found = [*_compared(played), *played.differences()]
    if form == "json":
        console.data(to_json({"same": not found, "actions": len(actions), "differences": found}) + "\n")
    else:
        same = f"the same: {counted(len(actions), 'action')}, the outcome and every digest"
        console.result(*(found or [same]))
    return int(bool(found))


def _state(console: Console, played: Replay, step: int, form: str) -> int:
    """Print the state after an action; the exit code."""
    from cardtools.play.replay import DivergedError, described

    actions = played.record.actions
    if step > len(actions):
        raise click.UsageError(f"--step {step}: the replay has {counted(len(actions), 'action')}.")
    try:
        lines = described(played.engine, played.state(step)[0])
        problem = ""
    except DivergedError as error:
        lines, problem = [], str(error)
    if form == "json":
        action = actions[step - 1] if step else None
        data = {"step": step, "action": action, "state": lines, "diverged": problem or None}
        console.data(to_json(data) + "\n")
    elif problem:
        console.result(problem)
    else:
        done = f"after action {step}, {actions[step - 1]}" if step else "at the start"
        console.result(f"{done}:", *lines)
    return int(bool(problem))


def _told(console: Console, played: Replay, form: str) -> None:
    """Print what a replay is about."""
    record, actions = played.record, played.record.actions
    outcome = record.outcome
    if outcome is None:
        end = "the match goes on"
    else:
        end = f"player {outcome.winner + 1} wins" if outcome.winner >= 0 else outcome.kind
        end += f": {outcome.reason}"
    seats = list(zip(played.setting.decks, played.setting.agents, strict=True))
    if form == "json":
        data = {
            **{"engine": played.engine.NAME, "ruleset": played.setting.ruleset[:2], "seed": record.seed},
            "players": [{"deck": deck, "agent": agent} for deck, agent in seats],
            **{"actions": actions, "turns": record.turns, "outcome": outcome and outcome._asdict()},
        }
        console.data(to_json(data) + "\n")
        return
    console.result(
        f"{played.engine.NAME}, ruleset {' '.join(played.setting.ruleset[:2])}, seed {record.seed}",
        *(f"player {seat}: {deck}, {agent}" for seat, (deck, agent) in enumerate(seats, 1)),
        f"{counted(len(actions), 'action')} in {counted(record.turns, 'turn')}",
        end,
        *(f"{number:>5}  {text}" for number, text in enumerate(actions, 1) if console.verbosity > 0),
    )


def _compared(played: Any) -> list[str]:
    """How the project, if there is one, differs from what the replay was played with."""
    from cardtools.play.playtest.setup import known_cards
    from cardtools.play.replay import other_setting, ruleset_mark

    project = find_project()
    if not project.file:
        return []
    game = Game(project)
    cards = known_cards(game, {card.name for card in played.engine.cards})
    return other_setting(played, ruleset_mark(game.ruleset), cards)


@command("Example: cardtools playtest odds baseline --where \"TYPE == 'Creature'\" --least 2")
@_decks
@where_option
@click.option(
    "--least",
    type=click.IntRange(1),
    metavar="N",
    help="A hand with fewer of these cards is bad. [default: 1]",
)
@click.option("--most", type=click.IntRange(0), metavar="N", help="A hand with more of these cards is bad.")
@click.option(
    "--hand",
    type=click.IntRange(1, LARGEST_HAND),
    metavar="N",
    help="Cards in an opening hand. [default: the ruleset's]",
)
@click.option(
    "--mulligan",
    "mulligans",
    multiple=True,
    type=click.IntRange(1, LARGEST_HAND),
    metavar="N",
    help="Cards in the hand that replaces a bad one; may be repeated. [default: the ruleset's]",
)
@format_option()
def odds(
    console: Console,
    decks: tuple[str, ...],
    where: str,
    least: int | None,
    most: int | None,
    hand: int | None,
    mulligans: tuple[int, ...],
    form: str,
) -> None:
    """Compute the exact odds of a deck's opening hands, mulligans included.

    The questions are those of the ruleset (its deck rules of the kind `odds`, and the kinds of card of its
    [play]); with --where, your own. A bad hand is sent back while a mulligan is left.
    """
    from cardtools.cards.deck import read_deck
    from cardtools.checks.decks.contents import read_contents
    from cardtools.play.load import deck_paths
    from cardtools.play.playtest.opening_hands import Asked, ask, questions, tables
    from cardtools.reports.stats.as_text import format_tables

    if (least is not None or most is not None) and not where:
        raise click.UsageError("--least and --most need --where: which cards are counted?")
    if least is not None and most is not None:
        raise click.UsageError("Give one of --least and --most.")
    game = Game(find_project(required=True))
    rule = Asked(where, least, most, hand, mulligans)
    found: list[Table] = []
    for path in deck_paths(game, decks):
        contents = read_contents(read_deck(path), game.table, game.ruleset)
        for question in questions(contents, rule):
            size, good = ask(contents, question)
            if size:
                found += tables(path.stem, question, size, good)
    if form == "json":
        console.data(to_json([table.data() for table in found]) + "\n")
        return
    nothing = f"the ruleset {game.ruleset.id} asks nothing of opening hands\n  help: ask with --where"
    console.result(*(format_tables(found, True, min(console.width(), 100)) or nothing.split("\n")))


@command("Example: cardtools playtest rules -n 500")
@_decks
@click.option(
    "-n",
    "--games",
    type=click.IntRange(10, _MOST_GAMES),
    default=200,
    show_default=True,
    help="Games of each agent; a fifth for each other answer to a question of the rules.",
)
@_seed
@path_option(
    "-o", "--output", metavar="FOLDER", help="The folder of the replays.", default="output/playtest/rules"
)
@format_option()
def rules(
    console: Console, decks: tuple[str, ...], games: int, seed: int, output: Path | None, form: str
) -> None:
    """Find what the rules forget, with a replay as evidence.

    Random and greedy players, players who do as little as they may, and small games in which every action is
    tried: texts that never end, states without a legal action, cards that can never be played, effects that
    never run, zones that no card leaves, a first or second player ahead beyond the interval. Where the rules
    leave a question open (an option that is not a number, or a number that no text states), every other
    answer is tried too, of a number the smallest, and compared with the rules as they are on the same deals.
    """
    from cardtools.play.playtest.gaps import find_gaps
    from cardtools.play.playtest.setup import make_plan

    project = find_project(required=True)
    plan = make_plan(Game(project), decks, ["random"], seed, allow_blank=True)
    found = find_gaps(plan, games, console.progress)
    folder = make_folder(output or project.output_path("playtest", "rules"))
    paths = []
    for number, gap in enumerate(found, 1):
        path = folder / f"{number:02}-{gap.kind}.json"
        paths.append(shown(path) if gap.replay else "")
        if gap.replay:
            write_atomic(path, gap.replay.text())
    if form == "json":
        rows = [
            {"kind": gap.kind, "with": gap.variant, "message": gap.message, "replay": path}
            for gap, path in zip(found, paths, strict=True)
        ]
        console.data(to_json(rows) + "\n")
        return
    for gap, written in zip(found, paths, strict=True):
        where = f" with {gap.variant}" if gap.variant else ""
        console.result(f"{gap.kind}{where}: {gap.message}", *([f"  replay: {written}"] if written else []))
    console.say(f"{counted(len(found), 'finding')} about the rules {plan.ruleset[0]} {plan.ruleset[1]}")


for _command in (run, replay, odds, rules):
    playtest.add_command(_command)
