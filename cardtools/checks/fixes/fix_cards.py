"""The files of the card table with its fixes made: the bytes of the cells that they change, and no other."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardtools.cards.table import CardTable, read_tables
from cardtools.checks.art.files import check_art
from cardtools.checks.effect_list import EffectList
from cardtools.checks.fixes.fixes import attach_fixes, is_computed
from cardtools.checks.near import NearTemplates
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic
from cardtools.ground.io.files import decode
from cardtools.ground.tables.csvfile import CsvFile, cell_spans, remove_records, replace_cells
from cardtools.rulesets import Ruleset

# A fix can uncover the next problem of its cell or row; more rounds than this are not needed.
ROUNDS = 20
_ROWS, _SAFE, _SINGLE, _COMPUTED = range(4)

CellPlace = tuple[int, int]
CellChanges = dict[str, dict[CellPlace, str]]  # by file; the new text by line and number of the cell
WantedCardFixes = Callable[[CardTable, list[Diagnostic]], list[Diagnostic]]


@dataclass(frozen=True)
class Fixed:
    """A file of the card table after its fixes, and how many cells changed and rows were removed; `kept` are
    the records that are left, by their numbers (from 0, the header) before, None where that is all of them.
    """

    data: bytes
    cells: int
    rows: int = 0
    kept: list[int] | None = None


@dataclass
class _FixedTable:
    """A file while it is fixed. `computed` are cells that were computed, which stay."""

    data: bytes
    changed: set[CellPlace] = field(default_factory=set)
    computed: set[CellPlace] = field(default_factory=set)
    removed: int = 0
    kept: list[int] | None = None

    def remove(self, lines: set[int], table: CsvFile) -> None:
        """Take out the records that begin on these lines."""
        records = list(cell_spans(self.data, table.delimiter))
        numbers = range(len(records)) if self.kept is None else self.kept
        self.kept = [number for number, line in zip(numbers, records, strict=True) if line not in lines]
        self.data = remove_records(self.data, lines, table.delimiter)
        self.changed, self.computed = _moved(self.changed, lines, table), _moved(self.computed, lines, table)
        self.removed += len(lines)

    def write(self, cells: dict[CellPlace, str], table: CsvFile, computed: bool) -> None:
        """Write the new texts of cells."""
        self.data = replace_cells(self.data, cells, table.delimiter)
        self.changed |= cells.keys()
        self.computed |= cells.keys() if computed else set()


def fix_tables(
    data: Sequence[bytes],
    paths: Sequence[Path],
    ruleset: Ruleset,
    unsafe: bool = False,
    wanted: WantedCardFixes = lambda _, findings: findings,
    art_roots: Sequence[Path] = (),
    effects: EffectList | None = None,
    templates: NearTemplates | None = None,
) -> list[Fixed]:
    """The files, in order, with every fix of the `wanted` findings made, the unsafe ones only with `unsafe`.

    With `art_roots` the paths of images are fixed too; the texts of `effects` are right as they are.
    Fixes are made in rounds, because one can uncover the next problem: rows are removed first, then
    come the safe fixes, those of single cells, and those that are computed from several. What comes out has
    no fix left, so fixing it again changes nothing. Raises InputError when a file cannot be used.
    """
    files = [_FixedTable(before) for before in data]
    for _ in range(ROUNDS):
        texts = [decode(file.data, path) for file, path in zip(files, paths, strict=True)]
        table = read_tables(paths, ruleset, texts)
        found = validate(table, ruleset, effects, templates)
        found += check_art(table, art_roots) if art_roots else []
        parts = {part.name: (file, part) for file, part in zip(files, table.file.parts, strict=True)}
        fixable = [
            (_stage(finding, ruleset), finding)
            for finding in attach_fixes(table, wanted(table, found))
            if finding.fix
            and (finding.fix.safe or unsafe)
            # A computed cell stays: rounding it and computing it could go on for ever.
            and not any(cells.keys() & parts[name][0].computed for name, cells in _cells(finding).items())
        ]
        if not fixable:
            break
        now = min(stage for stage, _ in fixable)
        if now == _ROWS:
            lines: dict[str, set[int]] = {}
            for finding in (finding for stage, finding in fixable if stage == now):
                for edit in finding.fix.edits if finding.fix else ():
                    lines.setdefault(edit.path or finding.location.path, set()).add(edit.line)
            for name, out in lines.items():
                file, part = parts[name]
                file.remove(out, part)
            continue
        edits: CellChanges = {name: {} for name in parts}
        for cells in (_cells(finding) for stage, finding in fixable if stage == now):
            if not any(edits[name].keys() & own.keys() for name, own in cells.items()):
                for name, own in cells.items():
                    edits[name] |= own
        for name, own in edits.items():
            file, part = parts[name]
            file.write(own, part, now == _COMPUTED)
    return [Fixed(file.data, len(file.changed), file.removed, file.kept) for file in files]


def _cells(finding: Diagnostic) -> CellChanges:
    cells: CellChanges = {}
    for edit in finding.fix.edits if finding.fix else ():
        if edit.cell is not None and edit.new is not None:
            cells.setdefault(edit.path or finding.location.path, {})[edit.line, edit.cell] = edit.new
    return cells


def _stage(finding: Diagnostic, ruleset: Ruleset) -> int:
    if finding.fix and any(edit.cell is None for edit in finding.fix.edits):
        return _ROWS
    if finding.fix and finding.fix.safe:
        return _SAFE
    return _COMPUTED if is_computed(finding, ruleset) else _SINGLE


def _moved(cells: set[CellPlace], out: set[int], table: CsvFile) -> set[CellPlace]:
    """The cells by their lines after the records that begin on `out` are gone."""
    starts = [table.header_line, *table.line_numbers]
    ends = dict(itertools.pairwise([*starts, len(table.text_lines) + 1]))
    gone = {line: ends.get(line, line + 1) - line for line in out}
    return {
        (line - sum(height for start, height in gone.items() if start < line), cell)
        for line, cell in cells
        if line not in out
    }
