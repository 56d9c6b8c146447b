"""Tables as PNG plots, drawn with matplotlib, the optional extra `plots`; no other package imports it.

Each plot is drawn in a light and a dark theme, 8 inches wide at 200 dots an inch. The same tables give the
same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cardtools.stats.bars import draw_bars, draw_sentences, draw_stacked_bars, values_of
from cardtools.stats.figure import Drawing, draw_title
from cardtools.stats.heat_map import draw_heat_map
from cardtools.stats.scatter import Dots, draw_scatter
from cardtools.stats.table import Section, Table, shown
from cardtools.stats.theme import DARK, LIGHT, Theme

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 8.0  # inches
DPI = 200


@dataclass(frozen=True)
class Plot:
    """A PNG plot in a light and a dark theme; `alt` says in words what it shows, `size` is in CSS pixels."""

    key: str
    section: Section
    alt: str
    light: bytes
    dark: bytes
    size: tuple[int, int]


def is_matplotlib_installed() -> bool:
    """Whether plots can be drawn."""
    return find_spec("matplotlib") is not None


def draw_plots(tables: Sequence[Table], dots: Dots | None) -> list[Plot]:
    """A plot of each table that has one, in order, and the scatter plot of the stats. Needs matplotlib."""
    plots = []
    for table in tables:
        if table.key in _DRAWERS and values_of(table).any():
            drawing = _DRAWERS[table.key](table)
            plots.append(_plot(table.key, table.section, _alt(table), table.title, table.note, drawing))
        if table.key == "stats-by-rank" and dots:
            note = "each dot is a card; each panel has its own scale"
            plots.append(_plot("stat-scatter", "stats", dots.alt, dots.title, note, draw_scatter(dots)))
    return plots


def _plot(key: str, section: Section, alt: str, title: str, note: str, drawing: Drawing) -> Plot:
    light, dark = (_png(title, note, drawing, theme) for theme in (LIGHT, DARK))
    return Plot(key, section, alt, light, dark, (int(WIDTH * DPI / 2), int(drawing[0] * DPI / 2)))


def _png(title: str, note: str, drawing: Drawing, theme: Theme) -> bytes:
    figures, agg = import_module("matplotlib.figure"), import_module("matplotlib.backends.backend_agg")
    height, draw = drawing
    # On top of matplotlib's own defaults, whatever the user's matplotlibrc says.
    with import_module("matplotlib.style").context(["default", theme.settings]):
        figure = figures.Figure(figsize=(WIDTH, height), dpi=DPI)
        canvas = agg.FigureCanvasAgg(figure)
        draw_title(figure, theme, title, note)
        draw(figure, theme)
        canvas.draw()
    out = io.BytesIO()
    _with_palette(canvas.buffer_rgba()).save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()


def _with_palette(pixels: Any) -> Image.Image:
    """The image in its 256 most frequent colours: flat areas stay exact, edges take the nearest colour.

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
    image = Image.fromarray(nearest[packed])
    image.putpalette(palette.astype(numpy.uint8).tobytes())
    return image


def _alt(table: Table) -> str:
    same = "The table below has the same numbers."
    if "all" in table.frame.columns:
        return f"Heat map: {table.title}. {same}"
    top = ", ".join(f"{name} {shown(value)}" for name, value in values_of(table).nlargest(3).items())
    return f"Bar chart: {table.title}. Most: {top}. {same}"


_DRAWERS: Mapping[str, Callable[[Table], Drawing]] = {
    "cards-by-type": draw_stacked_bars,
    "cards-by-rank": draw_bars,
    "cards-by-sub-type": draw_stacked_bars,
    "effects-by-action": draw_bars,
    "effects-by-condition": draw_bars,
    "condition-phrases": draw_sentences,
    "effects-by-template": draw_sentences,
    "mentions-of-both": draw_heat_map,
    "coverage": draw_sentences,
}
