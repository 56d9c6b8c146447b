"""Combat without blocks: attackers choose a creature or the player, and both sides strike."""

from __future__ import annotations

from typing import Any

from cardtools.play.engine import Action
from cardtools.play.parts.combat import Blow, Combat
from cardtools.play.state import EMPTY, Part

PLAYER = EMPTY  # the target of an attack that is not a creature
# A part of the state: the attacks that are declared, as (creature, target).
ATTACKS = (Part("attacks", 1),)


class TargetedCombat(Combat):
    """Creatures attack creatures or the player, with the keywords Haste, Flying, Reach, Taunt, First Strike,
    Double Strike and Trample. The actions are `attack` and `attack_card`; the task `declared` begins combat,
    and there is a window "combat" before damage. Where `flyers_are_apart`, only Flying and Reach attack a
    flyer, and only a taunting creature with one of them binds it.
    """

    def __init__(self, game: Any, has_health: list[bool], flyers_are_apart: bool) -> None:
        super().__init__(game, has_health)
        self.flyers_are_apart = flyers_are_apart

    def is_attacking(self, state: Any, card: int, blocking: bool) -> bool:
        """Whether an attack of the creature is declared."""
        return not blocking and any(card == attacker for attacker, _ in state.attacks)

    def fighters(self, state: Any, player: int) -> list[int]:
        """The creatures of a player on the field."""
        has_health = self.has_health
        return [card for card in self.board.tops(state, player) if has_health[card]]

    def declarations(self, state: Any) -> list[Action]:
        """The attacks that may be declared now, each creature once."""
        player = state.active
        declared, tapped, has_health = [card for card, _ in state.attacks], state.tapped, self.has_health
        ready = [
            card
            for card in self.board.tops(state, player)
            if has_health[card]
            and not tapped[card]
            and card not in declared
            and (
                state.entered[card] < state.turn
                or "haste" in self.continuous.keywords(state, card)
                or self.continuous.can(state, "attack_at_once", card)
            )
            and not self.continuous.cannot(state, "attack", card, player)
        ]
        actions: list[Action] = []
        foes = self.fighters(state, 1 - player) if ready else []
        guards = [c for c in foes if not tapped[c] and "taunt" in self.continuous.keywords(state, c)]
        for card in ready:
            reached = foes
            if self.flyers_are_apart and not self._high(state, card):
                reached = [foe for foe in foes if "flying" not in self.continuous.keywords(state, foe)]
            bound = [foe for foe in guards if foe in reached]
            if bound and self.flyers_are_apart and "flying" in self.continuous.keywords(state, card):
                bound = [foe for foe in bound if self._high(state, foe)]
            if not bound:
                actions.append(("attack", card))
            actions += [("attack_card", card, foe) for foe in (bound or reached)]
        return actions

    def _high(self, state: Any, card: int) -> bool:
        words = self.continuous.keywords(state, card)
        return "flying" in words or "reach" in words

    def step_declared(self, state: Any) -> None:
        """Attackers tap; the defender, then the attacker may play instants until both pass."""
        state.phase, player = "combat", state.active
        for card, target in state.attacks:
            self.board.tap(state, card)
            if target == PLAYER:
                self.game.event(state, "attack", player, card)
            else:
                self.game.event(state, "attack_card", player, card, target)
            self.abilities.trigger(state, "attacks", card, player, target=target, direct=target == PLAYER)
        self.interpreter.push(
            state,
            ("settle",),
            ("window", "combat", 1 - player, 0, 2),
            ("strike", True),
            ("settle",),
            ("strike", False),
            ("fought",),
        )

    def step_strike(self, state: Any, first: bool) -> None:
        """A step of damage: of those that strike first, then of the others, and of double strikers again. All
        of it is dealt simultaneously.
        """
        blows: list[Blow] = []
        for card, target in state.attacks:
            if state.at[card] < 0:
                continue
            defender = 1 - self.board.controller(state, card)
            if target == PLAYER:
                if self._strikes(state, card, first):
                    blows.append((-1 - defender, self.attack(state, card), card))
                continue
            if state.at[target] < 0:
                continue
            if self._strikes(state, card, first):
                damage = self.attack(state, card)
                left = self.health_left(state, target)
                if "trample" in self.continuous.keywords(state, card) and damage > left:
                    blows.append((-1 - defender, damage - left, card))
                    damage = left
                blows.append((target, damage, card))
            if self._strikes(state, target, first):
                blows.append((card, self.attack(state, target), target))
        self.strike(state, blows)

    def _strikes(self, state: Any, card: int, first: bool) -> bool:
        words = self.continuous.keywords(state, card)
        return "double strike" in words or ("first strike" in words) == first

    def step_fought(self, state: Any) -> None:
        """The combat is over."""
        for card, target in state.attacks:
            if state.at[card] >= 0:
                self.abilities.trigger(
                    state, "attacked", card, state.active, target=target, direct=target == PLAYER
                )
        state.attacks, state.phase = [], "main phase"
        self.continuous.expire(state, "combat")
        self.interpreter.push(state, ("settle",))

    def score_attack(self, state: Any, action: Action) -> float:
        """Attacks that win more than they lose, on the player rather than on a creature of less worth."""
        card = action[1]
        attack = self.attack(state, card)
        if action[0] == "attack":
            deadly = 1000.0 if attack >= state.resources[1 - state.active][0] else 0.0
            return 50.0 + self.game.weights[self.game.RESOURCES[0]] * attack + deadly if attack else -1.0
        target = action[2]
        won = self._loss(state, target, attack)
        lost = self._loss(state, card, self.attack(state, target))
        return 50.0 + won - lost if won > lost else -1.0

    def _loss(self, state: Any, card: int, damage: int) -> float:
        if damage >= self.health_left(state, card):
            return float(self.game.worth(state, card))
        return float(self.game.weights["strength"] * damage / 2)
