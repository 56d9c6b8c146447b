"""Parquet files as tables, and what a stranger's file must not do.

Hostile files are written here byte by byte, because pyarrow writes none of them.
"""

from __future__ import annotations

import datetime
import decimal
import gzip
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.tables.workbooks.sheet import read_sheet

pa = pytest.importorskip("pyarrow", reason="the extra cardtools[large] is not installed")
parquet = pytest.importorskip("pyarrow.parquet")
NAMES = ["Ox", "Elk", None]
COLUMNS: dict[str, tuple[Any, list[str]]] = {
    "text": (["Ox", "Elk\r\nof the hill", None], ["Ox", "Elk\nof the hill", ""]),
    "number": ([1, None, -3], ["1", "", "-3"]),
    "share": ([1.5, 2.0, None], ["1.5", "2", ""]),
    "truth": ([True, False, None], ["TRUE", "FALSE", ""]),
    "day": ([datetime.date(2026, 1, 31), None, None], ["2026-01-31", "", ""]),
    "moment": ([datetime.datetime(2026, 1, 31, 10, 5), None, None], ["2026-01-31 10:05", "", ""]),
    "price": ([decimal.Decimal("1.50"), None, None], ["1.50", "", ""]),
    "tags": ([["wet", "old"], [], None], ["wet, old", "", ""]),
    "sizes": ([[1, 2], None, [3]], ["1, 2", "", "3"]),
    "a.b": (["x", "x", "y"], ["x", "x", "y"]),
}
WRITERS: list[dict[str, Any]] = [
    {}, {"use_dictionary": False, "compression": "gzip"}, {"data_page_version": "2.0", "compression": "zstd"},
    {"row_group_size": 1, "write_page_checksum": True}, {"version": "1.0", "write_statistics": False},
]  # fmt: skip


class Long(int):
    """A number of 64 bits."""


def packed(value: Any) -> tuple[int, bytes]:
    """The kind and the bytes of a value in the compact form of Thrift."""
    if isinstance(value, int):
        return 6 if isinstance(value, Long) else 5, short(value << 1 if value >= 0 else ~(value << 1))
    if isinstance(value, bytes):
        return 8, short(len(value)) + value
    if isinstance(value, list):
        parts = [packed(one) for one in value]
        return 9, bytes([0xF0 | parts[0][0]]) + short(len(parts)) + b"".join(part for _, part in parts)
    found, before = b"", 0
    for field, one in value.items():
        kind, part = packed(one)
        found += bytes([(field - before) << 4 | kind]) + part
        before = field
    return 12, found + b"\0"


def short(number: int) -> bytes:
    """A number in as many bytes as it needs."""
    return bytes([number & 127 | 128]) + short(number >> 7) if number > 127 else bytes([number])


def head(size: int, unpacked: int, **more: Any) -> bytes:
    """The head of a page of this size; its own values are given by their field, as f5."""
    kind = {"f5": 0, "f7": 2}[next(iter(more))]
    own = {int(field[1:]): value for field, value in more.items()}
    return packed({1: kind, 2: unpacked, 3: size, **own})[1]


def repeating(count: int) -> bytes:
    """A page in which the first word of the dictionary stands so often, as one run of a few bytes."""
    run = b"\0" + short(count << 1)
    return head(len(run), len(run), f5={1: count, 2: 8, 3: 3, 4: 3}) + run


def words(*texts: bytes) -> bytes:
    """The page of a dictionary."""
    data = b"".join(len(text).to_bytes(4, "little") + text for text in texts)
    return head(len(data), len(data), f7={1: len(texts), 2: 0}) + data


def written(
    pages: bytes,
    values: int,
    data_at: int = 4,
    *,
    rows: int = 0,
    codec: int = 0,
    schema: Any = None,
    columns: int = 1,
    more: Any = (),
) -> bytes:
    """A file with one column of texts, whose pages these are."""
    about = {1: 6, 2: [0], 3: [b"name"], 4: codec, 5: Long(values), 6: Long(len(pages)), 7: Long(len(pages))}
    about |= {9: Long(data_at)} | ({11: Long(4)} if data_at > 4 else {})
    column = {2: Long(4), 3: {**about, **dict(more)}}
    root, leaf = {4: b"root", 5: 1}, {1: 6, 3: 0, 4: b"name", 6: 0}
    group = {1: [column] * columns, 2: Long(len(pages)), 3: Long(rows or values)}
    footer = packed({1: 1, 2: schema or [root, leaf], 3: Long(rows or values), 4: [group]})[1]
    return b"PAR1" + pages + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def repeated(word: bytes, count: int) -> bytes:
    """A file with a word so often, in a page of a few bytes."""
    return written(words(word) + repeating(count), count, 4 + len(words(word)))


def unpacked(size: int) -> bytes:
    """A file with a page that is so large when it is unpacked."""
    data = gzip.compress(size.to_bytes(4, "little") + b"a" * size)
    return written(head(len(data), size + 4, f5={1: 1, 2: 0, 3: 3, 4: 3}) + data, 1, codec=2)


def nested(depth: int) -> bytes:
    """A file whose column lies so deep in others."""
    groups: list[dict[int, Any]] = [{3: 0, 4: b"g", 5: 1} for _ in range(depth)]
    schema = [{4: b"root", 5: 1}, *groups, {1: 6, 3: 0, 4: b"name", 6: 0}]
    return written(words(b"Ox") + repeating(3), 3, 4 + len(words(b"Ox")), schema=schema)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "cards.parquet"


def cells(path: Path) -> list[tuple[str, ...]]:
    sheet, layout = read_sheet(path)
    assert layout is None
    return [sheet.header, *sheet.rows]


@pytest.mark.parametrize("options", WRITERS)
def test_columns_are_read_as_people_write_them(path: Path, options: dict[str, Any]) -> None:
    parquet.write_table(pa.table({key: given for key, (given, _) in COLUMNS.items()}), path, **options)
    before = path.read_bytes()
    expected = [tuple(COLUMNS), *zip(*(shown for _, shown in COLUMNS.values()), strict=True)]
    assert cells(path) == expected
    assert path.read_bytes() == before


def test_findings_name_the_number_of_the_row(path: Path) -> None:
    parquet.write_table(pa.table({"name": ["Ox", None, "Elk"], "cost": [1, None, 2]}), path)
    sheet, _ = read_sheet(path)
    assert (sheet.at(1, "cost").line, sheet.at(1, "cost").column) == (3, 2)


def test_a_file_that_is_written_by_hand_is_read(path: Path) -> None:
    path.write_bytes(repeated(b"Ox", 3))
    assert cells(path) == [("name",), ("Ox",), ("Ox",), ("Ox",)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (written(repeating(3), 3, rows=10**12), "the sheet has more than 1,000,000 cells"),
        (repeated(b"Ox", 1 << 30), "the sheet has more than 1,000,000 cells"),
        (written(words(b"Ox") + repeating(1 << 30), 3, 4 + len(words(b"Ox"))), "more than 1,000,000 cells"),
        (repeated(b"a" * 30_000, 900_000), "more than 100,000,000 bytes when it is unpacked"),
        (repeated(b"a" * 1_000_000, 900_000), "a cell has 1,000,000 characters"),
        (unpacked(120_000_000), "more than 100,000,000 bytes when it is unpacked"),
        (written(head(9, 1 << 30, f5={1: 3, 2: 0, 3: 3, 4: 3}) + b"a" * 9, 3), "when it is unpacked"),
        (
            written(head(9, 9, f5={1: 3, 2: 7, 3: 3, 4: 3}) + b"a" * 9, 3),
            "pages are packed in an unusual way",
        ),
        (nested(1), "the column g holds struct.* fits no cell"),
        (nested(1_900), "the column g holds struct|cannot be read as a Parquet file"),
        (nested(5_000), "cannot be read as a Parquet file"),
        (repeated(b"Ox", 3)[:-3], "cannot be read as a Parquet file: expected one whole table"),
        (b"PAR1" + b"\xff\xff\xff\x7f" + b"PAR1", "its footer of at most 500,000 bytes"),
        (written(repeating(3), 3, more={16: {3: [Long(1), Long(2)]}}), "cannot be read as a Parquet file"),
        (
            written(b"", 3, columns=2),
            "cannot be read as a Parquet file: its groups of rows have other columns",
        ),
        (written(b"", 3), "cannot be read as a Parquet file: it ends too soon"),
        (written(b"\x15" * 40, 3), "cannot be read as a Parquet file"),
        (repeated(b"\xff", 3), "cannot be read as a Parquet file"),
    ],
    ids="rows run run-beyond word long-word gzip claim prefixes nested deep deeper cut footer histogram "
    "columns empty head letters".split(),
)
def test_a_small_file_cannot_grow_without_bound(path: Path, data: bytes, said: str) -> None:
    path.write_bytes(data)
    tracemalloc.start()
    with pytest.raises(InputError, match=said) as raised:
        cells(path)
    assert tracemalloc.get_traced_memory()[1] < 300_000_000
    tracemalloc.stop()
    assert len(raised.value.diagnostics) == 1


def test_all_columns_that_fit_no_cell_are_named(path: Path) -> None:
    whole = decimal.Decimal(10**50)
    of = {
        "a": [{"b": 1}],
        "big": [[whole]],
        "c": [[["d"]]],
        "e": [b"f"],
        "g": [datetime.time(1)],
        "ok": ["x"],
    }
    parquet.write_table(pa.table(of), path)
    with pytest.raises(InputError) as raised:
        cells(path)
    assert [one.message for one in raised.value.diagnostics] == [
        f"the column {name} holds {kind}, which fits no cell"
        for name, kind in (
            ("a", "struct<b: int64>"), ("c", "list<element: list<element: string>>"), ("e", "binary"),
            ("big.list.element", "values of 22 bytes"),
        )
    ]  # fmt: skip


def test_two_columns_of_one_name_are_named(path: Path) -> None:
    parquet.write_table(pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["n", "n"]), path)
    with pytest.raises(InputError, match="the column n holds string, which fits no cell"):
        cells(path)


def test_a_list_without_end_is_refused(path: Path) -> None:
    parquet.write_table(pa.table({"tags": [["wet" * 1_000] * 100]}), path)
    with pytest.raises(InputError, match="a list has more than 32,767 characters"):
        cells(path)


def test_a_parquet_file_is_a_card_table_that_nothing_writes(path: Path, cardtools: Any) -> None:
    parquet.write_table(pa.table({"NAME": ["Ox", "Elk"], "TEXT": ["a  b", None]}), path)
    path.with_name("cardtools.toml").write_text('[cards]\ndatabase = "cards.parquet"\n')
    before = path.read_bytes()
    assert "cards.parquet:1:2: CSV012" in cardtools("validate", "--no-art").out
    run = cardtools("validate", "--no-art", "--fix")
    assert "cardtools does not write workbooks; change these cells there" in run.out + run.err
    assert "expected one whole table without parts" in cardtools("validate", f"{path.name}#x").err
    assert path.read_bytes() == before
