"""What can be asked about the project in a process of the studio."""

from __future__ import annotations

import inspect
import os
from pathlib import Path

from cardtools.ground.errors import InputError
from cardtools.pages.studio import (
    card_fields,
    cards,
    cropping,
    decks,
    drawing,
    dropping,
    effects,
    faces,
    looks,
    past,
    printing,
    reading,
    search,
    texts,
)
from cardtools.pages.studio.desk import Desk, DeskAnswer, Request
from cardtools.pages.studio.worker import Send

_MODULES = (
    reading, drawing, cards, card_fields, search, cropping, dropping, effects, faces, looks, texts, decks,
    past, printing,
)  # fmt: skip
ANSWERS: dict[str, DeskAnswer] = {name: one for module in _MODULES for name, one in module.ANSWERS.items()}


def serve_desk(reply: Send, root: Path) -> Send:
    """For a `Worker`: answers requests about the project in the folder `root`."""
    os.chdir(root)
    desks: dict[str, Desk] = {}

    def answer(request: Request) -> None:
        arguments = dict(request.arguments)
        edition = str(arguments.pop("edition", ""))
        desk = desks.setdefault(edition, Desk(root, edition))
        try:
            inspect.signature(ANSWERS[request.name]).bind(desk, **arguments)
        except TypeError as error:
            return reply(("refused", f"{request.name}: {error}"))
        try:
            desk.take(request)
            reply(("done", ANSWERS[request.name](desk, **arguments)))
        except InputError as error:
            reply(("problems", error.diagnostics))
        except OSError as error:
            reply(("failed", f"{error.filename or root}: {error.strerror or error}"))

    return answer
