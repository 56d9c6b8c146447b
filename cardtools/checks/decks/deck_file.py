"""The lines of a deck: cards that exist, counts, pictures, and repeated cards."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.cards.deck import DeckEntry
from cardtools.cards.deck_line import MOST
from cardtools.cards.picture_cells import most_pictures, no_picture
from cardtools.checks.decks.contents import DeckContents
from cardtools.checks.decks.deck_edits import merged, renamed, uncounted
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import one_edit

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


def check(contents: DeckContents) -> Iterator[Diagnostic]:
    """Lines of unknown cards, counts and pictures, and lines that repeat a card."""
    same: dict[tuple[str, int | str, int], list[DeckEntry]] = {}
    for line in contents.lines:
        entry = line.entry
        if not entry.readable:
            hint = f"write 1 to {MOST:,}, or delete the line"
            yield contents.report(COUNT, entry.location, entry.count_fault, hint)
        if line.row is None:
            whole, fix = uncounted(contents.deck, entry, contents.names)
            near = contents.names.near(entry.name) if not whole else ""
            hint = f"did you mean {near}?" if near else "write the name as in the card table"
            if whole:
                hint = f"for the card {whole} write its count too: 1 {whole}"
            elif (
                near
                and contents.names.ignores_case(near)
                and one_edit(near.casefold(), entry.name.casefold())
            ):
                fix = renamed(contents.deck, entry, near)
            message = f"there is no card {entry.name!r}"
            yield contents.report(UNKNOWN_CARD, entry.location, message, hint, fix)
        elif entry.picture:
            most = most_pictures(contents.table.pictures(line.row))
            if entry.picture > most:
                yield contents.report(PICTURE, entry.location, *no_picture(entry.name, most, entry.picture))
        if entry.readable:
            key = entry.name.casefold() if line.row is None else line.row
            same.setdefault((line.section, key, entry.picture), []).append(entry)
    for first, *later in same.values():
        fix = merged(contents.deck, [first, *later]) if later else None
        for entry in later:
            message = f"{entry.name}: already on line {first.location.line}"
            hint = "write one line with the whole count"
            yield contents.report(DUPLICATE_LINE, entry.location, message, hint, fix)
            fix = None  # the first finding's fix merges all of them
