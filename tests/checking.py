"""Checking files that are no whole project, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.selection import Selection
from cardtools.checks.fixes.fix_files import FileInFixing, fix_tables
from cardtools.project.project import Project
from cardtools.project.settings import Settings
from cardtools.rulesets import Ruleset
from cardtools.steps.check import Scope, check_game
from cardtools.steps.game_files import GameFiles


def check_files(
    cards: Path,
    ruleset: Ruleset,
    decks: Sequence[Path] = (),
    effects: Path | None = None,
    selection: Selection | None = None,
) -> Report:
    """The report about a card table and decks, without art; effects are looked up in a given list only."""
    game = GameFiles(Project(cards.parent, Settings()), cards, None, tuple(decks), effects)
    game.ruleset = ruleset
    scope = Scope(art=False, effects=effects is not None)
    return check_game(game, scope, selection or Selection())


def fix_cards(
    data: bytes, path: Path, ruleset: Ruleset, unsafe: bool = False, **options: Any
) -> FileInFixing:
    """The card table after its fixes, as `fix_tables` makes them."""
    return fix_tables([data], [path], ruleset, unsafe, **options)[0]
