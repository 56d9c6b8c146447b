"""Hyphenation: where words of a language may be divided."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

_WORD = re.compile(r"[^\W\d_]{5,40}")


@cache
def _dictionary(language: str) -> Any:
    import pyphen

    found = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=found) if found else None


def knows(language: str) -> bool:
    """Whether words of this language can be divided."""
    return _dictionary(language) is not None


def hyphens(text: str, language: str) -> Iterator[int]:
    """The indexes at which words of the text may be divided."""
    dictionary = _dictionary(language)
    for match in _WORD.finditer(text) if dictionary else ():
        for place in dictionary.positions(match[0]):
            if 2 <= place <= len(match[0]) - 3:  # a syllable of one letter looks lost
                yield match.start() + place
