"""The cells of a card table as they are compared: by value, however they are written and ordered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from cardtools.cards.picture_cells import split_pictures
from cardtools.cards.table import CardTable
from cardtools.ground.frozen_record import Record
from cardtools.ground.tables.cell_values import as_text
from cardtools.language.decimals import Exact
from cardtools.rulesets import Ruleset


class ComparedTable(Record, eq=False):
    """The cells that are compared: each row a tuple in the order of `columns`; unusable ones are texts."""

    cards: CardTable
    columns: tuple[str, ...]

    @property
    def ruleset(self) -> Ruleset:
        return self.cards.ruleset

    @property
    def cards_in(self) -> str:
        """The files of the table, for messages."""
        return ", ".join(file.name for file in self.cards.file.parts)

    @cached_property
    def rows(self) -> Sequence[tuple[Any, ...]]:
        """The cells of every card, in file order."""
        cells: list[Sequence[Any]] = []
        for column in self.columns if len(self.cards) else ():
            values, unusable = self.cards.values[column], self.cards.unusable.get(column)
            if column in self.cards.picture_columns:
                values = [value if value is None else " | ".join(split_pictures(value)) for value in values]
            elif unusable:
                texts = self.cards.texts(column)
                values = [texts[row].strip() if row in unusable else v for row, v in enumerate(values)]
            cells.append([getattr(value, "written", "") or value for value in values])  # X is not 0
        return list(zip(*cells, strict=True))

    def role(self, column: str) -> str:
        """What the column is to the card: `strength`, `cost`, `effect`, `name`, or "" for anything else."""
        if column in self.ruleset.deck_names:
            return "name"
        if column in self.ruleset.effect_columns:
            return "effect"
        known = self.ruleset.fields.get(column)
        return known.entry.role if known else ""

    def written(self, row: int, column: str) -> str:
        """The cell for people: a number with its sign as written, a list with commas, "" if empty."""
        cell = self.rows[row][self.columns.index(column)]
        if isinstance(cell, str):
            return " ".join(cell.split())
        if isinstance(cell, int | Exact) and not isinstance(cell, bool):
            plus = "+" if cell >= 0 and self.cards.texts(column)[row].lstrip().startswith("+") else ""
            return f"{plus}{cell}"
        return as_text(cell)

    def names(self, row: int) -> Mapping[str, str]:
        """The names of a card by column; the one that people use is the last."""
        return {column: name for column in self.ruleset.deck_names if (name := self.written(row, column))}

    def name(self, row: int) -> str:
        """The card's name, with any others in parentheses: `Fire Wolf (monster_031)`."""
        *others, name = self.names(row).values() or [self.cards.name(row)]
        return f"{name} ({', '.join(others)})" if others else name

    def order(self, row: int) -> tuple[Any, ...]:
        """The sort key of a card: the name first."""
        name = self.name(row)
        return name.casefold(), name, [str(cell) for cell in self.rows[row]]

    def edition(self, row: int) -> str:
        """What distinguishes the card from others with its name, `rarity 2`; "" if the name is unique."""
        if self._copies[self.name(row)] < 2:
            return ""
        fields = self.ruleset.fields
        distinguishing = [column for known in fields.values() for column in known.entry.unique_with]
        return ", ".join(
            f"{fields[column].label} {value}"
            for column in dict.fromkeys(distinguishing)
            if (value := self.written(row, column))
        )

    @cached_property
    def _copies(self) -> Counter[str]:
        return Counter(self.name(row) for row in range(len(self.cards)))
