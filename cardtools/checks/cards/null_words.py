"""Empty cells and words for "nothing" in one column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

NULL_LITERAL = Check.of("""CSV015 null-literal info: empty cells and a word for "nothing" are mixed
    why: Both mean the same, but a spreadsheet filters and sorts them as two things.
    bad: None in some cells of EFFECT1_STYLE, others empty
    good: None in all of them, or in none
    fix: write the rarer ones like the others""")


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The rarer kind in a column that has both empty cells and words for it.

    Cards that lack a cell that most need (a lore card has no type) are of another kind and don't count.
    """
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
