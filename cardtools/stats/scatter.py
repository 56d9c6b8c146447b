"""The scatter plot of two stats: a panel for each rank, dots in the colours of the types."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.stats.counts import Grouping
from cardtools.stats.figure import Drawing, draw_legend
from cardtools.stats.roles import ATTACK, DEFENSE, RANK, TYPE, group_by, is_used, kinds, label
from cardtools.stats.theme import Theme

ACROSS = 3  # panels side by side
PANEL = 2.35  # inches, high


@dataclass(frozen=True)
class Dots:
    """Panels by title; a dot is a type and two stats. `names` are those of the stats, `types` in order."""

    panels: dict[str, list[tuple[str, int, int]]]
    names: tuple[str, str]
    types: tuple[str, ...]

    @property
    def title(self) -> str:
        """The title of the plot."""
        return f"{self.names[0]} against {self.names[1]}".capitalize()

    @property
    def alt(self) -> str:
        """What the plot shows, in words."""
        sizes = ", ".join(f"{title}: {len(dots)} cards" for title, dots in self.panels.items())
        return f"Scatter plot: {self.names[0]} against {self.names[1]}, coloured by type ({sizes})."


def find_dots(cards: CardTable) -> Dots | None:
    """The dots of all cards that have both stats; None if there are none.

    The kind with most cards has a panel for each rank. The other kinds have one panel each: their stats are
    small bonuses to those of the first.
    """
    if not is_used(cards, ATTACK, DEFENSE):
        return None
    same = Grouping("", [""] * len(cards), [""])
    ranks, of_kind = group_by(cards, RANK) or same, kinds(cards) or same
    types = group_by(cards, TYPE) or Grouping("", ["cards"] * len(cards), ["cards"])
    main = max(of_kind.order, key=of_kind.labels.count)

    def title(kind: str, rank: str) -> str:
        text = (
            " ".join(filter(None, (main, ranks.name, rank)))
            if kind == main
            else f"{kind}, every {ranks.name}"
        )
        return text[:1].upper() + text[1:].removesuffix(", every ")

    panels: dict[str, list[tuple[str, int, int]]] = {title(main, rank): [] for rank in ranks.order}
    stats = zip(cards.values[ATTACK], cards.values[DEFENSE], strict=True)
    for card_type, kind, rank, (attack, defense) in zip(
        types.labels, of_kind.labels, ranks.labels, stats, strict=True
    ):
        if attack is not None and defense is not None:
            panels.setdefault(title(kind, rank), []).append((card_type, attack, defense))
    filled = {name: dots for name, dots in panels.items() if dots}
    found = {dot[0] for dots in filled.values() for dot in dots}
    names = label(cards.ruleset, ATTACK), label(cards.ruleset, DEFENSE)
    return Dots(filled, names, tuple(name for name in types.order if name in found))


def draw_scatter(dots: Dots) -> Drawing:
    """All panels, row by row, above the legend of the types."""
    height = 0.7 + math.ceil(len(dots.panels) / ACROSS) * PANEL + 0.25
    across, up = dots.names

    def draw(figure: Any, theme: Theme) -> None:
        for number, (title, panel) in enumerate(dots.panels.items()):
            row, column = divmod(number, ACROSS)
            bottom = 1 - (0.7 + (row + 1) * PANEL - 0.42) / height
            axes = figure.add_axes((0.075 + column * 0.32, bottom, 0.245, (PANEL - 0.72) / height))
            _draw_panel(axes, panel, dots.types, theme)
            axes.set_title(title, size=8.5, loc="left", color=theme.ink, pad=5)
            if column == 0:
                axes.set_ylabel(up, size=7.5)
            if number + ACROSS >= len(dots.panels):
                axes.set_xlabel(across, size=7.5)
        line = import_module("matplotlib.lines").Line2D
        dot = {"marker": "o", "linestyle": "", "markersize": 5.5}
        handles = [
            line([], [], color=theme.colour(name, dots.types), label=name, **dot) for name in dots.types
        ]
        draw_legend(figure, handles, 0.06, handletextpad=0.1)

    return height, draw


def _draw_panel(axes: Any, panel: Sequence[tuple[str, int, int]], types: Sequence[str], theme: Theme) -> None:
    style = {"s": 30, "alpha": 0.9, "edgecolors": theme.paper, "linewidths": 0.6, "zorder": 3}
    for name in types:
        points = [(attack, defense) for one, attack, defense in panel if one == name]
        if points:
            axes.scatter(*zip(*points, strict=True), color=theme.colour(name, types), **style)
    _, across, up = zip(*panel, strict=True)
    span = 1.2 * max(max(across) - min(across), max(up) - min(up), 10)
    for values, set_limits in ((across, axes.set_xlim), (up, axes.set_ylim)):
        middle = (max(values) + min(values)) / 2
        set_limits(middle - span / 2, middle + span / 2)
    ticker = import_module("matplotlib.ticker")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(ticker.MaxNLocator(4, integer=True))
        axis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))
    axes.tick_params(labelsize=7, labelcolor=theme.quiet)
    axes.grid(True)
