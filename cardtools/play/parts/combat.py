"""Combat of creatures with health, and the players' end when their life is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from cardtools.play.effects.engine import CardEngine
from cardtools.play.effects.state import CardState
from cardtools.play.state import Outcome
from cardtools.programs.tree import Alter, Exchange

S = TypeVar("S", bound=CardState)
# To whom (a card, or a player as -1 - player), how much, and by which card.
Blow = tuple[int, int, int]


class Combat(CardEngine[S]):
    """Damage that stays on cards; the first of `RESOURCES` is the life of a player, the stat `HEALTH` that of
    cards, and `ATTACK` the damage that they deal. `has_health` says by card whether damage destroys it.
    """

    ATTACK: ClassVar[str]
    HEALTH: ClassVar[str]
    has_health: list[bool]

    def prepare(self) -> None:
        """Note whether effects of this match may take health from cards without damage."""
        super().prepare()
        self.can_shrink = any(
            isinstance(node, Exchange)
            or (isinstance(node, Alter) and node.stat == self.HEALTH and node.operation != "add")
            for node in self.nodes
        )

    def toughness(self, state: S, card: int) -> int:
        """The health of a card, at least 1 where none is printed; 0 for one that has no health."""
        if not self.has_health[card]:
            return 0
        health = self.stat(state, card, self.HEALTH)
        return health if self.printed[self.HEALTH][card] else max(1, health)

    def health_left(self, state: S, card: int) -> int:
        """The damage that destroys a card now."""
        return self.toughness(state, card) - state.damage[card]

    def strike(self, state: S, blows: Sequence[Blow]) -> dict[int, int]:
        """Deal damage simultaneously, and destroy cards only then; how much each card took."""
        taken: dict[int, int] = {}
        for to, damage, by in blows:
            if damage <= 0 or self.cannot(state, "deal_damage", by):
                continue
            if to >= 0:
                taken[to] = taken.get(to, 0) + self.wound(state, to, damage, by)
            elif self.lose(state, -1 - to, self.RESOURCES[0], damage):
                self.trigger(state, "damages", by, -1 - to, direct=True)
        self.destroy_damaged(state)
        return taken

    def destroy_damaged(self, state: S) -> None:
        """Cards with as much damage as destroys them are destroyed simultaneously, and those that lose so
        much health by it.
        """
        may_be_less, damage, has_health = self.can_shrink, state.damage, self.has_health
        while not state.unhurt:
            state.unhurt = True
            dead = [
                card
                for tops in self.all_tops(state)
                for card in tops
                if (may_be_less or damage[card]) and has_health[card] and self.health_left(state, card) <= 0
            ]
            destroyed = [card for card in dead if self.destroy(state, card)]
            if destroyed:
                state.unhurt, may_be_less = False, True  # others have lost what these gave

    def end_of_life(self, state: S, name: str) -> None:
        """A player without life has lost; it is a draw if both are."""
        if state.resources[0][0] > 0 < state.resources[1][0] or state.outcome:
            return
        dead = [player for player in (0, 1) if state.resources[player][0] <= 0]
        if len(dead) == 2:
            state.outcome = Outcome("draw", -1, f"both have no {name} left")
        else:
            state.outcome = Outcome("win", 1 - dead[0], f"the other player has no {name} left")
