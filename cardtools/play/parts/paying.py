"""Costs in colours: paid from a pool of resources, then by tapping cards that make them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.card_engine import CardEngine, RulePart
from cardtools.play.interpreter.costs import Cost, Source, payment, read_cost
from cardtools.play.parts.casting import Casting

# What a player can pay with: the pool, the untapped sources, and how much both are together.
Funds = tuple[dict[str, int], list[Source], int]


class Payment(RulePart):
    """Of a game the second to last of `RESOURCES` are colours. `cost` is by card what it costs, read with
    `words` and `anything` (see `read_cost`), `gives` the colours of what it makes when it is tapped, none
    unless it is a source. `wild` is the colour that pays for all.
    """

    HOOKS = ("responses", "unspent", "counters")

    def __init__(
        self,
        game: Any,
        casting: Casting,
        gives: list[tuple[str, ...]],
        words: Mapping[str, str],
        anything: str,
        wild: str = "",
    ) -> None:
        super().__init__(game)
        self.casting, self.gives, self.wild = casting, gives, wild
        self.colours: tuple[str, ...] = game.RESOURCES[1:]
        # What can pay for least else is used first.
        self._order = [(wild in colours, len(colours)) for colours in gives]
        self.is_instant = ["instant" in kinds for kinds in self.index.kinds]
        texts = [str(card.values.get("cost") or "") for card in game.cards]
        costs = {text: read_cost(text, words, anything) for text in dict.fromkeys(texts)}
        self.cost = [costs[text] for text in texts]

    def funds(self, state: Any, player: int) -> Funds:
        """What a player can pay with now."""
        by_kind = state.resources[player]
        pool = (
            {colour: by_kind[at] for at, colour in enumerate(self.colours, 1) if by_kind[at]}
            if any(by_kind[1:])
            else {}
        )
        sources = state.uses[player]
        if sources is None:
            gives, tapped = self.gives, state.tapped
            cards = [card for card in self.board.tops(state, player) if gives[card] and not tapped[card]]
            cards.sort(key=self._order.__getitem__)
            sources = state.uses[player] = [(card, gives[card]) for card in cards]
        return pool, sources, sum(pool.values()) + len(sources) if pool else len(sources)

    def affords(self, cost: Cost, funds: Funds) -> bool:
        """Whether a cost can be paid."""
        pool, sources, most = funds
        if cost.total > most:
            return False
        if not cost.colours:
            return True
        wild = self.wild
        if len(cost.colours) == 1 and not pool:
            colour, number = cost.colours[0]
            return len([1 for _, colours in sources if colour in colours or wild in colours]) >= number
        return payment(cost, pool, sources, wild) is not None

    def pay(self, state: Any, player: int, cost: Cost) -> None:
        """Pay a cost, which can be paid."""
        pool, sources, _ = self.funds(state, player)
        paid = payment(cost, pool, sources, self.wild)
        assert paid is not None
        for colour, number in paid[0].items():
            state.resources[player][1 + self.colours.index(colour)] -= number
        for card, _ in paid[1]:
            self.board.tap(state, card)

    def castable(self, state: Any, player: int, card: int, funds: Funds) -> bool:
        """Whether a card can be paid for and does something."""
        return (
            self.affords(self.cost[card], funds)
            and self.casting.can_work(state, player, card)
            and not self.continuous.cannot(state, "play", card, player)
        )

    def responses(self, state: Any, player: int, every: bool) -> list[Action]:
        """The instants of a hand that can be played."""
        is_instant = self.is_instant
        hand = [card for card in state.hand[player] if is_instant[card]]
        if not hand:
            return []
        funds = self.funds(state, player)
        return [
            ("play", card)
            for card in (hand if every else self.game.different(hand))
            if self.castable(state, player, card, funds)
        ]

    def unspent(self, state: Any, player: int) -> tuple[int, int]:
        """The pool, and the cards that can be tapped for more."""
        left = self.funds(state, player)[2]
        used = sum(1 for card in self.board.tops(state, player) if self.gives[card] and state.tapped[card])
        return left, left + used

    def counters(self, state: Any, player: int) -> list[tuple[str, str]]:
        """The first resource, and the colours that there are."""
        found = CardEngine.counters(self.game, state, player)
        return [found[0], *(pair for pair in found[1:] if pair[1] != "0")]
