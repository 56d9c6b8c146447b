"""The differences between two versions of a card, cell by cell, and whether they make it better."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Literal

from cardtools.ground.frozen_record import Record
from cardtools.language.decimals import Exact
from cardtools.reports.diff.cells import ComparedTable
from cardtools.reports.diff.wording import Origins, Wording, reword

ChangeKind = Literal["name", "stat", "effect", "list", "cell"]
Balance = Literal["", "buffed", "nerfed", "rebalanced"]
BALANCES: tuple[Balance, ...] = ("buffed", "nerfed", "rebalanced")
_SENTENCE = 4  # words; shorter texts are not compared word by word


class Change(Record):
    """A changed cell: its old and new text for people, "" if it was or is empty.

    A `stat` has the `difference` of its numbers and whether it is `better` for the card; a `list` has the
    items `removed` and `added`; a text has its `wording`.
    """

    column: str
    kind: ChangeKind
    old: str
    new: str
    difference: int = 0
    better: bool = False
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    wording: Wording | None = None

    @property
    def items(self) -> list[str]:
        """Those of a list that were added and removed, with a sign: `+Haste`, `-Reach`."""
        return [f"+{item}" for item in self.added] + [f"-{item}" for item in self.removed]


class CardChange(Record):
    """A changed card: its row (from 0) in both tables, and its changes in the order of the columns."""

    old: int
    new: int
    changes: tuple[Change, ...]

    def of(self, *kinds: ChangeKind) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.kind in kinds)

    @property
    def balance(self) -> Balance:
        """Whether its numbers got better, worse, or some of each; "" if none changed."""
        found = {change.better for change in self.of("stat")}
        return "rebalanced" if len(found) == 2 else "buffed" if True in found else "nerfed" if found else ""


def find_changes(
    old: ComparedTable, new: ComparedTable, row: int, other: int, origins: Origins
) -> tuple[Change, ...]:
    """The changes from the card in `row` of the old table to the one in row `other` of the new table."""
    found = []
    for column, before, after in zip(old.columns, old.rows[row], new.rows[other], strict=True):
        if before != after and _meant(before) != _meant(after):
            texts = old.written(row, column), new.written(other, column)
            found.append(_change(old, column, (before, after), texts, origins))
    return tuple(found)


def _meant(cell: Any) -> Any:
    """The cell without what doesn't matter: white space, and the order of a list."""
    return Counter(cell) if isinstance(cell, tuple) else cell.split() if isinstance(cell, str) else cell


def _change(
    table: ComparedTable, column: str, cells: tuple[Any, Any], texts: tuple[str, str], origins: Origins
) -> Change:
    role = table.role(column)
    if role == "name" and all(texts):
        return Change(column, "name", *texts)
    if role == "effect":
        return Change(column, "effect", *texts, wording=origins.reword(*texts))
    if role in ("strength", "cost") and (difference := _difference(*cells)):
        return Change(column, "stat", *texts, difference, better=(difference > 0) == (role == "strength"))
    lists = [Counter(cell if isinstance(cell, tuple) else ()) for cell in cells]
    if any(lists):
        removed, added = (tuple((one - other).elements()) for one, other in (lists, lists[::-1]))
        return Change(column, "list", *texts, removed=removed, added=added)
    long = min(len(text.split()) for text in texts) >= _SENTENCE
    return Change(column, "cell", *texts, wording=reword(*texts) if long else None)


def _difference(old: Any, new: Any) -> Any:
    """How much larger the new one is: of numbers, or of texts that differ only in their numbers (`2WU`)."""
    if isinstance(old, int | Exact) and isinstance(new, int | Exact):
        return new - old
    if not (isinstance(old, str) and isinstance(new, str)):
        return 0
    digits = re.compile(r"[0-9]{1,9}")
    if digits.sub("#", old) != digits.sub("#", new):
        return 0
    return sum(map(int, digits.findall(new))) - sum(map(int, digits.findall(old)))
