"""Turns that pass from one player to the next, and what a player decides before the first."""

from __future__ import annotations

from typing import Any

from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.state import EMPTY


class Turns(RulePart):
    """The start and the end of a turn. A game writes the step `turn`, which `begin_turn` is for; one with
    more to do at the end of a turn writes the step `end` too. Opening hands may be kept or taken anew: the
    option `mulligans` says how often, and `new_hand` of the game how.
    """

    def begin_turn(self, state: Any, phase: str) -> None:
        """The next turn: what held until it ends, cards untap, and its start sets abilities off."""
        player = state.active
        state.turn += 1
        state.phase, state.used = phase, []
        self.continuous.expire(state, "next_turn", mark=player)
        self.game.passing(state, "turn", player)
        for card in self.board.tops(state, player):
            if state.tapped[card] and not self.continuous.cannot(state, "untap", card):
                state.tapped[card] = 0
        state.uses[player] = None
        self.board.changed(state)
        self.abilities.trigger(state, "turn_starts", EMPTY, player)

    def step_end(self, state: Any) -> None:
        """What is set off at the end of a turn is, and the turn passes."""
        self.abilities.trigger(state, "turn_ends", EMPTY, state.active)
        self.interpreter.push(state, ("settle",), ("next",))

    def step_next(self, state: Any) -> None:
        """What holds until the end of the turn ends, and the next player's turn begins."""
        self.continuous.expire(state, "turn", "combat")
        self.game.check(state)
        if not state.outcome:
            state.active = (state.active + 1) % self.game.players
            self.interpreter.push(state, ("turn",))

    def step_check(self, state: Any) -> None:
        """Whether somebody has lost by now is looked at before anything else happens."""
        self.game.check(state)

    # Before the first turn

    def ask_for_mulligans(self, state: Any) -> None:
        """Begin the match once all have decided, the first player first."""
        state.phase = "mulligan"
        asked = [("mulligan", player, 0) for player in self.selectors.in_turn[state.active]]
        self.interpreter.push(state, *asked, ("turn",))
        self.interpreter.run(state)

    def step_mulligan(self, state: Any, player: int, taken: int) -> None:
        """A player decides whether to keep the hand."""
        if taken < int(self.game.options["mulligans"]):
            then = ("mulligan_decided", player, taken)
            self.interpreter.ask(state, player, "verb", ("keep", "mulligan"), then)

    def step_mulligan_decided(self, state: Any, player: int, taken: int, answer: str) -> None:
        """The hand is kept, or a new one is drawn."""
        if answer == "mulligan":
            self.game.event(state, "mulligan", player)
            self.game.new_hand(state, player)
            self.interpreter.push(state, ("mulligan", player, taken + 1))
