"""`cardtools playtest replay`: a match that was played, shown or checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import argument, command, format_option, option, together, uses_only
from cardtools.commands.serving import ServingOptions
from cardtools.ground.console import Console, to_json
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from cardtools.play.replay import Replay


@command("Example: cardtools playtest replay output/playtest/baseline-12345678/replays/longest.json --verify")
def replay(
    console: Console,
    file: Path = argument(),
    verify: bool = option("--verify", "Play it again, and report the first difference."),
    step: int | None = option(
        "--step", "Show the state after action N in words; 0 is the start.", least=0, metavar="N"
    ),
    html: Path | None = option("--html", "Write it as one HTML file that shows every step, with the cards."),
    form: str = format_option(),
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


def _summarise(console: Console, played: Replay, form: str) -> None:
    """Print who played what, and how it ended."""
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
