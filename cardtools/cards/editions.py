"""The translated texts of cards: what an edition of the project file says of a card table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardtools.cards.spaces import clean
from cardtools.cards.table import CardTable, make_table, read_rows
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, Location, reported_at
from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.project.project import Project
from cardtools.project.settings import Edition
from cardtools.rulesets.field_model import FieldEntry

UNTRANSLATED = Check.of("""TRN001 untranslated warning: a text has no translation
    why: It is printed in the language of the card table.
    bad: a card without a row in the table of the edition, or with an empty cell there
    good: a translation in every cell
    fix: translate it; `cardtools translate export` makes a PO file for translators""")
OUTDATED = Check.of("""TRN002 outdated-translation warning: a text has changed since it was translated
    why: The edition says something else than the card.
    bad: TEXT "Draw two cards.", and TEXT_SOURCE of the edition "Draw a card."
    good: TEXT_SOURCE of the edition is the card's text
    fix: translate it again, and copy the card's text into the column that ends in _SOURCE""")
ORPHAN = Check.of("""TRN003 orphan-translation info: a translation belongs to no card
    why: The card is gone or has another name, and its translation is not used.
    bad: a row of the edition's table for a card that does not exist
    good: the names of both tables agree
    fix: correct the name, or delete the row""")
SOURCE = "_SOURCE"  # ends the name of a column with the text that was translated


class Translation(Record):
    """The translation of one cell ("" if there is none), and the text it was made of (None: unknown)."""

    row: int
    column: str
    source: str
    text: str
    made_of: str | None
    place: Location

    @property
    def is_outdated(self) -> bool:
        """Whether the text has changed since it was translated."""
        return bool(self.text) and self.made_of is not None and self.made_of != self.source


class TranslatedTexts(Record):
    """An edition with the table that its texts are in; `columns` are those with the translations, by the
    column that they translate. Where the texts are in the card table itself, `file` is None.
    """

    edition: Edition
    language: str
    columns: Mapping[str, str]
    file: CsvFile | None
    rows: Mapping[str, int]
    key: str

    def texts(self, table: CardTable) -> list[dict[str, Any]]:
        """The translated values of each row of a table, in the types of their columns."""
        if not len(table):
            return []
        changed: dict[str, list[str]] = {}
        for column in table.columns if self.edition.words else ():
            known = table.ruleset.fields.get(column)
            entry = known.entry if known else FieldEntry()
            cells = [self._worded(text, entry) for text in table.texts(column)]
            if cells != list(table.texts(column)):
                changed[column] = cells
        for found in self.translations(table):
            if found.text:
                cells = changed.setdefault(found.column, list(table.texts(found.column)))
                cells[found.row] = found.text
        columns = tuple(
            changed.get(name, cells) for name, cells in zip(table.columns, table.file.columns, strict=True)
        )
        typed = make_table(replace(table.file, columns=columns), table.ruleset).values
        return [{name: typed[name][row] for name in changed} for row in range(len(table))]

    def check(self, table: CardTable) -> Iterator[Diagnostic]:
        """Texts without a translation or with an outdated one, and translations of no card."""
        for found in self.translations(table):
            name = table.name(found.row)
            if not found.text:
                message = f"{name}: {found.column} is not translated"
                yield UNTRANSLATED.finding(found.place, message, "translate it")
            elif found.is_outdated:
                message = f"{name}: {found.column} has changed since it was translated"
                yield OUTDATED.finding(found.place, message, f"the text is now {found.source!r}")
        if self.file is not None:
            known = set(map(clean, table.texts(self.key)))
            for name, row in self.rows.items():
                if name and name not in known:
                    yield ORPHAN.finding(self.file.at(row), f"there is no card {name!r}", "delete the row")

    def _worded(self, cell: str, entry: FieldEntry) -> str:
        """The cell with its words translated: those of a list, or all of it if it is nothing but words."""
        words, items = self.edition.words, [item.strip() for item in cell.split(entry.separator)]
        known = [item in words for item in items]
        if not (any(known) if entry.type == "list" else all(known)):
            return cell
        return entry.joined(words.get(item, item) for item in items)

    def translations(self, table: CardTable) -> Iterator[Translation]:
        """The translation of each filled cell of the translated columns, by row and column."""
        file = self.file or table.file
        header = list(map(clean, file.header))
        places = {name: header.index(name) for name in header}
        key = table.texts(self.key)
        sources = {column: table.texts(column) for column in self.columns if column in table.columns}
        for row in range(len(table)):
            own = row if self.file is None else self.rows.get(clean(key[row]), -1)
            for column, texts in sources.items():
                source = clean(texts[row])
                if not source:
                    continue
                name = self.columns[column]
                index = places.get(name, -1)
                made_of = places.get(f"{name}{SOURCE}", -1)
                text = file.columns[index][own].strip() if own >= 0 <= index else ""
                before = clean(file.columns[made_of][own]) if own >= 0 <= made_of else None
                place = table.place(row, column) if own < 0 or index < 0 else file.at(own, index)
                yield Translation(row, column, source, text, before or None, place)


def load_edition(project: Project, table: CardTable, new: bool = False) -> TranslatedTexts:
    """The texts of the project's edition for its card table; if `new`, its own table may be missing. Raises
    InputError where that cannot be used, lacks its key or a column, or has two rows for one card.
    """
    edition = project.settings.editions[project.edition]
    language = edition.language or project.edition
    key = edition.key or table.ruleset.label

    def place(name: str) -> Location:
        return project.place("editions", project.edition, name) or Location("cardtools.toml")

    if key not in table.columns:
        hint = suggest(key, list(table.columns), "columns")
        raise InputError(Diagnostic(place("key"), f"{table.file.name} has no column {key!r}", hint))
    file = None
    if edition.table:
        path = project.path(edition.table)
        if new and not os.path.exists(path):
            names = [name for column in edition.columns.values() for name in (column, f"{column}{SOURCE}")]
            file = CsvFile.of_rows(path, [key, *names], [])
        else:
            with reported_at(place("table")):
                file, _ = read_rows(path)
    source = file or table.file
    header = list(map(clean, source.header))
    problems = []
    for column, name in edition.columns.items():
        for wanted, known, where in ((column, list(table.columns), table.file), (name, header, source)):
            if wanted not in known:
                hint = suggest(wanted, known, "columns")
                problems.append(Diagnostic(place("columns"), f"{where.name} has no column {wanted!r}", hint))
    both = (name for name in header if file and name in table.columns and name != key)
    columns = edition.columns or {name: name for name in both}
    rows: dict[str, int] = {}
    if file:
        if key not in header:
            message = f"there is no column {key!r}, by which rows are found"
            problems.append(Diagnostic(file.at_header(0), message, suggest(key, header, "columns")))
        else:
            index = header.index(key)
            for row, card in enumerate(map(clean, file.columns[index])):
                if rows.setdefault(card, row) != row:
                    message = f"{card} has a translation in line {file.line_numbers[rows[card]]} already"
                    problems.append(Diagnostic(file.at(row, index), message, "remove one of them"))
    if problems:
        raise InputError(problems)
    return TranslatedTexts(edition, language, columns, file, rows, key)
