"""A table of statistics: numbers with a title, ready to be shown as text, on a page or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    import pandas

Section = Literal["cards", "stats", "actions", "conditions", "templates", "mentions", "coverage"]
SECTIONS: tuple[Section, ...] = get_args(Section)
TOTAL, SHARE, NONE = "total", "share", "(none)"


@dataclass(frozen=True, eq=False)
class Table:
    """Labelled rows, in order. `note` says what was counted, `across` what the columns of a matrix are.

    `short` is how many rows the terminal shows without -v (None: all; 0: no table); with `flow` it shows them
    as a paragraph, by the first column. In a `matrix` a zero is shown as a dot, to make the others stand out.
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
        """The label and the cells of each row, formatted for people."""
        columns = list(map(str, self.frame.columns))
        for label, cells in zip(self.frame.index, self.frame.itertuples(index=False), strict=True):
            yield str(label), [self._shown(cell, name) for cell, name in zip(cells, columns, strict=True)]

    def data(self) -> dict[str, Any]:
        """The table as JSON data: each row is a dict by column, with its label under the index's name."""
        name = str(self.frame.index.name)
        rows = zip(self.frame.index, self.frame.to_dict("records"), strict=True)
        return {
            "table": self.key,
            "section": self.section,
            "title": self.title,
            "note": self.note,
            "rows": [{name: str(label)} | row for label, row in rows],
        }

    def _shown(self, value: float, column: str) -> str:
        if self.matrix and not value:
            return "·"
        if column == SHARE:
            return "<1%" if 0 < value < 0.005 else f"{value:.0%}"
        return shown(value)


def shown(value: float) -> str:
    """A number for people: integers with thousands separators, means with one decimal."""
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
