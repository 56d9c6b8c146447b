"""A text as its words and signs, and what a check would change in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from cardtools.ground.catalogue import Check
from cardtools.ground.frozen_record import Record

# A word with the hyphens and apostrophes in it, else a single sign.
_PART = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?|\S")
# No text of a card is longer; checking a longer one would take long.
LONGEST = 2_000
_OPENING = frozenset('.!?:;"“„(–—•')


class TextWords:
    """The words and signs of a text in order, as written and in lower case."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.written: list[str] = _PART.findall(text)
        self.low = [word.lower() for word in self.written]

    def at(self, index: int) -> str:
        """The word in lower case; "" before the first and after the last."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def begins(self, index: int) -> bool:
        """Whether a sentence, a quotation or a list begins with the word."""
        return index == 0 or self.written[index - 1] in _OPENING

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The place of each word in the text."""
        return [match.span() for match in _PART.finditer(self.text)]

    def between(self, first: int, last: int) -> str:
        """The text from one word to another."""
        return self.text[self.spans[first][0] : self.spans[last][1]]


class Slip(Record):
    """The words `first` to `last` break the `check`; `new` is what to write, None without one answer. `why`
    completes `EFFECT1 says "..."`; without `quoted` it is a whole statement. `hint` is shown if there is
    nothing to write. It is `safe` when the text means the same afterwards.
    """

    check: Check
    first: int
    last: int
    new: str | None
    why: str = ""
    hint: str = ""
    safe: bool = True
    quoted: bool = True


def corrected(words: TextWords, slips: Iterable[Slip]) -> str:
    """The text with every correction that is known; of two that overlap, only the first is made."""
    parts: list[str] = []
    at = 0
    for slip in sorted(slips, key=lambda slip: slip.first):
        start, end = words.spans[slip.first][0], words.spans[slip.last][1]
        if slip.new is None or start < at:
            continue
        # Removing a word removes the space before it, too.
        gap = words.text[at:start]
        parts += [gap if slip.new else gap.rstrip(), slip.new]
        at = end
    return "".join(parts) + words.text[at:]
