"""The project file `cardtools.toml` and its paths; no other module knows where files are."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardtools.ground.errors import CardtoolsError, Diagnostic, InputError, Location, OutputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import check_output, own_folder, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.workbooks import split_sheet, table_file
from cardtools.ground.toml.tomlfile import TomlFile, load
from cardtools.project.settings import Settings

FILE_NAME = "cardtools.toml"
BASELINE_NAME = "cardtools-baseline.json"  # the findings that `cardtools validate --write-baseline` accepts

_FOLDERS = ("cards", "effects", "placeholders", "templates")  # of a project without a project file
_PATTERN = frozenset("*?[")
_LONGEST_NAME, _LONGEST_PATH = 255, 4_000  # of a file or a folder on most systems, and with its folders


class Project(Record):
    """A project: its folder, settings, file (None: none) and drawn edition (empty: the table's own)."""

    root: Path
    settings: Settings
    file: TomlFile | None = None
    edition: str = ""

    def in_edition(self, name: str) -> Project:
        """The project as it is drawn in an edition. Raises InputError if there is none of this name."""
        if not name:
            return self
        settings = self.settings
        if name not in settings.editions:
            hint = suggest(name, list(settings.editions), "editions")
            what = hint or f"add [editions.{name}] to {FILE_NAME}"
            raise bad_input("--edition", f"no edition {name!r}", what)
        edition = settings.editions[name]
        faces, backs = (
            tuple(replace(choice, face=edition.faces.get(choice.face, choice.face)) for choice in choices)
            for choices in (settings.faces, settings.backs)
        )
        own = {key: getattr(edition, key) or getattr(settings, key) for key in ("name", "copyright")}
        language, terms = edition.language or name, settings.terms | edition.terms
        settings = replace(settings, **own, language=language, terms=terms, faces=faces, backs=backs)
        return replace(self, settings=settings, edition=name)

    def path(self, relative: str) -> Path:
        """The path of something that the project file names."""
        return self.root / relative

    def names(self, *keys: str) -> bool:
        """Whether the project file sets this key itself, so that what it names must exist."""
        return self.place(*keys) is not None

    def place(self, *keys: str | int, find: str = "") -> Location | None:
        """Where the project file has a key; None where it has not."""
        table: Any = self.file.data if self.file else {}
        for key in keys:
            table = table.get(key) if isinstance(table, dict) else table
        return self.file.at(*keys, find=find) if self.file and table is not None else None

    @property
    def tables(self) -> tuple[Path, ...]:
        """The tables of the card database, those of a pattern by name; one without a match is as written."""
        return tuple(Path(self.root, name) for name in find_tables(self.root, self.settings.cards.database))

    @property
    def table_files(self) -> list[Path]:
        """What to look at for changes of the card database: its files, and the folders of its patterns."""
        database = self.settings.cards.database
        names = (database,) if isinstance(database, str) else database
        folders = {self.path(name).parent for name in names if _PATTERN.intersection(name)}
        return [*map(table_file, self.tables), *sorted(folders)]

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a project file nor a table of cards."""
        return not (self.file or any(os.path.lexists(table_file(path)) for path in self.tables))

    @property
    def extras(self) -> tuple[Path, ...]:
        """The tables of the extras."""
        return tuple(self.path(extras.table) for extras in self.settings.extras)

    def sheet(self, name: str = "") -> Path:
        """The sheet definition of the cards, or of the extras whose table has this name."""
        own = {Path(extras.table).stem: extras.sheet for extras in self.settings.extras}
        return self.path(own.get(name) or self.settings.sheet.sheet)

    def sheet_place(self, name: str = "") -> Location | None:
        """Where the project file names the sheet definition of `sheet`; None where it does not."""
        extras = enumerate(self.settings.extras)
        own = (index for index, one in extras if one.sheet and Path(one.table).stem == name)
        return self.place(*next((("extras", index, "sheet") for index in own), ("sheet", "sheet")))

    @property
    def output(self) -> Path:
        """The folder that `build` writes to."""
        return self.root / self.settings.output / self.edition

    def output_path(self, *parts: str) -> Path:
        """A file or folder in the output folder. Raises OutputError where that leads out of the project."""
        return check_output(self.output.joinpath(*parts), self.root)


def find_project(start: Path | None = None, required: bool = False) -> Project:
    """The project of the folder `start` (default: the working folder) or of the nearest one above it; without
    any project file the folder itself, with the documented defaults and the ruleset of the documentation.

    Raises InputError with every problem of the project file, and CardtoolsError if a project is `required`
    and the folder has neither a project file nor any of the usual folders.
    """
    start = start or Path.cwd()
    for folder in (start, *start.parents):
        if os.path.isfile(folder / FILE_NAME):
            settings, file = load(folder / FILE_NAME, Settings)
            _check_values(settings, file)
            own_folder(folder)
            return Project(folder, settings, file)
    if required and not any((start / name).is_dir() for name in _FOLDERS):
        what = f"no card project: neither this folder nor one above it has a {FILE_NAME}"
        raise CardtoolsError(f"{what}; `cardtools init NAME` creates a project")
    own_folder(start)
    return Project(start, Settings(ruleset="ttcg"))


def find_tables(root: Path, database: str | tuple[str, ...]) -> tuple[str, ...]:
    """The tables that `database` of a project in the folder `root` names, each once."""
    if isinstance(database, str) and not _PATTERN.intersection(database):
        return (database,)
    found: dict[str, None] = {}
    for name in (database,) if isinstance(database, str) else database:
        folder, _, pattern = name.rpartition("/")
        if not _PATTERN.intersection(pattern) or os.path.lexists(root / name):
            found[name] = None
            continue
        files: list[str] = []
        with suppress(OSError, ValueError), os.scandir(root / folder) as entries:
            files = sorted(entry.name for entry in entries if entry.is_file())
        # Programs hide a lock beside a table that they have open, as ~$cards.xlsx.
        own = [file for file in fnmatch.filter(files, pattern) if not file.startswith((".", "~$"))]
        found |= dict.fromkeys([f"{folder}/{file}" if folder else file for file in own] or [name])
    return tuple(found)


def _check_tables(settings: Settings, file: TomlFile) -> None:
    """Raise InputError where the card database has no table, one twice, or too many."""
    database, most = settings.cards.database, limits().card_tables
    tables, names = find_tables(file.path.parent, database), () if isinstance(database, str) else database
    message = hint = ""
    if max(len(tables), len(names)) > most:
        message, hint = f"there are more than {most:,} tables", raise_hint("card_tables")
    elif not tables or "" in tables:
        message, hint = "database names no table", 'such as "cards/cards.csv"'
    elif twice := next((name for name in names if names.count(name) > 1), ""):
        message, hint = f"database names {twice!r} twice", "name it once"
    real: dict[tuple[str, str], str] = {}
    for name in () if message or len(tables) == 1 else tables:
        table, sheet = split_sheet(file.path.parent / name)
        other = real.setdefault((os.path.realpath(table), sheet), name)
        if other != name:
            message, hint = f"{name} and {other} are the same table", "name it once"
    if message:
        raise InputError(Diagnostic(file.at("cards", "database"), message, hint))


def _check_values(settings: Settings, file: TomlFile) -> None:
    # A project may come from a stranger: it may only write inside its folder, and not over its sources.
    root, effects = file.path.parent, settings.effects
    lists = {("effects", "effects"): effects.effects, ("effects", "tagged"): effects.tagged}
    if file.data.get("cards", {}).get("crops"):
        lists["cards", "crops"] = settings.cards.crops
    sources = list(_sources(root, settings))
    for name in (effects.placeholders, settings.output, *lists.values(), *settings.cards.art, *sources):
        longest = max(map(len, os.fsencode(name).split(b"/")))
        if "\0" in name or len(name) > _LONGEST_PATH or longest > _LONGEST_NAME:
            raise bad_input(file.name, f"no file can have the name {name[:50]!r}...")
    _check_tables(settings, file)
    if effects.limit > limits().combinations:
        place = file.at("effects", "limit")
        message = f"limit = {effects.limit:,} is more than {limits().combinations:,}"
        raise InputError(Diagnostic(place, message, raise_hint("combinations")))
    problems = []
    for keys, value in ((("output",), settings.output), *lists.items()):
        path = Path(value)
        if path.is_absolute() or ".." in path.parts:
            message = f"{keys[-1]} = {value!r} leaves the project folder"
            problems.append(Diagnostic(file.at(*keys), message, f"a path below {shown(root)}"))
            continue
        try:
            check_output(root / path, root)
        except OutputError as error:
            message = f"{keys[-1]} = {value!r}: {error}"
            problems.append(Diagnostic(file.at(*keys), message, "name another path"))
    for name in settings.editions:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", name):
            message = f"an edition cannot be named {name[:50]!r}"
            problems.append(Diagnostic(file.at("editions", name), message, "write letters, digits, - and _"))
    real = {os.path.realpath(path) for path in (file.path, *map(root.joinpath, sources))}
    for keys, value in lists.items():
        if os.path.realpath(root / value) in real:
            message = f"{keys[-1]} = {value!r} is a file that the project is made from"
            problems.append(Diagnostic(file.at(*keys), message, "name another file"))
    if problems:
        raise InputError(problems)


def _sources(root: Path, settings: Settings) -> Iterator[str]:
    """The files that the project file names and that no command writes, but for fixes."""
    effects, cards = settings.effects, settings.cards
    yield from (effects.templates, effects.drop, effects.replace, effects.tags)
    tables = (*find_tables(root, cards.database), *(extras.table for extras in settings.extras))
    yield from (*(str(table_file(Path(table))) for table in tables), *cards.decks, settings.sheet.sheet)
    yield from filter(None, (settings.ruleset,))
    yield from (choice.face for choice in (*settings.faces, *settings.backs))
    for edition in settings.editions.values():
        yield from (*filter(None, (edition.table,)), *edition.faces.values())
    yield from (extras.sheet for extras in settings.extras if extras.sheet)
