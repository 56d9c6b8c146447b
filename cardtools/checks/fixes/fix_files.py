"""The files of a project with their fixes made: the card table, and decks line by line."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.deck import Deck, read_deck
from cardtools.cards.table import CardTable, read_tables
from cardtools.checks.effect_list import read_effect_list
from cardtools.checks.findings.report import Checked, Report
from cardtools.checks.findings.selection import Selection
from cardtools.checks.fixes.fix_cards import ROUNDS, Fixed, fix_tables
from cardtools.checks.near import NearTemplates
from cardtools.checks.spreadsheet import SPREADSHEET_HAZARD
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import Diagnostic, Edit, Fix, InputError, Location
from cardtools.ground.io.encoding import decode_table
from cardtools.ground.io.files import decode, line_feeds, read_bytes, shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csvfile import CsvFile, cell_spans, format_csv, remove_records, replace_cells
from cardtools.ground.tables.csvread import read_csv
from cardtools.ground.tables.workbooks import is_workbook
from cardtools.rulesets import Ruleset

WantedDeckFixes = Callable[[Deck, list[Diagnostic]], list[Diagnostic]]


@dataclass(frozen=True)
class FixedFile:
    """A file that its fixes change: its bytes before and after, and what was done in words."""

    path: Path
    before: bytes
    after: bytes
    done: str

    def diff(self) -> str:
        """The lines that change, as a unified diff without its last line end."""
        import difflib

        name = shown(self.path)
        old, new = (
            line_feeds(decode_table(data, name).text).split("\n") for data in (self.before, self.after)
        )
        return "\n".join(difflib.unified_diff(old, new, name, f"{name} (fixed)", n=0, lineterm=""))


@dataclass(frozen=True)
class SheetChanges:
    """What fixes would change in a sheet of a workbook, which is not written: a line for each cell or row;
    and `data`, the fixed sheet as a CSV.
    """

    path: Path
    changes: tuple[str, ...]
    data: bytes = b""

    def diff(self) -> str:
        """The changes, in the order of the sheet."""
        return "\n".join(self.changes)


def fix_files(
    cards: Sequence[Path],
    decks: Sequence[Path],
    ruleset: Ruleset,
    unsafe: bool,
    selection: Selection,
    art_roots: Sequence[Path],
    effects: Path,
    templates: NearTemplates | None,
) -> list[FixedFile | SheetChanges]:
    """The card tables and decks that fixes of the selected findings change, and every sheet of a workbook;
    nothing is written.

    Decks are fixed by the fixed card table. Raises InputError when one of the files cannot be used.
    """
    table = read_tables(cards, ruleset)  # raises where the header makes a file unusable
    # A sheet is fixed as the CSV that it would be, and a file in another encoding as UTF-8.
    sheets = {path: file for path, file in zip(cards, table.file.parts, strict=True) if is_workbook(path)}
    before = {path: read_bytes(path, "table_bytes") for path in cards if path not in sheets}
    decoded = {path: decode_table(data, shown(path)) for path, data in before.items()}
    utf8 = {path: format_csv(sheet.header, sheet.rows).encode() for path, sheet in sheets.items()}
    for path, found in decoded.items():
        utf8[path] = before[path] if found.encoding == "utf-8" else found.text.encode()

    # CSV018 replaces the findings of these rules.
    merged = selection.select is not None and SPREADSHEET_HAZARD.code in selection.select
    lost = frozenset(rule.info.code for rule in ruleset.rules if rule.sign_lost and merged)

    def wanted_cards(table: CardTable, findings: list[Diagnostic]) -> list[Diagnostic]:
        return selection.fixable(Report(Checked("", tables=(table,)), tuple(findings)), lost)

    known = read_effect_list(effects) if os.path.exists(effects) else None
    data = [utf8[path] for path in cards]
    made = fix_tables(data, cards, ruleset, unsafe, wanted_cards, art_roots, known, templates)
    fixed_files: list[FixedFile | SheetChanges] = []
    for path, fixed in zip(cards, made, strict=True):
        if path in sheets:
            fixed_files.append(SheetChanges(path, tuple(_changes(sheets[path], fixed)), fixed.data))
        elif fixed.data != utf8[path]:
            is_utf8, text = utf8[path] is before[path], fixed.data.decode()
            after = fixed.data if is_utf8 else decoded[path].encode(text, shown(path))
            rows = f", {counted(fixed.rows, 'empty or repeated row')} removed" if fixed.rows else ""
            done = f"{counted(fixed.cells, 'cell')} fixed{rows}"
            fixed_files.append(FixedFile(path, before[path], after, done))
    texts = [decode(fixed.data, path) for fixed, path in zip(made, cards, strict=True)]
    table = read_tables(cards, ruleset, texts)

    def wanted(deck: Deck, findings: list[Diagnostic]) -> list[Diagnostic]:
        return selection.fixable(Report(Checked("", tables=(table,), decks=(deck,)), tuple(findings)))

    for path in dict.fromkeys(decks):
        old = read_bytes(path, "table_bytes")
        fixed = fix_deck(old, path, table, unsafe, wanted)
        changes = [f"{counted(fixed.cells, 'line')} fixed"] if fixed.cells else []
        changes += [f"{counted(fixed.rows, 'line')} removed"] if fixed.rows else []
        if fixed.data != old:
            fixed_files.append(FixedFile(path, old, fixed.data, ", ".join(changes)))
    return fixed_files


def edited_files(
    table: CsvFile, edits: Sequence[Edit], done: Mapping[str, str], rows: Sequence[Sequence[str]] = ()
) -> list[FixedFile | SheetChanges]:
    """The files of a table with new texts in cells, no other byte changed, and with `rows` added to a table
    in one file; nothing is written. For a workbook it is the list of cells to change.

    `done` says in words what is done to each file, by its path as the edits name it ("" where they don't).
    Raises InputError for a character that a file's encoding lacks.
    """
    made = []
    for file in table.parts:
        own = [edit for edit in edits if edit.path in ("", file.name)]
        if own or rows:
            made.append(_edited(file, own, done[own[0].path if own else ""], rows))
    return made


def _edited(
    file: CsvFile, edits: Sequence[Edit], done: str, rows: Sequence[Sequence[str]]
) -> FixedFile | SheetChanges:
    if is_workbook(file.path):
        places = (Location(file.name, edit.line, (edit.cell or 0) + 1) for edit in edits)
        changes = (f"{place}: {e.old!r} -> {e.new!r}" for place, e in zip(places, edits, strict=True))
        return SheetChanges(file.path, tuple(changes))
    before = read_bytes(file.path, "table_bytes")
    decoded = decode_table(before, shown(file.path))
    cells = {(edit.line, edit.cell or 0): edit.new or "" for edit in edits}
    text = replace_cells(decoded.text.encode(), cells, file.delimiter).decode()
    if rows:
        ends = "\r\n" if "\r\n" in decoded.text else "\n"
        text += "" if text.endswith("\n") else ends
        text += format_csv(rows[0], rows[1:], file.delimiter, ends)
    return FixedFile(file.path, before, decoded.encode(text, shown(file.path)), done)


def _changes(sheet: CsvFile, fixed: Fixed) -> Iterator[str]:
    """What the fixes change in a sheet."""
    after = read_csv(sheet.path, ";", decode(fixed.data, sheet.path))
    records = list(zip((sheet.header_line, *sheet.line_numbers), (sheet.header, *sheet.rows), strict=True))
    kept = range(len(records)) if fixed.kept is None else fixed.kept
    now = dict(zip(kept, (after.header, *after.rows), strict=True))
    for number, (line, cells) in enumerate(records):
        if number not in now:
            yield f"{sheet.name}: delete row {line}"
            continue
        for index, (old, new) in enumerate(zip(cells, now[number], strict=True), 1):
            if old != new:
                yield f"{Location(sheet.name, line, index)}: {old!r} -> {new!r}"


def fix_deck(
    data: bytes,
    path: Path,
    table: CardTable,
    unsafe: bool = False,
    wanted: WantedDeckFixes = lambda _, findings: findings,
) -> Fixed:
    """The deck's file with every fix of the `wanted` findings made, the unsafe ones only with `unsafe`.

    Only the bytes of counts, names and heading numbers change, and whole lines are removed; the comment of
    a removed card stays. Fixing again changes nothing. A deck keeps its last card. Raises InputError when the
    file cannot be used.
    """
    changed = removed = 0
    for _ in range(ROUNDS):
        deck = read_deck(path, decode(data, path))
        found = wanted(deck, validate_deck(deck, table, table.ruleset))
        fixes = [finding.fix for finding in found if finding.fix and (finding.fix.safe or unsafe)]
        edits = _compatible([fix for fix in fixes if fix.safe] or fixes)
        after = _write_cells(data, deck, edits) if deck.file else _write_lines(data, edits)
        try:
            read_deck(path, decode(after, path))
        except InputError:  # no card would be left
            break
        if after == data:
            break
        data = after
        removed += sum(1 for new in edits.values() if new is None)
        changed += sum(1 for new in edits.values() if new is not None)
    return Fixed(data, changed, removed)


Edits = Mapping[tuple[int, int | None], str | None]


def _compatible(fixes: Sequence[Fix]) -> Edits:
    """The edits by line and cell, without fixes of lines that an earlier one changes."""
    edits: dict[tuple[int, int | None], str | None] = {}
    lines: set[int] = set()
    for fix in fixes:
        own = {edit.line for edit in fix.edits}
        if not own & lines:
            lines |= own
            edits |= {(edit.line, edit.cell): edit.new for edit in fix.edits}
    return edits


def _write_lines(data: bytes, edits: Edits) -> bytes:
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    # Lines and their ends by turns.
    parts = re.split(rb"(\r\n|\r|\n)", data[len(mark) :])
    for (line, _), new in edits.items():
        at = 2 * (line - 1)
        if new is None:
            parts[at : at + 2] = [b""] * len(parts[at : at + 2])
        else:
            parts[at] = new.encode()
    return mark + b"".join(parts)


def _write_cells(data: bytes, deck: Deck, edits: Edits) -> bytes:
    assert deck.file is not None
    sign = deck.file.delimiter
    cells = {(line, cell): new for (line, cell), new in edits.items() if cell is not None and new is not None}
    after = replace_cells(data, cells, sign)
    # A new cell may have fewer lines than the old one, and then records begin on other lines.
    begins = dict(zip(cell_spans(data, sign), cell_spans(after, sign), strict=True))
    return remove_records(after, [begins[line] for line, cell in edits if cell is None], sign)
