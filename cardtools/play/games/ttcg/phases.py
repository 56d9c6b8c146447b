"""The start of a match, the turn phase by phase, attacks and battles (Doc 2.2.2, 2.2.3, 2.2.7, 2.2.8)."""

from __future__ import annotations

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.state import BATTLE_PHASE, DRAW_PHASE, MAIN_PHASE, SETTLE, SKIPPED, TtcgState
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.state import PendingTask
from cardtools.play.state import EMPTY


class Phases(RulePart):
    """Mulligans, then the phases of each turn; attacks, and what is destroyed by them."""

    HOOKS = ("before_destroyed", "can_stop", "destroyed", "is_attacking", "stop_attack")

    def mulligan(self, state: TtcgState, player: int) -> None:
        """The hand is shuffled back, and another is drawn."""
        state.mulligans[player] += 1
        state.deck[player] += state.hand[player]
        state.hand[player] = []
        self.game.event(state, "mulligan", player)
        self.board.shuffle(state, "deck", player)
        self.board.draw(state, player, int(self.game.options["mulligan_hand"]))

    def keep(self, state: TtcgState) -> None:
        """The other player decides, or the first turn begins."""
        if state.active != state.first:
            self.interpreter.push(state, ("turn",))
        state.active = 1 - state.active

    def _then(self, state: TtcgState, task: PendingTask) -> None:
        """What was set off takes place, then a task."""
        if state.triggered:
            self.interpreter.push(state, SETTLE, task)
        else:
            self.interpreter.steps[task[0]](state, *task[1:])

    # The turn

    def step_turn(self, state: TtcgState) -> None:
        """A turn begins, or is skipped."""
        player = state.active
        state.turn += 1
        state.plays, state.used, state.uses = [], [], [None, None]
        state.attacks = [0] * len(self.game.cards)
        self.continuous.expire(state, "next_turn", mark=player)
        self.game.passing(state, "turn", player)
        if state.skips:  # no phase is; what that was the cost of comes before the next turn
            state.phase = SKIPPED
            if self.interpreter.skipping(state, player, "turn", ("next",)):
                return
        if self.game.untaps:
            for card in self.board.tops(state, player):
                self.board.untap(state, card)
        state.phase = DRAW_PHASE
        self.abilities.trigger(state, "turn_starts", EMPTY, player)
        self._then(state, ("draw_phase",))

    def step_draw_phase(self, state: TtcgState) -> None:
        """The player draws; the first player's first turn has no draw (2.2.2, 2.2.11)."""
        player = state.active
        if state.skips and self.interpreter.skipping(state, player, DRAW_PHASE, ("draw_phase_ends",)):
            return
        if state.turn > 1 or self.game.options["first_draws"]:
            if state.deck[player]:
                self.board.draw(state, player)
            else:
                self.board.lose(state, player, "points", int(self.game.options["exhaustion"]))
        self.step_draw_phase_ends(state)

    def step_draw_phase_ends(self, state: TtcgState) -> None:
        """The opponent may respond before the main phase."""
        self.game.moves.respond_then(state, "phase", ("main_phase",))

    def step_main_phase(self, state: TtcgState) -> None:
        """The main phase begins: the player acts."""
        state.phase = MAIN_PHASE
        if state.skips:
            self.interpreter.skipping(state, state.active, MAIN_PHASE, ("battle_phase",))

    def step_battle_phase(self, state: TtcgState) -> None:
        """The battle phase begins; the opponent may respond."""
        state.phase = BATTLE_PHASE
        if not (state.skips and self.interpreter.skipping(state, state.active, BATTLE_PHASE, ("end",))):
            self.game.moves.respond_then(state, "phase", SETTLE)

    def step_end(self, state: TtcgState) -> None:
        """The turn ends: what happens at its end, and the hand limit (2.2.10)."""
        self.abilities.trigger(state, "turn_ends", EMPTY, state.active)
        self._then(state, ("hand_limit",))

    def step_hand_limit(self, state: TtcgState) -> None:
        """The player discards down to the limit."""
        player, then = state.active, ("discarded",)
        more = len(state.hand[player]) - int(self.game.options["hand_limit"])
        if more > 0:
            hand = sorted(state.hand[player])
            self.interpreter.ask_cards(state, player, hand, more, more, then, secret="hand")
        else:
            self.step_next(state)

    def step_discarded(self, state: TtcgState, cards: tuple[int, ...]) -> None:
        """The cards to discard are chosen."""
        for card in cards:
            self.board.discard(state, card)
        self.interpreter.push(state, SETTLE, ("next",))

    def step_next(self, state: TtcgState) -> None:
        """The next player's turn."""
        self.continuous.expire(state, "turn", "combat")
        state.active = 1 - state.active
        self.step_turn(state)

    # Attacks

    def may_attack(self, state: TtcgState) -> bool:
        """Whether attacks are allowed in this turn."""
        return bool(state.turn > 1 or self.game.options["first_attacks"])

    def add_attacks(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """Each unit once: a unit of the opponent, or the opponent directly if there is none."""
        if not self.may_attack(state):
            return
        other = state.field[1 - player]
        targets = [slot for slot, stack in enumerate(other[: self.game.columns]) if stack]
        in_force, attacks = self.continuous.by_kind(state), state.attacks
        no_attack, more_attacks = "attack" in in_force, ("can", "attack") in in_force
        past, barred = ("can", "attack_directly") in in_force, "attack_directly" in in_force
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
            if directly and not (barred and self.continuous.cannot(state, "attack_directly", card, player)):
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
        self.game.moves.respond_then(state, "attack", ("battle", player, card, target))

    def step_battle(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The battle takes place; then what comes after the attack."""
        self._fight(state, player, card, target)
        self.game.check(state)
        if state.triggered or not state.outcome:
            self._then(state, ("attacked", player, card, target))

    def _fight(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """Attack against defense, the weaker is destroyed; or the opponent loses the rank in points."""

        def is_on_side(one: int, side: int) -> bool:
            return self.board.is_top(state, one) and self.board.controller(state, one) == side

        if state.battle != (card, target) or not is_on_side(card, player):
            return
        if target < 0:
            if not self.continuous.cannot(state, "attack_directly", card, player):
                self._score(state, player, self.continuous.stat(state, card, "rank"))
        elif is_on_side(target, 1 - player):
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

    def _score(self, state: TtcgState, winner: int, amount: int) -> None:
        """A unit was destroyed, or the opponent attacked directly (2.2.8)."""
        if self.game.options["kills"] == "destroyer_gains":
            self.board.gain(state, winner, "points", amount)
        else:
            self.board.lose(state, 1 - winner, "points", amount)

    def before_destroyed(self, state: TtcgState, card: int) -> tuple[list[int], int]:
        """What is equipped to it, and the points that it costs."""
        costs = self.game.is_unit[card] and self.board.is_top(state, card)
        equipped = self.board.attachments(state, card)
        return equipped, self.continuous.stat(state, card, "rank") if costs else 0

    def destroyed(self, state: TtcgState, card: int, by: int, before: tuple[list[int], int]) -> None:
        """A unit costs its owner its rank, and what is equipped to it is destroyed with it (2.2.5)."""
        equipped, costs = before
        if costs:
            self._score(state, 1 - self.owner[card], costs)
        for other in equipped:
            self.board.destroy(state, other, by)

    def can_stop(self, state: TtcgState, card: int) -> bool:
        """Whether the attack of a card is going on."""
        return state.battle[0] == card

    def stop_attack(self, state: TtcgState, card: int) -> None:
        if state.battle[0] == card:
            state.battle = (EMPTY, EMPTY)
            self.game.event(state, "stop_attack", self.board.controller(state, card), card)

    def is_attacking(self, state: TtcgState, card: int, blocking: bool) -> bool:
        """Whether a card attacks, or is attacked."""
        return state.battle[1 if blocking else 0] == card
