"""JSON Lines: a finding a line, as in `as_json`; nothing when there is none."""

from __future__ import annotations

import json
from pathlib import Path

from cardtools.checks.output import entries
from cardtools.checks.output.as_json import as_data
from cardtools.checks.report import Report
from cardtools.rulesets import Ruleset


def render(report: Report, ruleset: Ruleset, root: Path) -> str:
    """The findings, each as a JSON object on its own line."""
    found = (as_data(entry, report) for entry in entries(report, root))
    return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in found)
