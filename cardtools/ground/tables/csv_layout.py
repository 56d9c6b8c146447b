"""A delimited file that is not just a table: the table in it, without titles, notes and totals."""

from __future__ import annotations

import csv
from collections.abc import Collection
from itertools import chain
from pathlib import Path

from cardtools.ground.limits import limits
from cardtools.ground.tables.csv_document import CsvFile, line_blocks
from cardtools.ground.tables.table_layout import EVERYTHING, TableLayout, TableReading, find_layout, is_total

_DELIMITERS = ";\t,|"
_LAST = 3  # rows that may be totals
_TITLES = 10  # rows that may be more than the cards: titles, notes


def find_table(
    path: Path, text: str, known: Collection[str] = (), reading: TableReading = EVERYTHING
) -> tuple[CsvFile, TableLayout] | None:
    """The table in a text, whatever stands between its cells, and how it lies there; None where there is none
    of two columns or more, most of the rows, and as many cells in each row as in the headings. `known` are
    headings that it probably has, in lower case.
    """
    found: list[tuple[tuple[int, int], CsvFile, TableLayout]] = []
    if text.count("\n") > limits().workbook_cells:
        return None
    for delimiter in _DELIMITERS:
        rows, lengths = _rows(text, delimiter)
        layout = find_layout(rows, known, reading)
        if layout is None or len(layout.columns) < 2 or 2 * len(layout.lines) < len(rows) - _TITLES:
            continue
        header_line = layout.header_lines[-1]
        # A row that is shorter or longer than the headings is a fault of the file, wherever it stands below.
        if "" in layout.header or any(
            lengths[line] != lengths[header_line] for line in rows if line > header_line
        ):
            continue
        columns = tuple([rows[line].get(at, "") for line in layout.lines] for at in layout.columns)
        where = (layout.lines, header_line, text)
        file = CsvFile(path, delimiter, layout.header, columns, *where, cells=layout.columns)
        names = {name.casefold() for name in layout.header}
        found.append(((len(names.intersection(known)), len(columns) * len(layout.lines)), file, layout))
    return max(found, key=lambda one: one[0])[1:] if found else None


def has_total(file: CsvFile) -> bool:
    """Whether one of the last rows is one of sums."""
    rows = range(max(0, len(file.line_numbers) - _LAST), len(file.line_numbers))
    cells = [{at: text for at, column in enumerate(file.columns) if (text := column[row])} for row in rows]
    return any(map(is_total, cells))


def _rows(text: str, delimiter: str) -> tuple[dict[int, dict[int, str]], dict[int, int]]:
    """The filled cells of each row, and how many cells it has, by the line it begins on; nothing where a
    quote is faulty, or there are more cells than a workbook may have.
    """
    reader = csv.reader(chain.from_iterable(line_blocks(text)), delimiter=delimiter, strict=True)
    found: dict[int, dict[int, str]] = {}
    lengths: dict[int, int] = {}
    begins, count = 1, 0
    try:
        for row in reader:
            count += len(row)
            if count > limits().workbook_cells:
                return {}, {}
            if cells := {at: cell for at, cell in enumerate(row) if cell.strip()}:
                found[begins], lengths[begins] = cells, len(row)
            begins = reader.line_num + 1
    except csv.Error:
        return {}, {}
    return found, lengths
