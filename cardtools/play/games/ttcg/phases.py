"""The start of a match and the turn, phase by phase (Doc 2.2.2, 2.2.3)."""

from __future__ import annotations

from cardtools.play.games.ttcg.state import BATTLE_PHASE, DRAW_PHASE, MAIN_PHASE, SETTLE, SKIPPED, TtcgState
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.state import EMPTY


class Phases(RulePart):
    """Mulligans, then the phases of each turn."""

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
        if state.active == state.first:
            state.active = 1 - state.first
        else:
            state.active = state.first
            self.interpreter.push(state, ("turn",))

    def step_turn(self, state: TtcgState) -> None:
        """A turn begins, or is skipped."""
        player = state.active
        state.turn += 1
        state.plays, state.used = [], []
        state.attacks = [0] * len(self.game.cards)
        state.uses = [None, None]
        if state.modifiers:
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
        if state.triggered:
            self.interpreter.push(state, SETTLE, ("draw_phase",))
        else:
            self.step_draw_phase(state)

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
        self.game.uses.respond_then(state, "phase", ("main_phase",))

    def step_main_phase(self, state: TtcgState) -> None:
        """The main phase begins: the player acts."""
        state.phase = MAIN_PHASE
        if state.skips:
            self.interpreter.skipping(state, state.active, MAIN_PHASE, ("battle_phase",))

    def step_battle_phase(self, state: TtcgState) -> None:
        """The battle phase begins; the opponent may respond."""
        state.phase = BATTLE_PHASE
        if not (state.skips and self.interpreter.skipping(state, state.active, BATTLE_PHASE, ("end",))):
            self.game.uses.respond_then(state, "phase", SETTLE)

    def step_end(self, state: TtcgState) -> None:
        """The turn ends: what happens at its end, and the hand limit (2.2.10)."""
        self.abilities.trigger(state, "turn_ends", EMPTY, state.active)
        if state.triggered:
            self.interpreter.push(state, SETTLE, ("hand_limit",))
        else:
            self.step_hand_limit(state)

    def step_hand_limit(self, state: TtcgState) -> None:
        """The player discards down to the limit."""
        hand = state.hand[state.active]
        more = len(hand) - int(self.game.options["hand_limit"])
        if more > 0:
            self.interpreter.ask_cards(
                state, state.active, sorted(hand), more, more, ("discarded",), secret="hand"
            )
        else:
            self.step_next(state)

    def step_discarded(self, state: TtcgState, cards: tuple[int, ...]) -> None:
        """The cards to discard are chosen."""
        for card in cards:
            self.board.discard(state, card)
        self.interpreter.push(state, SETTLE, ("next",))

    def step_next(self, state: TtcgState) -> None:
        """The next player's turn."""
        if state.modifiers:
            self.continuous.expire(state, "turn", "combat")
        state.active = 1 - state.active
        self.step_turn(state)
