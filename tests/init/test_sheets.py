"""Ten spreadsheets as people have them: from the file to cards, without a question."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from workbook_files import Cell, xlsx, xlsx_rows

Run = Callable[..., Any]
Write = Callable[..., Path]

# Cards in a CSV, and in a workbook.
LINES = "Ember Fox;2;Burn.\nTide Singer;3;Sing.\nMoss Giant;5;Grow.\n"
CARDS = [["Ember Fox", 2, "Deal one damage."], ["Tide Singer", 3, "Draw a card."], ["Moss Giant", 5, "Grow."]]
NAMES = [str(card[0]) for card in CARDS]


def sheet(rows: Sequence[Sequence[Cell]], merged: Sequence[str] = ()) -> bytes:
    cells = "".join(f'<mergeCell ref="{place}"/>' for place in merged)
    return xlsx({"Cards": xlsx_rows(rows)}, merged=cells)


HEADINGS = ["Name", "Cost", "Text"]
SHEETS: dict[str, tuple[str, str | bytes]] = {
    "title": ("in.csv", "My game v3,,\n,,\nName,Cost,Text\n" + LINES.replace(";", ",")),
    "title of one cell": ("in.csv", "My game v3\nby me, 2026\n\nName;Cost;Text\n" + LINES),
    "german": (
        "in.csv",
        ("Name;Stück;Kosten;Text\nEmber Fox;2;1,5;Ziehe.\nTide Singer;3;2,5;Lege ab.\n"
        "Moss Giant;1;12,25;Wachse.\nSumme;6;16,25;\n"),
    ),
    "french": (
        "in.csv",
        ("Nom\tExemplaires\tCoût\tTexte\nEmber Fox\t2\t1,5\tPiochez.\nTide Singer\t3\t2,5\tDéfaussez.\n"
        "Moss Giant\t1\t4,0\tGrandit.\nTotal\t6\t8,0\t\n"),
    ),
    "excel's own line": ("in.csv", "sep=;\nName;Cost;Text\n" + LINES),
    "merged headings": (
        "in.xlsx",
        sheet(
            [
                ["Name", "Numbers", None, "Text"],
                [None, "Cost", "Power", None],
                *([name, cost, cost, text] for name, cost, text in CARDS),
            ],
            ["A1:A2", "B1:C1", "D1:D2"],
        ),
    ),
    "merged title and total": (
        "in.xlsx",
        sheet([["Embers, first set", None, None], [], HEADINGS, *CARDS, [], ["Total", 10, None]], ["A1:C1"]),
    ),
    "notes beside the table": (
        "in.xlsx",
        sheet([[*HEADINGS, None, "Legend"], [*CARDS[0], None, "red is fire"], *CARDS[1:]]),
    ),
    "types merged down": (
        "in.xlsx",
        sheet(
            [["Type", *HEADINGS], ["Beast", *CARDS[0]], [None, *CARDS[1]], ["Giant", *CARDS[2]]],
            ["A2:A3"],
        ),
    ),
    "another table below": (
        "in.xlsx",
        sheet(
            [HEADINGS, *CARDS, [], ["Tester", "Since", "Town"], ["Ada", "May", "Ulm"], [], ["ask me first"]],
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_becomes_cards(
    name: str, cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, content = SHEETS[name]
    before = write(file, content).read_bytes()
    said = cardtools("init", "game", "--from", file)
    assert said.code == 0, said.err
    assert f"{file} (3 cards) is copied as it is" in said.out
    monkeypatch.chdir(folder / "game")
    assert Path(f"cards/cards{Path(file).suffix}").read_bytes() == before
    checked = cardtools("validate", "--no-art")
    assert checked.code == 0, checked.out
    assert "3 cards: " in checked.out
    assert cardtools("explain").code == 0

    from cardtools import load

    assert [card.name for card in load(".")] == NAMES


def test_merged_cells_hold_in_each_of_their_rows(cardtools: Run, write: Write, folder: Path) -> None:
    from cardtools import load

    write("in.xlsx", SHEETS["types merged down"][1])
    assert cardtools("init", "game", "--from", "in.xlsx").code == 0
    assert [card["TYPE"] for card in load(folder / "game")] == ["Beast", "Beast", "Giant"]


def test_the_row_of_the_headings_may_be_named(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("in.csv", "a;b;c\nName;Type;Text\nEmber Fox;Beast;Burn.\nTide Singer;Mage;Sing.\nDraft: Owl;;\n")
    assert cardtools("init", "game", "--from", "in.csv", "--header-row", "2").code == 0
    monkeypatch.chdir(folder / "game")
    assert Path("cardtools.toml").read_text().endswith("[tables]\nheader = 2\n")
    assert "3 cards" in cardtools("validate").out
    with Path("cardtools.toml").open("a") as file:
        file.write('skip = ["draft:*"]\n')
    assert "row 5 (skipped) left out" in (out := cardtools("validate").out)
    assert "2 cards" in out
    assert cardtools("init", "other", "--blank", "--header-row", "2").code == 2


def test_what_is_left_out_is_said_and_fixes_find_their_cells(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("in.csv", "My game;;;\nName;;Cost;Text\nEmber Fox ;;2;Burn.\nTide Singer;;3;Sing. \nTotal;;5;\n")
    assert cardtools("init", "game", "--from", "in.csv").code == 0
    monkeypatch.chdir(folder / "game")
    out = cardtools("validate").out
    assert "cards/cards.csv:2:1: CSV023 table-layout: info: the headings are in row 2; row 1 (above" in out
    assert "cards/cards.csv:4:16: CRD" in out or "cards/cards.csv:4:16: CSV012" in out
    assert cardtools("validate", "--fix").code == 0
    fixed = "My game;;;\nName;;Cost;Text\nEmber Fox;;2;Burn.\nTide Singer;;3;Sing.\nTotal;;5;\n"
    assert Path("cards/cards.csv").read_text() == fixed


def test_a_formula_without_its_value_is_named(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = xlsx_rows([HEADINGS, *CARDS]).replace("<v>3</v>", "<f>B2+1</f>")
    write("in.xlsx", xlsx({"Cards": rows}))
    assert cardtools("init", "game", "--from", "in.xlsx").code == 0
    monkeypatch.chdir(folder / "game")
    assert (
        "cards/cards.xlsx:B3: CSV024 unsaved-formula: warning: 1 formula without a saved value: B3"
        in cardtools("validate").out
    )


def test_records_of_json_are_a_table_of_a_project(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = (
        '{"sets": {"base": [\n{"name": "Ember Fox", "cost": 2},\n{"name": "Tide Singer", "cost": "x"}\n]}}'
    )
    write("game.json", records)
    assert "game.json#sets.base" in cardtools("init", "game", "--from", "game.json#sets.bas").err
    assert cardtools("init", "game", "--from", "game.json#sets.base").code == 0
    monkeypatch.chdir(folder / "game")
    assert Path("cards/cards.json").read_text() == records
    assert cardtools("sheet").code == 0
    assert "cards/cards.json#sets.base: 2 cards" in cardtools("validate").out


def test_a_set_of_magic_set_editor_is_a_table(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbook_files import archive

    text = (
        "game: embers\ncard:\n\tname: Ember Fox\n\trule text: Burn.\ncard:\n\tname: Owl\n\trule text: Fly.\n"
    )
    write("in.mse-set", archive({"set": text}))
    assert cardtools("init", "game", "--from", "in.mse-set").code == 0
    monkeypatch.chdir(folder / "game")
    assert "cards/cards.mse-set: 2 cards: no problems" in cardtools("validate").out
    write("game/cards/cards.mse-set", b"PK no archive")
    assert "cannot be read as a set of Magic Set Editor" in cardtools("validate").err


def test_a_folder_of_markdown_files_becomes_cards(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("yaml")
    write("notes/2-singer.md", "---\nname: Tide Singer\ncost: 3\n---\nSing.\n")
    fox = write("notes/1-fox.md", "---\nname: Ember Fox\ncost: 2\ncopies: 2\n---\nBurn **all**.\n")
    assert "notes/1-fox.md (1 card) is copied as it is" in cardtools("init", "game", "--from", "notes").out
    assert (folder / "game/cards/1-fox.md").read_text() == fox.read_text()
    monkeypatch.chdir(folder / "game")
    assert 'database = "cards/*.md"' in Path("cardtools.toml").read_text()
    # A value that all cards need is missing in one of the files.
    Path("cards/3-new.md").write_text("---\nname: Moss Giant\n---\nGrow.\n")
    assert "cards/3-new.md:1:1: CRD001 required: Moss Giant: COST is empty" in cardtools("validate").out

    from cardtools import load

    assert [card.name for card in load(".")] == ["Ember Fox", "Tide Singer", "Moss Giant"]


def test_a_folder_without_cards_is_refused(cardtools: Run, folder: Path) -> None:
    (folder / "notes").mkdir()
    said = cardtools("init", "game", "--from", "notes")
    assert (said.code, "notes: there is no .md file in the folder" in said.err) == (2, True)


FILES = {
    "in.yaml": "- {Name: Ember Fox, Cost: 2}\n- {Name: Tide Singer, Cost: 3}\n",
    "in.xml": (
        "<cockatrice_carddatabase><cards><card><name>Ember Fox</name><prop><cmc>2</cmc></prop></card>"
        "<card><name>Tide Singer</name><prop><cmc>3</cmc></prop></card></cards></cockatrice_carddatabase>"
    ),
    "in.json": json.dumps({"ObjectStates": [{"CardID": 1, "Nickname": name} for name in NAMES[:2]]}),
    "in.db": "",
}


@pytest.mark.parametrize("file", FILES)
def test_another_programs_file_becomes_cards(
    file: str, cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardtools import load

    if file == "in.yaml":
        pytest.importorskip("yaml")
    if file == "in.db":
        with closing(sqlite3.connect(folder / file)) as db:
            db.executescript(
                "CREATE TABLE c (name, cost); INSERT INTO c VALUES ('Ember Fox', 2), ('Tide Singer', 3)"
            )
    else:
        write(file, FILES[file])
    assert cardtools("init", "game", "--from", file).code == 0
    ending = Path(file).suffix
    assert (folder / f"game/cards/cards{ending}").read_bytes() == (folder / file).read_bytes()
    assert [card.name for card in load(folder / "game")] == ["Ember Fox", "Tide Singer"]
    monkeypatch.chdir(folder / "game")
    assert cardtools("validate", f"../{file}").code == 0
