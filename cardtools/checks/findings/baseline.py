"""The baseline: findings of a large database that are accepted as they are, so that new ones stand out.

A finding is identified by its code, file, card and column, so that lines inserted above it change nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.checks.findings.check_report import part_of
from cardtools.ground.console import to_json
from cardtools.ground.errors import Diagnostic, bad_input
from cardtools.ground.io.files import read_text, shown
from cardtools.project.project import BASELINE_NAME

if TYPE_CHECKING:
    from cardtools.checks.findings.check_report import Report

FindingKey = tuple[str, str, str, str]
_KEYS = ("path", "code", "card", "column")


@dataclass(frozen=True)
class Baseline:
    """How many findings of each kind are accepted; paths are relative to `root`."""

    root: Path
    name: str
    accepted: Counter[FindingKey]

    def unknown(self, report: Report, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that it does not hold; of several alike the last ones."""
        left = self.accepted.copy()
        unknown = []
        for finding in findings:
            key = report.key(finding, self.root)
            if left[key] > 0:
                left[key] -= 1
            else:
                unknown.append(finding)
        return unknown

    def stale(self, report: Report, findings: Iterable[Diagnostic]) -> int:
        """How many of its findings the report could contain but doesn't."""
        gone = self.accepted - Counter(report.key(finding, self.root) for finding in findings)
        return sum(number for key, number in gone.items() if part_of(key[1]) in report.checked.parts)


def read_baseline(root: Path) -> Baseline | None:
    """The baseline of a project, None where it has none. Raises InputError when the file is unusable."""
    path = root / BASELINE_NAME
    if not os.path.isfile(path):
        return None
    import json  # most projects have no baseline

    accepted: Counter[FindingKey] = Counter()
    try:
        for entry in json.loads(read_text(path))["findings"]:
            path_of, code, card, column = (str(entry[name]) for name in _KEYS)
            accepted[path_of, code, card, column] += int(entry["count"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else f"{type(error).__name__} {error}"
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        hint = "`cardtools validate --write-baseline` writes a new one"
        raise bad_input(shown(path), f"not a baseline: {reason}", hint, line) from None
    return Baseline(root, shown(path), accepted)


def baseline_text(report: Report, findings: Iterable[Diagnostic], root: Path) -> str:
    """The file that accepts these findings, and keeps what it accepts of the parts that the report does not
    cover: sorted, a line each, so that version control shows changes.
    """
    known = read_baseline(root)
    counts = Counter(report.key(finding, root) for finding in findings)
    for key, count in known.accepted.items() if known else ():
        if part_of(key[1]) not in report.checked.parts:
            counts[key] = count
    lines = [
        to_json({**dict(zip(_KEYS, key, strict=True)), "count": count}, None)
        for key, count in sorted(counts.items())
    ]
    return '{"version": 1, "findings": [\n' + ",\n".join(lines) + "\n]}\n"
