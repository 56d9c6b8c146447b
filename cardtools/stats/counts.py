"""Counting: plain lists in, pandas tables out. Nothing here knows a game, a file or a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardtools.stats.table import NONE, SHARE, TOTAL

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Grouping:
    """What the cards are counted by: the label of each card, and all labels in the order of the tables."""

    name: str
    labels: Sequence[str]
    order: Sequence[str]

    def __mul__(self, other: Grouping) -> Grouping:
        """The cards by both: "unit 3"."""
        return Grouping(
            f"{self.name} and {other.name}",
            [f"{one} {two}" for one, two in zip(self.labels, other.labels, strict=True)],
            [f"{one} {two}" for one in self.order for two in other.order],
        )


def group(name: str, values: Iterable[Any], documented: Iterable[Any] = ()) -> Grouping:
    """The values as labels, "(none)" for None; ordered as documented, then as they appear, "(none)" last."""
    labels = [NONE if value is None else str(value) for value in values]
    order = dict.fromkeys([*map(str, documented), *labels])
    last = [NONE] if order.pop(NONE, 0) is None else []
    return Grouping(name, labels, [*order, *last])


def crosstab(rows: Grouping, columns: Grouping) -> pandas.DataFrame:
    """How often each pair of labels occurs, with a total column and a total row."""
    import pandas

    left, top = (pandas.Series(by.labels, dtype=object) for by in (rows, columns))
    pairs = pandas.crosstab(left, top)
    frame = pairs.reindex(index=list(rows.order), columns=list(columns.order), fill_value=0)
    frame[TOTAL] = frame.sum(axis=1)
    frame.loc[TOTAL] = frame.sum(axis=0)
    return _named(frame.astype(int), rows.name)


def tally(
    values: Iterable[str], order: Sequence[str] | None = None, name: str = "", what: str = "cards"
) -> pandas.DataFrame:
    """How often each value occurs, and its share of all, in the given order.

    Without an order the most frequent come first, equally frequent ones as they appear.
    """
    import pandas

    listed = list(values)
    counts = pandas.Series(listed, dtype=object).value_counts(sort=False)
    counts = counts.reindex(list(dict.fromkeys(listed)) if order is None else list(order), fill_value=0)
    if order is None:
        counts = counts.sort_values(ascending=False, kind="stable")
    frame = pandas.DataFrame({what: counts.astype(int)})
    frame[SHARE] = (frame[what] / max(len(listed), 1)).round(4)
    return _named(frame, name)


def sub_types(
    lists: Sequence[Sequence[str] | None], words: Grouping, types: Grouping | None
) -> pandas.DataFrame:
    """Sub-types by type: a card with two counts in both rows, one without any under "(none)".

    Without types the only column is the total. There is no total row: it would be more than the cards.
    """
    pairs = [
        (word, card_type)
        for found, card_type in zip(lists, types.labels if types else [TOTAL] * len(lists), strict=True)
        for word in (dict.fromkeys(found) if found else [NONE])
    ]
    rows = Grouping(words.name, [word for word, _ in pairs], words.order)
    columns = Grouping("", [card_type for _, card_type in pairs], types.order if types else [TOTAL])
    return crosstab(rows, columns).drop(index=TOTAL)


def summaries(groups: Grouping, stats: Mapping[str, Sequence[int | None]]) -> pandas.DataFrame:
    """The number of cards and the mean, minimum and maximum of each stat, for each group with cards.

    Cards without a value for one of the stats are not counted.
    """
    import pandas

    data = pandas.DataFrame({"group": groups.labels, **stats}).dropna(subset=list(stats))
    by_group = data.groupby("group", sort=False)
    frame = pandas.DataFrame({"cards": by_group.size()})
    for stat in stats:
        numbers = by_group[stat]
        frame[f"{stat} mean"] = numbers.mean().astype(float).round(1)
        frame[f"{stat} min"] = numbers.min().astype(int)
        frame[f"{stat} max"] = numbers.max().astype(int)
    return _named(frame.reindex([label for label in groups.order if label in frame.index]), groups.name)


def trues(columns: Mapping[str, Sequence[bool]], used: Sequence[int], name: str) -> pandas.DataFrame:
    """How many rows are True in each column, their share, and how often cards use these rows."""
    import pandas

    flags = pandas.DataFrame(columns, dtype=bool)
    frame = pandas.DataFrame({"effects": flags.sum().astype(int)})
    frame[SHARE] = (frame["effects"] / max(len(flags), 1)).round(4)
    frame["on cards"] = flags.iloc[list(used)].sum().astype(int)
    return _named(frame, name)


def both(
    mentions: Sequence[set[tuple[str, str]]],
    rows: tuple[str, Sequence[str]],
    columns: tuple[str, Sequence[str]],
) -> pandas.DataFrame:
    """How many texts mention both words, row label by column label; `mentions` has label and word.

    `rows` and `columns` are a label and its words. The last column and row, "all", count the texts that
    mention the word, alone or with others; their corner counts the texts that mention any of the words.
    """
    import pandas

    left, right = (
        pandas.DataFrame({word: [(label, word) in found for found in mentions] for word in words}, dtype=int)
        for label, words in (rows, columns)
    )
    frame = left.T @ right
    frame["all"] = left.sum()
    frame.loc["all"] = [*right.sum(), sum(map(bool, mentions))]
    return _named(frame.astype(int), rows[0])


def _named(frame: pandas.DataFrame, name: str) -> pandas.DataFrame:
    frame.index.name, frame.columns.name = name, None
    return frame
