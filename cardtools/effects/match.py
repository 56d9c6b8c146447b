"""Which of many literals each text contains: all of them in one pass over the texts.

With the package ahocorasick (extra `fast`) by an Aho-Corasick automaton; without it by the words and pairs of
words in the texts, so that a literal is looked for only where its rarest pair of words stands. Both find the
same: exact, case-sensitive substrings.
"""

from __future__ import annotations

import bisect
import importlib.util
import itertools
from collections.abc import Mapping, Sequence
from typing import Any


def has_automaton() -> bool:
    """Whether the optional matcher is installed."""
    return importlib.util.find_spec("ahocorasick") is not None


class LiteralMatcher:
    """Finds literals in texts. Each literal has a bit mask; a text gets the union of those it contains."""

    def __init__(self, masks: Mapping[str, int], automaton: bool | None = None) -> None:
        self.masks = masks
        self._automaton: Any = None
        # ahocorasick refuses an automaton without a word, and has no empty word.
        self._everywhere = masks.get("", 0)
        words = {literal: mask for literal, mask in masks.items() if literal}
        self._words = words
        if words and (has_automaton() if automaton is None else automaton):
            import ahocorasick

            self._automaton = ahocorasick.Automaton()
            for literal, mask in words.items():
                self._automaton.add_word(literal, mask)
            self._automaton.make_automaton()

    def find(self, texts: Sequence[str]) -> list[int]:
        """The mask of each text, in order."""
        if not self._words:
            return [self._everywhere] * len(texts)
        return self._find_by_words(texts) if self._automaton is None else self._find_by_automaton(texts)

    def _find_by_automaton(self, texts: Sequence[str]) -> list[int]:
        found = []
        search = self._automaton.iter
        for text in texts:
            mask = self._everywhere
            for _, literal_mask in search(text):
                mask |= literal_mask
            found.append(mask)
        return found

    def _find_by_words(self, texts: Sequence[str]) -> list[int]:
        found = [self._everywhere] * len(texts)
        words: dict[str, list[int]] = {}
        pairs: dict[tuple[str, str], list[int]] = {}
        for row, text in enumerate(texts):
            tokens = text.split(" ")
            for token in tokens:
                words.setdefault(token, []).append(row)
            for pair in itertools.pairwise(tokens):
                pairs.setdefault(pair, []).append(row)
        starts = list(itertools.accumulate((len(text) + 1 for text in texts), initial=0))
        joined = "\n".join(texts)
        for literal, mask in self._words.items():
            # What stands between two spaces of the literal is a whole word of every text that contains it.
            inner = literal.split(" ")[1:-1]
            if not inner:
                rows = _rows_with(literal, joined, starts)
            else:
                if len(inner) == 1:
                    likely = words.get(inner[0], ())
                else:
                    likely = min((pairs.get(pair, ()) for pair in itertools.pairwise(inner)), key=len)
                rows = [row for row in likely if literal in texts[row]]
            for row in rows:
                found[row] |= mask
        return found


def _rows_with(literal: str, joined: str, starts: list[int]) -> list[int]:
    """The rows that contain the literal, looked for in all texts as one."""
    rows = []
    place = joined.find(literal)
    while place >= 0:
        row = bisect.bisect_right(starts, place) - 1
        # A literal with a line end in it could begin in one text and end in the next.
        if place + len(literal) < starts[row + 1]:
            rows.append(row)
            place = joined.find(literal, starts[row + 1])
        else:
            place = joined.find(literal, place + 1)
    return rows
