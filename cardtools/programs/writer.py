"""Writes a tree in the notation, in one way only: what is written is read as the same tree again."""

from __future__ import annotations

import dataclasses
import keyword
from functools import cache
from typing import Any

from cardtools.programs.notation_entry import Function
from cardtools.programs.notation_functions import BARE, FUNCTIONS, SELECTORS, WORDS
from cardtools.programs.tree import AllOf, Compare, Count, Product, Program, Selector, StatIs, Sum, Trait


def write(value: Any) -> str:
    """The notation of a tree, or of a part of it."""
    match value:
        case Program(abilities=abilities):
            return write(abilities[0]) if len(abilities) == 1 else f"[{', '.join(map(write, abilities))}]"
        case bool() | int() | None:
            return str(value)
        case str():
            return _word(value)
        case tuple():
            return f"[{', '.join(map(write, value))}]"
        case Compare(left=Count(cards=cards), operator=">=", right=1):
            return f"exists({_selector(cards)})"
        case Compare():
            return f"{write(value.left)} {value.operator} {write(value.right)}"
        case StatIs():
            plain = value.stat.isidentifier() and not keyword.iskeyword(value.stat)
            return f"{value.stat if plain else repr(value.stat)} {value.operator} {write(value.amount)}"
        case AllOf():
            return " and ".join(_inner(one, AllOf) for one in value.conditions)
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


def _word(word: str) -> str:
    if word.isidentifier() and not keyword.iskeyword(word) and word not in ("True", "False", "None"):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


@cache
def _forms(node: type) -> list[tuple[str, Function]]:
    """The functions that make a node, the most specific first."""
    found = [(name, form) for name, form in FUNCTIONS.items() if form.node is node]
    return sorted(found, key=lambda pair: -len(pair[1].given))


def _call(node: Any) -> str:
    name, form = next(
        (name, form)
        for name, form in _forms(node.__class__)
        if all(getattr(node, field) == value for field, value in form.given.items())
    )
    left = {
        field.name: getattr(node, field.name)
        for field in dataclasses.fields(node)
        if field.name not in form.given and getattr(node, field.name) != field.default
    }
    arguments: list[str] = []
    for number, field in enumerate(form.fields):
        if field not in left:
            break
        value = left.pop(field)
        if form.many and number == len(form.fields) - 1:
            arguments += map(write, value)
        else:
            arguments.append(_argument(value, form))
    arguments += [f"{field}={write(value)}" for field, value in left.items()]
    return f"{name}({', '.join(arguments)})"


def _argument(value: Any, form: Function) -> str:
    if not isinstance(value, Selector):
        return write(value)
    if (
        form.number
        and value.count is not None
        and value == dataclasses.replace(form.number, count=value.count)
    ):
        return write(value.count)
    written = _selector(value)
    return written[:-2] if written.endswith("()") and written[:-2] in BARE else written


def _selector(cards: Selector) -> str:
    given = {
        field.name: getattr(cards, field.name)
        for field in dataclasses.fields(cards)
        if getattr(cards, field.name) != field.default
    }
    name, form = max(
        (
            (name, form)
            for name, form in SELECTORS.items()
            if all(given.get(field) == value for field, value in form.given.items())
            and not ("relation" in form.given and "zone" in given)
            and "extreme" not in form.given
        ),
        key=lambda pair: len(pair[1].given),
    )
    for field in form.given:
        del given[field]
    who = given.pop("who", "any")
    arguments = [_word(given.pop(field, "")) for field in form.fields]
    if "count" in given:
        count = write(given.pop("count"))
        arguments.append(f"up_to({count})" if given.pop("up_to", False) else count)
    if kind := given.pop("kind", ""):
        arguments.append(f"kind={_word(kind)}" if kind in WORDS else _word(kind))
    if who != form.defaults.get("who", "any"):
        arguments.append(who)
    for field in ("relation", "position", "state", "chooser"):
        if WORDS.get(given.get(field, "")) == (field, given.get(field)):
            arguments.append(given.pop(field))
    if given.pop("target", False):
        arguments.append("target")
    arguments += [write(one) for one in given.pop("stats", ())]
    if extreme := given.pop("extreme", ""):
        arguments.append(f"{extreme}({_word(given.pop('extreme_stat', ''))})")
    traits: list[Trait] = list(given.pop("traits", ()))
    plain = {
        one.vocabulary: one
        for one in traits
        if one.vocabulary.isidentifier()
        and not keyword.iskeyword(one.vocabulary)
        and one.vocabulary not in Selector.__dataclass_fields__
    }
    arguments += [_call(one) for one in traits if plain.get(one.vocabulary) is not one]
    # Keywords come last; a kind that is written as one is among them.
    keywords = [one for one in arguments if one.startswith("kind=")]
    arguments = [one for one in arguments if not one.startswith("kind=")] + keywords
    arguments += [f"{field}={write(value)}" for field, value in given.items()]
    arguments += [f"{one.vocabulary}={_word(one.word)}" for one in plain.values()]
    return f"{name}({', '.join(arguments)})"
