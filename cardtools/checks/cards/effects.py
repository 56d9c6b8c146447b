"""Effects of a card that are nearly the same, or whose style is not one that their words imply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, takewhile

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets.ruleset import TextRules

SIMILAR_EFFECTS = Check.of("""TXT017 similar-effects info: the effects of a card differ in a word or two
    why: Two effects that do nearly the same make a dull card, or one of them is a mistake.
    bad: Add one fire card from your deck to your hand. / Add one fire card from your discard pile to your
    hand.
    good: Add one fire card from your deck to your hand. / Draw two cards.
    fix: keep both on purpose, or choose another effect""")
STYLE_MISMATCH = Check.of("""TXT018 style-mismatch warning: an effect doesn't have the style that its text
    implies
    why: The style tells players when an effect works, and so do its words.
    bad: Equip this card to one fire unit, and the equipped unit gains 50 attack. (Normal)
    good: Equip this card to one fire unit, and the equipped unit gains 50 attack. (Equip)
    fix: write the style that the words imply, or word the effect differently""")

_MOST = 2  # the words in which similar effects differ
_SHARED = 4  # the fewest words that they have in common
_LETTERS = 3
_LONGEST = 2_000  # no text of a card is longer


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The cards that have two texts with one or two different words, or a text of another style."""
    yield from () if cards.off(SIMILAR_EFFECTS) else _similar(cards)
    yield from () if cards.off(STYLE_MISMATCH) else _other_style(cards)


def _similar(cards: CheckContext) -> Iterator[Diagnostic]:
    for one, other in combinations(cards.ruleset.text.columns, 2):
        ones, others = cards.columns(one), cards.columns(other)
        # Most pairs begin and end with other letters and need no closer look.
        near = {
            pair: parts
            for pair in set(zip(ones, others, strict=True))
            if (a := pair[0]) and (b := pair[1]) and a != b and max(len(a), len(b)) <= _LONGEST
            if a[:_LETTERS] == b[:_LETTERS] or a[-_LETTERS:] == b[-_LETTERS:]
            if (parts := differing(a, b))
        }
        for row, pair in enumerate(zip(ones, others, strict=True) if near else ()):
            if pair in near:
                differ = " / ".join(f'"{part}"' if part else "nothing" for part in near[pair])
                message = f"{one} and {other} differ only in {differ}"
                hint = "keep it on purpose, or choose another effect"
                yield cards.finding(SIMILAR_EFFECTS, row, other, message, hint)


def differing(one: str, other: str) -> tuple[str, str] | None:
    """The words in one place in which two similar texts differ; None if they differ more or in a verb."""
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


def _other_style(cards: CheckContext) -> Iterator[Diagnostic]:
    entry, table = cards.ruleset.text.entry, cards.table
    if not (entry.implies or entry.requires):
        return
    for column in cards.ruleset.text.columns:
        style_column = entry.styles.get(column)
        if style_column is None or style_column not in table.columns:
            continue
        vocabulary = cards.ruleset.fields[style_column].vocabulary
        known = set(vocabulary.values) if vocabulary else set()
        test = _test(cards.ruleset.text, column)
        texts, styles = cards.columns(column), cards.columns(style_column)
        pairs = {pair for pair in zip(texts, styles, strict=True) if pair[0] and pair[1] in known}
        unfit = {pair: fault for pair in pairs if (fault := test(*pair))}
        for row, pair in enumerate(zip(texts, styles, strict=True) if unfit else ()):
            if pair in unfit:
                message, hint, new = unfit[pair]
                fix = cards.edit(row, style_column, new, False) if new else None
                yield cards.finding(STYLE_MISMATCH, row, style_column, message, hint, fix)


# The message, the hint, and the style to write where there is only one.
_StyleFault = tuple[str, str, str]


def _test(rules: TextRules, column: str) -> Callable[[str, str], _StyleFault | None]:
    """What tells whether a text of the column goes with its style."""
    beginnings = {beginning.lower(): beginning for beginning in rules.entry.implies}
    starts = tuple(beginnings)
    words = {
        style: re.compile(rf"\b(?:{'|'.join(map(re.escape, some))})\b", re.IGNORECASE)
        for style, some in rules.entry.requires.items()
    }

    def test(text: str, style: str) -> _StyleFault | None:
        low = text[:200].lower()
        if low.startswith(starts):
            beginning = beginnings[max((start for start in starts if low.startswith(start)), key=len)]
            fitting = rules.entry.implies[beginning]
            if style not in fitting:
                message = f'{column} begins with "{beginning.strip()}", its style is {style}'
                hint = f"write {' or '.join(fitting)}, or word the effect differently"
                return message, hint, fitting[0] if len(fitting) == 1 else ""
        if style in words and not words[style].search(text):
            such = " or ".join(f'"{word}"' for word in rules.entry.requires[style][:2])
            hint = "write another style, or word the effect differently"
            return f"the style of {column} is {style}, but the text has no word such as {such}", hint, ""
        return None

    return test
