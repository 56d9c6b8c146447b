"""What effects speak of and nobody printed, words that are on one card only, ranks that nothing leads to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.columns import Columns
from cardtools.checks.design.phrases import Language, Phrase
from cardtools.checks.design.values import broken_rows, design_names, finding, some
from cardtools.errors import Diagnostic
from cardtools.rulesets.ruleset import Design
from cardtools.spelling import counted

DEAD_REFERENCE = Check(
    "XRF001", "dead-reference", "warning", "an effect speaks of cards that do not exist",
    why=(
        "An effect that looks for a card nobody printed does nothing. Not told while a cell it asks for "
        "has an error, nor where most of what effects speak of is missing: that is a part of a larger "
        "game."
    ),
    bad="Add one rank 5 avian card from your deck to your hand, where no avian card has rank 5",
    good="Add one rank 4 avian card from your deck to your hand, where there is one",
    fix="speak of cards that exist, or make such a card",
)  # fmt: skip
ORPHAN_SUBTYPE = Check(
    "XRF002", "orphan-subtype", "info", "a sub-type has one card, or none at all",
    why=(
        "Sub-types are there to be shared or spoken of. Told where half of those in use are on three "
        "cards or more."
    ),
    bad=(
        "one Insect among sixty cards, and no effect that speaks of insects; or effects that do, and no "
        "Insect"
    ),
    good="three Insects, or one that an effect looks for",
    fix="give the sub-type to more cards, or to an effect",
)  # fmt: skip
RANK_GAP = Check(
    "XRF003", "rank-gap", "info", "no card leads up to the cards of a rank",
    why="A card that comes into play on one of the rank below stays in the hand when there is none.",
    bad="Water cards of rank 1, 2 and 4",
    good="Water cards of rank 1, 2, 3 and 4",
    fix="make a card of the rank that is missing",
)  # fmt: skip

_SHARED = 3  # cards that half of the words in use are on, where such words are meant to be shared


def check_references(table: CardTable, columns: Columns, design: Design) -> list[Diagnostic]:
    """XRF001: effects that speak of cards there are none of; XRF002: sub-types of one card, or of none.

    While a cell that says what a card is has an error, nothing can be said to be missing, and a table that
    lacks most of what its effects speak of is a part of a larger game.
    """
    asked = {name for noun in design.nouns.values() for name in noun.columns}
    asked |= {*design.words, *design.tribes, *((design.rank.column,) if design.rank else ())}
    wanted = any(not table.ruleset.check(check).off for check in (DEAD_REFERENCE, ORPHAN_SUBTYPE))
    if not wanted or not (design.nouns or design.tribes) or broken_rows(columns, asked):
        return []
    language = Language(design, table.ruleset)
    texts = {text for name in design.texts for text in columns(name) if text is not None}
    tokens = language.tokens(texts)
    phrases = language.phrases(tokens)
    dead = _dead(table, columns, design, phrases) if phrases else []
    if len(dead) * 2 > len(phrases):
        dead = []
    found = _tell_dead(table, columns, design, language, {phrase: phrases[phrase] for phrase in dead})
    told = {word for phrase in dead for word in phrase.words}
    return found + _orphans(table, columns, design, language, tokens, told)


def _dead(table: CardTable, columns: Columns, design: Design, phrases: Iterable[Phrase]) -> list[Phrase]:
    """The phrases that no card fits."""
    by_word: dict[str, set[int]] = defaultdict(set)
    for name in design.words:
        for row, value in enumerate(columns(name)):
            for word in _each(value):
                by_word[word].add(row)
    ranks = columns(design.rank.column) if design.rank else [None] * len(table)
    spoken = {phrase.noun: design.nouns[phrase.noun] for phrase in phrases}
    by_noun = {
        noun: set(where.rows(columns, len(table))[0])
        for noun, where in spoken.items()
        if where.when is not None
    }

    def fits(phrase: Phrase) -> bool:
        """Whether a card has the words, is what the noun means, and has such a rank."""
        sets = [by_word[word] for word in phrase.words]
        if phrase.noun in by_noun:
            sets.append(by_noun[phrase.noun])
        fewest = min(sets, key=len, default=range(len(table)))
        return any(phrase.allows(ranks[row]) and all(row in rows for rows in sets) for row in fewest)

    return [phrase for phrase in phrases if not fits(phrase)]


def _tell_dead(
    table: CardTable, columns: Columns, design: Design, language: Language, dead: Mapping[Phrase, str]
) -> list[Diagnostic]:
    check = table.ruleset.check(DEAD_REFERENCE)
    if check.off or not dead:
        return []
    places: dict[Phrase, list[tuple[int, str]]] = {}
    for name in design.texts:
        for row, text in enumerate(columns(name)):
            for phrase in language.phrases(language.tokens((text,))) if text else ():
                if phrase in dead:
                    places.setdefault(phrase, []).append((row, name))
    found = []
    for phrase, where in places.items():
        row, name = min(where)
        others = len({table.name(other) for other, _ in where}) - 1
        more = f" ({counted(others, 'more card')} with these words)" if others else ""
        message = f'there is no card that "{dead[phrase]}" could mean{more}'
        hint = "speak of cards that exist, or make such a card"
        found.append(finding(table, check, row, name, message, hint))
    return found


def _orphans(
    table: CardTable, columns: Columns, design: Design, language: Language, tokens: list[str], told: set[str]
) -> list[Diagnostic]:
    check = table.ruleset.check(ORPHAN_SUBTYPE)
    found: list[Diagnostic] = []
    for column in design.tribes if not check.off else ():
        designs = dict(zip(design_names(table), columns(column), strict=True))
        count = Counter(chain.from_iterable(map(_each, designs.values())))
        if not count or sorted(count.values())[(len(count) - 1) // 2] < _SHARED:
            continue
        field = table.ruleset.fields[column]
        for word in field.vocabulary.values if field.vocabulary else ():
            if count[word] > 1 or word in told:
                continue
            spoken = language.speaks_of(word, tokens)
            if count[word] and not spoken:
                row = next(row for row, words in enumerate(columns(column)) if word in _each(words))
                message = f"it is the only {word}, and no effect speaks of that {field.label}"
                hint = f"give the {field.label} to more cards, or to an effect"
                found.append(finding(table, check, row, column, message, hint))
            elif spoken and not count[word]:
                row, name = min(
                    (row, name)
                    for name in design.texts
                    for row, text in enumerate(columns(name))
                    if text and language.speaks_of(word, language.tokens((text,)))
                )
                message = f"the effect speaks of {word}, a {field.label} that no card has"
                hint = f"give the {field.label} to a card, or speak of another"
                found.append(finding(table, check, row, name, message, hint))
    return some(table, check, found, "have or name a sub-type that no other has")


def _each(words: Any) -> tuple[Any, ...]:
    return words if type(words) is tuple else () if words is None else (words,)


def check_rank_gaps(table: CardTable, columns: Columns, design: Design) -> list[Diagnostic]:
    """XRF003: a rank above the lowest, and no card of the rank below it that its cards could be played on.

    Not asked of tables without a card of the lowest rank: they are a part of a game.
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
                found.append(finding(table, check, rows[number], rank.column, message, hint))
    return some(table, check, found, f"have a {field.label} that nothing leads to")
