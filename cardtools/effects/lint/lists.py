"""Checks of the list of effects and of the tagged list: GEN016, GEN017, FLG003 to FLG005, FLG007."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardtools.effects.grammar import Template
from cardtools.effects.lint.context import EffectFiles, Tags
from cardtools.effects.tagged import TagTable
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted

DUPLICATE_LINES = Check.of("""GEN016 corpus-duplicates warning: the list of effects has lines that repeat
    source: Doc 4.7.5
    why: Repeated effects are tagged, drawn and counted several times.
    bad: Draw one card. on lines 4 and 5
    good: Draw one card. on line 4
    fix: run `cardtools build`; if that doesn't help, put dedupe last in stages of cardtools.toml""")
STALE_LIST = Check.of("""GEN017 corpus-stale warning: a list is not what its sources give now
    source: Doc 4.7
    why: A template, placeholder, phrase or tag rule has changed since the list was made, or someone edited
    it.
    bad: Draw nine cards. in the list, which no template gives
    good: the list after `cardtools build`
    fix: run `cardtools build`; edit the sources, not the list""")
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
    """What is found in both lists."""
    yield from _listed(files)
    yield from _tagged(files)


def _listed(files: EffectFiles) -> Iterator[Diagnostic]:
    """Repeated lines of the list, and differences from what its sources give now."""
    if not files.made or files.effect_lines is None:
        return
    made, lines = files.made.effects, files.effect_lines
    name = shown(files.root / files.settings.effects)
    first: dict[str, int] = {}
    repeated = [n for n, line in enumerate(lines, 1) if line and first.setdefault(line, n) != n]
    if repeated:
        what = "line repeats" if len(repeated) == 1 else "lines repeat"
        message = f"{len(repeated):,} {what} an earlier one, the first {lines[repeated[0] - 1]!r}"
        stale = len(set(made)) == len(made)
        hint = "run `cardtools build`" if stale else "put dedupe last in stages of cardtools.toml"
        yield DUPLICATE_LINES.finding(Location(name, repeated[0], 1), message, hint)

    written = [(number, line) for number, line in enumerate(lines, 1) if line]
    pairs = itertools.zip_longest(written, made, fillvalue=None)
    different = next(((one, other) for one, other in pairs if one is None or one[1] != other), None)
    if different is None:
        return
    have, want = Counter(line for _, line in written), Counter(made)
    parts = _differences([*(want - have).elements()], [*(have - want).elements()])
    message = f"not what the sources give: {'; '.join(parts) or 'the order differs'}"
    place = Location(name, different[0][0] if different[0] else len(lines), 1)
    yield STALE_LIST.finding(place, message, "run `cardtools build`")


def _differences(missing: Sequence[str], extra: Sequence[str]) -> list[str]:
    """What a message says of effects that a list lacks, and of those that no source gives."""
    ways = ((missing, "missing"), (extra, "without a source"))
    return [f"{counted(len(some), 'effect')} {how}, such as {some[0]!r}" for some, how in ways if some]


def _tagged(files: EffectFiles) -> Iterator[Diagnostic]:
    """What is found in the tagged list. Many rows with one fault are one finding, at the first of them."""
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
    have, want = set(table.effects), set(made)
    extra = [row for row, effect in enumerate(table.effects) if effect not in want]
    missing, rows = [effect for effect in made if effect not in have], extra[:1]
    parts = _differences(missing, [table.effects[row] for row in extra])
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
