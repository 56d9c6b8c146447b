"""Doing what the texts of cards say."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, OnPlay, Selector


class Perform(Effect):
    """Do what the cards do when they are played, as if they were yours."""

    cards: Selector

    def words(self) -> str:
        """`you do what the text of this card says`."""
        return f"you do what the text of {cards(self.cards).text} says"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        self.choose(game, state, frame, self.cards, "performed")

    @staticmethod
    def texts(game: Any, card: int) -> list[Effect]:
        """The effects of a card that is played."""
        return [one.effect for one in game.index.abilities[card] if isinstance(one, OnPlay)]

    @staticmethod
    def step_performed(game: Any, state: Any, _: int, frame: Any, chosen: tuple[int, ...]) -> None:
        for card in chosen:
            game.event(state, "use", frame.you, card)
            inner = frame._replace(card=card)
            tasks = [("effect", game.index.number[id(one)], inner) for one in Perform.texts(game, card)]
            game.interpreter.push(state, *tasks)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        found = game.selectors.candidates(state, self.cards, frame)
        merits = [
            sum(one.merit(game, state, frame._replace(card=card)) for one in Perform.texts(game, card))
            for card in found
            if card >= 0
        ]
        return float(game.merit.best(state, self.cards, frame, merits))
