"""A card table that is fetched by its URL: what is new in it, and how it takes the place of the old one."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.table import CardTable, read_tables
from cardtools.ground.errors import InputError, OutputError, bad_input
from cardtools.ground.io.fetch import fetch, table_address
from cardtools.ground.io.files import check_output, read_bytes, replace_unchanged, shown, write_atomic
from cardtools.ground.tables.workbooks import is_workbook, table_file
from cardtools.project.project import Project
from cardtools.rulesets import Ruleset, project_ruleset


@dataclass(frozen=True)
class PulledTable:
    """A fetched table: its file, the bytes that are there now (None: no file) and the new ones, the cards of
    the database with it in its place, and what changes in words ("": the old cards cannot be read).
    """

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
    """Fetch a table; None where it is as the one at the path. `typed` is whether the user named the URL.

    Raises InputError where there is no usable table at the URL.
    """
    file = table_file(path)
    address = table_address(url, is_workbook(path))
    tell(f"fetching {address}")
    data = fetch(address, typed)
    _check_kind(path, data, url)
    kind = "workbook_bytes" if is_workbook(path) else "table_bytes"
    before = read_bytes(file, kind) if file.exists() else None
    if data == before:
        return None
    ruleset = project_ruleset(project)
    new = _read(project, ruleset, path, data)
    if not len(new):
        raise bad_input(url, "there is no card in the answer")
    return PulledTable(file, before, data, new, _changes(project, ruleset, new))


def own_table(project: Project, name: str) -> Path:
    """A table of the project, which may come from a stranger."""
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise OutputError(f"{name}: not written: it leaves the project\n  help: name it yourself, with -o")
    check_output(table_file(project.root / name), project.root)
    return project.root / name


def _check_kind(path: Path, data: bytes, url: str) -> None:
    """Raise InputError where a workbook would replace a CSV file, or the other way round."""
    if data.startswith(b"PK") != is_workbook(path):
        what, other = ("a CSV table", "csv") if is_workbook(path) else ("a workbook", "xlsx")
        hint = f"name another file: -o {table_file(path).with_suffix(f'.{other}').name}"
        raise bad_input(url, f"the answer is {what}, {shown(path)} is not", hint)


def _read(project: Project, ruleset: Ruleset, path: Path, data: bytes | None) -> CardTable:
    """The card database with the fetched table in its place."""
    tables = [*project.tables]
    own = [os.path.realpath(table_file(table)) for table in tables]
    real = os.path.realpath(table_file(path))
    if real not in own:  # a table that the project does not have
        return read_tables([Path(f"pulled:{shown(path)}")], ruleset, [data])
    contents = [data if one == real else None for one in own]
    names = [Path(f"pulled:{shown(t)}") if one == real else t for t, one in zip(tables, own, strict=True)]
    return read_tables(names, ruleset, contents)


def _changes(project: Project, ruleset: Ruleset, new: CardTable) -> str:
    from cardtools.reports.diff import as_text
    from cardtools.reports.diff.compare import compare
    from cardtools.reports.diff.wording import Origins

    try:
        old = read_tables(project.tables, ruleset)
    except InputError:  # there is none yet, or none that can be read
        return ""
    return as_text.render(compare(old, new, Origins(project), []))
