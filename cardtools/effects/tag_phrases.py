"""The phrases that tag patterns stand for: sequences of words, where a word may be a choice of several.

`Draw <number> cards` is one phrase, however many numbers there are.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from cardtools.effects.expand import Expander
from cardtools.effects.grammar import Slot, Template

# A choice of words for one place; often there is only one.
Word = tuple[str, ...]
# The texts between the spaces of a text: one more than it has spaces.
Phrase = tuple[Word, ...]


def plain(text: str) -> Phrase:
    """The phrase for a single text."""
    return tuple([(word,) for word in text.split(" ")])


class Phrases:
    """Makes the phrases of templates with one grammar; those of a slot are made once and kept."""

    def __init__(self, expander: Expander) -> None:
        self.expander = expander
        self._slots: dict[tuple[str, int], list[Phrase]] = {}

    def of(self, template: Template) -> Iterator[Phrase]:
        """Phrases that together stand for exactly the expansions of the template."""
        slots = template.slots
        if len(set(map(self.expander.grammar.variable, slots))) < len(slots):
            # Slots that share a value cannot be chosen independently.
            return map(plain, self.expander.expand(template))
        parts = [[plain(part)] if isinstance(part, str) else self._slot(part) for part in template.parts]
        return (functools.reduce(_glued, way) for way in itertools.product(*parts))

    def _slot(self, slot: Slot) -> list[Phrase]:
        """What a slot may be: one of its single words, or a value that has spaces or slots."""
        key = slot.name, slot.offset
        if key not in self._slots:
            # An offset changes the value as a whole, so there it must be written out.
            values = () if slot.offset else self.expander.grammar.values.get(slot.name, ())
            nested = [value for value in values if value.slots]
            texts = [v.text for v in values if not v.slots] if nested else self.expander.texts(slot)
            single = tuple(dict.fromkeys(text for text in texts if " " not in text))
            self._slots[key] = [
                *([(single,)] if single else []),
                *(plain(text) for text in texts if " " in text),
                *(phrase for value in nested for phrase in self.of(value)),
            ]
        return self._slots[key]


def _glued(one: Phrase, other: Phrase) -> Phrase:
    """One phrase with the other directly behind it: the last word and the first become one."""
    last, first = one[-1], other[0]
    if last == ("",):
        word = first
    elif first == ("",):
        word = last
    else:
        word = tuple(dict.fromkeys(map("".join, itertools.product(last, first))))
    return (*one[:-1], word, *other[1:])
