"""How effects refer to cards: a rank, words of the vocabulary, a noun. `rank 2 or lower fire units`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from itertools import chain, compress, product
from operator import eq, ge, le
from typing import Any, NamedTuple

from cardtools.checks.cards.context import CardFault, CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import counted
from cardtools.rulesets.ruleset import DesignRules, Ruleset

_BAR = "|"  # before each text, so that no reference runs from one into the next
_MOST_WORDS = 30  # of a reference
_LONGEST = 10  # digits of a number: Python refuses to read thousands of them
# What a rank is compared by, under each key of [design.rank].
_BOUNDS: Mapping[str, Callable[[int, int], bool]] = {"exactly": eq, "at_most": le, "at_least": ge}
# What may follow a noun; before a noun it ends the reference.
_ENDS = ("", ".", ",", ";", ":", "!", "?", ")", "'s", "’s", "'", "’")


class Reference(NamedTuple):
    """The noun and the words as the ruleset has them; `bound` is the key of [design.rank] that was used."""

    noun: str
    words: tuple[str, ...]
    bound: str = ""
    number: int = 0

    def allows(self, rank: int | None) -> bool:
        """Whether it refers to cards of this rank."""
        return not self.bound or (rank is not None and _BOUNDS[self.bound](rank, self.number))


class _Form(NamedTuple):
    """The words around the number where an effect states a rank."""

    key: str
    before: list[str]
    after: list[str]

    def length(self, tokens: Sequence[str], end: int) -> int:
        """How many tokens before `end` have this form, 0 if they don't."""
        at = end - len(self.after) - 1
        begin = at - len(self.before)
        is_number = begin >= 0 and tokens[at].isdecimal() and len(tokens[at]) < _LONGEST
        fits = is_number and tokens[begin:end] == [*self.before, tokens[at], *self.after]
        return end - begin if fits else 0


class ReferenceReader:
    """Finds in effect texts what refers to cards, by the words of a ruleset."""

    def __init__(self, design: DesignRules, ruleset: Ruleset) -> None:
        forms = product(design.nouns, ("", "s"), _ENDS)
        self.nouns = {f"{noun.lower()}{plural}{end}": noun for noun, plural, end in forms}
        self.bare = {token for token, noun in self.nouns.items() if design.nouns[noun].when is None}
        vocabularies = [v for name in design.words if (v := ruleset.fields[name].vocabulary)]
        meant = {word.lower(): v.read(word) for v in vocabularies for word in v.known}
        self.joined = {word: word.replace(" ", "_") for word in meant if " " in word}
        self.words = {self.joined.get(word, word): value for word, value in meant.items() if word != _BAR}
        self.forms = [
            _Form(key, before.split(), after.split())
            for key in _BOUNDS
            for before, number, after in (getattr(design.rank, key, "").lower().partition("{}"),)
            if number
        ]
        self.ends = {form.after[-1] for form in self.forms if form.after}

    def tokens(self, texts: Iterable[str]) -> list[str]:
        """The texts in lower case, split at spaces, with a bar before each."""
        text = f" {_BAR} ".join(("", *texts)).lower()
        for word, joined in self.joined.items():
            text = text.replace(word, joined)
        return text.split()

    def references(self, tokens: Sequence[str]) -> dict[Reference, str]:
        """The references in the tokens, with their wording; not to any card, nor what follows an `or`."""
        words, ends, bare = self.words, self.ends, self.bare
        found: set[tuple[int, str, tuple[str, ...]]] = set()
        for end in compress(range(len(tokens)), map(self.nouns.__contains__, tokens)):
            start = end
            while tokens[start - 1] in words and end - start < _MOST_WORDS:
                start -= 1
            before, key, rank = tokens[start - 1], "", 0
            if before in ends or before.isdecimal():
                for form in self.forms:
                    if rank := form.length(tokens, start):
                        key, before = form.key, tokens[start - rank - 1]
                        break
            if before != "or" and (rank or start < end or tokens[end] not in bare):
                found.add((rank, key, tuple(tokens[start - rank : end + 1])))
        references = {}
        for rank, key, said in sorted(found):
            number = next((int(token) for token in said[:rank] if token.isdecimal()), 0)
            meant = tuple(words[token] for token in said[rank:-1])
            written = " ".join(said).rstrip("".join(_ENDS)).replace("_", " ")
            references[Reference(self.nouns[said[-1]], meant, key, number)] = written
        return references

    def mentions(self, word: str, tokens: Set[str]) -> bool:
        """Whether the word is among the tokens, also as a plural or before a punctuation mark."""
        said = word.lower().replace(" ", "_")
        return not {f"{said}{plural}{end}" for plural in ("", "s") for end in _ENDS}.isdisjoint(tokens)


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
    """XRF001 and XRF002; none while a cell that identifies a card has an error."""
    design = cards.ruleset.design
    if design is None or not (design.nouns or design.tribes):
        return []
    needed = {name for noun in design.nouns.values() for name in noun.columns}
    needed |= {*design.words, *design.tribes, *((design.rank.column,) if design.rank else ())}
    if (cards.off(DEAD_REFERENCE) and cards.off(ORPHAN_SUBTYPE)) or cards.broken_rows(needed):
        return []
    reader = ReferenceReader(design, cards.ruleset)
    texts = {text for name in cards.ruleset.text_fields for text in cards.columns(name) if text is not None}
    tokens = reader.tokens(texts)
    references = reader.references(tokens)
    dead = set(_dead(cards, design, references)) if references else set()
    if len(dead) * 2 > len(references):
        dead = set()
    places: dict[Reference, list[tuple[int, str]]] = {}
    for name in cards.ruleset.text_fields if dead else ():
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
    found: list[CardFault] = []
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
                found.append((row, column, message, hint))
            elif mentioned and not count[word]:
                row, name = min(
                    (row, name)
                    for name in cards.ruleset.text_fields
                    for row, text in enumerate(columns(name))
                    if text and word.lower() in text.lower()
                    if reader.mentions(word, set(reader.tokens((text,))))
                )
                message = f"the effect mentions {word}, a {field.label} that no card has"
                hint = f"give the {field.label} to a card, or mention another"
                found.append((row, name, message, hint))
    return cards.first_ten(ORPHAN_SUBTYPE, found, "have or mention a sub-type that no other has")


def words_of(value: Any) -> Sequence[Any]:
    """The words of a cell: the items of a list, a single word, or none."""
    return value if type(value) in (tuple, list) else () if value is None else (value,)
