"""A Parquet file as rows.

In a file from a stranger a few bytes can stand for any number of values. Before pyarrow unpacks anything,
what its pages say of their size is added up; and a text that is repeated is there once.
"""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import line_feeds, shown
from cardtools.ground.optional_packages import optional
from cardtools.ground.tables.csv_document import MOST_CHARACTERS
from cardtools.ground.tables.workbooks import shown_values
from cardtools.ground.tables.workbooks.archive import Grid

_FOOTER, _PARTS = 500_000, 2_000  # bytes of what the end of a file says of it; columns, and groups of rows
_ROWS, _PAGE = 65_536, 20  # rows that are unpacked at once; cells for which a page counts at least
# How values of a page may be packed: not as DELTA_BYTE_ARRAY (7), where each repeats the one before.
_ENCODINGS = (0, 2, 3, 5, 6, 8, 9)
_HEADS = {0: (5, 2), 2: (7, 2), 3: (8, 4)}  # by type of page: the fields of its own head, and of the encoding
# What lists hold, by depth and field, if no structs: encodings, path_in_schema, and those of SizeStatistics.
_LISTS = {(6, 2): 5, (6, 3): 8, (7, 2): 6, (7, 3): 6}
_ThriftFields = dict[tuple[int, ...], int]  # numbers by the fields that lead there, and their kind


def read_parquet(path: Path, data: bytes, part: str, grid: Grid) -> None:
    """Read the rows of the file into the grid, numbered from 1. Raises InputError for columns that fit no
    cell, and ValueError where the file cannot be read.
    """
    name = shown(path)
    pa, parquet = optional("pyarrow", f"reading {name}"), optional("pyarrow.parquet", f"reading {name}")
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    if part or not data[:4] == data[-4:] == b"PAR1" or not 0 < footer >= len(data) - _FOOTER:
        raise ValueError(f"expected one whole table without parts, its footer of at most {_FOOTER:,} bytes")
    most = {"thrift_string_size_limit": _FOOTER, "thrift_container_size_limit": _PARTS}
    about = (plain := parquet.ParquetFile(pa.BufferReader(data), **most)).metadata
    leaves = [about.schema.column(at) for at in range(about.num_columns)]
    texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    file = parquet.ParquetFile(pa.BufferReader(data), metadata=about, read_dictionary=texts, **most)
    kinds = zip(file.schema_arrow, plain.schema_arrow.types, strict=True)
    wrong = {field.name: str(kind)[:60] for field, kind in kinds if not _fits(pa, field.type)}
    wrong |= {leaf.path: f"values of {leaf.length:,} bytes" for leaf in leaves if leaf.length > 16}
    said = (f"the column {column} holds {what}, which fits no cell" for column, what in wrong.items())
    if problems := [Diagnostic(Location(name), one, "save the table without it, or as CSV") for one in said]:
        raise InputError(problems)
    _add_up(name, data, footer, about.num_row_groups, len(leaves))
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


def _fits(pa: Any, kind: Any) -> bool:
    """Whether a cell can hold what a column does; a text is a word of a dictionary here."""
    if (is_ := pa.types).is_list(kind) or is_.is_large_list(kind):
        return not is_.is_nested(kind.value_type) and _fits(pa, kind.value_type)
    texts = is_.is_dictionary(kind) and kind.value_type in (pa.string(), pa.large_string())
    return bool(texts or is_.is_primitive(kind) or is_.is_null(kind) or is_.is_decimal(kind))


def _texts(pa: Any, array: Any) -> list[str]:
    """The texts of the cells of a column."""
    if pa.types.is_dictionary(array.type):
        words = _texts(pa, array.dictionary)
        return ["" if at is None else words[at] for at in array.indices.to_pylist()]
    if not pa.types.is_nested(array.type):
        return [line_feeds(shown_values.value(value)) for value in array.to_pylist()]
    items, cells = iter(_texts(pa, array.flatten())), list[str]()
    for length in array.value_lengths().to_pylist():
        own = list(islice(items, length or 0))
        if sum(map(len, own)) > MOST_CHARACTERS:
            raise ValueError(f"a list has more than {MOST_CHARACTERS:,} characters")
        cells.append(", ".join(own))
    return cells


def _add_up(name: str, data: bytes, footer: int, groups: int, width: int) -> None:
    """Add up all rows, and all pages, where pyarrow will look for them. (What pyarrow has for this ends the
    process where the footer is damaged.) Raises InputError where that is too much, and ValueError.
    """
    file, size, cells = BytesIO(data), 0, 0
    file.seek(footer)
    about = _fields(file)
    rows = [about.get((*path[:2], 3, 6), -1) for path in about if path[0] == 4 and len(path) == 3]
    columns = [path[:5] for path in about if path[0] == 4 and path[2:3] == (1,) and path[4:] == (3, 12)]
    if len(rows) != groups or not len(columns) == groups * width > 0 or min(rows) < 0:
        raise ValueError("its groups of rows have other columns, or none")
    Grid(name).room_for(sum(rows) * width)
    for path in columns:
        values, length, start, words = (about.get((*path, field, 6), -1) for field in (5, 7, 9, 11))
        place, seen = file.seek(words if 0 < words < start else start), 0
        end = place + length
        while file.tell() < end:
            head = _fields(file)
            kind, encoding = _HEADS.get(head.get((1, 5), -1), (0, 0))
            parts = (2, 5), (3, 5), (kind, 1, 5), (kind, encoding, 5)
            unpacked, packed, held, how = (head.get(part, -1) for part in parts)
            if how not in _ENCODINGS or min(unpacked, packed, held) < 0:
                raise ValueError("its pages are packed in an unusual way")
            file.seek(packed, 1)
            seen += held if kind != _HEADS[2][0] else 0  # not those of a dictionary
            size, cells = size + unpacked, cells + max(held, _PAGE)
            Grid(name).room_for_text(size)
            Grid(name).room_for(cells // 2)  # the different values of a column are counted too
        if seen < values:
            raise ValueError("it ends too soon")


def _fields(file: BytesIO, above: tuple[int, ...] = ()) -> _ThriftFields:
    """The numbers of a struct in the compact form of Thrift, and of what is in it."""
    found, field = _ThriftFields(), 0
    while head := file.read(1)[0]:
        field += head >> 4
        found |= _value(file, (*above, field), head & 15 if head >> 4 else 0)  # each field once, in order
    return found


def _value(file: BytesIO, path: tuple[int, ...], kind: int) -> _ThriftFields:
    found, number = {(*path, kind): 0}, 0
    if kind == 9:
        size = file.read(1)[0]
        number, inner = size >> 4 if size < 0xF0 else _number(file), size & 15
        kind = 9 if inner == _LISTS.get((len(path), path[-1]), 12) else 0
        for at in range(number if kind else 0):
            found |= _value(file, (*path, at), inner)
    elif kind == 12:
        found |= _fields(file, path)
    elif kind in (7, 8):
        file.seek(8 if kind == 7 else _number(file), 1)
    elif kind in (4, 5, 6):
        number = _number(file)
        found[*path, kind] = number >> 1 ^ -(number & 1)
    if kind not in (1, 2, 4, 5, 6, 7, 8, 9, 12) or (kind == 5 and number >> 32) or len(path) > 8:
        raise ValueError("its parts are written in an unusual way")
    return found


def _number(file: BytesIO) -> int:
    value = shift = 0
    while (byte := file.read(1)[0]) > 127 and shift < 63:
        value, shift = value | (byte & 127) << shift, shift + 7
    return value | byte << shift
