"""Two versions of the cards: read and compared, or one that is fetched by its URL to replace the other."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from cardtools.cards.deck import read_deck
from cardtools.cards.table import CardTable, read_tables
from cardtools.ground.errors import Diagnostic, InputError, OutputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.fetch import fetch, table_address
from cardtools.ground.io.files import (
    check_output,
    is_standard,
    read_bytes,
    replace_unchanged,
    shown,
    write_atomic,
)
from cardtools.ground.tables.workbooks import is_archive, is_workbook, table_file
from cardtools.project.project import Project, find_project
from cardtools.reports.diff import as_text
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.reports.diff.versions import read_version
from cardtools.reports.diff.wording import Origins
from cardtools.rulesets import Ruleset, load_ruleset, project_ruleset

T = TypeVar("T")


def compare_versions(
    old: str, new: str | None, decks: tuple[Path, ...], ruleset: str | None
) -> tuple[Comparison, str]:
    """What changed from one version of the cards to another, and the name of the game. A version is a table,
    or a git revision of the project's (`new` None: as it is now); the decks and the ruleset are the project's
    where none is given (with a ruleset, no decks). Raises InputError with the problems of both versions.
    """
    both = new is not None and all(is_standard(name) or Path(name).is_file() for name in (old, new))
    project = find_project(required=not both)
    settings = project.settings
    rules = load_ruleset(ruleset, Path()) if ruleset else project_ruleset(project)
    tables = project.tables
    current = (Path(new),) if new and (is_standard(new) or os.path.isfile(table_file(Path(new)))) else tables
    before, after = _read_all(
        lambda: read_version(old, current, rules),
        lambda: read_version(new, tables, rules) if new else read_tables(tables, rules),
    )
    if not decks and not ruleset:
        decks = tuple(project.path(deck) for deck in settings.cards.decks)
    lists = _read_all(*(partial(read_deck, deck) for deck in decks))
    return compare(before, after, Origins(project), lists), settings.name


def _read_all(*readers: Callable[[], T]) -> list[T]:
    """The result of each reader. Raises InputError with the problems of all files."""
    results: list[T] = []
    problems: list[Diagnostic] = []
    for read in readers:
        try:
            results.append(read())
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return results


class PulledTable(Record):
    """A fetched table: its bytes `before` (None: no file) and `after`, all `cards`, and the `changes`."""

    file: Path
    before: bytes | None
    after: bytes
    cards: CardTable
    changes: str

    def write(self) -> None:
        """Replace the old table. Raises OutputError if somebody has changed it meanwhile."""
        if self.before is None:
            write_atomic(self.file, self.after)
        else:
            replace_unchanged(self.file, self.before, self.after)


def pull_table(
    project: Project, path: Path, url: str, typed: bool, tell: Callable[[str], object]
) -> PulledTable | None:
    """Fetch a table; None where it is as before; `typed`: the user named the URL. Raises InputError."""
    file = table_file(path)
    address = table_address(url, is_archive(path))
    tell(f"fetching {address}")
    data = fetch(address, typed)
    if data.startswith(b"PK") != is_archive(path):
        what, other = ("a CSV table", "csv") if is_archive(path) else ("a workbook", "xlsx")
        hint = f"name another file: -o {file.with_suffix(f'.{other}').name}"
        raise bad_input(url, f"the answer is {what}, {shown(path)} is not", hint)
    kind = "workbook_bytes" if is_workbook(path) else "table_bytes"
    before = read_bytes(file, kind) if file.exists() else None
    if data == before:
        return None
    ruleset = project_ruleset(project)
    new = _read(project, ruleset, path, data)
    if not len(new):
        raise bad_input(url, "there is no card in the answer")
    try:
        old = read_tables(project.tables, ruleset)
    except InputError:  # there is none yet, or none that can be read
        return PulledTable(file, before, data, new, "")
    return PulledTable(file, before, data, new, as_text.render(compare(old, new, Origins(project), [])))


def own_table(project: Project, name: str) -> Path:
    """A table of the project, which may come from a stranger."""
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise OutputError(f"{name}: not written: it leaves the project\n  help: name it yourself, with -o")
    check_output(table_file(project.root / name), project.root)
    return project.root / name


def _read(project: Project, ruleset: Ruleset, path: Path, data: bytes) -> CardTable:
    """The card database with the fetched table in its place."""
    real, pulled = os.path.realpath(table_file(path)), Path(f"pulled:{shown(path)}")
    own = [os.path.realpath(table_file(table)) == real for table in project.tables]
    if not any(own):  # a table that the project does not have
        return read_tables([pulled], ruleset, [data])
    names = [pulled if is_own else table for table, is_own in zip(project.tables, own, strict=True)]
    return read_tables(names, ruleset, [data if is_own else None for is_own in own])
