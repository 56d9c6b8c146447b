"""Attacks and battles (Doc 2.2.7, 2.2.8)."""

from __future__ import annotations

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.state import SETTLE, TtcgState
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.state import EMPTY


class Battles(RulePart):
    """Attacks, and what is destroyed by them."""

    def may_battle(self, state: TtcgState) -> bool:
        if state.turn == 1 and not self.game.options["first_attacks"]:
            return False
        return any(state.field[state.active][: self.game.columns])

    def add_attacks(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """Each unit once: a unit of the opponent, or the opponent directly if there is none."""
        if state.turn == 1 and not self.game.options["first_attacks"]:
            return
        other = state.field[1 - player]
        targets = [slot for slot, stack in enumerate(other[: self.game.columns]) if stack]
        in_force, attacks = self.continuous.by_kind(state), state.attacks
        no_attack, more_attacks = "attack" in in_force, ("can", "attack") in in_force
        past, not_direct = ("can", "attack_directly") in in_force, "attack_directly" in in_force
        for slot, stack in enumerate(state.field[player][: self.game.columns]):
            if not stack:
                continue
            card = stack[-1]
            if attacks[card] and not (more_attacks and attacks[card] < self._times(state, card)):
                continue
            if no_attack and self.continuous.cannot(state, "attack", card):
                continue
            for target in targets:
                actions.append(("attack", slot, target))
            directly = not targets or (past and self.continuous.can(state, "attack_directly", card))
            if directly and not (
                not_direct and self.continuous.cannot(state, "attack_directly", card, player)
            ):
                actions.append(("direct", slot))

    def _times(self, state: TtcgState, card: int) -> int:
        """How often a unit may attack this turn."""
        more = self.continuous.can(state, "attack", card)
        times = (self.selectors.amount(state, node.times, frame) for node, frame, _ in more if node.times)
        return max((1, *times))

    def attack_with(self, state: TtcgState, player: int, action: Action) -> None:
        card = state.field[player][action[1]][-1]
        direct = action[0] == "direct"
        target = EMPTY if direct else state.field[1 - player][action[2]][-1]
        state.attacks[card] += 1
        state.battle = (card, target)
        self.game.event(state, "attack", player, card, target)
        self.abilities.trigger(state, "attacks", card, player, target, direct=direct)
        self.game.uses.respond_then(state, "attack", ("battle", player, card, target))

    def step_battle(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The battle takes place; then what comes after the attack."""
        self._fight(state, player, card, target)
        self.game.check(state)
        if state.triggered:
            self.interpreter.push(state, SETTLE, ("attacked", player, card, target))
        elif not state.outcome:
            self.step_attacked(state, player, card, target)

    def _fight(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """Attack against defense, the weaker is destroyed; or the opponent loses the rank in points."""
        if state.battle != (card, target) or not self.board.is_top(state, card):
            return
        if self.board.controller(state, card) != player:
            return
        if target < 0:
            if not self.continuous.cannot(state, "attack_directly", card, player):
                self.score(state, player, 1 - player, self.continuous.stat(state, card, "rank"))
            return
        if not self.board.is_top(state, target) or self.board.controller(state, target) == player:
            return
        attack = self.continuous.stat(state, card, "attack")
        defense = self.continuous.stat(state, target, "defense")
        self.game.event(state, "battle", player, card, target, attack, defense)
        equal = self.game.options["equal"] if attack == defense else ""
        if attack > defense or equal == "both":
            self.board.destroy(state, target, card, battle=True)
        if attack < defense or equal in ("both", "attacker"):
            self.board.destroy(state, card, target, battle=True)

    def step_attacked(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The attack is over."""
        state.battle = (EMPTY, EMPTY)
        if self.board.is_top(state, card):
            self.abilities.trigger(state, "attacked", card, player, target, direct=target < 0)

    def score(self, state: TtcgState, winner: int, loser: int, amount: int) -> None:
        """A unit was destroyed, or the opponent attacked directly (2.2.8)."""
        if self.game.options["kills"] == "destroyer_gains":
            self.board.gain(state, winner, "points", amount)
        else:
            self.board.lose(state, loser, "points", amount)
