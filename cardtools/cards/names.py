"""Which card a name means, or which cards a pattern; what conditions outside of rulesets may name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.spelling import NearMisses, did_you_mean
from cardtools.language.decimals import plain_number
from cardtools.language.value_kinds import LIST, NUMBER, OF_TYPES, TEXT
from cardtools.language.when import TableNames

_WILDCARDS = frozenset("*?[")


def no_card(name: str, place: Location, near: str) -> Diagnostic:
    """The problem that no card has a name; `near` is the one that may be meant, if any."""
    return Diagnostic(place, f"no card is named {name!r}", f"did you mean {near}?" if near else "")


def find_names(wanted: str, names: Iterable[str], problems: list[Diagnostic]) -> set[str]:
    """The case-folded names that are the wanted one, or else match it (`Rust*`); none is a problem."""
    folded, fold = {name.casefold(): name for name in names}, wanted.casefold()
    if fold in folded:
        return {fold}
    found = {name for name in folded if fnmatchcase(name, fold)} if _WILDCARDS & set(fold) else set()
    if not found:
        problems.append(no_card(wanted, Location(wanted), did_you_mean(wanted, folded.values())))
    return found


class CardNames:
    """The names by which decks know cards, in the ruleset's `deck_names` columns: the first column that has a
    name counts, and its first card. Case is ignored unless two names differ in nothing else. `Ox (XMP) 12` is
    the reprint with this set and number, in the ruleset's columns for them; without one, the first Ox.
    """

    def __init__(self, table: CardTable) -> None:
        self.ruleset = table.ruleset
        self._rows: dict[str, int] = {}
        self._folded: dict[str, int] = {}
        self._alike: set[str] = set()
        printing = [table.values[column] for column in self.ruleset.card.printing]
        for column in self.ruleset.deck_names:
            for row, value in enumerate(table.values[column]):
                codes = [str(values[row]) for values in printing] if value is not None else []
                of_set = [f" ({codes[0]})", f" ({codes[0]}) {' '.join(codes[1:])}"] if codes else []
                for name in [f"{value}{code}" for code in ("", *of_set)] if value is not None else ():
                    fold = name.casefold()
                    if name not in self._rows and fold in self._folded:
                        self._alike.add(fold)
                    self._rows.setdefault(name, row)
                    self._folded.setdefault(fold, row)
        self._near = NearMisses(self._rows)

    def row(self, name: str) -> int | None:
        """The row of the card (from 0); None where no card is called so."""
        # `Ox (XMP) 12 *F*` is a foil.
        for known in (name, name.partition(" *")[0], name.rpartition(" (")[0]):
            row = self._rows.get(known, self._folded.get(known.casefold()))
            if row is not None:
                return row
        return None

    def lacks_printing(self, name: str) -> bool:
        """Whether the card with this name is there, but not in the printing that comes with it."""
        return bool(self.ruleset.card.printing) and name.partition(" *")[0].casefold() not in self._folded

    def ignores_case(self, name: str) -> bool:
        """Whether no other name differs from this one only in upper and lower case."""
        return name.casefold() not in self._alike

    def near(self, name: str) -> str:
        """The known name that an unknown one may be meant for; "" if there is none, or after many guesses."""
        return self._near.to(name) or self._near.to(name.rpartition(" (")[0])


def names_of(tables: Sequence[CardTable]) -> list[TableNames]:
    """For each of the tables, what a condition about its cards may name. They all know the columns of the
    others; of columns that the ruleset does not know, the cells of all of them decide whether they are
    numbers.
    """
    ruleset = tables[0].ruleset
    kinds = {name: OF_TYPES[known.entry.type] for name, known in ruleset.fields.items()}
    for table in tables:
        for name, cells in table.values.items():
            if name not in ruleset.fields and kinds.get(name) != TEXT:
                kinds[name] = NUMBER if _are_numbers(cells) else TEXT
    lists = frozenset(name for name, kind in kinds.items() if kind == LIST)
    every = TableNames(kinds, ruleset.tables, ruleset.defined, lists=lists)
    return [replace(every, written=frozenset(table.columns)) for table in tables]


def _are_numbers(cells: Sequence[Any]) -> bool:
    try:
        return all(plain_number(cell) is not None for cell in set(cells) if cell is not None)
    except (ValueError, ArithmeticError):
        return False
