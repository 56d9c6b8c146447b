"""What the checks of a card table look at, and how they report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowVariables
from cardtools.checks.effect_list import ListedEffects
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix
from cardtools.ground.spelling import counted
from cardtools.rulesets.effect_split import CellEffect

# Findings of one check that are reported one by one; a table with more of them has them on purpose.
_MOST = 10

CardFault = tuple[int, str, str, str]  # row, column, message, hint
ValuesFault = tuple[str, str, str]  # message, hint, and the one text to write instead ("" for none)


class CheckContext:
    """A checked card table: `columns` lack cells with errors, `effects` is the tagged list, if any."""

    def __init__(self, table: CardTable, columns: Columns, effects: ListedEffects | None = None) -> None:
        self.table, self.columns, self.ruleset = table, columns, table.ruleset
        self.effects: ListedEffects = effects or {}
        self._whole = Columns(table)

    def off(self, check: Check) -> bool:
        """Whether the ruleset switches a check off: its findings are left out, so it needn't look for any."""
        return self.ruleset.check(check).off

    def values(self, row: int) -> RowVariables:
        """The variables of a card for messages."""
        return RowVariables(row, self._whole, self.table)

    def finding(
        self, check: Check, row: int, column: str, message: str, hint: str, fix: Fix | None = None
    ) -> Diagnostic:
        """A finding about a card's cell, with the ruleset's own message and hint if it has them."""
        own, message = self.ruleset.check(check), f"{self.table.name(row)}: {message}"
        message = own.message.fill(self.values(row)) if own.message else message
        hint = own.hint.fill(self.values(row)) if own.hint else hint
        return own.info.finding(self.table.place(row, column), message, hint, fix=fix)

    def about_values(
        self, check: Check, column: str, names: Sequence[str], fault: Callable[..., ValuesFault | None]
    ) -> Iterator[Diagnostic]:
        """A finding for each card with a fault in its values of `names`; equal values are looked at once."""
        values = list(zip(*map(self.columns, names), strict=True))
        faults = {one: found for one in set(values) if None not in one and (found := fault(*one))}
        for row, one in enumerate(values if faults else ()):
            if one in faults:
                message, hint, new = faults[one]
                fix = self.edit(row, column, new, False) if new else None
                yield self.finding(check, row, column, message, hint, fix)

    def about_header(self, check: Check, index: int, message: str, hint: str) -> Diagnostic:
        """A finding about a column or, at the first one, about the whole table."""
        return self.ruleset.check(check).info.finding(self.table.file.at_header(index), message, hint)

    def edit(self, row: int, column: str, new: str, safe: bool) -> Fix:
        """The fix that writes another text into a card's cell."""
        index = self.table.columns.index(column)
        return Fix((self.table.file.edit(row, index, new),), safe)

    def edit_effect(self, row: int, column: str, effect: CellEffect, new: str, safe: bool) -> Fix | None:
        """The fix that writes another text in place of an effect of a cell, of which nothing else changes."""
        written, cell = self.table.texts(column)[row], self.columns(column)[row]
        at = written.find(cell) + effect.start
        if at < effect.start or new == effect.text:
            return None
        return self.edit(row, column, written[:at] + new + written[at + len(effect.text) :], safe)

    def first_ten(self, check: Check, found: Iterable[CardFault], what: str) -> list[Diagnostic]:
        """Findings for the first ten of what was found, and one that counts the others."""
        ordered = sorted(found, key=itemgetter(0))
        first = [self.finding(check, *one) for one in ordered[:_MOST]]
        if len(ordered) <= _MOST:
            return first
        message = f"{counted(len(ordered) - _MOST, 'more card')} {what}"
        return [*first, self.about_header(check, 0, message, "only the first are reported one by one")]

    def line(self, row: int) -> str:
        """`Tide Singer (line 7)`."""
        return f"{self.table.name(row)} ({self.table.file.line(row)})"

    def design_names(self) -> list[str]:
        """By row, the name that all pictures and rarities of a card share, so not an id of a fixed form."""
        fields = [self.ruleset.fields[name] for name in self.ruleset.deck_names]
        names = next((field.name for field in fields if field.pattern is None), self.ruleset.label)
        return [str(name or self.table.name(row)) for row, name in enumerate(self.table.values[names])]

    def broken_rows(self, names: Iterable[str]) -> set[int]:
        """The rows in which one of the columns has a cell with an error."""
        return set().union(*(self.columns.broken.get(name, ()) for name in names))
