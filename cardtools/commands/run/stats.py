"""`cardtools run stats`: count what is in the ledger of a run."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import command, format_option
from cardtools.commands.run.options import ledger_argument, page_option
from cardtools.commands.run.showing import show
from cardtools.ground.console import Console
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run stats runs/first-light.toml")
def stats(
    console: Console,
    ledger: Path = ledger_argument,
    output: Path | None = page_option,
    form: str = format_option(),
) -> None:
    """Count what is in the ledger of a run: copies by wave and rarity, packs, inserts and events."""
    from cardtools.reports.stats.runs import ledger_tables
    from cardtools.steps.runs.planned_run import open_run

    with open_run(ledger) as opened:
        tables = list(ledger_tables(opened))
    show(console, find_project(), ledger, tables, output, form)
