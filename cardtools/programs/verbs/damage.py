"""Damage to cards."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import every_one, number
from cardtools.programs.tree import Amount, Effect, Selector


class Damage(Effect):
    """This card deals damage to each of the cards."""

    cards: Selector
    amount: Amount

    HARMS = True

    def words(self) -> str:
        """`this card deals 2 damage to each creature on the field`."""
        amount = str(self.amount) if isinstance(self.amount, int) else number(self.amount)
        return f"this card deals {amount} damage to {every_one(self.cards).text}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        amount = game.selectors.amount(state, self.amount, frame)
        game.interpreter.select(state, self.cards, frame, ("damaged", frame.card, amount))

    @staticmethod
    def step_damaged(game: Any, state: Any, by: int, amount: int, chosen: tuple[int, ...]) -> None:
        if not game.continuous.cannot(state, "deal_damage", by):
            for card in chosen:
                game.board.deal(state, card, amount, by)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """The worth of what it destroys, and a part of that of others."""
        amount = game.selectors.amount(state, self.amount, frame)
        merits = []
        for card in game.selectors.candidates(state, self.cards, frame):
            left = game.toughness(state, card) - state.damage[card]
            share = 1.0 if amount >= left else 0.4 * amount / max(1, left)
            merits.append(-share * game.merit.side(state, card, frame.you) * game.worth(state, card))
        return float(game.merit.best(state, self.cards, frame, merits))
