"""`cardtools run`: plan a print run, deal its copies into packs, and verify what was printed."""

from __future__ import annotations

import importlib

import click

from cardtools.commands import group
from cardtools.ground.spelling import did_you_mean

# In the order of the work. Each is the function of this name in the file of this name.
PARTS = {
    "init": "Write a plan to begin with.",
    "plan": "Show what a plan prints, packs and costs.",
    "integrity": "Find out what closed packs give away.",
    "simulate": "Open the packs of a plan as buyers would.",
    "deal": "Deal the next wave of a plan into packs.",
    "sheets": "Print the copies, each with its serial.",
    "inserts": "Print the inserts of packs, each with an outline of its own.",
    "labels": "Print labels for packs and boxes.",
    "manifest": "List every copy with its place, with checksums.",
    "scan": "Read serials back from proofs and compare them.",
    "stats": "Count what is in the ledger of a run.",
    "void": "Void copies that are damaged or misprinted.",
    "replace": "Replace voided copies like for like.",
    "opened": "Check packs that somebody has packed or opened.",
    "verify": "Check a ledger against its events.",
}


class RunGroup(click.Group):
    """The commands of `cardtools run`, each imported when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PARTS:
            near = did_you_mean(cmd_name, PARTS)
            ctx.fail(f"No such command {cmd_name!r}.{f' Did you mean {near}?' if near else ''}")
        module = importlib.import_module(f"cardtools.commands.run.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(PARTS.items()))


@group("Example: cardtools run plan runs/first-light.toml", RunGroup)
def run() -> None:
    """Plan a print run, deal its copies into packs and boxes, and verify what was printed.

    A plan is a TOML file; its ledger, a database beside it, has every copy.
    """
