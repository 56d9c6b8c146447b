"""The reference as pages of documentation: `docs/reference/*.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardtools.reference.files import FileKind, functions
from cardtools.reference.keys import KeyPage, TablePage, model_page
from cardtools.reference.text import facts, heading, template_language

_TITLES = {
    "project": "The project file",
    "face": "Faces",
    "sheet": "Sheets",
    "ruleset": "Rulesets",
    "tags": "Tag rules",
}


def page(kind: FileKind) -> str:
    """All tables of a kind of file as a Markdown page."""
    first, *others = kind.tables
    parts = [
        f"# {_TITLES[kind.name]}",
        f"Made by `cardtools explain {kind.name} --markdown`; a test compares it.",
        f"Files: {_code(kind.place)}. In the terminal: `cardtools explain {kind.name}`.",
    ]
    parts += _section(first, {})
    shared: dict[type, list[KeyPage]] = {}
    written: dict[type, TablePage] = {}
    for table in others:
        header, _, kind_ = heading(table).partition(" with ")
        parts.append(f"## {_code(header)}" + (f" with {_code(kind_)}" if kind_ else ""))
        if table.model in written:
            parts.append(f"The same keys as {_code(written[table.model].header)}.")
            continue
        written[table.model] = table
        parts += _section(table, shared)
    for base, keys in shared.items():
        meaning = model_page(base).meaning
        parts.append(f"## {_title(base)}\n\n{meaning}\n\n{_keys(keys)}")
    parts += _language(kind.name)
    return "\n\n".join(parts) + "\n"


def _section(table: TablePage, shared: dict[type, list[KeyPage]]) -> Iterator[str]:
    """The meaning, the keys and the example of a table; inherited keys are added to `shared`, by class."""
    own = [key for key in table.keys if key.owner is table.model]
    yield table.meaning
    if own:
        yield _keys(own)
    bases = dict.fromkeys(key.owner for key in table.keys if key.owner is not table.model)
    for base in bases:
        keys = [key for key in table.keys if key.owner is base]
        shared.setdefault(base, keys)
        names = ", ".join(_code(key.short) for key in keys)
        yield f"And: {names} ([{_title(base)}](#{re.sub('[^a-z]+', '-', _title(base).lower())}))."
    if table.example:
        yield f"```toml\n{table.example}\n```"


def _title(base: type) -> str:
    return model_page(base).meaning.partition("\n")[0].rstrip(".")


def _keys(keys: Iterable[KeyPage]) -> str:
    rows = [
        f"| {_code(key.short)} | {_cell(kind)} | {_default(key)} | {_cell(key.meaning)} |"
        for key in keys
        for kind in [facts(key).rpartition(";")[0]]
    ]
    return "\n".join(["| key | type | default | meaning |", "|---|---|---|---|", *rows])


def _default(key: KeyPage) -> str:
    return "required" if key.required else _code(_cell(key.default)) if key.default else ""


def _language(kind: str) -> Iterator[str]:
    if kind == "face":
        yield "## Templates and conditions\n\nThey are written in the language of Jinja2, and may use:"
        yield "\n".join(f"- {title}: {', '.join(map(_code, names))}" for title, names in template_language())
    if kind == "ruleset":
        yield (
            "## Expressions\n\nConditions and values are written as in Python: numbers, texts, lists, "
            "columns, tables (`unit_total[LEVEL]`), the names under `[define]`, `+ - * / // %`, comparisons, "
            "`and or not`, `in`, `a if b else c`, and these functions. A rule is not applied to a card that "
            "lacks a value the rule needs; `given(COLUMN)` asks whether a cell is filled."
        )
        rows = [
            f"| {_code(one.call)} | {_cell(one.meaning)} | {_code(_cell(one.example))} |"
            for one in functions()
        ]
        yield "\n".join(["| function | value | example |", "|---|---|---|", *rows])


def _code(text: str) -> str:
    return f"`{text}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
