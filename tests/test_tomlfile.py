"""TOML as typed data: all problems at once, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

from cardtools.errors import InputError
from cardtools.tomlfile import load, read_toml


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
        (3, "sizes.1 = 'two', expected a whole number", ""),
        (3, "sizes.2 = True, expected a whole number", ""),
        (6, "unknown kind 'cirle'", "did you mean circle?"),
        (11, "side = 'wide', expected a number", ""),
        (12, "unknown key 'sied'", "did you mean side?"),
        (19, "side = False, expected a number", ""),
        (1, "the key name is missing", ""),
    ]


def test_a_model_may_refuse_its_values(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^d\.toml:1:1: the name bad is taken$"):
        read(tmp_path, 'name = "bad"\n')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = \n", "d.toml:1:8: not valid TOML: invalid value"),
        ('name = "x\n', "d.toml:1:10: not valid TOML: illegal character '\\n'"),
        ('name = "a"\nname = "b"\n', "d.toml:2:11: not valid TOML: cannot overwrite a value"),
        ("[shapes\n", "d.toml:1:8: not valid TOML: expected ']' at the end of a table declaration"),
    ],
)
def test_what_is_no_toml_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert str(caught.value) == message


def test_a_place_is_found_below_its_key(tmp_path: Path) -> None:
    path = tmp_path / "d.toml"
    path.write_text('[a."b c"]\nlist = [\n  "one",\n  "two = 2",\n]\nnext = "two"\n')
    file = read_toml(path)
    assert str(file.at("a", "b c")) == "d.toml:1:2"
    assert str(file.at("a", "b c", "list", find="two")) == "d.toml:4:4"
    assert str(file.at("a", "b c", "missing")) == "d.toml:1:2"
    assert str(file.at("nowhere")) == "d.toml:1:1"
