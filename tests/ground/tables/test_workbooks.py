"""Sheets of workbooks as tables: the cells as people see them, their places, and hostile files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workbook_files import archive, letters, ods, ods_rows, xlsx, xlsx_rows

from cardtools.ground.errors import InputError, Location, column_letters
from cardtools.ground.tables.workbooks import is_workbook, split_sheet
from cardtools.ground.tables.workbooks.sheet import WorkbookSheet, read_sheet

ROWS = [
    ["NAME", "COST", "FOIL", "TEXT"],
    ["Rust", 3, True, "Draw;\na card."],
    [None] * 4,
    ["Moss", 0.1, False],
]


def read(data: bytes, name: str = "cards.xlsx") -> WorkbookSheet:
    return read_sheet(Path(name), data)[0]


def cells(data: bytes, name: str = "cards.xlsx") -> list[tuple[str, ...]]:
    return list(read(data, name).rows)


def refusal(data: bytes, name: str = "cards.xlsx") -> str:
    with pytest.raises(InputError) as error:
        read(data, name)
    return str(error.value)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("c.xlsx", xlsx({"S": xlsx_rows(ROWS)})),
        ("c.xlsm", xlsx({"S": xlsx_rows(ROWS)})),
        ("c.ods", ods({"S": ods_rows(ROWS)})),
    ],
)
def test_cells_are_what_a_person_sees_and_empty_rows_are_passed_over(name: str, data: bytes) -> None:
    sheet = read(data, name)
    assert sheet.header == ("NAME", "COST", "FOIL", "TEXT")
    assert list(sheet.rows) == [("Rust", "3", "TRUE", "Draw;\na card."), ("Moss", "0.1", "FALSE", "")]
    assert list(sheet.line_numbers) == [2, 4]
    assert str(sheet.at(1, "TEXT")) == f"{name}:D4"
    assert sheet.cell_at(sheet.at(1, "TEXT")) == (1, 3)
    assert sheet.cell_at(sheet.at_header(2)) == (-1, 2)
    start, end = sheet.span(sheet.at(0, "TEXT"))
    assert sheet.text_lines[1][start:end] == "Draw; a card."


@given(
    st.lists(
        st.lists(
            st.one_of(
                st.none(), st.booleans(), st.integers(-9999, 9999), st.text("ab ;\"'<&\nä", min_size=1)
            ),
            max_size=4,
        ),
        max_size=6,
    )
)
def test_both_formats_give_the_same_table(rows: list[list[str | int | bool | None]]) -> None:
    table = [["A", "B", "C", "D"], *rows]
    assert cells(xlsx({"S": xlsx_rows(table)})) == cells(ods({"S": ods_rows(table)}), "cards.ods")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("3.0", "3"),
        ("0.30000000000000004", "0.3"),
        ("1E3", "1000"),
        ("-12", "-12"),
        ("1.5e-7", "1.5e-07"),
        ("007", "7"),
    ],
)
def test_numbers_are_short(written: str, shown: str) -> None:
    row = f'<row><c t="str"><v>N</v></c></row><row><c><v>{written}</v></c></row>'
    assert cells(xlsx({"S": row})) == [(shown,)]


STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\.\\ mmm&quot;s&quot; yy;@"/>'
    '<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="164"/>'
    '<xf numFmtId="165"/><xf numFmtId="9"/></cellXfs>'
)


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ('<c s="1"><v>45413</v></c>', "2024-05-01"),
        ('<c s="2"><v>45413.4375</v></c>', "2024-05-01 10:30"),
        ('<c s="3"><v>0.4375</v></c>', "10:30"),
        ('<c s="4"><v>45413</v></c>', "2024-05-01"),
        ('<c s="5"><v>3</v></c>', "3"),
        ('<c s="6"><v>0.07</v></c>', "7%"),
        ('<c s="1"><v>1</v></c>', "1900-01-01"),
        ('<c s="1"><v>1e300</v></c>', "1e300"),
        ('<c t="d"><v>2024-05-01T00:00:00</v></c>', "2024-05-01"),
        ('<c t="s"><v>0</v></c>', "Rust and rain"),
        ('<c t="s"><v>1</v></c>', "東京"),
        ('<c t="e"><v>#N/A</v></c>', "#N/A"),
        ('<c t="str"><f>A1&amp;"x"</f><v>a_x000D_&#10;b_x005F_c</v></c>', "a\nb_c"),
        ('<c t="str"><v>_xD800_NAME_xDFFF_</v></c>', "_xD800_NAME_xDFFF_"),  # no letters by themselves
        ('<c t="n"><f>1+2</f><v>3</v></c>', "3"),
    ],
)
def test_an_xlsx_cell_of_each_type(cell: str, shown: str) -> None:
    shared = (
        '<si><r><t>Rust</t></r><r><rPr/><t xml:space="preserve"> and rain</t></r></si>'
        "<si><t>東京</t><rPh><t>トウキョウ</t></rPh></si>"
    )
    rows = f'<row><c t="str"><v>N</v></c></row><row>{cell}</row>'
    assert cells(xlsx({"S": rows}, shared, STYLES)) == [(shown,)]


def test_dates_may_begin_with_1904() -> None:
    rows = '<row><c t="str"><v>N</v></c></row><row><c s="1"><v>43951</v></c></row>'
    assert cells(xlsx({"S": rows}, styles=STYLES, properties='<workbookPr date1904="1"/>')) == [
        ("2024-05-01",)
    ]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ('office:value-type="date" office:date-value="2024-05-01"><text:p>1 May</text:p>', "2024-05-01"),
        ('office:value-type="date" office:date-value="2024-05-01T10:30:00"><text:p/>', "2024-05-01 10:30"),
        ('office:value-type="time" office:time-value="PT10H30M00S"><text:p/>', "10:30"),
        ('office:value-type="percentage" office:value="0.5"><text:p/>', "50%"),
        ('office:value-type="currency" office:value="2.5"><text:p>2.50 €</text:p>', "2.5"),
        ('><text:p>a<text:s text:c="2"/>b<text:tab/><text:span>c</text:span></text:p>', "a  b\tc"),
        ("><office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p>", "a"),
    ],
)
def test_an_ods_cell_of_each_type(cell: str, shown: str) -> None:
    rows = (
        f"{ods_rows([['N']])}<table:table-row><table:table-cell {cell}</table:table-cell></table:table-row>"
    )
    assert cells(ods({"S": rows}), "c.ods") == [(shown,)]


def test_repeated_cells_of_an_ods_are_repeated() -> None:
    rows = (
        f"{ods_rows([['A', 'B', 'C']])}"
        '<table:table-row table:number-rows-repeated="2">'
        '<table:table-cell table:number-columns-repeated="2"/>'
        '<table:table-cell office:value-type="float" office:value="1"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048573">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    sheet = read(ods({"S": rows}), "c.ods")
    assert list(sheet.rows) == [("", "", "1")] * 2


def test_the_first_visible_sheet_is_read_unless_another_is_named() -> None:
    sheets = {name: xlsx_rows([[name], ["x"]]) for name in ("Notes", "Units", "Spells 2")}
    data = xlsx(sheets, hidden="Notes")
    assert read(data).header == ("Units",)
    assert read(data, "cards.xlsx#Spells 2").header == ("Spells 2",)
    assert str(read(data, "cards.xlsx#Notes").at(0)) == "cards.xlsx#Notes:A2"
    assert read(data, "cards.xlsx#2").header == ("Spells 2",)
    assert read(xlsx({"B": xlsx_rows([["B"]]), "1": xlsx_rows([["one"]])}), "cards.xlsx#1").header == ("one",)
    assert "there is no sheet '4'" in refusal(data, "cards.xlsx#4")
    assert "there is no sheet '²'" in refusal(data, "cards.xlsx#²")
    assert (
        refusal(data, "cards.xlsx#Unit")
        == "cards.xlsx: there is no sheet 'Unit'\n  help: did you mean Units?"
    )


def test_faults_of_the_header_and_of_rows_are_at_their_cells() -> None:
    text = refusal(xlsx({"S": xlsx_rows([["A", None, "A"], ["1", "2", "3", "4"]])}))
    assert "cards.xlsx:B1: column 2 has no name" in text
    assert "cards.xlsx:C1: CSV006 duplicate-column" in text
    assert "cards.xlsx:D2: CSV008 ragged-row: a cell to the right of the header, which ends at C1" in text
    assert "the sheet is empty" in refusal(xlsx({"S": xlsx_rows([[None]])}))


@given(st.integers(1, 20_000))
def test_columns_have_letters(number: int) -> None:
    assert column_letters(number) == letters(number)
    assert str(Location("a.ods#B", 3, number)) == f"a.ods#B:{letters(number)}3"


def test_only_a_workbook_has_sheets() -> None:
    assert split_sheet(Path("a/b.XLSX#C#D")) == (Path("a/b.XLSX"), "C#D")
    assert split_sheet(Path("a#b.csv")) == (Path("a#b.csv"), "")
    assert [is_workbook(Path(name)) for name in ("a.xlsx", "a.ods#B", "a.csv", "xlsx")] == [
        True,
        True,
        False,
        False,
    ]


# Hostile workbooks

MANY = (
    '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
    'table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>'
)

CORNER = f'{xlsx_rows([["A"]])}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("c.xlsx", xlsx({"S": CORNER}), "a cell to the right of the header"),
        (
            "c.xlsx",
            xlsx({"S": f'{xlsx_rows([["A"]])}<row r="99999999"><c><v>1</v></c></row>'}),
            "cannot be read",
        ),
        ("c.xlsx", xlsx({"S": '<row><c r="XFD1"><v>1</v></c></row>'}), "there are 16,384 columns"),
        ("c.xlsx", archive({"xl/workbook.xml": BOMB + "<x/>"}), "document type"),
        ("c.ods", archive({"content.xml": BOMB + "<x>&b;</x>"}), "document type"),
        (
            "c.xlsx",
            archive({"xl/workbook.xml": b" " * 100_000_001}),
            "more than 100,000,000 bytes when it is unpacked",
        ),
        ("c.xlsx", archive({}), "cannot be read as a workbook"),
        ("c.xlsx", b"NAME;COST\n", "cannot be read as a workbook"),
        ("c.xlsx", b"\xd0\xcf\x11\xe0" + bytes(500), "it is an xls file or has a password"),
        ("c.xlsx", xlsx({"S": '<row><c t="s"><v>7</v></c></row>'}), "cannot be read as a workbook"),
        ("c.xlsx", xlsx({"S": "<row><c t"}), "cannot be read as a workbook"),
        (
            "c.ods",
            ods({"S": MANY}),
            "more than 1,000,000 cells",
        ),
        (
            "c.ods",
            ods(
                {
                    "S": "<table:table-row><table:table-cell><text:p>"
                    + '<text:s text:c="999999999"/>' * 9999
                    + "</text:p></table:table-cell></table:table-row>"
                }
            ),
            "CSV020 endless-cell",
        ),
    ],
)
def test_a_hostile_workbook_is_one_error(name: str, data: bytes, why: str) -> None:
    assert why in refusal(data, name)


@pytest.mark.parametrize("name", ["c.xlsx", "c.ods"])
@given(at=st.integers(0, 5000), bits=st.integers(1, 255))
def test_a_damaged_workbook_is_read_or_refused(name: str, at: int, bits: int) -> None:
    data = bytearray(ods({"S": ods_rows(ROWS)}) if name.endswith("ods") else xlsx({"S": xlsx_rows(ROWS)}))
    data[at % len(data)] ^= bits
    with suppress(InputError):
        read(bytes(data), name)
