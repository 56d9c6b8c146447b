"""Checks of the lists that were made: the effects (GEN016, GEN017) and their tags (FLG003 to FLG005, FLG007).

What is wrong with many rows of one kind is one finding at the first of them.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cardtools.effects.grammar import Template
from cardtools.effects.tagged import TagTable
from cardtools.errors import Diagnostic, Location
from cardtools.files import shown

Tags = Mapping[str, Sequence[bool]]
KINDS = ("UNIT", "SPELL")
_RANK = re.compile(r"LEVEL_\d+")


def duplicate_lines(path: Path, lines: Sequence[str], made: Sequence[str]) -> Iterator[Diagnostic]:
    """GEN016: effects that stand in the list more than once. `made` is what the stages give now."""
    first: dict[str, int] = {}
    repeated = []
    for number, line in enumerate(lines, 1):
        if line and first.setdefault(line, number) != number:
            repeated.append(number)
    if repeated:
        line = lines[repeated[0] - 1]
        message = f"{_count(repeated, 'line repeats', 'lines repeat')} an earlier one, the first {line!r}"
        stale = len(set(made)) == len(made)
        hint = "run `cardtools build`" if stale else "put dedupe last in stages of cardtools.toml"
        place = Location(shown(path), repeated[0], 1)
        yield Diagnostic(place, message, hint, "GEN016", "corpus-duplicates", "warning")


def stale_list(path: Path, lines: Sequence[str], made: Sequence[str]) -> Iterator[Diagnostic]:
    """GEN017: a list that is not what the templates, placeholders and stages give now (`made`)."""
    written = [(number, line) for number, line in enumerate(lines, 1) if line]
    pairs = itertools.zip_longest(written, made, fillvalue=None)
    different = next(((one, other) for one, other in pairs if one is None or one[1] != other), None)
    if different is None:
        return
    have, want = Counter(line for _, line in written), Counter(made)
    missing, extra = want - have, have - want
    parts = []
    if missing:
        parts.append(f"{_amount(missing.total())} missing, such as {next(iter(missing))!r}")
    if extra:
        parts.append(f"{_amount(extra.total())} from nowhere, such as {next(iter(extra))!r}")
    message = f"not what the sources give: {'; '.join(parts) or 'the order is another'}"
    place = Location(shown(path), different[0][0] if different[0] else len(lines), 1)
    yield Diagnostic(place, message, "run `cardtools build`", "GEN017", "corpus-stale", "warning")


def stale_tags(table: TagTable, made: Sequence[str], tags: Tags, fresh: Tags) -> Iterator[Diagnostic]:
    """GEN017 for the tagged list: effects, columns or True cells that the sources and rules give are missing.

    `made` are the effects that the sources give; `tags` are the table's columns, `fresh` those that the rules
    give for its effects.
    """
    parts = []
    rows = []
    have, want = set(table.effects), set(made)
    if missing := [effect for effect in made if effect not in have]:
        parts.append(f"{_amount(len(missing))} missing, such as {missing[0]!r}")
    if extra := [row for row, effect in enumerate(table.effects) if effect not in want]:
        rows.append(extra[0])
        parts.append(f"{_amount(len(extra))} from nowhere, such as {table.effects[extra[0]]!r}")
    parts += [f"no column {column}" for column in fresh if column not in table.columns]
    for column, untrue in _only_true(fresh, tags):
        rows.append(untrue[0])
        cells = _count(untrue, "cell", "cells")
        parts.append(f"{cells} of {column} not True yet, such as for {table.effects[untrue[0]]!r}")
    if parts:
        place = _at(table, min(rows)) if rows else Location(shown(table.path), 1, 1)
        message = f"not what the sources and rules give: {'; '.join(parts)}"
        yield Diagnostic(place, message, "run `cardtools build`", "GEN017", "corpus-stale", "warning")


def unexplained_tags(table: TagTable, tags: Tags, fresh: Tags) -> Iterator[Diagnostic]:
    """FLG007: cells that are True though no rule makes them so: an earlier run did, or a person."""
    for column, rows in _only_true(tags, fresh):
        effects = _count(rows, "effect", "effects")
        message = f"{column} is True by no rule for {effects}, the first {table.effects[rows[0]]!r}"
        hint = "add a rule for it, or run `cardtools build` to make the list anew"
        yield Diagnostic(_at(table, rows[0], column), message, hint, "FLG007", "stale-true", "info")


def _only_true(one: Tags, other: Tags) -> Iterator[tuple[str, list[int]]]:
    """The columns of both, with the rows that are True only in the first."""
    for column, cells in one.items():
        if column in other and cells != other[column]:
            pairs = enumerate(zip(cells, other[column], strict=True))
            if rows := [row for row, (first, second) in pairs if first and not second]:
                yield column, rows


def duplicate_rows(table: TagTable) -> Iterator[Diagnostic]:
    """FLG003: the same effect on two rows."""
    first: dict[str, int] = {}
    for row, effect in enumerate(table.effects):
        if first.setdefault(effect, row) != row:
            message = f"{effect!r} stands on line {_at(table, first[effect]).line} already"
            hint = "take one of the two rows out"
            yield Diagnostic(_at(table, row), message, hint, "FLG003", "duplicate-effect", "warning")


def untagged(table: TagTable, tags: Tags, templates: Mapping[str, Template]) -> Iterator[Diagnostic]:
    """FLG004: effects without a rank, FLG005: without a kind, where the table has such columns.

    One finding for the effects of a template; `templates` says which an effect comes from.
    """
    ranks = [column for column in tags if _RANK.fullmatch(column)]
    kinds = [column for column in tags if column in KINDS]
    for code, name, what, columns in (
        ("FLG004", "no-rank", "rank", ranks),
        ("FLG005", "no-kind", "kind", kinds),
    ):
        groups: dict[str, list[int]] = {}
        cells = zip(*(tags[column] for column in columns), strict=True)
        for row, values in enumerate(cells):
            if True not in values:
                effect = table.effects[row]
                key = templates[effect].text if effect in templates else ""
                groups.setdefault(key, []).append(row)
        for text, rows in groups.items():
            have = "has" if len(rows) == 1 else "have"
            which = f"of {text!r} " if text else ""
            message = (
                f"{_count(rows, 'effect', 'effects')} {which}{have} no {what} "
                f"({_listing(columns)}), the first {table.effects[rows[0]]!r}"
            )
            hint = f"add a rule that makes {_listing(columns, 'or')} True"
            yield Diagnostic(_at(table, rows[0]), message, hint, code, name, "warning")


def _at(table: TagTable, row: int, column: str | int = 0) -> Location:
    return table.file.at(row, column) if table.file else Location(shown(table.path), row + 1, 1)


def _count(rows: Sequence[int], one: str, many: str) -> str:
    return f"{len(rows):,} {one if len(rows) == 1 else many}"


def _amount(number: int) -> str:
    return f"{number:,} effect{'' if number == 1 else 's'}"


def _listing(columns: Iterable[str], word: str = "to") -> str:
    first, *others = columns
    if not others:
        return first
    return f"{first} {word} {others[-1]}" if len(others) > 1 else f"{first} or {others[0]}"
