"""All combinations of a template list as one addressable sequence, and the plan of the list made of them.

Positions count from 0 in the documented order: template by template, within one the Cartesian product in
reading order. These are the combinations before the stages, which drop and change lines.
"""

from __future__ import annotations

import bisect
import itertools
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardtools.effects.grammar import Grammar, Slot, Template
from cardtools.effects.number_words import shift
from cardtools.effects.polish import Stages

if TYPE_CHECKING:
    import random

IndexRange = tuple[int, int]
Place = Literal["memory", "disk", "cluster"]
_FEW = 20_000  # combinations up to which a list is made in memory, which then takes half the time


class Binding(NamedTuple):
    """The value of a slot: its text, and the bindings of the slots inside that value."""

    slot: str
    text: str
    inside: tuple[Binding, ...] = ()


class Expansion(NamedTuple):
    """One combination: the template, its position among the template's, the text, the values chosen."""

    template: Template
    index: int  # type: ignore[assignment]
    text: str
    bindings: tuple[Binding, ...]


class Combinations(Sequence[str]):
    """The combinations of the templates, in order; none is made in advance, so 10^12 of them cost nothing."""

    def __init__(self, templates: Sequence[Template], grammar: Grammar) -> None:
        self.templates = templates
        self.grammar = grammar
        self._numbered: dict[Template, NumberedTemplate] = {}

    @cached_property
    def ends(self) -> list[int]:
        """The position after the last combination of each template."""
        return list(itertools.accumulate(map(self.grammar.count, self.templates)))

    @property
    def total(self) -> int:
        """The number of combinations; `len()` is the same, but fails above `sys.maxsize`."""
        return self.ends[-1] if self.ends else 0

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, position: int) -> str:  # type: ignore[override]
        template, index = self.locate(position)
        return self.numbered(template).text(index)

    def __iter__(self) -> Iterator[str]:
        return itertools.chain.from_iterable(map(self.grammar.expand, self.templates))

    def locate(self, position: int) -> tuple[Template, int]:
        """The template of a position, and the position among that template's. Raises IndexError."""
        if not 0 <= position < self.total:
            raise IndexError(f"position {position:,} of {self.total:,}")
        number = bisect.bisect_right(self.ends, position)
        return self.templates[number], position - (self.ends[number - 1] if number else 0)

    def nth(self, position: int) -> Expansion:
        """The combination at a position, with its bindings. Raises IndexError."""
        template, index = self.locate(position)
        numbered = self.numbered(template)
        return Expansion(template, index, numbered.text(index), numbered.bindings(index))

    def ranges(self, start: int, stop: int) -> Iterator[tuple[Template, int, int]]:
        """The positions from `start` up to, not including, `stop`, as ranges within the templates."""
        start, stop = max(0, start), min(stop, self.total)
        while start < stop:
            template, index = self.locate(start)
            size = min(stop - start, self.grammar.count(template) - index)
            yield template, index, index + size
            start += size

    def slice(self, start: int, stop: int) -> Iterator[str]:
        """The combinations from `start` up to, not including, `stop`, or to the end of the list."""
        for template, first, end in self.ranges(start, stop):
            yield from self.numbered(template).range(first, end)

    def sample(self, rng: random.Random, number: int) -> list[int]:
        """Positions of `number` different combinations, in order; all positions if there are fewer."""
        if number >= self.total:
            return list(range(self.total))
        if self.total <= sys.maxsize:
            return sorted(rng.sample(range(self.total), number))
        chosen: set[int] = set()
        while len(chosen) < number:
            chosen.add(rng.randrange(self.total))
        return sorted(chosen)

    def numbered(self, template: Template) -> NumberedTemplate:
        """The template prepared for single positions."""
        if template not in self._numbered:
            self._numbered[template] = NumberedTemplate(template, self)
        return self._numbered[template]

    def value(self, slot: Slot, index: int) -> str:
        """The text of the slot's value with this index, with its offset added."""
        if self.grammar.is_short(slot):
            return self.grammar.texts(slot)[index]
        value, inside = self._value_template(slot, index)
        return shift(self.numbered(value).text(inside), slot.offset, self.grammar.number_words)

    def binding(self, slot: Slot, index: int) -> Binding:
        """The slot's value with this index, with the bindings inside it."""
        if slot.name not in self.grammar.values:
            return Binding(str(slot), str(slot))
        value, inside = self._value_template(slot, index)
        return Binding(str(slot), self.value(slot, index), self.numbered(value).bindings(inside))

    def _value_template(self, slot: Slot, index: int) -> tuple[Template, int]:
        for value in self.grammar.values[slot.name]:
            count = self.grammar.count(value)
            if index < count:
                return value, index
            index -= count
        raise IndexError(index)


class NumberedTemplate:
    """A template prepared for single positions, whose number is made of digits: the index of each variable's
    value. `slots` has the first slot of each variable, `variables` the variable of each part (-1: none).
    """

    def __init__(self, template: Template, combinations: Combinations) -> None:
        grammar = combinations.grammar
        self.template, self.combinations = template, combinations
        first: dict[tuple[str, int, int], Slot] = {}
        for slot in template.slots:
            first.setdefault(grammar.variable(slot), slot)
        order = {variable: position for position, variable in enumerate(first)}
        self.slots = list(first.values())
        self.sizes = [grammar.size(slot.name) for slot in self.slots]
        self.variables = [
            order[grammar.variable(part)] if isinstance(part, Slot) else -1 for part in template.parts
        ]
        # The part that uses a variable last.
        self.last = {variable: at for at, variable in enumerate(self.variables)}

    @cached_property
    def _parts(self) -> list[tuple[str | Slot, int, tuple[str, ...]]]:
        # The values of small placeholders are looked up in lists, so a text costs little more than its join.
        texts = [
            self.combinations.grammar.texts(part)
            if isinstance(part, Slot) and self.combinations.grammar.is_short(part)
            else ()
            for part in self.template.parts
        ]
        return list(zip(self.template.parts, self.variables, texts, strict=True))

    def digits(self, index: int) -> list[int]:
        """The index of each variable's value at a position; the last one changes fastest."""
        digits = []
        for size in reversed(self.sizes):
            index, digit = divmod(index, size)
            digits.append(digit)
        return digits[::-1]

    def index(self, digits: Sequence[int]) -> int:
        """The position of these values."""
        index = 0
        for digit, size in zip(digits, self.sizes, strict=True):
            index = index * size + digit
        return index

    def text(self, index: int) -> str:
        """The text at a position."""
        return self._join(self.digits(index))

    def _join(self, digits: list[int]) -> str:
        value = self.combinations.value
        return "".join(
            [
                texts[digits[variable]]
                if texts
                else part
                if isinstance(part, str)
                else value(part, digits[variable])
                for part, variable, texts in self._parts
            ]
        )

    def bindings(self, index: int) -> tuple[Binding, ...]:
        """The bindings at a position."""
        pairs = zip(self.slots, self.digits(index), strict=True)
        return tuple(self.combinations.binding(slot, digit) for slot, digit in pairs)

    def range(self, start: int, stop: int) -> Iterator[str]:
        """The texts of the positions from `start` up to `stop`, in order."""
        digits, sizes = self.digits(start), self.sizes
        for _ in range(stop - start):
            yield self._join(digits)
            for position in range(len(digits) - 1, -1, -1):
                digits[position] += 1
                if digits[position] < sizes[position]:
                    break
                digits[position] = 0


class EffectPlan(NamedTuple):
    """Which combinations (`spans` of positions; None: all of them), and what the stages do to them.

    Every place gives the same lines: in memory as a whole, on the disk in blocks and with `jobs` processes,
    or on a cluster in parts (that at `scheduler`, or one on this machine). Without a place, their number
    decides between the first two. `scratch` is the folder for what memory cannot hold.
    """

    combinations: Combinations
    stages: Stages
    spans: tuple[IndexRange, ...] | None = None
    jobs: int = 1
    chosen_place: Place | None = None
    scheduler: str | None = None
    scratch: Path | None = None

    @property
    def place(self) -> Place:
        """Where the list is made."""
        return self.chosen_place or ("memory" if self.total <= _FEW else "disk")

    @property
    def ranges(self) -> tuple[IndexRange, ...]:
        """The ranges of positions."""
        return ((0, self.combinations.total),) if self.spans is None else self.spans

    @property
    def total(self) -> int:
        """The number of combinations before the stages."""
        return sum(stop - start for start, stop in self.ranges)

    def texts(self) -> list[str]:
        """The combinations as a list."""
        if self.spans is None:
            return list(self.combinations)
        return [text for span in self.spans for text in self.combinations.slice(*span)]

    def effects(self) -> list[str]:
        """The finished list, made in memory."""
        return self.stages.polish(self.texts())
