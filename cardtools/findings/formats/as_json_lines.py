"""JSON Lines: a finding a line, as in `as_json`; nothing when there is none."""

from __future__ import annotations

from pathlib import Path

from cardtools.console import to_json
from cardtools.errors import Severity
from cardtools.findings.formats import entries
from cardtools.findings.formats.as_json import as_data
from cardtools.findings.report import Report


def render(report: Report, root: Path, fail_on: Severity) -> str:
    """The findings, each as a JSON object on its own line."""
    found = (as_data(entry, report) for entry in entries(report, root))
    return "".join(f"{to_json(entry, None)}\n" for entry in found)
