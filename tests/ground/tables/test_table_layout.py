"""Where the table is on a sheet: ten spreadsheets as people have them, and what is never lost."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.tables.table_layout import TableLayout, TableReading, find_layout


def rows_of(text: str) -> dict[int, dict[int, str]]:
    """The filled cells of a drawing of a sheet: a line is a row, `|` stands between cells."""
    found = {}
    for line, cells in enumerate(csv.reader(text.strip("\n").split("\n"), delimiter="|"), 1):
        if row := {column: cell.strip() for column, cell in enumerate(cells) if cell.strip()}:
            found[line] = row
    return found


PLAIN = """
Name|Cost|Text
Ember Fox|2|Deal one damage.
Tide Singer|3|Draw a card.
"""
TITLE = """
My game v3
by me, 2026

Name|Cost|Text
Ember Fox|2|Deal one damage.
Tide Singer|3|Draw a card.
"""
TOTALS = """
Name;Anzahl;Kosten
Feuerfuchs;2;1,5
Wellensänger;3;2,5
Summe;5;4
""".replace(";", "|")
UNNAMED_TOTAL = """
Name|Type|Copies
Ember Fox|Beast|2
Tide Singer|Mage|3
||5
"""
GROUPS = """
|Front||Back|
Name|Title|Text|Title|Text
Ember Fox|Fox|Burn.|Cub|Wait.
Tide Singer|Mage|Sing.|Pupil|Learn.
"""
MERGED_DOWN = """
Name|Stats||Text
|Attack|Defence|
Ember Fox|2|1|Burn.
Tide Singer|1|3|Sing.
"""
BESIDE = """
Name|Cost||Legend
Ember Fox|2||Red: fire
Tide Singer|3||
Null Knight|1||
Moss Giant|4||
"""
SPACED = """
Name|Cost||Text|Art
Ember Fox|2||Burn.|fox.png
Tide Singer|3||Sing.|singer.png
"""
BLOCKS = """
Creatures of the first set
Name|Cost|Attack
Ember Fox|2|1
Tide Singer|3|2

Null Knight|1|1
Moss Giant|4|5

Playtesters|Since|Town
Ada|May|Ulm
Bo|June|Rom

checked by Bo, ask before you change it
"""
AGAIN = """
Name|Cost|Text
Ember Fox|2|Burn.
Name|Cost|Text
Tide Singer|3|Sing.
Total Eclipse|9|All cards are tapped.
"""


@pytest.mark.parametrize(
    ("sheet", "header", "lines", "left"),
    [
        (PLAIN, "Name Cost Text", (2, 3), ()),
        (TITLE, "Name Cost Text", (5, 6), ("rows 1 to 2 (above the headings)",)),
        (TOTALS, "Name Anzahl Kosten", (2, 3), ("row 4 (a total)",)),
        (UNNAMED_TOTAL, "Name Type Copies", (2, 3), ("row 4 (a total)",)),
        (GROUPS, "Name|Front Title|Front Text|Back Title|Back Text", (3, 4), ()),
        (MERGED_DOWN, "Name Attack Defence Text", (3, 4), ()),
        (BESIDE, "Name Cost", (2, 3, 4, 5), ("column D (beside the table)",)),
        (SPACED, "Name Cost Text Art", (2, 3), ()),
        (
            BLOCKS,
            "Name Cost Attack",
            (3, 4, 6, 7),
            ("row 1 (above the headings)", "rows 9 to 11 (another table)", "row 13 (a note)"),
        ),
        (AGAIN, "Name Cost Text", (2, 4, 5), ("row 3 (the headings again)",)),
    ],
    ids="plain title totals unnamed_total groups merged_down beside spaced blocks again".split(),
)
def test_the_table_is_found(sheet: str, header: str, lines: tuple[int, ...], left: tuple[str, ...]) -> None:
    found = find_layout(rows_of(sheet))
    assert found is not None
    assert found.header == tuple(header.split("|" if "|" in header else " "))
    assert found.lines == lines
    assert found.left_out == left


def test_it_says_what_was_taken_as_what() -> None:
    found = find_layout(rows_of(GROUPS))
    assert found is not None and found.about() == "the headings are in rows 1 to 2"
    found = find_layout(rows_of(TITLE), reading=TableReading(skip=(5,)))
    assert found is not None
    assert found.about() == (
        "the headings are in row 4; rows 1 to 2 (above the headings) left out; row 5 (skipped) left out"
    )


def test_the_headings_are_where_the_user_says() -> None:
    sheet = rows_of("a|b|c\nName|Type|Text\nEmber Fox|Beast|Burn.")
    by_itself, by_hand = find_layout(sheet), find_layout(sheet, reading=TableReading(2))
    assert by_itself is not None and by_itself.header == ("a", "b", "c")
    assert by_hand is not None and by_hand.header == ("Name", "Type", "Text")
    assert find_layout(sheet, reading=TableReading(9)) is None


def test_known_headings_win() -> None:
    sheet = rows_of("Ada|May\n\nName|Cost|Text\nEmber Fox|Two|Burn.\nOwl|One|Fly.")
    found = find_layout(sheet, known={"name", "cost"})
    assert found is not None and found.header == ("Name", "Cost", "Text")


def test_a_card_above_the_headings_is_no_title() -> None:
    """Rows that were shuffled are a fault, and no card is left out."""
    sheet = rows_of("Ember Fox|2|Burn.\nName|Cost|Text\nTide Singer|3|Sing.\nOwl|1|Fly.")
    found = find_layout(sheet, known={"name", "cost"})
    assert found is None or found.header_lines == (1,)


WORDS = st.text("abcdefgh ", min_size=1, max_size=12).map(str.strip).filter(bool)


@given(
    header=st.lists(WORDS, min_size=2, max_size=6, unique_by=str.casefold),
    names=st.lists(st.text("klmnopqr", min_size=3, max_size=9), min_size=1, max_size=9, unique=True),
    numbers=st.lists(st.integers(0, 99), min_size=9, max_size=9),
    title=st.lists(WORDS, max_size=3),
)
def test_no_card_is_lost(header: list[str], names: list[str], numbers: list[int], title: list[str]) -> None:
    """A table without gaps, below any titles, is taken whole."""
    rows = {line: {0: text} for line, text in enumerate(title, 1)}
    at = len(title) + 2
    rows[at] = dict(enumerate(header))
    for line, name in enumerate(names, at + 1):
        rows[line] = {0: name, **{column: str(numbers[line % 9]) for column in range(1, len(header))}}
    found = find_layout(rows)
    assert isinstance(found, TableLayout)
    assert found.header_lines == (at,)
    assert found.lines == tuple(range(at + 1, at + 1 + len(names)))
