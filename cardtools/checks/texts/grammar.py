"""Checks of grammar: numbers and nouns, articles, apostrophes, what templates leave behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardtools.checks.texts import english
from cardtools.checks.texts.words import Slip, TextWords
from cardtools.ground.catalogue import Check
from cardtools.rulesets import Ruleset

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
_APOSTROPHE = "an apostrophe is missing"
_BEFORE_OWNERS = {
    "opponents": frozenset("an any another chosen each her his one target that the their your".split()),
    "players": frozenset("a active any another chosen each every one opposing target that the this".split()),
    "owners": frozenset("her his its that the their this".split()),
}
_SEVERAL = frozenset(("all", "any", "both", "each", "one", "some", "two"))


class GrammarChecks:
    """The rules about the nouns of a game, in lower case: what it calls `cards` and what it counts. `kinds`
    say which cards ("fire"), `actions` are its verbs, `limits` the words before numbers that count nothing
    ("rank 2"), with the least and the greatest such number.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        entry = ruleset.text.entry
        words = [ruleset.vocabulary[name].entry for name in entry.kinds]
        kinds = " ".join(word for one in words for word in (*one.values, *one.aliases))
        self.kinds = frozenset(kinds.lower().split())
        self.actions = frozenset(part for verb in entry.verbs for part in verb.lower().split()[:1])
        self.limits = {w.lower(): ruleset.fields[name].entry.whole_range for w, name in entry.limits.items()}
        self.cards = [word.lower() for word in entry.words or ("card",)]
        self.plurals = {noun: english.plural(noun) for noun in (*self.cards, *map(str.lower, entry.nouns))}
        self.singulars = {many: noun for noun, many in self.plurals.items()}
        self.adjectives = english.ADJECTIVES.union(self.kinds, self.plurals)
        self.verbs = frozenset((*english.VERBS, *self.actions))

    def rules(self) -> Iterator[tuple[str, GrammarRule]]:
        """The words that may be wrong, in lower case, each with the rule for it."""
        yield from ((noun, self.number) for noun in (*self.plurals, *self.singulars))
        yield from (("a", article), ("an", article), ("(", self.leftover))
        yield from ((word, self.owner) for word in _BEFORE_OWNERS)
        yield from ((word, its) for word in ("it's", "it’s", "its'", "its’"))

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
        right = self.singulars[noun] if many else self.plurals[noun]
        new = None if wanted == "this" else _ending(words, first, index, right)
        hint = f'write "this {right}" or "these {noun}"'
        return Slip(NUMBER_AGREEMENT, first, index, new, "the number and the noun do not agree", hint)

    def _feature(self, words: TextWords, index: int) -> Slip | None:
        owned, after = words.at(index + 1), words.at(index + 2)
        wanted, first = self._before(words, index - 1) if owned in english.FEATURES else ("", 0)
        if wanted not in ("one", "this"):
            return None
        noun = self.singulars[words.low[index]]
        new = _ending(words, first, index, noun + _apostrophe(words) + "s")
        is_verb = after == "up" or (owned in english.FEATURES_OR_VERBS and after != "and")
        hint = f'write "{new}", or "{_ending(words, first, index, noun)}" with a verb'
        return Slip(POSSESSIVE, first, index, None if is_verb else new, _APOSTROPHE, hint)

    def _ends(self, words: TextWords, index: int) -> bool:
        """Whether a noun before this place is whole, and not the first half of a longer one."""
        follows, after, begins = words.at(index), words.at(index + 1), _NEW_PART
        if not follows or follows in _ENDS or follows in english.FOLLOWING:
            return True
        if follows == "," and after == "and":
            after, begins = words.at(index + 2), _NEW_SENTENCE
        return follows in (",", "and", "or") and (after in begins or after in self.verbs)

    def _before(self, words: TextWords, index: int) -> tuple[str, int]:
        """Which noun the words before it require ("one", "many", "this" or ""), and where they begin."""
        for _ in range(4):
            word, before = words.at(index), words.at(index - 1)
            if word in english.NUMBERS or word.isdecimal():
                if before not in self.limits:
                    known = before not in _BEFORE_NUMBER
                    if word.isdecimal():
                        is_verb = not self.verbs.isdisjoint((before, before.removesuffix("s")))
                        known = index == 0 or before in english.COUNTING or is_verb
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
        word, before = words.low[index], words.at(index - 1)
        if before not in _BEFORE_OWNERS[word]:
            return None
        written, sign, is_owned = words.written[index], _apostrophe(words), _owned(words, index + 1)
        new: str | None = f"{written[:-1]}{sign}s"
        if word == "opponents":
            further, shared = words.at(index - 2), index + 1
            if further in ("all", "both") or (further == "of" and words.at(index - 3) in _SEVERAL):
                return None
            while words.at(shared) in self.adjectives and words.at(shared) not in english.SHARED:
                shared += 1
            if not is_owned and words.at(shared) in english.SHARED:
                is_owned, new = True, None
        elif before == "their":
            # Their owners have a hand each, or one of them has it.
            new = f"{written}{sign}" if words.at(index + 1) in ("decks", "hands") else None
        hint = f'write "{written[:-1]}\'s" of one, "{written[:-1]}s\'" of several'
        return Slip(POSSESSIVE, index, index, new, _APOSTROPHE, hint) if is_owned else None

    def leftover(self, words: TextWords, index: int) -> Slip | None:
        """TXT012: card(s)."""
        ending = words.written[index + 1 : index + 3]
        if index == 0 or ending not in (["s", ")"], ["es", ")"]):
            return None
        noun = words.written[index - 1]
        if f"{noun}({ending[0]})" not in words.text or not noun.isalpha():
            return None
        new = {"one": noun, "many": noun + ending[0]}.get(self._before(words, index - 2)[0])
        why, hint = "a template left both forms of the word", f'write "{noun}" or "{noun}{ending[0]}"'
        return Slip(LEFTOVER_PLURAL, index - 1, index + 2, new, why, hint)


def article(words: TextWords, index: int) -> Slip | None:
    """TXT007: a card, an avian card."""
    word, follows = words.written[index], words.at(index + 1)
    # A capital within a sentence is a letter: "vitamin A".
    is_letter = (word[0] == "A" and not words.begins(index)) or word == "AN"
    if is_letter or not follows[:1].isalnum() or follows in _NO_NOUN:
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
