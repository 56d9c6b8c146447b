"""The effect nearest to a text: a beam search over the values, with an edit distance between words.

The answer is good but not always the best: only a few beginnings are followed at each place.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from cardtools.effects.expand import number_of, shift
from cardtools.effects.fragments import FragmentState
from cardtools.effects.grammar import Slot, Template
from cardtools.effects.parsing.parse import Parser, check_length

# Beginnings that are followed; the most values of a placeholder that is tried value by value; the most values
# that are tried.
_BEAM, _LISTED, _VALUES = 8, 256, 5_000
# The cost of a word too many or too few (a wrong word: up to 1); the bonus of a matching word at the start.
_GAP, _BEGINNING = 0.7, 0.2
# Words compared with words in the search for one text: some seconds.
_COMPARED = 10_000_000


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The beginning of a combination: as expanded, the stages behind it, and its distance from the text.

    `row[n]` is the distance of its finished words from the first n words of the text; `score` is the least
    distance that it can come to.
    """

    raw: str
    state: FragmentState
    partial: str
    row: tuple[float, ...]
    score: float
    chosen: Mapping[tuple[str, int, int], str]


class NearestSearch:
    """The search for the combination of a template that is nearest to a text of these words."""

    def __init__(self, parser: Parser, words: Sequence[str]) -> None:
        self.parser, self.words = parser, words
        self.expander = parser.expander
        self._costs: dict[str, tuple[float, ...]] = {}
        self._left = _COMPARED

    def nearest(self, template: Template) -> tuple[float, str] | None:
        """The distance and the polished text; None if everything that was found is dropped, or the search
        would take long. Raises RecursionError for a template that is too long to follow.
        """
        row = tuple(_GAP * number for number in range(len(self.words) + 1))
        start = _Beginning("", self.parser.start, "", row, 0.0, {})
        found = []
        for beginning in self.follow(template.parts, [start]):
            rest = self.parser.finish(beginning.state)
            if rest is not None:
                _, last = self.count(beginning.row, beginning.partial, rest + " ")
                found.append((last[-1], beginning.raw))
        for distance, raw in sorted(found):
            effect = self.parser.polish(raw)
            if effect:
                # Between templates a good beginning decides: people read and write from the left.
                pairs = zip(self.words, effect.split(" "), strict=False)
                same = itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)
                return distance - _BEGINNING * sum(1 for _ in same), effect
        return None

    def follow(self, parts: Sequence[str | Slot], beginnings: list[_Beginning]) -> list[_Beginning]:
        """The best beginnings after these parts; none once too much was compared."""
        check_length(parts)
        for part in parts:
            if self._left < 0:
                return []
            if isinstance(part, str):
                longer = [new for old in beginnings for new in self.push(old, part)]
            else:
                longer = [new for old in beginnings for new in self.fill(old, part)]
            distinct = {(new.state, new.partial, new.row, *new.chosen.values()): new for new in longer}
            beginnings = heapq.nsmallest(_BEAM, distinct.values(), key=lambda beginning: beginning.score)
        return beginnings

    def fill(self, old: _Beginning, slot: Slot) -> Iterator[_Beginning]:
        """The beginning with each value of the slot, or with the one that another slot has chosen."""
        grammar = self.expander.grammar
        variable = grammar.variable(slot)
        if slot.name not in grammar.values:
            yield from self.push(old, str(slot))
        elif variable in old.chosen:
            yield from self.push(old, shift(old.chosen[variable], slot.offset, grammar.number_words))
        elif self.expander.size(slot.name) <= _LISTED or slot.offset:
            value = self.parser.combinations.value
            plain = slot._replace(offset=0)
            for index in range(min(self.expander.size(slot.name), _VALUES)):
                text = value(plain, index)
                for new in self.push(old, shift(text, slot.offset, grammar.number_words)):
                    yield replace(new, chosen={**old.chosen, variable: text})
        else:
            for template in grammar.values[slot.name][:_VALUES]:
                for new in self.follow(template.parts, [replace(old, chosen={})]):
                    text = new.raw[len(old.raw) :]
                    yield replace(new, chosen={**old.chosen, variable: text})

    def push(self, old: _Beginning, piece: str) -> Iterator[_Beginning]:
        """The beginning with one more piece; none where it is dropped."""
        step = self.parser.step(old.state, piece)
        if step is not None:
            state, done = step
            partial, row = self.count(old.row, old.partial, done)
            # What is unfinished, or held back by the stages, counts as it is: otherwise every value would
            # look the same until more follows.
            held = partial + (self.parser.finish(state) or "")
            _, ahead = self.count(row, "", held + " ") if held else ("", row)
            yield _Beginning(old.raw + piece, state, partial, row, min(ahead), old.chosen)

    def count(self, row: tuple[float, ...], partial: str, done: str) -> tuple[str, tuple[float, ...]]:
        """The distances after some more text; the unfinished word at its end is not counted yet."""
        *finished, partial = (partial + done).split(" ")
        self._left -= len(finished) * len(self.words)
        for word in finished:
            costs = self.costs(word)
            new = [row[0] + _GAP]
            for number, cost in enumerate(costs):
                new.append(min(row[number + 1] + _GAP, row[number] + cost, new[number] + _GAP))
            row = tuple(new)
        return partial, row

    def costs(self, word: str) -> tuple[float, ...]:
        """The cost of reading each word of the text as this word: from 0 (equal) to 1 (nothing in common)."""
        if word not in self._costs:
            matcher = SequenceMatcher(None, "", word, autojunk=False)
            costs = []
            number = number_of(word)
            for other in self.words:
                meant = None if number is None else number_of(other)
                matcher.set_seq1(other)
                if word == other:
                    costs.append(0.0)
                elif number is not None and meant is not None:  # the letters of numbers say nothing
                    away = abs(number - meant)
                    costs.append(0.1 + 0.5 * away / (away + 5))
                else:
                    costs.append(max(0.1, 1 - matcher.ratio()))
            self._costs[word] = tuple(costs)
        return self._costs[word]
