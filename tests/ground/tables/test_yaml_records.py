"""YAML and Markdown files as tables, and what a stranger's file must not do."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import CardtoolsError, InputError
from cardtools.ground.limits import Limits
from cardtools.ground.tables.workbooks import yaml_records
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.yaml_records import read_markdown, read_yaml

pytest.importorskip("yaml")
LIST = "- name: Ember Fox\n  cost: 2\n- name: Tide Singer\n  cost: 3\n"


def rows(text: str, path: str = "") -> dict[int, dict[int, str]]:
    grid = Grid("cards.yaml")
    read_yaml(Path("cards.yaml"), text.encode("utf-8", "surrogatepass"), path, grid)
    return {line: grid.rows[line] for line in sorted(grid.rows)}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (LIST, ""),
        (f"# the first set\ncards:\n{LIST}", ""),
        (
            f"sets:\n  base:\n    cards:\n{LIST.replace('- ', '    - ').replace('  cost', '      cost')}",
            "sets.base",
        ),
        (f"cards:\n{LIST}tokens: []\n", "cards"),
        ("Ember Fox: {cost: 2}\nTide Singer: {cost: 3}\n", ""),
        ("--- {name: Ember Fox, cost: 2}\n--- {name: Tide Singer, cost: 3}\n", ""),
        ('[{"name": "Ember Fox", "cost": 2}, {"name": "Tide Singer", "cost": 3}]', ""),
    ],
    ids="list member nested path names documents json".split(),
)
def test_records_are_found(text: str, path: str) -> None:
    header, *found = rows(text, path).values()
    assert header == {0: "name", 1: "cost"}
    assert found == [{0: "Ember Fox", 1: "2"}, {0: "Tide Singer", 1: "3"}]


def test_rows_are_the_lines_where_records_begin() -> None:
    assert list(rows(f"# two\n{LIST}")) == [0, 2, 4]


def test_values_are_as_they_are_written() -> None:
    text = (
        "- {cost: 007, size: 1.50, country: no, day: 2026-01-31, flies: true, none: ~, quoted: 'true'}\n"
        "- types: [Fox, Fire]\n  text: |\n    Draw.\n    Then\n  stats: {attack: +5}\n"
    )
    header, first, second = rows(text).values()
    assert {header[at]: cell for at, cell in first.items()} == {
        "cost": "007", "size": "1.50", "country": "no", "day": "2026-01-31", "flies": "TRUE",
        "quoted": "true",
    }  # fmt: skip
    assert {header[at]: cell for at, cell in second.items()} == {
        "types": "Fox, Fire", "text": "Draw.\nThen\n", "stats.attack": "+5",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a: &x 1\n- a: *x\n", "cards.yaml:2:6: *x repeats a value"),
        ("- !!python/object/apply:os.system [ls]\n", "1:3: the type tag:yaml.org,2002:python/object/apply"),
        ("- a: !secret 1\n", "cards.yaml:1:6: the type !secret is not read here"),
        ("- a: 1\n  a: 2\n", "cards.yaml:2:3: 'a' is there twice"),
        ("- ? [a]\n  : 2\n", "cards.yaml:1:5: a list is no key"),
        ("- a: [1\n", "cards.yaml:2:1: this is no YAML: did not find expected ',' or ']'"),
        ("- a: \x00\n", "this is no YAML"),
        ("- 1\n- 2\n", "value 1 of the list is no record"),
        ("", "there is no record in it"),
        ("a: 1\n", "there is no list of records in it"),
        ("[" * 100_000, "nested too deep"),
        ("a: " * 3, "this is no YAML"),
        ("- a: [{b: 1}]\n", "a is a list of lists or objects"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        rows(text)
    assert said in str(error.value)


def test_without_the_package_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "yaml", None)
    with pytest.raises(CardtoolsError, match=r'needs PyYAML, .*: pip install "cardtools\[yaml\]"'):
        rows(LIST)


def test_there_is_an_end_to_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_records, "limits", lambda: Limits(workbook_cells=4))
    assert len(rows("- {a: 1, b: 2}\n")) == 2
    with pytest.raises(InputError, match=r"1:16: there are too many values\n.* larger workbook_cells"):
        rows("- [1, 2, 3, 4, 5, 6, 7, 8]\n")


@given(st.text(max_size=40) | st.text("[]{}:,-&*!#'\"|>a1\n ", max_size=40))
def test_no_text_does_anything_else(text: str) -> None:
    with contextlib.suppress(InputError):
        rows(text)


def card(text: str, name: str = "ember-fox.md") -> dict[str, str]:
    grid = Grid(name)
    read_markdown(Path(name), text.encode(), "", grid)
    assert list(grid.rows) == [1, 0]
    return {grid.rows[0][at]: cell for at, cell in grid.rows[1].items()}


def test_a_markdown_file_is_a_card() -> None:
    text = "---\nname: Ember Fox\ncost: 2\n---\n\nDeal **one** damage.\n\n---\nIt runs.\n"
    assert card(text) == {
        "name": "Ember Fox",
        "cost": "2",
        "text": "Deal **one** damage.\n\n---\nIt runs.",
    }
    assert card("---\ncost: 2\ntext: Draw.\n---\nA story.") == {
        "name": "ember-fox", "cost": "2", "text": "Draw.", "body": "A story.",
    }  # fmt: skip
    assert card("Only a text.") == {"name": "ember-fox", "text": "Only a text."}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\ncost: 2\nDraw.", "ember-fox.md:1: the values in front of the text do not end"),
        ("---\n- 2\n---\n", "ember-fox.md:2: in front of the text are no keys and values"),
        ("---\ncost: [\n---\n", "ember-fox.md:3:1: this is no YAML"),
        ("---\na: 1\ncost: *x\n---\n", "ember-fox.md:3:7: *x repeats a value"),
    ],
)
def test_what_is_wrong_in_front_of_a_text(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        card(text)
    assert said in str(error.value)
