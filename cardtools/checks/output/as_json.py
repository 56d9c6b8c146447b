"""JSON: one object with what was checked, the counts, and every finding."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from cardtools import __version__
from cardtools.checks.output import Entry, entries
from cardtools.checks.report import Report
from cardtools.errors import Diagnostic
from cardtools.files import shown
from cardtools.rulesets import Ruleset


def finding_data(finding: Diagnostic) -> dict[str, Any]:
    """Where and what a finding is, as JSON: line and column from 1, 0 where it has none."""
    return {
        "path": finding.location.path,
        "line": finding.location.line,
        "column": finding.location.column,
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "hint": finding.hint,
    }


def as_data(entry: Entry, report: Report) -> dict[str, Any]:
    """A finding as JSON, with its card and its fix, which is null where there is none.

    An edit with the column null is about the whole line, and takes it out where `new` is null too.
    """
    finding = entry.finding
    files = {deck.file.name: deck.file for deck in report.decks if deck.file}
    header = files.get(finding.location.path, report.cards.file).header
    fix = finding.fix and {
        "safe": finding.fix.safe,
        "edits": [
            {
                "line": edit.line,
                "column": None if edit.cell is None else header[edit.cell],
                "old": edit.old,
                "new": edit.new,
            }
            for edit in finding.fix.edits
        ],
    }
    return {
        **finding_data(finding),
        "card": entry.card,
        "field": entry.column,
        "fingerprint": entry.fingerprint,
        "fix": fix,
    }


def render(report: Report, ruleset: Ruleset, root: Path) -> str:
    """The whole report as one JSON object."""
    codes = Counter(finding.code for finding in report.diagnostics)
    whole = {
        "version": 1,
        "tool": {"name": "cardtools", "version": __version__},
        "ruleset": {"id": ruleset.id, "version": ruleset.version},
        "cards": {"path": shown(report.cards.file.path), "count": len(report.cards)},
        "decks": [shown(deck.path) for deck in report.decks],
        "counts": {level: report.count(level) for level in ("error", "warning", "info")},
        "suppressed": report.suppressed,
        "statistics": dict(sorted(codes.items())),
        "findings": [as_data(entry, report) for entry in entries(report, root)],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
