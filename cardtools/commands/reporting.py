"""What every command that reports findings shares: its options, and how a report comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.commands import FILE, OneOf, completing
from cardtools.console import Console
from cardtools.errors import Severity
from cardtools.files import shown, write_atomic
from cardtools.findings.formats import FORMATS
from cardtools.findings.report import Report
from cardtools.project import BASELINE_NAME, Project
from cardtools.settings import Settings
from cardtools.spelling import counted

if TYPE_CHECKING:
    from cardtools.findings.selection import Selection
    from cardtools.stages.game import Game

_OPTIONS = (
    click.option(
        "--select",
        metavar="CODE",
        multiple=True,
        shell_complete=completing.checks,
        help="Only these checks: TTU101, contrast, TXT.",
    ),
    click.option(
        "--ignore",
        metavar="CODE",
        multiple=True,
        shell_complete=completing.checks,
        help="Leave these checks out.",
    ),
    click.option("--format", "form", type=OneOf(FORMATS), default="text", help="The format of the report."),
    click.option("-o", "--output", metavar="FILE", type=FILE, help="Write the report to a file."),
    click.option("--statistics", is_flag=True, help="Count the findings by code instead of listing them."),
    click.option(
        "--max-problems",
        metavar="N",
        type=click.IntRange(0),
        help="List at most N findings of each check; 0 lists all.",
    ),
    click.option(
        "--fail-on",
        type=OneOf(["error", "warning", "info"]),
        default="error",
        show_default=True,
        help="Exit 1 if any finding is at least this severe.",
    ),
    click.option(
        "--write-baseline", is_flag=True, help=f"Accept the current findings: write them to {BASELINE_NAME}."
    ),
    click.option(
        "--today", type=click.DateTime(["%Y-%m-%d"]), hidden=True, help="The date for suppressions."
    ),
)


@dataclass(frozen=True, eq=False, repr=False)
class Reporting:
    """The options about findings, as given."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    form: str
    output: Path | None
    statistics: bool
    max_problems: int | None
    fail_on: Severity
    write_baseline: bool
    today: datetime | None

    def check(self, whole: bool) -> None:
        """Raise UsageError where options do not go together. `whole`: the whole project is checked."""
        if self.form == "html" and not self.output:
            raise click.UsageError("--format html needs -o FILE.")
        if self.statistics and (self.form != "text" or self.output):
            raise click.UsageError("--statistics is text for the terminal; JSON has the numbers too.")
        if self.write_baseline and not (whole and self.selects_all):
            raise click.UsageError("--write-baseline needs the whole project: no other file and no --select.")

    @property
    def selects_all(self) -> bool:
        """Whether no finding is left out by an option."""
        return not (self.select or self.ignore)

    def selection(self, game: Game, whole: bool) -> Selection:
        """Which findings are reported."""
        from cardtools.findings.selection import load_selection

        # What a project accepts is about its own rules.
        own = game.project
        if game.ruleset_name:
            own = Project(own.root, Settings())
        return load_selection(
            own,
            game.ruleset,
            self.today.date() if self.today else date.today(),
            self.select,
            self.ignore,
            whole and self.selects_all,
            not (game.ruleset_name or self.write_baseline),
        )


def reporting_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options about findings to a command: the fields of `Reporting`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def deliver(
    console: Console, report: Report, options: Reporting, root: Path, page: Callable[[Report], str]
) -> int:
    """Print or write a report as the options say; the exit code. `page` makes the HTML page."""
    if options.write_baseline:
        return _write_baseline(console, report, root)
    code = int(report.fails(options.fail_on))
    if options.max_problems != 0:
        report = report.capped()
    if options.form == "text" and not options.output:
        from cardtools.findings.formats import text

        if options.statistics:
            console.result(*text.statistics(report))
        else:
            text.show(console, report, text.excerpt_width(console), options.max_problems)
        return code
    if options.form == "html":
        data = page(report)
    elif options.form == "text":
        data = report.text()
    else:
        from cardtools.findings.formats import render

        data = render(options.form, report, root, options.fail_on)
    if options.output:
        write_atomic(options.output, data)
        console.say(f"{report.summary()}; written to {shown(options.output)}")
    else:
        console.data(data)
    return code


def _write_baseline(console: Console, report: Report, root: Path) -> int:
    from cardtools.findings.baseline import baseline_text

    # Faults of the suppressions themselves are to be fixed, not accepted.
    found = [finding for finding in report.diagnostics if not finding.code.startswith("RUL01")]
    path = root / BASELINE_NAME
    write_atomic(path, baseline_text(report, found, root))
    console.say(f"{counted(len(found), 'finding')} accepted in {shown(path)}")
    return 0
