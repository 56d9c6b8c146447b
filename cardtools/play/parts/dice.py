"""Attacks that dice decide: a die for each attacker, hits by its faces, rerolls that are declared before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.state import Frame
from cardtools.play.state import EMPTY, Part
from cardtools.programs.tree import Dice, FixDie, Modifier, Prevent

_MOST_REROLLS = 100  # more change nothing: every die has hit long before

# Parts of the state: the creatures whose dice are still to be rolled, those that have attacked this turn, and
# how many rerolls that used.
DICE = (Part("attackers", 1), Part("attacked", 1), Part("rerolled", 0))


class DiceAttacks(RulePart):
    """Even is a hit, and a hit costs one of the first of `RESOURCES`, unless cards say otherwise. The task
    `declared` begins an attack; there is a window "attack" before the dice are rolled.
    """

    HOOKS = ("is_attacking", "applicable", "merit_of_modifier")

    def is_attacking(self, state: Any, card: int, blocking: bool) -> bool:
        """Whether the die of a creature is still to be rolled."""
        return not blocking and card in state.attackers

    def ready(self, state: Any) -> list[int]:
        """The creatures that may attack: upright ones, and new ones that may attack at once (4.1)."""
        player, tapped = state.active, state.tapped
        may_at_once = self.continuous.of_kind(state, ("can", "attack_at_once"))
        may_be_forbidden = "attack" in self.index.modifier_kinds
        return [
            card
            for card in self.board.tops(state, player)
            if (not tapped[card] or (may_at_once and self._at_once(state, card)))
            and not (may_be_forbidden and self.continuous.cannot(state, "attack", card, player))
        ]

    def _at_once(self, state: Any, card: int) -> bool:
        is_new = state.entered[card] == state.turn and card not in state.attacked
        return is_new and bool(self.continuous.can(state, "attack_at_once", card))

    def step_declared(self, state: Any, cards: tuple[int, ...]) -> None:
        """Attackers are turned on their side; how many rerolls are used is said now (4.3, 4.6)."""
        player = state.active
        state.attackers = list(cards)
        state.attacked += cards
        for card in cards:
            state.tapped[card] = state.turn
            self.game.event(state, "declare", player, card)
            self.abilities.trigger(state, "attacks", card, player, direct=True)
        self.board.changed(state)
        rerolls = -state.rerolled
        for node, frame, _ in self.continuous.can(state, "reroll", EMPTY, player):
            rerolls += 1 if node.times is None else self.selectors.amount(state, node.times, frame)
        numbers = tuple(range(max(0, min(rerolls, _MOST_REROLLS)), -1, -1))
        self.interpreter.ask(state, player, "number", numbers, ("rerolls", cards))

    def step_rerolls(self, state: Any, cards: tuple[int, ...], rerolls: int) -> None:
        """The opponent, then the attacker may respond; then the dice are rolled."""
        state.rerolled += rerolls
        window = ("window", "attack", 1 - state.active, 0, 2)
        self.interpreter.push(state, ("settle",), window, ("dice", cards, rerolls))

    def applicable(self, state: Any, modifier: Modifier) -> list[int] | None:
        """An attack die that counts as a face is chosen before it is rolled."""
        if not isinstance(modifier, FixDie):
            return None
        return [card for card in state.attackers if card not in self._fixed(state)]

    def _fixed(self, state: Any) -> dict[int, int]:
        """The faces that dice count as, by attacker."""
        known = self.continuous.of_kind(state, FixDie)
        return {card: node.face for node, _, cards in known for card in cards or ()}

    def step_dice(self, state: Any, cards: tuple[int, ...], rerolls: int) -> None:
        """All dice are rolled, those of creatures that are gone too (4.5), then misses again while there are
        rerolls (4.6). Hits that are ignored are the dearest ones; each other costs life (4.4).
        """
        player, fixed = state.active, self._fixed(state)
        rolled = {card: fixed.get(card) or state.random.below(6) + 1 for card in cards}
        for card, face in rolled.items():
            self.game.event(state, "roll", player, card, face)
        for _ in range(rerolls):
            missed = [c for c, face in rolled.items() if c not in fixed and not self._hits(state, c, face)]
            if missed:
                rolled[missed[0]] = state.random.below(6) + 1
                self.game.event(state, "reroll", player, missed[0], rolled[missed[0]])
        worth = {card: self._hits(state, card, face) for card, face in rolled.items()}
        hits = sorted(filter(None, worth.values()))
        for card, face in rolled.items():
            if worth[card]:
                self.abilities.trigger(state, "hits", card, player, direct=True, face=face)
        left = self.continuous.prevented(state, "hits", 1 - player, EMPTY, len(hits))
        if left < len(hits):
            self.game.event(state, "ignored", 1 - player, EMPTY, len(hits) - left)
        self.board.lose(state, 1 - player, self.game.RESOURCES[0], sum(hits[:left]))
        state.attackers = []
        self.continuous.expire(state, "combat")
        self.interpreter.push(state, ("settle",))

    def _hits(self, state: Any, card: int, face: int) -> int:
        """How many life points a face costs: one if it is even, if nothing says otherwise (4.3, 4.4)."""
        worth = 1 if face % 2 == 0 else 0
        for modifier in self.continuous.of_kind(state, Dice):
            node = modifier[0]
            # An attacker that is gone has none but its roll (4.5).
            is_meant = state.at[card] >= 0 and self.continuous.affects(state, modifier, node.cards, card)
            if face in node.faces and is_meant:
                worth = node.hits if node.hits == 0 else max(worth, node.hits)
        return worth

    def merit_of_modifier(self, state: Any, modifier: Modifier, cards: Sequence[int], frame: Frame) -> float:
        """What changes the dice of an attack is worth the life that it costs, or saves."""
        life = self.game.weights[self.game.RESOURCES[0]]
        attackers, attacks = len(state.attackers), frame.you == state.active
        if isinstance(modifier, Prevent):
            return 0.0 if attacks else life * min(4.0, attackers)
        if isinstance(modifier, FixDie):
            worth = max([0, *(self._hits(state, card, modifier.face) for card in cards or state.attackers)])
            return float(life * (2.0 * worth if attacks else -2.0 * worth))
        if isinstance(modifier, Dice):
            ready = len(self.ready(state)) if attacks and not attackers else 0
            return float(life * ready * len(modifier.faces) / 2)
        return self.merit.of_modifier(state, modifier, cards, frame)
