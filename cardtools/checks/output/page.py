"""One HTML page, complete in itself: each card that has findings, as it is drawn, with what is wrong."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cardtools import __version__
from cardtools.checks.report import Report
from cardtools.errors import Diagnostic
from cardtools.rulesets import Ruleset

_TEMPLATE = "page.html.jinja"


@dataclass(frozen=True)
class FaultyCard:
    """A card with its findings: line in the table, picture as a data URI, or the reason why there is none."""

    name: str
    line: int
    picture: str
    reason: str
    findings: tuple[Diagnostic, ...]


def faulty_rows(report: Report) -> list[int]:
    """The rows of the card table that findings are about, in file order."""
    return sorted({row for finding in report.diagnostics if (row := report.subject(finding).row) >= 0})


def render(
    report: Report,
    ruleset: Ruleset,
    pictures: Mapping[int, bytes] | None = None,
    reasons: Mapping[int, str] | None = None,
    note: str = "",
) -> str:
    """The page. `pictures` are PNG files by row, `reasons` say why a row has none, `note` why no row has."""
    pictures, reasons = pictures or {}, reasons or {}
    from jinja2 import Environment, StrictUndefined

    by_row: dict[int, list[Diagnostic]] = {row: [] for row in faulty_rows(report)}
    others: list[Diagnostic] = []
    for finding in report.diagnostics:
        by_row.get(report.subject(finding).row, others).append(finding)
    cards = [
        FaultyCard(
            report.cards.name(row),
            report.cards.file.line_numbers[row],
            _data(pictures.get(row)),
            reasons.get(row, ""),
            tuple(findings),
        )
        for row, findings in by_row.items()
    ]
    source = Path(__file__).with_name(_TEMPLATE).read_text("utf-8")
    template = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return template.from_string(source).render(
        summary=report.summary(),
        ruleset=ruleset,
        version=__version__,
        counts={level: report.count(level) for level in ("error", "warning", "info")},
        suppressed=report.suppressed,
        cards=cards,
        others=others,
        note=note,
    )


def _data(png: bytes | None) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""
