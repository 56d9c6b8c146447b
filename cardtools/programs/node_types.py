"""What each node of the tree may contain, read from its annotations: for JSON and for the notation."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from cardtools.ground.frozen_record import Record
from cardtools.programs import tree
from cardtools.programs.verbs import VERBS

NODES: Mapping[str, type] = {
    node.__name__: node
    for node in (*vars(tree).values(), *VERBS)
    if isinstance(node, type) and issubclass(node, Record) and node.__names__
}

# The largest number of a program, and how deep its JSON is nested: far more than any text of a card needs.
LARGEST = 1_000_000_000
_DEPTH = 100


class Unknown(Record):
    """A value that is not known yet, or cards that are not: it fits every field; `is_number` if it is one."""

    is_number: bool = False


class MisfitError(ValueError):
    """A value that a field of the tree cannot have. `expected` says what it may be."""

    def __init__(self, found: object, expected: str) -> None:
        if dataclasses.is_dataclass(found):  # a node by its name
            shown = f"{type(found).__name__}(...)"
        elif isinstance(found, int) and abs(found) > LARGEST:
            shown = f"a number beyond {LARGEST:,}"
        else:
            shown = "nothing" if found is None else repr(found)
        super().__init__(f"expected {expected}, found {shown}")
        self.expected = expected


@cache
def hints(node: type[Record]) -> Mapping[str, Any]:
    """The types of a node's fields, by name, in order."""
    known = get_type_hints(node)
    return {name: known[name] for name in node.__names__}


@cache
def choices(hint: Any) -> tuple[Any, ...]:
    """The types that a union is of, unions in it opened; of effects the verbs; of another type that type."""
    if hint is tree.Effect:
        return VERBS
    if get_origin(hint) in (Union, UnionType):
        return tuple(dict.fromkeys(one for member in get_args(hint) for one in choices(member)))
    return (hint,)


@cache
def _expected(hint: Any) -> str:
    named = {
        tree.Effect: "an effect", tree.Amount: "an amount", tree.Condition: "a condition",
        tree.Modifier: "a modifier", tree.Ability: "an ability", tree.Selector: "cards", int: "a number",
        str: "a word", bool: "true or false", tree.Trigger: "a trigger",
    }  # fmt: skip
    if hint in named:
        return named[hint]
    if get_origin(hint) is Literal:
        return " or ".join(repr(word) for word in get_args(hint) if word)
    if get_origin(hint) is tuple:
        return f"a list, each of it {_expected(get_args(hint)[0])}"
    members = choices(hint)
    known = [named[one] for one in named if set(choices(one)) <= set(members)]
    grouped = {NoneType, *(one for group in named for one in choices(group))}
    known += dict.fromkeys(_expected(one) for one in members if one not in grouped)
    return " or ".join(known) or getattr(hint, "__name__", str(hint))


def fit(value: Any, hint: Any) -> Any:
    """Convert a value to the type of a field: a list becomes a tuple. Raises MisfitError, also for a number
    beyond LARGEST.
    """
    if isinstance(value, Unknown):
        return value
    for one in choices(hint):
        if get_origin(one) is Literal:
            if isinstance(value, str) and value in get_args(one):
                return value
        elif get_origin(one) is tuple:
            if isinstance(value, list | tuple):
                return tuple([fit(item, get_args(one)[0]) for item in value])
        elif type(value) is one:
            if one is int and abs(value) > LARGEST:
                raise MisfitError(value, f"at most {LARGEST:,}")
            return value
    raise MisfitError(value, _expected(hint))


def make(node: type, values: Mapping[str, Any]) -> Any:
    """The node with these fields. Raises MisfitError for a value that does not fit, KeyError for a field that
    there is not, TypeError for one that is missing.
    """
    return node(**{name: fit(value, hints(node)[name]) for name, value in values.items()})


def given_fields(node: Any) -> dict[str, Any]:
    """The fields of a node that differ from their defaults, in order."""
    values = ((field, getattr(node, field.name)) for field in dataclasses.fields(node))
    return {field.name: value for field, value in values if value != field.default}


def to_data(value: Any) -> Any:
    """The tree as JSON has it: a node is an object with its `node` and the fields that differ from their
    defaults.
    """
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    if not dataclasses.is_dataclass(value):
        return value
    fields = {name: to_data(inner) for name, inner in given_fields(value).items()}
    return {"node": type(value).__name__, **fields}


def from_data(data: Any, depth: int = 0) -> Any:
    """The tree of what `to_data` gave, `depth` levels below its root. Raises MisfitError where the data are
    no tree, or are nested too deep.
    """
    if depth > _DEPTH:
        raise MisfitError("more", f"lists and objects at most {_DEPTH} deep")
    if isinstance(data, list):
        return tuple([from_data(item, depth + 1) for item in data])
    if not isinstance(data, dict):
        return data
    name = data.get("node", "")
    node = NODES.get(name) if isinstance(name, str) else None
    if node is None:
        raise MisfitError(name, f"one of {', '.join(sorted(NODES))}")
    values = {name: from_data(value, depth + 1) for name, value in data.items() if name != "node"}
    try:
        return make(node, values)
    except (KeyError, TypeError) as error:
        raise MisfitError(sorted(values), f"the fields {', '.join(hints(node))}") from error
