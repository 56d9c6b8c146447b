"""Tables as PNG pictures with matplotlib, the optional extra `plots`; nothing else imports it.

Each picture is drawn on light and on dark paper, 8 inches wide at 200 dots an inch. Same tables, same bytes.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cardtools.stats.scatter import Dots, draw_scatter
from cardtools.stats.table import TOTAL, Section, Table, shown
from cardtools.stats.theme import DARK, LIGHT, Theme

if TYPE_CHECKING:
    import pandas
    from PIL import Image

WIDTH = 8.0  # inches
DPI = 200
MOST = 15  # bars of a list of sentences
MOST_BARS = 40
LONGEST = 40  # characters of a label beside a bar

Painter = Callable[[Any, Theme], None]


@dataclass(frozen=True)
class Picture:
    """A PNG picture on light and on dark paper; `alt` tells those who do not see it what it shows."""

    key: str
    section: Section
    alt: str
    light: bytes
    dark: bytes
    size: tuple[int, int]


def is_drawable() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw_pictures(tables: Sequence[Table], dots: Dots | None) -> list[Picture]:
    """A picture of each table that has one, in order, and of the stats. Needs matplotlib."""
    pictures = []
    for table in tables:
        if table.key in _PAINTERS and _values(table).any():
            height, paint = _PAINTERS[table.key](table)
            pictures.append(_picture(table.key, table.section, _alt(table), height, paint))
        if table.key == "stats-by-rank" and dots:
            height, paint = draw_scatter(dots)
            pictures.append(_picture("stat-scatter", "stats", dots.alt, height, paint))
    return pictures


def _picture(key: str, section: Section, alt: str, height: float, paint: Painter) -> Picture:
    light, dark = (_png(height, paint, theme) for theme in (LIGHT, DARK))
    return Picture(key, section, alt, light, dark, (int(WIDTH * DPI / 2), int(height * DPI / 2)))


def _png(height: float, paint: Painter, theme: Theme) -> bytes:
    figures, agg = import_module("matplotlib.figure"), import_module("matplotlib.backends.backend_agg")
    # On top of matplotlib's own defaults, whatever the user's matplotlibrc says.
    with import_module("matplotlib.style").context(["default", theme.settings]):
        figure = figures.Figure(figsize=(WIDTH, height), dpi=DPI)
        canvas = agg.FigureCanvasAgg(figure)
        paint(figure, theme)
        canvas.draw()
    out = io.BytesIO()
    _with_palette(canvas.buffer_rgba()).save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()


def _with_palette(pixels: Any) -> Image.Image:
    """The picture in its 256 most frequent colours: flat ones stay exact, edges take the nearest one.

    A third of the bytes of true colour.
    """
    import numpy
    from PIL import Image

    red, green, blue = numpy.moveaxis(numpy.asarray(pixels)[..., :3].astype(numpy.uint32), -1, 0)
    packed = red << 16 | green << 8 | blue
    colours, counts = numpy.unique(packed, return_counts=True)
    channels = numpy.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(numpy.int32)
    palette = channels[numpy.argsort(-counts, kind="stable")[:256]]
    nearest = numpy.empty(1 << 24, dtype=numpy.uint8)
    for start in range(0, len(colours), 4096):
        part = slice(start, start + 4096)
        away = ((channels[part, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
        nearest[colours[part]] = away.argmin(axis=1)
    picture = Image.fromarray(nearest[packed])
    picture.putpalette(palette.astype(numpy.uint8).tobytes())
    return picture


def _alt(table: Table) -> str:
    values = _values(table)
    if "all" in table.frame.columns:
        return f"Heat map: {table.title}. The table below has the same numbers."
    top = ", ".join(f"{name} {shown(value)}" for name, value in values.nlargest(3).items())
    return f"Bar chart: {table.title}. Most: {top}. The table below has the same numbers."


def _values(table: Table) -> pandas.Series[int]:
    """What the bars of the table are as long as."""
    columns = table.frame.columns
    column = next((name for name in (TOTAL, "all") if name in columns), columns[0])
    return table.frame[column].drop(index=[TOTAL, "all"], errors="ignore")


def _title(figure: Any, theme: Theme, title: str, note: str, height: float) -> None:
    """The title and what was counted, flush left at the top of the figure."""
    figure.text(0.02, 1 - 0.16 / height, title, size=11, weight="bold", va="top")
    figure.text(0.02, 1 - 0.4 / height, note, size=7.5, color=theme.quiet, va="top")


def _axes(figure: Any, height: float, left: float, top: float = 0.75, bottom: float = 0.15) -> Any:
    return figure.add_axes((left, bottom / height, 0.96 - left, 1 - (top + bottom) / height))


def _bars(table: Table) -> tuple[float, Painter]:
    """One bar a row, the number behind it."""
    values = _values(table)
    values = values[values > 0].head(MOST_BARS)
    height = 0.85 + 0.23 * len(values)

    def paint(figure: Any, theme: Theme) -> None:
        _title(figure, theme, table.title, table.note, height)
        axes = _axes(figure, height, _beside(values.index), top=0.7)
        axes.barh(range(len(values)), list(values), height=0.66, color=theme.bar)
        for row, value in enumerate(values):
            axes.text(
                value + max(values) * 0.008, row, shown(value), va="center", size=7.5, color=theme.quiet
            )
        _label_rows(axes, list(map(str, values.index)), max(values))

    return height, paint


def _label_rows(axes: Any, labels: Sequence[str], longest: float) -> None:
    cut = [textwrap.shorten(label, LONGEST, placeholder=" ...") for label in labels]
    axes.set_yticks(range(len(labels)), cut)
    if labels:
        axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(0, longest * 1.06)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)


def _sentences(table: Table) -> tuple[float, Painter]:
    """Thin bars, each under its sentence, for labels that would take half of the picture beside them."""
    values = _values(table)
    values = values[values > 0].head(MOST)
    height = 0.8 + 0.39 * len(values)

    def paint(figure: Any, theme: Theme) -> None:
        note = textwrap.shorten(table.note, 125, placeholder=" ...")
        _title(figure, theme, table.title, note, height)
        axes = _axes(figure, height, 0.02, top=0.68)
        axes.barh([row + 0.24 for row in range(len(values))], list(values), height=0.2, color=theme.bar)
        for row, (name, value) in enumerate(values.items()):
            text = textwrap.shorten(str(name), 105, placeholder=" ...")
            axes.text(0, row - 0.13, text, va="center", size=8)
            place = value + max(values) * 0.008
            axes.text(place, row + 0.25, shown(value), va="center", size=7.5, color=theme.quiet)
        _label_rows(axes, [], max(values))
        axes.set_ylim(len(values) - 0.4, -0.4)
        axes.spines["left"].set_visible(False)

    return height, paint


def _stacked(table: Table) -> tuple[float, Painter]:
    """A bar a row, divided by the columns: by rank in shades of the type, by type in the types' colours."""
    if TOTAL not in table.frame.columns or len(table.frame.columns) == 1:
        return _bars(table)  # there is nothing to divide by
    totals = _values(table)
    totals = totals[totals > 0].head(MOST_BARS)
    parts = table.frame.drop(columns=TOTAL).loc[totals.index]
    parts = parts.loc[:, parts.any()]
    shades = table.key == "cards-by-type"
    prefix = table.across if shades else ""
    height = 1.1 + 0.27 * len(parts)
    names = list(map(str, parts.index)) if shades else list(map(str, parts.columns))

    def paint(figure: Any, theme: Theme) -> None:
        _title(figure, theme, table.title, table.note, height)
        left = _beside(parts.index)
        axes = _axes(figure, height, left, top=0.7, bottom=0.42)
        start = [0] * len(parts)
        steps = len(parts.columns)
        for number, column in enumerate(parts.columns):
            alpha = _depth(number, steps) if shades else 1.0
            colours = (
                [theme.colour(name, names) for name in parts.index] if shades else theme.colour(column, names)
            )
            axes.barh(
                range(len(parts)),
                list(parts[column]),
                left=start,
                height=0.68,
                color=colours,
                alpha=alpha,
                edgecolor=theme.paper,
                linewidth=0.8,
            )
            start = [left + value for left, value in zip(start, parts[column], strict=True)]
        for row, value in enumerate(totals):
            axes.text(
                value + max(totals) * 0.008, row, shown(value), va="center", size=7.5, color=theme.quiet
            )
        _label_rows(axes, list(map(str, parts.index)), max(totals))
        _legend(axes, theme, list(map(str, parts.columns)), names, prefix, height)

    return height, paint


def _legend(
    axes: Any, theme: Theme, labels: Sequence[str], names: Sequence[str], shade_of: str, height: float
) -> None:
    """What the parts of the bars are: a shade of grey for each rank, or the colour of each type."""
    patches = import_module("matplotlib.patches")
    handles = [
        patches.Patch(
            facecolor=theme.quiet if shade_of else theme.colour(name, names),
            alpha=_depth(number, len(labels)) if shade_of else 1.0,
            label=f"{shade_of} {name}".strip(),
        )
        for number, name in enumerate(labels)
    ]
    axes.figure.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(axes.get_position().x0 - 0.007, 0.02 / height),
        ncols=min(len(labels), 10),
        handlelength=0.9,
        handleheight=0.9,
        columnspacing=1.1,
        handletextpad=0.45,
        borderpad=0.3,
    )


def _depth(number: int, of: int) -> float:
    """How strong the colour of a part is: the last one is whole."""
    return 0.3 + 0.7 * (number + 1) / of


def _beside(labels: Iterable[object]) -> float:
    """The share of the width that the labels on the left need."""
    return 0.03 + 0.0098 * min(max(len(str(label)) for label in labels), LONGEST)


def _heat_map(table: Table) -> tuple[float, Painter]:
    """The inner cells shaded by their number, the margins as plain numbers."""
    frame = table.frame
    inner = frame.drop(index="all").drop(columns="all")
    height = 1.4 + 0.29 * len(frame)

    def paint(figure: Any, theme: Theme) -> None:
        colours = import_module("matplotlib.colors")
        _title(figure, theme, table.title, table.note, height)
        axes = _axes(figure, height, _beside(frame.index), top=1.25, bottom=0.12)
        ramp = colours.LinearSegmentedColormap.from_list("ramp", [theme.paper, theme.bar])
        # By the square root: one large number must not make the others look like none.
        numbers, shade = frame.to_numpy(), inner.to_numpy(dtype=float) ** 0.5
        most = max(float(shade.max()), 1.0)
        for row, name in enumerate(frame.index):
            for column, word in enumerate(frame.columns):
                value = int(numbers[row, column])
                is_inner = name != "all" and word != "all"
                depth = float(shade[row, column]) / most if is_inner else 0.0
                if is_inner:
                    axes.add_patch(_cell(column, row, ramp(0.08 + 0.92 * depth if value else 0.03)))
                on_pale = (depth < 0.6) == (theme.name == "light")
                inner_ink = LIGHT.ink if on_pale else DARK.ink
                axes.text(
                    column,
                    row,
                    shown(value),
                    ha="center",
                    va="center",
                    size=7,
                    color=inner_ink if is_inner and value else theme.quiet,
                    weight="normal" if is_inner else "bold",
                )
        axes.set_xlim(-0.5, len(frame.columns) - 0.5)
        axes.set_ylim(len(frame.index) - 0.5, -0.5)
        axes.set_yticks(range(len(frame.index)), frame.index)
        axes.set_xticks(
            range(len(frame.columns)), frame.columns, rotation=40, ha="left", rotation_mode="anchor"
        )
        axes.tick_params(
            axis="x", top=False, labeltop=True, labelbottom=False, labelcolor=theme.ink, labelsize=8
        )
        for spine in axes.spines.values():
            spine.set_visible(False)

    return height, paint


def _cell(column: int, row: int, colour: Any) -> Any:
    rectangle = import_module("matplotlib.patches").Rectangle
    return rectangle((column - 0.46, row - 0.44), 0.92, 0.88, facecolor=colour, linewidth=0)


_PAINTERS: Mapping[str, Callable[[Table], tuple[float, Painter]]] = {
    "cards-by-type": _stacked,
    "cards-by-rank": _bars,
    "cards-by-sub-type": _stacked,
    "effects-by-action": _bars,
    "effects-by-condition": _bars,
    "condition-phrases": _sentences,
    "effects-by-template": _sentences,
    "mentions-of-both": _heat_map,
    "coverage": _sentences,
}
