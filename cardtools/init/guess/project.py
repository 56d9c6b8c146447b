"""The files of a project that begins with a table."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from cardtools.cards.picture_cells import split_pictures
from cardtools.cards.spaces import in_a_line
from cardtools.ground.io.filenames import segment
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.workbooks import table_file
from cardtools.init.guess.columns import GuessedColumn, guess_columns
from cardtools.init.guess.face import guessed_face
from cardtools.init.guess.ruleset import guessed_ruleset
from cardtools.init.guess.table import ForeignTable, read_foreign, unite


@dataclass(frozen=True)
class GuessedProject:
    """The files of the project by path (a Path is copied), what its columns are, the tables by the path that
    they get, each with its own path, and how many of their pictures are `missing`.
    """

    tables: Mapping[str, tuple[Path, ForeignTable]]
    columns: Sequence[GuessedColumn]
    files: Mapping[str, str | bytes | Path] = field(repr=False)
    missing: int = 0

    def report(self) -> list[str]:
        """The guesses as a table, and what to know about them."""
        rows = [("your column", "its name here", "guessed to be")]
        rows += [(in_a_line(column.heading), column.name, column.about()) for column in self.columns]
        widths = [min(32, max(len(row[index]) for row in rows)) for index in (0, 1)]
        lines = ["  ".join([row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2]]) for row in rows]
        for target, (path, table) in self.tables.items():
            copied = "is copied as it is" if table.is_unchanged else "is copied with ; between its cells"
            lines.append(f"{shown(path)} ({counted(table.rows, 'card')}) {copied}, to {target}")
        if self.missing:
            lost = f"{counted(self.missing, 'picture')} not found beside the table: put them into cards/art,"
            lines.append(f"{lost} then change `when` in templates/card.toml")
        change = "change game.toml (what is checked) and templates/card.toml (what is drawn)"
        return [*lines, f"wrong guesses: {change}"]


def guess_project(paths: Sequence[Path], size: str = "") -> GuessedProject:
    """A project from tables; pictures that lie beside them, or in folders there, come along. `size` is the
    named size of its cards, without which they are poker cards.

    Raises InputError when a table cannot be read, or has no card.
    """
    tables: dict[str, tuple[Path, ForeignTable]] = {}
    for path in paths:
        # The first takes the place of the table that a new project has.
        stem = segment(re.sub(r"[^\w-]+", "-", table_file(path).stem).strip("-") or "more")
        free = (f"cards/{stem}{number or ''}.csv" for number in count())
        target = next(name for name in free if name not in tables) if tables else "cards/cards.csv"
        tables[target] = path, read_foreign(path)
    united = unite([table for _, table in tables.values()])
    columns = guess_columns(united)
    names = {column.name for column in columns}
    # A heading that is the name of another column would be read as that.
    clashes = {c.heading: c.name for c in columns if c.heading in names and c.heading != c.name}
    if clashes:
        tables = {
            target: (path, table.renamed(clashes) if clashes.keys() & table.columns.keys() else table)
            for target, (path, table) in tables.items()
        }
        united = {clashes.get(heading, heading): cells for heading, cells in united.items()}
        columns = [replace(c, heading=clashes.get(c.heading, c.heading)) for c in columns]
    pictures, missing = _pictures(paths, united, columns)
    has_pictures = bool(pictures) and not missing
    texts = [text for column in columns if column.role == "effect" for text in united[column.heading]]
    has_markup = any("<b>" in text for text in texts) and not any("{" in text for text in texts)
    files: dict[str, str | bytes | Path] = {
        **{target: table.data for target, (_, table) in tables.items()},
        "game.toml": guessed_ruleset(columns, has_pictures),
        "templates/card.toml": guessed_face(columns, has_pictures, has_markup, size),
        **{f"cards/art/{name}": picture for name, picture in pictures.items()},
    }
    return GuessedProject(tables, columns, files, missing)


def _pictures(
    paths: Sequence[Path], cells: Mapping[str, list[str]], columns: Sequence[GuessedColumn]
) -> tuple[dict[str, Path], int]:
    """The pictures that the tables name and that lie below their folders, and how many do not."""
    named = [cell for column in columns if column.kind == "picture" for cell in cells[column.heading]]
    names = dict.fromkeys(name for cell in named for name in split_pictures(cell))
    folders = dict.fromkeys(os.path.join(os.path.realpath(path.parent), "") for path in paths)
    found = {}
    for name, folder in ((name, folder) for folder in folders for name in names):
        if "\0" in name:
            continue
        real = os.path.realpath(folder + name)
        # A table may come from a stranger: it brings no files from elsewhere.
        plain = not os.path.isabs(name) and "\\" not in name and ".." not in Path(name).parts
        if plain and real.startswith(folder) and os.path.isfile(real):
            found[name] = Path(real)
    return found, len(names) - len(found)
