"""Terms that the cells of cards call and that nothing defines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets.glossary import UNKNOWN_TERM


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """TXT040 for each cell that calls a term that there isn't."""
    for column in cards.table.columns:
        texts = cards.table.texts(column)
        kept: Sequence[str] = getattr(texts, "pieces", getattr(texts, "words", texts))
        if not any("@[" in part for part in kept):
            continue
        for row, text in enumerate(texts):
            for name, hint in cards.ruleset.glossary.unknown(text).items() if "@[" in text else ():
                yield cards.finding(
                    UNKNOWN_TERM, row, column, f"{column} calls {name!r}, which is no term", hint
                )
