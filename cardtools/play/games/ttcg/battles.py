"""Stats, battles and points (Doc 2.2.7, 2.2.8)."""

from __future__ import annotations

from cardtools.play.effects.state import SIDE
from cardtools.play.engine import Action
from cardtools.play.games.ttcg.plays import TtcgPlays
from cardtools.play.games.ttcg.responses import SETTLE
from cardtools.play.games.ttcg.state import TtcgState
from cardtools.play.state import EMPTY, Outcome


class TtcgBattles(TtcgPlays):
    """Attacks, what is destroyed by them, and who wins."""

    # Stats

    def base(self, state: TtcgState, card: int, stat: str) -> int:
        """As printed; a unit has what the spell below it adds (4.6)."""
        value = self.printed[stat][card]
        if stat != "rank" and self.is_unit[card] and (spell := self.column(state, card, "below")) >= 0:
            value += self.printed[stat][spell]
        return value

    def column(self, state: TtcgState, card: int, direction: str) -> int:
        """The unit above a spell, or the spell below a unit, in the same column."""
        place = state.at[card]
        if place < 0:
            return EMPTY
        side, slot = divmod(place, SIDE)
        is_unit = slot < self.columns
        if is_unit != (direction == "below"):
            return EMPTY
        stack = state.field[side][slot + self.columns if is_unit else slot - self.columns]
        return stack[-1] if stack else EMPTY

    # Battle (2.2.7)

    def may_battle(self, state: TtcgState) -> bool:
        if state.turn == 1 and not self.options["first_attacks"]:
            return False
        return any(state.field[state.active][: self.columns])

    def add_attacks(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """Each unit once: a unit of the opponent, or the opponent directly if there is none."""
        if state.turn == 1 and not self.options["first_attacks"]:
            return
        other = state.field[1 - player]
        targets = [slot for slot, stack in enumerate(other[: self.columns]) if stack]
        holds, attacks = self.held(state), state.attacks
        no_attack, more_attacks = "attack" in holds, ("can", "attack") in holds
        past, not_direct = ("can", "attack_directly") in holds, "attack_directly" in holds
        for slot, stack in enumerate(state.field[player][: self.columns]):
            if not stack:
                continue
            card = stack[-1]
            if attacks[card] and not (more_attacks and attacks[card] < self._times(state, card)):
                continue
            if no_attack and self.cannot(state, "attack", card):
                continue
            for target in targets:
                actions.append(("attack", slot, target))
            directly = not targets or (past and self.can(state, "attack_directly", card))
            if directly and not (not_direct and self.cannot(state, "attack_directly", card, player)):
                actions.append(("direct", slot))

    def _times(self, state: TtcgState, card: int) -> int:
        """How often a unit may attack this turn."""
        times = [1]
        for node, frame, _ in self.can(state, "attack", card):
            if node.times is not None:
                times.append(self.amount(state, node.times, frame))
        return max(times)

    def attack_with(self, state: TtcgState, player: int, action: Action) -> None:
        card = state.field[player][action[1]][-1]
        direct = action[0] == "direct"
        target = EMPTY if direct else state.field[1 - player][action[2]][-1]
        state.attacks[card] += 1
        state.battle = (card, target)
        self.event(state, "attack", player, card, target)
        self.trigger(state, "attacks", card, player, target, direct=direct)
        self.respond_then(state, "attack", ("battle", player, card, target))

    def can_stop(self, state: TtcgState, card: int) -> bool:
        """Whether the attack of a card is going on."""
        return state.battle[0] == card

    def stop_attack(self, state: TtcgState, card: int) -> None:
        """The attack does not take place."""
        if state.battle[0] == card:
            state.battle = (EMPTY, EMPTY)
            self.event(state, "stop_attack", self.controller(state, card), card)

    def step_battle(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The battle takes place; then what comes after the attack."""
        self._fight(state, player, card, target)
        self.check(state)
        if state.triggered:
            self.push(state, SETTLE, ("attacked", player, card, target))
        elif not state.outcome:
            self.step_attacked(state, player, card, target)

    def _fight(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """Attack against defense, the weaker is destroyed; or the opponent loses the rank in points."""
        if state.battle != (card, target) or not self.is_top(state, card):
            return
        if self.controller(state, card) != player:
            return
        if target < 0:
            if not self.cannot(state, "attack_directly", card, player):
                self._score(state, player, 1 - player, self.stat(state, card, "rank"))
            return
        if not self.is_top(state, target) or self.controller(state, target) == player:
            return
        attack, defense = self.stat(state, card, "attack"), self.stat(state, target, "defense")
        self.event(state, "battle", player, card, target, attack, defense)
        equal = self.options["equal"] if attack == defense else ""
        if attack > defense or equal == "both":
            self.destroy(state, target, card, battle=True)
        if attack < defense or equal in ("both", "attacker"):
            self.destroy(state, card, target, battle=True)

    def step_attacked(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The attack is over."""
        state.battle = (EMPTY, EMPTY)
        if self.is_top(state, card):
            self.trigger(state, "attacked", card, player, target, direct=target < 0)

    def is_attacking(self, state: TtcgState, card: int, blocking: bool) -> bool:
        """Whether a card attacks, or is attacked."""
        return state.battle[1 if blocking else 0] == card

    # Points (2.2.8)

    def destroy(self, state: TtcgState, card: int, by: int = EMPTY, battle: bool = False) -> bool:
        """What is equipped to it is destroyed with it (2.2.5), and a unit costs its owner its rank."""
        equipped = self.attachments(state, card) if state.at[card] >= 0 else []
        costs = self.stat(state, card, "rank") if self.is_unit[card] and self.is_top(state, card) else 0
        if not super().destroy(state, card, by, battle):
            return False
        owner = self.owner[card]
        if costs:
            self._score(state, 1 - owner, owner, costs)
        for other in equipped:
            self.destroy(state, other, by)
        return True

    def _score(self, state: TtcgState, winner: int, loser: int, amount: int) -> None:
        if self.options["kills"] == "destroyer_gains":
            self.gain(state, winner, "points", amount)
        else:
            self.lose(state, loser, "points", amount)

    def check(self, state: TtcgState) -> None:
        """Who has no points left has lost; both at once is a draw."""
        (first,), (second,) = state.resources
        if first > 0 and second > 0 and not self.has_target:
            return
        points = [first, second]
        lost = [player for player in (0, 1) if points[player] <= 0]
        if len(lost) == 2:
            state.outcome = Outcome("draw", -1, "both have no points left")
        elif lost:
            state.outcome = Outcome("win", 1 - lost[0], "the opponent has no points left")
        elif self.has_target:
            won = [player for player in (0, 1) if points[player] >= int(self.options["target"])]
            if len(won) == 2:
                state.outcome = Outcome("draw", -1, "both have the points to win")
            elif won:
                state.outcome = Outcome("win", won[0], "enough points")
