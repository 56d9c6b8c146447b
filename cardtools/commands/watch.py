"""`cardtools watch`: show the cards in the browser and update them when files change."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from typing import TYPE_CHECKING

import click

from cardtools.commands import card_filters, command
from cardtools.console import Console
from cardtools.errors import bad_input
from cardtools.watch import files as watching

if TYPE_CHECKING:
    from cardtools.stages.choice import CardChoice
    from cardtools.watch.preview import Preview
    from cardtools.watch.server import Server

PORTS = range(8765, 8785)


@command("Example: cardtools watch --deck cards/decks/starter.txt")
@card_filters
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    help=f"The port (default: {PORTS[0]}, or the next free one).",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="0.0.0.0 makes the page available in your network."
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in a browser (default: if there is a screen).",
)
@click.option(
    "--interval",
    metavar="SECONDS",
    type=click.FloatRange(0.05, 60),
    default=0.15,
    show_default=True,
    help="How often to look for changed files.",
)
@click.option("--proof", is_flag=True, help="Show the colours that the press of [print] profile prints.")
def watch(
    console: Console,
    choice: CardChoice,
    port: int | None,
    host: str,
    opens: bool | None,
    interval: float,
    proof: bool,
) -> int:
    """Show all cards, or those that meet every filter, in the browser and update them after every change.

    When cards, faces, art, rules or decks change, the cards that look different are drawn again, all are
    checked, and the page updates itself. While a file is broken the page says where, and keeps the last good
    pictures. It writes no files, so `build` may run at the same time. Press Ctrl-C to stop.
    """
    from cardtools.render.profile import press_profile
    from cardtools.watch.preview import Preview

    project = choice.project()
    if proof:
        press_profile(project, "--proof")
    preview = Preview(console, choice, proof)
    with _listen(host, port, preview) as server:
        threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
        console.say(f"the cards are at {server.address} (Ctrl-C ends)")
        if not server.is_private:
            console.say("anyone who can reach this computer over the network can see them too")
        if opens or (opens is None and _has_screen()):
            import webbrowser

            webbrowser.open(server.address)

        watching.watch(preview.refresh, lambda: preview.board.files, lambda: time.sleep(interval))
        server.shutdown()
    return 0


def _listen(host: str, port: int | None, preview: Preview) -> Server:
    """The server at the port, or at the first free one of the default ports."""
    from cardtools.watch.server import Server

    for number in PORTS if port is None else (port,):
        try:
            return Server(host, number, preview.board, preview.large)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                where = f"--host {host}" + (f" --port {port}" if port else "")
                raise bad_input(where, f"cannot serve at this address: {error.strerror}") from None
    if port is None:
        raise bad_input(
            "--port", f"{host} has no free port from {PORTS[0]} to {PORTS[-1]}", "--port 0 finds one"
        )
    raise bad_input(f"--port {port}", f"{host}:{port} is in use", "omit --port to use the next free one")


def _has_screen() -> bool:
    # Without one, Python would open a text browser in this terminal.
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
