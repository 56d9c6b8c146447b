"""The facts that statistics count: the cards of a game, its decks, its effect list and its templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import CardTable
from cardtools.effects.tagged import TagTable
from cardtools.ground.frozen_record import Record, field
from cardtools.reports.stats.roles import GameColumns, StatColumn, find_columns, prints

UNKNOWN = "(no template)"


class Pile(Record):
    """A deck, or a section of one: its copies by row; drawn are `hand` cards, then `draws` each turn."""

    name: str
    copies: Mapping[int, int]
    hand: int
    draws: int

    @property
    def size(self) -> int:
        return sum(self.copies.values())

    def seen(self, turn: int) -> int:
        """How many cards were drawn by the turn; turn 0 is the opening hand."""
        return min(self.hand + self.draws * turn, self.size)


class Facts(Record):
    """The facts to count. `rows` are the rows of the table, a row as often as a deck has it.

    `effects` is None where there is no effect list; `templates` is empty where the project has none.
    `origins` gives the template for each text that has one. With `of_deck` each row is a copy of a card, else
    a print; `quantity` is the column of copies; `declined` are the texts that cannot be played, with reasons.
    """

    cards: CardTable
    rows: Sequence[int]
    of_deck: bool = False
    piles: Sequence[Pile] = ()
    effects: TagTable | None = None
    templates: Sequence[str] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    quantity: str = ""
    declined: Mapping[str, str] | None = None

    @cached_property
    def columns(self) -> GameColumns:
        return find_columns(self.cards, self.quantity)

    @cached_property
    def prints(self) -> list[list[int]]:
        """The rows of each card: its prints, in a deck each copy alone."""
        return [[row] for row in self.rows] if self.of_deck else prints(self.cards, self.rows)

    def name(self, row: int) -> str:
        """The name of the card in a row: that of the last of the columns by which decks know it."""
        name = self.cards.values[self.cards.ruleset.deck_names[-1]][row]
        return in_a_line(str(name)) if name is not None else self.cards.name(row)

    @cached_property
    def designs(self) -> list[int]:
        """A row for each card, that of its first print."""
        return [group[0] for group in self.prints]

    @cached_property
    def card_effects(self) -> list[str]:
        """The effects of the cards, column by column."""
        columns = self.columns.of("text")
        return [text for column in columns for row in self.designs for text in self.effects_in(column, row)]

    def effects_in(self, column: StatColumn, row: int) -> Iterator[str]:
        if (cell := column.values[row]) is not None:
            yield from (effect.text for effect in self.cards.ruleset.split.effects(str(cell)))

    def template_of(self, text: str) -> str:
        """The template that makes the text, or `UNKNOWN`."""
        return self.origins.get(text, UNKNOWN)
