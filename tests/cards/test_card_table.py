"""Reading card databases: aliases, types, and every fault with its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st
from ttcg import COLUMNS

from cardtools.cards.cells import read_column
from cardtools.cards.table import CardTable, read_cards
from cardtools.ground.errors import InputError
from cardtools.ground.tables.csv_reader import find_delimiter
from cardtools.rulesets import Ruleset

Write = Callable[[str, str | bytes], Path]
UNIT = (
    "Tide Singer;Water;Aquatic, Fairy;1;tide.png;245;255;Draw a card.;Gain one point.;"
    "T1aBcD00d1e2Fz;0;60;None;Latent"
)
SPELL = "Tide Orb;Spell;;2;orb.png;+5;-10;Draw a card.;Gain one point.;T1aBcD00d1e2FZ;0;30;;primed"


@cache
def ttcg() -> Ruleset:
    return built_in_ruleset("ttcg")


def read(write: Write, *lines: str, name: str = "cards.csv") -> CardTable:
    return read_cards(write(name, "\n".join((COLUMNS, *lines)) + "\n"), ttcg())


def faults(write: Write, content: str | bytes) -> str:
    with pytest.raises(InputError) as error:
        read_cards(write("cards.csv", content), ttcg())
    return str(error.value)


def test_cells_become_values_as_the_ruleset_types_them(write: Write) -> None:
    unit, spell = read(write, UNIT, SPELL).cards
    assert unit.name == "Tide Singer"
    assert unit.values["SUBTYPES"] == ("Aquatic", "Fairy")
    assert (unit.values["LEVEL"], unit.values["ATTACK"], unit.values["TRANSPARENCY"]) == (1, 245, 60)
    assert (spell.values["ATTACK"], spell.values["DEFENSE"], spell.values["SUBTYPES"]) == (5, -10, None)
    assert spell.raw["ATTACK"] == "+5"


def test_words_are_read_as_they_are_meant(write: Write) -> None:
    unit, spell = read(write, UNIT, SPELL).cards
    assert [unit.values["EFFECT1_STYLE"], unit.values["EFFECT2_STYLE"]] == ["Normal", "Latent"]
    assert [spell.values["EFFECT1_STYLE"], spell.values["EFFECT2_STYLE"]] == ["Normal", "Dormant"]
    assert spell.raw["EFFECT2_STYLE"] == "primed"


def test_rank_is_a_name_of_the_column_level(write: Write) -> None:
    table = read_cards(write("cards.csv", f"{COLUMNS.replace('LEVEL', 'RANK')}\n{UNIT}\n"), ttcg())
    assert table.cards[0].values["LEVEL"] == 1
    assert "LEVEL" in table.columns
    assert str(table.place(0, "LEVEL")) == "cards.csv:2:34"


def test_columns_the_file_lacks_are_empty(write: Write) -> None:
    card = read(write, UNIT).cards[0]
    assert card.values["BASE_ATTACK"] is None
    assert "BASE_ATTACK" not in card.raw


def test_unknown_columns_are_kept_and_only_near_misses_are_reported(write: Write) -> None:
    table = read_cards(write("cards.csv", f"{COLUMNS};ARTIST;BASE_ATACK\n{UNIT};Ada;\n"), ttcg())
    assert table.cards[0].values["ARTIST"] == "Ada"
    (problem,) = table.problems
    assert str(problem) == (
        f"cards.csv:1:{len(COLUMNS) + 9}: CSV005 unknown-column: warning: unknown column BASE_ATACK\n"
        "  help: did you mean BASE_ATTACK?"
    )


def test_no_two_columns_are_taken_for_one(write: Write) -> None:
    two = read_cards(write("cards.csv", f"{COLUMNS};BASE_ATACK;BASE_ATTAK\n{UNIT};;\n"), ttcg())
    assert [problem.hint for problem in two.problems] == ["did you mean BASE_ATTACK?"]
    # RANK is another name of LEVEL, which is there.
    assert not read_cards(write("cards.csv", f"{COLUMNS};RANKK\n{UNIT};\n"), ttcg()).problems


def test_bom_and_windows_line_ends_are_read(write: Write) -> None:
    content = b"\xef\xbb\xbf" + f"{COLUMNS}\r\n{UNIT}\r\n{SPELL}\r\n".encode()
    assert [card.name for card in read_cards(write("cards.csv", content), ttcg()).cards] == [
        "Tide Singer",
        "Tide Orb",
    ]


def test_a_table_without_cards_has_no_cards(write: Write) -> None:
    assert read(write).cards == ()


def test_numbers_in_odd_forms_are_read_and_reported(write: Write) -> None:
    table = read(write, UNIT.replace(";245;255;", ";0245;255.0;"))
    assert (table.cards[0].values["ATTACK"], table.cards[0].values["DEFENSE"]) == (245, 255)
    assert [problem.code for problem in table.problems] == ["CRD017", "CRD017"]
    assert table.problems[0].message == "Tide Singer: ATTACK '0245' is an unusual way to write 245"


def test_white_space_is_not_part_of_a_value(write: Write) -> None:
    table = read(write, UNIT.replace("Tide Singer", "Tide Singer ").replace("Water", "Wa\u200bter\u00a0"))
    assert (table.cards[0].values["NAME"], table.cards[0].values["TYPE"]) == ("Tide Singer", "Water")
    assert (table.cards[0].raw["NAME"], table.problems) == ("Tide Singer ", ())


@pytest.mark.parametrize("text", ["II", "1.5", "--5", "٣", "1e3", "9" * 5000, "5-"])
def test_other_texts_are_no_numbers(write: Write, text: str) -> None:
    table = read(write, UNIT.replace(";245;", f";{text};"))
    assert table.cards[0].values["ATTACK"] is None
    assert [problem.code for problem in table.problems] == ["CRD002"]


def test_a_missing_column_is_named(write: Write) -> None:
    text = faults(write, COLUMNS.replace("SERIAL", "SERAIL").replace("LEVEL;", "") + "\n")
    assert "CSV004 missing-column: there is no column LEVEL (or RANK)" in text
    assert "there is no column SERIAL\n  help: rename SERAIL?" in text


@pytest.mark.parametrize("sign", [";", ",", "\t", "|"])
def test_the_header_says_what_separates_the_cells(write: Write, sign: str) -> None:
    cells = UNIT.replace("Aquatic, Fairy", "Fairy").split(";")
    cells[7] = f'"Draw a card{sign} then discard one."'
    text = f"{COLUMNS.replace(';', sign)}\n{sign.join(cells)}\n"
    table = read_cards(write("cards.csv", text), ttcg())
    assert table.file.delimiter == sign
    assert table.cards[0].raw["EFFECT1"] == f"Draw a card{sign} then discard one."
    assert table.place(0, "EFFECT2").column == len(sign.join(cells[:8])) + 2


@pytest.mark.parametrize(
    ("header", "sign"),
    [
        ("NAME", ";"),
        ("", ";"),
        ("NAME, title;COST", ";"),
        ('"NAME; title",COST', ","),
        ('"NAME\n; title",COST', ","),
        ("NAME, title\tCOST|GOLD\tTEXT", "\t"),
        ("NAME|COST", "|"),
        ("\n\nNAME,COST\n1;2", ","),
    ],
)
def test_quotes_hide_separators_and_in_doubt_it_is_a_semicolon(header: str, sign: str) -> None:
    assert find_delimiter(f"{header}\n") == sign


def test_a_header_without_any_separator_is_one_error(write: Write) -> None:
    assert faults(write, 'NAME:TYPE\n"Thalmyra": Voice\n').startswith(
        "cards.csv:1:1: CSV003 wrong-delimiter: 1 column found, 14 expected"
    )


def test_rows_without_content_are_one_warning_each(write: Write) -> None:
    table = read(write, UNIT, ";" * 13, SPELL)
    assert [str(problem.location) for problem in table.problems] == ["cards.csv:3:1"]
    assert [(card.row, card.name) for card in table.cards] == [(0, "Tide Singer"), (1, "Tide Orb")]
    assert table.place(1, "NAME").line == 4


def test_ragged_rows_are_all_reported(write: Write) -> None:
    text = faults(write, f"{COLUMNS}\n{UNIT};more\n{SPELL}\n{UNIT.rpartition(';')[0]}\n")
    assert "cards.csv:2: CSV008 ragged-row: the row has 1 cell too many" in text
    assert "cards.csv:4: CSV008 ragged-row: the row has 1 cell too few" in text


def test_duplicate_columns_are_refused_under_any_name(write: Write) -> None:
    assert "there are two columns NAME" in faults(write, f"{COLUMNS};NAME\n")
    assert "LEVEL and RANK are the same column" in faults(write, f"{COLUMNS};RANK\n")


def test_a_file_that_is_not_utf8_says_where(write: Write) -> None:
    text = faults(write, f"{COLUMNS}\nTide Sing\x81r".encode("latin-1"))
    assert text.startswith("cards.csv:2:10: CSV002 encoding: not UTF-8 at line 2, byte 10")


@given(st.lists(st.text(max_size=8), min_size=1, max_size=20))
def test_no_text_makes_a_column_lose_a_row(texts: list[str]) -> None:
    for field in ttcg().fields.values():
        column = read_column(texts, field)
        assert len(column.values) == len(texts)
        assert all(column.values[row] is None for row in column.unusable)


@given(st.integers(-(10**9), 10**9))
def test_a_written_number_is_read_back(number: int) -> None:
    column = read_column([f"{number:+d}", str(number)], ttcg().fields["ATTACK"])
    assert (column.values, column.problems) == ([number, number], [])
