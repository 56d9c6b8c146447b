"""What can be asked about the project in a process of the studio."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cardtools.ground.errors import InputError
from cardtools.pages.studio import (
    beginning,
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
    problems,
    reading,
    search,
    settings,
    texts,
)
from cardtools.pages.studio.desk import Desk, DeskAnswer, Request
from cardtools.pages.studio.worker import Answerer

_MODULES = (
    reading, drawing, cards, card_fields, search, cropping, dropping, effects, faces, looks, texts, decks,
    past, beginning, problems, settings, printing,
)  # fmt: skip
ANSWERS: dict[str, DeskAnswer] = {name: one for module in _MODULES for name, one in module.ANSWERS.items()}


def serve_desk(root: Path) -> Answerer:
    """For a `Worker`: answers requests about the project in the folder `root`, as what it is and that."""
    os.chdir(root)
    desks: dict[str, Desk] = {}

    def answer(request: Request) -> tuple[str, Any]:
        arguments = dict(request.arguments)
        edition = str(arguments.pop("edition", ""))
        desk = desks.setdefault(edition, Desk(root, edition))
        try:
            desk.take(request)
            return "done", ANSWERS[request.name](desk, **arguments)
        except InputError as error:
            return "problems", error.diagnostics
        except OSError as error:
            return "failed", f"{error.filename or root}: {error.strerror or error}"

    return answer
