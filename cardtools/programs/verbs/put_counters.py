"""Counters on cards."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import amount_of, cards
from cardtools.programs.tree import Amount, Effect, Selector


class PutCounters(Effect):
    """Put counters on the cards: of this name, or with "" without one."""

    cards: Selector
    amount: Amount = 1
    name: str = ""

    SHARE = 0.3

    def words(self) -> str:
        """`you put two growth counters on this card`."""
        return f"you put {amount_of(self.amount, f'{self.name} counter'.strip())} on {cards(self.cards).text}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        amount = game.selectors.amount(state, self.amount, frame)
        game.interpreter.select(state, self.cards, frame, ("counters_put", self.name, amount))

    @staticmethod
    def step_counters_put(game: Any, state: Any, name: str, amount: int, chosen: tuple[int, ...]) -> None:
        for card in chosen:
            if state.at[card] >= 0 and amount > 0:
                game.board.put_counters(state, card, name, amount)
