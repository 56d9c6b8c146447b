"""The file of programs: what each template and each value of a placeholder means.

`read_programs` reads `effects/programs.toml` and checks all of it against the templates and placeholders.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardtools.effects.combinations import Binding
from cardtools.effects.grammar import Grammar, Slot, Template, parse_template, used_templates
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.spelling import did_you_mean, suggest
from cardtools.ground.toml.tomlfile import load
from cardtools.programs.node_types import MisfitError, Unknown
from cardtools.programs.program_checks import FAULTY_PROGRAM, NO_MEANING, NO_PROGRAM, NO_SUCH_TEMPLATE
from cardtools.programs.programs_file import ProgramFile, ProgramSource, as_number, program_name
from cardtools.programs.reader import NotationError, ProgramWords, Reader, as_program, parse
from cardtools.programs.tree import Program

_parsed = lru_cache(10_000)(parse)  # many templates and values have the same program
_OWN_WORDS = "text"  # a value that means its own words
_SAMPLES = 200  # values of a placeholder that each program is tried with
_SHOWN = 20  # values of a placeholder without a meaning that are reported


class Programs(ProgramSource):
    """The programs of a project: `of` gives what a combination of a template and values means."""

    vocabulary: ProgramWords

    def _written(self, *keys: str) -> str | None:
        """The text of the program under these keys, None where there is none."""
        text: Any = getattr(self.data, keys[0])
        for key in keys[1:]:
            text = text.get(key) if isinstance(text, dict) else None
        return text if isinstance(text, str) else None

    def expression(self, *keys: str) -> ast.expr | None:
        """The expression under these keys, None where there is none. Raises NotationError."""
        text = self._written(*keys)
        return None if text is None else _parsed(text)

    def of(self, template: Template, bindings: Iterable[Binding]) -> Program | None:
        """The program of a template with these values; None where the template has none.

        Raises NotationError where it cannot be read, KeyError for a value without meaning.
        """
        return self.with_slots(template, self.slot_values(template, bindings))

    def with_slots(self, template: Template, slots: Mapping[str, Any]) -> Program | None:
        """The program of a template with these meanings of its slots. Raises NotationError."""
        if (expression := self.expression("templates", template.text)) is None:
            return None
        try:
            return as_program(self._evaluate(expression, slots), self.data.bare)
        except MisfitError as error:
            raise NotationError(str(error)) from None

    def _evaluate(self, expression: ast.expr, slots: Mapping[str, Any]) -> Any:
        return Reader(self.vocabulary, slots, self.grammar.files.keys()).evaluate(expression)

    def slot_values(self, template: Template, bindings: Iterable[Binding]) -> dict[str, Any]:
        """What each slot means, by its name in programs: `rank+1`. Raises KeyError, NotationError."""
        variable = self.grammar.variable
        named = ((parse_template(binding.slot).slots[0], binding) for binding in bindings)
        known = {variable(slot): (slot, self.meaning(slot, binding)) for slot, binding in named}
        values = {}
        for slot in template.slots:
            if variable(slot) in known:
                first, value = known[variable(slot)]
                shifted = type(value) is int and slot.offset != first.offset
                values[program_name(slot)] = value + slot.offset - first.offset if shifted else value
        return values

    def meaning(self, slot: Slot, binding: Binding) -> Any:
        """What a value of a placeholder means. Raises KeyError where it means nothing, NotationError."""
        value = self.value_of(slot, binding)
        if value is not None:
            whole = self.expression("values", slot.name)
            expression = whole or self.expression("values", slot.name, value.text or "_")
            if expression is not None:
                inner = self.slot_values(value, binding.inside)
                return self._evaluate(expression, {**inner, _OWN_WORDS: binding.text})
        if (number := as_number(binding.text)) is not None:
            return number
        if value is not None and len(value.parts) == 1 and binding.inside:
            return self.meaning(value.slots[0], binding.inside[0])
        raise KeyError(binding.slot)

    def unknown(self, template: Template) -> dict[str, Unknown]:
        """The slots of a template, or of a value, whose values are not known."""
        first = {slot: self.grammar.values.get(slot.name, ())[:1] for slot in template.slots}
        return {
            program_name(slot): Unknown(any(as_number(one.text) is not None for one in values))
            for slot, values in first.items()
        }

    def faulty(self, error: NotationError, *keys: str) -> Diagnostic:
        """The finding that the program under these keys is wrong, where it is."""
        text = self._written(*keys) or ""
        start, before = self.file.at(*keys, find=text), text.rfind("\n", 0, error.offset)
        line = start.line + text.count("\n", 0, error.offset)
        column = error.offset - before if before >= 0 else start.column + error.offset
        return FAULTY_PROGRAM.finding(Location(start.path, line, column), error.message, error.hint)


def read_programs(path: Path, grammar: Grammar, vocabulary: ProgramWords) -> Programs:
    """The file of programs. Raises InputError where it is not one."""
    data, file = load(path, ProgramFile)
    return Programs(file, data, grammar, vocabulary)


def check_programs(programs: Programs, templates: Sequence[Template]) -> Iterator[Diagnostic]:
    """What is wrong with the programs of these templates (PRG001 to PRG004)."""
    data, file = programs.data, programs.file
    known = {template.text: template for template in templates}
    for text in [text for text in data.templates if text not in known]:
        near = did_you_mean(text, known)
        hint = f"did you mean {near!r}?" if near else "copy the template, word for word"
        yield NO_SUCH_TEMPLATE.finding(file.at("templates", text), f"no template {text!r}", hint)
    for name, table in data.values.items():
        values = programs.grammar.values.get(name)
        if values is None:
            hint = suggest(name, list(programs.grammar.values), "placeholders")
            yield NO_SUCH_TEMPLATE.finding(file.at("values", name), f"no placeholder <{name}>", hint)
        elif isinstance(table, dict):
            texts = [value.text or "_" for value in values]
            for text in [text for text in table if text not in texts]:
                hint = suggest(text, texts, "values")
                message = f"<{name}> has no value {text!r}"
                yield NO_SUCH_TEMPLATE.finding(file.at("values", name, text), message, hint)
    hint = f"write it into [templates] of {file.name}"
    for template in known.values():
        if template.text not in data.templates:
            yield NO_PROGRAM.finding(template.location, "this template has no program", hint)
    used = used_templates(programs.grammar, [one for text, one in known.items() if text in data.templates])
    names = dict.fromkeys(slot.name for template in used for slot in template.slots)
    meant = True
    for name in names:
        values = programs.grammar.values.get(name, ())
        without = [value for value in values if not programs.is_meant(name, value)]
        meant = meant and not without
        hint = f"write it into [values.{name}] of {file.name}"
        for value in without[:_SHOWN]:
            yield NO_MEANING.finding(value.location, f"{value.text!r} means nothing", hint)
    yield from _faulty(programs, known, names, meant)


def _faulty(
    programs: Programs, known: Mapping[str, Template], names: Iterable[str], meant: bool
) -> Iterator[Diagnostic]:
    """The programs that cannot be read, each with its first fault."""
    faulty = False
    for name in names:
        values, keys = programs.grammar.values.get(name, ()), ("values", name)
        is_whole = isinstance(programs.data.values.get(name), str)
        for value in values[:1] if is_whole else values:
            key = keys if is_whole else (*keys, value.text or "_")
            try:
                if (expression := programs.expression(*key)) is not None:
                    programs._evaluate(expression, {**programs.unknown(value), _OWN_WORDS: value.text})
            except NotationError as error:
                faulty = True
                yield programs.faulty(error, *key)
    for text, template in known.items():
        try:
            found = programs.with_slots(template, programs.unknown(template))
            if found is not None and meant and not faulty:
                for slots in _samples(programs, template):
                    programs.with_slots(template, slots)
        except NotationError as error:
            yield programs.faulty(error, "templates", text)


def _samples(programs: Programs, template: Template) -> Iterator[dict[str, Any]]:
    """Meanings of the template's slots so that each value of each placeholder comes once."""
    grammar = programs.grammar
    # What the first values of each slot mean, with the first values of the placeholders in them.
    meanings = {
        program_name(slot): [
            programs.meaning(slot._replace(offset=0), _first(grammar, slot, value))
            for value in grammar.values.get(slot.name, ())[:_SAMPLES]
        ]
        for slot in template.slots
    }
    first = {name: values[0] for name, values in meanings.items() if values}
    yield first
    yield from ({**first, name: value} for name, values in meanings.items() for value in values[1:])


def _first(grammar: Grammar, slot: Slot, value: Template) -> Binding:
    inside = {
        str(one): _first(grammar, one, grammar.values[one.name][0])
        for one in value.slots
        if one.name in grammar.values
    }
    text = "".join([one if isinstance(one, str) else inside[str(one)].text for one in value.parts])
    return Binding(str(slot), text, tuple(inside.values()))
