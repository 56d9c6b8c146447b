"""Cards that are chosen once, for an effect that names them."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector, Test, remade


class Let(Effect):
    """Choose cards once, then do the effect, in which the relation "named" with this name means them."""

    name: str
    cards: Selector
    effect: Effect

    def words(self) -> str:
        """`you choose a unit; you tap it`."""
        chosen = cards(self.cards)
        verb = "take" if self.cards.position else "choose"
        known = self.effect if chosen.many else remade(self.effect, self._as_it)
        return f"you {verb} {chosen.text}; {known.words()}"

    def _as_it(self, node: Any, _: str) -> Any:
        """The card that it chooses as "it"."""
        is_named = isinstance(node, Selector) and (node.relation, node.name) == ("named", self.name)
        return Selector(relation="event") if is_named else node

    def do(self, game: Any, state: Any, frame: Any) -> None:
        """Choose the cards; where numbers are exact, with which the effect can be done."""
        among = self._suitable(game, state, frame) if game.EXACT and self._is_one() else None
        self.choose(game, state, frame, self.cards, "named", among)

    @staticmethod
    def step_named(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        let: Let = game.index.nodes[node]
        if chosen:
            state.last = chosen[-1]
        let.effect.do(game, state, frame.naming(let.name, chosen))

    def _is_one(self) -> bool:
        """Whether it chooses one card, and not by its place in a pile."""
        return self.cards.count == 1 and not self.cards.position

    def _suitable(self, game: Any, state: Any, frame: Any) -> list[int]:
        """The cards with which the effect can be done."""
        test, found = self.effect.test(game), game.selectors.known(state, self.cards, frame)
        return [card for card in found if test is None or test(state, frame.naming(self.name, (card,)))]

    def test(self, game: Any) -> Test:
        """There is a card with which the effect can be done."""
        if game.EXACT and self._is_one():
            return lambda s, f: bool(self._suitable(game, s, f))
        return Effect.test(self, game)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """The effect cannot be judged before the cards are chosen."""
        return 4.0
