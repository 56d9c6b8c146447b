"""Why no template gives a text: the nearest template, the first word that does not fit, what was meant.

The nearest effect is searched in the few templates whose words agree best with the text: a beam search over
the values, with an edit distance between words. The answer is good but not always the best: only a few
beginnings are followed at each place.
"""

from __future__ import annotations

import heapq
import itertools
import math
import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from cardtools.effects.combinations import NumberedTemplate
from cardtools.effects.fragments import FragmentState
from cardtools.effects.grammar import Slot, Template
from cardtools.effects.number_words import number_of, shift
from cardtools.effects.parsing.parse import (
    Goals,
    Parser,
    Reading,
    ValueSpans,
    Walk,
    check_length,
    too_complex,
)
from cardtools.ground.frozen_record import Record

_WORD = re.compile(r"\w+")
# A suggestion with other ones of these words would mean something else: "all" is not "one".
_AMOUNTS = frozenset(("all", "each", "every", "any", "both", "no", "not", "cannot"))
# How many templates are searched; an effect is suggested if its distance for each word is below this.
_TEMPLATES, _FAR = 12, 0.4
# How many combinations are checked for one that a phrase drops.
_CANDIDATES = 1_000
# The most words that are shown where one of many is expected.
_SHOWN = 8
# Beginnings that are followed; the most values of a placeholder that is tried value by value; the most values
# that are tried.
_BEAM, _TRIED, _VALUES = 8, 256, 5_000
# The cost of a word too many or too few (a wrong word: up to 1); the bonus of a matching word at the start.
_GAP, _BEGINNING = 0.7, 0.2
# Words compared with words in the search for one text: some seconds.
_COMPARED = 10_000_000


class Expected(Record):
    """Words that would fit, and the slot they come from ("" for the template's own text)."""

    slot: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        words = [word or "the end" for word in self.words]
        if len(words) > _SHOWN:
            words[_SHOWN - 1 :] = [f"one of {len(words) - _SHOWN + 1} more"]
        listed = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
        return f"{self.slot}: {listed}" if self.slot else listed


class NearMiss(Record):
    """Why the nearest template does not give the text: its word (from 1; None where it ends too early) and
    what was expected; or the phrase that drops what would give it. `effect` is the nearest effect, if one is
    near.
    """

    template: Template
    word: int
    found: str | None
    expected: tuple[Expected, ...]
    effect: str
    dropped_by: str = ""

    @property
    def message(self) -> str:
        """What does not fit, in one line."""
        if self.dropped_by:
            return f"every effect that contains {self.dropped_by!r} is dropped"
        where = f'word {self.word} "{self.found}"'
        if self.found is None:
            where = f"the text ends before word {self.word}"
        elif not self.found:
            where = f"one space too many before word {self.word}"
        return f"{where}: expected {', or '.join(map(str, self.expected))}"

    @property
    def hint(self) -> str:
        """What was probably meant; "" when nothing is near."""
        return f'did you mean "{self.effect}"?' if self.effect else ""


class NearestEffect:
    """The nearest effects of one parser. The words of its templates are collected when first needed."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser

    def to(self, text: str) -> NearMiss | None:
        """The near miss of a text that no template gives; None without any template."""
        if not self.parser.templates:
            return None
        first = itertools.islice(self.parser.candidates(text), _CANDIDATES)
        lost = next((one for one in first if self.parser.polish(one.text) is None), None)
        templates = self._likely(text)
        search = _NearestSearch(self.parser, text.split(" "))
        found = [(*near, template) for template in templates if (near := search.nearest(template))]
        best = min(found, key=operator.itemgetter(0), default=None)
        effect = best[1] if best and best[0] <= _FAR * max(1, text.count(" ")) else ""
        if _amounts(text) != _amounts(effect):
            effect = ""
        if lost is not None:
            phrase = self.parser.stages.dropping_phrase(lost.text)
            return NearMiss(lost.template, 0, None, (), effect, phrase)
        # The first word that does not fit, on the path through the template that matches the most words.
        walk = _WordWalk(self.parser, text, best[2] if best else templates[0])
        number = max(walk.failures, default=0)
        expected = walk.failures.get(number, {})
        word = walk.words[number] if text and number < len(walk.words) else None
        # The template's own words are the most helpful, so they come first.
        wanted = tuple(Expected(slot, tuple(expected[slot])) for slot in sorted(expected, key=bool))
        return NearMiss(walk.numbered.template, number + 1, word, wanted, effect)

    @cached_property
    def _vocabularies(self) -> list[tuple[frozenset[str], frozenset[str]]]:
        """For each template its own words, and these with all words of its values."""
        known: dict[str, frozenset[str]] = {}
        values = self.parser.grammar.values

        def words(template: Template) -> tuple[frozenset[str], frozenset[str]]:
            own = _words(part for part in template.parts if isinstance(part, str))
            inner = [of_values(slot.name) for slot in template.slots]
            return own, own.union(*inner)

        def of_values(name: str) -> frozenset[str]:
            if name not in known:
                known[name] = frozenset().union(*(words(value)[1] for value in values.get(name, ())))
            return known[name]

        return [words(template) for template in self.parser.templates]

    @cached_property
    def _weights(self) -> dict[str, float]:
        """The weight of each word: the fewer templates have it, the higher."""
        number = Counter(word for _, words in self._vocabularies for word in words)
        return {word: math.log(1 + len(self._vocabularies) / count) for word, count in number.items()}

    def _likely(self, text: str) -> list[Template]:
        words, weights = _words([text]), self._weights
        scores = [
            sum(weights[word] for word in words & all_words)
            - 0.5 * sum(weights[word] for word in own - words)
            for own, all_words in self._vocabularies
        ]
        order = heapq.nlargest(_TEMPLATES, range(len(scores)), key=lambda number: (scores[number], -number))
        return [self.parser.templates[number] for number in order]


def _amounts(text: str) -> Counter[str]:
    return Counter(word for word in map(str.lower, _WORD.findall(text)) if word in _AMOUNTS)


def _words(texts: Iterable[str]) -> frozenset[str]:
    """The words in lower case and without a plural s, which is often only added by a replacement."""
    return frozenset(word.lower().rstrip("s") for text in texts for word in _WORD.findall(text))


class _Progress(NamedTuple):
    """Words that fit; the beginning of the next; where the words begin that are not compared yet, in a slot
    or ("") in the template's own text; in a word? Words are counted as expanded, since the stages hold them
    back.
    """

    fitting: int
    partial: str
    origins: tuple[str, ...]
    inside: bool


class _WordWalk(Walk):
    """The walk through one template, which remembers the words that would have fitted where it failed."""

    nowhere = _Progress(0, "", (), False)

    def __init__(self, parser: Parser, text: str, template: Template) -> None:
        super().__init__(parser, text)
        self.words = text.split(" ")
        self.numbered = parser.combinations.numbered(template)
        self.failures: dict[int, dict[str, dict[str, None]]] = {}
        self._slot = ""
        # Words that cannot fit are completed, to be shown, unless there are millions of them.
        self._patience = 2_000
        for state, far in self.ends(self.numbered, self.start):
            rest = parser.finish(state)
            if rest is not None and (end := self._advance(far, " ", rest + " ")) is not None:
                self._fail(end.fitting, "", "")

    def branches(
        self, template: NumberedTemplate, reading: Reading, at: int, chosen: ValueSpans,
        goals: Goals | None = None,
    ) -> Iterable[tuple[tuple[int, ...], ValueSpans, Reading]]:  # fmt: skip
        if template is self.numbered:
            part = template.template.parts[at]
            self._slot = "" if isinstance(part, str) else str(part)
        # All at once: the slot is another one after the first of them.
        return list(super().branches(template, reading, at, chosen, goals))

    def push(self, reading: Reading, piece: str) -> Reading | None:
        if not piece:
            return reading
        before, far = reading
        step = self.parser.step(before, piece)
        if step is None or (end := self._advance(far, piece, step[1])) is None:
            return None
        return step[0], end

    def _advance(self, far: _Progress, piece: str, done: str) -> _Progress | None:
        begun = len(piece.split()) - (far.inside and not piece[0].isspace())
        origins = far.origins + (self._slot,) * begun
        *finished, rest = (far.partial + done).split(" ")
        fitting = far.fitting
        for word in finished:
            if fitting == len(self.words) or self.words[fitting] != word:
                self._fail(fitting, origins[0] if origins else self._slot, word)
                return None
            fitting, origins = fitting + 1, origins[bool(word) :]
        wanted = self.words[fitting] if fitting < len(self.words) else ""
        if not wanted.startswith(rest):
            self._patience -= 1
            if self._patience < 0:
                self._fail(fitting, origins[0] if origins else self._slot, rest)
                return None
        return _Progress(fitting, rest, origins, not piece[-1].isspace())

    def _fail(self, fitting: int, slot: str, word: str) -> None:
        if fitting >= max(self.failures, default=0):
            self.failures.setdefault(fitting, {}).setdefault(slot, {})[word] = None


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The beginning of a combination: as expanded, the stages behind it, the distance of its words from the
    first n of the text (`row`), and the least distance that it can come to (`score`).
    """

    raw: str
    state: FragmentState
    partial: str
    row: tuple[float, ...]
    score: float
    chosen: Mapping[tuple[str, int, int], str]


class _NearestSearch:
    """The search for the combination of a template that is nearest to a text of these words."""

    def __init__(self, parser: Parser, words: Sequence[str]) -> None:
        self.parser, self.words = parser, words
        self.grammar = parser.grammar
        self._costs: dict[str, tuple[float, ...]] = {}
        self._left = _COMPARED

    def nearest(self, template: Template) -> tuple[float, str] | None:
        """The distance and the polished text; None if nothing is found. Raises InputError (`too_complex`)."""
        row = tuple(_GAP * number for number in range(len(self.words) + 1))
        start = _Beginning("", self.parser.start, "", row, 0.0, {})
        found = []
        try:
            beginnings = self.follow(template.parts, [start])
        except RecursionError:
            raise too_complex(template) from None
        for beginning in beginnings:
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
        grammar = self.grammar
        variable = grammar.variable(slot)
        if slot.name not in grammar.values:
            yield from self.push(old, str(slot))
        elif variable in old.chosen:
            yield from self.push(old, shift(old.chosen[variable], slot.offset, grammar.number_words))
        elif self.grammar.size(slot.name) <= _TRIED or slot.offset:
            value = self.parser.combinations.value
            plain = slot._replace(offset=0)
            for index in range(min(self.grammar.size(slot.name), _VALUES)):
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
