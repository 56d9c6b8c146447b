"""Drawing the effects of a card: what fits, what is preferred, and no set of effects twice.

A template is drawn first, then one of its effects: a template with a thousand effects is as likely as one
with two. A template that the database has used n times has the weight 1 / (1 + n). Effects that mention a
word other than the card's own, such as another type, come last: only when no set without them is left.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

EffectSet = tuple[str, ...]
# After this many draws in a row of a known set, the remaining sets are listed instead, unless they are many.
_PATIENCE = 200
_LISTED = 1_000_000


@dataclass(frozen=True)
class DrawCondition:
    """What effects must meet, and the option that says so."""

    label: str
    holds: Callable[[int, str], bool]


def column_true(label: str, cells: Sequence[bool]) -> DrawCondition:
    """The tag column is True."""
    return DrawCondition(label, lambda row, _: cells[row])


def contains(text: str) -> DrawCondition:
    """The effect contains the text; upper and lower case count as the same."""
    return DrawCondition(f"--contains {text!r}", lambda _, effect: text.casefold() in effect.casefold())


def omits(text: str) -> DrawCondition:
    """The effect does not contain the text; upper and lower case count as the same."""
    return DrawCondition(f"--omit {text!r}", lambda _, effect: text.casefold() not in effect.casefold())


def select(
    effects: Sequence[str], conditions: Iterable[DrawCondition]
) -> tuple[list[str], DrawCondition | None, int]:
    """The effects that meet all conditions, each once; if none, the condition that left none, of how many."""
    rows = sorted({effect: row for row, effect in reversed([*enumerate(effects)])}.values())
    for condition in conditions if rows else ():
        kept = [row for row in rows if condition.holds(row, effects[row])]
        if not kept:
            return [], condition, len(rows)
        rows = kept
    return [effects[row] for row in rows], None, len(rows)


def mentions_another(effects: Iterable[str], own: Iterable[str], words: Iterable[str]) -> set[str]:
    """The effects that mention one of the words, such as types, that is not the card's own."""
    others = {word.casefold() for word in words} - {word.casefold() for word in own}
    if not others:
        return set()
    search = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(others)))})s?\b", re.IGNORECASE).search
    return {effect for effect in effects if search(effect)}


def count_uses(cards: Iterable[tuple[str, str]], origin: Mapping[str, str]) -> Counter[str]:
    """How often each origin is used by (card, effect) pairs; a card in several rarities counts once."""
    return Counter(origin[effect] for _, effect in dict.fromkeys(cards) if effect in origin)


class EffectDraw:
    """Sets of `size` effects of different templates (`origin`), drawn without repetition. `uses` is how often
    the database has used each. With `pin` every set begins with that effect.
    """

    def __init__(
        self,
        effects: Sequence[str],
        origin: Mapping[str, str],
        size: int,
        uses: Mapping[str, int] | None = None,
        last: Iterable[str] = (),
        pin: str = "",
    ) -> None:
        self.origin, self.uses = origin, uses or {}
        self.pinned = (pin,) if pin else ()
        self.size = size - len(self.pinned)
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
            if self._of(effect) not in map(self._of, self.pinned):
                pool.setdefault(self._of(effect), []).append(effect)
        return pool

    @property
    def possible(self) -> int:
        """The number of possible sets."""
        return self._count(self._pools[-1])

    def _count(self, pool: Mapping[str, Sequence[str]]) -> int:
        # The number of sets of each size, one template after the other.
        counts = [1, *[0] * self.size]
        for effects in pool.values():
            for size in range(self.size, 0, -1):
                counts[size] += counts[size - 1] * len(effects)
        return counts[-1]

    def draw(self, rng: random.Random, number: int) -> list[EffectSet]:
        """`number` different sets, in any order; all sets if there are fewer."""
        drawn: dict[frozenset[str], EffectSet] = {}
        for pool in self._pools:
            possible = self._count(pool)
            wanted = min(number, possible)
            origins, misses = list(pool), 0
            while len(drawn) < wanted:
                if misses > _PATIENCE and possible <= _LISTED:
                    for found in self._rest(rng, pool, drawn)[: wanted - len(drawn)]:
                        drawn[frozenset(found)] = found
                    break
                weights = list(map(self._weight, pool))
                found = self.pinned
                for _ in range(self.size):
                    (index,) = rng.choices(range(len(weights)), weights)
                    found += (rng.choice(pool[origins[index]]),)
                    weights[index] = 0.0
                misses = misses + 1 if frozenset(found) in drawn else 0
                drawn.setdefault(frozenset(found), found)
        return list(drawn.values())

    def _weight(self, origin: str) -> float:
        return 1 / (1 + self.uses.get(origin, 0))

    def _rest(
        self,
        rng: random.Random,
        pool: Mapping[str, Sequence[str]],
        drawn: Mapping[frozenset[str], EffectSet],
    ) -> list[EffectSet]:
        """The sets not drawn yet; those of rarely used templates tend to come first."""
        keyed = []
        for origins in itertools.combinations(pool, self.size):
            weight = math.prod(self._weight(origin) / len(pool[origin]) for origin in origins)
            for effects in itertools.product(*(pool[origin] for origin in origins)):
                found = (*self.pinned, *effects)
                if frozenset(found) not in drawn:
                    keyed.append((rng.random() ** (1 / weight), found))
        return [found for _, found in sorted(keyed, reverse=True)]
