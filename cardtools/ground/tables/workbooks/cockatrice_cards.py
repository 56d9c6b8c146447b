"""The cards of a card database of Cockatrice (`cards.xml`, versions 3 and 4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.tables.workbooks.archive import Attributes, Grid, parse_xml
from cardtools.ground.tables.workbooks.records import DEPTH, put_records

ROOT, CARD, PROPERTIES = "cockatrice_carddatabase", "card", "prop"


def read_cockatrice(path: Path, data: bytes, part: str, grid: Grid) -> None:
    """Read the cards into the grid, each on the line that it begins on. Columns are what a card has and its
    properties, and the attributes of both (`set rarity`); of several sets and related cards they are lists.

    Raises InputError where it is no such database, or has no card, and what `parse_xml` raises.
    """
    cards = _Cards(shown(path))
    parse_xml(data, cards.start, cards.end, cards.texts.append, cards.at)
    put_records(cards.records, grid, cards.name, "add one in Cockatrice's card editor, or an XML editor")


class _Cards:
    def __init__(self, name: str) -> None:
        self.name, self.line = name, 0
        self.above: list[str] = []
        self.texts: list[str] = []
        self.records: list[tuple[Location, dict[str, Any]]] = []

    def at(self, line: int) -> None:
        self.line = line

    def start(self, element: str, attributes: Attributes) -> None:
        if not self.above and element != ROOT:
            message = f"this XML holds <{element}>, not <{ROOT}>"
            raise bad_input(self.name, message, "of XML, card databases of Cockatrice are read", self.line)
        if element == CARD:
            self.records.append((Location(self.name, self.line, 1), {}))
        elif CARD in self.above:
            for key, value in attributes.items():
                self._add(f"{element} {key}", value)
        self.above.append(element)
        if len(self.above) > DEPTH:
            raise bad_input(self.name, "its elements are nested too deep", "", self.line)
        self.texts.clear()

    def end(self, element: str) -> None:
        self.above.pop()
        if CARD in self.above and (text := "".join(self.texts).strip()):
            self._add(element, text)
        self.texts.clear()

    def _add(self, column: str, text: str) -> None:
        self.records[-1][1].setdefault(column, []).append(text)
