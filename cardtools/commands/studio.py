"""`cardtools studio`: the page in the browser where a whole project is seen and edited."""

from __future__ import annotations

from collections.abc import Iterator
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

    In a folder without a project and cards, it begins a game: from a spreadsheet, an example, or nothing.

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
    them, with what the project offers for each now.
    """
    from cardtools.pages.studio.jobs import COMMANDS
    from cardtools.reports.reference.commands import commands_of, purpose

    found = {}
    for words in COMMANDS:
        command = root
        for word in words.split():
            command = commands_of(command)[word]
        found[words] = {"purpose": purpose(command), "options": list(_options(command))}
    return found


def _options(command: click.Command) -> Iterator[dict[str, Any]]:
    from cardtools.pages.studio.jobs import NEVER

    context = click.Context(command)
    for one in command.params:
        if not isinstance(one, click.Option) or one.hidden or {*NEVER, "--quiet", "--verbose"} & {*one.opts}:
            continue
        data = one.to_info_dict()
        chosen = [item.value for item in one.shell_complete(context, "") if item.type == "plain"]
        yield {
            **{key: data[key] for key in ("name", "help", "multiple", "is_flag")},
            "flag": max(one.opts, key=len),
            "off": "".join(one.secondary_opts),
            "choices": chosen,
            "number": isinstance(one.type, click.types.IntParamType | click.types.FloatParamType),
            "file": isinstance(one.type, click.Path),
            "least": data["type"].get("min"),
            "most": data["type"].get("max"),
            "default": default if isinstance(default := data["default"], int | float | str) else "",
        }
