"""All commands of the command line, for tests of what they have in common."""

from __future__ import annotations

import click

from cardtools.cli import cardtools
from cardtools.reports.reference.commands import commands_of


def every_command(group: click.Command = cardtools, before: str = "") -> dict[str, click.Command]:
    """The commands by their whole names, as `run plan`, without groups and hidden ones."""
    found: dict[str, click.Command] = {}
    for name, command in commands_of(group).items():
        inner = every_command(command, f"{before}{name} ")
        found |= inner or {f"{before}{name}": command}
    return found
