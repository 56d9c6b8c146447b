"""References to cards that don't exist, sub-types of one card only, ranks that nothing leads to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.columns import Columns
from cardtools.checks.design.references import Reference, ReferenceReader
from cardtools.checks.design.values import broken_rows, design_names, finding, some
from cardtools.errors import Diagnostic
from cardtools.rulesets.ruleset import DesignRules
from cardtools.spelling import counted

DEAD_REFERENCE = Check(
    "XRF001", "dead-reference", "warning", "an effect refers to cards that don't exist",
    why="An effect that looks for a card that was never printed does nothing. Not reported while a cell "
    "that says what a card is has an error, nor where most of what effects refer to is missing: that is "
    "part of a larger game.",
    bad="Add one rank 5 avian card from your deck to your hand, where no avian card has rank 5",
    good="Add one rank 4 avian card from your deck to your hand, where there is one",
    fix="refer to cards that exist, or make such a card")  # fmt: skip
ORPHAN_SUBTYPE = Check(
    "XRF002", "orphan-subtype", "info", "a sub-type has one card, or none at all",
    why="Sub-types are there to be shared or mentioned. Reported where half of those in use are on three "
    "cards or more.",
    bad="one Insect among sixty cards, and no effect that mentions insects; or effects that do, and no "
    "Insect",
    good="three Insects, or one that an effect looks for",
    fix="give the sub-type to more cards, or to an effect")  # fmt: skip
RANK_GAP = Check(
    "XRF003", "rank-gap", "info", "no card leads up to the cards of a rank",
    why="A card that comes into play on one of the rank below stays in the hand when there is none.",
    bad="Water cards of rank 1, 2 and 4", good="Water cards of rank 1, 2, 3 and 4",
    fix="make a card of the rank that is missing")  # fmt: skip

_SHARED = 3  # the median number of cards of a sub-type in games where sub-types are shared


def check_references(table: CardTable, columns: Columns, design: DesignRules) -> list[Diagnostic]:
    """XRF001: effects that refer to cards that don't exist; XRF002: sub-types of one card, or of none.

    While a cell that says what a card is has an error, nothing can be said to be missing, and a table that
    lacks most of what its effects refer to is part of a larger game.
    """
    needed = {name for noun in design.nouns.values() for name in noun.columns}
    needed |= {*design.words, *design.tribes, *((design.rank.column,) if design.rank else ())}
    wanted = any(not table.ruleset.check(check).off for check in (DEAD_REFERENCE, ORPHAN_SUBTYPE))
    if not wanted or not (design.nouns or design.tribes) or broken_rows(columns, needed):
        return []
    reader = ReferenceReader(design, table.ruleset)
    texts = {text for name in design.texts for text in columns(name) if text is not None}
    tokens = reader.tokens(texts)
    references = reader.references(tokens)
    dead = _dead(table, columns, design, references) if references else []
    if len(dead) * 2 > len(references):
        dead = []
    found = _dead_findings(table, columns, design, reader, {one: references[one] for one in dead})
    reported = {word for one in dead for word in one.words}
    return found + _orphans(table, columns, design, reader, set(tokens), reported)


def _dead(
    table: CardTable, columns: Columns, design: DesignRules, references: Iterable[Reference]
) -> list[Reference]:
    """The references that no card fits."""
    by_word: dict[str, set[int]] = defaultdict(set)
    for name in design.words:
        for row, value in enumerate(columns(name)):
            for word in _each(value):
                by_word[word].add(row)
    ranks = columns(design.rank.column) if design.rank else [None] * len(table)

    @cache
    def rows_of(noun: str) -> set[int]:
        return set(design.nouns[noun].rows(columns, len(table))[0])

    @cache
    def ranks_of(noun: str, words: tuple[str, ...]) -> set[int | None]:
        """The ranks of the cards that have the words and are what the noun means."""
        sets = [by_word[word] for word in words]
        if design.nouns[noun].when is not None:
            sets.append(rows_of(noun))
        if not sets:
            return set(ranks)
        fewest = min(sets, key=len)
        return {ranks[row] for row in fewest.intersection(*sets)}

    return [one for one in references if not any(map(one.allows, ranks_of(one.noun, one.words)))]


def _dead_findings(
    table: CardTable,
    columns: Columns,
    design: DesignRules,
    reader: ReferenceReader,
    dead: Mapping[Reference, str],
) -> list[Diagnostic]:
    check = table.ruleset.check(DEAD_REFERENCE)
    if check.off or not dead:
        return []
    places: dict[Reference, list[tuple[int, str]]] = {}
    for name in design.texts:
        for row, text in enumerate(columns(name)):
            for one in reader.references(reader.tokens((text,))) if text else ():
                if one in dead:
                    places.setdefault(one, []).append((row, name))
    found = []
    for one, where in places.items():
        row, name = min(where)
        others = len({table.name(other) for other, _ in where}) - 1
        more = f" ({counted(others, 'more card')} with these words)" if others else ""
        message = f'there is no card that "{dead[one]}" could mean{more}'
        hint = "refer to cards that exist, or make such a card"
        found.append(finding(table, check, row, name, message, hint))
    return found


def _orphans(
    table: CardTable,
    columns: Columns,
    design: DesignRules,
    reader: ReferenceReader,
    tokens: set[str],
    reported: set[str],
) -> list[Diagnostic]:
    check = table.ruleset.check(ORPHAN_SUBTYPE)
    found: list[tuple[int, str, tuple[str, str]]] = []
    for column in design.tribes if not check.off else ():
        designs = dict(zip(design_names(table), columns(column), strict=True))
        count = Counter(chain.from_iterable(map(_each, designs.values())))
        if not count or sorted(count.values())[(len(count) - 1) // 2] < _SHARED:
            continue
        field = table.ruleset.fields[column]
        for word in field.vocabulary.values if field.vocabulary else ():
            if count[word] > 1 or word in reported:
                continue
            mentioned = reader.mentions(word, tokens)
            if count[word] and not mentioned:
                row = next(row for row, words in enumerate(columns(column)) if word in _each(words))
                message = f"it is the only {word}, and no effect mentions that {field.label}"
                hint = f"give the {field.label} to more cards, or mention it in an effect"
                found.append((row, column, (message, hint)))
            elif mentioned and not count[word]:
                row, name = min(
                    (row, name)
                    for name in design.texts
                    for row, text in enumerate(columns(name))
                    if text and word.lower() in text.lower()
                    if reader.mentions(word, set(reader.tokens((text,))))
                )
                message = f"the effect mentions {word}, a {field.label} that no card has"
                hint = f"give the {field.label} to a card, or mention another"
                found.append((row, name, (message, hint)))
    return some(table, check, found, _as_found, "have or mention a sub-type that no other has")


def _as_found(words: tuple[str, str]) -> tuple[str, str]:
    return words


def _each(words: Any) -> tuple[Any, ...]:
    return words if type(words) is tuple else () if words is None else (words,)


def check_rank_gaps(table: CardTable, columns: Columns, design: DesignRules) -> list[Diagnostic]:
    """XRF003: a rank above the lowest without a card of the rank below that its cards could be played on.

    Skipped for tables without a card of the lowest rank: they are part of a game.
    """
    check, rank = table.ruleset.check(RANK_GAP), design.rank
    if check.off or rank is None or not rank.within or broken_rows(columns, (rank.column, rank.within)):
        return []
    kinds: dict[Any, dict[int, int]] = {}
    for row, (kind, number) in enumerate(zip(columns(rank.within), columns(rank.column), strict=True)):
        if kind is not None and number is not None:
            kinds.setdefault(kind, {}).setdefault(number, row)
    field = table.ruleset.fields[rank.column]
    numbers = {number for rows in kinds.values() for number in rows}
    lowest = min(numbers, default=0) if field.entry.min is None else field.entry.min
    if lowest not in numbers:
        return []
    found = []
    for kind, rows in kinds.items():
        for number in sorted(rows):
            if number > lowest and number - 1 not in rows:
                below = f"{', '.join(_each(kind))} card of {field.label} {number - 1}"
                message = f"there is no {below}, so nothing leads to {field.label} {number}"
                hint = "add such a card, or an effect that brings this one into play"
                found.append((rows[number], rank.column, (message, hint)))
    return some(table, check, found, _as_found, f"have a {field.label} that nothing leads to")
