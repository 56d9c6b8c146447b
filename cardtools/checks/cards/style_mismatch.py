"""Effects whose style is not one that their words imply, or whose words are not those of their style."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets.ruleset import TextRules

STYLE_MISMATCH = Check.of("""TXT018 style-mismatch warning: an effect doesn't have the style that its text
    implies
    why: The style tells players when an effect works, and so do its words.
    bad: Equip this card to one fire unit, and the equipped unit gains 50 attack. (Normal)
    good: Equip this card to one fire unit, and the equipped unit gains 50 attack. (Equip)
    fix: write the style that the words imply, or word the effect differently""")
# The message, the hint, and the style to write where there is only one.
_StyleFault = tuple[str, str, str]


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The cards whose text doesn't go with its style."""
    entry, table = cards.ruleset.text.entry, cards.table
    if cards.off(STYLE_MISMATCH) or not (entry.implies or entry.requires):
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
