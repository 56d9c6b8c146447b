"""The heat map of a table that counts pairs of words."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cardtools.stats.figure import Drawing, add_axes, label_width
from cardtools.stats.table import Table, shown
from cardtools.stats.theme import DARK, LIGHT, Theme


def draw_heat_map(table: Table) -> Drawing:
    """The inner cells shaded by their number, the margins ("all") as plain numbers."""
    frame = table.frame

    def draw(figure: Any, theme: Theme) -> None:
        import numpy

        colours, rectangle = import_module("matplotlib.colors"), import_module("matplotlib.patches").Rectangle
        axes = add_axes(figure, label_width(frame.index), top=1.25, bottom=0.12)
        ramp = colours.LinearSegmentedColormap.from_list("ramp", [theme.paper, theme.bar])
        # By the square root: one large number must not make all others look like zero.
        shade = frame.drop(index="all").drop(columns="all").to_numpy(dtype=float) ** 0.5
        most = max(float(shade.max()), 1.0)
        for (row, column), value in numpy.ndenumerate(frame.to_numpy()):
            is_inner = row < len(shade) and column < len(shade[0])
            depth = float(shade[row, column]) / most if is_inner else 0.0
            if is_inner:
                colour = ramp(0.08 + 0.92 * depth if value else 0.03)
                corner = (column - 0.46, row - 0.44)
                axes.add_patch(rectangle(corner, 0.92, 0.88, facecolor=colour, linewidth=0))
            ink = (LIGHT if (depth < 0.6) == (theme.name == "light") else DARK).ink
            axes.text(
                column, row, shown(value), ha="center", va="center", size=7,
                color=ink if is_inner and value else theme.quiet, weight="normal" if is_inner else "bold",
            )  # fmt: skip
        axes.set_xlim(-0.5, len(frame.columns) - 0.5)
        axes.set_ylim(len(frame.index) - 0.5, -0.5)
        axes.set_yticks(range(len(frame.index)), frame.index)
        turned = {"rotation": 40, "ha": "left", "rotation_mode": "anchor"}
        axes.set_xticks(range(len(frame.columns)), frame.columns, **turned)
        above = {"top": False, "labeltop": True, "labelbottom": False}
        axes.tick_params(axis="x", **above, labelcolor=theme.ink, labelsize=8)
        axes.spines[:].set_visible(False)

    return 1.4 + 0.29 * len(frame), draw
