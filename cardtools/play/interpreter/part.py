"""What the parts of an engine of games with effects have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.interpreter.card_index import CardIndex

# The parts that every such engine has; each knows the others by these names.
PARTS = ("board", "continuous", "selectors", "interpreter", "abilities", "possibility", "merit")


def connect(part: Any) -> None:
    """Let a part know the others of its game, once there are all."""
    for name in PARTS:
        setattr(part, name, getattr(part.game, name))


class EnginePart:
    """A part that every such engine has. `game` is the engine, whose hooks say what differs between games."""

    board: Any
    continuous: Any
    selectors: Any
    interpreter: Any
    abilities: Any
    possibility: Any
    merit: Any

    def __init__(self, game: Any) -> None:
        self.game = game
        self.index: CardIndex = game.index
        self.owner: Sequence[int] = game.owner
