"""What two cells of a card say of each other: effects that are nearly the same, styles that do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from cardtools.catalogue import Check

SIMILAR_EFFECTS = Check(
    "TXT017", "similar-effects", "info", "the effects of a card differ in a word or two",
    why="Two effects that do nearly the same make a dull card, or one of them is a slip.",
    bad="Add one fire card from your deck to your hand. / Add one fire card from your discard pile to "
    "your hand.",
    good="Add one fire card from your deck to your hand. / Draw two cards.",
    fix="keep both on purpose, or choose another effect")  # fmt: skip
STYLE_MISMATCH = Check(
    "TXT018", "style-mismatch", "warning", "an effect has not the style that its text implies",
    why="The style says when an effect works, and so does the way it begins; players see both.",
    bad="Equip this card to one fire unit, and the equipped unit gains 50 attack. (Normal)",
    good="Equip this card to one fire unit, and the equipped unit gains 50 attack. (Equip)",
    fix="write the style that the beginning implies, or begin the effect in another way")  # fmt: skip

_MOST = 2  # the words in which similar effects differ
_SHARED = 4  # the words that they have in common at least
_LETTERS = 3
_LONGEST = 2_000  # no text of a card is longer


def similar_pairs(ones: Sequence[Any], others: Sequence[Any]) -> dict[tuple[str, str], tuple[str, str]]:
    """TXT017: the pairs of texts in a row that differ in one or two words, and in which."""
    near = {
        (one, other)
        for one, other in set(zip(ones, others, strict=True))
        # Most pairs begin and end with other letters and need no closer look.
        if one
        and other
        and (one[:_LETTERS] == other[:_LETTERS] or one[-_LETTERS:] == other[-_LETTERS:])
        and one != other
        and max(len(one), len(other)) <= _LONGEST
    }
    return {pair: parts for pair in near if (parts := differing(*pair))}


def differing(one: str, other: str) -> tuple[str, str] | None:
    """The words in one place in which two similar texts differ; None when they differ in more, or say to do
    something else.
    """
    a, b = one.rstrip(".").split(), other.rstrip(".").split()
    start = _shared(zip(a, b, strict=False))
    end = _shared(zip(reversed(a[start:]), reversed(b[start:]), strict=False))
    mine, its = a[start : len(a) - end], b[start : len(b) - end]
    if max(len(mine), len(its)) > _MOST or start + end < _SHARED:
        return None
    from cardtools.checks.texts.english import VERBS

    parts = " ".join(mine), " ".join(its)
    if any(word in VERBS for part in parts for word in part.lower().replace("discard pile", "").split()):
        return None
    return parts


def _shared(pairs: Iterable[tuple[str, str]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def unfit_styles(
    texts: Sequence[Any], styles: Sequence[Any], implied: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], tuple[str, Sequence[str]]]:
    """TXT018: the pairs of text and style that do not fit, with the beginning that says so and what fits."""
    beginnings = tuple(implied)
    found: dict[tuple[str, str], tuple[str, Sequence[str]]] = {}
    for text, style in set(zip(texts, styles, strict=True)):
        if text and style and text.startswith(beginnings):
            beginning = max((known for known in beginnings if text.startswith(known)), key=len)
            if style not in implied[beginning]:
                found[text, style] = beginning, implied[beginning]
    return found
