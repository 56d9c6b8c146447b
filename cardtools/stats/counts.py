"""Counting: plain lists in, pandas tables out. Nothing here knows a game, a file or a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardtools.stats.table import NONE, SHARE, TOTAL

if TYPE_CHECKING:
    import pandas


def named(values: Iterable[Any]) -> list[str]:
    """The values as labels; None is "(none)"."""
    return [NONE if value is None else str(value) for value in values]


def in_order(found: Iterable[str], documented: Iterable[Any] = ()) -> list[str]:
    """The documented labels, then other ones as they come, then "(none)" where there is one."""
    labels = dict.fromkeys([*map(str, documented), *found])
    last = [NONE] if labels.pop(NONE, 0) is None else []
    return [*labels, *last]


def crosstab(
    rows: Sequence[str],
    columns: Sequence[str],
    row_order: Sequence[str],
    column_order: Sequence[str],
    name: str = "",
) -> pandas.DataFrame:
    """How often each pair comes, in the given orders, with a total column and a total row."""
    import pandas

    pairs = pandas.crosstab(pandas.Series(rows, dtype=object), pandas.Series(columns, dtype=object))
    frame = pairs.reindex(index=list(row_order), columns=list(column_order), fill_value=0)
    frame[TOTAL] = frame.sum(axis=1)
    frame.loc[TOTAL] = frame.sum(axis=0)
    return _named(frame.astype(int), name)


def tally(
    values: Iterable[str], order: Sequence[str] | None = None, name: str = "", what: str = "cards"
) -> pandas.DataFrame:
    """How often each value comes and its share of all: in the given order, or the most frequent first (equal
    ones as they come)."""
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
    lists: Sequence[Sequence[str] | None],
    types: Sequence[str] | None,
    order: Sequence[str],
    type_order: Sequence[str],
    name: str = "",
) -> pandas.DataFrame:
    """Sub-types by type: a card with two counts in both rows, one without any under "(none)".

    Without types there is the one column of totals. There is no total row, which would be more than cards.
    """
    pairs = [
        (word, card_type)
        for words, card_type in zip(lists, types or [TOTAL] * len(lists), strict=True)
        for word in (dict.fromkeys(words) if words else [NONE])
    ]
    rows, columns = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    frame = crosstab(rows, columns, order, type_order if types else [TOTAL], name)
    return frame.drop(index=TOTAL)


def summaries(
    groups: Sequence[str], order: Sequence[str], stats: Mapping[str, Sequence[int | None]], name: str = ""
) -> pandas.DataFrame:
    """The number of cards and the mean, least and greatest of each stat, by group with cards.

    Cards that lack one of the stats are not counted.
    """
    import pandas

    data = pandas.DataFrame({"group": list(groups), **{stat: list(column) for stat, column in stats.items()}})
    data = data.dropna(subset=list(stats))
    by_group = data.groupby("group", sort=False)
    frame = pandas.DataFrame({"cards": by_group.size()})
    for stat in stats:
        numbers = by_group[stat]
        frame[f"{stat} mean"] = numbers.mean().astype(float).round(1)
        frame[f"{stat} min"] = numbers.min().astype(int)
        frame[f"{stat} max"] = numbers.max().astype(int)
    return _named(frame.reindex([label for label in order if label in frame.index]), name)


def trues(columns: Mapping[str, Sequence[bool]], used: Sequence[int], name: str = "") -> pandas.DataFrame:
    """How many rows are True in each column, their share, and how often cards use these rows."""
    import pandas

    flags = pandas.DataFrame({column: list(cells) for column, cells in columns.items()}, dtype=bool)
    counts = flags.sum()
    frame = pandas.DataFrame({"effects": counts.astype(int)})
    frame[SHARE] = (counts / max(len(flags), 1)).round(4)
    frame["on cards"] = flags.iloc[list(used)].sum().astype(int)
    return _named(frame, name)


def both(
    pairs: Sequence[set[tuple[str, str]]], rows: tuple[str, Sequence[str]], columns: tuple[str, Sequence[str]]
) -> pandas.DataFrame:
    """How many texts mention both words, row label by column label.

    `rows` and `columns` are a label and its words. The last column and row, "all", count the texts that
    mention the word at all, alone or with others, and their corner all texts that mention any.
    """
    import pandas

    (row_label, row_words), (column_label, column_words) = rows, columns
    said = pandas.DataFrame(
        [(text, label, word) for text, words in enumerate(pairs) for label, word in sorted(words)],
        columns=["text", "label", "word"],
    )
    left, right = said[said["label"] == row_label], said[said["label"] == column_label]
    met = left.merge(right, on="text")
    frame = pandas.crosstab(met["word_x"], met["word_y"])
    frame = frame.reindex(index=list(row_words), columns=list(column_words), fill_value=0)
    frame["all"] = left["word"].value_counts().reindex(list(row_words), fill_value=0)
    bottom = right["word"].value_counts().reindex(list(column_words), fill_value=0)
    frame.loc["all"] = [*bottom, said["text"].nunique()]
    return _named(frame.astype(int), row_label)


def _named(frame: pandas.DataFrame, name: str) -> pandas.DataFrame:
    frame.index.name, frame.columns.name = name, None
    return frame
