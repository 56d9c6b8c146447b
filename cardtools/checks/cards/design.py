"""Cards beside the others: repeated, worse than another, far from those of their kind, out of reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import ge
from typing import Any

from cardtools.checks.cards.context import CardFault, CheckContext
from cardtools.checks.cards.references import words_of
from cardtools.checks.columns import values_of
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets.ruleset import DesignRules

SAME_DESIGN = Check.of("""CRD016 same-design warning: two cards differ in nothing but their names
    why: Two such cards let a deck hold more copies of one than the rules allow. Cards without an effect are
    not compared.
    bad: Tide Singer and Tide Caller with the same type, rank, stats and effects
    good: two cards that differ in an effect
    fix: change one of them, or delete it""")
DOMINATED_CARD = Check.of("""LNT001 dominated-card info: another card is better in every difference
    why: Nobody plays the weaker card. Cards of the same kind and effects are compared; beyond ten findings
    the others are counted.
    bad: a Creature of cost 3 with 2/2 beside one of cost 2 with 3/2
    good: a Creature of cost 3 with 2/4 beside one of cost 2 with 3/2
    fix: improve it, or keep it on purpose""")
NEAR_DESIGN = Check.of("""LNT003 near-design info: two cards of the same effects differ in numbers only
    why: Players who know one of them know the other: only its numbers are new.
    bad: two rank-1 Fire Dragons with the same two effects, 300/200 and 250/250
    good: two that share one effect
    fix: give one of them another effect, or keep it on purpose""")
STAT_OUTLIER = Check.of("""LNT002 stat-outlier info: a stat is far from those of the cards of its kind
    why: It may be a typing error. Reported for kinds of ten cards or more, above five standard deviations
    from the median.
    bad: ATTACK 2400 where ten cards of the rank have 1000 to 1400
    good: ATTACK 1400
    fix: write a number closer to the others, or keep it on purpose""")
RANK_GAP = Check.of("""XRF003 rank-gap info: no card leads up to the cards of a rank
    why: A card that comes into play on one of the rank below stays in the hand when there is none.
    bad: Water cards of rank 1, 2 and 4
    good: Water cards of rank 1, 2, 3 and 4
    fix: make a card of the rank that is missing""")

# How two cards, given by their rows, compare: check, later card, earlier or better card.
_Pair = tuple[Check, int, int]
Stats = tuple[int, ...]
_MOST_COMPARED = 100
_FEWEST = 10  # cards of a kind, to know what is usual
_FAR = 5  # standard deviations; small groups go beyond the customary 3.5 by chance
_DEVIATION = 1.4826  # times the median absolute deviation, in a normal distribution
_STEPS = 2  # the least that counts as a standard deviation


def check(cards: CheckContext) -> list[Diagnostic]:
    """Cards that others repeat or beat, stats that are far from the others, and ranks out of reach."""
    design = cards.ruleset.design
    return [*_alike(cards, design), *_outliers(cards, design), *_rank_gaps(cards, design)] if design else []


def _alike(cards: CheckContext, design: DesignRules) -> list[Diagnostic]:
    """CRD016: the same in everything; LNT001: another is better; LNT003: the same effects, other numbers.
    Cards are compared that agree in `same` and in their effects, in any order; of those without an effect
    only the worse ones are reported. Two designs are reported once, not once a rarity.
    """
    fixed = {expression.text for expression in design.same}
    better = {name: 1 for name in design.more if name not in fixed}
    better |= {name: -1 for name in design.less if name not in fixed}
    pairs = list(_pairs(cards, design, better)) if design.same else []
    designs = cards.design_names() if pairs else []
    found: dict[Check, list[CardFault]] = {SAME_DESIGN: [], DOMINATED_CARD: [], NEAR_DESIGN: []}
    seen: set[tuple[Check, frozenset[str]]] = set()
    for check, row, other in pairs:
        names = check, frozenset((designs[row], designs[other]))
        if cards.off(check) or len(names[1]) < 2 or names in seen:
            continue
        seen.add(names)
        where = cards.line(other)
        message, hint = f"all but the name is as on {where}", "change one of them, or delete it"
        cells = ((name, cards.columns(name)) for name in better)
        unlike = [(name, cell[row], cell[other]) for name, cell in cells if cell[row] != cell[other]]
        if check is NEAR_DESIGN:
            numbers = " and ".join(name for name, *_ in unlike)
            message = f"the effects are those of {where}, only {numbers} differ"
            hint = "give one of them another effect"
        elif check is DOMINATED_CARD:
            numbers = " and ".join(f"{name} {theirs}, not {own}" for name, own, theirs in unlike)
            message = f"{where} is the better card, with {numbers}"
            hint = "improve this one, or keep it on purpose"
        found[check].append((row, cards.ruleset.label, message, hint))
    return [
        *(cards.finding(SAME_DESIGN, *one) for one in found[SAME_DESIGN]),
        *cards.first_ten(DOMINATED_CARD, found[DOMINATED_CARD], "have a better one of their kind"),
        *cards.first_ten(NEAR_DESIGN, found[NEAR_DESIGN], "have the effects of another of their kind"),
    ]


def _pairs(cards: CheckContext, design: DesignRules, better: dict[str, int]) -> Iterator[_Pair]:
    columns, count = cards.columns, len(cards.table)
    same = [values_of(expression, columns, count) for expression in design.same]
    rows_of_texts = zip(*map(columns, cards.ruleset.text_fields), strict=True)
    texts = [tuple(sorted(filter(None, row))) for row in rows_of_texts] or [()] * count
    keys = list(zip(*same, texts, strict=True))
    if len(set(keys)) == len(keys):
        return
    read = {name for expression in design.same for name in expression.columns}
    broken = cards.broken_rows((*read, *cards.ruleset.text_fields, *better))
    groups: dict[Any, list[int]] = defaultdict(list)
    for row, key in enumerate(keys):
        if row not in broken:
            groups[key].append(row)
    stats = [columns(name) for name in better]
    for key, rows in groups.items():
        if len(rows) > 1:
            numbers: dict[tuple[Any, ...], list[int]] = defaultdict(list)
            for row in rows:
                numbers[tuple(values[row] for values in stats)].append(row)
            yield from _of_group(numbers, list(better.values()), bool(key[-1]))


def _of_group(
    numbers: dict[tuple[Any, ...], list[int]], signs: Sequence[int], has_text: bool
) -> Iterator[_Pair]:
    """The pairs among cards of the same kind and effects; `numbers` has their rows by their stats."""
    worse: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    filled: dict[tuple[bool, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for stats in numbers:
        filled[tuple(number is not None for number in stats)].append(stats)
    for given, group in filled.items():
        # A card without a number is neither better nor worse than one that has it.
        values = {
            tuple(s * n for s, n in zip(signs, stats, strict=True) if n is not None): stats for stats in group
        }
        if any(given):
            worse |= {values[one]: values[other] for one, other in dominated(values).items()}
    first = next(rows[0] for stats, rows in numbers.items() if stats not in worse)
    for stats, rows in numbers.items():
        if has_text:
            yield from ((SAME_DESIGN, row, rows[0]) for row in rows[1:])
        if stats in worse:
            yield from ((DOMINATED_CARD, row, numbers[worse[stats]][0]) for row in rows)
        elif has_text and rows[0] != first:
            yield NEAR_DESIGN, rows[0], first


def dominated(vectors: Iterable[Stats]) -> dict[Stats, Stats]:
    """By vector, one that is at least as large in each number, of the last hundred that none beats."""
    worse: dict[Stats, Stats] = {}
    best: list[Stats] = []
    # In descending order of the first number, only the other numbers have to be compared.
    for vector in sorted(vectors, reverse=True):
        above = next((other for other in best if all(map(ge, other, vector))), None)
        if above is not None:
            worse[vector] = above
        else:
            best = [other for other in best if not all(map(ge, vector[1:], other[1:]))]
            best = [*best[-_MOST_COMPARED + 1 :], vector]
    return worse


def _outliers(cards: CheckContext, design: DesignRules) -> list[Diagnostic]:
    """LNT002: only the first of each card, because where the sum is fixed the others follow."""
    columns = cards.columns
    if not design.groups or cards.off(STAT_OUTLIER):
        return []
    fixed = {expression.text for expression in design.groups}
    read = {name for expression in design.groups for name in expression.columns}
    kinds = list(zip(*(values_of(e, columns, len(cards.table)) for e in design.groups), strict=True))
    found: dict[str, CardFault] = {}  # by card
    for column in (name for name in (*design.more, *design.less) if name not in fixed):
        broken, values = cards.broken_rows((*read, column)), columns(column)
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
                    found[name] = row, column, message, hint
    return cards.first_ten(STAT_OUTLIER, found.values(), "have a number far from those of their kind")


def _rank_gaps(cards: CheckContext, design: DesignRules) -> list[Diagnostic]:
    """XRF003; none for a table without a card of the lowest rank, which is part of a game."""
    rank, columns = design.rank, cards.columns
    if rank is None or not rank.within or cards.broken_rows((rank.column, rank.within)):
        return []
    kinds: dict[Any, dict[int, int]] = {}
    for row, (kind, number) in enumerate(zip(columns(rank.within), columns(rank.column), strict=True)):
        if kind is not None and number is not None:
            kinds.setdefault(kind, {}).setdefault(number, row)
    field = cards.ruleset.fields[rank.column]
    numbers = {number for rows in kinds.values() for number in rows}
    low, _ = field.entry.whole_range
    lowest = min(numbers, default=0) if low is None else low
    if lowest not in numbers:
        return []
    found = []
    for kind, rows in kinds.items():
        for number in sorted(rows):
            if number > lowest and number - 1 not in rows:
                below = f"{', '.join(words_of(kind))} card of {field.label} {number - 1}"
                message = f"there is no {below}, so nothing leads to {field.label} {number}"
                hint = "add such a card, or an effect that brings this one into play"
                found.append((rows[number], rank.column, message, hint))
    return cards.first_ten(RANK_GAP, found, f"have a {field.label} that nothing leads to")
