"""The headings of a deck: sections of the ruleset, and sums that are right."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate

from cardtools.cards.deck import Heading, section_names
from cardtools.checks.decks.contents import DeckContents
from cardtools.checks.decks.deck_edits import summed
from cardtools.checks.texts.english import plural
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import counted, did_you_mean
from cardtools.rulesets.deck_model import AllEntry

HEADING_SUM = Check.of("""DCK004 heading-sum warning: a heading's number is not the sum of its cards
    why: Either the heading or a line below it was changed and the other was not.
    bad: Creatures (24) above 23 cards
    good: Creatures (23) above 23 cards
    fix: correct the heading or the counts""")
UNKNOWN_SECTION = Check.of("""DCK005 unknown-section warning: a heading is not a section of the ruleset's
    decks
    why: Cards below an unknown heading count as part of the section above it.
    bad: [valut]
    good: [vault]
    fix: write a section of the ruleset""")


def check(contents: DeckContents) -> Iterator[Diagnostic]:
    """Headings that name no section, and those whose number is not the sum of their cards."""
    sections = section_names(contents.ruleset)
    headings = contents.deck.headings
    lines = [entry.location.line for entry in contents.deck.entries]
    sums = list(accumulate((entry.count for entry in contents.deck.entries), initial=0))
    for index, heading in enumerate(headings):
        section = heading.name.casefold() in sections
        wrong = None if section else _heading_name(contents, heading, sections)
        if wrong:
            yield contents.report(UNKNOWN_SECTION, heading.location, *wrong)
        if wrong or heading.count is None:
            continue
        # A section's number covers the groups in it, a group's ends at the next heading.
        later = (h for h in headings[index + 1 :] if not section or h.name.casefold() in sections)
        end = next(later, None)
        start = bisect_left(lines, heading.location.line)
        stop = bisect_left(lines, end.location.line) if end else len(lines)
        found = sums[stop] - sums[start]
        if found != heading.count:
            message = f"{heading.name}: {counted(found, 'card')} below a heading that says {heading.count}"
            hint = f"write ({found}), or correct the counts"
            # A count that cannot be read may be what makes the difference.
            readable = all(entry.readable for entry in contents.deck.entries[start:stop])
            fix = summed(contents.deck, heading, found) if readable else None
            yield contents.report(HEADING_SUM, heading.location, message, hint, fix)


def _heading_name(
    contents: DeckContents, heading: Heading, sections: Mapping[str, str]
) -> tuple[str, str] | None:
    """The message and the hint about a heading that names no section; None where it may group cards."""
    whole = f"{heading.name} ({heading.count})" if heading.count is not None else f"{heading.name}:"
    if not heading.bracketed and contents.names.row(whole) is not None:
        hint = f"for the card write its count too: 1 {whole}"
        return f"{whole!r} is read as a heading, but is also the name of a card", hint
    if not sections and heading.bracketed:
        # A heading may group cards by their kind, or name the deck itself.
        ruleset, groups = contents.ruleset, {"main", "deck", "main deck"}
        known = [word for vocabulary in ruleset.vocabulary.values() for word in vocabulary.known]
        for word in (*(ruleset.design.nouns if ruleset.design else ()), *known):
            groups |= {word.casefold(), plural(word.casefold())}
        if heading.name.casefold() not in groups:
            hint = f"write {heading.name}: for a group of cards, or take these cards out"
            return f"a deck has no section {heading.name!r}: its cards count like all others", hint
    near = did_you_mean(heading.name, sections)
    if not sections or not (heading.bracketed or near):
        return None
    # A rule may allow no card in a section.
    closed = {
        section
        for rule in contents.ruleset.deck_rules
        if isinstance(rule.entry, AllEntry) and rule.entry.where == "False" and rule.info.severity != "off"
        for section in rule.sections
    }
    usable = [name for name in contents.ruleset.sections if name not in closed]
    hint = f"did you mean {near}?" if near else f"sections: {', '.join(usable)}"
    return f"there is no section {heading.name!r}", hint
