"""Effects whose style is not the one that their first words imply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtools.catalogue import Check
from cardtools.checks.cards.context import CheckedTable
from cardtools.errors import Diagnostic

STYLE_MISMATCH = Check.of("""TXT018 style-mismatch warning: an effect doesn't have the style that its text
    implies
    why: The style tells players when an effect works, and so do its first words.
    bad: Equip this card to one fire unit, and the equipped unit gains 50 attack. (Normal)
    good: Equip this card to one fire unit, and the equipped unit gains 50 attack. (Equip)
    fix: write the style that the beginning implies, or begin the effect differently""")


def check(cards: CheckedTable) -> Iterator[Diagnostic]:
    """The cards whose text doesn't go with its style."""
    entry, table = cards.ruleset.text.entry, cards.table
    for column in cards.ruleset.text.columns if entry.implies and not cards.off(STYLE_MISMATCH) else ():
        style_column = entry.styles.get(column)
        if style_column is None or style_column not in table.columns:
            continue
        texts, styles = cards.columns(column), cards.columns(style_column)
        unfit: dict[tuple[str, str], tuple[str, Sequence[str]]] = {}
        for text, style in set(zip(texts, styles, strict=True)):
            if text and style and (begin := [known for known in entry.implies if text.startswith(known)]):
                beginning = max(begin, key=len)
                if style not in entry.implies[beginning]:
                    unfit[text, style] = beginning, entry.implies[beginning]
        for row, pair in enumerate(zip(texts, styles, strict=True) if unfit else ()):
            if pair in unfit:
                beginning, fitting = unfit[pair]
                message = f'{column} begins with "{beginning.strip()}", its style is {pair[1]}'
                hint = f"write {' or '.join(fitting)}, or word the effect differently"
                fix = cards.edit(row, style_column, fitting[0], False) if len(fitting) == 1 else None
                yield cards.finding(STYLE_MISMATCH, row, style_column, message, hint, fix)
