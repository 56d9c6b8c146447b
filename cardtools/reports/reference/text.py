"""The reference in the terminal: what `cardtools explain face.text` prints."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from cardtools.reports.reference.files import (
    KINDS,
    FunctionPage,
    ReferencePage,
    face_functions,
    find,
    functions,
)
from cardtools.reports.reference.keys import KeyPage, TablePage, as_toml, model_page
from cardtools.reports.reference.language import CONDITIONS, EXPRESSIONS


def overview() -> list[str]:
    """The kinds of file, and what else can be explained."""
    lines = ["The files of a card project:", ""]
    for kind in KINDS.values():
        lines.append(f"  cardtools explain {kind.name:<8} {kind.place}")
        lines.append(f"  {'':<26} {first_sentence(kind.tables[0].meaning)}")
    return [
        *lines, "", "Any table or key:   cardtools explain face.text, cardtools explain project.cards.art",
        "Conditions of rules, filters and faces:   cardtools explain conditions",
        "A check:   cardtools explain TTU101; all of them:   cardtools explain --all",
        "The commands:   cardtools explain commands",
    ]  # fmt: skip


def look_up(wanted: str) -> list[str]:
    """The page of a name; where it may mean several things, their names. Empty if it means nothing."""
    wanted = wanted.casefold()
    if wanted == "conditions":
        parts = [f"{what:<18} {meaning} {example}" for what, (meaning, example) in EXPRESSIONS.items()]
        return [*CONDITIONS.split("\n"), "", *parts, "", "Functions:", *look_up("conditions.functions")]
    if wanted in ("conditions.functions", "ruleset.functions"):
        return [f"{page.call:<26} {page.meaning}" for page in functions()]
    if wanted == "face.functions":
        return [f"{page.call:<18} {page.meaning}" for page in face_functions()]
    if len(found := find(wanted)) == 1:
        return described(found[0])
    return [f"{entry.name}: {first_sentence(entry.meaning)}" for entry in found]


def described(entry: ReferencePage) -> list[str]:
    """The page of a table, a key or a function."""
    if isinstance(entry, FunctionPage):
        meaning = entry.meaning[:1].lower() + entry.meaning[1:]
        lines = [entry.name, "", f"{entry.call}: {meaning}", "", f"Example: {entry.example}"]
        return [*lines, f"Gives:   {entry.gives}"] if entry.gives else lines
    if isinstance(entry, KeyPage):
        lines = [f"{entry.name} ({facts(entry)})", "", entry.meaning]
        return [*lines, *_inner(entry.name), *_example(example_of(entry))]
    kind = next((f" with kind = {key.kind}" for key in entry.keys if key.short == "kind" and key.kind), "")
    lines = [f"{entry.name}   {entry.header}{kind}".rstrip(), "", *entry.meaning.split("\n"), "", "Keys:"]
    for key in entry.keys:
        lines += [f"  {key.short} ({facts(key)})", f"      {key.meaning}"]
    if shape := in_one_line(entry):
        lines += ["", f"In one line: {shape}"]
    lines += _inner(entry.name)
    for example in entry.examples:
        lines += _example(example.text, example.what)
    return lines


def facts(key: KeyPage) -> str:
    """The type, the unit and the default of a key, in words."""
    unit = f" in {key.unit}" if key.unit else ""
    default = "required" if key.required else f"default {key.default}" if key.default else "optional"
    return f"{key.kind}{unit}; {default}"


def example_of(key: KeyPage) -> str:
    """An example with the key: one of its table, of the class it is written in, or one with a table of its
    name; empty if there is none."""
    file, _, path = key.name.partition(".")
    around = next(table for table in KINDS[file].tables if table.name == key.name.rpartition(".")[0])
    own = (*around.examples, *model_page(key.owner).examples)
    others = [one for table in KINDS[file].tables for one in table.examples]
    here = rf"^{key.short} =|[\[.{{ ]{key.short}( =|\b[\].])|^{key.short}\.|\.{key.short} ="
    found = [one.text for one in own if re.search(here, one.text, re.MULTILINE)]
    found += [one.text for one in others if re.search(rf"\[{path}[.\]]", one.text)]
    return next(iter(found), "")


def in_one_line(table: TablePage) -> str:
    """How a short table within another one can be written, as `limit = [{ max = 3 }]`; else empty."""
    parts = table.header.strip("[]").split(".")
    if len(parts) < 2 or not parts[-1].islower() or not table.examples:
        return ""
    value: Any = tomllib.loads(table.examples[0].text)
    for part in parts:
        named = value.get(part, {}) if part.islower() else next(iter(value.values()), {})
        value = named[0] if isinstance(named, list) and part != parts[-1] else named
    line = f"{parts[-1]} = {as_toml(value)}"
    return line if value and len(line) <= 110 else ""


def inner_tables(name: str) -> Iterator[TablePage]:
    """The tables directly in a table or a key."""
    return (one for one in KINDS[name.partition(".")[0]].tables if one.name.rpartition(".")[0] == name)


def _inner(name: str) -> list[str]:
    names = [name, *(key.name for key in KINDS[name].tables[0].keys)] if name in KINDS else [name]
    found = {table.name: table.meaning for outer in names for table in inner_tables(outer)}
    width = max(map(len, found), default=0)
    lines = [f"  {inner:<{width}}  {first_sentence(meaning)}" for inner, meaning in found.items()]
    if name in ("ruleset", "face"):
        if name == "face":
            lines.append(f"  {'face.functions':<{width}}  What templates may use.")
        lines.append(f"  {'conditions':<{width}}  What conditions may use.")
    return ["", "Tables, each with a page of its own:", *lines] if lines else []


def first_sentence(text: str) -> str:
    """The text up to its first full stop."""
    return text.partition("\n")[0].partition(". ")[0].rstrip(".") + "."


def _example(text: str, what: str = "") -> list[str]:
    if not text:
        return []
    title = f"Example of {what}:" if what else "Example:"
    return ["", title, *(f"  {line}".rstrip() for line in text.split("\n"))]
