"""`cardtools playtest`: matches between agents, their report, replays, odds, and what the rules forget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import (
    OneOf,
    argument,
    command,
    group,
    option,
    options,
    print_data,
    print_json,
    show_tables,
    together,
    uses_only,
)
from cardtools.commands.serving import ServingOptions
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.ground.optional_packages import require
from cardtools.ground.spelling import counted
from cardtools.play.streams import ALL
from cardtools.project.project import find_project
from cardtools.rulesets.deck_model import LARGEST_HAND
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from cardtools.play.replay import Replay

MOST_GAMES = 1_000_000  # all of them are in memory for the report
PACKAGES = {"fast": "numba", "dask": "distributed"}  # that an engine needs
decks_argument = argument(metavar="[DECK]...")
seed_option = option("--seed", "Same seed, same games.", least=0, most=ALL, default=1)


@group("Example: cardtools playtest run -n 100")
def playtest() -> None:
    """Let agents play matches with your decks, and read what happened."""


@command("Example: cardtools playtest run one.txt two.txt -n 10000 --agent greedy --jobs 4", of=playtest)
def run(
    console: Console,
    decks: tuple[str, ...] = decks_argument,
    games: int = option(
        "-n", "--games", "Games of each pairing.", least=1, most=MOST_GAMES, default=1000, metavar=None
    ),
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
    players: int | None = options.players,
    jobs: int | None = option("--jobs", "Use N processes. [default: all processors]", least=1),
    engine: str = option(
        "--engine",
        "fast: compiled, where a game has that (needs the extra `fast`); dask: on a Dask cluster.",
        type=OneOf(("local", "fast", "dask")),
        default="local",
    ),
    scheduler: str | None = options.scheduler,
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
    form: str = options.form(),
) -> None:
    """Let agents play a number of games with your decks, and report what happened.

    A DECK is a deck list, or the name of one of the project's; without one the first of the project play, one
    a player. With one deck it plays itself, with more than there are players each plays every other. An AGENT
    is random, greedy, search, search:N (N playouts a decision), "greedy without attack", module:Class (a
    Python class of yours), or program:COMMAND (a program that speaks JSON).

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
    plan = make_plan(game, decks, agents or ("greedy",), seed, allow_blank, baseline, players)
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


@command("Example: cardtools playtest odds baseline --where \"TYPE == 'Creature'\" --least 2", of=playtest)
def odds(
    console: Console,
    decks: tuple[str, ...] = decks_argument,
    where: str = options.where,
    least: int | None = option("--least", "A hand with fewer of these cards is bad. [default: 1]", least=1),
    most: int | None = option("--most", "A hand with more of these cards is bad.", least=0),
    hand: int | None = option(
        "--hand", "Cards in an opening hand. [default: the ruleset's]", least=1, most=LARGEST_HAND
    ),
    mulligans: tuple[int, ...] = option(
        "--mulligan",
        "Cards in the hand that replaces a bad one; may be repeated. [default: the ruleset's]",
        least=1,
        most=LARGEST_HAND,
    ),
    form: str = options.form(),
) -> None:
    """Compute the exact odds of a deck's opening hands, mulligans included.

    The questions are those of the ruleset (its deck rules of the kind `odds`, and the kinds of card of its
    [play]); with --where, your own. A bad hand is sent back while a mulligan is left.
    """
    from cardtools.library.playtests import opening_odds
    from cardtools.play.playtest.opening_hands import Asked

    if (least is not None or most is not None) and not where:
        raise click.UsageError("--least and --most need --where: which cards are counted?")
    if least is not None and most is not None:
        raise click.UsageError("Give one of --least and --most.")
    game = GameFiles(find_project(required=True))
    found = opening_odds(game, decks, Asked(where, least, most, hand, mulligans))
    if form == "json":
        print_json(console, [table.data() for table in found])
    else:
        nothing = f"the ruleset {game.ruleset.id} asks nothing of opening hands\n  help: ask with --where"
        show_tables(console, found, every_row=True, nothing=nothing)


@command("Example: cardtools playtest rules -n 500", of=playtest)
def rules(
    console: Console,
    decks: tuple[str, ...] = decks_argument,
    games: int = option(
        "-n",
        "--games",
        "Games of each agent; a fifth for each other answer to a question of the rules.",
        least=10,
        most=MOST_GAMES,
        default=200,
        metavar=None,
    ),
    seed: int = seed_option,
    players: int | None = options.players,
    output: Path | None = option(
        "-o", "--output", "The folder of the replays. [default: output/playtest/rules]", metavar="FOLDER"
    ),
    form: str = options.form(),
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
    plan = make_plan(GameFiles(project), decks, ["random"], seed, allow_blank=True, number=players)
    found = find_gaps(plan, games, console.progress)
    folder = make_folder(output or project.output_path("playtest", "rules"))
    rows = []
    for number, gap in enumerate(found, 1):
        path = folder / f"{number:02}-{gap.kind}.json"
        if gap.replay:
            write_atomic(path, gap.replay.text())
        written = shown(path) if gap.replay else ""
        rows.append({"kind": gap.kind, "with": gap.variant, "message": gap.message, "replay": written})
    if form == "json":
        print_json(console, rows)
        return
    for row in rows:
        where = f" with {row['with']}" if row["with"] else ""
        replay = [f"  replay: {row['replay']}"] if row["replay"] else []
        console.result(f"{row['kind']}{where}: {row['message']}", *replay)
    console.say(f"{counted(len(found), 'finding')} about the rules {plan.ruleset[0]} {plan.ruleset[1]}")


@command(
    "Example: cardtools playtest replay output/playtest/baseline-12345678/replays/longest.json --verify",
    of=playtest,
)
def replay(
    console: Console,
    file: Path = argument(),
    verify: bool = option("--verify", "Play it again, and report the first difference."),
    step: int | None = option("--step", "Show the state after action N in words; 0 is the start.", least=0),
    html: Path | None = option("--html", "Write it as one HTML file that shows every step, with the cards."),
    form: str = options.form(),
    serving: ServingOptions = together(
        ServingOptions,
        opens=option(
            "--open/--no-open",
            "Show it step by step at the table in the browser, or only print the link to it.",
        ),
    ),
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
        _summarise(console, played, form)
        return 0
    found = [*_compared(played), *played.differences()]
    data = {"same": not found, "actions": len(actions), "differences": found}
    same = f"the same: {counted(len(actions), 'action')}, the outcome and every digest"
    print_data(console, form, data, *(found or [same]))
    return int(bool(found))


def _state(console: Console, played: Replay, step: int, form: str) -> int:
    from cardtools.play.replay import DivergedError, described

    actions = played.record.actions
    if step > len(actions):
        raise click.UsageError(f"--step {step}: the replay has {counted(len(actions), 'action')}.")
    lines, problem = [], ""
    try:
        lines = described(played.engine, played.state(step)[0])
    except DivergedError as error:
        problem = str(error)
    action = actions[step - 1] if step else None
    data = {"step": step, "action": action, "state": lines, "diverged": problem or None}
    title = f"after action {step}, {action}:" if step else "at the start:"
    print_data(console, form, data, *([problem] if problem else [title, *lines]))
    return int(bool(problem))


def _summarise(console: Console, played: Replay, form: str) -> None:
    record, actions = played.record, played.record.actions
    end, outcome = "the match goes on", record.outcome
    if outcome:
        wins = " and ".join(f"player {winner + 1} wins" for winner in outcome.winners)
        end = f"{wins or outcome.kind}: {outcome.reason}"
    seats = list(zip(played.setting.decks, played.setting.agents, strict=True))
    data = {
        **{"engine": played.engine.NAME, "ruleset": played.setting.ruleset[:2], "seed": record.seed},
        "players": [{"deck": deck, "agent": agent} for deck, agent in seats],
        **{"actions": actions, "turns": record.turns, "outcome": outcome and outcome.data()},
    }
    print_data(
        *(console, form, data),
        f"{played.engine.NAME}, ruleset {' '.join(played.setting.ruleset[:2])}, seed {record.seed}",
        *(f"player {seat}: {deck}, {agent}" for seat, (deck, agent) in enumerate(seats, 1)),
        f"{counted(len(actions), 'action')} in {counted(record.turns, 'turn')}",
        end,
        *(f"{number:>5}  {text}" for number, text in enumerate(actions, 1) if console.verbosity > 0),
    )


def _compared(played: Replay) -> list[str]:
    """How the project, if there is one, differs from what the replay was played with."""
    from cardtools.play.playtest.setup import known_cards
    from cardtools.play.replay import other_setting, ruleset_mark

    project = find_project()
    if not project.file:
        return []
    game = GameFiles(project)
    cards = known_cards(game, {card.name for card in played.engine.cards})
    return other_setting(played, ruleset_mark(game.ruleset), cards)
