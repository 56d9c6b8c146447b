"""The ruleset's deck rules, one function a kind: size, copies, count, distinct, all, share, subset, cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardtools.cards.deck import Deck, DeckEntry
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.errors import Diagnostic, Location, counted
from cardtools.files import shown
from cardtools.rulesets.deck_model import (
    AllEntry,
    CopiesEntry,
    CountEntry,
    CoverEntry,
    DistinctEntry,
    ForbiddenEntry,
    NoteEntry,
    ShareEntry,
    SizeEntry,
    SubsetEntry,
)
from cardtools.rulesets.expressions import COMPUTING_ERRORS, Expression
from cardtools.rulesets.ruleset import DeckRule, Ruleset


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a deck: the row of its card (None: unknown) and the section of the ruleset it is in."""

    entry: DeckEntry
    row: int | None
    section: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding, and how many cards would have to come in to put it right (0: no card would)."""

    diagnostic: Diagnostic
    lacks: int = 0


@dataclass(frozen=True, eq=False)
class Hand:
    """The cards of a deck that exist, for the rules: lines, the table, and values by column."""

    deck: Deck
    lines: tuple[Line, ...]
    table: CardTable
    columns: Columns
    ruleset: Ruleset

    def of(self, rule: DeckRule) -> list[Line]:
        """The lines that the rule is about, those of unknown cards too."""
        if rule.sections:
            return [line for line in self.lines if line.section in rule.sections]
        apart = {name for name, entry in self.ruleset.sections.items() if entry.apart}
        return [line for line in self.lines if line.section not in apart]

    def known(self, rule: DeckRule) -> list[tuple[DeckEntry, int]]:
        """The entries that the rule is about, with the rows of their cards."""
        return [(line.entry, line.row) for line in self.of(rule) if line.row is not None]

    def values(self, row: int) -> RowValues:
        """The variables of a card."""
        return RowValues(row, self.columns, self.table.ruleset.label, self.table.name(row))

    def meets(self, where: Expression | None, row: int) -> bool:
        """Whether the card meets the condition (None: it does); it does not where cells allow no answer."""
        return where is None or bool(self.value(where, row))

    def value(self, expression: Expression, row: int) -> Any:
        """The expression's value for the card, None where its cells do not allow one."""
        values = self.values(row)
        try:
            if any(self.columns(name)[row] is None for name in expression.needs):
                return None
            return expression.value(values)
        except COMPUTING_ERRORS:
            return None


def _finding(
    rule: DeckRule, hand: Hand, message: str, hint: str, place: Location | None = None, lacks: int = 0
) -> Finding:
    where = place or Location(shown(hand.deck.path))
    return Finding(rule.info.finding(where, message, rule.hint.text if rule.hint else hint), lacks)


def _span(low: int, high: int | None, unit: str = "") -> str:
    if high is None:
        return f"at least {low}{unit}"
    if low == high:
        return f"{low}{unit}"
    return f"{low} to {high}{unit}" if low else f"at most {high}{unit}"


def _within(
    rule: DeckRule, hand: Hand, number: int, entry: Any, noun: str, whole: str = "a deck"
) -> Iterator[Finding]:
    """A number of cards that has to be between `min` and `max`."""
    low, high = entry.min, entry.max
    if low <= number <= (number if high is None else high):
        return
    span = _span(low, high)
    said = f"{whole} has {span}" if rule.info.severity == "error" else f"advised are {span}"
    hint = f"add {low - number}" if number < low else f"remove {number - high}"
    yield _finding(rule, hand, f"{counted(number, noun)}, {said}", hint, lacks=max(0, low - number))


def _size(rule: DeckRule, entry: SizeEntry, hand: Hand) -> Iterator[Finding]:
    whole = f"the {' and '.join(rule.sections)} section" if rule.sections else "a deck"
    if entry.min or entry.max is not None:
        size = sum(line.entry.count for line in hand.of(rule))
        yield from _within(rule, hand, size, entry, "card", whole)
    for section, least in entry.each.items():
        size = sum(line.entry.count for line in hand.lines if line.section == section)
        if size < least:
            message = f"{counted(size, 'card')} in the section {section}, it has at least {least}"
            yield _finding(rule, hand, message, f"add {least - size}", lacks=least - size)


def _count(rule: DeckRule, entry: CountEntry, hand: Hand) -> Iterator[Finding]:
    known = hand.known(rule)
    if not all(hand.meets(rule.parts.get("known"), row) for _, row in known):
        return
    number = sum(line.count for line, row in known if hand.meets(rule.parts.get("where"), row))
    yield from _within(rule, hand, number, entry, entry.noun)


def _distinct(rule: DeckRule, entry: DistinctEntry, hand: Hand) -> Iterator[Finding]:
    found: dict[str, Location] = {}
    for line, row in hand.known(rule):
        if hand.meets(rule.parts.get("where"), row):
            value = hand.columns(entry.field)[row]
            for word in value if isinstance(value, tuple) else () if value is None else (value,):
                found.setdefault(str(word), line.location)
    if entry.max is not None and len(found) > entry.max:
        message = f"{counted(len(found), entry.noun)} ({', '.join(found)}), {_span(entry.min, entry.max)}"
        place = list(found.values())[entry.max]
        yield _finding(rule, hand, message, f"keep {entry.max} of them", place)
    elif len(found) < entry.min:
        message = f"{counted(len(found), entry.noun)}, {_span(entry.min, entry.max)}"
        lacks = entry.min - len(found)
        yield _finding(rule, hand, message, f"add {lacks} more", lacks=lacks)


def _each(rule: DeckRule, entry: AllEntry | ForbiddenEntry, hand: Hand) -> Iterator[Finding]:
    wanted = isinstance(entry, AllEntry)
    for line, row in hand.known(rule):
        if hand.meets(rule.parts.get("where"), row) != wanted:
            names = hand.values(row)
            message = rule.message.fill(names) if rule.message else ""
            hint = rule.hint.fill(names) if rule.hint else "take it out"
            yield Finding(rule.info.finding(line.location, message, hint))


def _share(rule: DeckRule, entry: ShareEntry, hand: Hand) -> Iterator[Finding]:
    whole = [(line, row) for line, row in hand.known(rule) if hand.meets(rule.parts.get("of"), row)]
    part = [(line, row) for line, row in whole if hand.meets(rule.parts.get("where"), row)]
    total = sum(line.count for line, _ in whole)
    if not total:
        return
    number = sum(line.count for line, _ in part)
    what = ""
    if entry.by:
        groups: Counter[object] = Counter()
        for line, row in part:
            groups[hand.columns(entry.by)[row]] += line.count
        (value, number), *_ = groups.most_common(1) or [("", 0)]
        shown_value = ", ".join(map(str, value)) if isinstance(value, tuple) else value
        what = f" with {entry.by} {shown_value}"
    per_cent = 100 * number / total
    enough = entry.or_min is not None and entry.or_min <= number <= (entry.or_max or number)
    high = 100 if entry.max is None else entry.max
    if enough or entry.min <= per_cent <= high:
        return
    # Counted in hundredths, so 39.6 per cent is not shown as the 40 it falls short of.
    share = f"{per_cent:.1f}".removesuffix(".0")
    span = _span(entry.min, entry.max, " %")
    if entry.or_min is not None:
        span += f" or {_span(entry.or_min, entry.or_max)} cards"
    said = "allowed are" if rule.info.severity == "error" else "advised are"
    message = f"{number} of {total} cards are {entry.noun}s{what} ({share} %), {said} {span}"
    yield _finding(rule, hand, message, "add some" if per_cent < entry.min else "take some out")


def _subset(rule: DeckRule, entry: SubsetEntry, hand: Hand) -> Iterator[Finding]:
    there: Counter[int | None] = Counter()
    for line in hand.lines:
        if line.section == entry.of:
            there[line.row] += line.entry.count
    taken: Counter[int] = Counter()
    for own, row in hand.known(rule):
        taken[row] += own.count
        if taken[row] > there[row]:
            message = f"{hand.table.name(row)}: {taken[row]} here, {there[row]} in the section {entry.of}"
            yield _finding(rule, hand, message, f"add it to the section {entry.of}", own.location)


def _cover(rule: DeckRule, entry: CoverEntry, hand: Hand) -> Iterator[Finding]:
    known = [(line.entry, line.row) for line in hand.lines if line.row is not None]
    made: set[object] = set()
    for _, row in known:
        if hand.meets(rule.parts.get("from_"), row):
            made.update(_words(hand.value(rule.parts["makes"], row)))
    if made.intersection(entry.joker):
        return
    missing: set[object] = set()
    for line, row in hand.known(rule):
        if hand.meets(rule.parts.get("where"), row):
            for word in _words(hand.value(rule.parts["needs"], row)):
                if word not in made and word not in entry.free and word not in missing:
                    missing.add(word)
                    message = f"{hand.table.name(row)} needs {word}, which no card of the deck makes"
                    yield _finding(rule, hand, message, f"add a card that makes {word}", line.location)


def _words(value: Any) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, tuple | list) else () if value is None else (value,)


def _copies(rule: DeckRule, entry: CopiesEntry, hand: Hand) -> Iterator[Finding]:
    by = entry.by or (hand.table.ruleset.label,)
    groups: dict[tuple[object, ...], list[tuple[DeckEntry, int]]] = {}
    for line, row in hand.known(rule):
        key = tuple(hand.columns(name)[row] for name in by)
        # Cards without a name are not all the same card.
        groups.setdefault(("", row) if None in key else key, []).append((line, row))
    for lines in groups.values():
        count = sum(line.count for line, _ in lines)
        limits = [limit for _, row in lines if (limit := _limit(rule, entry, hand, row)) is not None]
        if limits and count > min(limits):
            line, row = lines[-1]
            message = f"{hand.table.name(row)}: {count} copies, at most {min(limits)} are allowed"
            yield _finding(rule, hand, message, f"remove {count - min(limits)}", line.location)


def _limit(rule: DeckRule, entry: CopiesEntry, hand: Hand, row: int) -> int | None:
    """The card's own limit, else the strictest step that fits; a step without condition is for the rest."""
    own = hand.columns(entry.own)[row] if entry.own else None
    if own is not None:
        return int(own) if str(own).isdecimal() else None
    fitting = [most for where, most in rule.limit if where and hand.meets(where, row)]
    fitting = fitting or [most for where, most in rule.limit if where is None]
    return min((most for most in fitting if most is not None), default=None)


def _note(rule: DeckRule, entry: NoteEntry, hand: Hand) -> Iterator[Finding]:
    yield _finding(rule, hand, entry.message, "")


_RUNS: Mapping[str, Callable[[DeckRule, Any, Hand], Iterator[Finding]]] = {
    "size": _size,
    "count": _count,
    "distinct": _distinct,
    "all": _each,
    "forbidden": _each,
    "share": _share,
    "subset": _subset,
    "cover": _cover,
    "copies": _copies,
    "note": _note,
}


def run_rule(rule: DeckRule, hand: Hand) -> list[Finding]:
    """The findings of one rule; none when it is switched off."""
    return [] if rule.info.severity == "off" else list(_RUNS[rule.entry.kind](rule, rule.entry, hand))
