"""`cardtools run`: plan a print run, deal its copies into packs, and verify what was printed."""

from __future__ import annotations

import importlib

import click

from cardtools.commands import group
from cardtools.ground.spelling import did_you_mean

# In the order of the work: by its name, the file of each command and what it does.
PARTS = {
    "init": ("plans", "Write a plan to begin with."),
    "plan": ("plans", "Show what a plan prints, packs and costs."),
    "integrity": ("plans", "Find out what closed packs give away."),
    "simulate": ("plans", "Open the packs of a plan as buyers would."),
    "deal": ("ledgers", "Deal the next wave of a plan into packs."),
    "sheets": ("printing", "Print the copies, each with its serial."),
    "inserts": ("printing", "Print the inserts of packs, each with an outline of its own."),
    "labels": ("printing", "Print labels for packs and boxes."),
    "manifest": ("ledgers", "List every copy with its place, with checksums."),
    "scan": ("printing", "Read serials back from proofs and compare them."),
    "stats": ("ledgers", "Count what is in the ledger of a run."),
    "void": ("ledgers", "Void copies that are damaged or misprinted."),
    "replace": ("ledgers", "Replace voided copies like for like."),
    "opened": ("ledgers", "Check packs that somebody has packed or opened."),
    "verify": ("ledgers", "Check a ledger against its events."),
}


class RunGroup(click.Group):
    """The commands of `cardtools run`, each imported when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PARTS:
            near = did_you_mean(cmd_name, PARTS)
            ctx.fail(f"No such command {cmd_name!r}.{f' Did you mean {near}?' if near else ''}")
        module = importlib.import_module(f"cardtools.commands.run.{PARTS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in PARTS.items()])


@group("Example: cardtools run plan runs/first-light.toml", RunGroup)
def run() -> None:
    """Plan a print run, deal its copies into packs and boxes, and verify what was printed.

    A plan is a TOML file; its ledger, a database beside it, has every copy.
    """
