"""The whole pipeline: what has not changed is skipped, and its findings are reported again."""

from __future__ import annotations

from cardtools.ground.console import Console
from cardtools.ground.errors import InputError
from cardtools.ground.io.build_record import BuildRecord
from cardtools.project.project import Project
from cardtools.steps.build import build_steps
from cardtools.steps.build.job import Build, BuildRow

__all__ = ["BuildRow", "run_build"]


def run_build(
    project: Project,
    console: Console,
    strict: bool,
    again: bool = False,
    jobs: int = 0,
    strict_art: bool = False,
) -> list[BuildRow]:
    """Run every step whose inputs or outputs have changed (`again`: every step), in order, by up to `jobs`
    processes (0: as many as there are processors); of an edition only cards and sheets. With `strict`,
    unresolved placeholders are errors; with `strict_art`, missing art is. Raises CardtoolsError when the
    effects or tags cannot be made. A card, deck, face or sheet definition that cannot be used is reported,
    and the step's outcome has exit code 2.
    """
    record = BuildRecord(project.root, project.output_path())
    if again:
        record.forget()
    build = Build(project, console, strict, record, jobs, strict_art)
    try:
        if not project.edition:
            build_steps.make_effects(build)
            build_steps.make_tags(build)
            build_steps.check_texts(build)
            build_steps.check_cards(build)
        try:
            build_steps.make_cards_and_sheets(build)
        except InputError as error:
            build.report(error.diagnostics)
            build.failed("sheets" if build.outcomes and build.outcomes[-1].step == "cards" else "cards")
        # What a card or a deck with an error was printed as is old, and so is what was renamed.
        complete = all(outcome.code < 2 for outcome in build.outcomes)
        cleared = record.remove_outdated(None if complete else build.finished)
        console.cleared(cleared.removed, cleared.changed)
    finally:
        record.save()
    return build.outcomes
