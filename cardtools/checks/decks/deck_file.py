"""What is written in a deck's file: its cards, counts and pictures, its headings, the game it is made for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate, chain

from cardtools.cards import deck_line
from cardtools.cards.deck import CSV_COLUMNS, MAIN, Deck, DeckEntry, Heading, section_names
from cardtools.cards.deck_forms import column_of
from cardtools.cards.names import CardNames
from cardtools.cards.picture_cells import most_pictures, no_picture
from cardtools.checks.decks.contents import DeckContents
from cardtools.checks.texts.english import plural
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Edit, Fix, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted, did_you_mean, one_edit, suggest
from cardtools.rulesets.deck_model import AllEntry

UNKNOWN_CARD = Check.of("""DCK001 unknown-card error: a deck names a card that does not exist
    why: A deck can only be checked and printed when its cards are known.
    bad: 2 Tide Singr
    good: 2 Tide Singer
    fix: write the name as in the card table""")
COUNT = Check.of("""DCK002 count error: a deck line's count is not a whole number above zero
    why: A deck is counted in whole cards.
    bad: 0 Tide Singer
    good: 1 Tide Singer
    fix: write 1 or more, or delete the line""")
DUPLICATE_LINE = Check.of("""DCK003 duplicate-line info: a deck names the same card on two lines
    why: The lines are counted together; one of them is easily forgotten when the deck is changed.
    bad: 1 Tide Singer / 1 Tide Singer
    good: 2 Tide Singer
    fix: write one line with the whole count""")
PICTURE = Check.of("""DCK008 picture error: a deck asks for a picture that its card doesn't have
    why: The sheets of the deck cannot be made, because there is no such picture.
    bad: 1 Tide Singer @3, whose IMAGE is singer.jpg | singer-at-night.jpg
    good: 1 Tide Singer @2
    fix: write the number of a picture that the card has, or name more in its row, with | between them""")
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
RULESET_VERSION = Check.of("""DCK006 ruleset-version warning: a deck is made for another version of the rules
    why: What was legal in one version of the rules may be illegal in another.
    bad: @ruleset ttcg 0.041, with the rules of version 0.042
    good: @ruleset ttcg 0.042
    fix: when the deck is right, write the version of the rules""")
FORMAT = Check.of("""DCK021 format error: a deck says no format that the rules have
    why: The rules and the lists of a format are only applied to decks that say it.
    bad: @format leage, or no such line, where a rule has format = "league"
    good: @format league
    fix: write a format of the rules or of their lists, or name it with --deck-format""")
PRINTING = Check.of("""DCK022 printing warning: a deck names a printing that its card doesn't have
    why: The first card of this name is taken, which may have other pictures and texts.
    bad: 2 Oak (XMP) 12, and no Oak has the set XMP and the number 12
    good: 2 Oak (XMP) 11
    fix: write the set and the number as in the card table, or the name alone""")
OTHER_RULESET = Check.of("""DCK007 other-ruleset error: a deck is made for another game
    why: The deck would be checked by the rules of another game.
    bad: @ruleset school, with the rules of ttcg
    good: @ruleset ttcg
    fix: check the deck with its own ruleset, or correct the line""")


def check(contents: DeckContents) -> Iterator[Diagnostic]:
    """The findings about lines, headings, and the game and the format that the deck is made for."""
    yield from _check_game(contents)
    deck, formats = contents.deck, {form.casefold(): form for form in contents.formats}
    if deck.format not in (formats or ("",)):
        message = f"the rules have no format {deck.format!r}" if deck.format else "the deck says no format"
        hint = suggest(deck.format, list(formats.values()), "formats") or "take the line with @format out"
        yield contents.report(FORMAT, Location(shown(deck.path)), message, hint)
    yield from _check_headings(contents)
    yield from check_lines(contents)


def check_lines(contents: DeckContents) -> Iterator[Diagnostic]:
    """Lines of unknown cards, counts and pictures, and lines that repeat a card."""
    same: dict[tuple[str, int | str, int], list[DeckEntry]] = {}
    for line in contents.lines:
        entry = line.entry
        if entry.readable:
            key = entry.name.casefold() if line.row is None else line.row
            same.setdefault((line.section, key, entry.picture), []).append(entry)
        else:
            hint = f"write 1 to {deck_line.MOST:,}, or delete the line"
            yield contents.report(COUNT, entry.location, entry.count_fault, hint)
        if line.row is not None:
            most = most_pictures(contents.table.pictures(line.row)) if entry.picture else 0
            if entry.picture > most:
                yield contents.report(PICTURE, entry.location, *no_picture(entry.name, most, entry.picture))
            if contents.names.lacks_printing(entry.name):
                message, hint = f"there is no {entry.name}", "write a set and a number of the card table"
                yield contents.report(PRINTING, entry.location, message, hint)
            continue
        names, hint = contents.names, "write the name as in the card table"
        whole, fix = _uncounted(contents.deck, entry, names)
        if whole:
            hint = f"for the card {whole} write its count too: 1 {whole}"
        elif near := names.near(entry.name):
            hint = f"did you mean {near}?"
            if names.ignores_case(near) and one_edit(near.casefold(), entry.name.casefold()):
                edits = _edits(contents.deck, entry, entry.count, near) if entry.readable else []
                fix = Fix(tuple(edits), False) if edits else None
        message = f"there is no card {entry.name!r}"
        yield contents.report(UNKNOWN_CARD, entry.location, message, hint, fix)
    for first, *later in same.values():
        counts = {first: first.count + sum(entry.count for entry in later), **dict.fromkeys(later, 0)}
        is_one = later and all(entry.section == first.section for entry in later)
        fix = recounted(contents.deck, counts, safe=True) if is_one else None
        for entry in later:
            message = f"{entry.name}: already on line {first.location.line}"
            hint = "write one line with the whole count"
            yield contents.report(DUPLICATE_LINE, entry.location, message, hint, fix)
            fix = None  # the first finding's fix merges all of them


def _check_headings(contents: DeckContents) -> Iterator[Diagnostic]:
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
            lines_of, fix = contents.deck.lines, None
            if lines_of and all(entry.readable for entry in contents.deck.entries[start:stop]):
                old = lines_of[heading.location.line - 1]
                new = deck_line.write_sum(old, found)
                fix = None if new is None else Fix((Edit(heading.location.line, None, old, new),), True)
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
        ruleset, groups = contents.ruleset, set(MAIN)
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


def _check_game(contents: DeckContents) -> Iterator[Diagnostic]:
    """The `@ruleset` lines that name another game or version than the rules in use."""
    own, at = contents.ruleset.id, contents.ruleset.version
    for made in contents.deck.made_for:
        if made.ruleset.casefold() != own.casefold():
            said = f"is made for the ruleset {made.ruleset}" if made.ruleset else "names no ruleset"
            hint = f"write @ruleset {own} {at}"
            hint += f", or check it with --ruleset {made.ruleset}" if made.ruleset else ""
            message = f"the deck {said}, these rules are {own}"
            yield contents.report(OTHER_RULESET, made.location, message, hint)
        elif made.version and made.version.removeprefix("v") != at.removeprefix("v"):
            message = f"the deck is made for version {made.version} of {own}, these rules are {at}"
            hint = f"when it is right, write @ruleset {own} {at}"
            yield contents.report(RULESET_VERSION, made.location, message, hint)


def recounted(deck: Deck, counts: Mapping[DeckEntry, int], safe: bool) -> Fix | None:
    """The fix that gives lines other counts; 0 takes the card out. None if a line cannot be written so."""
    if not counts or max(counts.values()) > deck_line.MOST:
        return None
    edits = [_edits(deck, entry, count, entry.name) for entry, count in counts.items()]
    return Fix(tuple(chain.from_iterable(edits)), safe) if all(edits) else None


def _uncounted(deck: Deck, entry: DeckEntry, names: CardNames) -> tuple[str, Fix | None]:
    """The card whose name is the whole line (`7 Samurai`) or "", and the fix that adds its count."""
    if deck.file is not None or not entry.written or not deck.lines:
        return "", None
    line = entry.location.line
    old = deck.lines[line - 1]
    whole = deck_line.content(old).strip()
    if names.row(whole) is None:
        return "", None
    return whole, Fix((Edit(line, None, old, old.replace(whole, deck_line.card_line(1, whole), 1)),), False)


def _edits(deck: Deck, entry: DeckEntry, count: int, name: str) -> list[Edit]:
    """What gives a line another count and name; nothing if it cannot be written so."""
    if deck.file is None:
        old = deck.lines[entry.location.line - 1] if deck.lines else ""
        if not deck.lines or deck_line.read_group(old):
            return []
        new = deck_line.write_card(old, count, name) if count else deck_line.without_card(old)
        is_same = new == old or (count and new is None)
        return [] if is_same else [Edit(entry.location.line, None, old, new)]
    row, _ = deck.file.cell_at(entry.location)
    line = deck.file.line_numbers[row]
    if not count:
        return [Edit(line, None, "", None)]
    edits = []
    new_name, old_name = (deck_line.picture_name(one, entry.picture) for one in (name, entry.name))
    for columns, new, old in zip(
        CSV_COLUMNS, (str(count), new_name), (str(entry.count), old_name), strict=False
    ):
        cell = column_of(deck.file.header, columns)
        if new != old and cell is not None:
            edits.append(Edit(line, cell, deck.file.columns[cell][row], new))
    return edits
