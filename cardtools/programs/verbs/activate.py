"""Activating the effects of other cards."""

from __future__ import annotations

from typing import Any

from cardtools.programs.notation_entry import Function
from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector, Test


class Activate(Effect):
    """You activate one effect of the cards, or `all_effects`, as if they were yours: their conditions must
    hold, and you pay their costs.

    `tap`: a card on the field must be untapped, and is tapped by it.
    """

    cards: Selector
    all_effects: bool = False
    tap: bool = True

    FUNCTIONS = (Function("activate", ("cards",)),)

    def words(self) -> str:
        """`you activate one effect of one spell you control`."""
        what = "every effect" if self.all_effects else "one effect"
        return f"you activate {what} of {cards(self.cards).text}{'' if self.tap else ' without tapping them'}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        """Choose the cards. Effects that activate effects themselves are not activated, so that it ends."""
        self.choose(game, state, frame, self.cards, "activated", self._with_effects(game, state, frame))

    def _with_effects(self, game: Any, state: Any, frame: Any) -> list[int]:
        """The cards with effects that it can activate."""
        found = game.selectors.candidates(state, self.cards, frame)
        return [card for card in found if self._places(game, state, card, frame)]

    def _places(self, game: Any, state: Any, card: int, frame: Any) -> list[int]:
        """The abilities of a card that it can activate: their conditions hold, their costs can be paid, and
        their effects be done.
        """
        if self.tap and state.tapped[card] and game.board.is_top(state, card):
            return []
        inner = game.index.frames[frame.you][card]
        return [
            place
            for place in game.index.activatable[card]
            if all(test(state, inner) for test in game.abilities.tests_of(card, place))
        ]

    @staticmethod
    def step_activated(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        activate: Activate = game.index.nodes[node]
        for card in reversed(chosen):
            places = activate._places(game, state, card, frame)
            if not places:
                continue
            if activate.tap and game.board.is_top(state, card):
                game.board.tap(state, card)
            inner = game.index.frames[frame.you][card]
            if activate.all_effects:
                game.interpreter.push(state, *(("lent", card, inner, place) for place in places))
            else:
                game.interpreter.ask(state, frame.you, "effect", places, ("lent", card, inner))

    @staticmethod
    def step_lent(game: Any, state: Any, card: int, frame: Any, place: int) -> None:
        """The targets of an effect of a card are chosen."""
        game.event(state, "activate", frame.you, card)
        node = game.index.number[id(game.index.abilities[card][place].effect)]
        game.interpreter.push(state, ("aim", node, frame, 0, ("pay_lent", card, place)))

    @staticmethod
    def step_pay_lent(game: Any, state: Any, card: int, place: int, frame: Any) -> None:
        ability = game.index.abilities[card][place]
        then = ("effect", game.index.number[id(ability.effect)], frame)
        if getattr(ability, "cost", None) is None:
            game.interpreter.push(state, then)
        else:
            game.abilities.pay_cost(state, ability, frame, then)

    def test(self, game: Any) -> Test:
        """There are cards with such effects."""
        return game.possibility.enough(self.cards, lambda s, f: self._with_effects(game, s, f))

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """That of the best effect of each card, or of all."""
        merits = []
        for card in game.selectors.candidates(state, self.cards, frame):
            inner = game.index.frames[frame.you][card]
            known = [
                game.index.abilities[card][place].effect.merit(game, state, inner)
                for place in self._places(game, state, card, frame)
            ]
            merits.append((sum(known) if self.all_effects else max(known)) if known else 0.0)
        return float(game.merit.best(state, self.cards, frame, merits))
