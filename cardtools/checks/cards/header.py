"""Columns that the game has not, and the order of the columns, by which older programs know them."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

COLUMN_ORDER = Check.of("""CSV007 column-order info: the columns are not in the documented order
    why: Older readers know the columns by their places and would take one for the other.
    bad: NAME;TYPE;SUBTYPES;LEVEL;SERIAL;ATTACK;DEFENSE;EFFECT1;EFFECT2;IMAGE;...
    good: the order in the hint; columns of your own may be anywhere
    fix: move the columns, or accept it where no older reader is used""")
FORBIDDEN_COLUMN = Check.of("""CSV022 forbidden-column warning: cards have something that the game has not
    why: Nobody knows what it does in play; the rules of another game say it.
    bad: a column MANA in a game without mana
    good: no such column
    fix: remove the column, or see the hint""")


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The filled columns that [card] forbidden of the ruleset names, in any spelling, and the first column
    out of the documented order; columns that are not in it may be anywhere.
    """
    columns = cards.table.columns
    forbidden = {_plain(name): why for name, why in cards.ruleset.card.forbidden.items()}
    for index, name in enumerate(columns) if forbidden else ():
        why = forbidden.get(_plain(name)) if name not in cards.ruleset.fields else None
        if why and any(map(str.strip, cards.table.texts(name))):
            message = f"the column {name} is for what this game has not"
            yield cards.about_header(FORBIDDEN_COLUMN, index, message, why)
    usual = [name for name in cards.ruleset.card.order if name in columns]
    there = [name for name in columns if name in usual]
    for name, other in zip(there, usual, strict=True):
        if name != other:
            message = f"the column {name} comes before {other}; older programs identify columns by position"
            hint = f"the documented order is {';'.join(usual)}"
            yield cards.about_header(COLUMN_ORDER, columns.index(name), message, hint)
            return


def _plain(name: str) -> str:
    """The name in capitals and without spaces, signs, and the s of several."""
    return "".join(filter(str.isalnum, name)).upper().removesuffix("S")
