"""Expansion: every combination of a template's values, counted before it is made (Doc 4.7.3).

Order: the Cartesian product in reading order, the last placeholder changing fastest, values in file order,
nested values expanded in place.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from cardtools.effects.grammar import Grammar, Slot, Template
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.limits import limits, raise_hint

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
_DIGITS = 100  # of a number that an offset is added to
_VALUES, _CHARACTERS = 100_000, 30_000_000  # of a placeholder whose values are listed
_MOST = 10**300  # combinations
_LISTED = 20  # factors and templates in messages
_WORD_VALUES = {word: value for value, word in enumerate(NUMBER_WORDS)}


def number_of(word: str) -> int | None:
    """The number that a word is, in digits or in letters up to twenty; None if it is none."""
    if len(word) <= _DIGITS and word.removeprefix("-").isdecimal():
        return int(word)
    return _WORD_VALUES.get(word.lower())


def shift(text: str, offset: int, number_words: bool = False) -> str:
    """The text with the offset added if it is a number, else as it is (Doc 4.7.8).

    With `number_words`, "two" + 1 = "three" and "Two" + 1 = "Three"; a result below zero or above twenty is
    written in digits.
    """
    value, is_word = number_of(text) if offset else None, text.lower() in _WORD_VALUES
    if value is None or (is_word and not number_words):
        return text
    value += offset
    word = NUMBER_WORDS[value] if is_word and 0 <= value <= 20 else str(value)
    return word.capitalize() if text[0].isupper() else word


class Expander:
    """Expands templates with one grammar; the values of a placeholder are expanded once and kept."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._texts: dict[tuple[str, int], tuple[str, ...]] = {}
        self._sizes: dict[str, int] = {}
        self._lengths: dict[str, int] = {}
        self._most_characters = limits().effect_characters

    def size(self, name: str) -> int:
        """How many values the placeholder has, nested ones multiplied out; 1 where it stays as it is."""
        if name not in self._sizes:
            values = self.grammar.values.get(name)
            self._sizes[name] = sum(map(self.count, values)) if values else 1
        return self._sizes[name]

    def count(self, template: Template) -> int:
        """The number of combinations, without making them: `len(list(expand(t))) == count(t)`.

        Raises InputError where they are too many to be numbered, or longer than the limit.
        """
        count, length = 1, len(template.text)
        if slots := template.slots:
            variables = set(map(self.grammar.variable, slots))
            count = math.prod([self.size(name) for name, *_ in variables])
            length = self._length(template)
        if length > self._most_characters:
            message = f"an effect of {length:,} characters and values"
            raise InputError(Diagnostic(template.location, message, raise_hint("effect_characters")))
        if count > _MOST:
            message = f"more than 10^300 combinations{self.listed_factors(template)}"
            raise InputError(Diagnostic(template.location, message, "use fewer placeholders"))
        return count

    def _length(self, template: Template) -> int:
        """The characters of the longest combination before offsets are added, and one for each value with
        values in it: these may be empty, but not nested without end.
        """
        return sum(len(part) if isinstance(part, str) else self._longest(part) for part in template.parts)

    def _longest(self, slot: Slot) -> int:
        if slot.name not in self.grammar.values:
            return len(str(slot))
        if slot.name not in self._lengths:
            values = self.grammar.values[slot.name]
            self._lengths[slot.name] = max(self._length(value) + (len(value.parts) > 1) for value in values)
        return self._lengths[slot.name]

    def is_short(self, slot: Slot) -> bool:
        """Whether all values of the slot may be listed; others are made one by one."""
        size = self.size(slot.name)
        return size <= _VALUES and size * self._longest(slot) <= _CHARACTERS

    def listed_factors(self, template: Template) -> str:
        """How many values each independent slot has: ` (<type> 4 x <rank> 5)`, "" where there is none."""
        first = {
            self.grammar.variable(slot): slot
            for slot in reversed(template.slots)
            if not self.grammar.is_mark(str(slot))
        }
        slots = sorted(first.values(), key=lambda slot: slot.column)
        listed = [f"{slot} {self.size(slot.name):,}" for slot in slots]
        if len(listed) > _LISTED:
            listed[_LISTED:] = [f"{len(listed) - _LISTED:,} more"]
        return f" ({' x '.join(listed)})" if listed else ""

    def texts(self, slot: Slot) -> tuple[str, ...]:
        """The values of a slot in order, with its offset; the slot itself where it cannot be resolved."""
        values = self.grammar.values.get(slot.name)
        if values is None:
            return (str(slot),)
        if (slot.name, 0) not in self._texts:
            self._texts[slot.name, 0] = tuple(text for value in values for text in self.expand(value))
        if (slot.name, slot.offset) not in self._texts:
            self._texts[slot.name, slot.offset] = tuple(
                shift(text, slot.offset, self.grammar.number_words) for text in self._texts[slot.name, 0]
            )
        return self._texts[slot.name, slot.offset]

    def expand(self, template: Template) -> Iterator[str]:
        """Every combination, in the documented order."""
        parts = [(part,) if isinstance(part, str) else self.texts(part) for part in template.parts]
        slots, variable = template.slots, self.grammar.variable
        order = {name: position for position, name in enumerate(dict.fromkeys(map(variable, slots)))}
        if len(order) == len(slots):
            # Each slot has a value of its own: the product of the parts, literals having one choice.
            return map("".join, itertools.product(*parts))
        # Slots that share a variable move together: the product runs over positions in the value lists.
        places = [-1 if isinstance(part, str) else order[variable(part)] for part in template.parts]
        ranges = [range(self.size(name)) for name, *_ in order]
        columns = list(zip(parts, places, strict=True))
        return (
            "".join([texts[chosen[place]] if place >= 0 else texts[0] for texts, place in columns])
            for chosen in itertools.product(*ranges)
        )


def check_limit(expander: Expander, templates: Iterable[Template], limit: int) -> int:
    """The number of combinations of all templates. Raises InputError where it exceeds the limit.

    Names the templates that explode, with the factor of each placeholder (GEN019).
    """
    counts = [(template, expander.count(template)) for template in templates]
    total = sum(count for _, count in counts)
    if total <= limit:
        return total
    from cardtools.effects.effect_checks import EXPLOSION

    large = [pair for pair in counts if pair[1] > limit] or [max(counts, key=lambda pair: pair[1])]
    problems = []
    for template, count in large[:_LISTED]:
        message = f"{count:,} combinations{expander.listed_factors(template)}"
        if count <= limit:
            message = f"{total:,} combinations in all, most of them here: {message}"
        hint = f"remove a placeholder, or raise the limit of {limit:,} with --limit {total}"
        problems.append(EXPLOSION.finding(template.location, message, hint))
    raise InputError(problems)
