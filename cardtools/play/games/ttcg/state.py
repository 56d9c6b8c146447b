"""The state of a match of the True Trading Card Game, and its phases."""

from __future__ import annotations

from cardtools.play.effects.state import CardState
from cardtools.play.state import Part

DRAW_PHASE, MAIN_PHASE, BATTLE_PHASE = "draw", "main", "battle"  # as programs call them
SKIPPED = "skipped"  # a turn without phases


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
