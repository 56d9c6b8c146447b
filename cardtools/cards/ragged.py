"""Finds the cell of a row with too many cells that should be in quotes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from itertools import accumulate
from operator import and_
from typing import Any

from cardtools.cards.cells import read_column
from cardtools.cards.spaces import visible
from cardtools.language.decimals import Exact
from cardtools.rulesets.ruleset import Field, Ruleset


def unquoted(ruleset: Ruleset, columns: Sequence[str], cells: Sequence[str], delimiter: str = ";") -> str:
    """The hint that names the one column of text whose cell, put together again, leaves every other cell in a
    column it fits; "" where there is none or several.
    """
    extra = len(cells) - len(columns)
    if extra <= 0:
        return ""
    fields = [ruleset.fields.get(name) for name in columns]
    # Whether all cells up to an index fit, from the left and from the right.
    before = list(accumulate(map(_fits, fields, cells), and_, initial=True))
    after = list(accumulate(map(_fits, fields[::-1], cells[::-1]), and_, initial=True))[::-1]
    fitting = [
        index
        for index, field in enumerate(fields)
        if _is_text(field)
        and before[index]
        and after[index + 1]
        and "".join(cells[index + 1 : index + extra + 1]).strip()
    ]
    # Text continues with a space after the sign, cells begin without one.
    spaced = [i for i in fitting if all(cell.startswith(" ") for cell in cells[i + 1 : i + extra + 1])]
    chosen = spaced if len(fitting) > 1 else fitting
    if len(chosen) != 1:
        return ""
    text = delimiter.join(cells[chosen[0] : chosen[0] + extra + 1])
    quoted = text.replace('"', '""')
    hint = f"put {columns[chosen[0]]} in quotes: "
    return hint + (f'"{quoted}"' if len(quoted) <= 60 and quoted.isprintable() else visible(text))


def _is_text(field: Field | None) -> bool:
    if field is None:
        return True
    entry = field.entry
    return entry.type == "str" and not (field.vocabulary or field.pattern or entry.values or entry.file)


def _fits(field: Field | None, cell: str) -> bool:
    if field is None or not cell.strip():
        return True
    column = read_column((cell,), field)
    (value,) = column.values
    if column.unusable:
        return False
    words = value if isinstance(value, tuple) else (value,)
    if field.vocabulary:
        return all(word in (*field.vocabulary.values, *field.vocabulary.entry.undocumented) for word in words)
    if field.entry.file:
        return bool(re.search(rf"\.(?:{'|'.join(map(re.escape, field.entry.file))})$", cell.strip(), re.I))
    low: Any = field.entry.min
    high: Any = field.entry.max
    if isinstance(value, int | Exact | datetime.date) and not isinstance(value, bool):
        return (low is None or value >= low) and (high is None or value <= high)
    return field.pattern is None or bool(field.pattern.fullmatch(str(value)))
