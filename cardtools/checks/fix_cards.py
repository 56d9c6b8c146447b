"""The card table's file with its fixes made: the bytes of the cells that they change, and no other."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.art import check_art
from cardtools.checks.effect_list import EffectList
from cardtools.checks.fixes import attach_fixes, is_computed
from cardtools.checks.near import NearTemplates
from cardtools.checks.validate import validate
from cardtools.csvfile import cell_spans, remove_records, replace_cells
from cardtools.errors import Diagnostic, Fix
from cardtools.files import decode
from cardtools.rulesets import Ruleset

# A fix can uncover the next problem of its cell or row; more rounds than this are not needed.
ROUNDS = 20
_ROWS, _SAFE, _SINGLE, _COMPUTED = range(4)

Cell = tuple[int, int]


@dataclass(frozen=True)
class Fixed:
    """A card table's file after its fixes, and how many cells changed and rows were removed; `kept` are the
    records that are left, by their numbers (from 0, the header) before, None where that is all of them.
    """

    data: bytes
    cells: int
    rows: int = 0
    kept: list[int] | None = None


def fix_cards(
    data: bytes,
    path: Path,
    ruleset: Ruleset,
    unsafe: bool = False,
    wanted: Callable[[CardTable, list[Diagnostic]], list[Diagnostic]] = lambda _, findings: findings,
    art_roots: Sequence[Path] = (),
    effects: EffectList | None = None,
    templates: NearTemplates | None = None,
) -> Fixed:
    """The file with every fix of the `wanted` findings made, the unsafe ones only with `unsafe`.

    With `art_roots` the paths of images are fixed too; the texts of `effects` are right as they are.
    Fixes are made in rounds, because one can uncover the next problem: rows are removed first, then
    come the safe fixes, those of single cells, and those that are computed from several. What comes out has
    no fix left, so fixing it again changes nothing. Raises InputError when the file cannot be used.
    """
    changed: set[Cell] = set()
    computed: set[Cell] = set()
    removed = 0
    kept: list[int] | None = None
    for _ in range(ROUNDS):
        table = read_cards(path, ruleset, decode(data, path))
        found = validate(table, ruleset, effects, templates)
        found += check_art(table, art_roots) if art_roots else []
        fixable = [
            (_stage(finding, ruleset), finding.fix)
            for finding in attach_fixes(table, wanted(table, found))
            if finding.fix and (finding.fix.safe or unsafe)
        ]
        # A computed cell stays: rounding it and computing it could go on for ever.
        fixable = [(stage, fix) for stage, fix in fixable if not computed & _cells(fix).keys()]
        if not fixable:
            break
        now = min(stage for stage, _ in fixable)
        fixes = [fix for stage, fix in fixable if stage == now]
        if now == _ROWS:
            lines = {edit.line for fix in fixes for edit in fix.edits}
            records = list(cell_spans(data, table.file.delimiter))
            numbers = range(len(records)) if kept is None else kept
            kept = [number for number, line in zip(numbers, records, strict=True) if line not in lines]
            data = remove_records(data, lines, table.file.delimiter)
            changed, computed = _moved(changed, lines, table), _moved(computed, lines, table)
            removed += len(lines)
            continue
        edits: dict[Cell, str] = {}
        for fix in fixes:
            cells = _cells(fix)
            if not cells.keys() & edits.keys():
                edits |= cells
        if now == _COMPUTED:
            computed |= edits.keys()
        data = replace_cells(data, edits, table.file.delimiter)
        changed |= edits.keys()
    return Fixed(data, len(changed), removed, kept)


def _cells(fix: Fix) -> dict[Cell, str]:
    return {(e.line, e.cell): e.new for e in fix.edits if e.cell is not None and e.new is not None}


def _stage(finding: Diagnostic, ruleset: Ruleset) -> int:
    if finding.fix and any(edit.cell is None for edit in finding.fix.edits):
        return _ROWS
    if finding.fix and finding.fix.safe:
        return _SAFE
    return _COMPUTED if is_computed(finding, ruleset) else _SINGLE


def _moved(cells: set[Cell], out: set[int], table: CardTable) -> set[Cell]:
    """The cells by their lines after the records that begin on `out` are gone."""
    starts = [table.file.header_line, *table.file.line_numbers]
    ends = dict(itertools.pairwise([*starts, len(table.file.text_lines) + 1]))
    gone = {line: ends.get(line, line + 1) - line for line in out}
    return {
        (line - sum(height for start, height in gone.items() if start < line), cell)
        for line, cell in cells
        if line not in out
    }
