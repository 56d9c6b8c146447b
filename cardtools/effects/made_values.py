"""Placeholders that need no file: ranges `<1..9>`, optional parts `<? twice>`, and the words of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from cardtools.ground.errors import bad_input
from cardtools.ground.limits import limits, raise_hint

T = TypeVar("T")
KINDS = {"column": "a column of the cards", "vocabulary": "a vocabulary of the ruleset"}
_RANGE = 10_000  # numbers


class WordSource(Protocol):
    """The words of a game: of a `column` of its cards, of a `vocabulary` of its ruleset."""

    def words(self, kind: str, name: str) -> Sequence[str] | None:
        """The words, None where there is no such column or vocabulary."""

    def names(self, kind: str) -> Sequence[str]:
        """The names that there are."""


class PlaceholderValues(dict[str, T], Generic[T]):
    """The values of placeholders by name; those that need no file are made when they are first asked for.

    `make` makes values of texts, the second time of what is a template.
    """

    def __init__(
        self,
        values: Mapping[str, T],
        words: WordSource | None,
        unusable: Iterable[str],
        make: Callable[[str, Iterable[str], bool], T],
    ) -> None:
        super().__init__(values)
        self.words, self.make = words, make
        self._none, self._left = set(unusable), limits().text_lines

    def get(self, name: str, default: T | None = None) -> T | None:  # type: ignore[override]
        return self[name] if name in self else default  # noqa: SIM401

    def __contains__(self, name: object) -> bool:
        known = super().__contains__(name)
        return known or (isinstance(name, str) and not name.isidentifier() and self._make(name))

    def _make(self, name: str) -> bool:
        if name in self._none:
            return False
        found = (name[1:], "") if name.startswith("?") else self._texts(name)
        self._left -= len(found)
        if self._left < 0:
            message = f"the placeholders have more than {limits().text_lines:,} values"
            raise bad_input(f"<{name}>", message, raise_hint("text_lines"))
        if found:
            self[name] = self.make(name, found, name.startswith("?"))
        else:
            self._none.add(name)
        return bool(found)

    def _texts(self, name: str) -> Sequence[str]:
        first, dots, last = name.partition("..")
        if dots and ":" not in name:
            numbers = range(int(first), int(last) + 1)
            if not 0 < len(numbers) <= _RANGE:
                message = f"{len(numbers):,} numbers in a range"
                raise bad_input(f"<{name}>", message, f"write from 1 to {_RANGE:,}, the least first: <1..9>")
            return list(map(str, numbers))
        kind, _, own = name.partition(":")
        return (self.words.words(kind, own) if self.words and kind in KINDS else None) or ()
