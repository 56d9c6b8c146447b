"""A designer's own tables: any separator and encoding, workbooks, own headings, numbers of copies."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from workbook_files import ods, ods_rows, xlsx, xlsx_rows

ROOT = Path(__file__).parents[2]
Write = Callable[[str, str | bytes], Path]
PROJECT = """
ruleset = "rules.toml"
[columns]
NAME = "Card title"
COST = "Cost (gold)"
[cards]
database = "{database}"
quantity = "HOW_MANY"
art = []
[[faces]]
face = "face.toml"
"""
RULES = """
[ruleset]
id = "orchard"
version = "1"
[fields.NAME]
required = true
[fields.COST]
type = "int"
min = 0
max = 9
[fields.TEXT]
"""
FACE = """
[card]
width = 63.5
height = 88.9
[fonts]
plain = "font.ttf"
[styles.plain]
font = "plain"
size = 12
[elements.name]
kind = "text"
style = "plain"
left = 5
top = 5
width = 50
height = 10
text = "{{ NAME }} {{ COST }}"
"""
ROWS: Sequence[Sequence[str | int | None]] = [
    ["Card title", "Cost (gold)", "TEXT", "HOW_MANY"],
    ["Appel  tree", 3, "Draw one, or two; or – three.", 2],
    ["Pear ", 9, "Lose “one”.", 1],
    ["Plüm", 1, "Kéep.", 3],
]


@pytest.fixture
def game(write: Write) -> None:
    write("rules.toml", RULES)
    write("face.toml", FACE)
    for name in ("templates/sheets/3x3.toml", "templates/fonts/AlegreyaSans-Regular.ttf"):
        write(name if name.endswith("toml") else "font.ttf", (ROOT / name).read_bytes())
    write(
        "templates/fonts/AlegreyaSans-Regular.ttf",
        (ROOT / "templates/fonts/AlegreyaSans-Regular.ttf").read_bytes(),
    )


def text(sign: str, rows: Sequence[Sequence[object]] = ROWS) -> str:
    return "".join(
        sign.join(f'"{cell}"' if sign in str(cell) else str(cell) for cell in row) + "\r\n" for row in rows
    )


@pytest.mark.parametrize("sign", [";", ",", "\t", "|"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("cp1252", b""),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
    ],
)
def test_a_fix_changes_its_cells_and_keeps_separator_encoding_and_line_ends(
    game: None, write: Write, cardtools: Any, sign: str, encoding: str, mark: bytes
) -> None:
    write("cardtools.toml", PROJECT.format(database="cards.csv"))
    path = write("cards.csv", mark + text(sign).encode(encoding))
    outcome = cardtools("validate", "--fix")
    assert outcome.code == 0
    assert ("CSV002" in outcome.out) == (encoding != "utf-8")
    mended = text(sign).replace("Appel  tree", "Appel tree").replace("Pear ", "Pear")
    assert path.read_bytes() == mark + mended.encode(encoding)
    assert cardtools("validate", "--diff").out == "nothing to fix\n"


def test_a_fix_that_the_encoding_cannot_write_is_refused(game: None, write: Write, cardtools: Any) -> None:
    write("cardtools.toml", PROJECT.format(database="cards.csv"))
    kinds = '[vocabulary.kind]\nvalues = ["Łódź"]\naliases = { "Lodz" = "Łódź" }\n'
    write("rules.toml", f'{RULES}[fields.KIND]\nvocabulary = "kind"\n{kinds}')
    path = write("cards.csv", "Card title;Cost (gold);TEXT;KIND\nPlüm;1;x;Lodz\n".encode("cp1252"))
    before = path.read_bytes()
    outcome = cardtools("validate", "--fix")
    assert outcome.code == 2
    assert outcome.err.startswith("cards.csv:2: Windows-1252, the encoding of the file, has no 'Ł'")
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods"])
def test_a_workbook_is_checked_at_its_cells_and_its_fixes_are_listed(
    game: None, write: Write, cardtools: Any, name: str
) -> None:
    write("cardtools.toml", PROJECT.format(database=f"{name}#Fruit"))
    rows = [*ROWS[:2], [None] * 4, ["Pear ", 12, "x", 1], ["Pear ", 12, "x", 1]]
    data = (
        xlsx({"Notes": xlsx_rows([["x"]]), "Fruit": xlsx_rows(rows)})
        if name.endswith("xlsx")
        else ods({"Notes": ods_rows([["x"]]), "Fruit": ods_rows(rows)})
    )
    path = write(name, data)
    outcome = cardtools("validate")
    assert outcome.code == 1
    assert f"{name}#Fruit:B4: CRD003 out-of-range: Pear: COST 12 is outside 0..9\n" in outcome.out
    listed = (
        f"{name}#Fruit:A2: 'Appel  tree' -> 'Appel tree'\n"
        f"{name}#Fruit:A4: 'Pear ' -> 'Pear'\n"
        f"{name}#Fruit: delete row 5\n"
    )
    for option in ("--diff", "--fix"):
        outcome = cardtools("validate", option)
        assert (outcome.code, outcome.out.partition(f"{name}#Fruit: cardtools")[0]) == (1, listed)
    assert path.read_bytes() == data
    (finding,) = (
        one
        for one in json.loads(cardtools("validate", "--format", "json").out)["findings"]
        if one["code"] == "CRD003"
    )
    assert (finding["path"], finding["line"], finding["column"]) == (f"{name}#Fruit", 4, 2)


@pytest.mark.end_to_end
def test_a_build_from_a_workbook_prints_as_many_as_its_quantity_says(
    game: None, write: Write, cardtools: Any, folder: Path
) -> None:
    write("cardtools.toml", PROJECT.format(database="cards.xlsx"))
    write("cards.xlsx", xlsx({"Fruit": xlsx_rows(ROWS)}))
    outcome = cardtools("build")
    assert outcome.code == 0, outcome.err
    assert len(list((folder / "output/cards").glob("*.png"))) == 3
    assert "1 PDF of 1 sheet " in outcome.out
    changed = [*ROWS[:3], ["Plüm", 1, "Kéep.", 8]]
    write("cards.xlsx", xlsx({"Fruit": xlsx_rows(changed)}))
    outcome = cardtools("build")
    assert "1 PDF of 2 sheets " in outcome.out


def test_a_quantity_that_is_missing_is_named_as_what_it_is(game: None, write: Write, cardtools: Any) -> None:
    write("cardtools.toml", PROJECT.format(database="cards.csv").replace("HOW_MANY", "HOW_MUCH"))
    write("cards.csv", text(","))
    outcome = cardtools("sheet")
    assert outcome.code == 2
    assert (
        "[cards] quantity: there is no column 'HOW_MUCH'\n  help: columns: NAME, COST, TEXT, HOW_MANY"
        in outcome.err
    )


def test_a_heading_that_is_missing_and_one_that_is_used_twice(
    game: None, write: Write, cardtools: Any
) -> None:
    write("cardtools.toml", PROJECT.format(database="cards.csv"))
    write("cards.csv", text(",").replace("Card title", "Titel"))
    assert "there is no column NAME (or Card title)" in cardtools("validate").err
    write("cardtools.toml", PROJECT.format(database="cards.csv").replace("Cost (gold)", "Card  title"))
    assert (
        "cardtools.toml:5:1: COST = 'Card  title': that is the heading of NAME already"
        in cardtools("validate").err
    )


def test_other_rows_are_checked_beside_a_row_of_another_length(cardtools: Any, write: Any) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n[cards]\ndatabase = "cards.csv"\n')
    write(
        "game.toml",
        '[ruleset]\nid = "g"\nversion = "1"\n[fields.NAME]\nunique = true\n[fields.COST]\ntype = "int"\n'
        "max = 9\n"
        '[fields.MATE]\nref = "NAME"\n[rule.GAM101]\nname = "no-three"\n'
        'assert = "COST != 3"\nmessage = "{NAME}: three"\n',
    )
    write("cards.csv", 'NAME,COST,MATE\nOx,12,Owl\nOwl,1,Ox,more\n"Two\nlines",1,x,\nElk,3,Ox\n')
    outcome = cardtools("validate")
    assert outcome.code == 2
    assert [line for line in outcome.err.split("\n") if line.startswith("cards")] == [
        "cards.csv:3: CSV008 ragged-row: the row has 1 cell too many",
        "cards.csv:4: CSV008 ragged-row: the row has 1 cell too many",
        "cards.csv:2:4: CRD003 out-of-range: Ox: COST 12 is above 9",
        "cards.csv:6:5: GAM101 no-three: Elk: three",
    ]
    assert "CRD003" not in cardtools("validate", "--ignore", "CRD003").err
