"""The card table: a CSV file, its columns by their canonical names, its cells as typed values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from cardtools.cards.cells import read_column, typed
from cardtools.cards.column_roles import are_pictures, is_name, with_roles
from cardtools.cards.picture_cells import KINDS, most_pictures, no_picture, split_pictures
from cardtools.cards.spaces import clean, in_a_line
from cardtools.cards.unread_rows import different_ends, lone_return, mixed_ends, unquoted
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Edit, Fix, InputError, Location
from cardtools.ground.io.encoding import decode_table
from cardtools.ground.io.files import line_feeds, read_bytes, read_table, shown
from cardtools.ground.spelling import counted, did_you_mean, listed
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.ground.tables.csv_faults import DUPLICATE_COLUMN, TABLE_LAYOUT, UNSAVED_FORMULA
from cardtools.ground.tables.csv_layout import find_table, has_total
from cardtools.ground.tables.csv_reader import find_delimiter, read_csv
from cardtools.ground.tables.dictionary_column import dictionary_of, indexes_of, mapped, repeated
from cardtools.ground.tables.table_layout import EVERYTHING, TableLayout, TableReading
from cardtools.language.conditions import COMPUTING_ERRORS
from cardtools.rulesets.ruleset import Ruleset

_LAYOUT_HINT = 'if that is wrong, say it in [tables] of cardtools.toml: header = 3, skip = ["Total"]'
WRONG_DELIMITER = Check.of("""CSV003 wrong-delimiter error: nothing separates the cells of the header
    why: A table is separated by semicolons, commas, tabs or bars; without them its header is one column.
    bad: NAME:TYPE:LEVEL
    good: NAME;TYPE;LEVEL, or NAME,TYPE,LEVEL
    fix: save the table with ; or , between the cells""")
MISSING_COLUMN = Check.of("""CSV004 missing-column error: a column that the ruleset needs is missing
    why: A rule cannot be checked for cards that lack what it reads.
    bad: NAME;LEVEL (TYPE is missing)
    good: NAME;TYPE;LEVEL
    fix: add the column to the header and to every row""")
UNKNOWN_COLUMN = Check.of("""CSV005 unknown-column warning: a column has nearly the name of a known one
    why: A misspelt column is ignored, together with its cells.
    bad: TRANSLUCENCY
    good: TRANSPARENCY
    fix: write the column as the hint says; columns of your own with other names are kept""")
BLANK_ROW = Check.of("""CSV009 blank-row warning: all cells of a row are empty
    why: It is usually left over from a deleted card.
    bad: ;;;
    good: no such line
    fix: delete the row""")


@dataclass(frozen=True, slots=True)
class Card:
    """A row of a card table (from 0): its values by canonical column (an int, a text or a tuple of texts;
    None where there is no usable cell), its name (never empty), its place, its cells as written. `pictures`
    are all that it may have, by column, `art_places` where they stand. A drawn card has a file name (`slug`),
    its values the `picture` (from 1) that is used and what else faces see. `faults` are findings about cells
    not of their kind, which faces see empty.
    """

    values: dict[str, Any]
    name: str
    where: Location
    slug: str = ""
    row: int = 0
    raw: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    art_places: Mapping[str, Location] = field(default_factory=dict)
    faults: Mapping[str, Diagnostic] = field(default_factory=dict)
    picture: int = 1

    def art_where(self, source: str) -> Location:
        """Where the card names a picture: the cell that has it, or a part of it; else the card's place."""
        named = (
            place
            for column, place in self.art_places.items()
            if str(self.values[column] or source + " ") in source
        )
        return next(named, self.where)

    def with_picture(
        self, number: int, where: Location, problems: list[Diagnostic], slug: str = ""
    ) -> list[Card]:
        """The card with its picture of this number (0: as it is), also in its file name unless a `slug` is
        given; a problem if it has none. A column with fewer pictures keeps its own.
        """
        if number in (0, self.picture):
            return [self]
        most = most_pictures(self.pictures)
        if not 1 <= number <= most:
            problems.append(Diagnostic(where, *no_picture(self.name, most, number)))
            return []
        chosen = {
            column: names[number - 1] for column, names in self.pictures.items() if number <= len(names)
        }
        # Two hyphens: no name of a card makes them.
        slug = slug or f"{self.slug}--art-{number}"
        return [replace(self, values=self.values | chosen, slug=slug, picture=number)]


@dataclass(frozen=True)
class CardTable:
    """A card database: canonical column names in file order, the typed values by column, and the problems
    found while typing. Columns of the ruleset that the file lacks are in `values` too, empty or with their
    default.
    """

    file: CsvFile
    columns: tuple[str, ...]
    values: Mapping[str, Sequence[Any]] = field(repr=False)
    problems: tuple[Diagnostic, ...]
    ruleset: Ruleset = field(repr=False)
    # The cells whose value could not be used, by column: rules that read them are not applied.
    unusable: Mapping[str, frozenset[int]] = field(repr=False, default_factory=dict)
    _names: dict[int, str] = field(init=False, repr=False, compare=False, default_factory=dict)
    _repeated: dict[str, Set[Any]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __len__(self) -> int:
        return len(self.file.line_numbers)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The rows as cards, in file order (Doc 3.2)."""
        names, pictures = tuple(self.values), self.picture_columns
        rows = zip(*self.values.values(), strict=True) if names else iter(() for _ in range(len(self)))
        return tuple(
            Card(
                dict(zip(names, values, strict=True)),
                self.name(row),
                self.name_place(row),
                row=row,
                raw=dict(zip(self.columns, cells, strict=True)),
                pictures=self.pictures(row),
                art_places={column: self.place(row, column) for column in pictures},
            )
            for row, (cells, values) in enumerate(zip(self.file.rows, rows, strict=True))
        )

    def name(self, row: int) -> str:
        """The name of the card in this row (from 0) as messages show it; never empty."""
        if row not in self._names:
            name = in_a_line(str(self.values[self.ruleset.label][row] or ""))
            self._names[row] = name or f"card {row + 1}"
        return self._names[row]

    @cached_property
    def picture_columns(self) -> dict[str, tuple[str, ...]]:
        """The columns with pictures, and their kinds: by the ruleset, else where all cells name some."""
        found = {field.name: field.entry.file for field in self.ruleset.fields.values() if field.entry.file}
        if not any(name in self.columns for name in found):
            found |= {name: KINDS for name in self.columns if are_pictures([*filter(None, self.texts(name))])}
        return found

    def pictures(self, row: int) -> Mapping[str, tuple[str, ...]]:
        """The pictures that the card in this row (from 0) may have, by column."""
        return {column: split_pictures(self.values[column][row]) for column in self.picture_columns}

    def title(self, row: int) -> str:
        """The name of the card in this row (from 0) that is printed on it; "" where it has none."""
        return str(self.values[self.ruleset.title][row] or "")

    def name_place(self, row: int) -> Location:
        """The place of the row's name, or of the row where the table lacks that column."""
        return self.place(row, self.ruleset.title)

    def only(self, rows: Sequence[int]) -> CardTable:
        """The table of these rows, in this order; a row may be there several times."""
        return make_table(self.file.only(rows), self.ruleset)

    def texts(self, column: str) -> Sequence[str]:
        """The column's cells as written; empty texts where the file lacks the column."""
        if column not in self.columns:
            return [""] * len(self)
        return self.file.columns[self.columns.index(column)]

    def repeated(self, column: str) -> Set[Any]:
        """The values that more than one card has in the column."""
        if column not in self._repeated:
            self._repeated[column] = repeated(self.values[column])
        return self._repeated[column]

    def place(self, row: int, column: str) -> Location:
        """The place of the cell; that of the row where the file lacks the column."""
        return self.file.at(row, self.columns.index(column) if column in self.columns else 0)


def read_rows(
    path: Path,
    content: str | bytes | None = None,
    ruleset: Ruleset | None = None,
    reading: TableReading = EVERYTHING,
) -> tuple[CsvFile, list[Diagnostic]]:
    """The rows of a table, in a file or a sheet of a workbook, and findings about how they are written.
    `content` is what the file holds, where known. A ruleset helps to say which cell should be in quotes, and
    how many columns there should be. Raises InputError with every fault that makes the file unusable.
    """
    from cardtools.ground.tables.workbooks import is_workbook

    reading = ruleset.reading if ruleset else reading
    if is_workbook(path) and not isinstance(content, str):
        from cardtools.ground.tables.workbooks.sheet import read_sheet

        sheet, layout = read_sheet(path, content, _headings(ruleset), reading)
        found = _said(sheet, layout) if layout else []
        if sheet.unsaved:
            cells = listed([str(place).rpartition(":")[2] for place in sheet.unsaved], 5)
            message = f"{counted(len(sheet.unsaved), 'formula')} without a saved value: {cells}"
            hint = "open the workbook in the spreadsheet, and save it"
            found.append(UNSAVED_FORMULA.finding(sheet.unsaved[0], message, hint))
        return sheet, found
    found = []
    ends: Sequence[bytes] = ()
    if content is None:
        text, differ, notices = read_table(path)
        found += notices
        ends = different_ends(read_bytes(path, "table_bytes")) if differ else ()
    else:
        text = content if isinstance(content, str) else line_feeds(decode_table(content, shown(path)).text)
    delimiter = find_delimiter(text)

    def advice(header: Sequence[str], cells: Sequence[str], line: int) -> str:
        hint = unquoted(ruleset, _canonical(header, ruleset), cells, delimiter) if ruleset else ""
        return lone_return(ends, line) or hint

    needed = len(_needed(ruleset)) if ruleset else 0
    first = text[: text.find("\n") + 1 or len(text)]
    file: CsvFile | None = None
    fault = InputError(())
    try:
        if needed > 1 and first.strip() and delimiter not in first:
            message = f"1 column found, {needed} expected"
            hint = "save it with ; or , between the cells"
            raise InputError(WRONG_DELIMITER.finding(Location(shown(path), 1, 1), message, hint))
        file = read_csv(path, delimiter, text, advice)
    except InputError as error:
        fault = error
    is_column = file is not None and len(file.header) == 1 and not is_name(file.header[0])
    if file is None or is_column or reading != EVERYTHING or has_total(file):
        part = find_table(path, text, _headings(ruleset), reading)
        if part and (file is None or part[1].left_out):
            file, layout = part
            found += _said(file, layout)
    if file is None:
        raise fault
    return file, [*found, *(mixed_ends(file, ends) if ends else [])]


def _said(file: CsvFile, layout: TableLayout) -> list[Diagnostic]:
    if not layout.left_out and len(layout.header_lines) == 1:
        return []
    return [TABLE_LAYOUT.finding(file.at_header(0), layout.about(), _LAYOUT_HINT)]


Content = str | bytes | None


def read_cards(path: Path, ruleset: Ruleset, content: Content = None) -> CardTable:
    """Read a card database that is one table: `read_tables`."""
    return read_tables((path,), ruleset, (content,))


def read_tables(paths: Sequence[Path], ruleset: Ruleset, contents: Sequence[Content] = ()) -> CardTable:
    """Read a card database from one table or several (`contents`: what they hold, where known); it has the
    columns of all. A column that every card needs must be in each, another one that the ruleset needs in one
    of them. Raises InputError with every fault that makes a file unusable; problems of cells are in the
    result's.
    """
    files: list[CsvFile] = []
    found: list[Diagnostic] = []
    warnings: list[Diagnostic] = []
    wrong: list[Diagnostic] = []
    for path, content in zip_longest(paths, contents):
        try:
            file, notices = read_rows(path, content, ruleset)
            ruleset = _with_roles(ruleset, file)
            unknown = _check_header(file, ruleset)
        except InputError as error:
            wrong += error.diagnostics
            continue
        warnings = [*warnings, *unknown]
        # Few tables have an empty cell in each of their columns.
        may_be = file.columns and all("" in map(str.strip, dictionary_of(cells)) for cells in file.columns)
        rows = file.rows if may_be else ()
        blank = [row for row, cells in enumerate(rows) if not any(map(str.strip, cells))]
        found += [*notices, *unknown]
        for row in blank:
            fix = Fix((file.edit(row, None, None),), True)
            found.append(BLANK_ROW.finding(file.at(row), "the row is empty", "delete it", fix=fix))
        if blank:
            file = file.only(sorted(set(range(len(file.line_numbers))).difference(blank)))
        files.append(file)
    if len(files) == len(paths):
        wrong += _missing_columns(files, ruleset)
    if wrong:
        raise InputError([*wrong, *warnings])
    table = make_table(_joined(files, ruleset), ruleset)
    return replace(table, problems=(*found, *table.problems))


def read_unchecked(paths: Sequence[Path], ruleset: Ruleset) -> CardTable:
    """As `read_tables`, without a check of the columns."""
    return make_table(_joined([read_rows(path)[0] for path in paths], ruleset), ruleset)


def _with_roles(ruleset: Ruleset, file: CsvFile) -> Ruleset:
    return with_roles(ruleset, dict(zip(_canonical(file.header, ruleset), file.columns, strict=True)))


def _joined(files: Sequence[CsvFile], ruleset: Ruleset) -> CsvFile:
    if len(files) == 1:
        return files[0]
    from cardtools.cards.joined_tables import join_files

    return join_files(files, [_canonical(file.header, ruleset) for file in files])


def make_table(file: CsvFile, ruleset: Ruleset) -> CardTable:
    """The table of a file whose header is not checked: columns it lacks are empty."""
    ruleset = _with_roles(ruleset, file)
    columns = _canonical(file.header, ruleset)
    by_name = dict(zip(columns, file.columns, strict=True))
    nothing = ("",) * len(file.line_numbers)
    read = {name: read_column(by_name.get(name, nothing), known) for name, known in ruleset.fields.items()}
    values: dict[str, Sequence[Any]] = {name: column.values for name, column in read.items()}
    for name, texts in by_name.items():
        if name not in values:
            values[name] = mapped(texts, lambda text: text.strip() or None)
    unusable = {name: column.unusable for name, column in read.items()}
    for name, known in ruleset.fields.items():
        empty = indexes_of(values[name], (None,)) if known.derived else ()
        if known.derived and (rows := [row for row in empty if row not in unusable[name]]):
            values[name] = filled = list(values[name])
            for row in rows:
                cells = {one: values[one][row] for one in known.derived.variables}
                try:
                    filled[row] = None if None in cells.values() else typed(known, known.derived.value(cells))
                except COMPUTING_ERRORS:
                    filled[row] = None
    table = CardTable(file, columns, values, (), ruleset, unusable)
    problems = [
        check.finding(table.place(row, name), f"{table.name(row)}: {message}", hint)
        for name, column in read.items()
        for row, check, message, hint in column.problems
    ]
    return replace(table, problems=tuple(problems))


def _canonical(header: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(ruleset.columns.get(name, name) for name in map(clean, header))


def _headings(ruleset: Ruleset | None) -> Set[str]:
    return {name.casefold() for name in ruleset.columns} if ruleset else set()


def _needed(ruleset: Ruleset) -> list[str]:
    entries = ((name, known.entry) for name, known in ruleset.fields.items())
    return [name for name, entry in entries if entry.column or entry.required is not False]


def _check_header(file: CsvFile, ruleset: Ruleset) -> list[Diagnostic]:
    """Warnings about unknown columns. Raises InputError where two columns are the same."""
    columns = _canonical(file.header, ruleset)
    wrong: list[Diagnostic] = []
    warnings: list[Diagnostic] = []
    first = {name: index for index, name in reversed(list(enumerate(columns)))}
    used = set(columns)
    for index, (written, name) in enumerate(zip(file.header, columns, strict=True)):
        if first[name] < index:
            message = f"{file.header[first[name]]} and {written} are the same column"
            wrong.append(DUPLICATE_COLUMN.finding(file.at_header(index), message, "remove one"))
        elif name not in ruleset.fields:
            near = did_you_mean(name, [one for one, column in ruleset.columns.items() if column not in used])
            if near:
                used.add(ruleset.columns[near])  # no other column can be that one
                check = UNKNOWN_COLUMN
                message = f"unknown column {written}"
                finding = check.finding(file.at_header(index), message, f"did you mean {near}?")
                fix = Fix((Edit(file.header_line, file.cell(index), written, near),), False)
                warnings.append(finding._replace(fix=fix))
    if wrong:
        raise InputError([*wrong, *_missing_columns([file], ruleset), *warnings])
    return warnings


def _missing_columns(files: Sequence[CsvFile], ruleset: Ruleset) -> Iterator[Diagnostic]:
    """A finding for each column that a table must have, or one of the tables, and doesn't."""
    columns = [_canonical(file.header, ruleset) for file in files]
    for name in _needed(ruleset):
        without = [number for number, own in enumerate(columns) if name not in own]
        if len(without) < len(files):
            without = [number for number in without if not files[number].of_records]
        required = ruleset.fields[name].required
        if len(without) < len(files) and not (required and required.when is None):
            continue
        names = (name, *(title for title, meant in ruleset.columns.items() if meant == name != title))
        message = f"there is no column {' (or '.join(names)}{')' * (len(names) - 1)}"
        for number in without:
            near = did_you_mean(name, [column for column in columns[number] if column not in ruleset.fields])
            hint = f"rename {near}?" if near else "add it to the header and to every row"
            yield MISSING_COLUMN.finding(files[number].at_header(0), message, hint)
