"""The file of programs as it is written, and which templates and values it gives a meaning.

Whether a text can be played is seen from this alone: no program has to be read for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Literal

from cardtools.effects.combinations import Binding
from cardtools.effects.grammar import Grammar, Slot, Template, parse_template
from cardtools.effects.number_words import NUMBER_WORDS, shift
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.toml.tomlfile import TomlFile

_NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS)}
_DIGITS = 9


class ProgramFile(Record):
    """`effects/programs.toml`: what templates and values mean, as programs.

    Keys:
        bare: What an effect by itself is: an ability that is "activated", or what the card does "on_play".
        templates: The program of each template, which is the key, word for word.
        values: For each placeholder a table from its values, word for word, to what they mean, or one meaning
            for all of them; `text` is the value's own words. Numbers mean themselves, and a value that is
            only a placeholder means what that one means.

    Example:
        bare = "activated"

        [templates]
        "Draw <number> card(s)." = "draw(number)"
        "Destroy one <unit> your opponent controls." = "destroy(field(1, unit, opponent))"

        [values]
        type = "text"

        [values.unit]
        "unit" = 'cards("unit")'
        "<type> unit" = 'cards("unit", type=type)'
        "rank <rank> or lower unit" = 'cards("unit", rank <= rank)'
    """

    bare: Literal["activated", "on_play"] = "activated"
    templates: dict[str, str] = field(default_factory=dict)
    values: dict[str, str | dict[str, str]] = field(default_factory=dict)


class ProgramSource(Record):
    """The file of programs of a project, with its placeholders."""

    file: TomlFile
    data: ProgramFile
    grammar: Grammar

    def is_meant(self, name: str, value: Template) -> bool:
        """Whether a value of a placeholder means something."""
        table = self.data.values.get(name, {})
        return (
            isinstance(table, str)
            or (value.text or "_") in table
            or as_number(value.text) is not None
            or (len(value.parts) == 1 and bool(value.slots))
        )

    def is_complete(self, template: Template) -> bool:
        """Whether the template has a program, and every value that it uses a meaning."""
        return template.text in self.data.templates and all(self._means(slot.name) for slot in template.slots)

    @cached_property
    def _means(self) -> Callable[[str], bool]:
        """Whether every value of a placeholder means something, and so do the values in it."""

        def means(name: str) -> bool:
            values = self.grammar.values.get(name, ())
            inner = {slot.name for value in values for slot in value.slots}
            return all(self.is_meant(name, one) for one in values) and all(map(self._means, inner))

        return cache(means)

    def gap(self, template: Template, bindings: Sequence[Binding]) -> str:
        """Why a text of the template with these values cannot be played; "" where it can."""
        if template.text not in self.data.templates:
            return f'the template "{template.text}" has no program'
        for binding in bindings:
            slot = parse_template(binding.slot).slots[0]
            value = self.value_of(slot, binding)
            if as_number(binding.text) is None and (value is None or not self.is_meant(slot.name, value)):
                return f'"{binding.text}" means nothing as <{slot.name}>'
            is_whole = isinstance(self.data.values.get(slot.name), str)
            if value is not None and not is_whole and (inner := self.gap(template, binding.inside)):
                return inner
        return ""

    def value_of(self, slot: Slot, binding: Binding) -> Template | None:
        """The value of the placeholder that a binding was made of; None where there is none."""
        if slot.name not in self._values:
            values = self.grammar.values.get(slot.name, ())
            plain = {value.text: value for value in reversed(values) if not value.slots}
            self._values[slot.name] = plain, [value for value in values if value.slots]
        plain, nested = self._values[slot.name]
        if not binding.inside and (found := plain.get(binding.text)):
            return found
        return next((value for value in nested if self._text(value, binding.inside) == binding.text), None)

    def _text(self, value: Template, inside: Sequence[Binding]) -> str | None:
        """The text of a value with these values in it; None where it has other slots."""
        variable, words = self.grammar.variable, self.grammar.number_words
        slots = [parse_template(one.slot).slots[0] for one in inside]
        texts = {
            variable(slot): shift(binding.text, -slot.offset, words)
            for slot, binding in zip(slots, inside, strict=True)
        }
        if {variable(slot) for slot in value.slots} != texts.keys():
            return None
        return "".join(
            part if isinstance(part, str) else shift(texts[variable(part)], part.offset, words)
            for part in value.parts
        )

    @cached_property
    def _values(self) -> dict[str, tuple[dict[str, Template], list[Template]]]:
        return {}


def program_name(slot: Slot) -> str:
    """The slot as programs write it: `number`, `number_2`, `rank+1`; `TYPE` of `<column:TYPE>`, `from_1_9` of
    `<1..9>`.
    """
    number = f"_{slot.number}" if slot.number != 1 else ""
    name = slot.name
    if not name.isidentifier():
        name = re.sub(r"\W+", "_", name.partition(":")[2] or name).strip("_")
        name = f"from_{name}" if name[:1].isdigit() else name
    return f"{name}{number}{slot.offset:+d}" if slot.offset else f"{name}{number}"


def as_number(text: str) -> int | None:
    """The number that a text is, as digits or as a word; None for any other text."""
    if text.removeprefix("-").isdecimal() and len(text) <= _DIGITS:
        return int(text)
    return _NUMBERS.get(text.lower())
