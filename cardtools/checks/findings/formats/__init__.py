"""A report for a terminal, another program or a browser: one small file a format, imported when it is used.

The formats for programs have `render(report, root, fail_on) -> str`; `root` is the folder of the project.
`text` is for people and `html` has pictures, so they have functions of their own.
"""

from __future__ import annotations

import importlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from cardtools.checks.findings.check_report import Report
from cardtools.ground.errors import Diagnostic, Severity
from cardtools.ground.io.files import digest

UNUSABLE = "unusable-input"  # what no check owns
FORMATS = ("text", "json", "jsonl", "sarif", "github", "junit", "csv", "html")
WHOLE = ("csv", "jsonl", "junit")  # which cannot say that findings are left out
_MODULES = {"json": "as_json", "jsonl": "as_json", "csv": "as_csv"}  # not the standard library's names


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding with the card and the column it is about, and a fingerprint that stays when lines move."""

    finding: Diagnostic
    card: str
    column: str
    fingerprint: str


def entries(report: Report, root: Path) -> list[Entry]:
    """The report's findings in order. Findings that differ only in their place are numbered."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for finding in report.diagnostics:
        key = report.key(finding, root)
        found.append(Entry(finding, key[2], key[3], digest(*key, str(seen[key]))))
        seen[key] += 1
    return found


def check_name(finding: Diagnostic) -> str:
    """The check of a finding, for people: `CSV004 encoding`."""
    return f"{finding.code} {finding.name}" if finding.code else UNUSABLE


def render(form: str, report: Report, root: Path, fail_on: Severity = "error") -> str:
    """The report in a format for programs (json, jsonl, sarif, github, junit, csv), with a final line end.

    `fail_on` is the least severity of a failed test case in junit; other formats show severities as they are.
    """
    module = importlib.import_module(f"{__name__}.{_MODULES.get(form, form)}")
    function = module.render_lines if form == "jsonl" else module.render
    return cast(str, function(report, root, fail_on))
