"""The tables of statistics, made from the facts of a project section by section."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from cardtools.checks.columns import Columns, values_of
from cardtools.ground.spelling import counted
from cardtools.reports.stats import counts
from cardtools.reports.stats.counts import Number
from cardtools.reports.stats.decks import deck_tables
from cardtools.reports.stats.effects import EFFECT_TABLES
from cardtools.reports.stats.efficiency import rate, worst_first
from cardtools.reports.stats.facts import Facts
from cardtools.reports.stats.roles import StatColumn
from cardtools.reports.stats.table import NONE, SECTIONS, SHARE, Section, Table, TableRows

_MOST_VALUES = 15  # of a number whose cards are counted by value
_NAMED = 5


def make_tables(facts: Facts, sections: Iterable[Section] = SECTIONS) -> list[Table]:
    """The tables of the sections, in the order of `SECTIONS`; a table with nothing to count is left out."""
    wanted = set(sections)
    of_cards = (("cards", _cards), ("costs", _costs), ("stats", _stats), ("texts", _texts))
    makers = (*of_cards, ("decks", deck_tables), *EFFECT_TABLES)
    found = [table for name, make in makers if name in wanted for table in make(facts) if table.rows]
    # Columns and decks may have one name; a key has one table.
    taken: Counter[str] = Counter()
    for number, table in enumerate(found):
        taken[table.key] += 1
        if taken[table.key] > 1:
            found[number] = replace(table, key=f"{table.key}-{taken[table.key]}")
    return found


def _cards(facts: Facts) -> Iterator[Table]:
    if not facts.designs:
        return
    if kinds := _nouns(facts):
        rows = counts.tally((noun for noun, _ in kinds), list(dict(kinds)), len(facts.designs))
        note = "what effects call them; a card with several counts in each"
        yield _bars("cards-by-kind", "cards", "Cards by kind", "kind", _COUNTED, rows, note)
    wide = _wide(facts)
    for column in facts.columns.of("words", "number"):
        if column in wide:
            continue
        what, counted_rows, notes = "cards", facts.designs, []
        if any(isinstance(cell, tuple) and len(cell) > 1 for cell in column.values):
            notes.append("a card with several counts in each")
        if any(len({column.values[row] for row in group}) > 1 for group in facts.prints):
            what, counted_rows = "prints", list(facts.rows)
            notes.append("the rows of the table, because the prints of a card differ")
        labels: list[str] = []
        for row in counted_rows:
            cell = column.values[row]
            labels += (NONE,) if cell is None else cell if isinstance(cell, tuple) else (f"{cell:g}",)
        rows = counts.tally(labels, _order(column, labels), len(counted_rows))
        title, columns = f"{what.capitalize()} by {column.label}", (what, SHARE)
        key = f"cards-by-{_slug(column.label)}"
        yield _bars(key, "cards", title, column.label, columns, rows, "; ".join(notes))


def _nouns(facts: Facts) -> list[tuple[str, int]]:
    """A noun of [design] and a row, for each that it means; none if every noun is a word of a column."""
    design = facts.cards.ruleset.design
    nouns = {noun: rule for noun, rule in design.nouns.items() if rule.when} if design else {}
    if all(rule.when and re.fullmatch(r"\w+ == '[^']*'", rule.when.text) for rule in nouns.values()):
        return []
    columns, found = Columns(facts.cards), []
    for noun, rule in nouns.items():
        if rule.columns <= facts.cards.values.keys():
            meant = set(rule.rows(columns, len(facts.cards))[0])
            found += [(noun, row) for row in facts.designs if row in meant]
    return found


def _costs(facts: Facts) -> Iterator[Table]:
    cost = facts.columns.cost
    if cost is None or not facts.designs:
        return
    known = [cost.values[row] for row in facts.designs if cost.values[row] is not None]
    if not known:
        return
    by_row, order = cost.curve(facts.designs)
    labels = [by_row[row] for row in facts.designs]
    without = len(labels) - len(known)
    note = f"mean {sum(known) / len(known):.1f}, median {statistics.median(known):g}"
    note += f"; {counted(without, 'card')} without a {cost.label}" if without else ""
    rows = counts.tally(labels, order)
    title = f"Cards by {cost.label}"
    yield Table("curve", "costs", title, cost.label, _COUNTED, rows, note, percent=0, chart="columns")
    for number, column in enumerate(facts.columns.dividing()):
        every, groups = column.groups()
        pairs = zip(labels, (every[row] for row in facts.designs), strict=True)
        columns, rows = counts.crosstab(pairs, order, groups)
        if len(columns) > 2:
            key, short = f"curve-by-{_slug(column.label)}", None if number < 2 else 0
            same = (key, "costs", f"{title} and {column.label}", cost.label, columns, rows)
            yield Table(*same, short=short, matrix=True, chart="columns")


def _stats(facts: Facts) -> Iterator[Table]:
    strengths, cost = facts.columns.of("strength"), facts.columns.cost
    for key, numbers in (("stats", strengths), ("numbers", _wide(facts))):
        numbers = [one for one in numbers if any(one.meant[row] is not None for row in facts.designs)]
        others = sum(any(one.values[row] != one.meant[row] for one in numbers) for row in facts.designs)
        what = _listed([one.label for one in numbers if one.excluded]) if others else ""
        note = f"left out: {counted(others, 'card')} with another meaning of {what}" if others else ""
        columns = {one.label: [one.meant[row] for row in facts.designs] for one in numbers}
        for number, (by, labels, order) in enumerate(_groupings(facts)) if numbers else ():
            names, rows = counts.summaries([labels[row] for row in facts.designs], order, columns)
            if number == 0 or len(rows) > 1:
                title = _listed([*columns]).capitalize() + (f" by {by}" if by != "cards" else "")
                name, short = f"{key}-by-{_slug(by)}", None if number < 2 else 0
                yield Table(name, "stats", title, by, names, rows, note, short=short)
    if cost is not None and strengths:
        yield from _efficiency(facts, cost, strengths)
    if len(strengths) >= 2:
        yield from _pairs(facts, strengths)


def _wide(facts: Facts) -> list[StatColumn]:
    """The numbers with many values; the others are counted by value."""
    return [one for one in facts.columns.of("number") if len(set(one.values) - {None}) > _MOST_VALUES]


def _groupings(facts: Facts) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The name of a grouping, the label of each row, and all labels in order."""
    cost = facts.columns.cost
    if cost is None:
        yield "cards", ["all"] * len(facts.cards), ["all"]
    else:
        yield cost.label, *cost.curve(range(len(facts.cards)))
    for column in facts.columns.dividing()[:3]:
        yield column.label, *column.groups()


def _efficiency(facts: Facts, cost: StatColumn, strengths: Sequence[StatColumn]) -> Iterator[Table]:
    sums: list[Number | None] = []
    for row in range(len(facts.cards)):
        own = [one.values[row] for one in strengths if one.values[row] is not None]
        sums.append(sum(own) if own else None)
    kinds: dict[tuple[bool, ...], list[int]] = {}
    for row in dict.fromkeys(facts.designs):  # a copy in a deck is the same card again
        kinds.setdefault(tuple(row in one.excluded for one in strengths), []).append(row)
    # The ruleset says which cards are compared, apart from what they cost.
    design = facts.cards.ruleset.design
    by = [one for one in design.groups if cost.name not in one.columns] if design else []
    values = [values_of(one, Columns(facts.cards), len(facts.cards)) for one in by]
    groups: list[Hashable] = [*zip(*values, strict=True)] or [()] * len(facts.cards)
    rated = worst_first(one for rows in kinds.values() for one in rate(rows, cost.values, sums, groups))
    colours = _colours(facts)
    outliers = [one for one in rated if one.is_outlier]
    what = " + ".join(one.label for one in strengths)
    note = f"strength is {what}; usual is the line through the cards that are compared; "
    note += f"standing out: {len(outliers) or 'none'} of {len(rated):,}"
    table = TableRows()
    for one in rated:
        usual = (round(one.usual, 2), round(one.difference, 2), "stands out" if one.is_outlier else "")
        table.append((facts.name(one.row), (one.cost, one.strength, colours[one.row], *usual)))
    columns = (cost.label, "strength", "group", "usual", "difference", "outlier")
    title = f"Strength by {cost.label}"
    short = max(3, min(len(outliers), 10))
    yield Table("efficiency", "stats", title, "card", columns, table, note, short, chart="scatter")


def _pairs(facts: Facts, strengths: Sequence[StatColumn]) -> Iterator[Table]:
    one, other = strengths[:2]
    groups = _colours(facts)
    rows: TableRows = [
        (facts.name(row), (one.meant[row], other.meant[row], groups[row]))
        for row in dict.fromkeys(facts.designs)
        if one.meant[row] is not None and other.meant[row] is not None
    ]
    title = f"{one.label} against {other.label}".capitalize()
    columns = (one.label, other.label, "group")
    yield Table("stat-pairs", "stats", title, "card", columns, rows, short=0, chart="scatter")


def _colours(facts: Facts) -> Sequence[str]:
    """The label of each row in the first column that divides the cards."""
    by = facts.columns.dividing()
    return by[0].groups()[0] if by else [""] * len(facts.cards)


def _texts(facts: Facts) -> Iterator[Table]:
    texts = facts.columns.of("text")
    if not texts or not facts.designs:
        return
    lengths = [sum(len((one.values[row] or "").split()) for one in texts) for row in range(len(facts.cards))]
    own = [lengths[row] for row in facts.designs]
    step = 5 if max(own) <= 75 else 10 if max(own) <= 150 else -(-max(own) // 150) * 10
    spans = [f"{start}–{start + step - 1}" for start in range(1, max(own) + 1, step)]
    order = [*(["0"] if 0 in own else []), *spans]
    labels = [spans[(words - 1) // step] if words else "0" for words in own]
    note = f"mean {sum(own) / len(own):.1f}, median {statistics.median(own):g}, "
    note += _listed([one.label for one in texts])
    title, rows = "Cards by words of text", counts.tally(labels, order)
    yield Table("text-length", "texts", title, "words", _COUNTED, rows, note, percent=0, chart="columns")
    for number, column in enumerate(facts.columns.dividing()[:3]):
        groups, of = column.groups()
        names, rows = counts.summaries([groups[row] for row in facts.designs], of, {"words": own})
        key, title = f"text-length-by-{_slug(column.label)}", f"Words of text by {column.label}"
        yield Table(key, "texts", title, column.label, names, rows, short=0 if number else None)
    longest = sorted(dict.fromkeys(facts.designs), key=lambda row: (-lengths[row], row))
    rows = [(facts.name(row), (lengths[row],)) for row in longest if lengths[row]]
    yield Table("longest-texts", "texts", "Longest texts", "card", ("words",), rows, short=_NAMED)
    again = [(text, (number,)) for text, number in Counter(facts.card_effects).most_common() if number > 1]
    if not facts.of_deck:
        title = "Texts on more than one card"
        yield Table("repeated-texts", "texts", title, "text", ("cards",), again, short=_NAMED)


_COUNTED = ("cards", SHARE)
_bars = partial(Table, percent=0, chart="bars")


def _order(column: StatColumn, labels: Sequence[str]) -> list[str]:
    """The labels of a tally: words by how frequent they are, numbers in order; none at the end."""
    found = Counter(labels)
    if column.role == "number":
        words = [name for value in sorted(set(column.values) - {None}) if found[name := f"{value:g}"]]
    else:
        unused = column.vocabulary.values if column.vocabulary else ()
        words = [word for word in column.order if found[word] or word in unused]
        words.sort(key=lambda word: -found[word])
    return [*words, *([NONE] if NONE in labels else [])]


def _slug(text: str) -> str:
    return "-".join(text.lower().split())


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
