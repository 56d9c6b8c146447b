"""Chooses cards: by name or pattern, by a condition over their columns, by deck, by numbers of copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.deck import counted_lines, read_deck
from cardtools.cards.names import CardNames, find_names
from cardtools.checks.columns import WHERE, rows_where
from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.project.project import Project, find_project

if TYPE_CHECKING:
    from cardtools.cards.table import Card, CardTable
    from cardtools.steps.game_files import GameFiles


@dataclass(frozen=True)
class CardChoice:
    """The cards that meet every filter that is given (without any, all cards and extras): one of the `names`
    or patterns (`Rust*`), the condition `where`, one of the `decks`; as they are drawn in an `edition`.
    """

    names: tuple[str, ...] = ()
    where: str = ""
    decks: tuple[Path, ...] = ()
    edition: str = ""

    def __bool__(self) -> bool:
        return bool(self.names or self.where or self.decks)

    def project(self, required: bool = True) -> Project:
        """The project of the working folder, in the edition. Raises CardtoolsError as `find_project`."""
        return find_project(required=required).in_edition(self.edition)

    @property
    def narrows(self) -> bool:
        """Whether cards of a deck are left out."""
        return bool(self.names or self.where)

    def __str__(self) -> str:
        where = [f'{WHERE} "{self.where}"'] if self.where else []
        return " ".join([*map(repr, self.names), *where, *(f"--deck {shown(deck)}" for deck in self.decks)])

    def cards(self, game: GameFiles) -> tuple[Card, ...]:
        """The cards, each once. Raises InputError as `among`, and if there is none."""
        return tuple({card.slug: card for card in self.copies(game)}.values())

    def copies(self, game: GameFiles) -> tuple[Card, ...]:
        """The cards, those of decks as often as their decks say. Raises InputError as `cards`."""
        project_cards = game.project_cards
        every: Sequence[Card] = project_cards.everything
        if self.decks:
            every = [card for deck in self.decks for card in project_cards.deck(read_deck(deck))]
        found = self.among(game, every)
        if self and not found:
            raise self.nothing()
        return found

    def among(self, game: GameFiles, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Those of the cards that meet `names` and `where`, in their order. Raises InputError."""
        if self.where:
            tables = (game.table, *game.extras)
            chosen = zip(tables, rows_where(self.where, tables), strict=True)
            met = {table.name_place(row) for table, rows in chosen for row in rows}
            cards = [card for card in cards if card.where in met]
        return game.project_cards.find_cards(self.names, cards) if self.names else tuple(cards)

    def among_decks(
        self, game: GameFiles, decks: Mapping[str, Iterable[Card]]
    ) -> dict[str, tuple[Card, ...]]:
        """Decks by name, with those of their cards that `among` gives. Raises InputError if none is left."""
        found = {name: chosen for name, cards in decks.items() if (chosen := self.among(game, cards))}
        if not (found or self.decks) and self.among(game, game.project_cards.everything):
            hint = "write 1 or more into its cell, or choose another card"
            raise bad_input(str(self), "the number of copies is 0, so nothing is printed", hint)
        if not found:
            raise self.nothing()
        return found

    def rows(self, table: CardTable) -> list[int]:
        """The rows (from 0) of the cards of a table, as often as decks say. Raises InputError."""
        rows: Sequence[int] = range(len(table))
        problems: list[Diagnostic] = []
        if self.decks:
            names = CardNames(table)
            lines = (line for path in self.decks for line in counted_lines(read_deck(path), names, problems))
            rows = [row for entry, row in lines for _ in range(entry.count)]
        if self.names:
            known = [table.name(row) for row in range(len(table))]
            wanted = {name for given in self.names for name in find_names(given, known, problems)}
            rows = [row for row in rows if known[row].casefold() in wanted]
        if problems:
            raise InputError(problems)
        if self.where:
            (met,) = rows_where(self.where, [table])
            kept = set(met)
            rows = [row for row in rows if row in kept]
        if not rows:
            raise self.nothing()
        return list(rows)

    def nothing(self) -> InputError:
        """The error that no card meets the filters."""
        return bad_input(str(self), "no card meets this")


ALL_CARDS = CardChoice()


def find_printed(
    game: GameFiles, decks: Sequence[Path], extras: Sequence[Path] = (), copies: str = ""
) -> dict[str, Callable[[], tuple[Card, ...]]]:
    """What finds the cards of each deck (without any: one of each card, or as many as the column `copies`
    says) and of each table of extras, by the name of the file of their sheets. Raises InputError where two
    files would have one name, and as `read_deck` when the cards are found.
    """
    from cardtools.print.sheets.printing import sheet_names

    project_cards = game.project_cards

    def deck_cards(path: Path | None) -> tuple[Card, ...]:
        return project_cards.deck(read_deck(path)) if path else project_cards.copies("", copies)

    found = {name: partial(deck_cards, path) for name, path in sheet_names(decks, extras).items()}
    return {**found, **{table.stem: partial(project_cards.copies, table.stem) for table in extras}}


def printed_cards(
    game: GameFiles, decks: Sequence[Path], extras: Sequence[Path] = (), copies: str = ""
) -> dict[str, tuple[Card, ...]]:
    """The cards of all decks and tables of extras, as `find_printed` finds them."""
    return {name: find() for name, find in find_printed(game, decks, extras, copies).items()}


def uncounted(
    game: GameFiles, decks: Sequence[Path], extras: Sequence[Path] = (), copies: str = ""
) -> list[Diagnostic]:
    """Warnings about cards and extras that are printed once since their number of copies is empty."""
    own = [] if decks else game.project_cards.uncounted("", copies)
    return own + [finding for table in extras for finding in game.project_cards.uncounted(table.stem)]
