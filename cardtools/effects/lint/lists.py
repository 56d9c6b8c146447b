"""Checks of the list of effects: GEN016 and GEN017. Many faulty lines are one finding, at the first."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from cardtools.effects.lint.context import EffectFiles
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


def check(files: EffectFiles) -> Iterator[Diagnostic]:
    """Repeated lines, and differences from what the templates, placeholders and stages give now."""
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
    missing, extra = want - have, have - want
    parts = []
    if missing:
        parts.append(missing_effects(missing.total(), next(iter(missing))))
    if extra:
        parts.append(extra_effects(extra.total(), next(iter(extra))))
    message = f"not what the sources give: {'; '.join(parts) or 'the order differs'}"
    place = Location(name, different[0][0] if different[0] else len(lines), 1)
    yield STALE_LIST.finding(place, message, "run `cardtools build`")


def missing_effects(number: int, first: str) -> str:
    """What a message says of effects that a list lacks."""
    return f"{counted(number, 'effect')} missing, such as {first!r}"


def extra_effects(number: int, first: str) -> str:
    """What a message says of effects that no source gives."""
    return f"{counted(number, 'effect')} without a source, such as {first!r}"
