"""The walk through a template along a text: which values, as far as they are certain, give the text.

Each part of the template goes through the stages as far as that is certain (`fragments`), and a branch ends
where it differs from the text. What can follow the same place of a template and of the text is worked out
once, so the number of ways to fail does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from cardtools.effects.combinations import Combinations
from cardtools.effects.expand import Expander
from cardtools.effects.fragments import FragmentStages, State
from cardtools.effects.grammar import Slot, Template

# Placeholders with more values than this are not tried value by value; their nested templates are walked.
_LISTED = 256
# A slot with an offset is always tried value by value, since the offset changes the whole value; its list is
# kept up to this length.
_KEPT = 100_000
# Results that are kept, so that large vocabularies do not fill the memory; others are worked out again.
_REMEMBERED = 200_000

T = TypeVar("T")
# The state of the stages, and the progress in the text (here the number of characters that are matched).
Reading = tuple[State, Any]
Values = tuple[int | None, ...]


class Prepared:
    """A template as the walk needs it: its parts with their variables, and when a value is needed again."""

    def __init__(self, template: Template, expander: Expander) -> None:
        variable = expander.grammar.variable
        first = {variable(slot): slot for slot in reversed(template.slots)}
        order = list(dict.fromkeys(map(variable, template.slots)))
        number = {name: position for position, name in enumerate(order)}
        self.template = template
        self.sizes = [expander.size(first[name].name) for name in order]
        self.parts = [
            (part, number[variable(part)] if isinstance(part, Slot) else -1) for part in template.parts
        ]
        last = {variable: position for position, (_, variable) in enumerate(self.parts)}
        self.shared = [
            variable >= 0 and last[variable] > position for position, (_, variable) in enumerate(self.parts)
        ]
        self.last = last
        self.unset: Values = (None,) * len(order)

    def index(self, digits: Sequence[int]) -> int:
        """The position of these values among the template's combinations: the last one changes fastest."""
        index = 0
        for digit, size in zip(digits, self.sizes, strict=True):
            index = index * size + digit
        return index


class WalkContext:
    """What all walks share: the combinations, the stages with remembered results, the prepared templates."""

    def __init__(self, combinations: Combinations, stages: FragmentStages) -> None:
        self.combinations = combinations
        self.expander = combinations.expander
        self.start = stages.start
        self.step = lru_cache(_REMEMBERED)(stages.step)
        self.finish = lru_cache(_REMEMBERED)(stages.finish)
        self._prepared: dict[Template, Prepared] = {}

    def prepared(self, template: Template) -> Prepared:
        """The template prepared for the walk."""
        if template not in self._prepared:
            self._prepared[template] = Prepared(template, self.expander)
        return self._prepared[template]


class Walk:
    """The walk through the templates for one text; every result is worked out once."""

    nowhere: Any = 0  # the progress at the beginning of a template

    def __init__(self, context: WalkContext, text: str) -> None:
        self.context, self.text = context, text
        self.start: Reading = (context.start, self.nowhere)
        self.expander = context.expander
        self._ends: dict[tuple[Prepared, int, Values, Reading], tuple[Reading, ...]] = {}
        self._fitting: dict[tuple[str, int, Reading], list[tuple[int, Reading]]] = {}

    def indexes(self, template: Template) -> Iterator[int]:
        """Which combinations of the template give the text, if no phrase drops them, in order."""
        prepared = self.context.prepared(template)
        ends = self.ends(prepared, 0, prepared.unset, self.start)
        goals = frozenset(reading for reading in ends if self.complete(reading))
        for digits, _ in self.walk(prepared, 0, prepared.unset, self.start, goals):
            yield prepared.index(digits)

    def complete(self, reading: Reading) -> bool:
        """Whether the text ends where the template ends."""
        state, used = reading
        return self.context.finish(state) == self.text[used:]

    def push(self, reading: Reading, piece: str) -> Reading | None:
        """The reading after one more piece; None if it differs from the text or is dropped."""
        before, used = reading
        step = self.context.step(before, piece)
        if step is None or not self.text.startswith(step[1], used):
            return None
        return step[0], used + len(step[1])

    def ends(self, prepared: Prepared, at: int, chosen: Values, reading: Reading) -> tuple[Reading, ...]:
        """The readings that the parts of the template from position `at` on can end with."""
        if at == len(prepared.parts):
            return (reading,)
        key = (prepared, at, chosen, reading)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = tuple(dict.fromkeys(self.find_ends(prepared, at, chosen, reading)))
        return found

    def find_ends(self, prepared: Prepared, at: int, chosen: Values, reading: Reading) -> Iterator[Reading]:
        part, variable = prepared.parts[at]
        behind = self._forget(prepared, at, chosen)
        if isinstance(part, str):
            nexts: Iterable[Reading | None] = [self.push(reading, part)]
        elif (digit := chosen[variable]) is not None:
            nexts = [self.push(reading, self.context.combinations.value(part, digit))]
        elif prepared.shared[at]:
            for digit, following in self.values(part, reading, None):
                yield from self.ends(prepared, at + 1, _set(behind, variable, digit), following)
            return
        else:
            nexts = self.value_ends(part, reading)
        for after in nexts:
            if after:
                yield from self.ends(prepared, at + 1, behind, after)

    def _forget(self, prepared: Prepared, at: int, chosen: Values) -> Values:
        """Without a value that no later part needs, so that what follows is worked out once."""
        variable = prepared.parts[at][1]
        if variable < 0 or chosen[variable] is None or prepared.last[variable] > at:
            return chosen
        return _set(chosen, variable, None)

    def walk(
        self,
        prepared: Prepared,
        at: int,
        chosen: Values,
        reading: Reading,
        goals: frozenset[Reading] | None,
    ) -> Iterator[tuple[tuple[int, ...], Reading]]:
        """The values from position `at` on that end with one of the readings (None: any), in order.

        Each comes with the reading it ends with.
        """
        if not self._leads(prepared, at, chosen, reading, goals):
            return
        if at == len(prepared.parts):
            yield (), reading
            return
        part, variable = prepared.parts[at]
        behind = self._forget(prepared, at, chosen)
        if isinstance(part, str):
            if after := self.push(reading, part):
                yield from self.walk(prepared, at + 1, behind, after, goals)
        elif (digit := chosen[variable]) is not None:
            if after := self.push(reading, self.context.combinations.value(part, digit)):
                yield from self.walk(prepared, at + 1, behind, after, goals)
        elif prepared.shared[at]:
            for digit, following in self.values(part, reading, None):
                for digits, end in self.walk(
                    prepared, at + 1, _set(behind, variable, digit), following, goals
                ):
                    yield (digit, *digits), end
        else:
            useful = frozenset(
                following
                for following in self.value_ends(part, reading)
                if self._leads(prepared, at + 1, behind, following, goals)
            )
            for digit, following in self.values(part, reading, useful):
                for digits, end in self.walk(prepared, at + 1, behind, following, goals):
                    yield (digit, *digits), end

    def _leads(
        self,
        prepared: Prepared,
        at: int,
        chosen: Values,
        reading: Reading,
        goals: frozenset[Reading] | None,
    ) -> bool:
        ends = self.ends(prepared, at, chosen, reading)
        return bool(ends) if goals is None else not goals.isdisjoint(ends)

    def value_ends(self, slot: Slot, reading: Reading) -> list[Reading]:
        """The readings that the values of the slot can end with, each once."""
        if self._is_listed(slot):
            return list(dict.fromkeys(following for _, following in self._listed(slot, reading)))
        nested = map(self.context.prepared, self.expander.grammar.values[slot.name])
        ends = (end for prepared in nested for end in self.ends(prepared, 0, prepared.unset, reading))
        return list(dict.fromkeys(ends))

    def values(
        self, slot: Slot, reading: Reading, goals: frozenset[Reading] | None
    ) -> Iterator[tuple[int, Reading]]:
        """The values of the slot that fit, by their index in order, each with the reading behind it."""
        if self._is_listed(slot):
            for index, following in self._listed(slot, reading):
                if goals is None or following in goals:
                    yield index, following
            return
        before = 0
        for value in self.expander.grammar.values[slot.name]:
            prepared = self.context.prepared(value)
            for digits, end in self.walk(prepared, 0, prepared.unset, reading, goals):
                yield before + prepared.index(digits), end
            before += self.expander.count(value)

    def _is_listed(self, slot: Slot) -> bool:
        return bool(slot.offset) or self.expander.size(slot.name) <= _LISTED

    def _listed(self, slot: Slot, reading: Reading) -> list[tuple[int, Reading]]:
        key = (slot.name, slot.offset, reading)
        if slot.name not in self.expander.grammar.values:
            # Unresolved, it stays as it is written, its number included.
            key = (str(slot), 0, reading)
        if key not in self._fitting:
            size = self.expander.size(slot.name)
            value = self.context.combinations.value
            texts = (
                self.expander.texts(slot) if size <= _KEPT else (value(slot, index) for index in range(size))
            )
            self._fitting[key] = [
                (index, following)
                for index, text in enumerate(texts)
                if (following := self.push(reading, text))
            ]
        return self._fitting[key]


def _set(values: tuple[T, ...], position: int, value: T) -> tuple[T, ...]:
    return (*values[:position], value, *values[position + 1 :])
