"""Options and arguments of several commands of `cardtools playtest`."""

from __future__ import annotations

from cardtools.commands import argument, option
from cardtools.play.streams import ALL

MOST_GAMES = 1_000_000  # all of them are in memory for the report
decks_argument = argument(metavar="[DECK]...")
seed_option = option("--seed", "Same seed, same games.", least=0, most=ALL, default=1, metavar="N")
