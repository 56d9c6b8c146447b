"""Bar charts of tables: plain, stacked, and with whole sentences as labels."""

from __future__ import annotations

import textwrap
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardtools.stats.figure import Drawing, add_axes, draw_legend, label_bars, label_width
from cardtools.stats.table import TOTAL, Table
from cardtools.stats.theme import Theme

if TYPE_CHECKING:
    import pandas

MOST_SENTENCES = 15
MOST_BARS = 40


def values_of(table: Table) -> pandas.Series[int]:
    """The lengths of the table's bars."""
    columns = table.frame.columns
    column = next((name for name in (TOTAL, "all") if name in columns), columns[0])
    return table.frame[column].drop(index=[TOTAL, "all"], errors="ignore")


def draw_bars(table: Table) -> Drawing:
    """One bar a row, followed by its value."""
    values = _filled(table, MOST_BARS)

    def draw(figure: Any, theme: Theme) -> None:
        axes = add_axes(figure, label_width(values.index), top=0.7)
        axes.barh(range(len(values)), list(values), height=0.66, color=theme.bar)
        label_bars(axes, theme, values.index, list(values))

    return 0.85 + 0.23 * len(values), draw


def draw_sentences(table: Table) -> Drawing:
    """Thin bars, each below its sentence, for labels that would take half of the plot beside them."""
    values = _filled(table, MOST_SENTENCES)

    def draw(figure: Any, theme: Theme) -> None:
        axes = add_axes(figure, 0.02, top=0.68)
        axes.barh([row + 0.24 for row in range(len(values))], list(values), height=0.2, color=theme.bar)
        label_bars(axes, theme, [], list(values), down=0.25)
        for row, name in enumerate(values.index):
            axes.text(
                0, row - 0.13, textwrap.shorten(str(name), 105, placeholder=" ..."), va="center", size=8
            )
        axes.spines["left"].set_visible(False)

    return 0.8 + 0.39 * len(values), draw


def draw_stacked_bars(table: Table) -> Drawing:
    """A bar a row, divided by the columns: by rank in shades of the type, by type in the types' colours."""
    if TOTAL not in table.frame.columns or len(table.frame.columns) == 1:
        return draw_bars(table)  # there is nothing to divide by
    totals = _filled(table, MOST_BARS)
    parts = table.frame.drop(columns=TOTAL).loc[totals.index]
    parts = parts.loc[:, parts.any()]
    shades = table.key == "cards-by-type"
    names = list(map(str, parts.index if shades else parts.columns))

    def draw(figure: Any, theme: Theme) -> None:
        patches = import_module("matplotlib.patches")
        left = label_width(parts.index)
        axes = add_axes(figure, left, top=0.7, bottom=0.42)
        starts, handles = 0 * totals, []
        for number, column in enumerate(parts.columns, 1):
            # The last shade is the full colour.
            alpha = 0.3 + 0.7 * number / len(parts.columns) if shades else 1.0
            colour = [theme.colour(name, names) for name in (names if shades else [str(column)])]
            axes.barh(
                range(len(parts)), list(parts[column]), left=list(starts), height=0.68,
                color=colour, alpha=alpha, edgecolor=theme.paper, linewidth=0.8,
            )  # fmt: skip
            starts = starts + parts[column]
            label = f"{table.across if shades else ''} {column}".strip()
            handles.append(
                patches.Patch(facecolor=theme.quiet if shades else colour[0], alpha=alpha, label=label)
            )
        label_bars(axes, theme, parts.index, list(totals))
        draw_legend(figure, handles, left - 0.007, handlelength=0.9, handleheight=0.9, handletextpad=0.45)

    return 1.1 + 0.27 * len(parts), draw


def _filled(table: Table, most: int) -> pandas.Series[int]:
    values = values_of(table)
    return values[values > 0].head(most)
