"""The order of the columns, by which older programs know them."""

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


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The first column that is out of the documented order; columns that are not in it may be anywhere."""
    columns = cards.table.columns
    usual = [name for name in cards.ruleset.card.order if name in columns]
    there = [name for name in columns if name in usual]
    for name, other in zip(there, usual, strict=True):
        if name != other:
            message = f"the column {name} comes before {other}; older programs identify columns by position"
            hint = f"the documented order is {';'.join(usual)}"
            yield cards.about_header(COLUMN_ORDER, columns.index(name), message, hint)
            return
