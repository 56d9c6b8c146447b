"""Drawing pairs of effects for a card: what fits, what is preferred, and no pair twice.

A template is drawn first, then one of its effects: a template with a thousand effects is as likely as one
with two. A template that the database has used n times has the weight 1 / (1 + n). Effects that mention a
type or sub-type other than the card's own come last: only when no pair without them is left.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Pair = tuple[str, str]
# After this many draws in a row of a known pair, the remaining pairs are listed instead.
_PATIENCE = 200


@dataclass(frozen=True)
class Condition:
    """What effects must meet, and the option that says so."""

    label: str
    holds: Callable[[int, str], bool]


def column_true(label: str, cells: Sequence[bool]) -> Condition:
    """The tag column is True."""
    return Condition(label, lambda row, _: cells[row])


def contains(text: str) -> Condition:
    """The effect contains the text; upper and lower case count as the same."""
    return Condition(f"--contains {text!r}", lambda _, effect: text.casefold() in effect.casefold())


def omits(text: str) -> Condition:
    """The effect does not contain the text; upper and lower case count as the same."""
    return Condition(f"--omit {text!r}", lambda _, effect: text.casefold() not in effect.casefold())


def select(
    effects: Sequence[str], conditions: Iterable[Condition]
) -> tuple[list[str], Condition | None, int]:
    """The effects that meet every condition, each once.

    If none is left: the condition that left nothing, and how many effects it was given.
    """
    first: dict[str, int] = {}
    for row, effect in enumerate(effects):
        first.setdefault(effect, row)
    rows = list(first.values())
    for condition in conditions if rows else ():
        kept = [row for row in rows if condition.holds(row, effects[row])]
        if not kept:
            return [], condition, len(rows)
        rows = kept
    return [effects[row] for row in rows], None, len(rows)


def mentions_another(effects: Iterable[str], own: Iterable[str], words: Iterable[str]) -> set[str]:
    """The effects that mention one of the words (types and sub-types) that is not the card's own."""
    others = {word.casefold() for word in words} - {word.casefold() for word in own}
    if not others:
        return set()
    search = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(others)))})s?\b", re.IGNORECASE).search
    return {effect for effect in effects if search(effect)}


def count_uses(cards: Iterable[tuple[str, str]], origin: Mapping[str, str]) -> Counter[str]:
    """How often each origin is used by (card, effect) pairs; a card in several rarities counts once."""
    return Counter(origin[effect] for _, effect in dict.fromkeys(cards) if effect in origin)


class PairDraw:
    """Pairs of effects with different origins, drawn without repetition.

    `origin` names the template of an effect; an effect that is not in it has an origin of its own. `uses` is
    how often the database has used each origin. With `pin` every pair begins with that effect.
    """

    def __init__(
        self,
        effects: Sequence[str],
        origin: Mapping[str, str],
        uses: Mapping[str, int] | None = None,
        last: Iterable[str] = (),
        pin: str = "",
    ) -> None:
        self.origin, self.uses, self.pin = origin, uses or {}, pin
        last = set(last)
        # The pools in order of preference; the second contains the first.
        self._pools = [self._pool([effect for effect in effects if effect not in last])]
        if last:
            self._pools.append(self._pool(effects))

    def _of(self, effect: str) -> str:
        return self.origin.get(effect, effect)

    def _pool(self, effects: Sequence[str]) -> dict[str, list[str]]:
        pool: dict[str, list[str]] = {}
        for effect in effects:
            if not self.pin or self._of(effect) != self._of(self.pin):
                pool.setdefault(self._of(effect), []).append(effect)
        return pool

    @property
    def possible(self) -> int:
        """The number of possible pairs."""
        return self._count(self._pools[-1])

    def _count(self, pool: Mapping[str, Sequence[str]]) -> int:
        sizes = [len(effects) for effects in pool.values()]
        return sum(sizes) if self.pin else (sum(sizes) ** 2 - sum(size**2 for size in sizes)) // 2

    def draw(self, rng: random.Random, number: int) -> list[Pair]:
        """`number` different pairs, in any order; all pairs if there are fewer."""
        drawn: dict[frozenset[str], Pair] = {}
        for pool in self._pools:
            wanted = min(number, self._count(pool))
            misses = 0
            while len(drawn) < wanted:
                if misses > _PATIENCE:
                    for pair in self._rest(rng, pool, drawn)[: wanted - len(drawn)]:
                        drawn[frozenset(pair)] = pair
                    break
                pair = self._one(rng, pool)
                misses = misses + 1 if frozenset(pair) in drawn else 0
                drawn.setdefault(frozenset(pair), pair)
        return list(drawn.values())

    def _weight(self, origin: str) -> float:
        return 1 / (1 + self.uses.get(origin, 0))

    def _one(self, rng: random.Random, pool: Mapping[str, Sequence[str]]) -> Pair:
        origins = list(pool)
        weights = [self._weight(origin) for origin in origins]
        (first,) = rng.choices(range(len(origins)), weights)
        one = rng.choice(pool[origins[first]])
        if self.pin:
            return self.pin, one
        weights[first] = 0.0
        (second,) = rng.choices(range(len(origins)), weights)
        return one, rng.choice(pool[origins[second]])

    def _rest(
        self, rng: random.Random, pool: Mapping[str, Sequence[str]], drawn: Mapping[frozenset[str], Pair]
    ) -> list[Pair]:
        """The pairs not drawn yet; those of rarely used templates tend to come first."""
        keyed = [
            (rng.random() ** (1 / weight), pair)
            for pair, weight in self._all(pool)
            if frozenset(pair) not in drawn
        ]
        return [pair for _, pair in sorted(keyed, reverse=True)]

    def _all(self, pool: Mapping[str, Sequence[str]]) -> Iterator[tuple[Pair, float]]:
        if self.pin:
            for origin, effects in pool.items():
                for effect in effects:
                    yield (self.pin, effect), self._weight(origin) / len(effects)
            return
        for one, other in itertools.combinations(pool, 2):
            weight = self._weight(one) * self._weight(other) / (len(pool[one]) * len(pool[other]))
            for pair in itertools.product(pool[one], pool[other]):
                yield pair, weight
