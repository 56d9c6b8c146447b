"""JUnit XML, which test dashboards read: a finding is a case of its file, and fails if it fails the run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from cardtools.checks.findings.check_report import SEVERITIES, Report
from cardtools.checks.findings.formats import Entry, check_name, entries
from cardtools.ground.errors import Severity, printable


def render(report: Report, root: Path, fail_on: Severity) -> str:
    """A suite for each file; a file without findings has one case, which passes."""
    suites: dict[str, list[Entry]] = {path: [] for path in report.checked.files}
    for entry in entries(report, root):
        suites.setdefault(entry.finding.location.path, []).append(entry)
    failing = SEVERITIES[SEVERITIES.index(fail_on) :]
    body = ""
    for path, found in suites.items():
        number = sum(entry.finding.severity in failing for entry in found)
        counts = f'tests="{len(found) or 1}" failures="{number}" errors="0"'
        cases = "".join(_case(path, entry, failing) for entry in found)
        sound = f'    <testcase classname={_attribute(path)} name="no problems"/>\n'
        body += f"  <testsuite name={_attribute(path)} {counts}>\n{cases or sound}  </testsuite>\n"
    failures = sum(finding.severity in failing for finding in report.diagnostics)
    tests = sum(len(found) or 1 for found in suites.values())
    head = f'<testsuites name="cardtools validate" tests="{tests}" failures="{failures}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{body}</testsuites>\n'


def _case(path: str, entry: Entry, failing: Sequence[Severity]) -> str:
    finding = entry.finding
    place = f" ({finding.location})" if path else ""
    name = f"{check_name(finding)}{f': {entry.card}' if entry.card else ''}{place}"
    case = f"    <testcase classname={_attribute(path)} name={_attribute(name)}>\n"
    if finding.severity in failing:
        kind, message = _attribute(finding.severity), _attribute(finding.message)
        inner = f"      <failure type={kind} message={message}>{escape(str(finding))}</failure>\n"
    else:
        inner = f"      <system-out>{escape(str(finding))}</system-out>\n"
    return f"{case}{inner}    </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(printable(text))
