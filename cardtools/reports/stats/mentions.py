"""Which types and sub-types of the game an effect text mentions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardtools.effects.number_words import NUMBER_WORDS
from cardtools.rulesets.ruleset import Vocabulary


class MentionFinder:
    """Finds the words of some vocabularies, each under its label ("type", "sub-type"), in effect texts.

    A word counts in any case, as an alias or another spelling of it, and with a final s. It must stand alone:
    "Spell" is neither in "spellcaster" nor in "spell-caster". The first vocabulary with a word has it.
    """

    def __init__(self, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._forms: dict[str, tuple[str, str]] = {}
        for label, words in vocabularies.items():
            entry = words.entry
            pairs = {**{word: word for word in entry.values}, **entry.aliases, **entry.spellings}
            for form, word in pairs.items():
                self._forms.setdefault(form.casefold(), (label, word))
        longest_first = sorted(self._forms, key=lambda form: (-len(form), form))
        self._find = _alone("|".join(map(re.escape, longest_first)) or "(?!)", "s?")
        self._number = _alone("|".join((r"\d+", *NUMBER_WORDS)))

    def mentions(self, text: str) -> set[tuple[str, str]]:
        """The label and word of each mention in the text, without repeats."""
        return {self._forms[match[1].casefold()] for match in self._find.finditer(text)}

    def generalise(self, text: str) -> str:
        """The text with placeholders for words and numbers: "a <type> unit", "lose <number> points"."""
        text = self._find.sub(lambda match: f"<{self._forms[match[1].casefold()][0]}>", text)
        text = self._number.sub("<number>", text)
        return re.sub(r"\b([Aa])n <", r"\1 <", text)


def _alone(words: str, ending: str = "") -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])({words}){ending}(?![\w-])", re.IGNORECASE)
