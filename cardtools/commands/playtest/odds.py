"""`cardtools playtest odds`: the exact odds of opening hands."""

from __future__ import annotations

import click

from cardtools.commands import command, format_option, option, show_tables, where_option
from cardtools.commands.playtest.options import decks_argument
from cardtools.ground.console import Console, to_json
from cardtools.project.project import find_project
from cardtools.rulesets.deck_model import LARGEST_HAND
from cardtools.steps.game_files import GameFiles


@command("Example: cardtools playtest odds baseline --where \"TYPE == 'Creature'\" --least 2")
def odds(
    console: Console,
    decks: tuple[str, ...] = decks_argument,
    where: str = where_option,
    least: int | None = option(
        "--least", "A hand with fewer of these cards is bad. [default: 1]", least=1, metavar="N"
    ),
    most: int | None = option("--most", "A hand with more of these cards is bad.", least=0, metavar="N"),
    hand: int | None = option(
        "--hand",
        "Cards in an opening hand. [default: the ruleset's]",
        least=1,
        most=LARGEST_HAND,
        metavar="N",
    ),
    mulligans: tuple[int, ...] = option(
        "--mulligan",
        "Cards in the hand that replaces a bad one; may be repeated. [default: the ruleset's]",
        least=1,
        most=LARGEST_HAND,
        metavar="N",
    ),
    form: str = format_option(),
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
        console.data(to_json([table.data() for table in found]) + "\n")
    else:
        nothing = f"the ruleset {game.ruleset.id} asks nothing of opening hands\n  help: ask with --where"
        show_tables(console, found, every_row=True, nothing=nothing)
