"""Stopping effects and attacks."""

from __future__ import annotations

from typing import Any, Literal

from cardtools.programs.notation_entry import Function
from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector, Test


class Counter(Effect):
    """Stop what the cards are doing. "effect": their effect on the chain does nothing, though it counts as
    activated. "attack": their attack does not take place, though they have attacked.
    """

    cards: Selector
    what: Literal["effect", "attack"] = "effect"

    FUNCTIONS = (Function("counter", ("cards",)), Function("stop_attack", ("cards",), {"what": "attack"}))
    HARMS = True

    def words(self) -> str:
        """`you counter the effect of one card`."""
        if self.what == "attack":
            return "the attack is prevented"
        if self.cards.relation == "event":
            return "that effect is countered"
        whose = cards(self.cards).text.replace(" whose effect is on the chain", "")
        return f"you counter the effect of {whose}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        among = self._stoppable(game, state, frame) if game.EXACT else None
        game.interpreter.select(state, self.cards, frame, ("stopped", self.what), among)

    def _stoppable(self, game: Any, state: Any, frame: Any) -> list[int]:
        """The cards whose effect waits and can be countered, or whose attack can be stopped."""
        found = game.selectors.candidates(state, self.cards, frame)
        if self.what == "attack":
            return [card for card in found if game.can_stop(state, card)]
        waiting = {one.card for one in state.chain if not one.countered}
        cannot = game.continuous.cannot
        return [card for card in found if card in waiting and not cannot(state, "be_countered", card)]

    @staticmethod
    def step_stopped(game: Any, state: Any, what: str, chosen: tuple[int, ...]) -> None:
        """The cards are chosen; of the effects of a card the last is stopped."""
        for card in chosen:
            if what == "attack":
                game.stop_attack(state, card)
            elif not game.continuous.cannot(state, "be_countered", card):
                for place, waiting in reversed([*enumerate(state.chain)]):
                    if waiting.card == card and not waiting.countered:
                        state.chain[place] = waiting._replace(countered=True)
                        break

    def test(self, game: Any) -> Test:
        """There is something to stop."""
        if not game.EXACT:
            return Effect.test(self, game)
        return game.possibility.enough(self.cards, lambda s, f: self._stoppable(game, s, f))

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """What the effects would have been worth to the opponent."""
        if self.what == "attack":
            return 6.0
        merits = []
        for card in game.selectors.candidates(state, self.cards, frame):
            waiting = [one for one in state.chain if one.card == card and not one.countered]
            if waiting and waiting[-1].node >= 0:
                last = waiting[-1]
                merit = -game.index.nodes[last.node].merit(game, state, last.frame._replace(you=frame.you))
                merits.append(abs(merit) if last.frame.you != frame.you else merit)
        return float(game.merit.best(state, self.cards, frame, merits or [6.0]))
