"""The check of a game; the report may be about some of the cards only."""

from __future__ import annotations

from dataclasses import replace

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.selection import Selection
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.check import Scope, check_game
from cardtools.steps.game_files import GameFiles


def check_where(
    game: GameFiles,
    where: str = "",
    scope: Scope | None = None,
    selection: Selection | None = None,
    fixes: bool = False,
) -> Report:
    """Check a game as `check_game` does, and report the findings about cards that meet a condition ("": all
    findings). Raises InputError for a condition that no card meets, or that cannot be used.
    """
    rows = set(CardChoice(where=where).rows(game.table)) if where else set()
    report = check_game(game, scope or Scope(), selection, fixes)
    if not where:
        return report
    tables = {file.name for file in game.table.file.parts}
    about = (
        finding
        for finding in report.diagnostics
        if finding.location.path in tables and report.checked.subject(finding).row in rows
    )
    return replace(report, diagnostics=tuple(about))
