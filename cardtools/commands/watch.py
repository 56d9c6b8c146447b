"""`cardtools watch`: show the cards in the browser and update them when files change."""

from __future__ import annotations

import time
from functools import partial

from cardtools.commands import command, option, options, together
from cardtools.commands.serving import ServingOptions, serve
from cardtools.ground.console import Console
from cardtools.pages.watch import changes as watching


@command("Example: cardtools watch --deck cards/decks/starter.txt")
def watch(
    console: Console,
    choice: options.CardChoice = options.card_filters,
    serving: ServingOptions = together(ServingOptions),
    interval: float = option(
        "--interval",
        "How often to look for changed files.",
        metavar="SECONDS",
        least=0.05,
        most=60,
        default=0.15,
    ),
    proof: bool = option("--proof", "Show the colours that the press of [print] profile prints."),
) -> int:
    """Show all cards, or those that meet every filter, in the browser and update them after every change.

    When cards, faces, art, rules or decks change, the cards that look different are drawn again, all are
    checked, and the page updates itself. While a file is broken the page says where, and keeps the last good
    pictures. Click a card to see it large, and to choose the part of its picture that shows; such crops are
    all that it writes, so `build` may run at the same time. Press Ctrl-C to stop.
    """
    from cardtools.pages.watch.preview import PAGE, Preview, routes
    from cardtools.render.pdf.profile import press_profile

    project = choice.project()
    if proof:
        press_profile(project, "--proof")
    preview = Preview(console, choice, proof)
    wait = partial(time.sleep, interval)
    follow = partial(watching.watch, preview.refresh, lambda: preview.board.files, wait)
    return serve(console, "the cards are", PAGE, routes(preview), serving, follow)
