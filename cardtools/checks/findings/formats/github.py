"""Annotations of GitHub Actions, which shows ten of a kind a step, and that there are more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.formats import check_name
from cardtools.ground.errors import Severity, printable

MOST = 10
_KINDS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, root: Path, fail_on: Severity) -> str:
    """At most ten annotations of a kind; where there are more, the tenth says so and the log has them all."""
    lines: list[str] = []
    others: list[str] = []
    for severity, kind in _KINDS.items():
        found = [finding for finding in report.diagnostics if finding.severity == severity]
        shown = found if report.count(severity) <= MOST else found[: MOST - 1]
        for finding in shown:
            place = {
                "file": finding.location.path,
                "line": str(finding.location.line or ""),
                "col": str(finding.location.column or ""),
                "title": check_name(finding),
            }
            given = ((key, _data(value)) for key, value in place.items() if value)
            written = ",".join(f"{key}={v.replace(':', '%3A').replace(',', '%2C')}" for key, v in given)
            hint = f"\nhelp: {finding.hint}" if finding.hint else ""
            lines.append(f"::{kind} {written}::{_data(finding.message + hint)}")
        if rest := report.count(severity) - len(shown):
            lines.append(f"::{kind} title=cardtools::{rest:,} more of this kind are in the log")
            others += map(str, found[len(shown) :])
    lines += [*others, *map(printable, filter(None, (report.left_out(), report.summary())))]
    return "".join(f"{line}\n" for line in lines)


def _data(text: str) -> str:
    return "%0A".join(map(printable, text.replace("%", "%25").split("\n")))
