"""The cards of a card database of Cockatrice (`cards.xml`, versions 3 and 4)."""

from __future__ import annotations

from pathlib import Path

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.io.guarded_xml import Attributes, xml_parser
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.records import DEPTH, TableRecord, put_records

ROOT, CARD = "cockatrice_carddatabase", "card"


def read_cockatrice(path: Path, data: bytes, part: str, grid: Grid) -> None:
    """Read the cards into the grid, each on the line that it begins on. Columns are what a card has and its
    properties, and the attributes of both (`set rarity`); of several sets and related cards they are lists.

    Raises InputError where it is no such database, or has no card, and what `xml_parser` says.
    """
    name, above, texts = shown(path), list[str](), list[str]()
    records: list[TableRecord] = []

    def start(element: str, attributes: Attributes) -> None:
        line = parser.CurrentLineNumber
        if not above and element != ROOT:
            message = f"this XML holds <{element}>, not <{ROOT}>"
            raise bad_input(name, message, "of XML, card databases of Cockatrice are read", line)
        if len(above) == DEPTH:
            raise bad_input(name, "its elements are nested too deep", "", line)
        if element == CARD:
            records.append(TableRecord({}, Location(name, line, 1)))
        for key, value in attributes.items() if CARD in above else ():
            records[-1].setdefault(f"{element} {key}", []).append(value)
        above.append(element)
        texts.clear()

    def end(element: str) -> None:
        above.pop()
        if CARD in above and (text := "".join(texts).strip()):
            records[-1].setdefault(element, []).append(text)
        texts.clear()

    parser = xml_parser(start, end, texts.append)
    parser.Parse(data, True)
    put_records(records, "", grid, name, "add a <card> with a <name>")
