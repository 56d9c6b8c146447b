"""What the commands with a page in the browser share: their options, and how the page is served."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.commands import option
from cardtools.ground.console import Console
from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_text

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from cardtools.ground.web.guard import Password
    from cardtools.ground.web.local import LocalServer, WebPage

PORTS = range(8765, 8785)
_SHORTEST = 8  # characters of a password


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
    password: Password | None = None,
    others: Sequence[str] = (),
) -> int:
    """Serve a page until Ctrl-C, or until `work` is done, which is what the command does meanwhile.

    `what` begins the line with the link: "the cards are". Other computers need the `password`, if there is
    one; each of the `others` has a link of his own. Raises InputError for an unusable address.
    """
    with _listen(page, routes, serving, password, 1 + len(others)) as server:
        console.result(f"{what} at {server.link} (Ctrl-C ends)")
        for name, link in zip(others, server.others, strict=True):
            console.result(f"{name}: {link}")
        if others:
            console.say("the first link shows every seat, each of the others its own")
        if password and not server.is_private:
            console.say(
                "on another device, open the address of this computer in your network, with this port;"
            )
            console.say("whoever has the password can see and change what you can, and as the connection is")
            console.say("not encrypted, do so only in a network that you trust")
        elif not server.is_private:
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


def ask_password(host: str, file: Path | None) -> Password | None:
    """The password for other computers, from a file or from the terminal; none where the host is this
    computer alone. Raises InputError where nobody can give it, or it is too short.
    """
    import ipaddress

    import click

    from cardtools.ground.web.guard import Password

    with suppress(ValueError):
        if ipaddress.ip_address(host).is_loopback:
            return None
    if host == "localhost":
        return None
    if file:
        text = read_text(file).strip("\n")
    elif sys.stdin.isatty():
        text = click.prompt("Password for other computers", hide_input=True, confirmation_prompt=True)
    else:
        why = "other computers could change your files: this needs a password"
        raise bad_input(
            f"--host {host}", why, "start it in a terminal, which asks for one, or add --password-file"
        )
    if len(text) < _SHORTEST:
        raise bad_input("the password", f"it has fewer than {_SHORTEST} characters")
    return Password(text)


def _listen(
    page: WebPage, routes: Sequence[BaseRoute], serving: ServingOptions, password: Password | None, links: int
) -> LocalServer:
    """The server at the port, or at the first free one of the default ports."""
    from cardtools.ground.web.local import LocalServer

    host, port = serving.host, serving.port
    for number in PORTS if port is None else (port,):
        try:
            return LocalServer(host, number, page, routes, password, links)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                where = f"--host {host}" + (f" --port {port}" if port else "")
                raise bad_input(where, f"cannot serve at this address: {error.strerror}") from None
    if port is None:
        raise bad_input(
            "--port", f"{host} has no free port from {PORTS[0]} to {PORTS[-1]}", "--port 0 finds one"
        )
    raise bad_input(f"--port {port}", f"{host}:{port} is in use", "omit --port to use the next free one")
