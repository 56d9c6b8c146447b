"""`cardtools playtest`: matches between agents, their report, replays, odds, and what the rules forget."""

from __future__ import annotations

from cardtools.commands import group
from cardtools.commands.playtest.odds import odds
from cardtools.commands.playtest.replay import replay
from cardtools.commands.playtest.rules import rules
from cardtools.commands.playtest.run import run


@group("Example: cardtools playtest run -n 100")
def playtest() -> None:
    """Let agents play matches with your decks, and read what happened."""


for _command in (run, replay, odds, rules):
    playtest.add_command(_command)
