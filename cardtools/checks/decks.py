"""Checks of decks: cards that exist, headings, and the ruleset's rules (Doc 2.2.1, decision C11).

`check_deck` gives the findings; `judge_deck` tells a deck that is wrong from one that only lacks cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cardtools.cards.deck import Deck, DeckEntry, Heading, parse_deck
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.checks.deck_rules import Finding, Hand, Line, run_rule
from cardtools.errors import Diagnostic, counted, did_you_mean
from cardtools.rulesets.ruleset import DeckRule, Ruleset


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deck can be played. An incomplete one breaks no rule but those that more cards satisfy."""

    status: Literal["legal", "incomplete", "illegal"]
    missing: int
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        if self.status == "legal":
            return "legal"
        missing = [f"{counted(self.missing, 'card')} missing"] if self.status == "incomplete" else []
        return f"{self.status}: {', '.join([*missing, *self.reasons])}"


def check_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Diagnostic]:
    """The findings of one deck: of its lines, then of the ruleset's deck rules in their order."""
    return [finding.diagnostic for finding in find_in_deck(deck, table, ruleset)]


def judge_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> Verdict:
    """Whether the deck is legal, only lacks cards, or is illegal, and why; warnings do not count."""
    errors = [f for f in find_in_deck(deck, table, ruleset) if f.diagnostic.severity == "error"]
    if not errors:
        return Verdict("legal", 0, ())
    wrong = [finding for finding in errors if not finding.lacks]
    reasons = tuple(finding.diagnostic.message for finding in wrong or errors)
    if wrong:
        return Verdict("illegal", 0, reasons)
    return Verdict("incomplete", max(finding.lacks for finding in errors), reasons)


def find_in_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Finding]:
    """The findings as `check_deck`, with what each lacks."""
    hand = Hand(deck, _lines(deck, table, ruleset), table, Columns(table), ruleset)
    found = [Finding(diagnostic) for diagnostic in _check_lines(hand)]
    found += [Finding(diagnostic) for diagnostic in _check_headings(hand)]
    for rule in ruleset.deck_rules:
        found += run_rule(rule, hand)
    return found


def _lines(deck: Deck, table: CardTable, ruleset: Ruleset) -> tuple[Line, ...]:
    exact: dict[str, int] = {}
    folded: dict[str, int] = {}
    for column in ruleset.deck_names:
        for row, name in enumerate(table.values[column]):
            if name is not None:
                exact.setdefault(name, row)
                folded.setdefault(name.casefold(), row)
    # Upper and lower case do not count, unless two cards differ in nothing else.
    return tuple(
        Line(
            entry,
            exact.get(entry.name, folded.get(entry.name.casefold())),
            _section(entry, deck, ruleset),
        )
        for entry in deck.entries
    )


def _section(entry: DeckEntry, deck: Deck, ruleset: Ruleset) -> str:
    """The section that the entry is in. A heading that is none, as `Creatures (24)`, only groups cards of the
    section whose heading stands above it.
    """
    names = _section_names(ruleset)
    first = next(iter(ruleset.sections), "")
    if not entry.section or entry.section.casefold() in names:
        return names.get(entry.section.casefold(), first)
    above = [h for h in deck.headings if h.location.line < entry.location.line and h.name.casefold() in names]
    return names[above[-1].name.casefold()] if above else first


def _section_names(ruleset: Ruleset) -> dict[str, str]:
    names = {key.casefold(): key for key in ruleset.sections}
    for key, entry in ruleset.sections.items():
        names |= {name.casefold(): key for name in entry.names}
    return names


def _check_lines(hand: Hand) -> Iterator[Diagnostic]:
    lines = hand.ruleset.deck_lines
    unknown, count, repeated = (lines[kind] for kind in ("unknown", "line-count", "repeated"))
    first: dict[tuple[str, object], int] = {}
    for line in hand.lines:
        entry = line.entry
        if not entry.readable and count.severity != "off":
            message = f"{entry.name}: the count {entry.written} is not a whole number above zero"
            yield count.finding(entry.location, message, "write 1 or more, or take the line out")
        if line.row is None and unknown.severity != "off":
            columns = [hand.table.values[column] for column in hand.ruleset.deck_names]
            near = did_you_mean(entry.name, [name for names in columns for name in names if name])
            hint = f"did you mean {near}?" if near else "write the name as in the card table"
            yield unknown.finding(entry.location, f"there is no card {entry.name!r}", hint)
        same = first.setdefault((line.section, entry.name.casefold()), entry.location.line)
        if same != entry.location.line and repeated.severity != "off":
            message = f"{entry.name}: already on line {same}"
            yield repeated.finding(entry.location, message, "write one line with the whole count")


def _check_headings(hand: Hand) -> Iterator[Diagnostic]:
    total, named = (hand.ruleset.deck_lines[kind] for kind in ("heading-sum", "heading-name"))
    names = _section_names(hand.ruleset)
    headings = hand.deck.headings
    for index, heading in enumerate(headings):
        section = heading.name.casefold() in names
        near = "" if section else did_you_mean(heading.name, names)
        if names and not section and (heading.bracketed or near) and named.severity != "off":
            hint = f"did you mean {near}?" if near else f"sections: {', '.join(hand.ruleset.sections)}"
            yield named.finding(heading.location, f"there is no section {heading.name!r}", hint)
        if heading.count is None or total.severity == "off":
            continue
        # A section's number covers the groups in it, a group's ends at the next heading.
        later = (h for h in headings[index + 1 :] if not section or h.name.casefold() in names)
        end = next(later, None)
        found = _cards_between(hand.deck, heading, end)
        if found != heading.count:
            message = f"{heading.name}: {counted(found, 'card')} below a heading that says {heading.count}"
            yield total.finding(heading.location, message, f"write ({found}), or correct the counts")


def _cards_between(deck: Deck, start: Heading, end: Heading | None) -> int:
    last = end.location.line if end else float("inf")
    return sum(entry.count for entry in deck.entries if start.location.line < entry.location.line < last)


def try_deck(text: str, rule: DeckRule, table: CardTable) -> Sequence[Diagnostic]:
    """The findings of one rule about a deck list, for the rule's own examples."""
    deck = parse_deck(Path("example"), text)
    hand = Hand(deck, _lines(deck, table, table.ruleset), table, Columns(table), table.ruleset)
    if any(line.row is None for line in hand.lines):
        return list(_check_lines(hand))
    return [finding.diagnostic for finding in run_rule(rule, hand)]
