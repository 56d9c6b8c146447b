"""The step that checks cards and decks."""

from __future__ import annotations

from cardtools.game.build.job import Build
from cardtools.ground.errors import InputError
from cardtools.ground.io.files import shown
from cardtools.project.project import BASELINE_NAME


def check_cards(build: Build) -> None:
    """Check the cards and decks, and write what was found."""
    project, settings = build.project, build.project.settings
    tables, tagged = project.tables, project.path(settings.effects.tagged)
    if not build.has_cards:
        build.passed_over("checks", f"no cards yet in {shown(tables[0])}")
        return
    from cardtools.checks.findings.selection import load_selection
    from cardtools.game.check import check_game

    game = build.game
    ruleset, selection = game.ruleset, load_selection(project, game.ruleset)
    decks = [project.path(deck) for deck in settings.cards.decks]
    target = project.output / "validation.txt"
    art = [(build.name(path), path.stat().st_size) for path in sorted(build.art_files)]
    sources = [*tables, tagged, *ruleset.files, project.root / BASELINE_NAME, *decks, *project.extras]
    sources += [project.path(settings.cards.crops)]
    inputs = build.inputs((settings, art, selection.ended), sources)
    if build.fresh("checks", inputs, shown(target)):
        return
    try:
        report = check_game(game, selection=selection).capped()
    except InputError as error:
        build.report(error.diagnostics)
        build.failed("checks")
        return
    build.report(report.diagnostics)
    build.record.write(target, inputs, report.text(project.root))
    summary = report.summary(project.root)
    build.done("checks", inputs, summary, shown(target), [target], report.diagnostics)
