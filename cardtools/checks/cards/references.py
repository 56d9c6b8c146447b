"""References to cards that don't exist, and sub-types that only one card has."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from cardtools.checks.cards.context import CheckContext
from cardtools.checks.cards.reader import Reference, ReferenceReader
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import counted
from cardtools.rulesets.ruleset import DesignRules

DEAD_REFERENCE = Check.of("""XRF001 dead-reference warning: an effect refers to cards that don't exist
    why: An effect that looks for a card that was never printed does nothing. Not reported while a cell that
    identifies a card has an error, nor where most of what effects refer to is missing: that is part of a
    larger game.
    bad: Add one rank 5 avian card from your deck to your hand, where no avian card has rank 5
    good: Add one rank 4 avian card from your deck to your hand, where there is one
    fix: refer to cards that exist, or make such a card""")
ORPHAN_SUBTYPE = Check.of("""XRF002 orphan-subtype info: a sub-type has one card, or none at all
    why: Sub-types are there to be shared or mentioned. Reported where half of those in use are on three cards
    or more.
    bad: one Insect among sixty cards, and no effect that mentions insects; or effects that do, and no Insect
    good: three Insects, or one that an effect looks for
    fix: give the sub-type to more cards, or to an effect""")

_SHARED = 3  # the median number of cards of a sub-type in games where sub-types are shared


def check(cards: CheckContext) -> list[Diagnostic]:
    """XRF001: effects that refer to cards that don't exist; XRF002: sub-types of one card, or of none.

    While a cell that identifies a card has an error, nothing is known to be missing, and a table that
    lacks most of what its effects refer to is part of a larger game.
    """
    design = cards.design
    if design is None or not (design.nouns or design.tribes):
        return []
    needed = {name for noun in design.nouns.values() for name in noun.columns}
    needed |= {*design.words, *design.tribes, *((design.rank.column,) if design.rank else ())}
    if (cards.off(DEAD_REFERENCE) and cards.off(ORPHAN_SUBTYPE)) or cards.broken_rows(needed):
        return []
    reader = ReferenceReader(design, cards.ruleset)
    texts = {text for name in design.texts for text in cards.columns(name) if text is not None}
    tokens = reader.tokens(texts)
    references = reader.references(tokens)
    dead = set(_dead(cards, design, references)) if references else set()
    if len(dead) * 2 > len(references):
        dead = set()
    places: dict[Reference, list[tuple[int, str]]] = {}
    for name in design.texts if dead else ():
        for row, text in enumerate(cards.columns(name)):
            for one in reader.references(reader.tokens((text,))) if text else ():
                if one in dead:
                    places.setdefault(one, []).append((row, name))
    found = []
    for one, where in places.items():
        row, name = min(where)
        others = len({cards.table.name(other) for other, _ in where}) - 1
        more = f" ({counted(others, 'more card')} with these words)" if others else ""
        message = f'there is no card that "{references[one]}" could mean{more}'
        hint = "refer to cards that exist, or make such a card"
        found.append(cards.finding(DEAD_REFERENCE, row, name, message, hint))
    reported = {word for one in dead for word in one.words}
    return found + _orphans(cards, design, reader, set(tokens), reported)


def _dead(cards: CheckContext, design: DesignRules, references: Iterable[Reference]) -> list[Reference]:
    """The references that no card fits."""
    columns, count = cards.columns, len(cards.table)
    by_word: dict[str, set[int]] = defaultdict(set)
    for name in design.words:
        for row, value in enumerate(columns(name)):
            for word in words_of(value):
                by_word[word].add(row)
    ranks = columns(design.rank.column) if design.rank else [None] * count

    @cache
    def rows_of(noun: str) -> set[int]:
        return set(design.nouns[noun].rows(columns, count)[0])

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


def _orphans(
    cards: CheckContext, design: DesignRules, reader: ReferenceReader, tokens: set[str], reported: set[str]
) -> list[Diagnostic]:
    columns = cards.columns
    found: list[tuple[int, str, tuple[str, str]]] = []
    for column in design.tribes if not cards.off(ORPHAN_SUBTYPE) else ():
        designs = dict(zip(cards.design_names(), columns(column), strict=True))
        count = Counter(chain.from_iterable(map(words_of, designs.values())))
        if not count or sorted(count.values())[(len(count) - 1) // 2] < _SHARED:
            continue
        field = cards.ruleset.fields[column]
        for word in field.vocabulary.values if field.vocabulary else ():
            if count[word] > 1 or word in reported:
                continue
            mentioned = reader.mentions(word, tokens)
            if count[word] and not mentioned:
                row = next(row for row, words in enumerate(columns(column)) if word in words_of(words))
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
    return cards.first_ten(
        ORPHAN_SUBTYPE, found, lambda words: words, "have or mention a sub-type that no other has"
    )


def words_of(value: Any) -> tuple[Any, ...]:
    """The words of a cell: the items of a list, a single word, or none."""
    return value if type(value) is tuple else () if value is None else (value,)
