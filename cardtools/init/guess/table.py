"""A table that somebody brings: any separator between its cells, or a workbook; headings of any kind."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from cardtools.cards.spaces import clean
from cardtools.cards.table import read_rows
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import read_bytes, read_table, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_reader import find_delimiter, read_csv
from cardtools.ground.tables.workbooks import is_workbook


@dataclass(frozen=True)
class ForeignTable:
    """The headings, each with the texts of its cells, the number of rows, and the file that the project gets:
    the same bytes where cardtools reads them as they are.
    """

    columns: dict[str, list[str]]
    rows: int
    data: bytes
    is_unchanged: bool

    def renamed(self, names: Mapping[str, str]) -> ForeignTable:
        """The table with other headings in the place of some."""
        columns = {names.get(heading, heading): cells for heading, cells in self.columns.items()}
        return ForeignTable(columns, self.rows, _written(columns), False)


def read_foreign(path: Path) -> ForeignTable:
    """Read a table. Rows without a text are left out, and so are columns without a heading and a text; other
    columns without a heading, or with one that occurs twice, are given one.

    Raises InputError when the file is no table, or has no card.
    """
    delimiter = ""
    if is_workbook(path):
        sheet, _ = read_rows(path)
        rows: list[Sequence[str]] = [sheet.header, *sheet.rows]
    else:
        text, *_ = read_table(path)
        delimiter = find_delimiter(text)
        try:
            reader = csv.reader(io.StringIO(text), delimiter=delimiter)
            rows = [row for row in reader if any(map(str.strip, row))]
        except csv.Error as error:
            raise bad_input(shown(path), f"cannot be read as a table: {error}") from None
    if len(rows) < 2:
        raise bad_input(shown(path), "there is no card in it", "a line of headings, then one card a line")
    width = max(map(len, rows))
    if width > limits().table_columns:
        raise bad_input(shown(path), f"there are {width:,} columns", raise_hint("table_columns"))
    rows = [[*row, *[""] * (width - len(row))] for row in rows]
    columns: dict[str, list[str]] = {}
    for number, (written, *cells) in enumerate(zip(*rows, strict=True), 1):
        if not clean(written) and not any(map(str.strip, cells)):
            continue
        wanted = clean(written) or f"Column {number}"
        headings = (f"{wanted} {again}" if again > 1 else wanted for again in count(1))
        columns[next(heading for heading in headings if heading not in columns)] = cells
    if delimiter and _is_readable(path, delimiter, list(columns)):
        return ForeignTable(columns, len(rows) - 1, read_bytes(path, "table_bytes"), True)
    return ForeignTable(columns, len(rows) - 1, _written(columns), False)


def unite(tables: Sequence[ForeignTable]) -> dict[str, list[str]]:
    """The columns of all tables, one below the other; empty cells where a table doesn't have a column."""
    headings = dict.fromkeys(heading for table in tables for heading in table.columns)
    return {
        heading: [cell for table in tables for cell in table.columns.get(heading, [""] * table.rows)]
        for heading in headings
    }


def _written(columns: Mapping[str, list[str]]) -> bytes:
    return format_csv(list(columns), zip(*columns.values(), strict=True)).encode("utf-8")


def _is_readable(path: Path, delimiter: str, headings: list[str]) -> bool:
    try:
        return list(map(clean, read_csv(path, delimiter).header)) == headings
    except InputError:
        return False
