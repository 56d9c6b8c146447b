"""A card database of several tables: columns united, places, fixes and names across them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from git_history import needs_git, run_git
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome
from workbook_files import xlsx, xlsx_rows

from cardtools.cards.table import CardTable, read_cards, read_tables
from cardtools.ground.errors import InputError
from cardtools.ground.io.changes import state
from cardtools.project.project import find_project
from cardtools.rulesets import load_ruleset
from cardtools.rulesets.ruleset import Ruleset
from cardtools.steps.game_files import GameFiles

PROJECT = 'ruleset = "game.toml"\n[cards]\ndatabase = ["cards/units.csv", "cards/spells.csv"]\n'
GAME = """[ruleset]
id = "own"
name = "Own"
version = "1"
[fields.NAME]
required = true
unique = true
[fields.COST]
type = "int"
required = "given(TEXT)"
max = 9
[fields.TEXT]
role = "effect"
"""
UNITS = "NAME;COST;POWER\nOx;02;3\nOwl;1;1\n"
SPELLS = "TEXT,NAME,COST\r\nDraw.,Spark,12\r\nRest.,Ox,1\r\n"

Write = Callable[[str, "str | bytes"], Path]
Run = Callable[..., Outcome]


@pytest.fixture
def game(write: Write) -> None:
    write("cardtools.toml", PROJECT)
    write("game.toml", GAME)
    write("cards/units.csv", UNITS)
    write("cards/spells.csv", SPELLS)


def table(*texts: str) -> CardTable:
    return read_tables([Path(f"{number}.csv") for number in range(len(texts))], rules(), texts)


def rules() -> Ruleset:
    return load_ruleset("", Path())


def test_columns_are_united_and_a_table_without_one_has_empty_cells() -> None:
    both = table("NAME;COST;POWER\nOx;2;3\n", "TEXT,NAME\nDraw.,Spark\n")
    assert both.columns == ("NAME", "COST", "POWER", "TEXT")
    assert [{**card.values, "IMAGE": ""} for card in both.cards] == [
        {"NAME": "Ox", "COST": "2", "POWER": "3", "TEXT": None, "IMAGE": ""},
        {"NAME": "Spark", "COST": None, "POWER": None, "TEXT": "Draw.", "IMAGE": ""},
    ]


def test_findings_are_at_the_cell_of_the_right_file(game: None, cardtools: Run) -> None:
    done = cardtools("validate", "--no-art")
    assert done.code == 1
    assert "cards/units.csv:2:4: CRD017" in done.out
    assert "cards/spells.csv:2:13: CRD003" in done.out
    assert (
        "cards/spells.csv:3:7: CRD006 duplicate-name: Ox: same name as line 2 of cards/units.csv" in done.out
    )
    assert "cards/units.csv and 1 more table: 4 cards: 2 errors" in done.out


def test_fixes_change_the_bytes_of_the_cells_of_their_own_file(game: None, cardtools: Run) -> None:
    Path("cards/spells.csv").write_bytes(b"TEXT,NAME,COST\r\nDraw. ,Spark,07\r\n,,\r\n")
    assert "cards/units.csv: 1 cell fixed" in cardtools("validate", "--fix", "--no-art").err
    assert Path("cards/units.csv").read_bytes() == UNITS.replace("02", "2").encode()
    assert Path("cards/spells.csv").read_bytes() == b"TEXT,NAME,COST\r\nDraw.,Spark,7\r\n"


def test_the_fix_of_a_group_changes_the_cell_of_its_own_file(
    game: None, cardtools: Run, write: Write
) -> None:
    """The columns of the second table are in another order than those of both together."""
    alike = '[rule.OWN101]\nname = "same-cost"\ngroup = "POWER"\norder = "NAME"\nsame = ["COST"]\n'
    write("game.toml", GAME.replace('role = "effect"', 'role = "effect"\n[fields.POWER]') + alike)
    write("cards/units.csv", "NAME;COST;POWER\nOx;3;x\nOwl;3;x\n")
    write("cards/spells.csv", "TEXT,POWER,NAME,COST\nDraw.,x,Spark,1\n")
    assert "1 cell fixed" in cardtools("validate", "--fix", "--unsafe-fixes", "--no-art").err
    assert Path("cards/spells.csv").read_text() == "TEXT,POWER,NAME,COST\nDraw.,x,Spark,3\n"


def test_a_workbook_among_the_tables_is_listed_and_the_others_are_written(
    game: None, cardtools: Run, write: Write
) -> None:
    rows = xlsx_rows([["NAME", "TEXT", "COST"], ["Rain ", "Draw.", 3]])
    before = write("cards/more.xlsx", xlsx({"Cards": rows})).read_bytes()
    write("cardtools.toml", PROJECT.replace("spells.csv", "more.xlsx"))
    done = cardtools("validate", "--fix", "--no-art")
    assert "cards/more.xlsx:A2: 'Rain ' -> 'Rain'" in done.out
    assert Path("cards/more.xlsx").read_bytes() == before
    assert Path("cards/units.csv").read_bytes() == UNITS.replace("02", "2").encode()


def test_a_pattern_is_all_tables_that_match(game: None, cardtools: Run, write: Write) -> None:
    write("cardtools.toml", PROJECT.replace('["cards/units.csv", "cards/spells.csv"]', '"cards/*.csv"'))
    write("cards/.hidden.csv", "no table")
    write("cards/~$units.csv", "no table")
    assert "cards/spells.csv and 1 more table: 4 cards" in cardtools("validate", "--no-art").out


def test_tables_named_on_the_command_line(game: None, cardtools: Run) -> None:
    done = cardtools("validate", "cards/spells.csv", "cards/units.csv")
    assert "cards/spells.csv and 1 more table: 4 cards" in done.out


@pytest.mark.parametrize(
    ("database", "message"),
    [
        ('["a.csv", "a.csv"]', "cardtools.toml:3:1: database names 'a.csv' twice"),
        (
            '["cards/units.csv", "./cards/units.csv"]',
            "./cards/units.csv and cards/units.csv are the same table",
        ),
        ("[]", "database names no table"),
        ('["cards/units.csv", ""]', "database names no table"),
        ('["cards/units.csv", "cards"]', "cards: is a folder, expected a file"),
        ('["cards/units.csv", "cards/spels.csv"]', "cards/spels.csv: no such file"),
        ('"cards/*.tsv"', "cards/*.tsv: no such file"),
    ],
)
def test_what_is_no_list_of_tables_is_reported(
    game: None, cardtools: Run, write: Write, database: str, message: str
) -> None:
    write("cardtools.toml", f'ruleset = "game.toml"\n[cards]\ndatabase = {database}\n')
    done = cardtools("validate", "--no-art")
    assert done.code == 2
    assert message in done.err


def test_a_required_column_must_be_in_each_table_and_another_in_one_of_them(
    game: None, cardtools: Run
) -> None:
    Path("cards/units.csv").write_text("TITLE;POWER\nOx;3\n")
    done = cardtools("validate", "--no-art")
    assert "cards/units.csv:1:1: CSV004 missing-column: there is no column NAME" in done.err
    assert "COST" not in done.err


def test_the_problems_of_all_tables_come_together(game: None, cardtools: Run, write: Write) -> None:
    write("cards/units.csv", "NAME;COST\nOx\n")
    write("cards/spells.csv", "NAME;COST\nOx;1;2\n")
    said = cardtools("validate", "--no-art").err
    assert "cards/units.csv:2: CSV008" in said
    assert "cards/spells.csv:2: CSV008" in said


def test_a_fix_in_another_file_says_so_in_json(game: None, cardtools: Run) -> None:
    findings = json.loads(cardtools("validate", "--no-art", "--format=json").out)["findings"]
    (odd,) = [finding for finding in findings if finding["code"] == "CRD017"]
    assert odd["path"] == "cards/units.csv"
    assert odd["fix"]["edits"] == [{"line": 2, "column": "COST", "old": "02", "new": "2"}]


def test_conditions_statistics_and_the_build_see_all_cards(game: None, cardtools: Run) -> None:
    assert "cards/spells.csv:2:13" in cardtools("validate", "--no-art", "--where", "given(TEXT)").out
    assert cardtools("stats", "--format=json").code == 0
    cardtools("build")
    assert "COST 12" in Path("output/validation.txt").read_text()
    Path("cards/spells.csv").write_text(SPELLS.replace("12", "13"))
    cardtools("build")
    assert "COST 13" in Path("output/validation.txt").read_text()


@needs_git
def test_a_revision_has_the_tables_that_it_had(game: None, cardtools: Run) -> None:
    spells = Path("cards/spells.csv")
    text = spells.read_bytes()
    spells.unlink()
    run_git("init", "-q")
    run_git("add", "-A")
    run_git("commit", "-qm", "units")
    spells.write_bytes(text)
    out = cardtools("diff", "HEAD").out
    assert "Spark" in out
    assert "Owl" not in out


CELLS = st.text(st.characters(blacklist_characters='";\r\n,|\t\0', blacklist_categories=("Cs",)), max_size=4)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8), st.integers(0, 8))
def test_a_table_cut_in_two_is_the_same_cards(rows: list[tuple[str, str]], at: int) -> None:
    def text(part: list[tuple[str, str]]) -> str:
        return "\n".join(["NAME;TEXT", *(f"x{name};{cell}" for name, cell in part)])

    whole = read_cards(Path("whole.csv"), rules(), text(rows))
    try:
        both = table(text(rows[:at]), text(rows[at:]))
    except InputError:
        assert not rows[:at] or not rows[at:]
        return
    assert [card.values for card in both.cards] == [card.values for card in whole.cards]
    for row in range(len(both)):
        assert both.file.cell_at(both.place(row, "TEXT")) == (row, 1)


def test_a_workbook_is_written_as_a_fixed_csv_where_that_is_asked_for(
    game: None, cardtools: Run, write: Write
) -> None:
    rows = xlsx_rows([["NAME", "COST"], ["Rain ", 3], ["Wind; cold", 12]])
    workbook = write("cards/more.xlsx", xlsx({"Units": rows}))
    before = workbook.read_bytes()
    done = cardtools("validate", "cards/more.xlsx#Units", "--no-art", "--fix", "--as-csv")
    assert "cards/more.xlsx#Units -> cards/more-Units.csv, 1 change made" in done.err
    assert Path("cards/more-Units.csv").read_bytes() == b'NAME;COST\r\nRain;3\r\n"Wind; cold";12\r\n'
    assert workbook.read_bytes() == before
    again = cardtools("validate", "cards/more.xlsx#Units", "--no-art", "--fix", "--as-csv")
    assert "cards/more-Units.csv: not written: it exists already" in again.err
    assert "--as-csv is for workbooks" in cardtools("validate", "--fix", "--as-csv").err


def test_a_new_table_that_a_pattern_matches_is_a_change(game: None, write: Write) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n[cards]\ndatabase = "cards/*.csv"\n')
    loaded = GameFiles(find_project())
    before = state(loaded.files())
    write("cards/new.csv", "NAME;COST\nBee;1\n")
    assert state(loaded.files()) != before
