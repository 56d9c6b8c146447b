"""The reference as pages of documentation: `docs/reference/*.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from cardtools.reports.reference.files import KINDS, FileKind, face_functions, functions
from cardtools.reports.reference.keys import FileExample, KeyPage, TablePage, kinds_of, model_page
from cardtools.reports.reference.language import CARD, CONDITIONS, EXPRESSIONS
from cardtools.reports.reference.text import facts, in_one_line, inner_tables

_TITLES = {
    "project": "The project file",
    "face": "Faces",
    "sheet": "Sheets",
    "ruleset": "Rulesets",
    "tags": "Tag rules",
    "run": "Plans of print runs",
    "crops": "Crops",
    "programs": "Programs",
}
_GROUPS = {
    "language": "Blocks and operators",
    "filters": "Filters, as in `{{ NAME|upper }}`",
    "tests": "Tests, as in `LORE is none`",
    "methods": "Methods, as in `NAME.startswith('The ')`",
}


def page(kind: FileKind) -> str:
    """All tables of a kind of file as a Markdown page."""
    first, *others = kind.tables
    parts = [
        f"# {_TITLES[kind.name]}",
        f"Made by `cardtools explain {kind.name} --format markdown`; a test compares it.",
        f"Files: {code(kind.place)}. In the terminal: `cardtools explain {kind.name}`.",
    ]
    if kind.name == "face":
        parts.append("The pictures are drawn from the examples, on a [plain face](pictures/base.toml).")
    parts += _section(first, {}, "")
    parts += _values(key for table in kind.tables for key in table.keys)
    shared: dict[type, list[KeyPage]] = {}
    written: dict[type, TablePage] = {}
    for table in others:
        same = written.setdefault(table.model, table)
        if same is table:
            parts.append(f"## {_heading(table)}")
            parts += _section(table, shared, in_one_line(table))
        elif same.header != table.header:
            parts.append(f"## {_heading(table)}\n\nThe same keys as {code(same.header)}.")
    for base, keys in shared.items():
        parts.append(f"## {_title(base)}\n\n{model_page(base).meaning}\n\n{_keys(keys)}")
        parts += _examples(base, model_page(base).examples)
    parts += _language(kind.name)
    return "\n\n".join(parts) + "\n"


def drawn_examples() -> dict[str, str]:
    """The examples of faces that a picture shows, each by the name of its picture."""
    bases = {base: model_page(base).examples for one in KINDS["face"].tables for base in one.model.__mro__}
    return {
        name: example.text
        for model, examples in bases.items()
        for number, example in enumerate(examples)
        if (name := _picture(model, number, example))
    }


def _picture(model: type, number: int, example: FileExample) -> str:
    """The file name of the picture of a class's example; empty if it draws nothing."""
    name = (kinds_of(model) or [model.__name__.lower()])[0]
    return f"{name}-{number + 1}.png" if "[elements" in example.text else ""


def _section(table: TablePage, shared: dict[type, list[KeyPage]], short: str) -> Iterator[str]:
    """A table with its examples; inherited keys are added to `shared`; `short` is the table in one line."""
    own = [key for key in table.keys if key.owner is table.model]
    yield table.meaning
    if short:
        yield f"In one line: {code(short)}."
    if own:
        yield _keys(own)
    bases = dict.fromkeys(key.owner for key in table.keys if key.owner is not table.model)
    for base in bases:
        keys = [key for key in table.keys if key.owner is base]
        shared.setdefault(base, keys)
        names = ", ".join(code(key.short) for key in keys)
        yield f"And: {names} ({_link(_title(base))})."
    yield from _examples(table.model, table.examples)


def _examples(model: type, examples: Iterable[FileExample]) -> Iterator[str]:
    for number, example in enumerate(examples):
        if example.what:
            yield f"{example.what[:1].upper()}{example.what[1:]}:"
        yield f"```toml\n{example.text}\n```"
        if name := _picture(model, number, example):
            yield f"![A card with this example](pictures/{name})"


def _heading(table: TablePage) -> str:
    """The heading of a table's section: `[card]`, or `[elements.NAME]` of kind `text`."""
    kinds = kinds_of(table.model)
    return code(table.header) + (f" of kind {', '.join(map(code, kinds))}" if kinds else "")


def _title(base: type) -> str:
    return model_page(base).meaning.partition("\n")[0].rstrip(".")


def _link(heading: str, text: str = "") -> str:
    """A link to a heading of the page, by the name that MkDocs and GitHub give it."""
    words = re.split(r"[-\s]+", re.sub(r"[^\w\s-]", "", heading.lower()).strip())
    return f"[{text or heading}](#{'-'.join(words)})"


def _keys(keys: Iterable[KeyPage]) -> str:
    rows = [
        f"| {code(key.short)} | {cell(kind)} | {default} | {cell(key.meaning)}{_tables_of(key)} |"
        for key in keys
        for kind in [facts(key).rpartition(";")[0]]
        for default in ["required" if key.required else code_cell(key.default)]
    ]
    return "\n".join(["| key | type | default | meaning |", "|---|---|---|---|", *rows])


def _tables_of(key: KeyPage) -> str:
    tables = KINDS[key.name.partition(".")[0]].tables
    firsts = {table.model: table for table in reversed(tables)}  # equal tables have one section
    found = [table for table in tables if table.name == key.name]
    links = [_link(_heading(firsts[table.model])) for table in found]
    for table in inner_tables(key.name):
        if kinds := kinds_of(table.model):
            links.append(_link(_heading(table), ", ".join(map(code, kinds))))
    return f" See {', '.join(links)}." if links else ""


def _values(keys: Iterable[KeyPage]) -> Iterator[str]:
    """How a value of each type on the page is written."""
    samples = {key.kind: key.samples for key in keys if "one of" not in key.kind and key.kind[0] != '"'}
    yield "## How values are written"
    rows = [f"| {kind} | {' or '.join(map(code, forms))} |" for kind, forms in sorted(samples.items())]
    yield "\n".join(["| type | for example |", "|---|---|", *rows])
    yield (
        "A table `key = { name = ... }` can also be written as lines below a header, `[key]` and "
        "`name = ...`; a list of tables `key = [{ ... }, { ... }]` as one header `[[key]]` for each of them."
    )


def _language(kind: str) -> Iterator[str]:
    if kind == "face":
        yield "## Templates"
        yield (
            "Texts are written in the language of Jinja2. They may use the columns of the card table, "
            "`palette`, `colours`, and what follows. The `when` of an element is no template but a "
            "[condition](conditions.md). The examples are about a card with these columns:"
        )
        lists = {name: ", ".join(value) for name, value in CARD.items() if isinstance(value, list)}
        cells = {name: "(empty)" if value is None else value for name, value in CARD.items()} | lists
        columns = [f"{name} = {value}" for name, value in cells.items() if name != "project"]
        yield "```text\n" + "\n".join(columns) + "\n```"
        for group, title in _GROUPS.items():
            rows = [
                (
                    one.call if group == "language" else one.name.rpartition(".")[2],
                    one.meaning,
                    one.example,
                    one.gives,
                )
                for one in face_functions()
                if one.name.startswith(f"face.{group}.")
            ]
            yield f"### {title}\n\n" + _rows(("name", "meaning", "example", "gives"), rows)
    if kind == "ruleset":
        yield "## Expressions\n\nConditions and values: the [language of conditions](conditions.md)."


def conditions_page() -> str:
    """The language of conditions as a Markdown page."""
    parts = [
        "# Conditions",
        "Made by `cardtools explain conditions --format markdown`; a test compares it.",
        CONDITIONS.replace("\n\n", "\0").replace("\n", " ").replace("\0", "\n\n"),
        _rows(("what", "meaning", "example"), [(a, *pair) for a, pair in EXPRESSIONS.items()]),
        "## Functions",
        _rows(("function", "value", "example"), [(f.call, f.meaning, f.example) for f in functions()]),
    ]
    return "\n\n".join(parts) + "\n"


def _rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table in which all but the column `heads[1]` is code."""
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [cell(text) if index == 1 else code_cell(text) for index, text in enumerate(row)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def code(text: str) -> str:
    return f"`{text}`" if text.strip() else ""


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def code_cell(text: str) -> str:
    """Code in a cell of a table. MkDocs and GitHub do not agree how a bar in it is written."""
    return f"<code>{escape(text, quote=False).replace('|', '&#124;')}</code>" if "|" in text else code(text)
