"""`cardtools studio`: the page in the browser where a whole project is seen and edited."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import command, together
from cardtools.commands.serving import ServingOptions, serve
from cardtools.ground.console import Console


@command("Example: cardtools studio")
def studio(console: Console, serving: ServingOptions = together(ServingOptions)) -> int:
    """Open the project of this folder in the browser: cards, faces, effects, decks, prints, history.

    Every edit is written to the files of the project, where only what you changed changes, and can be undone,
    also tomorrow. Files may be open in other programs at once: what they save appears on the page. Press
    Ctrl-C to stop.
    """
    from cardtools.pages.studio.server import Studio, page, routes
    from cardtools.project.project import find_project

    project = find_project(Path.cwd(), required=False)
    with Studio(project.root) as opened:
        return serve(console, "the studio is", page(), routes(opened), serving, opened.watch)
