"""Two versions of the cards, read and compared."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from cardtools.cards.deck import read_deck
from cardtools.cards.table import read_tables
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.files import is_standard
from cardtools.ground.tables.workbooks import table_file
from cardtools.project.project import find_project
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.reports.diff.versions import read_version
from cardtools.reports.diff.wording import Origins
from cardtools.rulesets import load_ruleset, project_ruleset

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
