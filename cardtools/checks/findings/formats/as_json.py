"""JSON: one object with what was checked, the counts, and every finding; or only the findings, one a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtools.checks.findings.check_report import Report, by_code
from cardtools.checks.findings.formats import Entry, entries
from cardtools.ground.console import to_json
from cardtools.ground.errors import Severity
from cardtools.ground.version import __version__

_BOX = ("left", "top", "width", "height")


def as_data(entry: Entry, report: Report) -> dict[str, Any]:
    """A finding as JSON, with its card and its fix, which is null where there is none.

    Line and column count from 1, and are 0 where there is none. On a drawn card, `part` names the element and
    `box` is its place (mm from the top left corner of the trim).

    An edit that names a `path` is in another file than the finding. An edit whose column is null is about
    the text `old` of the line, from its `start` (1 where it is not given), and removes the whole line where
    `new` is null.
    """
    finding = entry.finding
    path = finding.location.path
    fix = finding.fix and {
        "safe": finding.fix.safe,
        "edits": [
            {
                **({"path": edit.path} if edit.path not in ("", path) else {}),
                "line": edit.line,
                **({"start": edit.column} if edit.column > 1 else {}),
                "column": None if edit.cell is None else report.checked.header(edit.path or path)[edit.cell],
                "old": edit.old,
                "new": edit.new,
            }
            for edit in finding.fix.edits
        ],
    }
    return {
        "path": finding.location.path,
        "line": finding.location.line,
        "column": finding.location.column,
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "hint": finding.hint,
        "card": entry.card,
        "field": entry.column,
        "part": finding.part,
        "box": finding.box and dict(zip(_BOX, finding.box, strict=True)),
        "fingerprint": entry.fingerprint,
        "fix": fix,
    }


def render(report: Report, root: Path, fail_on: Severity) -> str:
    """The whole report as one JSON object."""
    whole = {
        "version": 1,
        "tool": {"name": "cardtools", "version": __version__},
        "complete": report.checked.complete,
        **report.checked.facts,
        "counts": {level: report.count(level) for level in ("error", "warning", "info")},
        "suppressed": report.suppressed,
        "statistics": dict(sorted(report.codes.items())),
        "left_out": dict(sorted(by_code(report.more).items())),
        "findings": [as_data(entry, report) for entry in entries(report, root)],
    }
    return to_json(whole) + "\n"


def render_lines(report: Report, root: Path, fail_on: Severity) -> str:
    """The findings, each as a JSON object on its own line."""
    return "".join(f"{to_json(as_data(entry, report), None)}\n" for entry in entries(report, root))
