"""Delimited text: strict reading, places of cells, nothing lost."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_reader import read_csv

# A table of one column cannot tell an empty cell from a blank line, so it has two at least.
_cells = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=6)
_tables = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(_cells, min_size=width, max_size=width), max_size=6).map(
        lambda rows: ([f"C{n}" for n in range(width)], rows)
    )
)


@given(_tables, st.sampled_from(["\n", "\r\n"]))
def test_a_table_survives_writing_and_reading(table: tuple[list[str], list[list[str]]], end: str) -> None:
    header, rows = table
    text = format_csv(header, rows, line_ending=end).replace("\r\n", "\n")
    file = read_csv(Path("x.csv"), text=text)
    assert (list(file.header), list(map(list, file.rows))) == (header, rows)


@given(_tables)
def test_the_place_of_a_cell_is_where_it_is_written(table: tuple[list[str], list[list[str]]]) -> None:
    header, rows = table
    text = format_csv(header, rows, line_ending="\n")
    file = read_csv(Path("x.csv"), text=text)
    lines = text.split("\n")
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            place = file.at(row, column)
            rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
            written = rest[1:] if rest.startswith('"') else rest
            assert written.startswith(cell.replace('"', '""'))


@given(st.text(alphabet='ab;"\n', max_size=30))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        file = read_csv(Path("x.csv"), text=text)
    except InputError as error:
        assert all(problem.message for problem in error.diagnostics)
    else:
        assert all(len(row) == len(file.header) for row in file.rows)


@given(st.text(alphabet="ab; \n\x00é", max_size=40), st.sampled_from(["", "A;B\n", "A;B;C\n"]))
def test_the_quick_way_reads_what_the_careful_one_does(rest: str, header: str) -> None:
    def read() -> object:
        try:
            file = read_csv(Path("x.csv"), text=header + rest)
        except InputError as error:
            return error.diagnostics
        cells = product(range(len(file.line_numbers)), range(len(file.header)))
        places = [file.at(row, cell) for row, cell in cells]
        return file.header, list(map(tuple, file.rows)), list(file.line_numbers), places

    quick = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardtools.ground.tables.csv_reader._read_plain", lambda *_: None)
        assert read() == quick


def test_the_line_where_a_quote_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text('A;B\n\n1;2\n3;"x\ny\nz;5\n')
    with pytest.raises(InputError, match=r"^x\.csv:4:3: CSV010 quote: a quote is opened and never closed"):
        read_csv(Path("x.csv"))
    Path("x.csv").write_text('A;B\n1;"x"y\n')
    with pytest.raises(InputError, match=r"^x\.csv:2:5: CSV010 quote: text follows the closing quote"):
        read_csv(Path("x.csv"))
    Path("x.csv").write_text('A;B\n1;"x\n3;4\n5;"6"\n')
    with pytest.raises(InputError, match=r"^x\.csv:2:3: .* closed only on line 4, and text follows there"):
        read_csv(Path("x.csv"))


def test_a_large_file_is_read_as_a_small_one() -> None:
    # More rows than are read at a time, with blank lines and cells of several lines among them.
    rows = [[f"Card {n}", "a;b" if n % 5 else "x\ny\n", str(n % 7)] for n in range(30_000)]
    parts = [format_csv(["A", "B", "C"], [])] + [
        format_csv(row, []) + "\r\n" * (n % 3) for n, row in enumerate(rows)
    ]
    text = "".join(parts).replace("\r\n", "\n")
    file = read_csv(Path("x.csv"), text=text)
    assert list(map(list, file.rows)) == rows
    lines = text.split("\n")
    assert [lines[line - 1].split(";")[0] for line in file.line_numbers] == [row[0] for row in rows]
    assert [file.at(row).line for row in (0, 8191, 8192, 29_999)] == [
        file.line_numbers[row] for row in (0, 8191, 8192, 29_999)
    ]
    assert isinstance(read_csv(Path("x.csv"), text="A;B\n" + "1;2\n" * 20_000).line_numbers, range)


def test_no_line_is_too_long_to_be_read() -> None:
    cells = ["x" * 30_000] * 50
    file = read_csv(
        Path("x.csv"), text="\n".join([";".join(map(str, range(50))), ";".join(cells), "y;" * 49])
    )
    assert [len(cells[0]) for cells in file.columns] == [30_000] * 50
    assert file.line_numbers == range(2, 4)


def test_the_place_of_each_of_thousands_of_cells() -> None:
    file = read_csv(Path("x.csv"), text=";".join(f"C{n}" for n in range(4_000)) + "\n" + ";" * 3_999 + "\n")
    assert [file.at(0, index).column for index in range(4_000)] == list(range(1, 4_001))
