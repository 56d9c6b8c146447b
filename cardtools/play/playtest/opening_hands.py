"""Exact odds of opening hands: hypergeometric, mulligans included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from math import comb
from typing import NamedTuple

from cardtools.checks.decks.contents import DeckContents
from cardtools.checks.decks.draw_odds import bad_openings, describe_bad_hand, expected
from cardtools.ground.spelling import counted
from cardtools.reports.stats.table import Table, TableValue
from cardtools.rulesets.deck_model import OddsEntry
from cardtools.steps.card_choice import CardChoice

_HAND = 7  # of a game whose ruleset does not say


@dataclass(frozen=True)
class Question:
    """A question about opening hands: which cards are meant, what a bad hand is, and in which sections."""

    entry: OddsEntry
    meant: Callable[[int], bool]  # by row: does its card count as a hit?
    sections: tuple[str, ...] = ()
    code: str = ""


class Asked(NamedTuple):
    """The user's own question, or what it changes of the ruleset's; "" and None: as the ruleset has it."""

    where: str = ""
    least: int | None = None
    most: int | None = None
    hand: int | None = None
    mulligans: tuple[int, ...] = ()


def questions(contents: DeckContents, rule: Asked) -> Iterator[Question]:
    """The user's own question; without one those of the ruleset, and of each kind of card of its [play]."""
    own = [known for known in contents.ruleset.deck_rules if isinstance(known.entry, OddsEntry)]
    options = contents.ruleset.play.options if contents.ruleset.play else {}
    found = [_as_played(known.entry, rule, options) for known in own if isinstance(known.entry, OddsEntry)]
    plain = OddsEntry(name="", kind="odds", where=rule.where, hand=_HAND, max=100, least=1)
    if found:
        plain = replace(plain, hand=found[0].hand, mulligans=found[0].mulligans)
    else:
        plain = _as_played(plain, rule, options)
    if rule.where:
        rows = set(CardChoice((), rule.where, ()).rows(contents.table))
        least = None if rule.most is not None else min(rule.least or 1, plain.hand)
        yield Question(replace(plain, least=least or 0, most=rule.most), rows.__contains__)
        return
    for known, asked in zip(own, found, strict=True):
        if here := contents.for_rule(known):
            meant = partial(here.meets, known.parts.get("where"))
            yield Question(asked, meant, known.sections, known.info.code)
    sections = own[0].sections if own else ()
    kinds = contents.ruleset.play.kinds if contents.ruleset.play else {}
    for kind, cards in kinds.items():
        if cards.when is not None and not any(entry.where == cards.when.text for entry in found):
            asked = replace(plain, name=kind, where=cards.when.text, noun=kind, plural="")
            yield Question(asked, partial(contents.meets, cards.when), sections)


def _as_played(entry: OddsEntry, rule: Asked, options: Mapping[str, bool | int | str]) -> OddsEntry:
    """The entry with the hands that the user asks for, or else those that [play.options] states: `hand`,
    `mulligans` and `mulligan_hand`, as the built-in engines name them.
    """
    hand = max(1, int(options.get("hand", entry.hand)))
    mulligans = tuple(hand if size == entry.hand else size for size in entry.mulligans)
    if "mulligans" in options or "mulligan_hand" in options:
        size = int(options.get("mulligan_hand", mulligans[0] if mulligans else hand))
        mulligans = (max(1, size),) * int(options.get("mulligans", len(mulligans) or 1))
    return replace(entry, hand=rule.hand or hand, mulligans=rule.mulligans or mulligans)


def ask(contents: DeckContents, question: Question) -> tuple[int, int]:
    """How many cards the deck has, and how many of them are meant."""
    apart = {name for name, entry in contents.ruleset.sections.items() if entry.apart}
    lines = [
        line
        for line in contents.lines
        if (line.section in question.sections if question.sections else line.section not in apart)
    ]
    known = [(line.entry.count, line.row) for line in lines if line.row is not None]
    size = sum(count for count, _ in known)
    return size, sum(count for count, row in known if question.meant(row))


def tables(name: str, question: Question, size: int, good: int) -> Iterator[Table]:
    """The odds of a bad hand, first and after each mulligan; then of every number of such cards in a hand."""
    entry = question.entry
    shares = bad_openings(size, good, entry)
    hands = (entry.hand, *entry.mulligans)
    rows: list[tuple[str, tuple[TableValue, ...]]] = []
    for number, (hand, share) in enumerate(zip(hands, shares, strict=True)):
        label = "opening hand" if not number else f"after {counted(number, 'mulligan')}"
        that_is = f"1 in {float(1 / share):.1f}" if share else "never"
        rows.append((label, (min(hand, size), float(share), that_is)))
    note = f"{good} of {counted(size, 'card')}; a bad hand has {describe_bad_hand(entry)}"
    note += ", and is sent back while a mulligan is left" if entry.mulligans else ""
    title = f"{name}: {describe_bad_hand(entry)}" + (f" ({question.code})" if question.code else "")
    columns: tuple[str, ...] = ("cards", "share", "that is")
    yield Table(f"odds-{entry.noun}", "odds", title, "hand", columns, rows, note, percent=1)
    hand = min(entry.hand, size)
    numbers = range(max(0, hand - (size - good)), min(good, hand) + 1)
    parts = [comb(good, number) * comb(size - good, hand - number) for number in numbers]
    whole = comb(size, hand)
    rows = [
        (str(number), (part / whole, total / whole))
        for number, part, total in zip(numbers, parts, accumulate(parts), strict=True)
    ]
    note = f"{float(expected(size, good, hand)):.2f} on average"
    title = f"{name}: {entry.plural or f'{entry.noun}s'} in the opening hand"
    columns = ("share", "at most")
    key, noun = f"hands-{entry.noun}", entry.noun
    yield Table(key, "odds", title, noun, columns, rows, note, percent=1, chart="columns")
