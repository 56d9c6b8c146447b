"""Effects of a card that are nearly the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, takewhile

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

SIMILAR_EFFECTS = Check.of("""TXT017 similar-effects info: the effects of a card differ in a word or two
    why: Two effects that do nearly the same make a dull card, or one of them is a mistake.
    bad: Add one fire card from your deck to your hand. / Add one fire card from your discard pile to your
    hand.
    good: Add one fire card from your deck to your hand. / Draw two cards.
    fix: keep both on purpose, or choose another effect""")

_MOST = 2  # the words in which similar effects differ
_SHARED = 4  # the fewest words that they have in common
_LETTERS = 3
_LONGEST = 2_000  # no text of a card is longer


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The cards that have two texts with one or two different words."""
    if cards.off(SIMILAR_EFFECTS):
        return
    for one, other in combinations(cards.ruleset.text.columns, 2):
        ones, others = cards.columns(one), cards.columns(other)
        # Most pairs begin and end with other letters and need no closer look.
        near = {
            pair: parts
            for pair in set(zip(ones, others, strict=True))
            if (a := pair[0]) and (b := pair[1]) and a != b and max(len(a), len(b)) <= _LONGEST
            if a[:_LETTERS] == b[:_LETTERS] or a[-_LETTERS:] == b[-_LETTERS:]
            if (parts := differing(a, b))
        }
        for row, pair in enumerate(zip(ones, others, strict=True) if near else ()):
            if pair in near:
                differ = " / ".join(f'"{part}"' if part else "nothing" for part in near[pair])
                message = f"{one} and {other} differ only in {differ}"
                hint = "keep it on purpose, or choose another effect"
                yield cards.finding(SIMILAR_EFFECTS, row, other, message, hint)


def differing(one: str, other: str) -> tuple[str, str] | None:
    """The words in one place in which two similar texts differ; None if they differ more or in a verb."""
    a, b = one.rstrip(".").split(), other.rstrip(".").split()
    start = _shared(zip(a, b, strict=False))
    end = _shared(zip(reversed(a[start:]), reversed(b[start:]), strict=False))
    mine, its = a[start : len(a) - end], b[start : len(b) - end]
    if max(len(mine), len(its)) > _MOST or start + end < _SHARED:
        return None
    from cardtools.checks.texts.english import VERBS

    parts = " ".join(mine), " ".join(its)
    if any(word in VERBS for part in parts for word in part.lower().replace("discard pile", "").split()):
        return None
    return parts


def _shared(pairs: Iterable[tuple[str, str]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
