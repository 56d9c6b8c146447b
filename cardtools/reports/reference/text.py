"""The reference in the terminal: what `cardtools explain face.text` prints."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.toml.toml_values import as_toml
from cardtools.reports.reference.files import (
    KINDS,
    FunctionPage,
    ReferencePage,
    face_functions,
    find,
    functions,
)
from cardtools.reports.reference.keys import KeyPage, TablePage, model_page
from cardtools.reports.reference.language import CONDITIONS, EXPRESSIONS


class Topic(Record):
    """The words by which it is looked up, what is explained about it, and the guide: a page and a heading."""

    words: str
    names: str
    page: str
    heading: str


_TABLES, _PRINTING, _FACES = "guides/tables.md", "guides/printing.md", "guides/faces.md"
_KINDS = "Decimal numbers, yes and no, dates, links"
TOPICS = (
    Topic("date dates day days year", "ruleset.fields.format face.filters.date conditions.functions.date",
          _TABLES, _KINDS),
    Topic("decimal decimals comma number", "ruleset.fields.type ruleset.fields.decimal", _TABLES, _KINDS),
    Topic("half halves fraction fractions ½", "ruleset.fields.counts face.filters.int",
          "guides/spreadsheet.md", "Halves that are decimals, and dates"),
    Topic("yes no bool checkbox link links", "ruleset.fields.type ruleset.fields.yes", _TABLES, _KINDS),
    Topic("size sizes poker bridge tarot mini jumbo square", "face.card.size", "guides/card-sizes.md",
          "Card sizes and tiles"),
    Topic("hex hexagon hexagons tile tiles shape", "face.card.shape sheet.nest", "guides/card-sizes.md",
          "Hexagons"),
    Topic("copies amount", "project.cards.quantity ruleset.deck.copies", "guides/spreadsheet.md",
          "Several sheets, and the number of copies"),
    Topic("heading headings column columns", "project.columns ruleset.fields.names", "guides/spreadsheet.md",
          "Headings"),
    Topic("excel ods xlsx google csv spreadsheet workbook", "project.cards.database project.cards.source",
          _TABLES, "What a table may be"),
    Topic("back backs duplex sides", "project.backs sheet.flip sheet.fold", _PRINTING, "Both sides"),
    Topic("token tokens counter counters round", "project.extras sheet.marks.outline", _PRINTING,
          "Tokens and counters"),
    Topic("cut marks margin margins bleed", "face.card.bleed sheet.bleed sheet.marks", _PRINTING,
          "The sheet definition"),
    Topic("manufacturer maker tts mpc tgc dtc pnp", "face.card.size", _PRINTING, "From a manufacturer"),
    Topic("markup italic symbols icon icons", "face.styles.markup face.icons", _FACES, "Marks in texts"),
    Topic("condition conditional when rare foil",
          "conditions.functions.given project.faces.when face.elements.rectangle.when", _FACES,
          "Only on some cards"),
    Topic("font fonts", "face.fonts face.styles.font", _FACES, "Fonts"),
    Topic("language languages translation translations edition", "project.editions",
          "guides/editions.md", "Editions in other languages"),
    Topic("keyword keywords words", "ruleset.vocabulary", "guides/rulesets.md", "2. Words"),
    Topic("placeholder placeholders template templates", "project.effects", "guides/templates.md",
          "Templates and placeholders"),
)  # fmt: skip


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


def see_also(word: str) -> list[str]:
    """What there is about an everyday word: commands that explain keys, and guides. Empty for other words."""
    rows: list[tuple[str, str]] = []
    for topic in TOPICS:
        if word.casefold() in topic.words.split():
            for name in topic.names.split():
                meaning = re.split("[:;(]", first_sentence(find(name)[0].meaning))[0].rstrip(" .")
                rows.append((f"cardtools explain {name}", f"{meaning}."))
            rows.append((f"docs/{topic.page}", topic.heading))
    width = max((len(left) for left, _ in rows), default=0)
    return ["See also:", *(f"  {left:<{width}}  {right}" for left, right in rows)] if rows else []
