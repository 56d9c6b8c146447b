"""The state of a match of the True Trading Card Game, and its phases."""

from __future__ import annotations

from cardtools.play.interpreter.state import CardState, PendingTask
from cardtools.play.state import Part

DRAW_PHASE, MAIN_PHASE, BATTLE_PHASE = "draw", "main", "battle"  # as programs call them
SKIPPED = "skipped"  # a turn without phases
SETTLE: PendingTask = ("settle",)
RANKS = 100  # more than there are
ROOM = -1000  # stands for a free slot for spells, the next number for one for units; no type and rank
POINTS = 0  # the place of the points in `resources`


class TtcgState(CardState):
    """`plays` are the cards played this turn, `attacks` how often each card attacked in it, `first` who
    began, `mulligans` how many each player has taken, and `battle` the attacker and defender of the attack
    that is going on, (-1, -1) if none is, a defender of -1 being the opponent. `taken` are the cards in the
    hand of a player who does not own them; everybody has seen them go there.
    """

    PARTS = (
        *CardState.PARTS,
        Part("plays", 1),
        Part("attacks", 1),
        Part("first", 0),
        Part("mulligans", 1),
        Part("battle", 0),
        Part("taken", 1),
    )
    __slots__ = ("attacks", "battle", "first", "mulligans", "plays", "taken")
    plays: list[int]
    attacks: list[int]
    first: int
    mulligans: list[int]
    battle: tuple[int, int]
    taken: list[int]
