"""Effects of a card that are nearly the same, or whose style is not one that their words imply."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product, takewhile

from cardtools.checks.cards.context import CheckContext, ValuesFault
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets.effect_split import EffectSplit
from cardtools.rulesets.section_model import TextEntry

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
    rules = cards.ruleset.text
    within = [(name,) for name in rules.columns if cards.ruleset.split.how]
    for names in (*combinations(rules.columns, 2), *within) if not cards.off(SIMILAR_EFFECTS) else ():
        fault = partial(_similar, names, cards.ruleset.split)
        yield from cards.about_values(SIMILAR_EFFECTS, names[-1], names, fault)
    asked = (rules.entry.implies or rules.entry.requires) and not cards.off(STYLE_MISMATCH)
    starts = {beginning.lower(): beginning for beginning in rules.entry.implies}
    for column in rules.columns if asked else ():
        style = rules.entry.styles.get(column, "")
        if style in cards.table.columns:
            vocabulary = cards.ruleset.fields[style].vocabulary
            known = set(vocabulary.values) if vocabulary else set()
            fault = partial(_other_style, rules.entry, starts, column, known)
            yield from cards.about_values(STYLE_MISMATCH, style, (column, style), fault)


def _similar(names: Sequence[str], split: EffectSplit, *cells: str) -> ValuesFault | None:
    """The first two effects that are similar, of two cells or within one."""
    named = zip(names, cells, strict=True)
    effects = [[(one.named(name), one.text) for one in split.effects(cell)] for name, cell in named]
    pairs = product(*effects) if len(effects) > 1 else combinations(effects[0], 2)
    return next(filter(None, (_pair(*one, *other) for one, other in pairs)), None)


def _pair(name: str, one: str, other_name: str, other: str) -> ValuesFault | None:
    # Most pairs begin and end with other letters and need no closer look.
    ends = one[:_LETTERS] == other[:_LETTERS] or one[-_LETTERS:] == other[-_LETTERS:]
    if not (ends and one and other and one != other and max(len(one), len(other)) <= _LONGEST):
        return None
    if not (parts := differing(one, other)):
        return None
    differ = " / ".join(f'"{part}"' if part else "nothing" for part in parts)
    message = f"{name} and {other_name} differ only in {differ}"
    return message, "keep it on purpose, or choose another effect", ""


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


def _other_style(
    entry: TextEntry, starts: Mapping[str, str], column: str, known: Collection[str], text: str, style: str
) -> ValuesFault | None:
    if not text or style not in known:
        return None
    low = text[:200].lower()
    if low.startswith(tuple(starts)):
        beginning = starts[max(filter(low.startswith, starts), key=len)]
        fitting = entry.implies[beginning]
        if style not in fitting:
            message = f'{column} begins with "{beginning.strip()}", its style is {style}'
            hint = f"write {' or '.join(fitting)}, or word the effect differently"
            return message, hint, fitting[0] if len(fitting) == 1 else ""
    words = entry.requires.get(style, ())
    one_of = "|".join(map(re.escape, words))
    if words and not re.search(rf"\b(?:{one_of})\b", text, re.IGNORECASE):
        such = " or ".join(f'"{word}"' for word in words[:2])
        hint = "write another style, or word the effect differently"
        return f"the style of {column} is {style}, but the text has no word such as {such}", hint, ""
    return None
