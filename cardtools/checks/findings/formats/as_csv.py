"""CSV for a spreadsheet: one finding per row, separated as the card tables are."""

from __future__ import annotations

from pathlib import Path

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.formats import entries
from cardtools.ground.errors import Severity, printable
from cardtools.ground.tables.csv_document import escape_formula, format_csv

HEADER = (
    "PATH", "LINE", "COLUMN", "CODE", "CHECK", "SEVERITY", "CARD", "FIELD", "MESSAGE", "HINT", "FIX",
)  # fmt: skip


def render(report: Report, root: Path, fail_on: Severity) -> str:
    """The findings as a table; FIX is safe, unsafe or empty."""
    rows = []
    for entry in entries(report, root):
        finding = entry.finding
        fix = "" if finding.fix is None else "safe" if finding.fix.safe else "unsafe"
        place = (finding.location.path, str(finding.location.line or ""), str(finding.location.column or ""))
        check = (finding.code, finding.name, finding.severity)
        texts = (*place, *check, entry.card, entry.column, finding.message, finding.hint, fix)
        rows.append([escape_formula(printable(text)) for text in texts])
    return format_csv(HEADER, rows)
