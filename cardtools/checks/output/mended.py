"""The card table's file with its fixes made: the bytes of the cells that they change, and no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.table import CardTable, make_table
from cardtools.checks.fixes import attach_fixes, is_computed
from cardtools.checks.validate import validate
from cardtools.csvfile import read_csv, replace_cells
from cardtools.errors import Diagnostic, Edit
from cardtools.files import decode
from cardtools.rulesets import Ruleset

# A fix can uncover the next problem of its cell or row; more rounds than this are not needed.
ROUNDS = 20
_SAFE, _SINGLE, _COMPUTED = range(3)


@dataclass(frozen=True)
class Fixed:
    """The bytes of a card table's file after its fixes, and how many cells changed."""

    data: bytes
    cells: int


def fix_cards(
    data: bytes,
    path: Path,
    ruleset: Ruleset,
    unsafe: bool = False,
    wanted: Callable[[CardTable, list[Diagnostic]], list[Diagnostic]] = lambda _, findings: findings,
) -> Fixed:
    """The file with every fix of the `wanted` findings made, the unsafe ones only with `unsafe`.

    Fixes are made in rounds, because one can uncover the next problem: the safe ones first, then those of
    single cells, then those that are computed from several. What comes out has no fix left, so fixing it
    again changes nothing. Raises InputError when the file cannot be used.
    """
    changed: dict[tuple[int, int], str] = {}
    computed: set[tuple[int, int]] = set()
    for _ in range(ROUNDS):
        table = make_table(read_csv(path, text=decode(data, path)), ruleset)
        fixable = [
            (_stage(finding), finding.fix)
            for finding in attach_fixes(table, wanted(table, validate(table, ruleset)))
            if finding.fix and (finding.fix.safe or unsafe)
        ]
        # A computed cell stays: rounding it and computing it could go on for ever.
        fixable = [(s, f) for s, f in fixable if not any((e.line, e.cell) in computed for e in f.edits)]
        edits: dict[tuple[int, int], Edit] = {}
        for stage, fix in fixable:
            cells = {(edit.line, edit.cell): edit for edit in fix.edits}
            if stage == min(stage for stage, _ in fixable) and not cells.keys() & edits.keys():
                edits |= cells
                if stage == _COMPUTED:
                    computed |= cells.keys()
        if not edits:
            break
        data = replace_cells(data, {cell: edit.new for cell, edit in edits.items()})
        for cell, edit in edits.items():
            changed.setdefault(cell, edit.old)
    return Fixed(data, len(changed))


def _stage(finding: Diagnostic) -> int:
    if finding.fix and finding.fix.safe:
        return _SAFE
    return _COMPUTED if is_computed(finding) else _SINGLE
