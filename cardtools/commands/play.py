"""`cardtools play`: play a match in the browser."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import argument, command, option, together
from cardtools.commands.serving import ServingOptions, serve
from cardtools.ground.console import Console
from cardtools.ground.errors import printable
from cardtools.ground.io.files import check_output, make_folder, shown, write_atomic
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from cardtools.play.replay import Replay

SAVED, SAVED_TABLE = "output/play/match.json", "output/play/table.json"
_MOST_SEED = 2**31


@command(epilog="Example: cardtools play --practice")
def play(
    console: Console,
    decks: tuple[str, ...] = argument(metavar="[DECK]..."),
    agents: tuple[str, ...] = option(
        "--agent",
        "Your opponent; given twice, both players, and you watch. [default: greedy]",
        metavar="AGENT",
    ),
    seed: int | None = option(
        "--seed",
        "The shuffles and dice of the match. [default: others each time]",
        least=0,
        most=_MOST_SEED - 1,
    ),
    practice: bool = option("--practice", "You may take back, and ask what the computer would do."),
    resume: bool = option("--resume", f"Go on with what was saved, {SAVED} or {SAVED_TABLE}."),
    allow_blank: bool = option("--allow-blank", "Play cards whose text cannot be played without it."),
    free: bool = option("--free", "A free table: people move the cards, and no rule is enforced."),
    seats: int | None = option(
        "--seats",
        "The people at a free table. [default: one for each deck that is named, else 2]",
        least=1,
        most=4,
    ),
    boards: tuple[Path, ...] = option(
        "--board", "A picture in the middle of a free table; may be given several times.", metavar="PICTURE"
    ),
    serving: ServingOptions = together(ServingOptions),
) -> int:
    """Play a match against the computer in the browser, with the cards as they are printed.

    You play the first deck and the computer the second, by default the first two decks of the project. One
    deck is played by both. Agents are random, greedy, search, "greedy without attack" and your own. The match
    is saved after each action; to go on with one in which an agent of your own plays, name it again: --resume
    --agent moods:Brave. Press Ctrl-C to stop.

    Where the ruleset does not say how the game is played, or with --free, it is a free table for 1 to 4
    people, each with a link: whatever is done at a table of wood can be done, and nothing is enforced.
    """
    from cardtools.ground.web.answers import Feed
    from cardtools.play.table.opening import begin, described, go_on
    from cardtools.play.table.pictures import Pictures
    from cardtools.play.table.routes import PAGE, routes
    from cardtools.play.table.saving import Saver
    from cardtools.play.table.table import cards_of

    project = find_project(required=True)
    game = GameFiles(project)
    if free or game.ruleset.play is None:
        if agents or practice or allow_blank:
            what = "" if free else ", and the ruleset has no rules of play"
            raise click.UsageError(f"--agent, --practice and --allow-blank need a game with rules{what}.")
        if not free:
            which = f"the ruleset {game.ruleset.id} has no [play], so no rule is enforced"
            console.say(f"a free table: {which}; docs/guides/engines.md shows how it gets one")
        return _play_freely(console, game, decks, seats, boards, seed, resume, serving)
    if seats is not None or boards:
        raise click.UsageError("--seats and --board are for a free table: add --free.")
    if len(decks) > 2 or len(agents) > 2:
        raise click.UsageError("A match has two players: give two decks and two agents at most.")
    if resume and (decks or seed is not None):
        raise click.UsageError("--resume goes on with the decks and the seed that were saved.")
    feed, root = Feed("0"), project.root
    saved = check_output(root / SAVED, root)
    opening = go_on(saved, root, agents) if resume else begin(game, decks, agents, seed, allow_blank)
    make_folder(saved.parent)
    pictures = Pictures(game, opening.engine, console.problems)
    cards = cards_of(opening.engine, pictures.addresses(), described)
    with Saver(saved) as saver:
        table = opening.table(practice, saver, lambda version: feed.publish(str(version)))
        return serve(console, "the table is", PAGE, routes(table, cards, pictures.png, feed), serving)


def _play_freely(
    console: Console,
    game: GameFiles,
    decks: Sequence[str],
    seats: int | None,
    boards: Sequence[Path],
    seed: int | None,
    resume: bool,
    serving: ServingOptions,
) -> int:
    from cardtools.ground.web.answers import Feed
    from cardtools.play.free.free_routes import PAGE, routes
    from cardtools.play.free.free_table import FreeTable, read_table
    from cardtools.play.free.setting_up import FreeDesigns, lay_out
    from cardtools.play.load import deck_paths
    from cardtools.play.table.pictures import KeptPictures
    from cardtools.play.table.saving import Saver

    if resume and (decks or seats or seed is not None):
        raise click.UsageError("--resume goes on with the decks, the seats and the seed that were saved.")
    if len(decks) > 4:
        raise click.UsageError("A free table has four seats: give four decks at most.")
    root, feed, settings = game.project.root, Feed("0"), game.project.settings
    saved = check_output(root / SAVED_TABLE, root)
    designs = FreeDesigns(game, boards, console.problems)
    if resume:
        table = read_table(saved, designs.designs)
    else:
        count = seats or len(decks) or 2
        paths = deck_paths(game, decks, count)[:count] if decks or settings.cards.decks else []
        state = lay_out(designs, paths, count, secrets.randbelow(_MOST_SEED) if seed is None else seed)
        table = FreeTable(state, designs.designs)
    make_folder(saved.parent)
    pictures = KeptPictures(designs.image, console.problems)
    with Saver(saved) as saver:

        def changed(table: FreeTable) -> None:
            saver.save(table.text())
            feed.publish(str(table.version))

        table.changed = changed
        served = routes(table, settings.name, pictures.png, designs.back, feed)
        others = [printable(name[:40]) for name in table.names[1:]]
        return serve(console, "the table is", PAGE, served, serving, others=others)


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
