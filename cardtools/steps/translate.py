"""Translating an edition: PO files for translators, and what is missing, outdated or does not fit."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.editions import SOURCE, UNTRANSLATED, TranslatedTexts, load_edition
from cardtools.cards.spaces import clean
from cardtools.cards.table import CardTable
from cardtools.checks.findings.check_report import CheckedFiles, Report
from cardtools.checks.findings.selection import Selection
from cardtools.checks.fixes.fix_files import FixedFile, edited_files
from cardtools.ground.errors import Diagnostic, Edit, InputError, Location, bad_input
from cardtools.ground.io.files import check_output, read_bytes, shown
from cardtools.ground.optional_packages import optional
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.workbooks import is_workbook
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_PO = "a PO file"
WORD = "word"  # the context of words of the ruleset's vocabularies
# What Babel writes into the head of a file about the day, itself, and people that nobody knows.
_NOISE = re.compile(
    rb'^"(?:POT-Creation-Date|PO-Revision-Date|Report-Msgid-Bugs-To|Last-Translator|Language-Team'
    rb'|Generated-By):.*\\n"\n',
    re.MULTILINE,
)
_NO_COLUMN = -1  # the cell of an edit of several tables, in a file that lacks the column
PoMessages = dict[tuple[str, str], str]  # translations by context (a column, or WORD) and text


def export_po(game: GameFiles) -> bytes:
    """The PO file of the game's edition: each text once, in the order of the table, with its cards; its
    context is the column. An outdated translation is fuzzy, with the text that it was made of as the previous
    one. The same translations give the same bytes. Raises CardtoolsError without Babel.
    """
    project, table = game.project, game.table
    name = project.settings.name or "Cards"
    texts = load_edition(project, table, new=True)
    core, language = optional("babel.core", _PO), texts.language
    try:
        locale = str(core.Locale.parse(language, sep="-" if "-" in language else "_"))
    except (core.UnknownLocaleError, ValueError):
        locale = None
    new: type[Catalog] = optional("babel.messages.catalog", _PO).Catalog
    catalog = new(locale, project=name, version=" ", fuzzy=False)
    catalog.header_comment = f"# {name}, edition {project.edition}"
    for found in texts.translations(table):
        catalog.add(
            found.source,
            found.text,
            locations=[(table.file.name, table.file.line_numbers[found.row])],
            flags=("fuzzy",) if found.is_outdated else (),
            auto_comments=[table.name(found.row)],
            previous_id=found.made_of or "" if found.is_outdated else (),
            context=found.column,
        )
    for word, translation in _words(table, texts).items():
        catalog.add(word, translation, context=WORD)
    out = io.BytesIO()
    optional("babel.messages.pofile", _PO).write_po(out, catalog, width=0, include_previous=True)
    return _NOISE.sub(b"", out.getvalue())


def _words(table: CardTable, texts: TranslatedTexts) -> dict[str, str]:
    """The words of the vocabularies that the cards use, with their translations."""
    known = {name for name, one in table.ruleset.fields.items() if one.vocabulary is not None}
    values = (value for name in known - texts.columns.keys() for value in table.values[name])
    cells = (value if isinstance(value, tuple) else (value,) for value in values)
    words = {word for cell in cells for word in cell if isinstance(word, str)}
    return {word: texts.edition.words.get(word, "") for word in sorted(words)}


def import_po(game: GameFiles, path: Path) -> tuple[list[FixedFile], PoMessages]:
    """The files with the texts of the game's edition that a PO file translates anew (only these cells change,
    and rows are added), and the translated words that the project file does not have. Fuzzy translations are
    left out. Raises InputError where a file cannot be used, OutputError where a table would be outside the
    project.
    """
    table = game.table
    texts = load_edition(game.project, table, new=True)
    given = _read_po(path)
    known = texts.edition.words
    words = {key: new for key, new in given.items() if key[0] == WORD and known.get(key[1]) != new}
    file = texts.file or table.file
    for part in file.parts:
        if is_workbook(part.path):
            message = "cardtools does not write workbooks"
            raise bad_input(part.name, message, "save the table as CSV and name that in the edition")
    header = list(map(clean, file.header))
    edits: list[Edit] = []
    added: dict[str, dict[str, str]] = {}
    changed: Counter[str] = Counter()  # by file, as edits name it
    problems: dict[Diagnostic, None] = {}
    for found in texts.translations(table):
        new = given.get((found.column, found.source), "")
        if not new or (new == found.text and not found.is_outdated):
            continue
        name = texts.columns[found.column]
        cells = {name: new, f"{name}{SOURCE}": found.source}
        key = clean(table.texts(texts.key)[found.row])
        own = found.row if texts.file is None else texts.rows.get(key, -1)
        if own < 0:
            added.setdefault(key, {}).update(cells)
            changed[""] += 1
            continue
        made = {one: file.edit(own, header.index(one), text) for one, text in cells.items() if one in header}
        if made[name].cell == _NO_COLUMN:
            message = f"{made[name].path} has no column {name!r} for its translations"
            problems[Diagnostic(Location(made[name].path, 1), message, "add it to the header")] = None
        edits += [edit for edit in made.values() if edit.cell != _NO_COLUMN]
        changed[made[name].path] += 1
    if problems:
        raise InputError(problems)
    done = {path: f"{counted(number, 'text')} translated" for path, number in changed.items()}
    rows = [[{texts.key: key, **cells}.get(column, "") for column in header] for key, cells in added.items()]
    if rows and not os.path.exists(file.path):
        check_output(file.path, game.project.root)
        data = format_csv(file.header, rows, line_ending="\n").encode()
        return [FixedFile(file.path, b"", data, done[""])], words
    return edited_files(file, edits, done, rows), words


def _read_po(path: Path) -> PoMessages:
    """The translations of a PO file that are not fuzzy. Raises InputError where it cannot be read."""
    pofile, data = optional("babel.messages.pofile", _PO), read_bytes(path)
    try:
        catalog = pofile.read_po(io.BytesIO(data), abort_invalid=True)
        return {
            (message.context or "", str(message.id)): str(message.string)
            for message in catalog
            if message.id and message.string and not message.fuzzy and isinstance(message.id, str)
        }
    except Exception as error:  # whatever a damaged file makes of the parser
        raise bad_input(shown(path), f"not a PO file that can be read: {error}") from None


def check_edition(game: GameFiles, selection: Selection) -> Report:
    """What is missing, outdated, unused or too long in the game's edition. Raises InputError of a file."""
    table, project = game.table, game.project
    texts = load_edition(project, table)
    found: list[Diagnostic] = list(texts.check(table))
    for composed in game.project_cards.compose(game.project_cards.cards):
        found += composed.findings if composed.scene else composed.problems
    if texts.edition.words:
        place = project.place("editions", project.edition, "words") or Location("")
        for word in (word for word, new in _words(table, texts).items() if not new):
            hint = f'write "{word}" = "..." under words of the edition'
            found.append(UNTRANSLATED.finding(place, f"the word {word} is not translated", hint))
    what = f"edition {project.edition}: {counted(len(table), 'card')}"
    files = tuple(dict.fromkeys((table.file.name, (texts.file or table.file).name)))
    checked = CheckedFiles(what, files, frozenset(("drawing", "editions")), (table,), ruleset=game.ruleset)
    return selection.of(Report(checked, tuple(found)))


def require_edition(game: GameFiles) -> None:
    """Raise InputError if the game's edition translates nothing."""
    project = game.project
    edition = project.settings.editions[project.edition]
    if not (edition.columns or edition.table or edition.words):
        place = project.place("editions", project.edition) or Location("cardtools.toml")
        hint = 'write columns = { NAME = "TITEL" }, and table = "cards/de.csv" if it has a table of its own'
        raise InputError(Diagnostic(place, "the edition does not say what is translated", hint))
