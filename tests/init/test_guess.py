"""Projects from tables: what is guessed of the columns, and that the project passes its own checks."""

from __future__ import annotations

import csv
import io
import os
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import cases

from cardtools.ground.card_sizes import SIZES
from cardtools.init.guess.columns import guess_columns, identifier
from cardtools.init.guess.project import guess_project
from cardtools.project.project import find_project
from cardtools.project.starter import make_project
from cardtools.render.face.load import load_face
from cardtools.steps.check import check_game
from cardtools.steps.game_files import GameFiles

Run = Callable[..., Any]
Write = Callable[..., Path]
LANTERNS = """\
Card title,Kind,Cost,Strength,Rules text,Tags,Picture,Qty
Paper Lantern,Event,1,,"Look at the top card, then draw.","Fire, Paper",pix/lantern.png,2
"The ""Old"" Queen, O'Hara",Person,3,+2,Each player discards a card.,"Fox, Fire",,1
Stone Bridge,Place,0,-1,"Persons cost nothing; then draw.","Paper, Stone",pix/bridge.png,1
Ferryman,Person,,0,Return a card from the bottom of the deck.,Stone,,3
"""


def table_text(rows: list[list[str]], delimiter: str = ",") -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


def test_what_a_column_is_may_be_said() -> None:
    cells = {
        "Name": ["A", "B"],
        "Role": ["Red", "Blue"],
        "Art": ["a.png", "b.png"],
        "Copies": ["1", "2"],
        "New": ["", ""],
    }

    def kinds(**roles: str) -> dict[str, str]:
        return {one.heading: one.kind for one in guess_columns(cells, roles)}

    plain = {"Name": "name", "Role": "words", "Art": "picture", "Copies": "copies", "New": "empty"}
    assert kinds() == kinds(name="", picture="Gone") == plain
    assert kinds(name="Role", picture="New") == plain | {
        "Name": "words",
        "Role": "name",
        "Art": "words",
        "New": "picture",
    }
    assert kinds(picture="", copies="") == plain | {"Art": "words", "Copies": "number"}
    assert kinds(name="Role", copies="Role")["Name"] == "name"  # it cannot be both


def test_the_columns_of_a_table_are_guessed(write: Write) -> None:
    found = {column.name: column for column in guess_project([write("in.csv", LANTERNS)]).columns}
    kinds = {name: (column.kind, column.role) for name, column in found.items()}
    assert kinds == {
        "NAME": ("name", ""),
        "KIND": ("words", "type"),
        "COST": ("number", "cost"),
        "STRENGTH": ("number", "strength"),
        "RULES_TEXT": ("text", "effect"),
        "TAGS": ("list", ""),
        "IMAGE": ("picture", ""),
        "COPIES": ("copies", ""),
    }
    assert (found["COST"].low, found["COST"].high) == (0, 3)
    assert found["STRENGTH"].is_signed
    assert found["TAGS"].words == ("Fire", "Paper", "Fox", "Stone")


@pytest.mark.parametrize(
    "heading", "Copies Qty. Stück Kopien Exemplaires Quantité Cópias Duplication # x Number 枚数".split()
)
def test_copies_are_known_by_headings_of_many_languages(heading: str) -> None:
    def kind(*cells: str) -> str:
        return guess_columns({"Name": ["Ox", "Owl", "Elk"], heading: list(cells)})[1].kind

    assert kind("2", "1", "2") == "copies"
    is_number = heading in ("#", "x", "Number")  # that counts from 1 is the card's own
    assert kind("1", "2", "3") == ("number" if is_number else "copies")


def test_headings_become_names() -> None:
    headings = ["Card title", "2nd", "Größe (cm)", "class", "", "a-b"]
    assert [identifier(heading) for heading in headings] == [
        "CARD_TITLE",
        "COLUMN_2ND",
        "GRÖSSE_CM",
        "CLASS",
        "COLUMN",
        "A_B",
    ]
    twice = guess_columns({"Name": ["A", "B"], "a b": ["x", "y"], "a-b": ["x", "y"]})
    assert [column.name for column in twice] == ["NAME", "A_B", "A_B_2"]


def test_init_shows_what_it_guessed(cardtools: Run, write: Write) -> None:
    write("in.csv", LANTERNS)
    outcome = cardtools("init", "game", "--from", "in.csv")
    assert outcome.code == 0
    assert "Card title   NAME           the name, all different" in outcome.out
    assert "in.csv (4 cards) is copied as it is" in outcome.out
    assert "2 pictures not found beside the table" in outcome.out


def test_a_table_that_can_be_read_stays_as_it_is(cardtools: Run, write: Write, folder: Path) -> None:
    data = '\ufeffName;Cost\r\n"Ox; old";2\r\nOwl;\r\n'.encode()
    write("in.csv", data)
    assert cardtools("init", "game", "--from", "in.csv").code == 0
    assert (folder / "game/cards/cards.csv").read_bytes() == data


@pytest.mark.end_to_end
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_project_builds_without_an_error(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch, delimiter: str
) -> None:
    from PIL import Image

    write("in.csv", table_text(list(csv.reader(io.StringIO(LANTERNS))), delimiter))
    (folder / "pix").mkdir()
    for name, colour in (("lantern", "navy"), ("bridge", "olive")):
        Image.new("RGB", (800, 600), colour).save(folder / f"pix/{name}.png")
    assert cardtools("init", "game", "--from", "in.csv", "--name", "Lanterns").code == 0
    monkeypatch.chdir(folder / "game")
    outcome = cardtools("build")
    assert (outcome.code, outcome.err) == (0, "")
    assert cardtools("rules", "test", "game.toml").code == 0
    assert "7 cards on 1 sheet" in cardtools("sheet").out


@pytest.mark.end_to_end
@pytest.mark.parametrize("size", [name for name, size in SIZES.items() if size.shape == "rectangle"])
def test_a_table_makes_cards_of_any_size(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    write("in.csv", LANTERNS)
    assert cardtools("init", "game", "--from", "in.csv", "--size", size).code == 0
    card = load_face(folder / "game/templates/card.toml").design.card
    assert (card.width, card.height, card.corner) == SIZES[size][:3]
    monkeypatch.chdir(folder / "game")
    outcome = cardtools("sheet")
    assert (outcome.code, outcome.err) == (0, "")
    assert "no problems" in cardtools("proof").out


def test_a_hexagon_is_not_made_from_a_table(cardtools: Run, write: Write) -> None:
    write("in.csv", LANTERNS)
    outcome = cardtools("init", "game", "--from", "in.csv", "--size", "hexagon")
    assert outcome.code == 2
    assert "begin with --blank --size hexagon" in outcome.err


def test_without_the_names_of_the_ruleset_a_heading_is_explained(
    cardtools: Run, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("in.csv", LANTERNS)
    cardtools("init", "game", "--from", "in.csv")
    project = folder / "game/cardtools.toml"
    project.write_text(project.read_text("utf-8").replace("ruleset =", "# ruleset ="), "utf-8")
    monkeypatch.chdir(folder / "game")
    assert (
        'help: write RULES_TEXT = "Rules text" under [columns] of the project file' in cardtools("render").err
    )


def test_a_table_of_forty_columns(cardtools: Run, write: Write, folder: Path) -> None:
    rows = [["Name", *(f"Column {number}" for number in range(39))]]
    rows += [[f"Card {row}", *(str(row * number % 7) for number in range(39))] for row in range(30)]
    write("in.csv", table_text(rows))
    assert cardtools("init", "game", "--from", "in.csv").code == 0
    assert len(tomllib.loads((folder / "game/game.toml").read_text("utf-8"))["fields"]) == 40
    assert (
        "Columns that this face does not show: COLUMN_" in (folder / "game/templates/card.toml").read_text()
    )


def test_a_table_of_a_thousand_rows_passes_its_own_checks(write: Write, folder: Path) -> None:
    chance = random.Random(7)
    rows = [["Title", "Types", "Cost", "Power", "Text"]]
    for number in range(1000):
        types = ", ".join(chance.sample(["Beast", "Fire", "Water", "Spirit"], 2))
        text = chance.choice(["Flying.", "Strike; retreat.", '"Go," it says.'])
        rows.append([f'O\'Ox the {number}th, "Bold"', types, str(chance.randint(0, 9)), str(number), text])
    assert errors_of(write("in.csv", table_text(rows)), folder / "game") == []


def errors_of(table: Path, target: Path) -> list[str]:
    """Make a project from the table; the errors that checking it finds. Its face loads, too."""
    make_project(target, blank=True, files=guess_project([table]).files)
    load_face(target / "templates/card.toml")
    report = check_game(GameFiles(find_project(target)))
    return [str(finding) for finding in report.diagnostics if finding.severity == "error"]


_CELLS = st.one_of(
    st.sampled_from(
        ["", "1", "+2", "-3", "007", "1.5", "Fire", "fire", "Fire, Water", "a.png", "x\ny", "{{ 1/0 }}"]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12),
)
_HEADINGS = st.one_of(
    st.sampled_from(
        ["Name", "NAME", "name", "Cost", "Text", "2nd", "class", "", "Qty", "Image", "]", '"', "{{ x"]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8),
)


@settings(max_examples=cases(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_table_makes_a_project_that_loads(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    width = data.draw(st.integers(1, 6))
    row = st.lists(_CELLS, min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=2, max_size=8))
    rows = [["Name", *data.draw(st.lists(_HEADINGS, min_size=width, max_size=width))]] + [
        [f"Card {number}", *cells] for number, cells in enumerate(rows)
    ]
    folder = tmp_path_factory.mktemp("any")
    table = folder / "in.csv"
    table.write_text(table_text(rows, data.draw(st.sampled_from(",;\t"))), "utf-8", newline="")
    assert errors_of(table, folder / "game") == []


def test_several_tables_become_one_project(write: Write, cardtools: Run) -> None:
    write("a/units.csv", "Name,Cost,Power\nOx,1,3\nOwl,2,1\n")
    write("a/spells.csv", "Name;Cost;Text\nSpark;1;Draw.\n")
    write("b/units.csv", "Name;Cost\nBee;3\n")
    tables = [part for path in ("a/units.csv", "a/spells.csv", "b/units.csv") for part in ("--from", path)]
    out = cardtools("init", "game", *tables).out
    assert "a/units.csv (2 cards) is copied as it is, to cards/cards.csv" in out
    assert "b/units.csv (1 card) is copied as it is, to cards/units.csv" in out
    os.chdir("game")
    assert "cards/cards.csv and 2 more tables: 4 cards: no problems" in cardtools("validate").out
    assert Path("cards/spells.csv").read_text() == "Name;Cost;Text\nSpark;1;Draw.\n"
