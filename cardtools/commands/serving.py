"""What the commands with a page in the browser share: their options, and how the page is served."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtools.commands import option
from cardtools.ground.console import Console
from cardtools.ground.errors import bad_input

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from cardtools.ground.web.local import LocalServer, WebPage

PORTS = range(8765, 8785)


@dataclass(frozen=True)
class ServingOptions:
    """Where a page is served: on a free port of PORTS (None), in a browser if there is a screen (None)."""

    port: int | None = option(
        "--port", f"The port (default: {PORTS[0]}, or the next free one).", least=0, most=65535
    )
    host: str = option(
        "--host",
        "0.0.0.0 makes the page available in your network, to those who have its link.",
        default="127.0.0.1",
    )
    opens: bool | None = option(
        "--open/--no-open", "Open the page in a browser (default: if there is a screen)."
    )


def _wait() -> None:
    while True:
        time.sleep(1)


def serve(
    console: Console,
    what: str,
    page: WebPage,
    routes: Sequence[BaseRoute],
    serving: ServingOptions,
    work: Callable[[], None] | None = None,
) -> int:
    """Serve a page until Ctrl-C, or until `work` is done, which is what the command does meanwhile.

    `what` begins the line with the link: "the cards are". Raises InputError for an unusable address.
    """
    with _listen(page, routes, serving) as server:
        console.result(f"{what} at {server.link} (Ctrl-C ends)")
        if not server.is_private:
            console.say(
                "on another device, open this link with the address of this computer in your network;"
            )
            console.say("whoever has the link can see and change what you can")
        # Without a screen, Python would open a text browser in this terminal.
        screens = map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))
        if sys.platform in ("win32", "darwin") or any(screens) if serving.opens is None else serving.opens:
            import webbrowser

            webbrowser.open(server.link)
        with suppress(KeyboardInterrupt):
            (work or _wait)()
    return 0


def _listen(page: WebPage, routes: Sequence[BaseRoute], serving: ServingOptions) -> LocalServer:
    """The server at the port, or at the first free one of the default ports."""
    from cardtools.ground.web.local import LocalServer

    host, port = serving.host, serving.port
    for number in PORTS if port is None else (port,):
        try:
            return LocalServer(host, number, page, routes)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                where = f"--host {host}" + (f" --port {port}" if port else "")
                raise bad_input(where, f"cannot serve at this address: {error.strerror}") from None
    if port is None:
        raise bad_input(
            "--port", f"{host} has no free port from {PORTS[0]} to {PORTS[-1]}", "--port 0 finds one"
        )
    raise bad_input(f"--port {port}", f"{host}:{port} is in use", "omit --port to use the next free one")
