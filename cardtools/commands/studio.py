"""`cardtools studio`: the page in the browser where a whole project is seen and edited."""

from __future__ import annotations

from pathlib import Path

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
    with Studio(project.root, serve_desk) as opened:
        return serve(console, "the studio is", page(), routes(opened), serving, opened.watch, password)
