"""The files of a project that begins with a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, zip_longest
from pathlib import Path

from cardtools.cards.extra_tables import COPIES
from cardtools.cards.picture_cells import split_pictures
from cardtools.cards.spaces import clean, in_a_line
from cardtools.cards.table import read_rows
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.filenames import distinct, segment
from cardtools.ground.io.files import read_bytes, read_table, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_faults import TABLE_LAYOUT
from cardtools.ground.tables.csv_reader import find_delimiter
from cardtools.ground.tables.table_layout import EVERYTHING, TableReading
from cardtools.ground.tables.workbooks import is_workbook, split_sheet, table_file
from cardtools.ground.tables.workbooks.mse_set import packed_pictures
from cardtools.init.designs.elements import found_beside
from cardtools.init.designs.reading import design_files, split_designs
from cardtools.init.guess.columns import TYPE, GuessedColumn, guess_columns, under_roles
from cardtools.init.guess.face import guessed_face
from cardtools.init.guess.ruleset import guessed_ruleset
from cardtools.project.starter import ready_face

_MOST_TOLD = 20  # tables that are reported one by one


@dataclass(frozen=True)
class GuessedProject:
    """The files of the project by path (a Path is copied), what its columns are, the tables by the path that
    they get, each with its own path, how many of their pictures are `missing`, and notes on a design.
    `beside` is whether their pictures stay where they are.
    """

    tables: Mapping[str, tuple[Path, ForeignTable]]
    columns: Sequence[GuessedColumn]
    files: Mapping[str, str | bytes | Path] = field(repr=False)
    missing: int = 0
    notes: Sequence[str] = ()
    beside: bool = False

    def report(self) -> list[str]:
        """The guesses as a table, and what to know about them."""
        rows = [("your column", "its name here", "guessed to be")]
        rows += [(in_a_line(column.heading), column.name, column.about()) for column in self.columns]
        widths = [min(32, max(len(row[index]) for row in rows)) for index in (0, 1)]
        lines = ["  ".join([row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2]]) for row in rows]
        for target, (path, table) in list(self.tables.items())[:_MOST_TOLD]:
            copied = "is copied as it is" if table.data else "is copied with ; between its cells"
            lines.append(f"{shown(path)} ({counted(table.rows, 'card')}) {copied}, to {target}")
            lines += [f"{shown(path)}: {note}" for note in table.notes]
        lines += [f"... and {more:,} more tables"] if (more := len(self.tables) - _MOST_TOLD) > 0 else []
        if self.missing:
            lost = f"{counted(self.missing, 'picture')} not found beside the table: put them into cards/art,"
            lines.append(f"{lost} then change `when` in templates/card.toml")
        lines += self.notes
        change = "change game.toml (what is checked) and templates/card.toml (what is drawn)"
        return [*lines, f"wrong guesses: {change}"]


def guess_project(
    paths: Sequence[Path],
    size: str = "",
    header: int = 0,
    face: str = "",
    roles: Mapping[str, str] | None = None,
    editable: bool = False,
    place: Path | None = None,
) -> GuessedProject:
    """A project from tables, and from a design of another program, which may name its tables itself; pictures
    that lie beside them, or in folders there, come along. `size` is the named size of its cards: poker, if no
    design says it; `header` is the row of the headings (0: it is found). `face` is a ready one;
    `roles` as `guess_columns`. Where the cards are to be `editable`, workbooks become CSV tables; other
    tables in the folder `place`, where the project will be, stay where they are, and so do their pictures.

    Raises InputError when a table cannot be read, or has no card.
    """
    tables: dict[str, tuple[Path, ForeignTable]] = {}
    design, given_tables = split_designs(paths)
    if design and (size or face):
        found = "how its cards look" if face else "how large its cards are"
        hint = f"leave out --{'face' if face else 'size'}"
        raise bad_input(shown(design.path), f"the design says {found}", hint)
    paths = given_tables or (design.tables if design else [])
    if design and not paths:
        made = design.made or {"Name": ["First card"]}
        own_table = ForeignTable(made, len(next(iter(made.values()))))
        tables["cards/cards.csv"] = Path(f"the table of {design.path.name}"), own_table
    for path, is_inside in [(one, one != given) for given in paths for one in _files_of(given)]:
        # The first takes the place of the table that a new project has.
        table, (file, part) = read_foreign(path, TableReading(header)), split_sheet(path)
        table = replace(table, data=None) if editable and is_workbook(path) else table
        if table.data and place and file.parent == place:
            tables[path.name] = path, table
            continue
        own = segment(re.sub(r"[^\w-]+", "-", file.stem).strip("-") or "more")
        stem = own if tables or is_inside else "cards"
        kind = file.suffix.lower() if table.data and is_workbook(path) else ".csv"
        [free] = distinct([stem], [Path(name).stem for name in map(_file, tables)], "")
        target = f"cards/{free}{kind}"
        tables[f"{target}#{part}" if part and kind != ".csv" else target] = path, table
    united = unite([table for _, table in tables.values()])
    # What a column such as layout.title.left says is about the face, not about the game.
    own_columns = {name: cells for name, cells in united.items() if not name.startswith("layout.")}
    columns = guess_columns(own_columns, roles)
    columns = under_roles(columns) if face else columns
    names = {column.name for column in columns}
    # A heading that is the name of another column would be read as that.
    clashes = {c.heading: c.name for c in columns if c.heading in names and c.heading != c.name}
    tables = {target: (path, table.renamed(clashes)) for target, (path, table) in tables.items()}
    united = {clashes.get(heading, heading): cells for heading, cells in united.items()}
    columns = [replace(c, heading=clashes.get(c.heading, c.heading)) for c in columns]
    if design and all(column.kind != "copies" for column in columns):
        counts = design.counts_first and columns[0].kind == "number"
        named = columns[0].heading if counts else design.copies
        columns = [replace(c, name=COPIES, kind="copies") if c.heading == named else c for c in columns]
    pictures, missing = _pictures(paths, united, columns)
    has_pictures = bool(pictures) and not missing
    beside = place is not None and all(table_file(path).parent == place for path in paths)
    if beside:
        pictures = {name: picture for name, picture in pictures.items() if isinstance(picture, bytes)}
    texts = [text for column in columns if column.role == "effect" for text in united[column.heading]]
    has_markup = any("<b>" in text for text in texts) and not any("{" in text for text in texts)
    files: dict[str, str | bytes | Path] = {
        **{_file(name): table.file() for name, (path, table) in tables.items() if name != path.name},
        "game.toml": guessed_ruleset(columns, has_pictures),
        **(
            ready_face(face, next((one.words for one in columns if one.name == TYPE), ()))
            if face
            else {"templates/card.toml": guessed_face(columns, has_pictures, has_markup, size)}
        ),
        **{f"cards/art/{name}": picture for name, picture in pictures.items()},
    }
    notes: list[str] = []
    if design:
        more, notes = design_files(design, columns, united)
        files, missing = files | more, 0  # it names pictures in its own way
    return GuessedProject(tables, columns, files, missing, notes, beside)


def _files_of(path: Path) -> Sequence[Path]:
    """The table; of a folder its Markdown files, each of which is a card, by name."""
    files = sorted(path.glob("*.md")) if path.is_dir() else [path]
    if not files:
        raise bad_input(shown(path), "there is no .md file in the folder", "name a table, or such a folder")
    return files


def _file(target: str) -> str:
    return table_file(Path(target)).as_posix()


def _pictures(
    paths: Sequence[Path], cells: Mapping[str, list[str]], columns: Sequence[GuessedColumn]
) -> tuple[dict[str, Path | bytes], int]:
    """The pictures that the tables name and that are in them or below their folders, and how many are not."""
    named = [cell for column in columns if column.kind == "picture" for cell in cells[column.heading]]
    names = dict.fromkeys(name for cell in named for name in split_pictures(cell))
    packed = [one for path in paths for one in packed_pictures(table_file(path)).items() if one[0] in names]
    found: dict[str, Path | bytes] = dict(packed)
    if twice := next((name for name, data in packed if found[name] != data), ""):
        hint = "begin a project with each of them"
        raise bad_input(shown(paths[0]), f"{twice} is another picture in another set", hint)
    found |= {name: file for path in paths for name in names if (file := found_beside(path, name))}
    return found, len(names) - len(found)


@dataclass(frozen=True)
class ForeignTable:
    """The headings, each with the texts of its cells, and the number of rows. `data` are the bytes of a table
    that cardtools reads as it is, else None; `notes` say what was taken as what.
    """

    columns: dict[str, list[str]]
    rows: int
    data: bytes | None = None
    notes: tuple[str, ...] = ()

    def renamed(self, names: Mapping[str, str]) -> ForeignTable:
        """The table with other headings in the place of some."""
        columns = {names.get(heading, heading): cells for heading, cells in self.columns.items()}
        return self if columns.keys() == self.columns.keys() else replace(self, columns=columns, data=None)

    def file(self) -> bytes:
        """The file that the project gets."""
        rows = zip(*self.columns.values(), strict=True)
        return self.data or format_csv(list(self.columns), rows).encode("utf-8")


def read_foreign(path: Path, reading: TableReading = EVERYTHING) -> ForeignTable:
    """Read a table. Rows without a text are left out, and so are columns without a heading and a text; other
    columns without a heading, or with one that occurs twice, are given one. Raises InputError when the file
    is no table, or has no card.
    """
    try:
        file, findings = read_rows(path, reading=reading)
        notes = tuple(one.message for one in findings if one.code == TABLE_LAYOUT.code)
        rows: list[Sequence[str]] = [file.header, *(row for row in file.rows if any(map(str.strip, row)))]
        data: bytes | None = read_bytes(table_file(path), "table_bytes")
    except InputError:
        if is_workbook(path):
            raise
        rows, notes, data = _lenient_rows(path), (), None
    if len(rows) < 2:
        raise bad_input(shown(path), "there is no card in it", "a line of headings, then one card a line")
    columns: dict[str, list[str]] = {}
    for number, (written, *cells) in enumerate(zip_longest(*rows, fillvalue=""), 1):
        if not clean(written) and not any(map(str.strip, cells)):
            continue
        wanted = clean(written) or f"Column {number}"
        headings = (f"{wanted} {again}" if again > 1 else wanted for again in count(1))
        columns[next(heading for heading in headings if heading not in columns)] = cells
    is_same = list(columns) == list(map(clean, rows[0]))
    return ForeignTable(columns, len(rows) - 1, data if is_same else None, notes)


def _lenient_rows(path: Path) -> list[Sequence[str]]:
    """The rows of a file that cardtools does not read as it is."""
    text, *_ = read_table(path)
    try:
        reader = csv.reader(io.StringIO(text), delimiter=find_delimiter(text))
        rows: list[Sequence[str]] = [row for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise bad_input(shown(path), f"cannot be read as a table: {error}") from None
    width = max(map(len, rows), default=0)
    if width > limits().table_columns:
        raise bad_input(shown(path), f"there are {width:,} columns", raise_hint("table_columns"))
    return rows


def unite(tables: Sequence[ForeignTable]) -> dict[str, list[str]]:
    """The columns of all tables, one below the other; empty cells where a table doesn't have a column."""
    headings = dict.fromkeys(heading for table in tables for heading in table.columns)
    return {
        heading: [cell for table in tables for cell in table.columns.get(heading, [""] * table.rows)]
        for heading in headings
    }
