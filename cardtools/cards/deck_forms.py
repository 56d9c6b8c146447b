"""Deck lists of other programs, found by their content, as the lines that `deck.py` reads.

MTGO's `SB: 1 Name` is read everywhere (`deck_line`), a blank line as the sideboard's after `@list mtgo`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cardtools.cards import deck_line
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.guarded_xml import parse_xml, xml_parser

# The lines of Arena's lists that are headings.
_ARENA = frozenset("deck sideboard commander companion maybeboard about".split())
# The headings of tables of decks, each in the order in which it is preferred.
COUNTS = ("COUNT", "QUANTITY", "QTY", "AMOUNT", "COPIES")
NAMES = ("NAME", "CARD", "CARD NAME", "TITLE")
SECTIONS = ("SECTION", "BOARD", "ZONE")
SETS = ("SET CODE", "EDITION CODE", "SET", "EDITION")
NUMBERS = ("COLLECTOR NUMBER", "CARD NUMBER", "SET NUMBER", "NUMBER")


def native_lines(file: str, text: str) -> tuple[str, Iterable[tuple[int, str]]]:
    """Whose list a text is ("": ours), and the lines with their numbers that say the same in ours. Raises
    InputError for XML or a list of MTGO that cannot be read.
    """
    if text.lstrip("\ufeff\n ").startswith("<"):
        return "XML", _xml_lines(file, text)
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if (remark := deck_line.read_remark(line)) and remark[0] == "list":
            if remark[1].casefold() != "mtgo":
                hint = "write @list mtgo, or take the line out: all other lists are known by what they have"
                raise bad_input(file, f"there is no kind of list {remark[1]!r}", hint, number)
            return "MTGO", enumerate(_mtgo_lines(file, lines), 1)
    if made := _arena_lines(lines):
        return "Arena", enumerate(made, 1)
    made = _bracketed_lines(lines)
    return "counts in brackets" if made else "", enumerate(made or lines, 1)


def column_of(header: Sequence[str], names: Sequence[str]) -> int | None:
    """Where the first of the names that is a heading is (from 0)."""
    plain = [heading.upper().replace("_", " ").strip('" ') for heading in header]
    return next((plain.index(name) for name in names if name in plain), None)


def is_table(text: str) -> bool:
    """Whether the first line has the headings of a table of counts and names."""
    header = re.split("[;,\t]", text.lstrip().partition("\n")[0])
    return None not in (column_of(header, COUNTS), column_of(header, NAMES))


def printed(name: str, code: str, number: str) -> str:
    """The name with its printing, as in a list: `Oak (XMP) 12`."""
    return f"{name} ({code}) {number}".rstrip() if code else name


def _arena_lines(lines: Sequence[str]) -> list[str]:
    """The lines with Arena's headings, such as a bare `Sideboard`, as `[Sideboard]`, and without what is said
    about the deck; no lines unless all cards have counts, and a heading has a card below it.
    """
    words = [line.strip().casefold() for line in lines]
    if _ARENA.isdisjoint(words):
        return []
    made, about, is_heading, is_arena = list(lines), False, False, False
    for index, word in enumerate(words):
        card = deck_line.read_card(lines[index])
        about = word == "about" or (about and bool(word) and word not in _ARENA)
        is_counted = card is not None and card[0][0] < card[0][1]
        if about:
            made[index] = ""
        elif word in _ARENA:
            made[index] = f"[{lines[index].strip()}]"
        elif card and not is_counted and word[0] not in "@[":
            return []
        is_arena, is_heading = is_arena or (is_heading and is_counted), word in _ARENA
    return made if is_arena else []


def _mtgo_lines(file: str, lines: Sequence[str]) -> list[str]:
    """The lines with `[sideboard]` for the blank line that parts the cards. Raises InputError for each line
    without a count, and for a second such blank line.
    """
    made, last, parted, problems = list(lines), 0, 0, list[Diagnostic]()
    for number, line in enumerate(lines, 1):
        card = deck_line.read_card(line)
        if not card or deck_line.read_remark(line):
            continue
        if card[0][0] == card[0][1] or deck_line.read_heading(line):
            message = "no card with its count, as each line of a list of MTGO is"
            problems.append(Diagnostic(Location(file, number, 1), message, "write it as 2 Card Name"))
        gap = next((at for at in range(last + 1, number) if not lines[at - 1].strip()), 0) if last else 0
        if gap and parted:
            message, hint = f"a second blank line; the sideboard begins below line {parted}", "delete it"
            problems.append(Diagnostic(Location(file, gap, 1), message, hint))
        elif gap:
            made[gap - 1], parted = "[sideboard]", gap
        last = number
    if problems:
        raise InputError(problems)
    return made


def _bracketed_lines(lines: Sequence[str]) -> list[str]:
    """The lines with `Ox (3)` as `Ox ×3`, of the same length; no lines where others name cards."""
    cards = 0
    for line in lines:
        heading = deck_line.read_heading(line)
        if not heading and deck_line.content(line).strip() and not line.startswith("@"):
            return []
        cards += bool(heading and heading[1] and not heading[2])
    made = [re.sub(r"(?<=\S)(\s+)\(([0-9]{1,6})\)(?=\s*(?:#|$))", r"\1×\2 ", line) for line in lines]
    return made if cards > 1 else []


def _xml_lines(file: str, text: str) -> list[tuple[int, str]]:
    """The numbers and lines of a deck of Cockatrice (`<card number= name=>` in a `<zone>`) or MTGO (`<Cards
    Quantity= Name=>`). Raises InputError for XML that cannot be read, or has a document type.
    """
    lines = list[tuple[int, str]]()

    def start(tag: str, said: dict[str, str]) -> None:
        if tag == "zone":
            lines.append((parser.CurrentLineNumber, f"[{said.get('name', '')}]"))
        elif tag in ("card", "Cards"):
            name, count = said.get("name") or said.get("Name"), said.get("number") or said.get("Quantity")
            if not (name and count):
                hint = 'write number="2" name="Card Name"'
                raise bad_input(file, "a card needs a number and a name", hint, parser.CurrentLineNumber)
            side = "SB: " if said.get("Sideboard", "").casefold() == "true" else ""
            whole = printed(name, said.get("setShortName", ""), said.get("collectorNumber", ""))
            card = deck_line.card_line(count, " ".join(whole.split()))
            lines.append((parser.CurrentLineNumber, f"{side}{card}"))

    parser = xml_parser(start)
    parse_xml(parser, text, file, hint="save the deck again")
    return lines
