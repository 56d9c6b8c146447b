"""Reading a sheet of a workbook, xlsx or ods, as a table: its cells as a person sees them.

A workbook may come from a stranger, and a library that builds the whole grid is ended by one cell in the last
corner: only the cells that there are take memory here, and every step has a limit.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from xml.parsers import expat

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input, column_letters
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.ground.tables.csv_faults import RAGGED_ROW, header_faults
from cardtools.ground.tables.dictionary_column import ColumnBuilder
from cardtools.ground.tables.workbooks import ods, split_sheet, xlsx
from cardtools.ground.tables.workbooks.archive import Grid, Parts, SheetRow

_MOST_FAULTS = 100  # that are reported
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError),
    *(KeyError, IndexError, ValueError, OverflowError, RuntimeError, EOFError, OSError),
)


@dataclass(frozen=True)
class WorkbookSheet(CsvFile):
    """A sheet as a table: lines are its rows, columns its columns, as the spreadsheet counts them."""

    def _read_starts(self, line: int) -> list[tuple[int, int]]:
        return [(line, index + 1) for index in range(len(self.header))]

    def span(self, place: Location) -> tuple[int, int]:
        """Where the cell at a place begins and ends in its row of `text_lines`."""
        row, index = self.cell_at(place)
        cells = self.header if row < 0 else [column[row] for column in self.columns]
        starts = [*accumulate((len(cell) + 1 for cell in cells), initial=0)]
        return starts[index], starts[index + 1] - 1


def read_sheet(path: Path, data: bytes | None = None) -> WorkbookSheet:
    """The sheet that a path names; its first row with a cell is the header, and empty rows are passed over.

    Numbers are written as short as they can be, dates as ISO 8601, truth values TRUE and FALSE. Raises
    InputError when the workbook cannot be read, or is larger than the limits.
    """
    file, wanted = split_sheet(path)
    data = read_bytes(file, "workbook_bytes") if data is None else data
    name = shown(path)
    try:
        parts = Parts(name, data)
        reader = ods if file.suffix.lower() == ".ods" else xlsx
        sheets = reader.sheet_names(parts)
        if not sheets or (wanted and wanted not in sheets):
            message = f"there is no sheet {wanted!r}" if sheets else "there is no sheet in it"
            raise bad_input(shown(file), message, suggest(wanted, sheets, "sheets"))
        grid = Grid(name)
        reader.read_grid(parts, wanted or sheets[0], grid)
    except _UNREADABLE as error:
        hint = "save it again in the spreadsheet, as xlsx or ods without a password, or as CSV"
        if data.startswith(b"\xd0\xcf\x11\xe0"):
            hint = f"it is an xls file or has a password: {hint}"
        raise bad_input(shown(file), f"cannot be read as a workbook: {error}", hint) from None
    return _table(path, grid)


def _table(path: Path, grid: Grid) -> WorkbookSheet:
    name = shown(path)
    rows = [(number, grid.rows[number]) for number in sorted(grid.rows) if any(grid.rows[number].values())]
    if not rows:
        raise bad_input(name, "the sheet is empty, expected a header row")
    header_line, first = rows[0]
    width = max(first) + 1
    if width > limits().table_columns:
        message = f"there are {width:,} columns"
        raise bad_input(name, message, raise_hint("table_columns"), header_line)
    grid.room_for(max(width * len(rows) - grid.count, 0))
    header = tuple(first.get(index, "").strip() for index in range(width))
    builders = [ColumnBuilder() for _ in header]
    for start in range(1, len(rows), 512):
        batch = [[cells.get(index, "") for index in range(width)] for _, cells in rows[start : start + 512]]
        for builder, column in zip(builders, zip(*batch, strict=True), strict=True):
            builder.extend(column)
    numbers = [number for number, _ in rows[1:]]
    columns = tuple(builder.cells for builder in builders)
    texts = {
        number: ";".join(cells) for number, cells in zip(numbers, zip(*columns, strict=True), strict=True)
    }
    texts[header_line] = ";".join(header)
    text = "\n".join(texts.get(number, "").replace("\n", " ") for number in range(1, rows[-1][0] + 1))
    sheet = WorkbookSheet(path, ";", header, columns, numbers, header_line, text)
    filled = {index for index, cells in enumerate(columns) if any(cells)}
    ragged = islice(_ragged(name, rows[1:], width, header_line), _MOST_FAULTS)
    if faults := [*header_faults(sheet, filled), *ragged]:
        raise InputError(faults)
    return sheet


def _ragged(name: str, rows: Sequence[tuple[int, SheetRow]], width: int, line: int) -> Iterator[Diagnostic]:
    """The rows with a cell to the right of the header."""
    message = f"a cell to the right of the header, which ends at {column_letters(width)}{line}"
    for number, cells in rows:
        if beyond := [index for index, text in cells.items() if index >= width and text.strip()]:
            place = Location(name, number, min(beyond) + 1)
            yield RAGGED_ROW.finding(place, message, "name the column, or empty the cell")
