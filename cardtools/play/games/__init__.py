"""The games that can be played, by the name of their engine."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.spelling import suggest

if TYPE_CHECKING:
    from cardtools.play.engine import Engine

GROUP = "cardtools.engines"
_OWN = {
    "alpha": ("cardtools.play.games.alpha", "AlphaEngine"),
    "kingdom": ("cardtools.play.games.kingdom", "KingdomEngine"),
    "mana": ("cardtools.play.games.mana", "ManaEngine"),
    "school": ("cardtools.play.games.school", "SchoolEngine"),
    "ttcg": ("cardtools.play.games.ttcg", "TtcgEngine"),
}


def engine_names() -> list[str]:
    """The engines there are: those of cardtools, and those that installed packages offer as entry points."""
    return sorted({*_OWN, *(point.name for point in entry_points(group=GROUP))})


def find_engine(name: str, place: Callable[[], Location] = lambda: Location("[play]")) -> type[Engine[Any]]:
    """The engine of a name. Raises InputError, at `place`, where there is none or it cannot be loaded."""
    if name in _OWN:
        return getattr(import_module(_OWN[name][0]), _OWN[name][1])  # type: ignore[no-any-return]
    for point in entry_points(group=GROUP, name=name):  # a file only chooses among what is installed
        try:
            return point.load()  # type: ignore[no-any-return]
        except Exception as error:
            raise bad_input(place(), f"the engine {name!r} cannot be loaded: {error}") from error
    raise bad_input(place(), f"unknown engine {name!r}", suggest(name, engine_names(), "engines"))
