"""Costs in colours: paid from a pool of resources, then by tapping cards that make them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from cardtools.play.effects.costs import Cost, Source, payment, read_cost
from cardtools.play.effects.state import CardState
from cardtools.play.engine import Action
from cardtools.play.parts.casting import Casting

S = TypeVar("S", bound=CardState)
# What a player can pay with: the pool, the untapped sources, and how much both are together.
Funds = tuple[dict[str, int], list[Source], int]


class Paying(Casting[S]):
    """The second to last of `RESOURCES` are colours. `cost` is by card what it costs, `gives` the colours of
    what it makes when it is tapped, none unless it is a source.
    """

    WILD: ClassVar[str] = ""  # the colour that pays for all
    colours: tuple[str, ...]
    cost: list[Cost]
    gives: list[tuple[str, ...]]

    def read_costs(self, words: Mapping[str, str], anything: str) -> None:
        """Read what cards cost; see `read_cost`."""
        texts = [str(card.values.get("cost") or "") for card in self.cards]
        costs = {text: read_cost(text, words, anything) for text in dict.fromkeys(texts)}
        self.cost = [costs[text] for text in texts]

    def funds(self, state: S, player: int) -> Funds:
        """What a player can pay with now."""
        held = state.resources[player]
        pool = (
            {colour: held[at] for at, colour in enumerate(self.colours, 1) if held[at]}
            if any(held[1:])
            else {}
        )
        gives, tapped = self.gives, state.tapped
        sources = [
            (card, gives[card]) for card in self.tops(state, player) if gives[card] and not tapped[card]
        ]
        sources.sort(key=self._order)
        return pool, sources, sum(pool.values()) + len(sources)

    def _order(self, source: Source) -> tuple[bool, int]:
        """What can pay for least else is used first."""
        return self.WILD in source[1], len(source[1])

    def affords(self, cost: Cost, funds: Funds) -> bool:
        """Whether a cost can be paid."""
        pool, sources, most = funds
        if cost.total > most:
            return False
        return not cost.colours or payment(cost, pool, sources, self.WILD) is not None

    def pay(self, state: S, player: int, cost: Cost) -> None:
        """Pay a cost, which can be paid."""
        pool, sources, _ = self.funds(state, player)
        paid = payment(cost, pool, sources, self.WILD)
        assert paid is not None
        for colour, number in paid[0].items():
            state.resources[player][1 + self.colours.index(colour)] -= number
        for card, _ in paid[1]:
            self.tap(state, card)

    def castable(self, state: S, player: int, card: int, funds: Funds) -> bool:
        """Whether a card can be paid for and does something."""
        return (
            self.affords(self.cost[card], funds)
            and self.can_work(state, player, card)
            and not self.cannot(state, "play", card, player)
        )

    def instants(self, state: S, player: int, every: bool) -> list[Action]:
        """The instants of a hand that can be played."""
        hand = [card for card in state.hand[player] if "instant" in self.kinds[card]]
        if not hand:
            return []
        funds = self.funds(state, player)
        return [
            ("play", card)
            for card in (hand if every else self.different(hand))
            if self.castable(state, player, card, funds)
        ]

    def counters(self, state: S, player: int) -> list[tuple[str, str]]:
        """The first resource, and the colours that there are."""
        found = super().counters(state, player)
        return [found[0], *(pair for pair in found[1:] if pair[1] != "0")]
