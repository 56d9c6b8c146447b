"""A Parquet file as rows.

In a file from a stranger a few bytes can stand for any number of values. Before pyarrow unpacks anything,
what its pages say of their size is added up; and a text that is repeated is there once.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import line_feeds, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.optional_packages import optional
from cardtools.ground.tables.csv_document import MOST_CHARACTERS
from cardtools.ground.tables.workbooks import shown_values
from cardtools.ground.tables.workbooks.archive import Grid

_FOOTER, _PARTS = 500_000, 2_000  # bytes of what the end of a file says of it; columns, and groups of rows
_PAGES, _ROWS = 100_000, 65_536  # pages of all columns; rows that are unpacked at once
# How values of a page may be packed: not as DELTA_BYTE_ARRAY (7), where each repeats the one before.
_ENCODINGS = (0, 2, 3, 5, 6, 8, 9)
_HEADS = {0: (5, 2), 2: (7, 2), 3: (8, 4)}  # by type of page: the fields of its own head, and of the encoding
# What lists hold, by depth and field, if no structs: encodings, path_in_schema, and those of SizeStatistics.
_LISTS = {(6, 2): 5, (6, 3): 8, (7, 2): 6, (7, 3): 6}
_LONGEST_DECIMAL = 16  # bytes
_Fields = dict[tuple[int, ...], tuple[int, int]]  # kind and number by the fields and places that lead there


def read_parquet(path: Path, data: bytes, part: str, grid: Grid) -> None:
    """Read the rows of the file into the grid, numbered from 1. Raises InputError for a column that fits no
    cell, and ValueError where the file cannot be read.
    """
    name = shown(path)
    pa, parquet = optional("pyarrow", f"reading {name}"), optional("pyarrow.parquet", f"reading {name}")
    if data[:4] != b"PAR1" or data[-4:] != b"PAR1":
        raise ValueError("it does not begin and end as one")
    if part:
        raise ValueError(f"it is one table, without a part {part!r}")
    if len(data) - _footer(data) > _FOOTER:
        raise ValueError(f"its footer has more than {_FOOTER:,} bytes")
    most = {"thrift_string_size_limit": _FOOTER, "thrift_container_size_limit": _PARTS}
    about = parquet.ParquetFile(pa.BufferReader(data), **most).metadata
    leaves = [about.schema.column(at) for at in range(about.num_columns)]
    texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    file = parquet.ParquetFile(pa.BufferReader(data), metadata=about, read_dictionary=texts, **most)
    _check_columns(pa, name, file.schema_arrow, leaves)
    _add_up(name, data, about.num_row_groups, len(leaves))
    for at, column in enumerate(file.schema_arrow.names):
        grid.put(0, at, column)
    first = 1
    for group in range(about.num_row_groups):
        for batch in file.iter_batches(_ROWS, row_groups=[group], use_threads=False):
            for at, column in enumerate(batch.columns):
                for row, text in enumerate(_texts(pa, column), first):
                    if text:
                        grid.put(row, at, text)
            first += batch.num_rows


def _check_columns(pa: Any, name: str, schema: Any, leaves: list[Any]) -> None:
    """Raise InputError with all columns that fit no cell."""
    is_, problems = pa.types, list[Diagnostic]()
    plain = is_.is_boolean, is_.is_integer, is_.is_floating, is_.is_date, is_.is_timestamp, is_.is_null
    long = {leaf.path for leaf in leaves if leaf.length > _LONGEST_DECIMAL}
    for field in schema:
        inner = field.type
        if is_.is_list(inner) or is_.is_large_list(inner):
            inner = inner.value_type
        text = is_.is_dictionary(inner) and inner.value_type
        is_number = is_.is_decimal(inner) and field.name not in long and inner is field.type
        if is_number or text in (pa.string(), pa.large_string()) or any(kind(inner) for kind in plain):
            continue
        what = "values in values" if is_.is_nested(inner) else "bytes" if text else f"{inner} values"
        message = f"the column {field.name} holds {what}, which fit no cell"
        what = (
            "two columns have this name" if is_.is_string(inner) else "save the table without it, or as CSV"
        )
        problems.append(Diagnostic(Location(name), message, what))
    if problems or not leaves:
        raise InputError(problems) if problems else bad_input(name, "there is no column in it")


def _texts(pa: Any, array: Any) -> list[str]:
    """The texts of the cells of a column."""
    if pa.types.is_dictionary(array.type):
        words = _texts(pa, array.dictionary)
        return ["" if at is None else words[at] for at in array.indices.to_pylist()]
    if not pa.types.is_nested(array.type):
        return [_text(value) for value in array.to_pylist()]
    items, cells = iter(_texts(pa, array.flatten())), list[str]()
    for length in array.value_lengths().to_pylist():
        own = list(islice(items, length or 0))
        if sum(map(len, own)) > MOST_CHARACTERS:
            raise ValueError(f"a list has more than {MOST_CHARACTERS:,} characters")
        cells.append(", ".join(own))
    return cells


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).upper()
    if isinstance(value, float):
        return shown_values.number(repr(value))
    return shown_values.moment(value) if hasattr(value, "hour") else line_feeds(str(value))


def _add_up(name: str, data: bytes, groups: int, width: int) -> None:
    """Add up all rows, and all pages, where pyarrow will look for them.

    Raises InputError where that is too much, and ValueError for a page of an unusual kind. (What pyarrow has
    for this ends the process where the footer of a file is damaged.)
    """
    about, pages, size, cells = _Thrift(data, _footer(data)).fields(), 0, 0, 0
    rows = [_at(about, (*path, 3)) for path in about if path[0] == 4 and len(path) == 2]
    columns = [path for path in about if path[0] == 4 and path[2:3] == (1,) and path[4:] == (3,)]
    if len(rows) != groups or len(columns) != groups * width or min(rows, default=0) < 0:
        raise ValueError("its groups of rows have other columns")
    Grid(name).room_for(sum(rows) * width)
    for path in columns:
        values, length, start, words = (_at(about, (*path, field)) for field in (5, 7, 9, 11))
        thrift, seen = _Thrift(data, words if 0 < words < start else start), 0
        end = thrift.place + length
        while 0 < thrift.place < end:
            head = thrift.fields()
            kind, encoding = _HEADS.get(_at(head, (1,), 5), (0, 0))
            parts = (2,), (3,), (kind, 1), (kind, encoding)
            unpacked, packed, held, how = (_at(head, part, 5) for part in parts)
            if how not in _ENCODINGS or min(unpacked, packed, held) < 0:
                raise ValueError("its pages are packed in an unusual way")
            thrift.place += packed
            seen += held if kind != _HEADS[2][0] else 0  # not those of a dictionary
            pages, size, cells = pages + 1, size + unpacked, cells + held
            if pages > _PAGES or size > limits().workbook_xml_bytes:
                message = f"it has more than {limits().workbook_xml_bytes:,} bytes when it is unpacked"
                raise bad_input(name, message, raise_hint("workbook_xml_bytes"))
            Grid(name).room_for(cells // 2)  # the different values of a column are counted too
        if seen < values:
            raise ValueError("it ends too soon")


def _footer(data: bytes) -> int:
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def _at(fields: _Fields, path: tuple[int, ...], kind: int = 6) -> int:
    """The number in a place, of 64 bits or of 32 (5); -1 where there is no such number."""
    found, number = fields.get(path, (0, 0))
    return number if found == kind else -1


class _Thrift:
    """Structs in the compact form of Thrift, from a place on."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data, self.place = data, place

    def fields(self, above: tuple[int, ...] = ()) -> _Fields:
        """The kinds and numbers of the fields of a struct, and of what is in it, by their place."""
        found, field = _Fields(), 0
        while head := self._byte():
            field, kind = field + (head >> 4), head & 15
            if not head >> 4 or (*above, field) in found:
                raise ValueError("its parts are written in an unusual way")
            self._value(found, (*above, field), kind)
        return found

    def _value(self, found: _Fields, path: tuple[int, ...], kind: int) -> None:
        number = 0
        if kind == 9 and len(path) < 9:
            size = self._byte()
            length, inner = size >> 4 if size < 0xF0 else self._number(), size & 15
            if inner != _LISTS.get((len(path), path[-1]), 12):
                raise ValueError("its lists are written in an unusual way")
            for at in range(length):
                self._value(found, (*path, at), inner)
        elif kind == 12 and len(path) < 9:
            found |= self.fields(path)
        elif kind in (4, 5, 6):
            number = self._number()
            number = (number >> 1) ^ -(number & 1)
        elif kind in (7, 8):
            length = 8 if kind == 7 else self._number()
            self.place += length
        if kind not in (1, 2, 4, 5, 6, 7, 8, 9, 12) or (kind == 5 and abs(number) > 1 << 31) or len(path) > 8:
            raise ValueError("its parts are written in an unusual way")
        found[path] = kind, number

    def _byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def _number(self) -> int:
        value = 0
        for shift in range(0, 64, 7):
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ValueError("its numbers are too long")
