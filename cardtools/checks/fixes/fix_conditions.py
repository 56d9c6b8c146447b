"""Old conditions written anew, in the project file and in the files of faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cardtools.checks.fixes.fix_files import FixedFile, write_lines
from cardtools.ground.errors import Diagnostic, Edit
from cardtools.ground.io.files import read_bytes
from cardtools.ground.spelling import counted


def fix_conditions(findings: Iterable[Diagnostic], unsafe: bool) -> Iterator[FixedFile]:
    """The files of the findings about old conditions with these fixed, the unsafe ones only with `unsafe`; no
    other byte is changed, and nothing is written.
    """
    lines: dict[str, dict[int, list[Edit]]] = {}
    for finding in findings:
        if finding.fix and (finding.fix.safe or unsafe):
            for edit in finding.fix.edits:
                lines.setdefault(finding.location.path, {}).setdefault(edit.line, []).append(edit)
    for name, edits in sorted(lines.items()):
        before = read_bytes(Path(name), "toml_bytes")
        after = write_lines(before, {(line, None): _joined(several) for line, several in edits.items()})
        number = sum(map(len, edits.values()))
        yield FixedFile(Path(name), before, after, f"{counted(number, 'condition')} fixed")


def _joined(edits: Sequence[Edit]) -> str:
    """One line with all its edits made, each of which changes another part of it."""
    old = made = edits[0].old
    spans = set()
    for edit in edits:
        new = edit.new or ""
        start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(new))
        most = min(len(old), len(new)) - start
        tails = zip(reversed(old), reversed(new), strict=False)
        tail = next((i for i, (a, b) in enumerate(tails) if a != b or i == most), most)
        spans.add((start, len(old) - tail, new[start : len(new) - tail]))
    for start, end, new in sorted(spans, reverse=True):
        made = made[:start] + new + made[end:]
    return made
