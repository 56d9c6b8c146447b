"""`cardtools play`: play a match in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import argument, command, option, options, together
from cardtools.commands.serving import ServingOptions, serve
from cardtools.ground.console import Console
from cardtools.ground.io.files import check_output, make_folder, shown, write_atomic
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from cardtools.play.replay import Replay

SAVED = "output/play/match.json"
_MOST_SEED = 2**31


@command(epilog="Example: cardtools play --practice")
def play(
    console: Console,
    decks: tuple[str, ...] = argument(metavar="[DECK]..."),
    agents: tuple[str, ...] = option(
        "--agent",
        "Your opponent, once for each; once for every player, and you watch. [default: greedy]",
        metavar="AGENT",
    ),
    seed: int | None = option(
        "--seed",
        "The shuffles and dice of the match. [default: others each time]",
        least=0,
        most=_MOST_SEED - 1,
    ),
    practice: bool = option("--practice", "You may take back, and ask what the computer would do."),
    players: int | None = options.players,
    resume: bool = option("--resume", f"Go on with the match that was saved, {SAVED}."),
    allow_blank: bool = option("--allow-blank", "Play cards whose text cannot be played without it."),
    serving: ServingOptions = together(ServingOptions),
) -> int:
    """Play a match against the computer in the browser, with the cards as they are printed.

    You play the first deck and the computer the others, by default the first decks of the project. Of fewer
    decks or agents than players the last is that of all who are left. Agents are random, greedy, search,
    "greedy without attack" and your own. The match is saved after each action; to go on with one in which an
    agent of your own plays, name it again: --resume --agent moods:Brave. Press Ctrl-C to stop.
    """
    from cardtools.ground.web.answers import Feed
    from cardtools.play.table.opening import begin, described, go_on
    from cardtools.play.table.pictures import Pictures
    from cardtools.play.table.routes import PAGE, routes
    from cardtools.play.table.saving import Saver
    from cardtools.play.table.table import cards_of

    if resume and (decks or players or seed is not None):
        raise click.UsageError("--resume goes on with the decks, players and seed that were saved.")
    project = find_project(required=True)
    game, feed, root = GameFiles(project), Feed("0"), project.root
    saved = check_output(root / SAVED, root)
    if resume:
        opening = go_on(saved, root, agents)
    else:
        opening = begin(game, decks, agents, seed, allow_blank, players)
    make_folder(saved.parent)
    pictures = Pictures(game, opening.engine, console.problems)
    cards = cards_of(opening.engine, pictures.addresses(), described)
    with Saver(saved) as saver:
        table = opening.table(practice, saver, lambda version: feed.publish(str(version)))
        return serve(console, "the table is", PAGE, routes(table, cards, pictures.png, feed), serving)


def show_replay(console: Console, replay: Replay, html: Path | None, serving: ServingOptions) -> int:
    """Show a replay at the table, or write it as one HTML file, with the pictures that the project has."""
    from cardtools.play.replay import DivergedError
    from cardtools.play.table.opening import described
    from cardtools.play.table.pictures import Pictures
    from cardtools.play.table.replayed import as_html, replay_setting
    from cardtools.play.table.routes import PAGE, replay_routes
    from cardtools.play.table.table import cards_of

    project = find_project()
    pictures = Pictures(GameFiles(project), replay.engine, console.problems) if project.file else None
    addresses = pictures.addresses() if pictures else {}
    try:
        setting = replay_setting(replay, cards_of(replay.engine, addresses, described))
    except DivergedError as error:
        console.result(str(error))
        return 1
    if html:
        write_atomic(html, as_html(setting, pictures.jpegs() if pictures else {}))
        console.say(f"the replay -> {shown(html)}")
    if serving.opens is None:
        return 0
    picture = pictures.png if pictures else lambda number: None
    return serve(console, "the replay is", PAGE, replay_routes(setting, picture), serving)
