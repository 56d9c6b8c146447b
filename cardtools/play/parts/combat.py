"""Combat of creatures with health, and the players' end when their life is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.state import Outcome
from cardtools.programs.tree import Alter, Exchange

# To whom (a card, or a player as -1 - player), how much, and by which card.
Blow = tuple[int, int, int]


class Combat(RulePart):
    """Damage that stays on cards. Of a game the first of `RESOURCES` is the life of a player, the stat
    `HEALTH` that of cards, and `ATTACK` the damage that they deal; `has_health` says by card whether damage
    destroys it.
    """

    HOOKS = ("toughness", "is_attacking")

    def __init__(self, game: Any, has_health: list[bool]) -> None:
        super().__init__(game)
        self.has_health = has_health
        # Whether effects of this match may take health from cards without damage.
        self.can_shrink = any(
            isinstance(node, Exchange)
            or (isinstance(node, Alter) and node.stat == game.HEALTH and node.operation != "add")
            for node in self.index.nodes
        )

    def toughness(self, state: Any, card: int) -> int:
        """The health of a card, at least 1 where none is printed; 0 for one that has no health."""
        if not self.has_health[card]:
            return 0
        health = self.continuous.stat(state, card, self.game.HEALTH)
        return health if self.index.printed[self.game.HEALTH][card] else max(1, health)

    def attack(self, state: Any, card: int) -> int:
        """The damage that a card deals now."""
        return self.continuous.stat(state, card, self.game.ATTACK)

    def health_left(self, state: Any, card: int) -> int:
        """The damage that destroys a card now."""
        damage: int = state.damage[card]
        return self.toughness(state, card) - damage

    def strike(self, state: Any, blows: Sequence[Blow]) -> dict[int, int]:
        """Deal damage simultaneously, and destroy cards only then; how much each card took."""
        taken: dict[int, int] = {}
        for to, damage, by in blows:
            if damage <= 0 or self.continuous.cannot(state, "deal_damage", by):
                continue
            if to >= 0:
                taken[to] = taken.get(to, 0) + self.board.wound(state, to, damage, by)
            elif self.board.lose(state, -1 - to, self.game.RESOURCES[0], damage):
                self.abilities.trigger(state, "damages", by, -1 - to, direct=True)
        self.destroy_damaged(state)
        return taken

    def destroy_damaged(self, state: Any) -> None:
        """Cards with as much damage as destroys them are destroyed simultaneously, and those that lose so
        much health by it.
        """
        may_be_less, damage, has_health = self.can_shrink, state.damage, self.has_health
        while not state.unhurt:
            state.unhurt = True
            dead = [
                card
                for tops in self.board.all_tops(state)
                for card in tops
                if (may_be_less or damage[card]) and has_health[card] and self.health_left(state, card) <= 0
            ]
            destroyed = [card for card in dead if self.board.destroy(state, card)]
            if destroyed:
                state.unhurt, may_be_less = False, True  # others have lost what these gave

    def end_of_life(self, state: Any, name: str) -> None:
        """A player without life has lost; it is a draw if both are."""
        if state.resources[0][0] > 0 < state.resources[1][0] or state.outcome:
            return
        dead = [player for player in (0, 1) if state.resources[player][0] <= 0]
        if len(dead) == 2:
            state.outcome = Outcome("draw", -1, f"both have no {name} left")
        else:
            state.outcome = Outcome("win", 1 - dead[0], f"the other player has no {name} left")
