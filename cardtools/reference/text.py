"""The reference in the terminal: what `cardtools explain face.text` prints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtools.reference.files import KINDS, Entry, FunctionPage, find, functions
from cardtools.reference.keys import KeyPage, TablePage


def overview() -> list[str]:
    """The kinds of file, and what else can be explained."""
    lines = ["The files of a card project:", ""]
    for kind in KINDS.values():
        meaning = first_sentence(kind.tables[0].meaning)
        lines += [f"  cardtools explain {kind.name:<8} {kind.place}", f"  {'':<26} {meaning}"]
    return [
        *lines, "", "Any table or key:   cardtools explain face.text, cardtools explain project.cards.art",
        "The functions of expressions in rulesets:   cardtools explain ruleset.functions",
        "A check:   cardtools explain TTU101; all of them:   cardtools explain --all",
    ]  # fmt: skip


def look_up(wanted: str) -> list[str]:
    """The page of a name; where it may mean several things, their names. Empty if it means nothing."""
    wanted = wanted.casefold()
    if wanted == "ruleset.functions":
        return [f"{page.call:<26} {page.meaning}" for page in functions()]
    if wanted == "face.functions":
        return [
            line for title, names in template_language() for line in (f"{title}:", f"  {', '.join(names)}")
        ]
    found = find(wanted)
    return (
        described(found[0]) if len(found) == 1 else [f"{e.name}: {first_sentence(e.meaning)}" for e in found]
    )


def template_language() -> list[tuple[str, list[str]]]:
    """What the templates and conditions of faces may use, besides columns: titles and names."""
    from cardtools.render.filters import FILTERS, METHODS, TESTS

    methods = [name for names in METHODS.values() for name in names]
    return [
        ("Names", ["the columns of the card table", "palette", "project.name", "project.copyright"]),
        ("Blocks", ["{{ ... }}", "{% if %}", "{% for %}"]),
        (
            "Filters, as in {{ NAME|upper }} (those of Jinja2, and date: {{ RELEASED|date('D MMMM YYYY') }})",
            FILTERS,
        ),
        ("Tests, as in LORE_OF is defined", [name for name in TESTS if name.isalpha()]),
        ("Methods, as in NAME.startswith('The ')", sorted(set(methods))),
    ]


def described(entry: Entry) -> list[str]:
    """The page of a table, a key or a function."""
    if isinstance(entry, FunctionPage):
        return [entry.name, "", f"{entry.call}: {_small(entry.meaning)}", "", f"Example: {entry.example}"]
    if isinstance(entry, KeyPage):
        lines = [f"{entry.name} ({facts(entry)})", "", entry.meaning]
        return [*lines, *_inner(entry.name), *_example(example_of(entry))]
    lines = [f"{entry.name}   {heading(entry)}".rstrip(), "", *entry.meaning.split("\n")]
    lines += ["", "Keys:"]
    for key in entry.keys:
        lines += [f"  {key.short} ({facts(key)})", f"      {key.meaning}"]
    return [*lines, *_inner(entry.name), *_example(entry.example)]


def facts(key: KeyPage) -> str:
    """The type, the unit and the default of a key, in words."""
    unit = f" in {key.unit}" if key.unit else ""
    default = "required" if key.required else f"default {key.default}" if key.default else "optional"
    return f"{key.kind}{unit}; {default}"


def example_of(key: KeyPage) -> str:
    """An example with the key: that of its table, or else one with a table of its name."""
    file, _, path = key.name.partition(".")
    own = _table_around(key.name).example
    if re.search(rf"^{key.short} =|[\[.]{key.short}\b", own, re.MULTILINE):
        return own
    tables = KINDS[file].tables
    return next((table.example for table in tables if re.search(rf"\[{path}[.\]]", table.example)), "")


def heading(table: TablePage) -> str:
    """How a table begins in a file: `[card]`, or `[elements.NAME] with kind = "text"`."""
    kind = next((key.kind for key in table.keys if key.short == "kind"), "")
    return f"{table.header} with kind = {kind}" if kind else table.header


def inner_tables(name: str) -> Iterator[TablePage]:
    """The tables directly in a table or a key."""
    for table in KINDS[name.partition(".")[0]].tables:
        if table.name.rpartition(".")[0] == name:
            yield table


def _table_around(name: str) -> TablePage:
    outer = name.rpartition(".")[0]
    return next(table for table in KINDS[name.partition(".")[0]].tables if table.name == outer)


def _inner(name: str) -> list[str]:
    found: dict[str, str] = {}
    for table in inner_tables(name):
        found[table.name] = table.meaning
    for key in _table_around(f"{name}.").keys if name in KINDS else ():
        for table in inner_tables(key.name):
            found.setdefault(table.name, table.meaning)
    width = max(map(len, found), default=0)
    lines = [f"  {inner:<{width}}  {first_sentence(meaning)}" for inner, meaning in found.items()]
    if name in ("ruleset", "face"):
        what = "templates and conditions" if name == "face" else "expressions"
        lines.append(f"  {f'{name}.functions':<{width}}  What {what} may use.")
    return ["", "Tables, each with a page of its own:", *lines] if lines else []


def first_sentence(text: str) -> str:
    """The text up to its first full stop."""
    return text.partition("\n")[0].partition(". ")[0].rstrip(".") + "."


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _example(text: str) -> list[str]:
    return ["", "Example:", *(f"  {line}".rstrip() for line in text.split("\n"))] if text else []
