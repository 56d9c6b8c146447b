"""The parts of a workbook's archive, and the cells that are read from them, all within limits."""

from __future__ import annotations

import io
import zipfile
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from cardtools.ground.errors import InputError, Location, bad_input
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.tables.csv_document import MOST_CHARACTERS
from cardtools.ground.tables.csv_faults import ENDLESS_CELL

_MOST_PARTS = 10_000  # files in a workbook's archive

SheetRow = dict[int, str]  # the cells that are not empty, by column (from 0)


class Parts:
    """The files in a workbook's archive."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.left = name, limits().workbook_xml_bytes
        if data.count(b"PK\x01\x02") > _MOST_PARTS:
            raise bad_input(name, f"there are more than {_MOST_PARTS:,} files in the workbook")
        self.archive = zipfile.ZipFile(io.BytesIO(data))

    def head(self, name: str) -> bytes:
        """How a file begins."""
        with self.archive.open(name) as file:
            return file.read(8)

    def read(self, name: str) -> bytes:
        """A file's bytes. Raises InputError where all that are read are more than the limit."""
        part = self.archive.getinfo(name)
        if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError("an unusual compression")
        with self.archive.open(part) as file:
            data = file.read(self.left + 1)
        self.left -= len(data)
        if self.left < 0:
            message = f"the workbook has more than {limits().workbook_xml_bytes:,} bytes when it is unpacked"
            raise bad_input(self.name, message, raise_hint("workbook_xml_bytes"))
        return data


@dataclass
class Grid:
    """The cells of a sheet that are not empty, by row (from 1) and column (from 0); and by row and column the
    formulas whose values the spreadsheet has not saved.
    """

    name: str
    rows: dict[int, SheetRow] = field(default_factory=dict)
    count: int = 0
    characters: int = 0
    unsaved: list[tuple[int, int]] = field(default_factory=list)

    def put(self, row: int, column: int, text: str) -> None:
        """Put a text into a cell. Raises InputError where the limits are reached."""
        if len(text) > MOST_CHARACTERS:
            place = Location(self.name, row, column + 1)
            message = f"a cell has {len(text):,} characters, more than a spreadsheet holds"
            raise InputError(ENDLESS_CELL.finding(place, message, f"write at most {MOST_CHARACTERS:,}"))
        self.room_for(1)
        self.characters += len(text)
        self.room_for_text(self.characters)  # one text may be in all cells
        self.rows.setdefault(row, {})[column] = text

    def fill_down(self, merged: Iterable[tuple[int, int, int]]) -> None:
        """Put the text of each merged cell, from its first row in a column down to its last row, into all of
        these rows that have a cell.
        """
        numbers = sorted(self.rows)
        for row, column, last in merged:
            text = self.rows.get(row, {}).get(column, "")
            for below in range(bisect_right(numbers, row), bisect_right(numbers, last)) if text else ():
                self.put(numbers[below], column, text)

    def filled(self) -> dict[int, SheetRow]:
        """The rows with a text in them, in order."""
        rows = {
            number: {column: text for column, text in sorted(self.rows[number].items()) if text}
            for number in sorted(self.rows)
        }
        return {number: row for number, row in rows.items() if row}

    def room_for(self, cells: int) -> None:
        """Count some more cells. Raises InputError where there are too many."""
        self.count += cells
        if self.count > limits().workbook_cells:
            message = f"the sheet has more than {limits().workbook_cells:,} cells"
            raise bad_input(self.name, message, f"save it as CSV, or {raise_hint('workbook_cells')}")

    def room_for_text(self, size: int) -> None:
        """Raise InputError where what the sheet has, unpacked, is larger than the limit."""
        if size > limits().workbook_xml_bytes:
            message = f"it has more than {limits().workbook_xml_bytes:,} bytes when it is unpacked"
            raise bad_input(self.name, message, raise_hint("workbook_xml_bytes"))
