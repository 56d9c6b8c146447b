"""The step that checks cards and decks."""

from __future__ import annotations

import time

from cardtools.build.job import Build, Outcome
from cardtools.files import shown
from cardtools.project import BASELINE_NAME


def check_cards(build: Build) -> None:
    """Check the cards and decks, and write what was found."""
    project, settings = build.project, build.project.settings
    database, tagged = project.path(settings.cards.database), project.path(settings.effects.tagged)
    if not build.has_cards:
        build.outcomes.append(Outcome("checks", f"no cards yet in {shown(database)}", skipped=True))
        return
    from cardtools.checks.near import NearTemplates
    from cardtools.checks.report import accepts_findings, check_project
    from cardtools.checks.suppress import load_selection

    ruleset = build.ruleset
    accepted = load_selection(project, ruleset) if accepts_findings(project) else None
    decks = [project.path(deck) for deck in settings.cards.decks]
    target = project.output / "validation.txt"
    art = [(build.name(path), path.stat().st_size) for path in sorted(build.art_files)]
    sources = [database, tagged, *ruleset.files, project.root / BASELINE_NAME, *decks, *project.extras]
    inputs = build.inputs((settings, art, accepted.ended if accepted else 0), sources)
    if build.fresh("checks", inputs, shown(target)):
        return
    start = time.perf_counter()
    roots = [project.path(folder) for folder in settings.cards.art]
    templates = NearTemplates(project.root, settings.effects)
    report = check_project(database, ruleset, decks, tagged, roots, accepted, templates, project.extras)
    build.console.problems(report.diagnostics)
    build.record.write(target, inputs, report.text(project.root))
    if not report.diagnostics:
        build.record.finish_step("checks", inputs, [target], report.summary(project.root))
    seconds = time.perf_counter() - start
    build.outcomes.append(
        Outcome("checks", report.summary(project.root), shown(target), seconds, int(report.failed))
    )
