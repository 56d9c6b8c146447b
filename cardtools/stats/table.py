"""A table of statistics: numbers with a title, ready to be shown as text, on a page or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas

Section = Literal["cards", "stats", "actions", "conditions", "templates", "mentions", "coverage"]
SECTIONS: tuple[Section, ...] = (
    "cards",
    "stats",
    "actions",
    "conditions",
    "templates",
    "mentions",
    "coverage",
)
TOTAL, SHARE, NONE = "total", "share", "(none)"


@dataclass(frozen=True, eq=False)
class Table:
    """Rows by label, in order. `short` is how many rows the terminal shows without -v (None: all; 0: none),
    `flow` whether it runs them together in a paragraph, by the first column. `note` says what was counted.
    A zero of a `matrix` is a dot, so that one sees where something is; `across` is what its columns are.
    """

    key: str
    section: Section
    title: str
    frame: pandas.DataFrame
    note: str = ""
    short: int | None = None
    flow: bool = False
    matrix: bool = False
    across: str = ""

    def rows(self) -> Iterator[tuple[str, list[str]]]:
        """The label and the cells of each row, as people read them."""
        columns = list(map(str, self.frame.columns))
        for label, cells in zip(self.frame.index, self.frame.itertuples(index=False), strict=True):
            yield str(label), [self._shown(cell, name) for cell, name in zip(cells, columns, strict=True)]

    def _shown(self, value: float, column: str) -> str:
        if self.matrix and not value:
            return "·"
        if column == SHARE:
            return "<1%" if 0 < value < 0.005 else f"{value:.0%}"
        return shown(value)


def shown(value: float) -> str:
    """A number as people read it: whole ones with commas, means with one decimal."""
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
