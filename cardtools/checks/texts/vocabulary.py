"""Checks of single words: misspelt, not the game's own, in the wrong place, out of range."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import partial

from cardtools.checks.texts import english
from cardtools.checks.texts.abilities import FOREIGN_TERM
from cardtools.checks.texts.english import DOUBTFUL, OWNERS
from cardtools.checks.texts.grammar import GrammarChecks, GrammarRule
from cardtools.checks.texts.words import Slip, TextWords
from cardtools.ground.catalogue import Check
from cardtools.ground.spelling import one_edit
from cardtools.ground.text_marks import MARKS, near_mark
from cardtools.rulesets.section_model import TextEntry

INNER_CAPITAL = Check.of("""TXT003 inner-capital warning: a word of the game has a capital within a text
    why: In the effects of this game types, sub-types and the words for cards are in lower case; names of
    cards keep theirs.
    bad: Destroy one Reptile unit.
    good: Destroy one reptile unit.
    fix: write the word in lower case""")
SPELLING = Check.of("""TXT009 spelling warning: a word is misspelt
    why: Misspelt words look careless in print, and searching misses them.
    bad: Add one random card from your discard pile to your hand untill the end.
    good: Add one random card from your discard pile to your hand until the end.
    fix: write the word as it should be; [text] spelling of a ruleset adds words""")
DEPRECATED_TERM = Check.of("""TXT010 deprecated-term warning: the rules use another word
    why: With two words for one thing, players wonder whether there are two things.
    bad: Destroy one creature.
    good: Destroy one unit.
    fix: write the word of the rules""")
UNRESOLVED_PLACEHOLDER = Check.of("""TXT011 unresolved-placeholder error: a text contains a placeholder
    why: The value of a placeholder was never filled in, so nobody can play the card.
    bad: Destroy one <typpes> unit.
    good: Destroy one fire unit.
    fix: write the word that belongs there""")
RANK_IN_TEXT = Check.of("""TXT014 rank-in-text error: a text names a rank that doesn't exist
    why: No card can meet the effect.
    bad: Destroy one rank 6 unit.
    good: Destroy one rank 5 unit.
    fix: write a number of the range in the hint""")
UNKNOWN_TYPE_WORD = Check.of("""TXT015 unknown-type-word warning: a word is nearly the name of a type
    why: The word is one letter away from a type or sub-type, and is not a word of the rules.
    bad: Destroy one fier unit.
    good: Destroy one fire unit.
    fix: write the type that is meant""")
NET_NEGATIVE = Check.of("""TXT023 net-negative info: an effect costs more than it gives
    why: The two numbers were probably swapped.
    bad: Draw two cards, then discard three.
    good: Draw three cards, then discard two.
    fix: keep it on purpose, or swap the numbers""")
REDUNDANT_QUANTIFIER = Check.of("""TXT024 redundant-quantifier info: a word adds nothing
    why: A number is exact without it; the word matters only in a condition ("if you control exactly one
    unit").
    bad: Destroy exactly one unit.
    good: Destroy one unit.
    fix: leave the words out; the fix is unsafe, because up to one may also be none""")
VERB_VOCABULARY = Check.of("""TXT025 verb-vocabulary info: a verb is not an action of the rules
    why: The rules define what each of their actions does, but not this verb.
    bad: Move one card from your deck to your hand.
    good: Add one card from your deck to your hand.
    fix: choose an action of the rules""")
OWN_NAME = Check.of("""TXT026 own-name info: a card calls itself by its name
    why: A text with "this card" stays right when the card is renamed.
    bad: Tide Singer gains 50 attack. (on Tide Singer)
    good: This card gains 50 attack. (on Tide Singer)
    fix: write this card""")

_AROUND = 6  # words of a name before and behind one of its words
_SHORTEST = 4  # a word of three letters is one letter away from too many others
_PHRASES = {
    DEPRECATED_TERM: "the rules call it something else",
    REDUNDANT_QUANTIFIER: "an effect does exactly what it says",
}
_CLAUSE = frozenset((",", "then", "to"))
_NO_NOUN = english.FOLLOWING | {"", ".", ",", "!", "?", ";", ":", ")", "and", "or"}


class GameWords:
    """The rules about a game's words, in lower case but for `names`; `cards` are what texts call cards."""

    def __init__(
        self, entry: TextEntry, grammar: GrammarChecks, names: Collection[str], marks: Collection[str] = ()
    ) -> None:
        self.actions, self.ranges = grammar.actions, grammar.limits
        self.cards = (*grammar.cards, *(grammar.plurals[word] for word in grammar.cards))
        nouns = (*grammar.plurals, *grammar.singulars)
        terms = english.all_terms(entry.terms, (*grammar.kinds, *grammar.plurals))
        self.doubtful = DOUBTFUL.difference(entry.terms)  # terms that may be verbs
        self.spelling = {**english.slips_of(nouns), **english.SPELLING, **entry.spelling}
        self.small = grammar.kinds.union(nouns, self.actions, self.ranges, english.NUMBERS)
        self.known = self.small.union(
            english.ADJECTIVES, english.EVERYDAY, english.FOLLOWING, english.SINGULAR, english.PLURAL,
            english.POSSESSIVE, english.VERBS, self.spelling,
        )  # fmt: skip
        self.kinds = [word for word in sorted(grammar.kinds) if len(word) >= _SHORTEST]
        self.marks = marks  # of the game's own
        self.names, self.run_of_names = names, "\0".join(names)
        self.meant: dict[str, str] = {}
        self.begin: set[tuple[str, str]] = set()  # the first two words of a phrase
        self.phrases: dict[str, list[tuple[Check, list[str], str]]] = defaultdict(list)
        for check, phrases in (
            (DEPRECATED_TERM, terms),
            (FOREIGN_TERM, entry.foreign),
            (REDUNDANT_QUANTIFIER, entry.redundant),
        ):
            for old, new in phrases.items():
                if parts := TextWords(old).low:
                    self.phrases[parts[0]].append((check, parts, new))
                    self.begin.add((parts[0], parts[1] if len(parts) > 1 else ""))

    def rules(self) -> Iterator[tuple[str, GrammarRule]]:
        """The words that may be wrong, in lower case, each with the rule for it."""
        yield "<", partial(placeholder, marks={*MARKS, *self.marks})
        for word, right in self.spelling.items():
            owner = right == "opponent" or right in self.small
            yield from ((f"{word}{ending}", self.misspelt) for ending in ("", "'s", "’s")[: 1 + 2 * owner])
        yield from ((word, self.phrase) for word in self.phrases)
        yield from ((word, self.limit) for word in self.ranges)
        yield from ((word, self.kind) for word in self.cards)
        yield from (
            (word, self.action) for word in english.VERBS if self.actions and word not in self.actions
        )
        yield from (("discard", exchange), ("lose", exchange))

    def misspelt(self, words: TextWords, index: int) -> Slip | None:
        """TXT009: targetted."""
        word = words.written[index]
        wrong = word if word.lower() in self.spelling else word[:-2]  # 's
        new = english.like(self.spelling[wrong.lower()], wrong) + word[len(wrong) :]
        return Slip(SPELLING, index, index, new, "it is misspelt")

    def phrase(self, words: TextWords, index: int) -> Slip | None:
        """TXT010: words that the rules do not use. TXT028: that they have not. TXT024: that add nothing."""
        best: Slip | None = None
        first = words.low[index]
        if (first, "") not in self.begin and (first, words.at(index + 1)) not in self.begin:
            return None
        for check, parts, new in self.phrases[first]:
            last = index + len(parts) - 1
            if words.low[index : last + 1] != parts or (best and last <= best.last):
                continue
            if check == REDUNDANT_QUANTIFIER and words.at(index - 1) not in self.actions:
                continue  # "if you control exactly one unit" is a condition
            if check == DEPRECATED_TERM and not self._is_noun(words, index, last):
                continue
            right = english.like(new, words.written[index])
            if check == FOREIGN_TERM:
                best = Slip(check, index, last, None, new, "write it with what the rules have")
            elif right != words.between(index, last):
                best = Slip(check, index, last, right, _PHRASES[check], safe=check == DEPRECATED_TERM)
        return best

    def _is_noun(self, words: TextWords, first: int, last: int) -> bool:
        """Whether a term is no verb, and not the end of a longer term."""
        if words.low[first] in self.doubtful and first == last:
            return words.at(first - 1) in OWNERS and words.at(last + 1) in _NO_NOUN
        return not any(
            len(parts) > back and words.low[first - back : first - back + len(parts)] == parts
            for back in (1, 2)
            for _, parts, _ in self.phrases.get(words.at(first - back), ())
        )

    def limit(self, words: TextWords, index: int) -> Slip | None:
        """TXT014: rank 6."""
        number = english.number(words.at(index + 1))
        low, high = self.ranges[words.low[index]]
        if number < 0 or ((low is None or number >= low) and (high is None or number <= high)):
            return None
        allowed = f"{'' if low is None else low}..{'' if high is None else high}"
        hint = f"write a number of {allowed}"
        return Slip(RANK_IN_TEXT, index, index + 1, None, f"that is outside {allowed}", hint)

    def kind(self, words: TextWords, index: int) -> Slip | None:
        """TXT015: a fier card."""
        at = index - 1
        while words.at(at) in self.kinds:
            at -= 1
        word = words.at(at)
        if len(word) < _SHORTEST or word in self.known or not word.isalpha():
            return None
        if word not in self.meant:
            near = [kind for kind in self.kinds if one_edit(word, kind)]
            self.meant[word] = near[0] if len(near) == 1 else ""
        if not self.meant[word]:
            return None
        new = english.like(self.meant[word], words.written[at])
        return Slip(UNKNOWN_TYPE_WORD, at, at, new, "that is not a type or sub-type", safe=False)

    def capitals(self, words: TextWords) -> Iterator[Slip]:
        """TXT003: one Reptile card."""
        last, named = -1, False
        for index, word in enumerate(words.written):
            if not word.istitle() or words.low[index] not in self.small or words.begins(index):
                continue
            if index > last:
                # The capitalised words around this one may be part of a name, or include other words.
                first = last = index
                while not words.begins(first - 1) and words.written[first - 1][0].isupper():
                    first -= 1
                while words.at(last + 1) and words.written[last + 1][0].isupper():
                    last += 1
                named = words.between(first, last) in self.run_of_names
                named = named or not self.small.issuperset(words.low[first : last + 1])
            if not named:
                yield Slip(INNER_CAPITAL, index, index, word.lower(), "it has a capital within the text")

    def in_name(self, words: TextWords, slip: Slip) -> bool:
        """Whether the words at fault are part of a card's name: "Graveyard Shift gains 50 attack"."""
        capitals = (word[0].isupper() for word in words.written[slip.first : slip.last + 1])
        if not slip.quoted or slip.check == UNRESOLVED_PLACEHOLDER or not any(capitals):
            return False
        before = range(max(0, slip.first - _AROUND), slip.first + 1)
        behind = range(slip.last, min(len(words.written), slip.last + _AROUND + 1))
        # A name of one word at the beginning may be that word.
        return any(
            words.between(first, last) in self.names
            for first in before
            for last in behind
            if first < last or not words.begins(first)
        )

    def action(self, words: TextWords, index: int) -> Slip | None:
        """TXT025: move one card."""
        if not words.begins(index) and words.at(index - 1) not in _CLAUSE:
            return None
        word = words.low[index]
        usual = english.VERBS[word]
        hint = f"choose an action of the rules{f', such as {usual}' if usual in self.actions else ''}"
        return Slip(VERB_VOCABULARY, index, index, None, "that is not an action of the rules", hint)


def own_name(words: TextWords, name: str, own: str, known: Collection[str]) -> list[Slip]:
    """TXT026: Tide Singer gains 50 attack, on Tide Singer."""
    parts = TextWords(name).written
    # A name of one word may be that word.
    if not parts or (len(parts) == 1 and (len(name) < _SHORTEST or name.lower() in known)):
        return []
    slips = []
    for first in range(len(words.written) - len(parts) + 1):
        last = first + len(parts) - 1
        found = words.written[first : last + 1]
        owns = found[-1] in (f"{parts[-1]}'s", f"{parts[-1]}’s")
        if found[:-1] != parts[:-1] or not (owns or found[-1] == parts[-1]):
            continue
        # "Elder Tide Singer" is another card.
        around = [] if words.begins(first) or words.begins(first - 1) else [words.written[first - 1]]
        around += words.written[last + 1 : last + 2]
        if (len(parts) == 1 and words.begins(first)) or any(word[0].isupper() for word in around):
            continue
        new = (own[0].upper() + own[1:] if words.begins(first) else own) + found[-1][len(parts[-1]) :]
        slips.append(Slip(OWN_NAME, first, last, new, f'a card calls itself "{own}"'))
    return slips


def placeholder(words: TextWords, index: int, marks: Collection[str]) -> Slip | None:
    """TXT011: <typpes>."""
    name = words.at(index + 1)
    end = next((at for at in range(index + 2, index + 8) if words.at(at) == ">"), 0)
    if not end or not name[:1].isalpha() or name in marks:
        return None
    if f"<{words.written[index + 1]}" not in words.text:
        return None  # "if ATK < HP ... >"
    near = near_mark(words.between(index, end))
    hint = f"did you mean {near}?" if near else "write its value; a misspelt placeholder is not replaced"
    return Slip(UNRESOLVED_PLACEHOLDER, index, end, None, "it is a placeholder without a value", hint)


def exchange(words: TextWords, index: int) -> Slip | None:
    """TXT023: draw two cards, then discard three."""
    said = [word for word in words.low if word not in _BETWEEN]
    if len(said) != 4 or {*said[::2]} not in _EXCHANGES:
        return None
    gain, cost = said[1::2] if words.low[index] == said[2] else said[3::-2]
    if not 0 < english.number(gain) < english.number(cost):
        return None
    hint = "keep it on purpose, or give more than it takes"
    why = f"costs {cost} and gives {gain}"
    return Slip(NET_NEGATIVE, 0, len(words.low) - 1, None, why, hint, quoted=False)


_EXCHANGES = ({"draw", "discard"}, {"gain", "lose"})
_BETWEEN = frozenset((",", ".", "and", "then", "to", "card", "cards", "point", "points", "life"))
