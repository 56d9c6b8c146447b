"""The one fixer: the fixes of findings, made round by round in tables, decks and other files of a project.

A fix is data on its finding: edits of places in files, which `ground/tables/edits.py` writes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardtools.cards.deck import read_deck
from cardtools.cards.table import CardTable, read_tables
from cardtools.checks.art.files import check_art
from cardtools.checks.effect_list import ListedEffects, NearTemplates, read_effect_list
from cardtools.checks.findings.check_report import CheckedFiles, Report
from cardtools.checks.findings.selection import Selection
from cardtools.checks.fixes.cell_fixes import attach_fixes
from cardtools.checks.validate import SPREADSHEET_HAZARD, validate, validate_deck
from cardtools.ground.errors import Diagnostic, Edit, InputError, Location
from cardtools.ground.io.encoding import decode_table
from cardtools.ground.io.files import decode, line_feeds, read_bytes, shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csv_document import CsvFile, format_csv
from cardtools.ground.tables.csv_reader import find_delimiter, read_csv
from cardtools.ground.tables.edits import record_spans, write_edits
from cardtools.ground.tables.workbooks import is_workbook
from cardtools.rulesets import Ruleset

# A fix can uncover the next problem of its cell or row; more rounds than this are not needed.
ROUNDS = 20
_REMOVED, _SAFE, _SINGLE, _COMPUTED = range(4)

# The findings to make fixes for, of those that were found.
Wanted = Callable[[CheckedFiles, list[Diagnostic]], list[Diagnostic]]


@dataclass(frozen=True)
class FixedFile:
    """A file that its fixes change: its bytes before and after, and what was done in words. A sheet of a
    workbook is not written: `changes` says what to change in it, a line for each cell or row, and `after` is
    the fixed sheet as a CSV.
    """

    path: Path
    before: bytes
    after: bytes
    done: str = ""
    changes: tuple[str, ...] | None = None

    @property
    def is_sheet(self) -> bool:
        """Whether it is a sheet of a workbook."""
        return self.changes is not None

    def diff(self) -> str:
        """The lines that change, as a unified diff without its last line end; of a sheet its changes."""
        import difflib

        if self.changes is not None:
            return "\n".join(self.changes)
        name = shown(self.path)
        old, new = (
            line_feeds(decode_table(data, name).text).split("\n") for data in (self.before, self.after)
        )
        return "\n".join(difflib.unified_diff(old, new, name, f"{name} (fixed)", n=0, lineterm=""))


@dataclass(frozen=True)
class FileInFixing:
    """A file between two rounds, in UTF-8. `kept` are the numbers of its records (from 0, the header) before
    the first round, None for all; `changed` and `computed` are cells by the number of their record then.
    """

    data: bytes
    delimiter: str = ""
    kept: tuple[int, ...] | None = None
    changed: frozenset[tuple[int, int | None]] = frozenset()
    computed: frozenset[tuple[int, int | None]] = frozenset()
    removed: int = 0

    @cached_property
    def numbers(self) -> dict[int, int]:
        """By line, the number that the record on it had before the first round."""
        lines = record_spans(self.data, self.delimiter)
        # Where the last line of a text went, the one before it ends with an empty line.
        return dict(zip(lines, range(len(lines)) if self.kept is None else self.kept, strict=False))

    def write(self, edits: Sequence[Edit], computed: bool) -> FileInFixing:
        """The file after a round."""
        gone = {self.numbers[edit.line] for edit in edits if edit.new is None}
        now = {(self.numbers[edit.line], edit.cell) for edit in edits if edit.new is not None}
        return FileInFixing(
            write_edits(self.data, edits, self.delimiter),
            self.delimiter,
            tuple(number for number in self.numbers.values() if number not in gone),
            frozenset(place for place in self.changed | now if place[0] not in gone),
            self.computed | now if computed else self.computed,
            self.removed + len(gone),
        )

    def done(self, what: str, removed: str) -> str:
        """What was done, in words: how many cells (or lines) were fixed, and records removed."""
        parts = [f"{counted(len(self.changed), what)} fixed"] if self.changed or what == "cell" else []
        return ", ".join([*parts, *([f"{counted(self.removed, removed)} removed"] if self.removed else [])])


Files = Mapping[str, FileInFixing]  # by path, as findings name it
FileEdits = list[tuple[str, Edit]]


def _fix(files: Files, find: Callable[[Files], list[Diagnostic]], ruleset: Ruleset, unsafe: bool) -> Files:
    """The files with the fixes of what `find` finds in them, the unsafe ones only with `unsafe`.

    Fixes are made in rounds, because one can uncover the next problem: records are removed first, then come
    the safe fixes, those of single places, and those that are computed from several cells. What comes out has
    no fix left, so fixing it again changes nothing. A round after which a file cannot be used is taken back.
    """
    computed_by = {rule.info.code for rule in ruleset.rules if rule.fix}
    before = files
    for number in range(ROUNDS):
        try:
            found = find(files)
        except InputError:
            if not number:
                raise
            return before  # a deck keeps its last card
        stages: dict[int, list[FileEdits]] = {}
        for finding in found:
            fix = finding.fix
            if fix is None or not (fix.safe or unsafe):
                continue
            edits = [(edit.path or finding.location.path, edit) for edit in fix.edits]
            # A computed cell stays: rounding it and computing it could go on for ever.
            places = [(files[name], edit) for name, edit in edits if files[name].computed]
            if any((file.numbers[edit.line], edit.cell) in file.computed for file, edit in places):
                continue
            stage = _COMPUTED if finding.code in computed_by else _SINGLE
            if fix.safe:
                stage = _REMOVED if any(edit.new is None for edit in fix.edits) else _SAFE
            stages.setdefault(stage, []).append(edits)
        now = min(stages, default=_SAFE)
        chosen = _compatible(stages.get(now, ()))
        written = {name: files[name].write(own, now == _COMPUTED) for name, own in chosen.items()}
        if all(file.data == files[name].data for name, file in written.items()):
            break
        before, files = files, {**files, **written}
    return files


def _compatible(fixes: Iterable[FileEdits]) -> dict[str, list[Edit]]:
    """The edits by file, without the fixes that change what an earlier one changes."""
    chosen: dict[str, list[Edit]] = {}
    taken: dict[tuple[str, int], set[int | None]] = {}
    for edits in fixes:
        places = []
        for name, edit in edits:
            # A cell, a text from a column on, or None: the whole line is removed.
            part = None if edit.new is None else -edit.column if edit.cell is None else edit.cell
            places.append((taken.setdefault((name, edit.line), set()), part))
        if not any(parts and (part is None or part in parts or None in parts) for parts, part in places):
            for (parts, part), (name, edit) in zip(places, edits, strict=True):
                parts.add(part)
                chosen.setdefault(name, []).append(edit)
    return chosen


def fix_tables(
    data: Sequence[bytes],
    paths: Sequence[Path],
    ruleset: Ruleset,
    unsafe: bool = False,
    wanted: Wanted = lambda _, findings: findings,
    art_roots: Sequence[Path] = (),
    effects: ListedEffects | None = None,
    templates: NearTemplates | None = None,
) -> list[FileInFixing]:
    """The files of the card table, in order, with the fixes of the `wanted` findings; with `art_roots` the
    paths of images are fixed too. Raises InputError where a file cannot be used.
    """

    def find(files: Files) -> list[Diagnostic]:
        texts = [decode(file.data, path) for file, path in zip(files.values(), paths, strict=True)]
        table = read_tables(paths, ruleset, texts)
        found = validate(table, ruleset, effects, templates)
        found += check_art(table, art_roots) if art_roots else []
        return attach_fixes(table, wanted(CheckedFiles("", tables=(table,)), found))

    given = zip(data, paths, strict=True)
    files = {shown(path): FileInFixing(raw, find_delimiter(decode(raw, path))) for raw, path in given}
    return list(_fix(files, find, ruleset, unsafe).values())


def fix_deck(
    data: bytes,
    path: Path,
    table: CardTable,
    unsafe: bool = False,
    wanted: Wanted = lambda _, findings: findings,
) -> FileInFixing:
    """The deck's file with the fixes of the `wanted` findings: only the bytes of counts, names and heading
    numbers change, and whole lines are removed; the comment of a removed card stays, and so does the last
    card. Raises InputError where the file cannot be used.
    """

    def find(files: Files) -> list[Diagnostic]:
        (file,) = files.values()
        deck = read_deck(path, decode(file.data, path))
        checked = CheckedFiles("", tables=(table,), decks=(deck,))
        return wanted(checked, validate_deck(deck, table, table.ruleset))

    file = read_deck(path, decode(data, path)).file
    files = {shown(path): FileInFixing(data, file.delimiter if file else "")}
    return _fix(files, find, table.ruleset, unsafe)[shown(path)]


def fix_files(
    cards: Sequence[Path],
    decks: Sequence[Path],
    ruleset: Ruleset,
    unsafe: bool,
    selection: Selection,
    art_roots: Sequence[Path],
    effects: Path,
    templates: NearTemplates | None,
) -> list[FixedFile]:
    """The card tables and decks (by the fixed table) that fixes of the selected findings change, and every
    sheet of a workbook; nothing is written. Raises InputError when one of the files cannot be used.
    """
    parts = read_tables(cards, ruleset).file.parts  # raises where the header makes a file unusable
    # A sheet is fixed as the CSV that it would be, and a file in another encoding as UTF-8.
    sheets = {path: file for path, file in zip(cards, parts, strict=True) if is_workbook(path)}
    before = {path: read_bytes(path, "table_bytes") for path in cards if path not in sheets}
    decoded = {path: decode_table(data, shown(path)) for path, data in before.items()}
    utf8 = {path: format_csv(sheet.header, sheet.rows).encode() for path, sheet in sheets.items()}
    utf8 |= {path: before[path] if t.encoding == "utf-8" else t.text.encode() for path, t in decoded.items()}
    # CSV018 replaces the findings of these rules.
    merged = selection.select is not None and SPREADSHEET_HAZARD.code in selection.select
    lost = frozenset(rule.info.code for rule in ruleset.rules if rule.entry.sign_lost and merged)

    def wanted(checked: CheckedFiles, found: list[Diagnostic]) -> list[Diagnostic]:
        return selection.fixable(Report(checked, tuple(found)), lost)

    known = read_effect_list(effects) if os.path.exists(effects) else None
    data = [utf8[path] for path in cards]
    made = fix_tables(data, cards, ruleset, unsafe, wanted, art_roots, known, templates)
    files = []
    for path, fixed in zip(cards, made, strict=True):
        if path in sheets:
            files.append(FixedFile(path, b"", fixed.data, changes=tuple(_changes(sheets[path], fixed))))
        elif fixed.data != utf8[path]:
            is_utf8, text = utf8[path] is before[path], decoded[path]
            after = fixed.data if is_utf8 else text.encode(fixed.data.decode(), shown(path))
            files.append(FixedFile(path, before[path], after, fixed.done("cell", "empty or repeated row")))
    table = read_tables(cards, ruleset, [decode(f.data, path) for f, path in zip(made, cards, strict=True)])
    for path in dict.fromkeys(decks):
        old = read_bytes(path, "table_bytes")
        fixed = fix_deck(old, path, table, unsafe, wanted)
        if fixed.data != old:
            files.append(FixedFile(path, old, fixed.data, fixed.done("line", "line")))
    return files


def fix_others(
    findings: Iterable[Diagnostic], unsafe: bool, delimiters: Mapping[str, str] = {}
) -> Iterator[FixedFile]:
    """The files that fixes of findings change, which are no tables, nor decks but for those whose
    `delimiters` are known; nothing is written.
    """
    fixes = [
        [(edit.path or finding.location.path, edit) for edit in finding.fix.edits]
        for finding in findings
        if finding.fix and (finding.fix.safe or unsafe)
    ]
    for name, edits in _compatible(fixes).items():
        path = Path(name)
        before = read_bytes(path)
        after = write_edits(before, edits, delimiters.get(name, ""))
        yield FixedFile(path, before, after, f"{counted(len(edits), 'value')} fixed")


def edited_files(
    table: CsvFile, edits: Sequence[Edit], done: Mapping[str, str], rows: Sequence[Sequence[str]] = ()
) -> list[FixedFile]:
    """The files of a table with new texts in cells, no other byte changed, and `rows` added to a table in one
    file (of a workbook, what to change); nothing is written. `done` says what is done to each file, by its
    path as in the edits. Raises InputError for a character that a file's encoding lacks.
    """
    made = []
    for file in table.parts:
        own = [edit for edit in edits if edit.path in ("", file.name)]
        if (own or rows) and is_workbook(file.path):
            places = (Location(file.name, edit.line, (edit.cell or 0) + 1) for edit in own)
            changes = (f"{place}: {e.old!r} -> {e.new!r}" for place, e in zip(places, own, strict=True))
            made.append(FixedFile(file.path, b"", b"", changes=tuple(changes)))
        elif own or rows:
            before = read_bytes(file.path, "table_bytes")
            decoded = decode_table(before, shown(file.path))
            text = write_edits(decoded.text.encode(), own, file.delimiter).decode()
            if rows:
                ends = "\r\n" if "\r\n" in decoded.text else "\n"
                text += "" if text.endswith("\n") else ends
                text += format_csv(rows[0], rows[1:], file.delimiter, ends)
            after = decoded.encode(text, shown(file.path))
            made.append(FixedFile(file.path, before, after, done[own[0].path if own else ""]))
    return made


def _changes(sheet: CsvFile, fixed: FileInFixing) -> Iterator[str]:
    after = read_csv(sheet.path, ";", decode(fixed.data, sheet.path))
    now = dict(zip(fixed.numbers.values(), (after.header, *after.rows), strict=True))
    lines = zip((sheet.header_line, *sheet.line_numbers), (sheet.header, *sheet.rows), strict=True)
    for number, (line, cells) in enumerate(lines):
        if number not in now:
            yield f"{sheet.name}: delete row {line}"
            continue
        for index, (old, new) in enumerate(zip(cells, now[number], strict=True), 1):
            if old != new:
                yield f"{Location(sheet.name, line, index)}: {old!r} -> {new!r}"
