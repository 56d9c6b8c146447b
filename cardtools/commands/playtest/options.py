"""Options and arguments of several commands of `cardtools playtest`."""

from __future__ import annotations

import click

from cardtools.play.streams import ALL

MOST_GAMES = 1_000_000  # all of them are in memory for the report
decks_argument = click.argument("decks", nargs=-1, metavar="[DECK]...")
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, ALL),
    default=1,
    show_default=True,
    metavar="N",
    help="Same seed, same games.",
)
