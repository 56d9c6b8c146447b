"""TOML as typed data: all problems at once, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.toml.tomlfile import load, read_toml
from cardtools.project.project import find_project


@dataclass(frozen=True)
class Circle:
    kind: Literal["circle"]
    radius: float


@dataclass(frozen=True)
class Square:
    kind: Literal["square"]
    side: float = 1.0


@dataclass(frozen=True)
class Drawing:
    name: str
    shapes: dict[str, Circle | Square] = field(default_factory=dict)
    rows: list[Square] = field(default_factory=list)
    colour: Literal["red", "blue"] = "red"
    when_: str | bool = ""
    sizes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.name == "bad":
            raise ValueError("the name bad is taken")


def read(tmp_path: Path, text: str) -> Drawing:
    path = tmp_path / "d.toml"
    path.write_text(text, encoding="utf-8")
    return load(path, Drawing)[0]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_becomes_its_model(tmp_path: Path) -> None:
    text = """\
name = "x"
when = true
sizes = [1, 2]
[shapes.a]
kind = "circle"
radius = 2
[[rows]]
kind = "square"
"""
    assert read(tmp_path, text) == Drawing(
        "x", {"a": Circle("circle", 2.0)}, [Square("square")], when_=True, sizes=(1, 2)
    )


def test_all_problems_are_told_with_their_places(tmp_path: Path) -> None:
    text = """\
nam = "x"
colour = "bleu"
sizes = [1, "two", true]

[shapes.a]
kind = "cirle"
radius = 1

[shapes.b]
kind = "square"
side = "wide"
sied = 2

[[rows]]
kind = "square"

[[rows]]
kind = "square"
side = false
"""
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert [(d.location.line, d.message, d.hint) for d in caught.value.diagnostics] == [
        (1, "unknown key 'nam'", "did you mean name?"),
        (2, "colour = 'bleu', expected one of red, blue", "did you mean blue?"),
        (3, "item 2 of sizes = 'two', expected a whole number", ""),
        (3, "item 3 of sizes = true, expected a whole number", ""),
        (6, "unknown kind 'cirle'", "did you mean circle?"),
        (11, "side = 'wide', expected a number", ""),
        (12, "unknown key 'sied' in [shapes.b]", "did you mean side?"),
        (19, "side = false, expected a number", ""),
        (1, "the key name is missing", ""),
    ]


def test_a_model_may_refuse_its_values(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^d\.toml:1:1: the name bad is taken$"):
        read(tmp_path, 'name = "bad"\n')


TWICE = "remove one of them, or write the [header] of its table above it"
BRACKETS = "write [name], or [[name]] for each of a list"


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("name = \n", "1:8", "name has no value", "write one after the =, or remove the line"),
        ('name = "x\n', "1:10", "the text of name has no closing quote", "put a quote at its end"),
        ("name = '''x\n", "1:1", "the text of name has no closing '''", "put ''' at its end"),
        ('name = "a"\nname = "b"\n', "2:1", "name is there twice in one table, first at line 1", TWICE),
        ("[a]\n[b]\n[a]\n", "3:2", "[a] is there twice, first at line 1",
         "keep one of them, with all the keys"),
        ("[[a]]\n[a]\n", "2:2", "a is in single and in double brackets, first at line 1", "write [[a]]"),
        ("[shapes\n", "1:8", "the header has no closing bracket", BRACKETS),
        ("name = gold\n", "1:8", "invalid value gold for name", 'write texts in quotes: "gold"'),
        ("on = Yes\n", "1:6", "invalid value Yes for on", "write true"),
        ("n = \u201cx\u201d\n", "1:5", "invalid value \u201cx\u201d for n", 'write straight quotes: "..."'),
        ("size = 3mm\n", "1:9", "unexpected mm after the value of size",
         "write the number alone, without a unit"),
        ("size = 3,5\n", "1:9", "unexpected ,5 after the value of size",
         "write decimals with a point, as 3.5"),
        ("size = 3 // x\n", "1:10", "unexpected // x after the value of size", "a remark begins with #"),
        ("size: 3\n", "1:5", "expected = after size, not : 3", "write = instead of :"),
        ("x = [\n1,\n2\ny = 3\n", "1:1", "the list of x has no closing bracket",
         "close it with a ], and count the brackets in it"),
        ('x = ["a" "b"]\n', "1:10", 'expected , or ] in the list, not "b"]', "add a comma or a ]"),
        ('x = "\\d"\n', "1:8", "the text of x has a \\ that stands for nothing",
         "write \\\\ for a backslash, or put the whole text in '...'"),
    ],
)  # fmt: skip
def test_what_is_no_toml_is_explained_at_its_place(
    tmp_path: Path, text: str, place: str, message: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    (found,) = caught.value.diagnostics
    assert (str(found.location), found.message) == (f"d.toml:{place}", f"not valid TOML: {message}")
    assert found.hint == hint


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("name = 5\n", "name = 5, expected text", 'write it in quotes: "5"'),
        ('name = ["x"]\n', "name = ['x'], expected text", "write it without the brackets"),
        ('name = "x"\nsizes = 3\n', "sizes = 3, expected a list of whole numbers",
         "write it in brackets: [3]"),
        ('name = "x"\n[[shapes]]\nkind = "square"\n', "shapes = a list of tables, expected a table",
         "write [shapes], in single brackets"),
        ('name = "x"\n[rows]\nkind = "square"\n', "rows = a table, expected a list of tables",
         "write [[rows]], in double brackets"),
        ('name = "x"\n[shapes.a]\nkind = "square"\nside = "3,5 mm"\n', "side = '3,5 mm', expected a number",
         "write 3.5, without quotes and unit"),
    ],
)  # fmt: skip
def test_the_hint_for_a_wrong_type_says_how_to_write_the_value(
    tmp_path: Path, text: str, message: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    (found,) = caught.value.diagnostics
    assert (found.message, found.hint) == (message, hint)


@pytest.mark.parametrize(
    "number", [f"0x{'f' * 6000}", f"-{'9' * 4000}", "0o" + "7" * 30, "9223372036854775808"]
)
def test_a_number_that_no_program_needs_is_refused_at_its_place(tmp_path: Path, number: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, f'name = "{"9" * 40}"\nlist = [1, {{ deep = [ {number} ] }}]\n')
    (found,) = caught.value.diagnostics
    assert found.message == "not valid TOML: a number is too long"
    assert str(found.location) == "d.toml:2:23"
    assert found.hint == "write a whole number of at most 18 digits"


def test_a_place_is_found_below_its_key(tmp_path: Path) -> None:
    path = tmp_path / "d.toml"
    path.write_text('[a."b c"]\nlist = [\n  "one",\n  "two = 2",\n]\nnext = "two"\n')
    file = read_toml(path)
    assert str(file.at("a", "b c")) == "d.toml:1:2"
    assert str(file.at("a", "b c", "list", find="two")) == "d.toml:4:4"
    assert str(file.at("a", "b c", "missing")) == "d.toml:1:2"
    assert str(file.at("nowhere")) == "d.toml:1:1"


def test_a_key_of_the_whole_file_that_is_in_a_table_belongs_above_it(tmp_path: Path) -> None:
    path = tmp_path / "cardtools.toml"
    path.write_text('[sheet]\npaper = "a4"\nruleset = "school"\n')
    with pytest.raises(InputError) as error:
        find_project(tmp_path)
    assert str(error.value).endswith(
        "3:1: unknown key 'ruleset' in [sheet]\n  help: it belongs above the first [table] of the file"
    )
