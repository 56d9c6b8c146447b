"""The `cardtools` command: a group that loads a command when it runs.

The only place that turns an error into text and an exit code: 0 done, 1 findings, 2 unusable input, 130
interrupted.
"""

from __future__ import annotations

import gc

# Most objects live until the end, those of imports too: collecting garbage after every 700 wastes time.
gc.set_threshold(50_000, 20, 20)

import importlib
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import click

from cardtools.ground.console import Console
from cardtools.ground.errors import CardtoolsError, InputError, internal, printable
from cardtools.ground.spelling import did_you_mean
from cardtools.ground.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# In the order of the work, not of the alphabet.
COMMANDS = {
    "init": "Create a card project.",
    "pull": "Fetch a card table by its URL, after showing what changes.",
    "build": "Run the whole pipeline: effects, tags, checks, cards, sheets.",
    "generate": "Expand effect templates into every combination.",
    "dedupe": "Remove repeated lines from a file.",
    "sort": "Sort the lines of a file.",
    "tag": "Mark which effects match a pattern, in a CSV column.",
    "effects": "Propose templates for the effects that cards have.",
    "parse": "Find the template and the values of an effect text.",
    "draw": "Draw effects for a new card at random.",
    "validate": "Check a card database and decks against the rules.",
    "tiers": "Write the printed rows of cards, one for each tier, from their records.",
    "serials": "Fill in the ids of cards that have none.",
    "diff": "Report what changed between two versions of the cards.",
    "rules": "List, show and test the rules of games.",
    "explain": "Explain a check, or a table or key of a TOML file.",
    "schema": "Write JSON Schemas, with which editors complete TOML files.",
    "stats": "Count cards, decks and effects, with a page of charts.",
    "playtest": "Let agents play thousands of matches, and read what happened.",
    "art": "Paint placeholder art for cards that have none.",
    "studio": "Open the whole project in the browser, to see and edit it.",
    "play": "Play a match in the browser, against the computer.",
    "render": "Render cards as PNG pictures.",
    "proof": "Report what would go wrong in print, and where on the cards.",
    "sheet": "Lay out cards on printable PDF sheets.",
    "translate": "Give the texts of an edition to translators, and take them back.",
    "box": "Make a tuck box for a deck, to print, cut and fold.",
    "run": "Plan a print run, deal its copies into packs, and verify it.",
    "export": "Make files for card manufacturers, virtual tabletops and galleries.",
    "completion": "Make a shell complete commands, cards, codes and targets.",
}


class CommandGroup(click.Group):
    """Commands by name: `cardtools sort` is `sort` of `commands/sort.py`, imported when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"cardtools.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = did_you_mean(args[0], COMMANDS)
            hint = f" Did you mean {near}?" if near else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        known = COMMANDS.items()
        found = [CompletionItem(name, help=words) for name, words in known if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: cardtools build",
)
@click.version_option(__version__, prog_name="cardtools")
@click.option("-q", "--quiet", is_flag=True, help="Print only problems.")
@click.option("-v", "--verbose", is_flag=True, help="Print more details.")
@click.pass_context
def cardtools(ctx: click.Context, quiet: bool, verbose: bool) -> None:
    """From effect templates to tagged effects, checked cards and printable sheets.

    Run it in a card project (a folder with a cardtools.toml) or anywhere below one; `cardtools init` creates
    one.
    """
    ctx.obj = Console(verbosity=int(verbose) - int(quiet))


def _end(number: int, frame: object) -> None:
    sys.exit(128 + number)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit. An error is one clear text, never a traceback."""
    # Otherwise numpy starts threads for linear algebra, which takes as long as the rest of its import.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Else Windows looks for a program such as git in the working folder first: a stranger's project.
    os.environ.setdefault("NoDefaultCurrentDirectoryInExePath", "1")
    if arguments is None:
        for stream in (sys.stdout, sys.stderr):
            # A terminal need not have every character, and a file name need not be text.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        # Ended from outside, it takes its temporary files along.
        for name in ("SIGTERM", "SIGHUP"):
            if number := getattr(signal, name, None):
                signal.signal(number, _end)
    try:
        code: Any = cardtools.main(arguments, prog_name="cardtools", standalone_mode=False)
    except CardtoolsError as error:
        if isinstance(error, InputError):
            Console().problems(error.diagnostics)
        else:
            Console().result(*str(error).split("\n"), err=True)
        code = 2
    except click.ClickException as error:
        parameters = error.ctx.command.params if isinstance(error, click.UsageError) and error.ctx else ()
        has_form = any(parameter.name == "form" for parameter in parameters)
        if isinstance(error, click.NoSuchOption) and error.option_name == "--json" and has_form:
            error.possibilities = ["--format json"]  # type: ignore[misc]
        if not isinstance(error, click.exceptions.NoArgsIsHelpError):  # whose message is the help
            error.message = printable(error.message)  # type: ignore[misc]
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted: files are written whole or not at all, so the old ones are kept", err=True)
        code = 130
    except BrokenPipeError:
        # The reader of our output (`| head`) has stopped reading, which is not an error.
        sys.stderr.close()
        code = 0
    except Exception as error:
        if os.environ.get("CARDTOOLS_TRACEBACK"):
            raise
        Console().result(*internal(error).split("\n"), err=True)
        code = 2
    if arguments is None:
        gc.freeze()  # the process ends: collecting its garbage first would take a tenth of a short command
    sys.exit(code if isinstance(code, int) else 0)
