"""Reports about input that cannot be used."""

from __future__ import annotations

from pathlib import Path

from cardtools.checks.findings.check_report import CheckedFiles, Report
from cardtools.checks.findings.formats.for_programs import render
from cardtools.ground.console import Console
from cardtools.ground.errors import CardtoolsError, problems_of
from cardtools.project.project import find_project


def unusable_input(error: Exception) -> Report:
    """A report of what makes the input unusable; it says that nothing else was checked."""
    return Report(CheckedFiles("unusable input", parts=frozenset(), complete=False), problems_of(error))


def faults(error: Exception) -> str:
    return render("json", unusable_input(error), report_root())


def print_faults(console: Console, error: Exception) -> None:
    """Print what makes the input unusable as JSON, where there is no data for `--format json`."""
    console.data(faults(error))


def report_root() -> Path:
    """The folder of the project; where its file cannot be used, the working folder."""
    try:
        return find_project().root
    except CardtoolsError:
        return Path.cwd()
