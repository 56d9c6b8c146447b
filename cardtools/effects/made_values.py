"""Placeholders that need no file: ranges `<1..9>`, optional parts `<? twice>`, and the words of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from cardtools.ground.errors import bad_input
from cardtools.ground.limits import limits, raise_hint

T = TypeVar("T")
KINDS = ("column", "vocabulary")
_RANGE = 10_000  # numbers
# The words of the columns of the cards, or of the vocabularies and fields of the ruleset, by name.
WordSource = Callable[[str], Mapping[str, Sequence[str]]]


class PlaceholderValues(dict[str, T], Generic[T]):
    """The values of placeholders by name; `make` makes those without a file when they are first asked for,
    but for the `unusable`.
    """

    def __init__(
        self, values: Mapping[str, T], unusable: Iterable[str], make: Callable[[str, Sequence[str]], T],
        words: WordSource | None,
    ) -> None:  # fmt: skip
        super().__init__(values)
        self.make, self.words, self._none, self._left = make, words, set(unusable), limits().text_lines

    def get(self, name: str, default: T | None = None) -> T | None:  # type: ignore[override]
        return self[name] if name in self else default  # noqa: SIM401

    def __contains__(self, name: object) -> bool:
        known = super().__contains__(name)
        if known or not isinstance(name, str) or name.isidentifier() or name in self._none:
            return known
        texts = self._texts(name)
        self._left -= len(texts)
        if self._left < 0:
            message = f"the placeholders have more than {limits().text_lines:,} values"
            raise bad_input(f"<{name}>", message, raise_hint("text_lines"))
        if texts:
            self[name] = self.make(name, texts)
        else:
            self._none.add(name)
        return bool(texts)

    def _texts(self, name: str) -> Sequence[str]:
        kind, colon, own = name.partition(":")
        if name.startswith("?"):
            return name[1:], ""
        if colon:
            return self.words(kind).get(own, ()) if self.words and kind in KINDS else ()
        first, last = map(int, name.split(".."))
        numbers = range(first, last + 1)
        if not 0 < len(numbers) <= _RANGE:
            message = f"{len(numbers):,} numbers in a range"
            raise bad_input(f"<{name}>", message, f"write from 1 to {_RANGE:,}, the least first: <1..9>")
        return list(map(str, numbers))
