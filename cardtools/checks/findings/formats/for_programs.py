"""A report for other programs: JSON, CSV, SARIF, JUnit, annotations of GitHub; a function a format.

Each has `(report, root, fail_on) -> str`; `root` is the folder of the project.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from cardtools.checks.findings.check_report import SEVERITIES, FindingKey, Report, totals
from cardtools.ground.catalogue import Check
from cardtools.ground.console import to_json
from cardtools.ground.errors import Diagnostic, Severity, printable
from cardtools.ground.io.files import digest
from cardtools.ground.tables.csv_document import escape_formula, format_csv
from cardtools.ground.version import __version__

UNUSABLE = "unusable-input"  # what no check owns
CSV_HEADER = (
    "PATH", "LINE", "COLUMN", "CODE", "CHECK", "SEVERITY", "CARD", "FIELD", "MESSAGE", "HINT", "FIX",
)  # fmt: skip
GITHUB_MOST = 10
_GITHUB_KINDS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS = {"error": "error", "warning": "warning", "info": "note", "off": "none"}
_BOX = ("left", "top", "width", "height")


class Entry(NamedTuple):
    """A finding, what identifies it while lines move, and its number among those with the same key."""

    finding: Diagnostic
    key: FindingKey
    number: int

    @property
    def fingerprint(self) -> str:
        """What stays when lines move."""
        return digest(*self.key, str(self.number))


def entries(report: Report, root: Path) -> Iterator[Entry]:
    """The report's findings in order. Findings that differ only in their place are numbered."""
    seen: Counter[FindingKey] = Counter()
    for finding in report.diagnostics:
        key = report.key(finding, root)
        yield Entry(finding, key, seen[key])
        seen[key] += 1


def render(form: str, report: Report, root: Path, fail_on: Severity = "error") -> str:
    """The report in a format for programs; `fail_on` is the least severity of a failed case in junit."""
    return _RENDER[form](report, root, fail_on)


def _check_name(finding: Diagnostic) -> str:
    return f"{finding.code} {finding.name}" if finding.code else UNUSABLE


def _help(finding: Diagnostic) -> str:
    return f"\nhelp: {finding.hint}" if finding.hint else ""


# JSON


def as_data(entry: Entry, report: Report) -> dict[str, Any]:
    """A finding as JSON, with its card and its fix, which is null where there is none. Line and column count
    from 1, and are 0 where there is none. On a drawn card, `part` names the element and `box` is its place
    (mm from the top left corner of the trim).

    An edit with a `path` is in another file than the finding. One whose column is null is about the text
    `old` of the line, from its `start` (by default 1), and removes the whole line where `new` is null.
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
        **finding.location._asdict(),
        **{key: getattr(finding, key) for key in ("code", "name", "severity", "message", "hint")},
        "card": entry.key.card,
        "field": entry.key.column,
        "part": finding.part,
        "box": finding.box and dict(zip(_BOX, finding.box, strict=True)),
        "fingerprint": entry.fingerprint,
        "fix": fix,
    }


def _json(report: Report, root: Path, fail_on: Severity) -> str:
    """One object with what was checked, the counts, and every finding."""
    whole = {
        "version": 1,
        "tool": {"name": "cardtools", "version": __version__},
        "complete": report.checked.complete,
        **report.checked.facts,
        "counts": {level: report.count(level) for level in reversed(SEVERITIES)},
        "suppressed": report.suppressed,
        "statistics": dict(sorted(report.codes.items())),
        "left_out": dict(sorted(totals(report.more, 0).items())),
        "findings": [as_data(entry, report) for entry in entries(report, root)],
    }
    return to_json(whole) + "\n"


def _jsonl(report: Report, root: Path, fail_on: Severity) -> str:
    return "".join(f"{to_json(as_data(entry, report), None)}\n" for entry in entries(report, root))


def _csv(report: Report, root: Path, fail_on: Severity) -> str:
    """A table for a spreadsheet, separated as the card tables are; FIX is safe, unsafe or empty."""
    rows = []
    for entry in entries(report, root):
        finding, place = entry.finding, entry.finding.location
        fix = "" if finding.fix is None else "safe" if finding.fix.safe else "unsafe"
        where = (place.path, str(place.line or ""), str(place.column or ""))
        check = (finding.code, finding.name, finding.severity, entry.key.card, entry.key.column)
        row = (*where, *check, finding.message, finding.hint, fix)
        rows.append([escape_formula(printable(text)) for text in row])
    return format_csv(CSV_HEADER, rows)


# Annotations of GitHub Actions, which shows ten of a kind a step, and that there are more


def _github(report: Report, root: Path, fail_on: Severity) -> str:
    """At most ten annotations of a kind; where there are more, the tenth says so and the log has them all."""
    lines: list[str] = []
    others: list[str] = []
    for severity, kind in _GITHUB_KINDS.items():
        found = [finding for finding in report.diagnostics if finding.severity == severity]
        shown = found if report.count(severity) <= GITHUB_MOST else found[: GITHUB_MOST - 1]
        for finding in shown:
            place = {
                "file": finding.location.path,
                "line": str(finding.location.line or ""),
                "col": str(finding.location.column or ""),
                "title": _check_name(finding),
            }
            given = ((key, _github_text(value)) for key, value in place.items() if value)
            written = ",".join(f"{key}={v.replace(':', '%3A').replace(',', '%2C')}" for key, v in given)
            lines.append(f"::{kind} {written}::{_github_text(finding.message + _help(finding))}")
        if rest := report.count(severity) - len(shown):
            lines.append(f"::{kind} title=cardtools::{rest:,} more of this kind are in the log")
            others += map(str, found[len(shown) :])
    lines += [*others, *map(printable, filter(None, (report.left_out(), report.summary())))]
    return "".join(f"{line}\n" for line in lines)


def _github_text(text: str) -> str:
    return "%0A".join(map(printable, text.replace("%", "%25").split("\n")))


# JUnit XML, which test dashboards read: a finding is a case of its file, and fails if it fails the run


def _junit(report: Report, root: Path, fail_on: Severity) -> str:
    """A suite for each file; a file without findings has one case, which passes."""
    from xml.sax.saxutils import escape, quoteattr

    def quoted(text: str) -> str:
        return quoteattr(printable(text))

    failing = SEVERITIES[SEVERITIES.index(fail_on) :]
    suites: dict[str, list[str]] = {path: [] for path in report.checked.files}
    failures: Counter[str] = Counter()
    for entry in entries(report, root):
        finding, path = entry.finding, entry.finding.location.path
        place = f" ({finding.location})" if path else ""
        name = f"{_check_name(finding)}{f': {entry.key.card}' if entry.key.card else ''}{place}"
        case = f"    <testcase classname={quoted(path)} name={quoted(name)}>\n"
        inner = f"      <system-out>{escape(str(finding))}</system-out>\n"
        if finding.severity in failing:
            failures[path] += 1
            kind, message = quoted(finding.severity), quoted(finding.message)
            inner = f"      <failure type={kind} message={message}>{escape(str(finding))}</failure>\n"
        suites.setdefault(path, []).append(f"{case}{inner}    </testcase>\n")
    body = ""
    for path, cases in suites.items():
        counts = f'tests="{len(cases) or 1}" failures="{failures[path]}" errors="0"'
        sound = f'    <testcase classname={quoted(path)} name="no problems"/>\n'
        body += f"  <testsuite name={quoted(path)} {counts}>\n{''.join(cases) or sound}  </testsuite>\n"
    tests = sum(len(cases) or 1 for cases in suites.values())
    head = f'<testsuites name="cardtools validate" tests="{tests}" failures="{failures.total()}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{body}</testsuites>\n'


# SARIF 2.1.0, which GitHub and editors read: all checks as rules, fingerprints of our own


def _sarif(report: Report, root: Path, fail_on: Severity) -> str:
    rules = dict(report.checked.checks)
    for finding in report.diagnostics:
        code, name = (finding.code, finding.name) if finding.code else (UNUSABLE, UNUSABLE)
        rules.setdefault(code, Check(code, name, finding.severity, name))
    order = {code: number for number, code in enumerate(rules)}
    driver = {
        "name": "cardtools",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_sarif_rule(info) for info in rules.values()],
    }
    # Whether everything could be checked, and a notification of what is not listed.
    invocation: dict[str, Any] = {"executionSuccessful": report.checked.complete}
    if not report.checked.complete:
        invocation["exitCode"] = 2
    if left_out := report.left_out():
        invocation["toolExecutionNotifications"] = [{"level": "note", "message": {"text": left_out}}]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(entry, order) for entry in entries(report, root)],
        "invocations": [invocation],
    }
    return to_json({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _sarif_rule(info: Check) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": info.code,
        "name": "".join(word.capitalize() for word in info.name.split("-")),
        "shortDescription": {"text": info.summary or info.name},
        "defaultConfiguration": {"level": _SARIF_LEVELS[info.severity], "enabled": info.severity != "off"},
    }
    if info.source:
        rule["fullDescription"] = {"text": f"{info.summary} ({info.source})"}
    return rule


def _sarif_result(entry: Entry, order: Mapping[str, int]) -> dict[str, Any]:
    finding, code = entry.finding, entry.finding.code or UNUSABLE
    path, line, column = finding.location.path, finding.location.line, finding.location.column
    # A relative reference must not begin with a slash.
    uri = Path(path).as_uri() if Path(path).is_absolute() else quote(os.fsencode(path))
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if line:
        place["region"] = {"startLine": line, **({"startColumn": column} if column else {})}
    return {
        "ruleId": code,
        "ruleIndex": order[code],
        "level": _SARIF_LEVELS[finding.severity],
        "message": {"text": f"{finding.message}{_help(finding)}"},
        "locations": [{"physicalLocation": place}] if path else [],
        "partialFingerprints": {"cardtools/v1": entry.fingerprint},
    }


_RENDER: Mapping[str, Callable[[Report, Path, Severity], str]] = {
    "json": _json,
    "jsonl": _jsonl,
    "csv": _csv,
    "github": _github,
    "junit": _junit,
    "sarif": _sarif,
}
