"""Writes a tree in the notation, in one way only: what is written is read as the same tree again."""

from __future__ import annotations

import dataclasses
import keyword
from functools import cache
from itertools import takewhile
from typing import Any

from cardtools.programs.node_types import given_fields
from cardtools.programs.notation_entry import Function
from cardtools.programs.notation_functions import BARE, FUNCTIONS, SELECTORS, WORDS
from cardtools.programs.tree import (
    AllOf,
    AnyOf,
    Compare,
    Count,
    Not,
    Product,
    Program,
    Selector,
    StatIs,
    Sum,
    Trait,
)


def write(value: Any) -> str:
    """The notation of a tree, or of a part of it."""
    match value:
        case Program(abilities=abilities):
            return write(abilities[0]) if len(abilities) == 1 else f"[{', '.join(map(write, abilities))}]"
        case bool() | int() | None:
            return str(value)
        case str():
            return value if _is_name(value) else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case tuple():
            return f"[{', '.join(map(write, value))}]"
        case Compare(left=Count(cards=cards), operator=">=", right=1):
            return f"exists({_selector(cards)})"
        case Compare():
            return f"{write(value.left)} {value.operator} {write(value.right)}"
        case StatIs():
            stat = value.stat if _is_name(value.stat) else repr(value.stat)
            return f"{stat} {value.operator} {write(value.amount)}"
        case AllOf():
            return " and ".join(_inner(one, AllOf, AnyOf) for one in value.conditions)
        case AnyOf():
            return " or ".join(_inner(one, AnyOf) for one in value.conditions)
        case Not():
            return f"not {_inner(value.condition, AllOf, AnyOf)}"
        case Sum():
            return f"{write(value.left)} + {_inner(value.right, Sum)}"
        case Product():
            return f"{_inner(value.left, Sum)} * {_inner(value.right, Sum, Product)}"
        case Selector():
            return _selector(value)
    return _call(value)


def _inner(value: Any, *looser: type) -> str:
    """An operand, in brackets where it would otherwise be read as part of what is around it."""
    return f"({write(value)})" if isinstance(value, looser) else write(value)


def _is_name(word: str) -> bool:
    return word.isidentifier() and not keyword.iskeyword(word)


@cache
def _forms(node: type) -> list[Function]:
    """The functions that make a node, the most specific first."""
    return sorted((one for one in FUNCTIONS.values() if one.node is node), key=lambda one: -len(one.given))


def _call(node: Any) -> str:
    form = next(
        form
        for form in _forms(node.__class__)
        if all(getattr(node, field) == value for field, value in form.given.items())
    )
    left = {field: value for field, value in given_fields(node).items() if field not in form.given}
    arguments: list[str] = []
    for field in takewhile(left.__contains__, form.fields):
        value = left.pop(field)
        if form.many and field == form.fields[-1]:
            arguments += map(write, value)
        else:
            arguments.append(_argument(value, form))
    arguments += [f"{field}={write(value)}" for field, value in left.items()]
    return f"{form.name}({', '.join(arguments)})"


def _argument(value: Any, form: Function) -> str:
    if not isinstance(value, Selector):
        return write(value)
    plain = form.number and dataclasses.replace(form.number, count=value.count)
    if value.count is not None and value == plain:
        return write(value.count)
    written = _selector(value)
    return written[:-2] if written.endswith("()") and written[:-2] in BARE else written


def _selector(cards: Selector) -> str:
    given = given_fields(cards)
    fitting = (
        form
        for form in SELECTORS.values()
        if form.given.items() <= given.items()
        and not ("relation" in form.given and "zone" in given)
        and "extreme" not in form.given
    )
    form = max(fitting, key=lambda form: len(form.given))
    for field in form.given:
        del given[field]
    who = given.pop("who", "any")
    arguments = [write(given.pop(field, "")) for field in form.fields]
    if "count" in given:
        count = write(given.pop("count"))
        arguments.append(f"up_to({count})" if given.pop("up_to", False) else count)
    kind = given.pop("kind", "")
    if kind and kind not in WORDS:
        arguments.append(write(kind))
    if who != form.defaults.get("who", "any"):
        arguments.append(who)
    for field in ("relation", "position", "state", "chooser"):
        if WORDS.get(given.get(field, "")) == (field, given.get(field)):
            arguments.append(given.pop(field))
    if given.pop("target", False):
        arguments.append("target")
    arguments += [write(one) for one in given.pop("stats", ())]
    if extreme := given.pop("extreme", ""):
        arguments.append(f"{extreme}({write(given.pop('extreme_stat', ''))})")
    traits: list[Trait] = list(given.pop("traits", ()))
    names = {one.vocabulary: one for one in traits}
    plain = {name: one for name, one in names.items() if _is_name(name) and name not in Selector.__names__}
    arguments += [_call(one) for one in traits if plain.get(one.vocabulary) is not one]
    # Keywords come last; a kind that is also another word is one of them.
    if kind in WORDS:
        arguments.append(f"kind={write(kind)}")
    arguments += [f"{field}={write(value)}" for field, value in given.items()]
    arguments += [f"{name}={write(one.word)}" for name, one in plain.items()]
    return f"{form.name}({', '.join(arguments)})"
