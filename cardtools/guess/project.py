"""The files of a project that begins with a table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardtools.cards.pictures import split_pictures
from cardtools.cards.spaces import in_a_line
from cardtools.files import shown
from cardtools.guess.columns import GuessedColumn, guess_columns
from cardtools.guess.face import guessed_face
from cardtools.guess.ruleset import guessed_ruleset
from cardtools.guess.table import ForeignTable, read_foreign
from cardtools.spelling import counted


@dataclass(frozen=True)
class GuessedProject:
    """The files of the project by path (a Path is copied), what its columns are, and how many pictures of the
    table are `missing`.
    """

    table: Path
    columns: Sequence[GuessedColumn]
    rows: int
    is_unchanged: bool
    files: Mapping[str, str | bytes | Path] = field(repr=False)
    missing: int = 0

    def report(self) -> list[str]:
        """The guesses as a table, and what to know about them."""
        rows = [("your column", "its name here", "guessed to be")]
        rows += [(in_a_line(column.heading), column.name, column.about()) for column in self.columns]
        widths = [min(32, max(len(row[index]) for row in rows)) for index in (0, 1)]
        lines = ["  ".join([row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2]]) for row in rows]
        copied = "is copied as it is" if self.is_unchanged else "is copied with ; between its cells"
        lines.append(f"{shown(self.table)} ({counted(self.rows, 'card')}) {copied}, to cards/cards.csv")
        if self.missing:
            lines.append(
                f"{counted(self.missing, 'picture')} not found beside the table: put them into cards/art,"
                " then change `when` in templates/card.toml"
            )
        lines.append(
            "wrong guesses: change game.toml (what is checked) and templates/card.toml (what is drawn)"
        )
        return lines


def guess_project(path: Path) -> GuessedProject:
    """A project from a table; pictures that lie beside it, or in folders there, come along.

    Raises InputError when the table cannot be read, or has no card.
    """
    table = read_foreign(path)
    columns = guess_columns(table.columns)
    names = {column.name for column in columns}
    # A heading that is the name of another column would be read as that.
    clashes = {c.heading: c.name for c in columns if c.heading in names and c.heading != c.name}
    if clashes:
        table = table.renamed(clashes)
        columns = [replace(c, heading=clashes.get(c.heading, c.heading)) for c in columns]
    pictures, missing = _pictures(path, table, columns)
    has_pictures = bool(pictures) and not missing
    texts = [text for column in columns if column.role == "effect" for text in table.columns[column.heading]]
    has_markup = any("<b>" in text for text in texts) and not any("{" in text for text in texts)
    files: dict[str, str | bytes | Path] = {
        "cards/cards.csv": table.data,
        "game.toml": guessed_ruleset(columns, has_pictures),
        "templates/card.toml": guessed_face(columns, has_pictures, has_markup),
        **{f"cards/art/{name}": picture for name, picture in pictures.items()},
    }
    return GuessedProject(path, columns, table.rows, table.is_unchanged, files, missing)


def _pictures(
    path: Path, table: ForeignTable, columns: Sequence[GuessedColumn]
) -> tuple[dict[str, Path], int]:
    """The pictures that the table names and that lie below its folder, and how many do not."""
    cells = [cell for column in columns if column.kind == "picture" for cell in table.columns[column.heading]]
    names = dict.fromkeys(name for cell in cells for name in split_pictures(cell))
    folder = os.path.join(os.path.realpath(path.parent), "")
    found = {}
    for name in names:
        real = os.path.realpath(folder + name)
        # A table may come from a stranger: it brings no files from elsewhere.
        plain = not os.path.isabs(name) and "\\" not in name and ".." not in Path(name).parts
        if plain and real.startswith(folder) and os.path.isfile(real):
            found[name] = Path(real)
    return found, len(names) - len(found)
