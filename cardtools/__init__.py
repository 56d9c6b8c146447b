"""cardtools: from effect templates to tagged effects, checked cards and printable sheets.

The library is what the commands are made of. `load` gives a `Game`: a sequence of its cards, their checks,
pictures, sheets, effects and matches. `check_table` checks cards that are in no file, such as a pandas table.
Whatever a designer can mend raises `InputError`, a `CardtoolsError`. The names here are the public ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtools.ground.version import __version__ as __version__

if TYPE_CHECKING:
    from cardtools.checks.findings.check_report import Report as Report
    from cardtools.ground.errors import CardtoolsError as CardtoolsError
    from cardtools.ground.errors import Diagnostic as Diagnostic
    from cardtools.ground.errors import InputError as InputError
    from cardtools.ground.errors import OutputError as OutputError
    from cardtools.library.cards import Cards as Cards
    from cardtools.library.cards import GameCard as GameCard
    from cardtools.library.cards import NotFoundError as NotFoundError
    from cardtools.library.frames import check_table as check_table
    from cardtools.library.game import Game as Game
    from cardtools.library.game import load as load

_PLACES = {
    "Cards": "library.cards",
    "CardtoolsError": "ground.errors",
    "Diagnostic": "ground.errors",
    "Game": "library.game",
    "GameCard": "library.cards",
    "InputError": "ground.errors",
    "NotFoundError": "library.cards",
    "OutputError": "ground.errors",
    "Report": "checks.findings.check_report",
    "check_table": "library.frames",
    "load": "library.game",
}
__all__ = ["__version__", *_PLACES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Imported when it is used: a command that sorts lines needs no card.
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
