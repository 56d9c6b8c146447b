"""A table of statistics: numbers with a title, ready to be shown as text, on a page or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from cardtools.ground.frozen_record import Record

Section = Literal[
    "cards", "costs", "stats", "texts", "decks", "actions", "conditions", "templates", "mentions", "coverage"
]
SECTIONS: tuple[Section, ...] = get_args(Section)
TOTAL, SHARE, NONE = "total", "share", "(none)"
TableValue = int | float | str | None
TableRows = list[tuple[str, Sequence[TableValue]]]


class Table(Record):
    """Labelled rows, in order. `name` says what the labels are, `note` what was counted.

    `short` is how many rows the terminal shows without -v (None: all; 0: no table). In a `matrix` a zero is
    shown as a dot, to make the others stand out; a column and a row named "total" are its sums. With
    `percent`, decimal numbers are shares, shown with that many decimals. `chart` is how the page draws it:
    `bars` lie and `columns` stand, one for each row; `lines` are its columns; a `scatter` is a card at its
    first two columns, coloured by its third.
    """

    key: str
    section: str
    title: str
    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, Sequence[TableValue]]]
    note: str = ""
    short: int | None = None
    matrix: bool = False
    percent: int | None = None
    chart: Literal["", "bars", "columns", "lines", "scatter"] = ""

    def texts(self) -> Iterator[tuple[str, list[str]]]:
        """The label and the cells of each row, formatted for people."""
        for label, cells in self.rows:
            yield label, [self.shown(cell) for cell in cells]

    def column(self, name: str) -> list[TableValue]:
        index = self.columns.index(name)
        return [cells[index] for _, cells in self.rows]

    def data(self) -> dict[str, Any]:
        """The table as JSON data: an object a row; its label is under `name`, or "label" if that is taken."""
        name = self.name if self.name not in self.columns else "label"
        return {
            "table": self.key,
            "section": self.section,
            "title": self.title,
            "note": self.note,
            "rows": [{name: label} | dict(zip(self.columns, row, strict=True)) for label, row in self.rows],
        }

    def shown(self, cell: TableValue) -> str:
        """A cell for people: thousands separators, one decimal, shares in per cent."""
        if self.matrix and not cell:
            return "·"
        if cell is None or isinstance(cell, str):
            return cell or ""
        if not isinstance(cell, float):
            return f"{cell:,}"
        if self.percent is None:
            return f"{cell:,.1f}"
        least = 0.5 / 10 ** (self.percent + 2)
        if 0 < cell < least:
            return f"<{2 * least:.{self.percent}%}"
        if 1 - least < cell < 1:
            return f">{1 - 2 * least:.{self.percent}%}"
        return f"{cell:.{self.percent}%}"
