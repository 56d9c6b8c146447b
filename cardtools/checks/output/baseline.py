"""The baseline: findings of a large database that are accepted as they are, so that new ones stand out.

A finding is known by its code, file, card and column, so that lines inserted above it change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.errors import Diagnostic, bad_input
from cardtools.files import read_text, shown
from cardtools.project import BASELINE_NAME

if TYPE_CHECKING:
    from cardtools.checks.report import Report

Key = tuple[str, str, str, str]
_KEYS = ("path", "code", "card", "column")


@dataclass(frozen=True)
class Baseline:
    """How many findings of each kind are accepted; paths are relative to `root`."""

    root: Path
    name: str
    accepted: Counter[Key]

    @property
    def size(self) -> int:
        """The number of accepted findings."""
        return self.accepted.total()

    def unknown(self, found: Report, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that it does not hold; of several alike the last ones."""
        left = self.accepted.copy()
        unknown = []
        for finding in findings:
            key = found.key(finding, self.root)
            if left[key] > 0:
                left[key] -= 1
            else:
                unknown.append(finding)
        return unknown

    def stale(self, found: Report, findings: Iterable[Diagnostic]) -> int:
        """How many of its findings are not there any more."""
        return (self.accepted - Counter(found.key(finding, self.root) for finding in findings)).total()


def read_baseline(root: Path) -> Baseline | None:
    """The baseline of a project, None where it has none. Raises InputError when the file is no baseline."""
    path = root / BASELINE_NAME
    if not path.is_file():
        return None
    import json  # most projects have no baseline

    accepted: Counter[Key] = Counter()
    try:
        for entry in json.loads(read_text(path))["findings"]:
            accepted[_key(entry)] += int(entry["count"])
    except (ValueError, KeyError, TypeError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else f"{type(error).__name__} {error}"
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        hint = "`cardtools validate --write-baseline` writes a new one"
        raise bad_input(shown(path), f"no baseline of cardtools: {reason}", hint, line) from None
    return Baseline(root, shown(path), accepted)


def _key(entry: Any) -> Key:
    path, code, card, column = (str(entry[name]) for name in _KEYS)
    return path, code, card, column


def baseline_text(found: Report, findings: Iterable[Diagnostic], root: Path) -> str:
    """The file that accepts these findings: sorted, a line each, so that version control shows changes."""
    import json

    counts = Counter(found.key(finding, root) for finding in findings)
    lines = [
        json.dumps({**dict(zip(_KEYS, key, strict=True)), "count": count}, ensure_ascii=False)
        for key, count in sorted(counts.items())
    ]
    return '{"version": 1, "findings": [\n' + ",\n".join(lines) + "\n]}\n"
