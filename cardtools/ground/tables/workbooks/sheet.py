"""Reading a table that is not delimited text: its cells as a person sees them.

A workbook may come from a stranger, and a library that builds the whole grid is ended by one cell in the last
corner: only the cells that there are take memory here, and every step has a limit.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, islice
from pathlib import Path
from xml.parsers import expat

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input, column_letters
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.ground.tables.csv_faults import RAGGED_ROW, header_faults
from cardtools.ground.tables.dictionary_column import packed
from cardtools.ground.tables.table_layout import EVERYTHING, TableLayout, TableReading, find_layout
from cardtools.ground.tables.workbooks import REFUSED, ods, split_sheet, xlsx
from cardtools.ground.tables.workbooks.archive import Grid, Parts, SheetRow
from cardtools.ground.tables.workbooks.cockatrice_cards import read_cockatrice
from cardtools.ground.tables.workbooks.json_records import read_json
from cardtools.ground.tables.workbooks.mse_set import read_set
from cardtools.ground.tables.workbooks.parquet_table import read_parquet
from cardtools.ground.tables.workbooks.sqlite_table import read_sqlite
from cardtools.ground.tables.workbooks.yaml_records import read_markdown, read_yaml

_MOST_FAULTS = 100  # that are reported
_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError),
    *(KeyError, IndexError, ValueError, OverflowError, RuntimeError, EOFError, OSError, MemoryError),
)


@dataclass(frozen=True)
class WorkbookSheet(CsvFile):
    """A sheet as a table: lines are its rows, columns its columns, as the spreadsheet counts them. Of records
    lines are those where they begin, and columns are counted in the order in which they occur. `unsaved` are
    the places of formulas whose values the spreadsheet has not saved.
    """

    unsaved: tuple[Location, ...] = field(default=(), repr=False, kw_only=True)

    def _read_starts(self, line: int) -> list[tuple[int, int]]:
        return [(line, index + 1) for index in range(max(self.cells, default=-1) + 1)]

    def span(self, place: Location) -> tuple[int, int]:
        """Where the cell at a place begins and ends in its row of `text_lines`."""
        row, index = self.cell_at(place)
        cells = self.header if row < 0 else [column[row] for column in self.columns]
        starts = [*accumulate((len(cell) + 1 for cell in cells), initial=0)]
        return starts[index], starts[index + 1] - 1


def _read_workbook(file: Path, data: bytes, part: str, grid: Grid) -> None:
    reader = ods if file.suffix.lower() == ".ods" else xlsx
    parts = Parts(grid.name, data)
    sheets = reader.sheets(parts)
    if part not in sheets and re.fullmatch("[1-9][0-9]{0,3}", part) and int(part) <= len(sheets):
        part = list(sheets)[int(part) - 1]
    if not sheets or (part and part not in sheets):
        message = f"there is no sheet {part!r}" if sheets else "there is no sheet in it"
        raise bad_input(shown(file), message, suggest(part, list(sheets), "sheets"))
    reader.read_grid(parts, sheets[part or next(iter(sheets))], grid)


def sheet_names(file: Path) -> list[str]:
    """The sheets of a workbook, those that are not hidden first; none of other files, or of one that cannot
    be read. Raises InputError when it is larger than the limits.
    """
    if _KINDS.get(file.suffix.lower()) == _WORKBOOK:
        reader = ods if file.suffix.lower() == ".ods" else xlsx
        with suppress(*_UNREADABLE):
            return list(reader.sheets(Parts(shown(file), read_bytes(file, "workbook_bytes"))))
    return []


# By ending: what a file is, and what reads it, or the part of it that is named, into the grid.
_WORKBOOK = "workbook", _read_workbook
_KINDS: dict[str, tuple[str, Callable[[Path, bytes, str, Grid], None]]] = {
    **dict.fromkeys((".xlsx", ".xlsm", ".ods"), _WORKBOOK),
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), ("JSON file", read_json)),
    **dict.fromkeys((".yaml", ".yml"), ("YAML file", read_yaml)),
    **dict.fromkeys((".md", ".markdown"), ("Markdown file", read_markdown)),
    **dict.fromkeys((".sqlite", ".sqlite3", ".db", ".db3"), ("SQLite database", read_sqlite)),
    ".parquet": ("Parquet file", read_parquet),
    ".xml": ("card database of Cockatrice", read_cockatrice),
    ".mse-set": ("set of Magic Set Editor", read_set),
}


def read_sheet(
    path: Path, data: bytes | None = None, known: Collection[str] = (), reading: TableReading = EVERYTHING
) -> tuple[WorkbookSheet, TableLayout | None]:
    """The table that a path names, in a file of one of the kinds above, and how it lies on its sheet, as
    `find_layout` finds it (None: from the first row with a cell on).

    Numbers are written as short as they can be, dates as ISO 8601, truth values TRUE and FALSE. Raises
    InputError when the file cannot be read, or is larger than the limits.
    """
    file, wanted = split_sheet(path)
    ending = file.suffix.lower()
    if ending in REFUSED:
        hint = "export its table as xlsx, ods or CSV"
        raise bad_input(shown(file), f"it is {REFUSED[ending]}, which is not read here", hint)
    grid, (kind, read) = Grid(shown(path)), _KINDS[ending]
    data = read_bytes(file, "workbook_bytes") if data is None else data
    try:
        read(file, data, wanted, grid)
    except _UNREADABLE as error:
        hint = "save it again in the spreadsheet, as xlsx or ods without a password, or as CSV"
        if data.startswith(b"\xd0\xcf\x11\xe0"):
            hint = f"it is an xls file or has a password: {hint}"
        hint = hint if read is _read_workbook else "save it again with the program that made it"
        raise bad_input(shown(file), f"cannot be read as a {kind}: {error}", hint) from None
    rows = grid.filled()
    of_records = read is not _read_workbook
    layout = None if of_records else find_layout(rows, known, reading)
    return _table(path, grid, rows, layout, of_records), layout


def _table(
    path: Path, grid: Grid, rows: Mapping[int, SheetRow], layout: TableLayout | None, of_records: bool
) -> WorkbookSheet:
    name = shown(path)
    if not rows:
        raise bad_input(name, "the sheet is empty, expected a header row")
    header_line, *numbers = rows
    cells = tuple(range(max(rows[header_line]) + 1))
    header = tuple(rows[header_line].get(index, "").strip() for index in cells)
    if layout:
        header_line, numbers = layout.header_lines[-1], list(layout.lines)
        cells, header = layout.columns, layout.header
    if len(cells) > limits().table_columns:
        message = f"there are {len(cells):,} columns"
        raise bad_input(name, message, raise_hint("table_columns"), header_line)
    grid.room_for(max(len(cells) * len(rows) - grid.count, 0))
    columns = tuple(packed([[rows[number].get(at, "") for number in numbers]]) for at in cells)
    texts = dict(zip(numbers, map(";".join, zip(*columns, strict=True)), strict=True))
    texts[header_line] = ";".join(header)
    text = "\n".join(texts.get(number, "").replace("\n", " ") for number in range(1, max(rows) + 1))
    own = {header_line, *numbers}
    unsaved = tuple(Location(name, row, at + 1) for row, at in grid.unsaved if row in own and at in cells)
    table = (path, ";", header, columns, numbers, header_line, text)
    sheet = WorkbookSheet(*table, cells=cells, unsaved=unsaved, of_records=of_records)
    filled = {index for index, column in enumerate(columns) if any(column)}
    beyond = [] if layout else [(number, rows[number]) for number in numbers]
    ragged = islice(_ragged(name, beyond, len(cells), header_line), _MOST_FAULTS)
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
