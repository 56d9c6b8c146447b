"""SARIF 2.1.0, which GitHub and editors read: all checks as rules, fingerprints of our own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.formats import UNUSABLE, Entry, entries
from cardtools.ground.catalogue import Check
from cardtools.ground.console import to_json
from cardtools.ground.errors import Severity
from cardtools.ground.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note", "off": "none"}


def render(report: Report, root: Path, fail_on: Severity) -> str:
    """The report as a SARIF log of one run."""
    rules = dict(report.checked.checks)
    for finding in report.diagnostics:
        code, name = (finding.code, finding.name) if finding.code else (UNUSABLE, UNUSABLE)
        rules.setdefault(code, Check(code, name, finding.severity, name))
    order = {code: number for number, code in enumerate(rules)}
    driver = {
        "name": "cardtools",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(info) for info in rules.values()],
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
        "results": [_result(entry, order) for entry in entries(report, root)],
        "invocations": [invocation],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return to_json(log) + "\n"


def _rule(info: Check) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": info.code,
        "name": "".join(word.capitalize() for word in info.name.split("-")),
        "shortDescription": {"text": info.summary or info.name},
        "defaultConfiguration": {"level": _LEVELS[info.severity], "enabled": info.severity != "off"},
    }
    if info.source:
        rule["fullDescription"] = {"text": f"{info.summary} ({info.source})"}
    return rule


def _result(entry: Entry, order: dict[str, int]) -> dict[str, Any]:
    finding = entry.finding
    path = finding.location.path
    # A relative reference must not begin with a slash.
    uri = Path(path).as_uri() if Path(path).is_absolute() else quote(os.fsencode(path))
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if finding.location.line:
        place["region"] = {"startLine": finding.location.line}
        if finding.location.column:
            place["region"]["startColumn"] = finding.location.column
    hint = f"\nhelp: {finding.hint}" if finding.hint else ""
    code = finding.code or UNUSABLE
    return {
        "ruleId": code,
        "ruleIndex": order[code],
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message}{hint}"},
        "locations": [{"physicalLocation": place}] if path else [],
        "partialFingerprints": {"cardtools/v1": entry.fingerprint},
    }
