"""From the text of a card to its program, by the templates; and from a program to the texts that say it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, NamedTuple

from cardtools.effects.combinations import Binding, Expansion
from cardtools.effects.grammar import Slot, Template
from cardtools.effects.number_words import shift
from cardtools.effects.parsing.nearest import NearestEffect, NearMiss
from cardtools.effects.parsing.parse import Parser
from cardtools.ground.frozen_record import Record
from cardtools.programs.notation_entry import THIS
from cardtools.programs.programs_file import program_name
from cardtools.programs.reader import Hole, NotationError, OpenSelector, as_cards, fillings, merged
from cardtools.programs.template_programs import Programs
from cardtools.programs.tree import Has, Program, Selector, Static, StatIs, Trait

# How many ways to read a text are looked at; the largest placeholder whose values are tried in turn to print.
_WAYS, _VALUES = 1_000, 20_000
# A value of a slot: its text and what it means.
Value = tuple[str, Any]
CompiledValues = Mapping[str, Value]


class TextMeaning(NamedTuple):
    """What a text means: its program, or why there is none.

    `matches` are the ways to read it. `reason` says why there is no program: no template gives the text
    (`miss` says at which word understanding ended), the template has no program, or the templates contradict
    each other.
    """

    text: str
    program: Program | None
    matches: tuple[Expansion, ...] = ()
    miss: NearMiss | None = None
    reason: str = ""


class Compiler:
    """Reads texts as programs, with the templates of a project; each text is read once."""

    def __init__(self, parser: Parser, programs: Programs) -> None:
        self.parser, self.programs, self._grammar = parser, programs, parser.grammar
        self.nearest = NearestEffect(parser)
        # What a text means; and the values that a slot can have, with their meanings.
        self.compile: Callable[[str], TextMeaning] = cache(self._compile)
        self.options: Callable[[Slot], tuple[Value, ...]] = cache(lambda slot: tuple(self._values(slot)))

    def _compile(self, text: str) -> TextMeaning:
        keywords = self.programs.vocabulary.keywords
        words = [word.strip().casefold() for word in text.split(",")]
        if all(word in keywords for word in words):
            return TextMeaning(text, Program((Static(tuple([Has(THIS, keywords[word]) for word in words])),)))
        matches = tuple(itertools.islice(self.parser.matches(text), _WAYS))
        if not matches:
            miss = self.nearest.to(text)
            return TextMeaning(text, None, (), miss, miss.message if miss else "there are no templates")
        found: dict[Program, Expansion] = {}
        reasons = []
        for match in matches:
            template = match.template.text
            try:
                program = self.programs.of(match.template, match.bindings)
            except KeyError as error:
                reasons.append(f"what {error.args[0]} means here is not known")
            except NotationError as error:
                reasons.append(f'the program of "{template}" is wrong: {error.message}')
            else:
                if program is None:
                    reasons.append(f'the template "{template}" has no program')
                else:
                    found.setdefault(program, match)
        if len(found) == 1:
            return TextMeaning(text, next(iter(found)), matches)
        if found:
            ways = dict.fromkeys(f'"{match.template.text}"' for match in list(found.values())[:2])
            reasons = [f"it has two meanings, by {' and '.join(ways)}"]
        return TextMeaning(text, None, matches, None, reasons[0])

    def texts(self, program: Program, template: Template | None = None) -> Iterator[str]:
        """The texts that say a program, by one template or by all of them in order, each once."""
        seen = set()
        for one in self.parser.templates if template is None else [template]:
            pattern = self._patterns.get(one)
            for values in () if pattern is None else self._unify(pattern, program, {}):
                for whole in self._with_unused(one, values):
                    text = self._polished(one, whole)
                    if text is not None and text not in seen:
                        seen.add(text)
                        yield text

    def _with_unused(self, template: Template, values: CompiledValues) -> Iterator[CompiledValues]:
        """The values with each choice for the slots that the program does not use: they change nothing."""
        slots = {program_name(slot): slot._replace(column=0) for slot in template.slots}
        variable = self._grammar.variable
        linked = {variable(slot) for name, slot in slots.items() if name in values}
        unused = [name for name, slot in slots.items() if variable(slot) not in linked]
        for chosen in itertools.product(*(self.options(slots[name]) for name in unused)):
            yield {**values, **dict(zip(unused, chosen, strict=True))}

    @cached_property
    def _patterns(self) -> dict[Template, Program]:
        patterns = {}
        for template in self.parser.templates:
            with suppress(NotationError):
                if (pattern := self.programs.pattern(template)) is not None:
                    patterns[template] = pattern
        return patterns

    def _polished(self, template: Template, values: CompiledValues) -> str | None:
        """The text of a template with these values; None where linked slots contradict each other, or where
        the stages drop it.
        """
        words, variable = self._grammar.number_words, self._grammar.variable
        linked: dict[tuple[str, int, int], str] = {}
        for slot in template.slots:
            if value := values.get(program_name(slot)):
                text = shift(value[0], -slot.offset, words)
                if linked.setdefault(variable(slot), text) != text:
                    return None
        return self.parser.polish(self.programs.filled(template, linked))

    def _values(self, slot: Slot) -> Iterator[Value]:
        """The values of a slot that mean something; none where there are too many."""
        size = self._grammar.size(slot.name) if slot.name in self._grammar.values else 0
        for index in range(size if size <= _VALUES else 0):
            with suppress(KeyError, NotationError):
                binding: Binding = self.parser.combinations.binding(slot, index)
                yield binding.text, self.programs.meaning(slot, binding)

    def _unify(self, pattern: Any, tree: Any, values: CompiledValues) -> Iterator[CompiledValues]:
        """The values of the slots of a pattern with which it is the tree, besides those that are chosen."""
        if isinstance(pattern, Hole):
            for value in self._choices(pattern, values):
                meant = as_cards(value[1]) if isinstance(tree, Selector) else value[1]
                if meant == tree and type(meant) is type(tree):
                    yield {**values, pattern.slot: value}
        elif isinstance(pattern, OpenSelector):
            if isinstance(tree, Selector):
                yield from self._open(pattern, tree, values, ())
        elif type(pattern) is not type(tree):
            return
        elif isinstance(pattern, tuple):
            if len(pattern) == len(tree):
                # The order of traits and comparisons depends on the values.
                mixed = 1 < len(tree) <= 4 and all(isinstance(item, Trait | StatIs) for item in tree)
                for order in itertools.permutations(tree) if mixed else [tree]:
                    yield from self._all(list(zip(pattern, order, strict=True)), values)
        elif isinstance(pattern, Record):
            parts = [(getattr(pattern, name), getattr(tree, name)) for name in pattern.__names__]
            yield from self._all(parts, values)
        elif pattern == tree:
            yield values

    def _all(self, pairs: Sequence[tuple[Any, Any]], values: CompiledValues) -> Iterator[CompiledValues]:
        if not pairs:
            yield values
            return
        for found in self._unify(*pairs[0], values):
            yield from self._all(pairs[1:], found)

    def _open(
        self, pattern: OpenSelector, tree: Selector, values: CompiledValues, chosen: tuple[Any, ...]
    ) -> Iterator[CompiledValues]:
        if len(chosen) == len(pattern.unknown):
            whole = merged(pattern.known, pattern.fixed, chosen)
            if whole is not None:
                yield from self._unify(whole, tree, values)
        elif isinstance(hole := pattern.unknown[len(chosen)], Hole):
            for value in self._choices(hole, values):
                if all(_agrees(tree, name, part) for name, part in fillings(value[1])):
                    yield from self._open(pattern, tree, {**values, hole.slot: value}, (*chosen, value[1]))

    def _choices(self, hole: Hole, values: CompiledValues) -> Sequence[Value]:
        """The values that a slot can still have: linked slots differ by their offsets alone."""
        return (values[hole.slot],) if hole.slot in values else self.options(self._slots[hole.slot])

    @cached_property
    def _slots(self) -> dict[str, Slot]:
        slots = (slot for one in self.parser.templates for slot in one.slots)
        return {program_name(slot): slot._replace(column=0) for slot in slots}


def _agrees(tree: Selector, name: str, part: Any) -> bool:
    """Whether a field of a selector can come from this value."""
    found = getattr(tree, name)
    return set(part) <= set(found) if name in ("traits", "stats") else found == part
