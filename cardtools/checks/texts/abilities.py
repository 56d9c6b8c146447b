"""Abilities that a text names: those of other games, and those that the card's own column lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from cardtools.checks.texts.grammar import GrammarRule
from cardtools.checks.texts.words import Slip, TextWords
from cardtools.ground.catalogue import Check
from cardtools.rulesets.ruleset import Vocabulary

FOREIGN_TERM = Check.of("""TXT028 foreign-term warning: a text names what the rules of the game have not
    why: Nobody knows what it does here; the rules of another game say what it means.
    bad: Target creature gains lifelink. (in a game without it)
    good: Whenever this creature deals damage, gain that much life.
    fix: write out what happens, or use what the rules have""")
UNLISTED_ABILITY = Check.of("""TXT029 unlisted-ability warning: a text names an ability that its column
    lacks
    why: Rules, filters and matches read the column of abilities, players read the text.
    bad: Flying. (and KEYWORDS is empty)
    good: Flying. (and KEYWORDS says Flying)
    fix: write the ability into the column, or leave it out of the text""")

# Abilities that card games are known for.
_KNOWN = (
    "affinity ambush banding battlecry cascade convoke cycling deathrattle deathtouch defender double-strike "
    "evasion exalted fear first-strike flash flashback flying guard haste hexproof indestructible infect "
    "intimidate kicker landfall lifegain lifelink lifesteal menace overrun persist piercing poisonous "
    "protection-from prowess provoke reach regenerate rush shroud skulk stealth taunt trample unblockable "
    "undying vigilance ward windfury wither"
)
_GIVING = frozenset(
    "gain gains gaining has have having with get gets grant grants give gives given lose loses losing "
    "without".split()
)
_JOINING = frozenset((",", "and", "or"))
_TO = frozenset(("give", "gives", "grant", "grants"))  # somebody an ability
_FAR = 6  # words between
_ENDS = frozenset(("", ".", ",", ";", "!", "(", "and", "or", "until", "this", "if", "while", "as", "for"))
_ALONE = frozenset(("", ".", ",", ";", "!", "("))


class AbilityWords:
    """A game's abilities: `known`, by their lower case, and `planned` ones, which have no meaning yet."""

    def __init__(self, rules: Vocabulary) -> None:
        self.planned = frozenset(map(str.lower, rules.entry.undocumented))
        known = rules.known.items()
        self.known = {word.lower(): name for word, name in known if name.lower() not in self.planned}
        others = (word.replace("-", " ") for word in _KNOWN.split())
        self.phrases: dict[str, list[list[str]]] = {}
        for phrase in sorted({*self.known, *self.planned, *others}, key=len, reverse=True):
            parts = phrase.split()
            self.phrases.setdefault(parts[0], []).append(parts)
        self.any = re.compile(rf"\b(?:{'|'.join(map(re.escape, self.known))})\b", re.IGNORECASE).search

    def rules(self) -> Iterator[tuple[str, GrammarRule]]:
        """The words that may be wrong, in lower case, each with the rule for it."""
        yield from ((word, self.foreign) for word in self.phrases)

    def foreign(self, words: TextWords, index: int) -> Slip | None:
        """TXT028: gains lifelink."""
        last = self._last(words, index)
        name = " ".join(words.low[index : last + 1])
        if last < index or name in self.known or not self._is_ability(words, index, last):
            return None
        is_planned = name in self.planned
        why = "the rules do not say yet what it does" if is_planned else "the rules have no such ability"
        hint = "write out what happens, or use an ability of the rules"
        return Slip(FOREIGN_TERM, index, last, None, why, hint)

    def own(self, text: str) -> list[str]:
        """The abilities of the game that a text gives its own card: "Flying, haste." as a whole clause."""
        words, found, clause = TextWords(text), list[str](), list[str]()
        index, pure = 0, True
        while index <= len(words.low):
            word = words.at(index)
            if word in ("", ".", ";", "!", "\n", "("):
                found += clause if pure else []
                clause, pure = [], True
                if word == "(":  # a reminder
                    index = next((at for at in range(index, len(words.low)) if words.low[at] == ")"), index)
            elif word not in _JOINING and not word.isdecimal():
                last = self._last(words, index)
                pure = pure and last >= index
                clause += [name] if (name := self.known.get(" ".join(words.low[index : last + 1]))) else []
                index = max(index, last)
            index += 1
        return found

    def _last(self, words: TextWords, index: int) -> int:
        """The last word of the ability that begins here; one before where none does."""
        for parts in self.phrases.get(words.at(index), ()):
            if words.low[index : index + len(parts)] == parts:
                return index + len(parts) - 1
        return index - 1

    def _is_ability(self, words: TextWords, first: int, last: int) -> bool:
        """Whether the words mean the ability, and are not verbs or other nouns: "until you reach 7 cards"."""
        before, after = words.at(first - 1), words.at(last + 1)
        goes_on = words.low[last] == "from"  # protection from red
        if words.begins(first):
            return goes_on or after in _ALONE or after.isdecimal()
        if before in _GIVING or not _TO.isdisjoint(words.low[max(0, first - _FAR) : first]):
            return goes_on or after in _ENDS or after.isdecimal()
        if before not in _JOINING or not (goes_on or after in _ENDS):
            return False
        # A list of abilities, or the word that gives them, is before it in the sentence.
        sentence = takewhile(lambda at: words.low[at] not in (".", ";", "!"), range(first - 1, -1, -1))
        return any(words.low[at] in _GIVING or self._last(words, at) >= at for at in sentence)
