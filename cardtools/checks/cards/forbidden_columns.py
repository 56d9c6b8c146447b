"""Columns of other games."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

FORBIDDEN_COLUMN = Check.of("""CSV022 forbidden-column warning: cards have something that the game has not
    why: Nobody knows what it does in play; the rules of another game say it.
    bad: a column MANA in a game without mana
    good: no such column
    fix: remove the column, or see the hint""")


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The filled columns that [card] forbidden of the ruleset names, in any spelling."""
    forbidden = {_plain(name): why for name, why in cards.ruleset.card.forbidden.items()}
    for index, name in enumerate(cards.table.columns) if forbidden else ():
        why = forbidden.get(_plain(name)) if name not in cards.ruleset.fields else None
        if why and any(map(str.strip, cards.table.texts(name))):
            message = f"the column {name} is for what this game has not"
            yield cards.about_header(FORBIDDEN_COLUMN, index, message, why)


def _plain(name: str) -> str:
    """The name in capitals and without spaces, signs, and the s of several."""
    return "".join(filter(str.isalnum, name)).upper().removesuffix("S")
