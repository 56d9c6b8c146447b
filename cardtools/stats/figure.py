"""What the plots have in common: title, axes, legend, and the labels of the rows."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardtools.stats.table import shown
from cardtools.stats.theme import Theme

LONGEST = 40  # characters of a label beside a bar
# The height of a figure in inches, and the function that draws it below its title.
Drawing = tuple[float, Callable[[Any, Theme], None]]


def draw_title(figure: Any, theme: Theme, title: str, note: str) -> None:
    """The title and what was counted, flush left at the top of the figure."""
    height = figure.get_figheight()
    figure.text(0.02, 1 - 0.16 / height, title, size=11, weight="bold", va="top")
    note = textwrap.shorten(note, 125, placeholder=" ...")
    figure.text(0.02, 1 - 0.4 / height, note, size=7.5, color=theme.quiet, va="top")


def add_axes(figure: Any, left: float, top: float, bottom: float = 0.15) -> Any:
    """Axes that begin at `left` (a share of the width) and leave `top` and `bottom` inches free."""
    height = figure.get_figheight()
    return figure.add_axes((left, bottom / height, 0.96 - left, 1 - (top + bottom) / height))


def label_width(labels: Iterable[object]) -> float:
    """The share of the figure's width that row labels need."""
    return 0.03 + 0.0098 * min(max(len(str(label)) for label in labels), LONGEST)


def label_bars(
    axes: Any, theme: Theme, labels: Iterable[object], values: Sequence[int], down: float = 0
) -> None:
    """The label to the left of each bar (none: no labels), and its value at its end, `down` rows below."""
    for row, value in enumerate(values):
        axes.text(
            value + max(values) * 0.008, row + down, shown(value), va="center", size=7.5, color=theme.quiet
        )
    short = [textwrap.shorten(str(label), LONGEST, placeholder=" ...") for label in labels]
    axes.set_yticks(range(len(short)), short)
    axes.set_ylim(len(values) - 0.5 + down / 2.5, -0.5 + down / 2.5)
    axes.set_xlim(0, max(values) * 1.06)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)


def draw_legend(figure: Any, handles: Sequence[Any], left: float, **spacing: float) -> None:
    """The legend at the bottom of the figure, from `left`."""
    figure.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(left, 0.02 / figure.get_figheight()),
        ncols=min(len(handles), 10),
        columnspacing=1.1,
        borderpad=0.3,
        **spacing,
    )
