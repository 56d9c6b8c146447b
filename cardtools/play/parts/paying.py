"""Costs in colours: how they are written, and how they are paid: from a pool, then by tapping cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.card_engine import CardEngine, RulePart
from cardtools.play.parts.casting import Casting

# A source of one mana or energy: a number that stands for it (a card), and the colours it may have.
Source = tuple[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Cost:
    """So much of each colour, so much of any, and how much that is together."""

    colours: tuple[tuple[str, int], ...] = ()
    any: int = 0
    total: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.any + sum(number for _, number in self.colours))


def read_cost(text: str, words: Mapping[str, str], anything: str) -> Cost:
    """A cost such as `2WU` or `2 Pyro, 1 Universal`. `words` are the colours by what they are called, in
    lower case, and by their letters, in capitals; `anything` is the colour that any pays, and that a number
    alone is of.
    """
    long = "|".join(sorted((re.escape(word) for word in words if len(word) > 1), key=len, reverse=True))
    short = "".join(re.escape(word) for word in words if len(word) == 1)
    found: dict[str, int] = {}
    pattern = rf"(?i:(\d*)\s*({long}))|(\d+)|([{short or '~'}])"
    for number, word, alone, letter in re.findall(pattern, text):
        colour = anything if alone else words[word.lower()] if word else words[letter]
        found[colour] = found.get(colour, 0) + int(number or alone or 1)
    whatever = found.pop(anything, 0)
    return Cost(tuple(sorted(found.items())), whatever)


def payment(
    cost: Cost, pool: Mapping[str, int], sources: Sequence[Source], wild: str = ""
) -> tuple[dict[str, int], list[tuple[int, str]]] | None:
    """How a cost is paid: what is taken from the pool, and the sources to use, each with the colour it gives;
    None if it cannot be. The pool is used first, then the sources in their order; `wild` pays any colour.
    """
    if not pool and len(cost.colours) < 2:  # there is nothing to search
        colour, number = cost.colours[0] if cost.colours else ("", 0)
        fitting = [source for source in sources if colour in source[1] or (wild and wild in source[1])]
        first = fitting[:number]
        others = [source for source in sources if source not in first][: cost.any]
        if len(first) < number or len(others) < cost.any:
            return None
        coloured = [(card, _given(colours, colour)) for card, colours in first]
        return {}, coloured + [(card, colours[0]) for card, colours in others]
    left = {colour: number for colour, number in pool.items() if number > 0}
    taken: dict[str, int] = {}
    needs: list[str] = []  # what sources must pay
    enough = sum(left.values()) + len(sources) + 1  # is one too many
    for colour, number in cost.colours:
        has = min(number, left.get(colour, 0))
        if has:
            taken[colour] = has
            left[colour] -= has
        needs += [colour] * min(number - has, enough)
    paying: dict[int, int] = {}  # by place of a source the place of the need that it pays

    def find(need: int, tried: set[int]) -> bool:
        """Find a source for a need; the one that pays with it until now finds another."""
        for place, (_, colours) in enumerate(sources):
            if place not in tried and (needs[need] in colours or (wild and wild in colours)):
                tried.add(place)
                if place not in paying or find(paying[place], tried):
                    paying[place] = need
                    return True
        return False

    for need in range(len(needs)):
        if not find(need, set()):
            if not wild or left.get(wild, 0) <= 0:
                return None
            left[wild] -= 1
            taken[wild] = taken.get(wild, 0) + 1
    used = [(sources[place][0], _given(sources[place][1], needs[need])) for place, need in paying.items()]
    free = [source for place, source in enumerate(sources) if place not in paying]
    for _ in range(cost.any):
        most = max(left, key=lambda colour: (colour != wild, left[colour]), default="")
        if most and left[most] > 0:
            left[most] -= 1
            taken[most] = taken.get(most, 0) + 1
        elif free:
            card, colours = free.pop(0)
            used.append((card, colours[0]))
        else:
            return None
    return taken, used


def _given(colours: tuple[str, ...], colour: str) -> str:
    """The colour that a source gives for a need: that one, or the wild one that it has."""
    return colour if colour in colours else colours[0]


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
        has_pool = any(by_kind[1:])
        pool = {one: by_kind[at] for at, one in enumerate(self.colours, 1) if by_kind[at]} if has_pool else {}
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

    def why_not(self, state: Any, card: int, funds: str) -> str:
        """Why the decider, whose funds are called `funds`, cannot play a card that the rules allow now."""
        if self.affords(self.cost[card], self.funds(state, state.decider)):
            return self.casting.why_not(card)
        return f"It costs {self.game.cards[card].values.get('cost')}, which your {funds} cannot pay."

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
