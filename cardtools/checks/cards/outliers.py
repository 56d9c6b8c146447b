"""Numbers that are far from those of the cards of the same kind."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from cardtools.checks.cards.context import CheckContext
from cardtools.checks.columns import values_of
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

STAT_OUTLIER = Check.of("""LNT002 stat-outlier info: a stat is far from those of the cards of its kind
    why: It may be a typing error. Reported for kinds of ten cards or more, above five standard deviations
    from the median.
    bad: ATTACK 2400 where ten cards of the rank have 1000 to 1400
    good: ATTACK 1400
    fix: write a number closer to the others, or keep it on purpose""")

_FEWEST = 10  # cards of a kind, to know what is usual
_FAR = 5  # standard deviations; small groups go beyond the customary 3.5 by chance
_DEVIATION = 1.4826  # times the median absolute deviation, in a normal distribution
_STEPS = 2  # the least that counts as a standard deviation


def check(cards: CheckContext) -> list[Diagnostic]:
    """LNT002: a strength or cost more than five standard deviations (estimated from the median distance) from
    the median; only the first of each card, because where the sum is fixed the others follow.
    """
    design, columns = cards.design, cards.columns
    if design is None or not design.groups or cards.off(STAT_OUTLIER):
        return []
    fixed = {expression.text for expression in design.groups}
    read = {name for expression in design.groups for name in expression.columns}
    kinds = list(zip(*(values_of(e, columns, len(cards.table)) for e in design.groups), strict=True))
    found: dict[str, tuple[int, str, tuple[str, str]]] = {}  # by card: row, column, message and hint
    for column in (*design.more, *design.less):
        if column in fixed:
            continue
        broken = cards.broken_rows((*read, column))
        values = columns(column)
        groups: dict[Any, list[int]] = defaultdict(list)
        for row, kind in enumerate(kinds):
            if values[row] is not None:
                groups[kind].append(row)
        step = cards.ruleset.fields[column].entry.step or 1
        for rows in groups.values():
            sound = [row for row in rows if row not in broken] if broken else rows
            if len(sound) < _FEWEST:
                continue
            numbers = [values[row] for row in sound]
            middle = sorted(numbers)[len(numbers) // 2]
            distance = sorted(abs(number - middle) for number in numbers)[len(numbers) // 2]
            far = _FAR * max(_DEVIATION * distance, _STEPS * step)
            if max(numbers) - middle <= far >= middle - min(numbers):
                continue
            for row in sound:
                if abs(values[row] - middle) > far and (name := cards.table.name(row)) not in found:
                    what = f"{column} {values[row]} is far from {middle}"
                    message = f"{what}, the median of the {len(sound)} cards of its kind"
                    hint = f"write a number closer to {middle}, or keep it on purpose"
                    found[name] = row, column, (message, hint)
    many = "have a number far from those of their kind"
    return cards.first_ten(STAT_OUTLIER, found.values(), lambda words: words, many)
