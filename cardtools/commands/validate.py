"""`cardtools validate`: check cards and decks against the rules."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.checks.near import NearTemplates
from cardtools.checks.report import Report, accepts_findings, check_project, fails
from cardtools.commands import FILE, command, fail_on
from cardtools.console import Console
from cardtools.errors import InputError, Severity
from cardtools.files import shown, write_atomic
from cardtools.project import BASELINE_NAME, FILE_NAME, Project, find_project
from cardtools.record import Record
from cardtools.rulesets import Ruleset, load_ruleset
from cardtools.spelling import counted

if TYPE_CHECKING:
    from cardtools.checks.suppress import Selection

FORMATS = ("text", "json", "jsonl", "sarif", "github", "junit", "csv", "html")
_CODES = "CODE"


# Made once and compared by nobody: the methods that are not made shorten the start.
class Options(Record):
    """The command line, with what the project file says where it is silent."""

    cards: Path | None
    decks: tuple[Path, ...]
    ruleset: str | None
    effects: Path | None
    effect_files: bool
    no_art: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    fail_on: Severity
    max_problems: int | None
    statistics: bool
    form: str
    output: Path | None
    fix: bool
    unsafe_fixes: bool
    diff: bool
    write_baseline: bool
    watch: bool
    today: datetime | None

    @property
    def usual(self) -> bool:
        """Whether the project is checked as it is, so that unused suppressions can be told."""
        changed = (self.cards, self.decks, self.ruleset, self.effects, self.no_art, self.select, self.ignore)
        return not any(changed)


class Task(Record):
    """What is checked, found out anew for every check of `--watch`."""

    options: Options
    project: Project
    ruleset: Ruleset
    cards: Path
    decks: tuple[Path, ...]
    effects: Path
    art: tuple[Path, ...]
    selection: Selection | None

    @property
    def templates(self) -> NearTemplates | None:
        """The templates that the project's own effect list is made of."""
        return (
            None if self.options.effects else NearTemplates(self.project.root, self.project.settings.effects)
        )

    def check(self) -> Report:
        """The report, each finding with its fix."""
        art = None if self.options.no_art else self.art
        # As decks, extras go with the project's own cards.
        extras = self.project.extras if self.options.cards is None else ()
        report = check_project(
            self.cards, self.ruleset, self.decks, self.effects, art, self.selection, self.templates, extras
        )
        if report.diagnostics:
            from cardtools.checks.fixes import attach_fixes

            report = replace(report, diagnostics=tuple(attach_fixes(report.cards, report.diagnostics)))
        return report


@command("Example: cardtools validate cards/cards.csv --deck cards/decks/starter.txt")
@click.argument("cards", required=False, type=FILE)
@click.option("--deck", "decks", multiple=True, type=FILE, help="A deck list. May be repeated.")
@click.option("--ruleset", metavar="NAME_OR_FILE", help="A built-in ruleset, or a ruleset file.")
@click.option("--tagged", "effects", metavar="CSV", type=FILE, help="The tagged effect list.")
@click.option("--effects", "effect_files", is_flag=True, help="Check templates and tag rules too.")
@click.option("--no-art", is_flag=True, help="Do not look for image files.")
@click.option(
    "--select", metavar=_CODES, multiple=True, help="Only these checks: TTU101, unit-stat-total, TTU."
)
@click.option("--ignore", metavar=_CODES, multiple=True, help="Not these checks.")
@click.option("--fix", is_flag=True, help="Write the fixes that keep the meaning into the files.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also those that change a card.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and write nothing.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", help="How the findings are told."
)
@click.option("-o", "--output", metavar="FILE", type=FILE, help="Write them to a file.")
@click.option("--statistics", is_flag=True, help="Count the findings by code instead of listing them.")
@click.option("--max-problems", metavar="N", type=click.IntRange(0), help="List at most N, 0 for all.")
@fail_on
@click.option("--write-baseline", is_flag=True, help=f"Accept the present findings, in {BASELINE_NAME}.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--today", type=click.DateTime(["%Y-%m-%d"]), hidden=True, help="The day suppressions end by.")
def validate(console: Console, **values: Any) -> int:
    """Check a card database and decks against the rules.

    What is not given comes from the project file: CARDS, the decks, the ruleset, the effect list and the art
    folders, and the [[suppress]] tables with the findings that are accepted. CODE is a code, a name or the
    beginning of codes; several are separated by commas.

    Exits with 1 when there is an error among the findings (or what --fail-on says; with --diff, when there
    is something to fix), with 2 when a file cannot be used.
    """
    options = Options(**values)
    _check_options(options)
    if options.watch:
        return _watch(console, options)
    task = _task(options)
    if options.diff or options.fix:
        changed = _fix(console, task)
        if options.diff:
            return int(changed)
    report = task.check()
    if options.write_baseline:
        return _write_baseline(console, task, report)
    failed = options.effect_files and _check_effect_files(console, task)
    _tell(console, task, report)
    return int(failed or report.fails(options.fail_on))


def _check_effect_files(console: Console, task: Task) -> bool:
    """Tell what is wrong with the effect files; whether it is bad enough to fail."""
    from cardtools.effects.lint.files import check_effect_files

    findings = check_effect_files(task.project.root, task.project.settings.effects)
    console.problems(findings, err=False)
    console.result(f"effect files: {counted(len(findings), 'finding') if findings else 'no problems'}")
    return any(fails(finding.severity, task.options.fail_on) for finding in findings)


def _check_options(options: Options) -> None:
    alone = [
        flag
        for flag, given in (("--diff", options.diff), ("--fix", options.fix and not options.diff),
                            ("--write-baseline", options.write_baseline), ("--watch", options.watch))
        if given
    ]  # fmt: skip
    if len(alone) > 1:
        raise click.UsageError(f"{alone[0]} and {alone[1]} do not go together.")
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise click.UsageError("--unsafe-fixes needs --fix, or --diff to see them first.")
    if options.form == "html" and not options.output:
        raise click.UsageError("--format html needs -o FILE.")
    if options.effect_files and options.form != "text":
        raise click.UsageError("--effects tells its findings as text only.")
    if options.statistics and (options.form != "text" or options.output):
        raise click.UsageError("--statistics is text for the terminal; JSON has the numbers too.")
    if options.write_baseline and not options.usual:
        raise click.UsageError(
            "--write-baseline is about the whole project: give no other file, no --select."
        )


def _task(options: Options) -> Task:
    project = find_project()
    settings = project.settings
    decks = options.decks
    # A deck of the project is made of the project's cards, so other cards are checked without it.
    if not decks and options.cards is None:
        decks = tuple(project.path(deck) for deck in settings.cards.decks)
    if options.ruleset:
        ruleset = load_ruleset(options.ruleset, Path())
    else:
        ruleset = load_ruleset(settings.ruleset, project.root)
    return Task(
        options,
        project,
        ruleset,
        options.cards or project.path(settings.cards.database),
        decks,
        options.effects or project.path(settings.effects.tagged),
        tuple(project.path(folder) for folder in settings.cards.art),
        _selection(options, project, ruleset),
    )


def _selection(options: Options, project: Project, ruleset: Ruleset) -> Selection | None:
    # What a project accepts is about its own rules; most runs accept nothing and load nothing for it.
    own = (
        project if options.ruleset is None else Project(project.root, replace(project.settings, suppress=()))
    )
    if not (accepts_findings(own) or options.select or options.ignore):
        return None
    from cardtools.checks.suppress import load_selection

    today = options.today.date() if options.today else date.today()
    baseline = options.ruleset is None and not options.write_baseline
    return load_selection(own, ruleset, today, options.select, options.ignore, options.usual, baseline)


def _fix(console: Console, task: Task) -> bool:
    """Fix the cards and the decks, or with `--diff` show what that would change; whether anything does."""
    from cardtools.checks.output.mended_files import mend_files
    from cardtools.checks.suppress import Selection

    art = () if task.options.no_art else task.art
    selection = task.selection or Selection()
    mended = mend_files(
        task.cards, task.decks, task.ruleset, task.options.unsafe_fixes, selection, art, task.effects,
        task.templates,
    )  # fmt: skip
    if task.options.diff:
        console.result("\n".join(file.diff() for file in mended) or "nothing to fix")
        return bool(mended)
    for file in mended:
        # A link stays a link.
        write_atomic(Path(os.path.realpath(file.path)), file.after)
        click.echo(f"{shown(file.path)}: {file.done}", err=True)
    return bool(mended)


def _write_baseline(console: Console, task: Task, report: Report) -> int:
    from cardtools.checks.output.baseline import baseline_text

    accepted = [finding for finding in report.diagnostics if not finding.code.startswith("RUL01")]
    path = task.project.root / BASELINE_NAME
    write_atomic(path, baseline_text(report, accepted, task.project.root))
    console.say(f"{counted(len(accepted), 'finding')} accepted in {shown(path)}")
    return 0


def _tell_verdicts(console: Console, report: Report) -> None:
    if not report.decks:
        return
    from cardtools.checks.decks import judge_deck

    for deck in report.decks:
        console.say(f"{shown(deck.path)}: {judge_deck(deck, report.cards, report.cards.ruleset)}")


def _tell(console: Console, task: Task, report: Report) -> None:
    options = task.options
    if options.form == "text" and not options.output:
        _tell_verdicts(console, report)
    if options.form == "text" and not (report.diagnostics or options.output):
        console.result(report.summary())
    elif options.form == "text":
        from cardtools.checks.output import text

        if options.output:
            write_atomic(options.output, report.text())
        elif options.statistics:
            console.result(text.statistics(report))
        else:
            text.show(console, report, text.excerpt_width(console), options.max_problems)
    elif options.form == "html":
        from cardtools.checks.output import page

        assert options.output is not None
        drawn = _pictures(console, task, page.faulty_rows(report))
        write_atomic(options.output, page.render(report, task.ruleset, *drawn))
    else:
        from cardtools.checks.output import render

        data = render(options.form, report, task.ruleset, task.project.root, options.fail_on)
        if options.output:
            write_atomic(options.output, data)
        else:
            click.echo(data, nl=False)
    if options.output:
        console.say(f"{report.summary()}; written to {shown(options.output)}")


_SCREEN_DPI = 110  # a card is 13 em wide on the page; this is enough for screens with twice the pixels


def _pictures(console: Console, task: Task, rows: list[int]) -> tuple[dict[int, bytes], dict[int, str], str]:
    """The cards of the rows as PNG files, why others could not be drawn, and why none could."""
    pictures: dict[int, bytes] = {}
    reasons: dict[int, str] = {}
    if not rows:
        return pictures, reasons, ""
    from cardtools.render.pictures import render_card
    from cardtools.render.sources import load_card_set

    try:
        card_set = load_card_set(task.project, task.cards)
    except InputError as error:
        # The findings are worth a page without pictures too.
        return pictures, reasons, f"The cards are not drawn: {error}"
    rasteriser = card_set.rasteriser(_SCREEN_DPI, True)
    cards = [card_set.cards[row] for row in rows]
    with console.progress(card_set.compose(cards), len(rows), "cards") as composed:
        for row, card in zip(rows, composed, strict=True):
            try:
                if card.scene is not None:
                    pictures[row] = render_card(card.scene, rasteriser)
                else:
                    reasons[row] = card.problems[0].message
            except InputError as error:
                reasons[row] = error.diagnostics[0].message
    return pictures, reasons, ""


def _watch(console: Console, options: Options) -> int:
    from cardtools.watch.files import watch

    project = find_project()
    rules: set[Path] = set()  # what the ruleset extends too

    def check() -> None:
        try:
            task = _task(options)
            rules.clear()
            rules.update(task.ruleset.files)
            _tell(console, task, task.check())
        except InputError as error:
            # A file that is no use at the moment is one more thing to wait for.
            rules.update(Path(problem.location.path) for problem in error.diagnostics)
            console.problems(error.diagnostics)
        console.say(click.style("waiting for changes; Ctrl-C ends", dim=True))

    watch(check, lambda: [*_files(options, project), *rules])
    return 0


def _files(options: Options, known: Project) -> list[Path]:
    """The files and folders that a check reads; those of the `known` project while its file is broken."""
    try:
        project = find_project()
    except InputError:
        project = known
    settings = project.settings
    files = [options.cards or project.path(settings.cards.database)]
    files += options.decks or (project.path(deck) for deck in settings.cards.decks)
    files.append(options.effects or project.path(settings.effects.tagged))
    files.append(Path(options.ruleset) if options.ruleset else project.path(settings.ruleset))
    files += [] if options.no_art else [project.path(folder) for folder in settings.cards.art]
    files += project.extras
    return [*files, project.root / FILE_NAME, project.root / BASELINE_NAME]
