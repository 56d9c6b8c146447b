"""The scatter plot of two stats: a panel for each rank, dots in the colours of the types."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.stats.counts import in_order, named
from cardtools.stats.roles import ATTACK, DEFENSE, RANK, TYPE, domain, is_used, kinds, label
from cardtools.stats.theme import Theme

ACROSS = 3  # panels side by side
PANEL = 2.35  # inches, high


@dataclass(frozen=True)
class Dots:
    """Panels by title; a dot is its type and its two stats. `names` are the two stats, `types` in order."""

    panels: dict[str, list[tuple[str, int, int]]]
    names: tuple[str, str]
    types: tuple[str, ...]

    @property
    def alt(self) -> str:
        """What the picture shows, in words."""
        sizes = ", ".join(f"{title}: {len(dots)} cards" for title, dots in self.panels.items())
        return f"Scatter plot: {self.names[0]} against {self.names[1]}, coloured by type ({sizes})."


def find_dots(cards: CardTable) -> Dots | None:
    """The dots of all cards that have both stats; None where there are none.

    The kind with most cards has a panel for each rank. Others, whose stats are small bonuses to the first,
    have one panel each.
    """
    if not is_used(cards, ATTACK, DEFENSE):
        return None
    count = len(cards)
    types = named(cards.values[TYPE]) if is_used(cards, TYPE) else ["cards"] * count
    of_kind = named(kinds(cards) or [""] * count)
    ranks = named(cards.values[RANK]) if is_used(cards, RANK) else [""] * count
    main = max(in_order(of_kind), key=of_kind.count)
    by_rank = label(cards.ruleset, RANK) if any(ranks) else ""
    rank_order = in_order(ranks, domain(cards, RANK)) if by_rank else [""]
    panels: dict[str, list[tuple[str, int, int]]] = {
        " ".join(filter(None, (main, by_rank, rank))): [] for rank in rank_order
    }
    rows = zip(types, of_kind, ranks, cards.values[ATTACK], cards.values[DEFENSE], strict=True)
    for card_type, kind, rank, attack, defense in rows:
        if attack is not None and defense is not None:
            title = (
                " ".join(filter(None, (main, by_rank, rank))) if kind == main else f"{kind}, every {by_rank}"
            )
            panels.setdefault(title.removesuffix(", every "), []).append((card_type, attack, defense))
    shown = {title[:1].upper() + title[1:]: dots for title, dots in panels.items() if dots}
    order = in_order(types, domain(cards, TYPE)) if is_used(cards, TYPE) else ["cards"]
    found = {dot[0] for dots in shown.values() for dot in dots}
    return Dots(
        shown,
        (label(cards.ruleset, ATTACK), label(cards.ruleset, DEFENSE)),
        tuple(name for name in order if name in found),
    )


def draw_scatter(dots: Dots) -> tuple[float, Callable[[Any, Theme], None]]:
    """The height of the figure in inches, and what draws it."""
    rows = math.ceil(len(dots.panels) / ACROSS)
    height = 0.7 + rows * PANEL + 0.25
    across, up = dots.names

    def paint(figure: Any, theme: Theme) -> None:
        figure.text(
            0.02, 1 - 0.16 / height, f"{across} against {up}".capitalize(), size=11, weight="bold", va="top"
        )
        note = "each dot is a card; each panel has its own scale"
        figure.text(0.02, 1 - 0.4 / height, note, size=7.5, color=theme.quiet, va="top")
        for number, (title, panel) in enumerate(dots.panels.items()):
            row, column = divmod(number, ACROSS)
            left, width = 0.075 + column * 0.32, 0.245
            bottom = 1 - (0.7 + (row + 1) * PANEL - 0.42) / height
            axes = figure.add_axes((left, bottom, width, (PANEL - 0.72) / height))
            _panel(axes, panel, dots.types, theme)
            axes.set_title(title, size=8.5, loc="left", color=theme.ink, pad=5)
            if column == 0:
                axes.set_ylabel(up, size=7.5)
            if number + ACROSS >= len(dots.panels):
                axes.set_xlabel(across, size=7.5)
        _legend(figure, dots.types, theme, height)

    return height, paint


def _panel(axes: Any, panel: Sequence[tuple[str, int, int]], types: Sequence[str], theme: Theme) -> None:
    for name in types:
        points = [(attack, defense) for one, attack, defense in panel if one == name]
        if points:
            xs, ys = zip(*points, strict=True)
            axes.scatter(
                xs,
                ys,
                s=30,
                color=theme.colour(name, types),
                alpha=0.9,
                edgecolors=theme.paper,
                linewidths=0.6,
                zorder=3,
            )
    across, up = ([dot[1] for dot in panel], [dot[2] for dot in panel])
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


def _legend(figure: Any, types: Sequence[str], theme: Theme, height: float) -> None:
    lines = import_module("matplotlib.lines")
    handles = [
        lines.Line2D(
            [], [], marker="o", linestyle="", markersize=5.5, color=theme.colour(name, types), label=name
        )
        for name in types
    ]
    figure.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0.06, 0.02 / height),
        ncols=min(len(types), 10),
        handletextpad=0.1,
        columnspacing=1.1,
        borderpad=0.3,
    )
