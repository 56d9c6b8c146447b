"""What the checks of `cardtools validate` say about the project, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardtools.checks.report import check_own, selection_of
from cardtools.errors import Diagnostic, Location
from cardtools.project import Project
from cardtools.rulesets import Ruleset


@dataclass(frozen=True)
class Checked:
    """The findings by where the card's name stands, those about no card, and all in one line."""

    by_card: dict[Location, list[Diagnostic]] = field(default_factory=dict)
    others: list[Diagnostic] = field(default_factory=list)
    summary: str = ""


def check(project: Project, ruleset: Ruleset, decks: Sequence[Path]) -> Checked:
    """Check cards, effects, art and decks.

    Raises InputError when the cards, a deck, the effect list or what the project accepts cannot be used.
    """
    report = check_own(project, ruleset, decks, selection_of(project, ruleset))
    by_card: dict[Location, list[Diagnostic]] = {}
    others: list[Diagnostic] = []
    for finding in report.diagnostics:
        row = report.subject(finding).row
        about = others if row < 0 else by_card.setdefault(report.cards.place(row, "NAME"), [])
        about.append(finding)
    return Checked(by_card, others, report.summary())
