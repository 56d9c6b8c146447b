"""How much a card adds to its deck: the same deals with the card, and with another in its place.

Nearly every card differs from the one in its place, which says nothing about the card. A card stands
out if it differs from its peers, the cards of the same kinds, by more than they differ among themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from cardtools.play.playtest.intervals import mean_difference, t_chance

if TYPE_CHECKING:
    import numpy as np

    Deals = np.ndarray[Any, Any]

_FEWEST = 3  # peers that tell how much cards differ


def peers(kinds: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    """The cards that each is compared with: the others of the same kinds, or all others if they are few."""
    found = {}
    for name, own in kinds.items():
        others = [other for other in kinds if other != name]
        alike = [other for other in others if kinds[other] == own]
        found[name] = alike if len(alike) >= _FEWEST else others
    return found


def unlikely(worth: Mapping[str, Sequence[float]], kinds: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """How likely each card would differ so much from its peers by chance, if its true worth were one of
    theirs. `worth` is what a copy of each adds in each of the same deals.

    The worth of the peers is taken as spread normally; how much is estimated from theirs, less what the luck
    of the deals explains. With fewer than three peers nothing is unlikely.
    """
    import numpy as np

    deals = {name: np.asarray(values, dtype=float) for name, values in worth.items()}
    return {
        name: _chance(deals[name], [deals[other] for other in others]) if len(others) >= _FEWEST else 1.0
        for name, others in peers(kinds).items()
    }


def _chance(own: Deals, others: Sequence[Deals]) -> float:
    mean = sum(others) / len(others)
    luck = sum(_error(one - mean) ** 2 for one in others) / (len(others) - 1)
    means = [float(one.mean()) for one in others]
    middle = sum(means) / len(means)
    spread = max(0.0, sum((one - middle) ** 2 for one in means) / (len(means) - 1) - luck)
    away = own - mean
    error = sqrt(_error(away) ** 2 + spread * (1 + 1 / len(others)))
    return t_chance(float(away.mean()) / error, len(others) - 1)


def _error(differences: Deals) -> float:
    return mean_difference(differences.tolist())[1]
