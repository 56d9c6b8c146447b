"""What every command that reports findings shares: its options, and how a report comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.checks.findings.check_report import MOST_OF_A_KIND, CheckedFiles, Report
from cardtools.checks.findings.formats import FORMATS, WHOLE
from cardtools.checks.findings.formats.for_programs import render
from cardtools.commands import NO_FAULT, OneOf, completing, option, together
from cardtools.commands.unusable_input import report_root, unusable_input
from cardtools.ground.console import MOST_WARNINGS, Console
from cardtools.ground.errors import Diagnostic, OutputError, Severity
from cardtools.ground.io.files import shown, write_atomic
from cardtools.ground.spelling import counted, listed
from cardtools.project.project import BASELINE_NAME, Project
from cardtools.project.settings import Settings

if TYPE_CHECKING:
    from cardtools.checks.findings.selection import Selection
    from cardtools.steps.game_files import GameFiles


@dataclass(frozen=True, eq=False, repr=False)
class Reporting:
    """The options about findings."""

    select: tuple[str, ...] = option(
        "--select",
        "Only these checks: TTU101, contrast, TXT.",
        metavar="CODE",
        shell_complete=completing.checks,
    )
    ignore: tuple[str, ...] = option(
        "--ignore", "Leave these checks out.", metavar="CODE", shell_complete=completing.checks
    )
    form: str = option(
        "--format", "The format of the report.", type=OneOf(FORMATS), default="text", show_default=False
    )
    output: Path | None = option("-o", "--output", "Write the report to a file.")
    statistics: bool = option("--statistics", "Count the findings by code instead of listing them.")
    max_problems: int | None = option(
        "--max-problems",
        "List at most N findings, errors first, and count the others; 0 lists all. "
        f"[default: {MOST_OF_A_KIND} of each check, on the screen {MOST_WARNINGS} other than errors, "
        f"and all in {listed(WHOLE)}]",
        least=0,
    )
    fail_on: Severity = option(
        "--fail-on",
        "Exit 1 if any finding is at least this severe.",
        type=OneOf(["error", "warning", "info"]),
        default="error",
    )
    write_baseline: bool = option(
        "--write-baseline", f"Accept the current findings: write them to {BASELINE_NAME}."
    )
    today: datetime | None = option(
        "--today", "The date for suppressions.", type=click.DateTime(["%Y-%m-%d"]), hidden=True
    )

    def check(self, whole: bool) -> None:
        """Raise UsageError where options do not go together. `whole`: the whole project is checked."""
        if self.form == "html" and not self.output:
            raise click.UsageError("--format html needs -o FILE.")
        if self.statistics and (self.form != "text" or self.output):
            raise click.UsageError("--statistics is text for the terminal; JSON has the numbers too.")
        if self.statistics and self.max_problems is not None:
            raise click.UsageError("--statistics counts all findings: leave --max-problems out.")
        if self.write_baseline and (self.form != "text" or self.output or self.statistics):
            raise click.UsageError(
                "--write-baseline writes no report: leave --format, -o and --statistics out."
            )
        if self.write_baseline and not (whole and self.selects_all):
            raise click.UsageError("--write-baseline needs the whole project: no other file and no --select.")

    @property
    def selects_all(self) -> bool:
        """Whether no finding is left out by an option."""
        return not (self.select or self.ignore)

    def selection(self, game: GameFiles, whole: bool) -> Selection:
        from cardtools.checks.findings.selection import load_selection

        # What a project accepts is about its own rules.
        own = Project(game.project.root, Settings()) if game.ruleset_name else game.project
        day = self.today.date() if self.today else date.today()
        chosen = (self.select, self.ignore, whole and self.selects_all)
        return load_selection(own, game.ruleset, day, *chosen, not (game.ruleset_name or self.write_baseline))

    @contextmanager
    def with_faults(self, console: Console) -> Iterator[None]:
        """Where the input cannot be used, write the report with the reasons, and raise the error again."""
        console.prints_json = self.form != "text" and not self.output
        try:
            yield
        except Exception as error:
            writes = (self.form != "text" or self.output) and not self.write_baseline
            if writes and not isinstance(error, NO_FAULT):
                try:
                    self._write(console, unusable_input(error), report_root(), _faults_page)
                except OutputError as other:
                    if str(other) != str(error):
                        console.result(*str(other).split("\n"), err=True)
            raise

    def deliver(self, console: Console, report: Report, root: Path, page: Callable[[Report], str]) -> int:
        """Print or write a report; the exit code. `page` makes the HTML page."""
        if self.write_baseline:
            from cardtools.checks.findings.selection import baseline_text

            # Faults of the suppressions themselves are to be fixed, not accepted.
            found = [finding for finding in report.diagnostics if not finding.code.startswith("RUL01")]
            path = root / BASELINE_NAME
            write_atomic(path, baseline_text(report, found, root))
            console.say(f"{counted(len(found), 'finding')} accepted in {shown(path)}")
            return 0
        code = int(report.fails(self.fail_on))
        on_screen = self.form == "text" and not self.output
        if self.max_problems:
            report = report.limited(self.max_problems)
        elif self.max_problems is None and self.form not in WHOLE:
            report = report.capped(MOST_WARNINGS if on_screen and console.verbosity <= 0 else None)
        if not on_screen:
            self._write(console, report, root, page)
            return code
        from cardtools.checks.findings.formats import text

        if self.statistics:
            console.result(*text.statistics(report))
        else:
            text.show(console, report, text.excerpt_width(console))
        return code

    def _write(self, console: Console, report: Report, root: Path, page: Callable[[Report], str]) -> None:
        """Write a report to its file, or in a format for programs to the standard output."""
        if self.form in ("html", "text"):
            data = page(report) if self.form == "html" else report.text()
        else:
            data = render(self.form, report, root, self.fail_on)
        if self.output:
            write_atomic(self.output, data)
        else:
            console.data(data)
        if left_out := report.left_out():
            console.result(left_out, err=True)
        if self.output and report.checked.complete:
            console.say(f"{report.summary()}; written to {shown(self.output)}")


reporting_options = together(Reporting)


def page_of_cards(game: GameFiles, console: Console) -> Callable[[Report], str]:
    """What makes the page of a check, with a picture of each card that has findings."""

    def page(report: Report) -> str:
        from cardtools.steps.report_pages import check_page

        return check_page(game, report, console.progress)

    return page


def findings_json(findings: Iterable[Diagnostic], **facts: Any) -> str:
    """Findings as JSON, in the shape of a report, with what else is known."""
    return render("json", Report(CheckedFiles("", facts=facts), tuple(findings)), report_root())


def _faults_page(report: Report) -> str:
    from cardtools.checks.findings.formats import html

    return html.render(report, "Unusable input", (), report.diagnostics)
