"""What cards are compared by, from the [design] of a ruleset file."""

from __future__ import annotations

from collections.abc import Mapping

from cardtools.ground.spelling import suggest
from cardtools.language.value_kinds import NUMBER_TYPES
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.design_model import DesignEntry, RankEntry
from cardtools.rulesets.ruleset import DesignRules, Field


def compile_design(work: Compilation, entry: DesignEntry, fields: Mapping[str, Field]) -> DesignRules:
    """The compiled design; its problems are in `work`."""
    lists = {
        key: tuple(e for i, text in enumerate(texts) if (e := work.expression(text, ("design", key, i))))
        for key, texts in (("same", entry.same), ("groups", entry.groups))
    }
    for key, columns in (("words", entry.words), ("tribes", entry.tribes)):
        for index, column in enumerate(columns):
            if column not in fields:
                work.unknown_column(("design", key, index), column)
            elif fields[column].vocabulary is None:
                message = f"{column} has no vocabulary, so its words are not known"
                work.problem(("design", key), message, "give the column a vocabulary", column)
    nouns = {}
    for noun, text in entry.nouns.items():
        if len(noun.split()) != 1:
            work.problem(("design", "nouns", noun), f"{noun!r} is not one word", "write one, as: card")
        condition = work.expression(text, ("design", "nouns", noun)) if text else None
        nouns[noun] = RowFilter(condition)
    if entry.rank:
        _check_rank(work, entry.rank, fields)
    effects = work.model.effects.columns
    numbers = [field for field in fields.values() if field.entry.type in NUMBER_TYPES]
    return DesignRules(
        lists["same"],
        lists["groups"],
        tuple(field.name for field in numbers if field.entry.role == "strength"),
        tuple(field.name for field in numbers if field.entry.role == "cost"),
        tuple(name for name, field in fields.items() if name in effects or field.entry.role == "effect"),
        entry.words,
        nouns,
        entry.tribes,
        entry.rank,
    )


def _check_rank(work: Compilation, rank: RankEntry, fields: Mapping[str, Field]) -> None:
    for key, column in (("column", rank.column), ("within", rank.within)):
        if column and column not in fields:
            work.unknown_column(("design", "rank", key), column)
    if rank.column in fields and fields[rank.column].entry.type not in ("int", "signed"):
        hint = suggest(
            "", [name for name, f in fields.items() if f.entry.type in ("int", "signed")], "numbers"
        )
        work.problem(("design", "rank", "column"), f"{rank.column} isn't a number column", hint)
    for key in ("exactly", "at_most", "at_least"):
        words = getattr(rank, key)
        if words and words.split().count("{}") != 1:
            message = f"{words!r} does not have {{}} as one of its words"
            work.problem(("design", "rank", key), message, "write {} for the number, as in: rank {}")
