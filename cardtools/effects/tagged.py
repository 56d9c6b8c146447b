"""The tagged effect list: an EFFECTNAME column and True or False in the others (Doc 4.8.3)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import iter_lines, read_lines, shown
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.csv_document import CsvFile, format_csv
from cardtools.ground.tables.csv_reader import read_csv

EFFECT_COLUMN = "EFFECTNAME"
DELIMITER = ";"


class TagTable(Record):
    """Effects in order and their cells by column; `file` is the CSV they came from, None for plain text."""

    effects: list[str]
    columns: dict[str, list[str]]
    path: Path
    file: CsvFile | None = None

    def booleans(self, column: str) -> list[bool]:
        """The column, all False if missing. Raises InputError with all but True and False (FLG002)."""
        cells = self.columns.get(column)
        if cells is None:
            return [False] * len(self.effects)
        words = [cell.strip().lower() for cell in cells]
        bad = [row for row, word in enumerate(words) if word not in ("true", "false")]
        if bad:
            from cardtools.effects.effect_checks import NOT_BOOLEAN

            raise InputError(
                NOT_BOOLEAN.finding(
                    self.file.at(row, column) if self.file else Location(shown(self.path), row + 1),
                    f"{cells[row]!r} in column {column}",
                    "write True or False",
                )
                for row in bad
            )
        return [word == "true" for word in words]

    def require(self, column: str, hint: str = "", check: Check | None = None) -> None:
        """Raise InputError if the column is missing, as a finding of the check if there is one."""
        if column not in self.columns:
            place = self.file.at_header(0) if self.file else Location(shown(self.path))
            near = suggest(column, list(self.columns), "columns")
            help_text = "; ".join(filter(None, (near, hint)))
            make = check.finding if check else Diagnostic
            raise InputError(make(place, f"no column {column}", help_text))


def is_tagged(path: Path) -> bool:
    """Whether the file is a tagged CSV: a `.csv`, or any file whose first line names EFFECTNAME."""
    if path.suffix.lower() == ".csv":
        return True
    first = next((lines[0] for lines in iter_lines(path) if lines), "")
    return EFFECT_COLUMN in first.split(DELIMITER)


def read_effects(path: Path) -> TagTable:
    """Effects from a tagged CSV, or from plain text, one a line (`is_tagged`). Raises InputError with every
    problem: a CSV without EFFECTNAME (FLG001), ragged rows, duplicate columns.
    """
    if not is_tagged(path):
        return TagTable(read_lines(path), {}, path)
    file = read_csv(path, DELIMITER)
    if EFFECT_COLUMN not in file.header:
        from cardtools.effects.effect_checks import HEADER

        hint = suggest(EFFECT_COLUMN, file.header, "columns")
        if len(file.header) == 1 and "," in file.header[0]:
            hint = f"the file looks comma-separated; cells are separated by {DELIMITER}"
        message = f"no column {EFFECT_COLUMN}"
        raise InputError(HEADER.finding(file.at_header(0), message, hint))
    columns = {name: list(cells) for name, cells in zip(file.header, file.columns, strict=True)}
    return TagTable(columns.pop(EFFECT_COLUMN), columns, path, file)


def without(table: TagTable, texts: Sequence[str]) -> TagTable:
    """The table without the effects that contain one of the texts."""
    if not texts:
        return table
    wanted = [not any(text in effect for text in texts) for effect in table.effects]
    columns = {name: list(itertools.compress(cells, wanted)) for name, cells in table.columns.items()}
    return TagTable(list(itertools.compress(table.effects, wanted)), columns, table.path)


def quoted(cells: Sequence[str]) -> Sequence[str]:
    """The cells as the CSV writer would write them: in quotes only where necessary; none has a line end."""
    text = "\n".join(cells)
    # Asking once whether any cell needs quotes is cheaper than asking each.
    if not any(sign in text for sign in (DELIMITER, '"', "\r")):
        return cells
    return [
        '"' + cell.replace('"', '""') + '"' if DELIMITER in cell or '"' in cell or "\r" in cell else cell
        for cell in cells
    ]


def format_tagged(table: TagTable, line_ending: str = "\r\n") -> str:
    """The table as CSV text: EFFECTNAME first, `;` between cells, minimal quoting."""
    rows = zip(table.effects, *table.columns.values(), strict=True)
    return format_csv((EFFECT_COLUMN, *table.columns), rows, DELIMITER, line_ending)
