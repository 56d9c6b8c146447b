"""Checks of the tagged list: FLG003 to FLG005, FLG007, and GEN017 where it is out of date.

Many rows with one fault are one finding, at the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardtools.effects.grammar import Template
from cardtools.effects.lint.context import EffectFiles, Tags
from cardtools.effects.lint.lists import STALE_LIST, extra_effects, missing_effects
from cardtools.effects.tagged import TagTable
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted

DUPLICATE_EFFECT = Check.of("""FLG003 duplicate-effect warning: an effect is on two rows of the tagged list
    source: Doc 4.8
    why: The rows may have different tags, and the effect is drawn twice as often.
    bad: Draw one card.;True and Draw one card.;False
    good: Draw one card.;True
    fix: delete one of the rows""")
NO_RANK = Check.of("""FLG004 no-rank warning: effects are tagged for no rank
    source: Doc 4.8
    why: No card may have such an effect, because none of the LEVEL columns is True.
    bad: Draw ten cards.;False;False, where the columns are LEVEL_1 and LEVEL_2
    good: Draw ten cards.;False;True
    fix: add a tag rule that makes one of the columns True""")
NO_KIND = Check.of("""FLG005 no-kind warning: effects are tagged neither for units nor for spells
    source: Doc 4.8
    why: No card may have such an effect, because neither UNIT nor SPELL is True.
    bad: Draw ten cards.;False;False, where the columns are UNIT and SPELL
    good: Draw ten cards.;False;True
    fix: add a tag rule that makes UNIT or SPELL True""")
STALE_TRUE = Check.of("""FLG007 stale-true info: a tag is True although no rule sets it
    source: Doc 4.8.3
    why: Tagging never makes a cell False again, so the tag comes from an earlier rule or from a person.
    bad: Gain one point.;True in the column HAS_DRAW
    good: Gain one point.;False
    fix: add a rule for it, or run `cardtools build` to make the list again""")

_RANK = re.compile(r"LEVEL_\d+")
_KIND = re.compile("UNIT|SPELL")


def check(files: EffectFiles) -> Iterator[Diagnostic]:
    """What is found in the tagged list; `fresh_tags` are what the rules give now."""
    fresh, table, tags, made = files.fresh_tags, files.tagged, files.tags, files.made
    if table is None:
        return
    first: dict[str, int] = {}
    for row, effect in enumerate(table.effects):
        if first.setdefault(effect, row) != row:
            message = f"{effect!r} is already on line {_at(table, first[effect]).line}"
            yield DUPLICATE_EFFECT.finding(_at(table, row), message, "delete one of the two rows")
    yield from _untagged(table, tags, made.templates if made else {})
    for column, rows in _only_true(tags, fresh):
        effects = counted(len(rows), "effect")
        message = f"no rule makes {column} True for {effects}, the first {table.effects[rows[0]]!r}"
        hint = "add a rule for it, or run `cardtools build` to make the list again"
        yield STALE_TRUE.finding(_at(table, rows[0], column), message, hint)
    if made is not None:
        yield from _stale(table, made.effects, tags, fresh)


def _stale(table: TagTable, made: Sequence[str], tags: Tags, fresh: Tags) -> Iterator[Diagnostic]:
    parts = []
    rows = []
    have, want = set(table.effects), set(made)
    if missing := [effect for effect in made if effect not in have]:
        parts.append(missing_effects(len(missing), missing[0]))
    if extra := [row for row, effect in enumerate(table.effects) if effect not in want]:
        rows.append(extra[0])
        parts.append(extra_effects(len(extra), table.effects[extra[0]]))
    parts += [f"no column {column}" for column in fresh if column not in table.columns]
    for column, untrue in _only_true(fresh, tags):
        rows.append(untrue[0])
        cells = counted(len(untrue), "cell")
        parts.append(f"{cells} of {column} not True yet, such as for {table.effects[untrue[0]]!r}")
    if parts:
        place = _at(table, min(rows)) if rows else Location(shown(table.path), 1, 1)
        message = f"not what the sources and rules give: {'; '.join(parts)}"
        yield STALE_LIST.finding(place, message, "run `cardtools build`")


def _only_true(one: Tags, other: Tags) -> Iterator[tuple[str, list[int]]]:
    """The columns of both, with the rows that are True only in the first."""
    for column, cells in one.items():
        if column in other and cells != other[column]:
            pairs = enumerate(zip(cells, other[column], strict=True))
            if rows := [row for row, (first, second) in pairs if first and not second]:
                yield column, rows


def _untagged(table: TagTable, tags: Tags, templates: Mapping[str, Template]) -> Iterator[Diagnostic]:
    """Effects without a rank or a kind, where the table has such columns; one finding for each template."""
    for found, what, form in ((NO_RANK, "rank", _RANK), (NO_KIND, "kind", _KIND)):
        columns = [column for column in tags if form.fullmatch(column)]
        groups: dict[str, list[int]] = {}
        for row, values in enumerate(zip(*(tags[column] for column in columns), strict=True)):
            if True not in values:
                effect = table.effects[row]
                key = templates[effect].text if effect in templates else ""
                groups.setdefault(key, []).append(row)
        for text, rows in groups.items():
            have = "has" if len(rows) == 1 else "have"
            which = f"of {text!r} " if text else ""
            message = (
                f"{counted(len(rows), 'effect')} {which}{have} no {what} "
                f"({_listing(columns)}), the first {table.effects[rows[0]]!r}"
            )
            hint = f"add a rule that makes {_listing(columns, 'or')} True"
            yield found.finding(_at(table, rows[0]), message, hint)


def _at(table: TagTable, row: int, column: str | int = 0) -> Location:
    return table.file.at(row, column) if table.file else Location(shown(table.path), row + 1, 1)


def _listing(columns: Iterable[str], word: str = "to") -> str:
    first, *others = columns
    if not others:
        return first
    return f"{first} {word} {others[-1]}" if len(others) > 1 else f"{first} or {others[0]}"
