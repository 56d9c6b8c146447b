"""The step that checks cards and decks."""

from __future__ import annotations

import time

from cardtools.build.job import Build
from cardtools.files import shown
from cardtools.project import BASELINE_NAME


def check_cards(build: Build) -> None:
    """Check the cards and decks, and write what was found."""
    project, settings = build.project, build.project.settings
    database, tagged = project.path(settings.cards.database), project.path(settings.effects.tagged)
    if not build.has_cards:
        build.passed_over("checks", f"no cards yet in {shown(database)}")
        return
    from cardtools.stages.check import accepted, check_game

    game = build.game
    ruleset, selection = game.ruleset, accepted(game)
    decks = [project.path(deck) for deck in settings.cards.decks]
    target = project.output / "validation.txt"
    art = [(build.name(path), path.stat().st_size) for path in sorted(build.art_files)]
    sources = [database, tagged, *ruleset.files, project.root / BASELINE_NAME, *decks, *project.extras]
    inputs = build.inputs((settings, art, selection.ended if selection else 0), sources)
    if build.fresh("checks", inputs, shown(target)):
        return
    start = time.perf_counter()
    report = check_game(game, selection=selection).capped()
    build.console.problems(report.diagnostics)
    build.record.write(target, inputs, report.text(project.root))
    if not report.diagnostics:
        build.record.finish_step("checks", inputs, [target], report.summary(project.root))
    build.done("checks", report.summary(project.root), shown(target), start, int(report.fails()))
