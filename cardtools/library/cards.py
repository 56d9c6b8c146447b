"""The cards of a game as a script sees them: a sequence, each card a mapping of its columns."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, overload

from cardtools.cards.names import CardNames
from cardtools.checks.columns import rows_where
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.spelling import counted, suggest
from cardtools.library.frames import card_frame

if TYPE_CHECKING:
    import pandas
    from PIL.Image import Image

    from cardtools.cards.table import Card
    from cardtools.steps.game_files import GameFiles

SCREEN_DPI = 120  # pixels of a card in a notebook
_FEW = 4  # names in a repr
_SHOWN = 12  # cards of a page in a notebook


class NotFoundError(InputError, KeyError):
    """A card or a column that does not exist: an InputError with a hint, and a KeyError too."""

    def __init__(self, place: str, message: str, hint: str = "") -> None:
        InputError.__init__(self, Diagnostic(Location(place), message, hint))

    __str__ = InputError.__str__  # KeyError would show it quoted


def image_bytes(image: Image, form: str) -> bytes:
    """The file of a picture."""
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()


class GameCard(Mapping[str, Any]):
    """A card of a game: a mapping of its columns, in the order of the table, to typed values.

    A value is an int, a decimal number, a date, a bool, a text or a tuple of texts, None where it is missing.
    """

    def __init__(self, card: Card, files: GameFiles) -> None:
        self._card, self._files = card, files

    @property
    def name(self) -> str:
        """The card's name as messages show it; never empty."""
        return self._card.name

    @property
    def row(self) -> int:
        """The row of the table, from 0, without its header."""
        return self._card.row

    @property
    def values_as_written(self) -> Mapping[str, str]:
        """The cells as the table has them, by column."""
        return self._card.raw

    def render(self, dpi: int = 300, bleed: bool = False) -> Image:
        """The picture in RGB, `dpi` pixels an inch, with bleed or cut to its trim. Raises InputError."""
        return self._files.render(self._card, dpi, bleed)

    def __getitem__(self, column: str) -> Any:
        """The value in a column, by its name in the ruleset or in the table. Raises NotFoundError."""
        name = self._files.ruleset.columns.get(column, column)
        if name not in self._card.values:
            raise NotFoundError(column, "there is no such column", suggest(column, list(self), "columns"))
        return self._card.values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._card.values)

    def __len__(self) -> int:
        return len(self._card.values)

    def __repr__(self) -> str:
        return f"<card {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameCard) and (self._card is other._card)

    def __hash__(self) -> int:
        return id(self._card)

    def _repr_png_(self) -> bytes | None:
        try:
            return image_bytes(self.render(SCREEN_DPI), "PNG")
        except InputError:  # the repr says its name
            return None


class Cards(Sequence[GameCard]):
    """Some cards of a game in the order of its table. In a notebook they show their pictures."""

    def __init__(self, files: GameFiles, rows: Sequence[int] | None = None) -> None:
        self._files, self._chosen = files, rows

    @cached_property
    def _cards(self) -> list[GameCard]:
        every = self._files.table.cards
        chosen = every if self._chosen is None else [every[row] for row in self._chosen]
        return [GameCard(card, self._files) for card in chosen]

    @cached_property
    def _names(self) -> CardNames:
        return CardNames(self._files.table)

    def where(self, condition: str) -> Cards:
        """Those of the cards that meet a condition on their columns, such as `TYPE == 'Fire' and LEVEL > 3`,
        or a search, such as `t:fire level>3`.

        An empty cell meets no condition that needs it. Raises InputError for an unusable condition.
        """
        try:
            (rows,) = rows_where(condition, [self._files.table])
            met = set(rows)
        except InputError as error:
            raise InputError(
                one._replace(location=one.location._replace(path="condition")) for one in error.diagnostics
            ) from None
        return Cards(self._files, [card.row for card in self._cards if card.row in met])

    def to_pandas(self) -> pandas.DataFrame:
        """The cards as a table: a row a card, a column a column, in the order of the file, the values typed.

        Whole numbers are Int64, lists are tuples, and empty cells missing values; the index is the row.
        """
        return card_frame(self._files.table, [card.row for card in self._cards])

    @overload
    def __getitem__(self, wanted: int | str) -> GameCard: ...
    @overload
    def __getitem__(self, wanted: slice) -> Cards: ...
    def __getitem__(self, wanted: int | str | slice) -> GameCard | Cards:
        """The card of a name or at a position, or the cards of a slice.

        Upper and lower case of a name do not count; of a name in several rarities the first row is meant.
        Raises NotFoundError for a name that no card has, IndexError for a position.
        """
        if isinstance(wanted, slice):
            return Cards(self._files, [card.row for card in self._cards[wanted]])
        if not isinstance(wanted, str):
            return self._cards[wanted]
        row = self._names.row(wanted)
        found = next((card for card in self._cards if card.row == row), None)
        if found is None:
            near = self._names.near(wanted)
            raise NotFoundError(wanted, "no card is named so", f"did you mean {near}?" if near else "")
        return found

    def __contains__(self, card: object) -> bool:
        return any(card in (one, one.name) for one in self._cards)

    def __iter__(self) -> Iterator[GameCard]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __repr__(self) -> str:
        names = ", ".join(card.name for card in self._cards[:_FEW])
        more = ", ..." if len(self) > _FEW else ""
        return f"<{counted(len(self), 'card')}{': ' if names else ''}{names}{more}>"

    def _repr_html_(self) -> str:
        import base64

        parts = []
        for card in self._cards[:_SHOWN]:
            name = escape(card.name)
            try:
                data = base64.b64encode(image_bytes(card.render(SCREEN_DPI), "JPEG")).decode()
            except InputError:
                parts.append(f"<span>{name}</span>")
            else:
                parts.append(f'<img src="data:image/jpeg;base64,{data}" alt="{name}" width="150">')
        more = f"<p>and {counted(len(self) - _SHOWN, 'more card')}</p>" if len(self) > _SHOWN else ""
        return f"<div>{''.join(parts)}</div>{more}"
