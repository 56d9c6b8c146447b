"""The checks of a single text, prepared for a game: which words are looked at, and by which check."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import islice

from cardtools.checks.texts import english, vocabulary
from cardtools.checks.texts.abilities import FOREIGN_TERM, UNLISTED_ABILITY, AbilityWords
from cardtools.checks.texts.grammar import LEFTOVER_PLURAL, NUMBER_AGREEMENT, GrammarChecks, GrammarRule
from cardtools.checks.texts.words import LONGEST, Slip, TextWords, corrected
from cardtools.ground.catalogue import Check
from cardtools.rulesets import Ruleset
from cardtools.rulesets.effect_split import SENTENCE_END

NOT_ONE_SENTENCE = Check.of("""TXT001 not-one-sentence warning: a text is not one sentence with its period
    why: An effect of this game is one sentence, and all of them end alike.
    bad: Draw two cards
    good: Draw two cards.
    fix: end it with a period; turn two sentences into one, or into two effects""")
FIRST_CAPITAL = Check.of("""TXT002 first-capital warning: a text begins with a lower-case letter
    why: A sentence begins with a capital, on every card.
    bad: draw two cards.
    good: Draw two cards.
    fix: write the first letter as a capital""")
REPEATED_WORD = Check.of("""TXT013 repeated-word warning: a word is repeated
    why: A word typed or pasted twice.
    bad: Draw two two cards.
    good: Draw two cards.
    fix: remove one of them""")

# What may follow the last punctuation mark: quotes, brackets, marks such as </b>, icons such as {fire}.
_TAIL = re.compile(r"""(?:[)"'”’»\s]|</\w+ *>|\{[^{}]+\})*$""")
_BROKEN = frozenset((vocabulary.UNRESOLVED_PLACEHOLDER, LEFTOVER_PLURAL))
_FIRST = _BROKEN | {vocabulary.SPELLING, REPEATED_WORD}
# Advice, which doesn't mean that the text is unfinished.
_ADVICE = frozenset((vocabulary.NET_NEGATIVE, vocabulary.VERB_VOCABULARY, FOREIGN_TERM))
_ROUNDS = 5
_MOST_SLIPS = 30  # of a text: what has more is not one
_LONGEST_TAIL = 200


class TextChecks:
    """Finds the slips of texts of one game; `names` are the names of its cards."""

    def __init__(self, ruleset: Ruleset, names: Collection[str]) -> None:
        self.ruleset, self.entry = ruleset, ruleset.text.entry
        grammar = GrammarChecks(ruleset)
        self.vocabulary = vocabulary.GameWords(self.entry, grammar, names, ruleset.glossary.marks.tags)
        words = ruleset.fields[self.entry.keywords].vocabulary if self.entry.keywords else None
        self.abilities = AbilityWords(words) if words else None
        self.rules: dict[str, list[GrammarRule]] = defaultdict(list)
        abilities = self.abilities.rules() if self.abilities else ()
        for word, rule in (*grammar.rules(), *self.vocabulary.rules(), *abilities):
            self.rules[word].append(rule)
        self._known: dict[str, list[Slip]] = {}

    def slips(self, text: str) -> list[Slip]:
        """All that is wrong with a text, by code, without what follows from another mistake."""
        if text not in self._known:
            found = self._find(TextWords(text)) if len(text) <= LONGEST else []
            self._known[text] = sorted(found, key=lambda slip: (slip.check.code, slip.first))
        return self._known[text]

    def own_name(self, text: str, name: str) -> list[Slip]:
        """The places where a text names its own card."""
        if name not in text or len(text) > LONGEST or self.ruleset.check(vocabulary.OWN_NAME).off:
            return []
        return vocabulary.own_name(TextWords(text), name, self.entry.self_, self.vocabulary.known)

    def own_abilities(self, text: str) -> list[str]:
        """The abilities that a text gives its own card, as the ruleset writes them."""
        if self.abilities is None or len(text) > LONGEST or self.ruleset.check(UNLISTED_ABILITY).off:
            return []
        return self.abilities.own(text) if self.abilities.any(text) else []

    def correct(self, text: str) -> str | None:
        """The corrected text; None if only a person can correct it."""
        for _ in range(_ROUNDS):
            slips = self.slips(text)
            if not slips:
                break
            if any(slip.new is None and slip.check not in _ADVICE for slip in slips):
                return None
            new = corrected(TextWords(text), slips)
            if new == text:
                break
            text = new
        return text

    def _find(self, words: TextWords) -> list[Slip]:
        rules, before = self.rules, ""
        found: list[Slip] = []
        for index, word in enumerate(words.low):
            if len(found) > _MOST_SLIPS:
                break
            if word in rules:
                found += [slip for rule in rules[word] if (slip := rule(words, index))]
            if word == before and (slip := _twice(words, index)):
                found.append(slip)
            before = word
        if self.entry.lower and not words.text[1:].islower():
            found += islice(self.vocabulary.capitals(words), _MOST_SLIPS)
        found += self._whole(words)
        found = [slip for slip in found if not self.ruleset.check(slip.check).off]
        found = [slip for slip in found if not self.vocabulary.in_name(words, slip)]
        # Misspelt and repeated words and placeholders are corrected before the grammar is checked.
        first = [slip for slip in found if slip.check in _FIRST]
        if any(slip.check in _BROKEN for slip in first):
            found = [slip for slip in found if slip.check != NUMBER_AGREEMENT]
        return [
            slip
            for slip in found
            if slip in first
            or not slip.quoted
            or not any(slip.first <= other.last and other.first <= slip.last for other in first)
        ]

    def _whole(self, words: TextWords) -> Iterator[Slip]:
        """The slips of the text as a whole: how it begins, and how it ends."""
        text, last = words.text, len(words.low) - 1
        first = words.written[0] if words.written else ""
        if first[:1].islower():
            why = "it begins with a lower-case letter"
            yield Slip(FIRST_CAPITAL, 0, 0, first[0].upper() + first[1:], why)
        signs = text.count(".") + text.count("!") + text.count("?")
        if not self.entry.one_sentence or not first or (signs == 1 and text.endswith(".")):
            return
        tail = _TAIL.search(text, max(0, len(text) - _LONGEST_TAIL))
        body = text[: tail.start()] if tail else text
        begin, new, why, hint = 0, None, "does not end with a period", "end it with a period"
        if re.search(SENTENCE_END, body):
            why = "has more than one sentence"
            hint = "join the sentences, or make the second one the other effect"
        elif body.endswith((".", "!", "?")):
            return
        elif len(body) == len(text.rstrip()) and ((end := words.written[last])[-1].isalnum() or end in ",;:"):
            begin, new = last, f"{end}." if end[-1].isalnum() else "."
        yield Slip(NOT_ONE_SENTENCE, begin, last, new, why, hint, quoted=False)


def _twice(words: TextWords, index: int) -> Slip | None:
    """TXT013: card card."""
    one, word = words.written[index - 1 : index + 1]
    # Two capitals are a name, "card Card" and a new line are a new sentence.
    is_plain = word.isalpha() and word.islower() and word not in english.TWICE
    if not is_plain or "\n" in words.between(index - 1, index):
        return None
    new, hint = None if word in english.UNSURE else one, "remove one, or put a comma between them"
    return Slip(REPEATED_WORD, index - 1, index, new, "the word is repeated", hint)
