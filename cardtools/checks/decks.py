"""Checks of decks: cards that exist, headings, and the ruleset's rules (Doc 2.2.1, decision C11).

`check_deck` gives the findings; `judge_deck` tells a deck that is wrong from one that only lacks cards.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Literal

from cardtools.cards.deck import Deck, DeckEntry, Heading, parse_deck
from cardtools.cards.deck_line import MOST
from cardtools.cards.names import CardNames
from cardtools.cards.pictures import card_pictures, most_pictures, no_picture
from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.columns import Columns
from cardtools.checks.deck_contents import DeckContents, DeckFinding, DeckLine
from cardtools.checks.deck_rules import run_rule
from cardtools.errors import Diagnostic, Fix
from cardtools.rulesets.ruleset import DeckRule, Ruleset
from cardtools.spelling import counted, did_you_mean

UNKNOWN_CARD = Check(
    "DCK001", "unknown-card", "error", "a deck names a card that does not exist",
    why="A deck can only be checked and printed when its cards are known.", bad="2 Tide Singr",
    good="2 Tide Singer", fix="write the name as in the card table")  # fmt: skip
COUNT = Check(
    "DCK002", "count", "error", "a deck line's count is not a whole number above zero",
    why="A deck is counted in whole cards.", bad="0 Tide Singer", good="1 Tide Singer",
    fix="write 1 or more, or take the line out")  # fmt: skip
DUPLICATE_LINE = Check(
    "DCK003", "duplicate-line", "info", "a deck names the same card on two lines",
    why="The lines are counted together; one of them is easily forgotten when the deck is changed.",
    bad="1 Tide Singer / 1 Tide Singer", good="2 Tide Singer",
    fix="write one line with the whole count")  # fmt: skip
HEADING_SUM = Check(
    "DCK004", "heading-sum", "warning", "a heading's number is not the sum of its cards",
    why="Either the heading or a line below it was changed and the other was not.",
    bad="Creatures (24) above 23 cards", good="Creatures (23) above 23 cards",
    fix="correct the heading or the counts")  # fmt: skip
UNKNOWN_SECTION = Check(
    "DCK005", "unknown-section", "warning", "a heading is no section of the ruleset's decks",
    why="Cards below a heading that is no section count in the section above it.", bad="[valut]",
    good="[vault]", fix="write a section of the ruleset")  # fmt: skip
RULESET_VERSION = Check(
    "DCK006", "ruleset-version", "warning", "a deck is made for another version of the rules",
    why="What was legal in one version of the rules need not be so in another.",
    bad="@ruleset ttcg 0.041, with the rules of version 0.042", good="@ruleset ttcg 0.042",
    fix="when the deck is right, write the version of the rules")  # fmt: skip
OTHER_RULESET = Check(
    "DCK007", "other-ruleset", "error", "a deck is made for another game",
    why="The deck would be checked against the rules of a game that it is not for.",
    bad="@ruleset school, with the rules of ttcg", good="@ruleset ttcg",
    fix="check the deck with its own ruleset, or correct the line")  # fmt: skip
PICTURE = Check(
    "DCK008", "picture", "error", "a deck wants a picture that its card has not",
    why="The sheets of the deck cannot be made: no picture is the one that the line asks for.",
    bad="1 Tide Singer @3, whose IMAGE is singer.jpg | singer-at-night.jpg", good="1 Tide Singer @2",
    fix="write the number of a picture that the card has, or name more in its row, with | between them"
)  # fmt: skip


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


def find_in_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[DeckFinding]:
    """The findings as `check_deck`, with what each lacks."""
    pile = _pile(deck, table, ruleset)
    checks = (_check_made_for(pile), _check_lines(pile), _check_headings(pile))
    found = [DeckFinding(diagnostic) for check in checks for diagnostic in check]
    for rule in ruleset.deck_rules:
        # A deck that lacks cards says nothing yet of its hands, or of what is to be found in it.
        unfinished = any(finding.lacks and finding.diagnostic.severity != "info" for finding in found)
        if not unfinished or rule.entry.kind not in ("odds", "search"):
            found += run_rule(rule, pile)
    return found


def _pile(deck: Deck, table: CardTable, ruleset: Ruleset) -> DeckContents:
    names = CardNames(table)
    sections = _section_names(ruleset)
    # A heading that is no section, as `Creatures (24)`, only groups cards of the section above it.
    headings = [(heading.location.line, sections.get(heading.name.casefold())) for heading in deck.headings]
    above = first = next(iter(ruleset.sections), "")
    passed = 0
    lines: list[DeckLine] = []
    for entry in deck.entries:
        while passed < len(headings) and headings[passed][0] < entry.location.line:
            above = headings[passed][1] or above
            passed += 1
        section = sections.get(entry.section.casefold(), above) if entry.section else first
        lines.append(DeckLine(entry, names.row(entry.name), section))
    return DeckContents(deck, tuple(lines), table, names, Columns(table), ruleset)


def _section_names(ruleset: Ruleset) -> dict[str, str]:
    names = {key.casefold(): key for key in ruleset.sections}
    for key, entry in ruleset.sections.items():
        names |= {name.casefold(): key for name in entry.names}
    return names


def _check_made_for(pile: DeckContents) -> Iterator[Diagnostic]:
    other, version = (pile.ruleset.check(check).info for check in (OTHER_RULESET, RULESET_VERSION))
    own, at = pile.ruleset.id, pile.ruleset.version
    for made in pile.deck.made_for:
        if made.ruleset.casefold() != own.casefold():
            if other.severity != "off":
                said = f"is made for the ruleset {made.ruleset}" if made.ruleset else "names no ruleset"
                hint = f"write @ruleset {own} {at}"
                hint += f", or check it with --ruleset {made.ruleset}" if made.ruleset else ""
                yield other.finding(made.location, f"the deck {said}, these rules are {own}", hint)
        elif (
            made.version
            and made.version.removeprefix("v") != at.removeprefix("v")
            and version.severity != "off"
        ):
            message = f"the deck is made for version {made.version} of {own}, these rules are {at}"
            yield version.finding(made.location, message, f"when it is right, write @ruleset {own} {at}")


def _check_lines(pile: DeckContents) -> Iterator[Diagnostic]:
    checks = (UNKNOWN_CARD, COUNT, DUPLICATE_LINE, PICTURE)
    unknown, count, repeated, picture = (pile.ruleset.check(check).info for check in checks)
    same: dict[tuple[str, int | str, int], list[DeckEntry]] = {}
    for line in pile.lines:
        entry = line.entry
        if not entry.readable and count.severity != "off":
            hint = f"write 1 to {MOST:,}, or take the line out"
            yield count.finding(entry.location, entry.count_fault, hint)
        if line.row is None and unknown.severity != "off":
            yield _unknown(pile, entry, unknown)
        elif entry.picture and line.row is not None and picture.severity != "off":
            most = most_pictures(card_pictures(pile.table, line.row))
            if entry.picture > most:
                yield picture.finding(entry.location, *no_picture(entry.name, most, entry.picture))
        if entry.readable:
            key = entry.name.casefold() if line.row is None else line.row
            same.setdefault((line.section, key, entry.picture), []).append(entry)
    for entries in same.values():
        if len(entries) > 1 and repeated.severity != "off":
            yield from _repeated(pile, entries, repeated)


def _unknown(pile: DeckContents, entry: DeckEntry, check: Check) -> Diagnostic:
    from cardtools.checks.deck_fixes import renamed, uncounted
    from cardtools.spelling import one_edit

    whole, fix = uncounted(pile.deck, entry, pile.names)
    near = pile.names.near(entry.name) if not whole else ""
    hint = f"did you mean {near}?" if near else "write the name as in the card table"
    if whole:
        hint = f"for the card {whole} write its count too: 1 {whole}"
    elif near and pile.names.alone(near) and one_edit(near.casefold(), entry.name.casefold()):
        fix = renamed(pile.deck, entry, near)
    return replace(check.finding(entry.location, f"there is no card {entry.name!r}", hint), fix=fix)


def _repeated(pile: DeckContents, entries: list[DeckEntry], check: Check) -> Iterator[Diagnostic]:
    from cardtools.checks.deck_fixes import merged

    first, *later = entries
    fix = merged(pile.deck, entries)
    for entry in later:
        message = f"{entry.name}: already on line {first.location.line}"
        found = check.finding(entry.location, message, "write one line with the whole count")
        yield replace(found, fix=fix)
        fix = None  # it is about all of them


def _check_headings(pile: DeckContents) -> Iterator[Diagnostic]:
    total, named = (pile.ruleset.check(check).info for check in (HEADING_SUM, UNKNOWN_SECTION))
    sections = _section_names(pile.ruleset)
    headings = pile.deck.headings
    lines = [entry.location.line for entry in pile.deck.entries]
    sums = list(accumulate((entry.count for entry in pile.deck.entries), initial=0))
    for index, heading in enumerate(headings):
        section = heading.name.casefold() in sections
        wrong = None if section else _heading_name(pile, heading, sections)
        if wrong and named.severity != "off":
            yield named.finding(heading.location, *wrong)
        if wrong or heading.count is None or total.severity == "off":
            continue
        # A section's number covers the groups in it, a group's ends at the next heading.
        later = (h for h in headings[index + 1 :] if not section or h.name.casefold() in sections)
        end = next(later, None)
        start = bisect_right(lines, heading.location.line)
        stop = bisect_left(lines, end.location.line) if end else len(lines)
        found = sums[stop] - sums[start]
        if found != heading.count:
            message = f"{heading.name}: {counted(found, 'card')} below a heading that says {heading.count}"
            finding = total.finding(heading.location, message, f"write ({found}), or correct the counts")
            yield replace(finding, fix=_sum_fix(pile.deck, heading, found, start, stop))


def _heading_name(
    pile: DeckContents, heading: Heading, sections: Mapping[str, str]
) -> tuple[str, str] | None:
    """What is wrong with a heading that is no section, and the hint; None where it may group cards."""
    whole = f"{heading.name} ({heading.count})" if heading.count is not None else f"{heading.name}:"
    if not heading.bracketed and pile.names.row(whole) is not None:
        hint = f"for the card write its count too: 1 {whole}"
        return f"{whole!r} is read as a heading, and a card is called so", hint
    near = did_you_mean(heading.name, sections)
    if not sections or not (heading.bracketed or near):
        return None
    hint = f"did you mean {near}?" if near else f"sections: {', '.join(pile.ruleset.sections)}"
    return f"there is no section {heading.name!r}", hint


def _sum_fix(deck: Deck, heading: Heading, found: int, start: int, stop: int) -> Fix | None:
    from cardtools.checks.deck_fixes import summed

    # A count that cannot be read may be what makes the difference.
    return summed(deck, heading, found) if all(e.readable for e in deck.entries[start:stop]) else None


def try_deck(text: str, rule: DeckRule, table: CardTable) -> Sequence[Diagnostic]:
    """The findings of one rule about a deck list, for the rule's own examples."""
    pile = _pile(parse_deck(Path("example"), text), table, table.ruleset)
    if any(line.row is None for line in pile.lines):
        return list(_check_lines(pile))
    return [finding.diagnostic for finding in run_rule(rule, pile)]
