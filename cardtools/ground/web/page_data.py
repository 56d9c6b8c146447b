"""The data of pages, as JSON: without the server, for processes that only draw."""

from __future__ import annotations

import json

from cardtools.ground.errors import Diagnostic


def json_bytes(value: object) -> bytes:
    """A value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def problem(diagnostic: Diagnostic) -> dict[str, str]:
    """A problem for a page."""
    return {
        "place": str(diagnostic.location),
        "code": f"{diagnostic.code} {diagnostic.name}".strip(),
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }
