"""`cardtools playtest rules`: what the rules forget."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import command, format_option, option, print_json
from cardtools.commands.playtest.options import MOST_GAMES, decks_argument, seed_option
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles


@command("Example: cardtools playtest rules -n 500")
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
    ),
    seed: int = seed_option,
    output: Path | None = option(
        "-o", "--output", "The folder of the replays. [default: output/playtest/rules]", metavar="FOLDER"
    ),
    form: str = format_option(),
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
    plan = make_plan(GameFiles(project), decks, ["random"], seed, allow_blank=True)
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
