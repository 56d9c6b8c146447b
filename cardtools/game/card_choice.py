"""Chooses cards: by name or pattern, by an expression over their columns, by deck, by numbers of copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.cards.deck import read_deck
from cardtools.cards.deck_contents import counted_lines
from cardtools.cards.names import CardNames, find_names
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.project.project import Project, find_project

if TYPE_CHECKING:
    from cardtools.cards.table import Card, CardTable
    from cardtools.game.game import Game
    from cardtools.language.conditions import Expression

_WHERE = "--where"


@dataclass(frozen=True)
class CardChoice:
    """The cards that meet every filter that is given; without any filter, all cards and extras.

    A card meets `names` if one of these names or patterns (`Rust*`) fits it, `where` if this expression (as
    in rulesets) holds for it, and `decks` if one of these deck lists has it. `edition` is the edition in
    which the cards are drawn.
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
        where = [f'{_WHERE} "{self.where}"'] if self.where else []
        return " ".join([*map(repr, self.names), *where, *(f"--deck {shown(deck)}" for deck in self.decks)])

    def cards(self, game: Game) -> tuple[Card, ...]:
        """The cards, each once. Raises InputError as `among`, and if there is none."""
        return tuple({card.slug: card for card in self.copies(game)}.values())

    def copies(self, game: Game) -> tuple[Card, ...]:
        """The cards, those of decks as often as their decks say. Raises InputError as `cards`."""
        card_set = game.card_set
        every: Sequence[Card] = card_set.everything
        if self.decks:
            every = [card for deck in self.decks for card in card_set.deck(read_deck(deck))]
        found = self.among(game, every)
        if self and not found:
            raise self.nothing()
        return found

    def among(self, game: Game, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Those of the cards that meet `names` and `where`, in order and as often as they are among them.

        Raises InputError for a name that no card has, and for an expression that cannot be used.
        """
        if self.where:
            tables = (game.table, *game.extras)
            expression = self._expression(tables)
            met = {table.name_place(row) for table in tables for row in _meeting(expression, table)}
            cards = [card for card in cards if card.where in met]
        return game.card_set.find_cards(self.names, cards) if self.names else tuple(cards)

    def among_decks(self, game: Game, decks: Mapping[str, Iterable[Card]]) -> dict[str, tuple[Card, ...]]:
        """Decks by name, with those of their cards that `among` gives. Raises InputError if none is left."""
        found = {name: chosen for name, cards in decks.items() if (chosen := self.among(game, cards))}
        if not (found or self.decks) and self.among(game, game.card_set.everything):
            hint = "write 1 or more into its cell, or choose another card"
            raise bad_input(str(self), "the number of copies is 0, so nothing is printed", hint)
        if not found:
            raise self.nothing()
        return found

    def rows(self, table: CardTable) -> list[int]:
        """The rows (from 0) of the cards of a table, those of decks as often as their decks say.

        Raises InputError as `cards`, and for a line of a deck that names no card or has no count.
        """
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
            met = set(_meeting(self._expression([table]), table))
            rows = [row for row in rows if row in met]
        if not rows:
            raise self.nothing()
        return list(rows)

    def nothing(self) -> InputError:
        """The error that no card meets the filters."""
        return bad_input(str(self), "no card meets this")

    def _expression(self, tables: Sequence[CardTable]) -> Expression:
        from cardtools.ground.spelling import listed
        from cardtools.language.conditions import ExpressionFault, KnownNames, parse
        from cardtools.language.kinds import NUMBER, OF_TYPES, TEXT

        columns = dict.fromkeys((column for table in tables for column in table.values), NUMBER)
        for table in tables:  # of columns that the ruleset does not know, the cells decide
            columns |= {name: TEXT for name, cells in table.values.items() if _numbers(cells) is None}
        for name, known in tables[0].ruleset.fields.items():
            columns[name] = OF_TYPES[known.entry.type]
        faults: list[ExpressionFault] = []
        place = Location(_WHERE)
        ruleset = tables[0].ruleset
        scope = KnownNames(columns, ruleset.tables, ruleset.defined, place=lambda: place)
        expression = parse(self.where, scope, faults)
        if expression is None:
            raise InputError(
                Diagnostic(
                    Location(_WHERE, fault.line + 1, fault.column + 1),
                    fault.message,
                    fault.hint or f"a text stands in quotes, as 'Fire'; columns: {listed(tuple(columns))}",
                )
                for fault in faults[:1]
            )
        return expression


ALL_CARDS = CardChoice()


def rows_where(condition: str, table: CardTable) -> list[int]:
    """The rows (from 0) of the cards that meet a condition; there may be none. Raises InputError for one that
    cannot be used.
    """
    return _meeting(CardChoice(where=condition)._expression([table]), table)


def find_printed(
    game: Game, decks: Sequence[Path], extras: Sequence[Path] = (), copies: str = ""
) -> dict[str, Callable[[], tuple[Card, ...]]]:
    """What finds the cards of each deck and of each table of extras, by the name of the file of their sheets.

    Without decks: one of each card, or as many as the column `copies` says (see `uncounted`). Raises
    InputError where two files would have one name; finding the cards does so for a deck that cannot be used.
    """
    from cardtools.print.sheets.printing import sheet_names

    card_set = game.card_set

    def deck_cards(path: Path | None) -> tuple[Card, ...]:
        return card_set.deck(read_deck(path)) if path else card_set.copies("", copies)

    found: dict[str, Callable[[], tuple[Card, ...]]]
    found = {name: partial(deck_cards, path) for name, path in sheet_names(decks, extras).items()}
    return found | {table.stem: partial(card_set.copies, table.stem) for table in extras}


def printed_cards(
    game: Game, decks: Sequence[Path], extras: Sequence[Path] = (), copies: str = ""
) -> dict[str, tuple[Card, ...]]:
    """The cards of all decks and tables of extras, as `find_printed` finds them."""
    return {name: find() for name, find in find_printed(game, decks, extras, copies).items()}


def uncounted(
    game: Game, decks: Sequence[Path], extras: Sequence[Path] = (), copies: str = ""
) -> list[Diagnostic]:
    """Warnings about cards and extras that are printed once since their number of copies is empty."""
    own = [] if decks else game.card_set.uncounted("", copies)
    return own + [finding for table in extras for finding in game.card_set.uncounted(table.stem)]


def _meeting(expression: Expression, table: CardTable) -> list[int]:
    """The rows of a table for which the expression holds; none where the table lacks one of its columns.

    A card whose cell is empty does not meet an expression that needs it, as in rulesets. Raises InputError
    where the expression cannot be computed for a card.
    """
    from cardtools.checks.columns import Columns
    from cardtools.language.whole_columns import RowFilter

    if not expression.columns <= table.values.keys():
        return []
    known = Columns(table)

    def values(variable: str) -> Sequence[Any]:
        own = variable in table.values and variable not in table.ruleset.fields
        cells = table.values[variable] if own else known(variable)
        return (_numbers(cells) or cells) if own else cells

    rows, stuck = RowFilter(expression).rows(values, len(table))
    for row, reason in stuck.items():
        message = f"{table.name(row)}: cannot be computed: {reason}"
        raise bad_input(_WHERE, message, "compare numbers with numbers, and 'texts' in quotes with texts")
    return rows


def _numbers(cells: Sequence[Any]) -> Sequence[Any] | None:
    """The cells as numbers, where all that are filled are numbers."""
    from cardtools.language.decimals import Exact

    for kind in (int, Exact):
        try:
            return [None if cell is None else kind(cell) for cell in cells]
        except (ValueError, TypeError, ArithmeticError):
            continue
    return None
