"""A command gets what its signature declares: the annotation says how an option is given."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import click
import pytest
from every_command import every_command
from hypothesis import given
from hypothesis import strategies as st

from cardtools.commands import argument, command, option, together
from cardtools.ground.console import Console

EVERY = every_command()
WORDS = st.text("abcxyz0189 _.", min_size=1, max_size=8).filter(str.strip)
NUMBERS = st.integers(0, 99)
# By annotation: values as they are typed and as the command gets them, and what it gets without the option.
KINDS: dict[str, tuple[st.SearchStrategy[Any], type[Any], Any]] = {
    "str": (WORDS, str, ""),
    "str | None": (WORDS, str, None),
    "int | None": (NUMBERS, int, None),
    "float | None": (NUMBERS, float, None),
    "Path | None": (WORDS, Path, None),
}


def called(declared: Any, annotation: str, words: list[str]) -> Any:
    """What a command gets of these words for a parameter that is declared and annotated so."""

    def run(console: Console, value: Any = declared) -> Any:
        return value

    run.__annotations__["value"] = annotation
    return command("Example: cardtools run")(run).main(words, prog_name="run", standalone_mode=False)


@given(st.sampled_from(sorted(KINDS)).flatmap(lambda kind: st.tuples(st.just(kind), KINDS[kind][0])))
def test_an_option_is_read_as_it_is_annotated(kind: tuple[str, Any]) -> None:
    annotation, value = kind
    _, read, default = KINDS[annotation]
    declared = option("-x", "--value", "A value.")
    for name in ("-x", "--value"):
        got = called(declared, annotation, [name, str(value)])
        assert got == read(value)
        assert isinstance(got, read)
    assert called(declared, annotation, []) == default


@given(st.sampled_from(["str", "int", "Path"]), st.lists(NUMBERS.map(str), max_size=4))
def test_a_tuple_takes_several(kind: str, values: list[str]) -> None:
    read = {"str": str, "int": int, "Path": Path}[kind]
    wanted = tuple(map(read, values))
    annotation = f"tuple[{kind}, ...]"
    typed = [word for value in values for word in ("--value", value)]
    assert called(option("--value", "Some values."), annotation, typed) == wanted
    assert called(argument(), annotation, values) == wanted


@given(NUMBERS, st.integers(0, 50), st.integers(50, 99))
def test_a_number_has_limits(number: int, least: int, most: int) -> None:
    declared = option("--value", "A number.", least=least, most=most)
    for annotation in ("int | None", "float | None"):
        if least <= number <= most:
            assert called(declared, annotation, ["--value", str(number)]) == number
        else:
            with pytest.raises(click.BadParameter):
                called(declared, annotation, ["--value", str(number)])


def test_a_flag_is_false_or_where_it_may_be_neither_none() -> None:
    assert called(option("--value", "Do it."), "bool", []) is False
    assert called(option("--value", "Do it."), "bool", ["--value"]) is True
    either = option("--value/--no-value", "Do it, or not.")
    assert [called(either, "bool | None", words) for words in ([], ["--value"], ["--no-value"])] == [
        None,
        True,
        False,
    ]


def test_options_come_together_and_one_may_be_another() -> None:
    def pair(
        left: str = option("--left", "The left one."), right: str = option("--right", "The right one.")
    ) -> tuple[str, str]:
        return left, right

    assert called(together(pair), "Any", ["--right", "b", "--left", "a"]) == ("a", "b")
    other = together(pair, right=option("--other", "Another."))
    assert called(other, "Any", ["--other", "b"]) == ("", "b")


@pytest.mark.parametrize("name", EVERY)
def test_a_command_declares_all_that_it_gets(name: str) -> None:
    """No parameter is forgotten, and no option is without one."""
    made = EVERY[name]
    assert made.callback is not None
    parameters = inspect.signature(inspect.unwrap(made.callback)).parameters.values()
    first, *others = parameters
    assert first.name == "console"
    assert [one.name for one in others if one.default is inspect.Parameter.empty] == []
    # Annotations are read as they are written: `from __future__ import annotations`.
    assert [one.name for one in others if not isinstance(one.annotation, str)] == []
    names = [str(parameter.name) for parameter in made.params]
    assert len(set(names)) == len(names)
    alone = [one.name for one in others if one.name in names]
    assert alone == [name for name in names if name in alone], "the help has the order of the signature"
