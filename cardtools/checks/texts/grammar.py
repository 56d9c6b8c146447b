"""Checks of grammar: numbers and nouns, articles, apostrophes, what templates leave behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cardtools.checks.texts import english
from cardtools.checks.texts.words import Slip, TextWords
from cardtools.ground.catalogue import Check

NUMBER_AGREEMENT = Check.of("""TXT006 number-agreement warning: a number and its noun do not agree
    why: The reader cannot be sure whether it is one or several.
    bad: Destroy one of your water unit.
    good: Destroy one of your water units.
    fix: write the form of the noun that goes with the number""")
ARTICLE = Check.of("""TXT007 article warning: "a" is used before a vowel, or "an" before a consonant
    why: It is usually left over from replacing the next word.
    bad: Draw one card if you control a avian unit.
    good: Draw one card if you control an avian unit.
    fix: write an before a vowel sound, else a; uncertain words are not reported""")
POSSESSIVE = Check.of("""TXT008 possessive warning: the apostrophe of a possessive is missing
    why: Without its apostrophe the word is a plural.
    bad: Destroy one unit on your opponents side of the field.
    good: Destroy one unit on your opponent's side of the field.
    fix: add the apostrophe""")
LEFTOVER_PLURAL = Check.of("""TXT012 leftover-plural error: a text has both forms of a word, as card(s)
    why: A template left both forms of the word; the number decides which is right.
    bad: Draw two card(s).
    good: Draw two cards.
    fix: write one of the two forms""")

GrammarRule = Callable[[TextWords, int], Slip | None]
_ENDS = frozenset(".!?;:)")
# After a comma, "and" or "or", these begin a new part of the sentence.
_NEW_PART = frozenset("if it then unless until when you".split())
_NEW_SENTENCE = _NEW_PART | {"the", "this", "your"}  # after ", and"
# After "a" or "an" these are mistakes of another kind.
_NO_NOUN = english.FOLLOWING | english.SINGULAR | english.POSSESSIVE | {"and", "or"}
_COMPARED = frozenset("fewer higher less lower more".split())
# "draw one cards" is wrong; "no one cards" and "rank one cards" need not be.
_BEFORE_NUMBER = frozenset("and every no or that this which / - + # :".split())
_OPPONENT = frozenset("an any another chosen each her his one target that the their your".split())
_SEVERAL = frozenset(("all", "any", "both", "each", "one", "some", "two"))
_PLAYER = frozenset("a active any another chosen each every one opposing target that the this".split())
_OWNER = frozenset("her his its that the their this".split())


class GrammarChecks:
    """The rules about the nouns of a game: what it calls cards and what it counts.

    `adjectives` may precede them, `limits` are the words before numbers that count nothing ("rank 2").
    """

    def __init__(
        self, nouns: Iterable[str], adjectives: Iterable[str], limits: Iterable[str], verbs: Iterable[str]
    ) -> None:
        self.plurals = {noun.lower(): english.plural(noun.lower()) for noun in nouns}
        self.singulars = {many: noun for noun, many in self.plurals.items()}
        self.adjectives = english.ADJECTIVES.union(adjectives, self.plurals)
        self.limits = frozenset(limits)
        self.verbs = frozenset((*english.VERBS, *verbs))

    def rules(self) -> Iterator[tuple[str, GrammarRule]]:
        """The words that may be wrong, in lower case, each with the rule for it."""
        for noun in (*self.plurals, *self.singulars):
            yield noun, self.number
        yield from (("a", article), ("an", article), ("(", self.leftover))
        for word in ("opponents", "players", "owners"):
            yield word, self.owner
        for word in ("it's", "it’s", "its'", "its’"):
            yield word, its

    def number(self, words: TextWords, index: int) -> Slip | None:
        """TXT006: one card, two cards. TXT008: this card's rank."""
        noun = words.low[index]
        many = noun in self.singulars
        if not self._ends(words, index + 1):
            return self._feature(words, index) if many else None
        wanted, first = self._before(words, index - 1)
        if not wanted or many == (wanted == "many"):
            return None
        verbal = self.singulars.get(noun, noun) in english.VERBAL
        if verbal and words.at(first - 1).removesuffix("s") not in self.verbs:
            return None
        if wanted == "this":
            if not many:
                return None
            hint = f'write "this {self.singulars[noun]}" or "these {noun}"'
            return Slip(NUMBER_AGREEMENT, first, index, None, _NUMBER, hint)
        new = self.singulars[noun] if many else self.plurals[noun]
        return Slip(NUMBER_AGREEMENT, first, index, _ending(words, first, index, new), _NUMBER)

    def _feature(self, words: TextWords, index: int) -> Slip | None:
        owned = words.at(index + 1)
        if owned not in english.FEATURES:
            return None
        wanted, first = self._before(words, index - 1)
        if wanted not in ("one", "this"):
            return None
        noun = self.singulars[words.low[index]]
        new = _ending(words, first, index, noun + _apostrophe(words) + "s")
        after = words.at(index + 2)
        verb = after == "up" or (owned in english.FEATURES_OR_VERBS and after != "and")
        if verb:
            hint = f'write "{new}", or "{_ending(words, first, index, noun)}" with a verb'
            return Slip(POSSESSIVE, first, index, None, _APOSTROPHE, hint)
        return Slip(POSSESSIVE, first, index, new, _APOSTROPHE)

    def _ends(self, words: TextWords, index: int) -> bool:
        """Whether a noun before this place is whole, and not the first half of a longer one."""
        follows = words.at(index)
        if not follows or follows in _ENDS or follows in english.FOLLOWING:
            return True
        if follows not in (",", "and", "or"):
            return False
        after = words.at(index + 1)
        if follows == "," and after == "and":
            after = words.at(index + 2)
            return after in _NEW_SENTENCE or after in self.verbs
        return after in _NEW_PART or after in self.verbs

    def _before(self, words: TextWords, index: int) -> tuple[str, int]:
        """Which noun the words before it require ("one", "many", "this" or ""), and where they begin."""
        for _ in range(4):
            word = words.at(index)
            before = words.at(index - 1)
            if word in english.NUMBERS or word.isdecimal():
                if before not in self.limits:
                    if word.isdecimal():
                        counting = {before, before.removesuffix("s")} & self.verbs
                        known = index == 0 or before in english.COUNTING or bool(counting)
                    else:
                        known = before not in _BEFORE_NUMBER
                    number = english.number(word) if known else 0
                    return ("one" if number == 1 else "many" if number > 1 else ""), index
                index -= 2  # rank 2
            elif word in _COMPARED and before == "or" and english.number(words.at(index - 2)) >= 0:
                if words.at(index - 3) not in self.limits:
                    return ("many" if word == "more" else ""), index - 2
                index -= 4  # rank 2 or lower
            elif word in self.adjectives:
                index -= 1
            else:
                break
        return self._determiner(words, index)

    def _determiner(self, words: TextWords, index: int) -> tuple[str, int]:
        word = words.at(index)
        if word in english.SINGULAR:
            return "one", index
        if word in english.PLURAL:
            return "many", index
        if word == "this":
            return "this", index
        if word.endswith(("'s", "’s")):
            index -= 1
            word = words.at(index)
        if word in english.POSSESSIVE and words.at(index - 1) == "of":
            some = words.at(index - 2)
            if some in ("each", "both") or english.number(some) > 0:
                return "many", index - 2
        return "", index

    def owner(self, words: TextWords, index: int) -> Slip | None:
        """TXT008: your opponent's side, each player's turn, its owner's hand."""
        word, before, owned = words.low[index], words.at(index - 1), words.at(index + 1)
        if word == "opponents":
            return self._opponent(words, index)
        owners = _PLAYER if word == "players" else _OWNER
        if not _owned(words, index + 1) or before not in owners:
            return None
        if before == "their":
            # Their owners have a hand each, or one of them has it.
            new = f"{words.written[index]}{_apostrophe(words)}" if owned in ("decks", "hands") else None
        else:
            new = words.written[index][:-1] + _apostrophe(words) + "s"
        return Slip(POSSESSIVE, index, index, new, _APOSTROPHE, _owner_hint(words, index))

    def _opponent(self, words: TextWords, index: int) -> Slip | None:
        before, further = words.at(index - 1), words.at(index - 2)
        several = further in ("all", "both") or (further == "of" and words.at(index - 3) in _SEVERAL)
        if several or before not in _OPPONENT:
            return None
        new = words.written[index][:-1] + _apostrophe(words) + "s"
        if _owned(words, index + 1):
            return Slip(POSSESSIVE, index, index, new, _APOSTROPHE)
        shared = index + 1
        while words.at(shared) in self.adjectives and words.at(shared) not in english.SHARED:
            shared += 1
        if words.at(shared) not in english.SHARED:
            return None
        return Slip(POSSESSIVE, index, index, None, _APOSTROPHE, _owner_hint(words, index))

    def leftover(self, words: TextWords, index: int) -> Slip | None:
        """TXT012: card(s)."""
        ending = words.written[index + 1 : index + 3]
        if index == 0 or ending not in (["s", ")"], ["es", ")"]):
            return None
        noun = words.written[index - 1]
        if f"{noun}({ending[0]})" not in words.text or not noun.isalpha():
            return None
        wanted, _ = self._before(words, index - 2)
        if wanted not in ("one", "many"):
            hint = f'write "{noun}" or "{noun}{ending[0]}"'
            return Slip(LEFTOVER_PLURAL, index - 1, index + 2, None, _LEFTOVER, hint)
        new = noun + ending[0] if wanted == "many" else noun
        return Slip(LEFTOVER_PLURAL, index - 1, index + 2, new, _LEFTOVER)


_NUMBER = "the number and the noun do not agree"
_APOSTROPHE = "an apostrophe is missing"
_LEFTOVER = "a template left both forms of the word"


def article(words: TextWords, index: int) -> Slip | None:
    """TXT007: a card, an avian card."""
    word, follows = words.written[index], words.at(index + 1)
    # A capital within a sentence is a letter: "vitamin A".
    if (word[0] == "A" and not words.begins(index)) or word == "AN" or not follows[:1].isalnum():
        return None
    if follows in _NO_NOUN:
        return None
    vowel = english.begins_with_vowel(words.written[index + 1])
    if vowel is None or vowel == (word.lower() == "an"):
        return None
    new = english.like("an" if vowel else "a", word)
    new += words.text[words.spans[index][1] : words.spans[index + 1][1]]
    return Slip(ARTICLE, index, index + 1, new, 'the article is "an" before a vowel sound, else "a"')


def _owned(words: TextWords, index: int) -> bool:
    """Whether the word is something that people have, and not a verb: a draw phase, not "draw two cards"."""
    word, after = words.at(index), words.at(index + 1)
    if word in ("discard", "draw", "end", "main", "battle", "combat", "next", "turn"):
        ends = word == "turn" and (after in ("", ",", *_ENDS) or after in english.FOLLOWING)
        known = after in ("deck", "phase", "pile", "step", "turn", "zone")
        return known or (ends and after not in english.POSSESSIVE)
    return word in english.BELONGINGS


def _owner_hint(words: TextWords, index: int) -> str:
    one = words.written[index][:-1]
    return f'write "{one}\'s" of one, "{one}s\'" of several'


def its(words: TextWords, index: int) -> Slip | None:
    """TXT008: its attack, not it's attack."""
    word, owned = words.low[index], words.at(index + 1)
    if word.startswith("its") or owned in english.FEATURES or owned in ("hand", "deck", "owner's", "owner’s"):
        new = english.like("its", words.written[index])
        return Slip(POSSESSIVE, index, index, new, 'what belongs to it is "its"')
    return None


def _ending(words: TextWords, first: int, last: int, new: str) -> str:
    """The text from one word to another with a new last word."""
    start, end = words.spans[first][0], words.spans[last][0]
    return words.text[start:end] + english.like(new, words.written[last])


def _apostrophe(words: TextWords) -> str:
    return "’" if "’" in words.text else "'"
