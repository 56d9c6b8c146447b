"""cardtools: from effect templates to tagged effects, checked cards and printable sheets.

The library is what the commands are made of. `load` gives a `Game`: its cards, its decks, its pictures and
its report, each file read once. `check_table` checks cards that are in no file, such as a pandas table. What
makes effect lists, sheets and exports is in `cardtools.game`. Whatever a designer
can mend raises `InputError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtools.ground.version import __version__ as __version__

if TYPE_CHECKING:
    from cardtools.checks.findings.check_report import Report as Report
    from cardtools.game.check import check_table as check_table
    from cardtools.game.game import Game as Game
    from cardtools.game.game import load as load
    from cardtools.ground.errors import Diagnostic as Diagnostic
    from cardtools.ground.errors import InputError as InputError

__all__ = ["Diagnostic", "Game", "InputError", "Report", "check_table", "load"]

_ROOMS = {
    "Diagnostic": "ground.errors",
    "Game": "game.game",
    "InputError": "ground.errors",
    "Report": "checks.findings.check_report",
    "check_table": "game.check",
    "load": "game.game",
}


def __getattr__(name: str) -> Any:
    # Imported when it is used: a command that sorts lines needs no card.
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_ROOMS[name]}"), name)
