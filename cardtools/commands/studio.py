"""`cardtools studio`: the page in the browser where a whole project is seen and edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardtools.commands import command, option, together
from cardtools.commands.serving import ServingOptions, ask_password, serve
from cardtools.ground.console import Console


@command("Example: cardtools studio")
def studio(
    console: Console,
    serving: ServingOptions = together(ServingOptions),
    password_file: Path | None = option(
        "--password-file",
        "With --host: read the password that other computers need from this file. [default: asked for]",
    ),
) -> int:
    """Open the project of this folder in the browser: cards, faces, effects, decks, prints, history.

    Every edit is written to the files of the project, where only what you changed changes, and can be undone,
    also tomorrow. Files may be open in other programs at once: what they save appears on the page. Other
    computers may see it only with --host and a password. Press Ctrl-C to stop.
    """
    from cardtools.pages.studio.answering import serve_desk
    from cardtools.pages.studio.server import page, routes
    from cardtools.pages.studio.studio import Studio
    from cardtools.project.project import find_project

    password = ask_password(serving.host, password_file)
    project = find_project(Path.cwd(), required=False)
    root = click.get_current_context().find_root().command
    with Studio(project.root, serve_desk, project.settings.output, lambda: offered(root)) as opened:
        return serve(console, "the studio is", page(), routes(opened), serving, opened.watch, password)


def offered(root: click.Command) -> dict[str, Any]:
    """The commands that the studio runs, by their words: what each is for, and its options as it declares
    them (as click tells it), with what the project offers as the `choices` of each; what targets there are.
    """
    from cardtools.pages.studio.jobs import COMMANDS, NEVER
    from cardtools.print.export import TARGETS
    from cardtools.reports.reference.commands import commands_of, purpose

    found: dict[str, Any] = {"targets": TARGETS}
    for words in COMMANDS:
        command = root
        for word in words.split():
            command = commands_of(command)[word]
        context, options = click.Context(command), []
        for one in command.params:
            if isinstance(one, click.Option) and not one.hidden and {*NEVER, "--quiet"}.isdisjoint(one.opts):
                chosen = [item.value for item in one.shell_complete(context, "") if item.type == "plain"]
                options.append({**one.to_info_dict(), "choices": chosen})
        found[words] = {"purpose": purpose(command), "options": options}
    return found
