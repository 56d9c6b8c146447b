"""Columns as a whole: those that the game has not, their order, and two ways to say "nothing" in one."""

from __future__ import annotations

from collections import Counter
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
    """Filled columns that [card] forbids, in any spelling, and the first one out of the ruleset's order."""
    yield from _null_words(cards)
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


NULL_LITERAL = Check.of("""CSV015 null-literal info: empty cells and a word for "nothing" are mixed
    why: Both mean the same, but a spreadsheet filters and sorts them as two things.
    bad: None in some cells of EFFECT1_STYLE, others empty
    good: None in all of them, or in none
    fix: write the rarer ones like the others""")


def _null_words(cards: CheckContext) -> Iterator[Diagnostic]:
    """CSV015; cards that lack a cell that most need, as a lore card has no type, don't count."""
    table = cards.table
    for name, known in table.ruleset.fields.items():
        vocabulary, default = known.vocabulary, known.entry.default
        if vocabulary is None or not default or name not in table.columns:
            continue
        texts = table.texts(name)
        meant = vocabulary.read(default)
        none = {
            word for word in set(texts) if word not in vocabulary.values and vocabulary.read(word) == meant
        }
        if not none or "" not in texts:
            continue
        needed = [table.values[field.name] for field in table.ruleset.fields.values() if field.required]
        asked = [row for row in range(len(table)) if all(values[row] is not None for values in needed)]
        empty = [row for row in asked if not texts[row]]
        worded = [row for row in asked if texts[row] in none]
        if not empty or not worded:
            continue
        usual, fewer = "", worded
        if len(empty) < len(worded):
            usual, fewer = Counter(texts[row] for row in worded).most_common(1)[0][0], empty
        for row in fewer:
            most = f"say {usual}" if usual else "are empty"
            message = f"{name} is {texts[row] or 'empty'}, most that mean {meant} {most}"
            hint = f"write {usual}" if usual else "leave it empty"
            yield cards.finding(NULL_LITERAL, row, name, message, hint, cards.edit(row, name, usual, True))
