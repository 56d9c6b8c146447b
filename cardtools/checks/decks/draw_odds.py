"""The odds of drawing: hypergeometric, in whole numbers; a mulligan is a new hand of the whole deck."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb, floor
from operator import mul

from cardtools.checks.decks.contents import DeckContents, DeckFinding
from cardtools.ground.spelling import counted
from cardtools.rulesets.deck_model import OddsEntry
from cardtools.rulesets.ruleset import DeckRule

FORMULA = "1 − C(N−k, n) / C(N, n)"


def at_least_one(size: int, copies: int, seen: int) -> Fraction:
    """The odds that at least one of `copies` cards is among the first `seen` of a shuffled deck of `size`."""
    seen = min(seen, size)
    return 1 - Fraction(comb(size - copies, seen), comb(size, seen))


def expected(size: int, copies: int, seen: int) -> Fraction:
    """How many of `copies` cards are among the first `seen` cards on average."""
    return Fraction(min(seen, size) * copies, size)


def in_per_cent(share: Fraction, limit: int) -> str:
    """A share in per cent to a tenth; what is above the limit is never shown as the limit."""
    tenths = floor(1000 * share + Fraction(1, 2))
    tenths = min(tenths, 10 * limit) if 100 * share <= limit else max(tenths, 10 * limit + 1)
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")


def describe_bad_hand(entry: OddsEntry) -> str:
    """A bad hand in words."""
    if entry.most is not None:
        return f"more than {counted(entry.most, entry.noun, entry.plural)}"
    least = counted(entry.least, entry.noun, entry.plural)
    return f"no {entry.noun}" if entry.least == 1 else f"fewer than {least}"


def bad_hands(size: int, good: int, hand: int, entry: OddsEntry) -> Fraction:
    """How many of all hands of a deck are bad: `good` of its `size` cards are such as the rule counts."""
    hand = min(hand, size)
    wrong = range(min(entry.least, hand + 1)) if entry.most is None else range(entry.most + 1, hand + 1)
    part = sum(comb(good, number) * comb(size - good, hand - number) for number in wrong)
    return Fraction(part, comb(size, hand))


def bad_openings(size: int, good: int, entry: OddsEntry) -> tuple[Fraction, ...]:
    """The share that is still bad without a mulligan, after one, after two and so on."""
    hands = (bad_hands(size, good, hand, entry) for hand in (entry.hand, *entry.mulligans))
    return tuple(accumulate(hands, mul))


def enough(size: int, entry: OddsEntry) -> int | None:
    """How many good cards a deck of this size needs, with `most` may have; None where no number will do."""

    def kept(good: int) -> bool:
        return 100 * bad_openings(size, good, entry)[-1] <= entry.max

    # More good cards are better with `least`, fewer with `most`: the first or the last that will do.
    if entry.most is None:
        good = bisect_left(range(size + 1), True, key=kept)
        return good if good <= size else None
    return size - bisect_left(range(size + 1), True, key=lambda fewer: kept(size - fewer))


def find_odds(rule: DeckRule, entry: OddsEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    """The finding of an `odds` rule, if any; none for a deck with an unknown card."""
    where = rule.parts.get("where")
    size = good = 0
    for line in contents.of(rule):
        if line.row is None or not line.entry.readable:
            return
        is_good = where is None or contents.value(where, line.row)
        if is_good is None:
            return
        size += line.entry.count
        good += line.entry.count if is_good else 0
    if not size:
        return
    shares = bad_openings(size, good, entry)
    if 100 * shares[-1] <= entry.max:
        return
    first, last = (in_per_cent(share, entry.max) for share in (shares[0], shares[-1]))
    after = f", {last} % after {counted(len(entry.mulligans), 'mulligan')}" if entry.mulligans else ""
    said = "allowed" if rule.info.severity == "error" else "advised"
    bad = describe_bad_hand(entry)
    message = (
        f"{first} % of opening hands ({min(entry.hand, size)} of {size:,} cards) have {bad}{after}; "
        f"{said} is at most {entry.max} %"
    )
    better = enough(size, entry)
    hint = "add cards"
    if better is not None:
        share = in_per_cent(bad_openings(size, better, entry)[-1], entry.max)
        cards = counted(better, entry.noun, entry.plural)
        hint = f"{cards} among {counted(size, 'card')} would make it {share} %"
    yield contents.finding(rule, message, hint)
