"""What each key of a TOML file means, from the dataclass that the file is read with.

The type and the default are those of the field. The meaning is in the docstring of the class, under `Keys:`,
as `name (unit): meaning`; under `Example:` is a piece of a file, under `Example of WHAT:` another one.
"""

from __future__ import annotations

import dataclasses
import datetime
import inspect
import re
import textwrap
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.lengths import FontSize, Length
from cardtools.ground.toml.toml_values import as_toml
from cardtools.ground.toml.tomlfile import in_words, keys_of, several, shape

_PART = re.compile(r"^(Keys|Example(?: of [^\n]+)?):\n", re.MULTILINE)
_KEY = re.compile(r"^(\w+)(?: \(([^)]+)\))?: ", re.MULTILINE)
BY_CODE = ("rule", "deck", "override", "tag")  # tables whose names are codes of checks
_SAMPLES: dict[Any, str] = {
    Any: "5",
    str: '"Oak", "Elm"',
    int: "3, 5",
    float: "2.5, 4",
    Length: '2.5, "0.25in"',
    FontSize: '9, "3mm"',
    bool: "true, false",
    datetime.date: "2027-06-30",
}
_PREFIX = re.compile(r"^`\[[^:]*: ")


class FileExample(Record):
    """A piece of a file: what it shows (empty for the plain example of a table), and its text."""

    what: str
    text: str


class ModelPage(Record):
    """The docstring of a dataclass: its meaning, the meanings and units of its own keys, and examples."""

    meaning: str
    keys: dict[str, tuple[str, str]]
    examples: tuple[FileExample, ...]


class KeyPage(Record):
    """A key of a table: its full name (`face.card.width`), `kind` of value in words, unit, default, meaning.

    `samples` and `default` (may be empty) are TOML; `owner` is the dataclass that the field is written in.
    """

    name: str
    kind: str
    samples: tuple[str, ...]
    unit: str
    default: str
    required: bool
    meaning: str
    owner: type

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]


class TablePage(Record):
    """A table of a file: its full name (`face.card`), its header, meaning, examples, and its keys."""

    name: str
    header: str
    meaning: str
    examples: tuple[FileExample, ...]
    keys: tuple[KeyPage, ...]
    model: type


@cache
def model_page(model: type) -> ModelPage:
    """The docstring of a dataclass in its parts. Raises ValueError for a line under `Keys:` that is none."""
    text = inspect.cleandoc(model.__doc__ or "")
    head, *rest = _PART.split(text)
    parts = {
        title: textwrap.dedent(body).strip("\n") for title, body in zip(rest[::2], rest[1::2], strict=True)
    }
    before, *found = _KEY.split(parts.get("Keys", ""))
    if before.strip():
        raise ValueError(f"{model.__name__}: no key: {before}")
    keys = {
        name: (unit or "", " ".join(meaning.split()))
        for name, unit, meaning in zip(found[::3], found[1::3], found[2::3], strict=True)
    }
    meaning = _PREFIX.sub("", "\n\n".join(" ".join(part.split()) for part in head.strip().split("\n\n")))
    examples = [
        FileExample(title.removeprefix("Example").removeprefix(" of "), text)
        for title, text in parts.items()
        if title != "Keys"
    ]
    return ModelPage(meaning[:1].upper() + meaning[1:], keys, tuple(examples))


def tables(
    model: type, name: tuple[str, ...], header: str = "", above: tuple[type, ...] = ()
) -> Iterator[TablePage]:
    """Every table of a file or below a table, from the outside to the inside, without those in themselves."""
    page = model_page(model)
    hints = typing.get_type_hints(model)
    keys = [_key(known, hints[known.name], model, name) for known in keys_of(model).values()]
    keys.sort(key=lambda key: key.owner is not model)  # its own keys first
    yield TablePage(".".join(name), header, page.meaning, page.examples, tuple(keys), model)
    for short, known in keys_of(model).items():
        inner_tables = list(_inner_tables(hints[known.name]))
        if any(inner in (*above, model) for inner, _, _ in inner_tables):
            continue  # a group holds elements, which may be groups
        for inner, named, is_list in inner_tables:
            path = f"{header.strip('[]')}.{short}".strip(".")
            if named:
                path += ".CODE" if short in BY_CODE else ".NAME"
            brackets = f"[[{path}]]" if is_list else f"[{path}]"
            yield from tables(inner, (*name, short, *kinds_of(inner)[:1]), brackets, (*above, model))


def _inner_tables(kind: Any) -> Iterator[tuple[type, bool, bool]]:
    """The dataclasses that a value of the type holds: each with whether it has a name, and is in a list."""
    origin, arguments, is_model = shape(kind)
    if is_model:
        yield kind, False, False
    elif origin is typing.Union:
        for part in arguments:
            yield from _inner_tables(part)
    elif origin in (list, tuple):
        for inner, named, _ in _inner_tables(arguments[0]):
            yield inner, named, True
    elif origin is dict:
        for inner, _, is_list in _inner_tables(arguments[1]):
            yield inner, True, is_list


def kinds_of(model: type) -> tuple[str, ...]:
    """The values of the key `kind` that choose this dataclass; none if it has no such key."""
    return typing.get_args(typing.get_type_hints(model).get("kind"))


def _key(known: dataclasses.Field[Any], hint: Any, model: type, name: tuple[str, ...]) -> KeyPage:
    short = known.name.removesuffix("_")
    owner = next(base for base in reversed(model.__mro__) if known.name in inspect.get_annotations(base))
    unit, meaning = model_page(owner).keys.get(short, ("", ""))
    if short == "kind" and not meaning:
        meaning = f"Always `{kinds_of(model)[0]}`."
    origin, arguments, _ = shape(hint)
    words = f"a table of {several(in_words(arguments[1]))}" if origin is dict else in_words(hint)
    required = known.default is known.default_factory is dataclasses.MISSING
    made = known.default_factory
    value = made() if made is not dataclasses.MISSING else known.default
    has_none = value is dataclasses.MISSING or value is None or dataclasses.is_dataclass(value)
    default = "" if has_none else as_toml(value)
    return KeyPage(".".join((*name, short)), words, samples(hint), unit, default, required, meaning, owner)


def samples(kind: Any) -> tuple[str, ...]:
    """A value of each form that a type may have, as TOML: `3` and `"Oak"` of a number or text."""
    origin, arguments, is_model = shape(kind)
    if origin is typing.Literal:
        return (as_toml(arguments[0]),)
    if origin is typing.Union:
        forms = (form for part in arguments if part is not type(None) for form in samples(part))
        return tuple(dict.fromkeys(forms))
    if origin in (list, tuple):
        several_forms = ", ".join(samples(arguments[0]))
        return (f"[{_SAMPLES.get(arguments[0], several_forms)}]",)
    if origin is dict:
        return (f"{{ name = {samples(arguments[1])[0]} }}",)
    return ("{ key = value }" if is_model else _SAMPLES[kind].partition(",")[0],)
