"""Creatures that attack any opposing slot, and deal damage to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardtools.play.engine import Action, Verb
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.state import Part


class ExchangeCombat(RulePart):
    """Each card on the field attacks at most once, any slot of the next player. It and the card in the slot
    deal damage to each other at once; an attack on an empty slot changes nothing.

    Parameters: `attack`, the value that says how much damage a card deals; `empty` (true), whether one may
    attack empty slots; and `wound` (1), what a point of damage is worth to greedy players.
    """

    PARAMETERS = ("attack", "empty", "wound")
    PARTS = (Part("ready", 1),)  # the slots whose cards may still attack
    VERBS: ClassVar[Mapping[str, Verb]] = {"attack": Verb("attack {0} -> {1}", ("slot", "theirs"))}

    def __init__(self, game: Any, given: Mapping[str, Any]) -> None:
        super().__init__(game)
        self.stat, self.empty = given.get("attack", ""), given.get("empty", True)
        self.wound = int(given.get("wound", 1))

    def _attack(self, state: Any, card: int) -> int:
        return self.continuous.stat(state, card, self.stat) if self.stat else 0

    def begin(self, state: Any) -> None:
        """All that lie on the field now may attack."""
        state.ready = [slot for slot, stack in enumerate(state.field[state.active]) if stack]

    def _theirs(self, state: Any) -> list[list[int]]:
        slots: list[list[int]] = state.field[self.game.opponents[state.active][0]]
        return slots

    def actions(self, state: Any) -> list[Action]:
        """The attacks that are left, on cards first; of empty slots the first."""
        slots = self._theirs(state) if state.ready else []
        targets = [slot for slot, stack in enumerate(slots) if stack]
        if self.empty and [] in slots:
            targets.append(slots.index([]))
        return [("attack", slot, target) for slot in state.ready for target in targets]

    def perform(self, state: Any, action: Action) -> None:
        """A card attacks."""
        _, slot, target = action
        state.ready.remove(slot)
        attacker, stack = state.field[state.active][slot][-1], self._theirs(state)[target]
        if not stack:
            self.game.passing(state, "direct_pressure", state.active, attacker, target)
            return
        defender = stack[-1]
        self.game.event(state, "attack", state.active, attacker, defender)
        dealt = self._attack(state, attacker), self._attack(state, defender)
        self.board.deal(state, defender, dealt[0], attacker)
        self.board.deal(state, attacker, dealt[1], defender)

    def score(self, state: Any, action: Action) -> float:
        """Attacks that win more than they lose."""
        attacker, stack = state.field[state.active][action[1]][-1], self._theirs(state)[action[2]]
        if not stack:
            return -1.0
        defender, attack = stack[-1], self._attack(state, attacker)
        won = self._loss(state, defender, attack)
        lost = self._loss(state, attacker, self._attack(state, defender))
        kills = attack >= self.game.toughness(state, defender) - state.damage[defender]
        return won - lost + 0.5 if kills else won - lost

    def _loss(self, state: Any, card: int, damage: int) -> float:
        if damage < self.game.toughness(state, card) - state.damage[card]:
            return float(self.wound * damage)
        return float(self.game.worth(state, card))
