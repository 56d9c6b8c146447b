"""JSON files as tables: every form that games are kept in, and what a stranger's file must not do."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.json_records import read_json

CARDS = [{"name": "Ember Fox", "cost": 2}, {"name": "Tide Singer", "cost": 3}]


def rows(text: str, path: str = "") -> dict[int, dict[int, str]]:
    grid = Grid("cards.json")
    read_json(Path("cards.json"), text.encode("utf-8", "surrogatepass"), path, grid)
    return {line: grid.rows[line] for line in sorted(grid.rows)}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (json.dumps(CARDS), ""),
        (json.dumps({"cards": CARDS}), ""),
        (json.dumps({"cards": CARDS, "version": 3}), ""),
        (json.dumps({"data": {"cards": CARDS, "decks": []}}), "data.cards"),
        (json.dumps({"data": {"cards": CARDS}, "more": {"version": 3}}), ""),
        (json.dumps({"Ember Fox": {"cost": 2}, "Tide Singer": {"cost": 3}}), ""),
        (json.dumps({"EF": {"name": "Ember Fox", "cost": 2}, "TS": {"name": "Tide Singer", "cost": 3}}), ""),
        (json.dumps({"sets": {"base": {"Ember Fox": {"cost": 2}, "Tide Singer": {"cost": 3}}}}), "sets.base"),
        ("\n".join(map(json.dumps, CARDS)), ""),
    ],
    ids="array member one_list path only_list keys names path_of_keys lines".split(),
)
def test_records_are_found(text: str, path: str) -> None:
    header, *found = rows(text, path).values()
    assert header == {0: "name", 1: "cost"}
    assert found == [{0: "Ember Fox", 1: "2"}, {0: "Tide Singer", 1: "3"}]


def test_rows_are_the_lines_where_records_begin() -> None:
    assert list(rows(json.dumps(CARDS, indent=2))) == [0, 2, 6]
    assert list(rows(json.dumps(CARDS))) == [0, 1, 2]


def test_values_become_cells() -> None:
    record = {
        "stats": {"attack": 1.50, "flies": True},
        "types": ["Fox", "Fire"],
        "text": "Draw.\r\nThen",
        "no": None,
    }
    header, cells = rows(json.dumps([record])).values()
    assert dict(zip(header.values(), cells.values(), strict=True)) == {
        "stats.attack": "1.5", "stats.flies": "TRUE", "types": "Fox, Fire", "text": "Draw.\nThen",
    }  # fmt: skip
    assert rows('[{"cost": 1.50, "big": 123456789012345678901234567890}]')[1] == {
        0: "1.50",
        1: "123456789012345678901234567890",
    }


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        (
            '[{"name": "Fox"}\n{"name": "Owl"}]',
            "",
            "cards.json:2:1: this is no JSON: expecting ',' delimiter",
        ),
        ('[{"name" "Fox"}]', "", "cards.json:1:10: this is no JSON: expecting ':' delimiter"),
        ("[1, 2]", "", "value 1 of the list is no record"),
        ("[]", "", "there is no record in it"),
        ("7", "", "there is no list of records in it"),
        ('{"cards": [], "tokens": []}', "", "there are 2 lists in it"),
        ('{"a": {"b": [{}]}, "c": {"d": [{}]}}', "", "there are 2 lists in it"),
        ('{"cards": []}', "crads", "there is no 'crads' in it"),
        ('[{"a": 1}]', "cards", "there is no 'cards' in it"),
        ('[{"faces": [{"a": 1}]}]', "", "faces is a list of lists or objects"),
        ('[{"name": "\\ud800"}]', "", "half a letter"),
        ("[" * 100_000, "", "nested too deep"),
        ('[{"a": ' + '{"a": ' * 50 + "1" + "}" * 51 + "]", "", "nested too deep"),
        ("", "", "this is no JSON"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, path: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        rows(text, path)
    assert said in str(error.value)


@given(st.text(max_size=40) | st.text('[]{}":,a1\\n ', max_size=40), st.text(max_size=5))
def test_no_text_does_anything_else(text: str, path: str) -> None:
    with contextlib.suppress(InputError):
        rows(text, path)


CELL = st.text('abc,;"\n é', max_size=8).map(str.strip)


@given(
    st.lists(st.dictionaries(st.text("abc", min_size=1, max_size=3), CELL, min_size=1), min_size=1),
    st.booleans(),
)
def test_the_cells_are_those_of_the_records(records: list[dict[str, str]], indented: bool) -> None:
    found = rows(json.dumps(records, indent=2 if indented else None))
    header = found.pop(0, {})
    lines = [{header[column]: text for column, text in row.items()} for row in found.values()]
    assert lines == [kept for record in records if (kept := {k: v for k, v in record.items() if v})]
