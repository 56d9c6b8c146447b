"""What the pages of the studio ask about the files of a project: its parts, its tables, its findings."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardtools.cards.table import CardTable
from cardtools.checks.findings.check_report import Report
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.ground.tables.merging import TABLES
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.history import content_digest
from cardtools.render.project_cards import file_names
from cardtools.rulesets.ruleset import Field


def overview(desk: Desk) -> dict[str, Any]:
    """The parts of the project: title, ruleset, tables, faces, backs, decks, editions; or it is `empty`."""
    project, game = desk.project, desk.game
    settings = project.settings
    if project.is_empty:
        return {"title": project.root.name, "empty": True}
    table = game.table
    return {
        "title": settings.name or project.root.name,
        "ruleset": {"id": table.ruleset.id, "title": table.ruleset.title},
        "tables": [
            {
                "path": one.path,
                "extra": one.cards is not table,
                "count": len(one.file.line_numbers),
                "why": read_only(one.file),
            }
            for one in table_files(desk)
        ],
        "faces": [{"path": one.face, "when": one.when} for one in settings.faces],
        "backs": [{"path": one.face, "when": one.when} for one in settings.backs],
        "decks": list(settings.cards.decks),
        "editions": list(settings.editions),
        "press": bool(settings.print.profile),
    }


def table(desk: Desk, path: str) -> dict[str, Any]:
    """A table for the page: columns with what the ruleset says of them, rows of cells, their cards."""
    cards, file, first, _ = find_table(desk, path)
    rows = list(map(list, file.rows))
    columns = [_column(cards, name, index, file) for index, name in enumerate(file.header)]
    return {
        "path": path,
        "version": content_digest(read_bytes(file.path, "table_bytes")),
        "why": read_only(file),
        "columns": columns,
        "head": file.header_line,
        "lines": list(file.line_numbers),
        "rows": rows,
        "slugs": slugs_of(desk, cards)[first : first + len(rows)],
    }


def card(desk: Desk, slug: str = "", path: str = "", row: int = -1) -> dict[str, Any]:
    """A card by its file name, or by its row (from 0) in a table: its columns and cells, where it stands,
    what is before and after it, and which sides it has.
    """
    for known in [path] if path else [one.path for one in table_files(desk)]:
        shown_table = table(desk, known)
        if slug in shown_table["slugs"]:
            row = shown_table["slugs"].index(slug)
            break
    else:
        if not path:
            slugs = [one for each in table_files(desk) for one in table(desk, each.path)["slugs"]]
            raise bad_input(slug, "there is no such card", suggest(slug, slugs, "cards"))
        row = min(max(row, 0), len(shown_table["rows"]) - 1)
    rows, slugs, columns = shown_table["rows"], shown_table["slugs"], shown_table["columns"]
    cells = {column["title"]: text for column, text in zip(columns, rows[row], strict=True)}
    named = [text for column, text in zip(columns, rows[row], strict=True) if column["name"]]
    longest = {one["title"]: max(len(other[n]) for other in rows) for n, one in enumerate(columns)}
    return {
        **{key: shown_table[key] for key in ("path", "version", "why", "columns")},
        "row": row,
        "line": shown_table["lines"][row],
        "slug": slugs[row],
        "name": (named or [""])[0] or slugs[row],
        "cells": cells,
        "longest": longest,
        "previous": slugs[row - 1] if row else "",
        "next": slugs[row + 1] if row + 1 < len(slugs) else "",
        "sides": ["face", *(["back"] if desk.game.project_cards.backs else [])],
    }


def checked(desk: Desk) -> Report:
    """What `cardtools validate` finds, each with its fix."""
    from cardtools.steps.check import Scope, check_game

    report: Report = desk.keep("checked", lambda: check_game(desk.game, Scope(drawing=True), fixes=True))
    return report


def read_only(file: CsvFile) -> str:
    """Why the cells of a table cannot be changed here; "" if they can."""
    if file.path.suffix.lower() in TABLES:
        return ""
    return f"{shown(file.path)} is not a CSV file: change it in its own program"


class TableFile(NamedTuple):
    """A file with cards: the table that it belongs to, its own part of that, the number of its first row
    there, and its path in the project.
    """

    cards: CardTable
    file: CsvFile
    first: int
    path: str


def table_files(desk: Desk) -> list[TableFile]:
    """The files with cards of a project, then those with extras."""
    found = []
    for cards in (desk.game.table, *desk.game.extras):
        first = 0
        for file in cards.file.parts:
            found.append(TableFile(cards, file, first, desk.name_of(file.path)))
            first += len(file.line_numbers)
    return found


def find_table(desk: Desk, path: str) -> TableFile:
    """A file with cards by its path."""
    if found := next((one for one in table_files(desk) if one.path == path), None):
        return found
    raise bad_input(path, "is not a card table of this project")


def slugs_of(desk: Desk, cards: CardTable) -> list[str]:
    """The file names of a table's cards, for which no face has to be read."""

    def make() -> dict[int, list[str]]:
        if desk.project.settings.cards.pictures:
            known = desk.game.project_cards
            drawn = {"": known.cards, **known.extras}
            return {id(one): [card.slug for card in drawn[name]] for name, one in known.tables.items()}
        found: dict[int, list[str]] = {}
        for one in (desk.game.table, *desk.game.extras):
            found[id(one)] = file_names(one, [name for names in found.values() for name in names])
        return found

    try:
        found: dict[int, list[str]] = desk.keep("slugs", make)
    except InputError:  # no face can be used
        return [""] * len(cards)
    return found.get(id(cards), [""] * len(cards))


def _column(cards: CardTable, written: str, index: int, file: CsvFile) -> dict[str, Any]:
    name = cards.ruleset.columns.get(written.strip(), written.strip())
    known: Field | None = cards.ruleset.fields.get(name)
    entry = known.entry if known else None
    return {
        "title": written,
        "column": name,
        "cell": file.cell(index),
        "kind": entry.type if entry else "str",
        "choices": list(map(str, known.words)) if known else [],
        "separator": entry.joined(["", ""]) if entry and entry.type == "list" else "",
        "picture": name in cards.picture_columns,
        "name": name == cards.ruleset.title,
        "derived": bool(entry and entry.derived),
    }


ANSWERS: dict[str, DeskAnswer] = {"overview": overview, "table": table, "card": card}
