"""Templates and placeholders: what a designer wrote, parsed, with its place.

`Draw <number> <type> card` is a Template: literal text and slots. A slot is `<name>`, with `#n` for an
independent value of its own and `+k` or `-k` for a numeric offset: `<rank>`, `<rank+1>`, `<type#2>`,
`<rank#2-1>`. A name may also be a range `1..9`, `column:NAME` or `vocabulary:NAME`; `<?text>` is a part that
may be missing, and a template itself. The Grammar holds the values of each placeholder, which are templates
themselves, and expands templates to every combination of their values, counted before it is made (Doc 4.7.3).

Order: the Cartesian product in reading order, the last placeholder changing fastest, values in file order,
nested values expanded in place.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardtools.effects.number_words import shift
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.limits import limits, raise_hint

_NAME = r"[A-Za-z_]\w*|-?\d{1,9}\.\.-?\d{1,9}|(?:column|vocabulary):[^<>#\n]{1,99}?"
SLOT = rf"<({_NAME})(?:#(\d{{1,6}}))?([+-]\d{{1,15}})?>"
_PART = re.compile(rf"{SLOT}|(<\?)")

_VALUES, _CHARACTERS = 100_000, 30_000_000  # of a placeholder whose values are listed
_MOST = 10**300  # combinations
_RANGE = 10_000  # numbers
KINDS = ("column", "vocabulary")
# The words of the columns of the cards, or of the vocabularies and fields of the ruleset, by name.
WordSource = Callable[[str], Mapping[str, Sequence[str]]]
_LISTED = 20  # factors and templates in messages


class Slot(NamedTuple):
    """A place for a value: the placeholder's name, which of its independent values, and a numeric offset."""

    name: str
    number: int = 1
    offset: int = 0
    column: int = 0

    def __str__(self) -> str:
        number = f"#{self.number}" if self.number != 1 else ""
        offset = f"{self.offset:+d}" if self.offset else ""
        return f"<{self.name}{number}{offset}>"


class Template(NamedTuple):
    """A sentence as written: literals and slots in reading order, and the place of its first character."""

    text: str
    parts: tuple[str | Slot, ...]
    location: Location

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots in reading order, repeated ones included."""
        return tuple([part for part in self.parts if isinstance(part, Slot)])

    def at(self, slot: Slot) -> Location:
        """Where the slot is in its file."""
        return Location(self.location.path, self.location.line, self.location.column + slot.column)


class PlaceholderValues(dict[str, tuple[Template, ...]]):
    """The values of placeholders by name; those without a file (ranges, optional parts, words of the game)
    are made when they are first asked for, but for the `unusable`.
    """

    def __init__(
        self, values: Mapping[str, tuple[Template, ...]], unusable: Iterable[str], words: WordSource | None
    ) -> None:
        super().__init__(values)
        self.words, self._none, self._left = words, set(unusable), limits().text_lines

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401

    def __contains__(self, name: object) -> bool:
        known = super().__contains__(name)
        if known or not isinstance(name, str) or name.isidentifier() or name in self._none:
            return known
        texts = self._texts(name)
        self._left -= len(texts)
        if self._left < 0:
            message = f"the placeholders have more than {limits().text_lines:,} values"
            raise bad_input(f"<{name}>", message, raise_hint("text_lines"))
        if not texts:
            self._none.add(name)
        elif name.startswith("?"):  # a template; words are as they are
            self[name] = tuple(map(parse_template, texts))
        else:
            self[name] = tuple([Template(text, (text,), Location(f"<{name}>")) for text in texts])
        return bool(texts)

    def _texts(self, name: str) -> Sequence[str]:
        kind, colon, own = name.partition(":")
        if name.startswith("?"):
            return name[1:], ""
        if colon:
            return self.words(kind).get(own, ()) if self.words and kind in KINDS else ()
        first, last = map(int, name.split(".."))
        numbers = range(first, last + 1)
        if not 0 < len(numbers) <= _RANGE:
            message = f"{len(numbers):,} numbers in a range"
            raise bad_input(f"<{name}>", message, f"write from 1 to {_RANGE:,}, the least first: <1..9>")
        return list(map(str, numbers))


@dataclass
class Grammar:
    """The values of each placeholder, in file order, and how offsets are read; values are expanded once.

    A placeholder that has no file, no value, or lies on a cycle is not in `values`: it stays in the text as
    it is written. `files` is where each placeholder of the folder was read from, `words` knows the game.
    """

    values: Mapping[str, tuple[Template, ...]]
    files: Mapping[str, Location]
    folder: Path
    cycles: tuple[tuple[str, ...], ...] = ()
    link_offsets: bool = False
    number_words: bool = False
    words: WordSource | None = None
    _texts: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)
    _sizes: dict[str, int] = field(default_factory=dict, init=False, repr=False)
    _lengths: dict[str, int] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        on_cycle = {name for cycle in self.cycles for name in cycle}
        self.values = PlaceholderValues(self.values, on_cycle, self.words)

    def is_mark(self, written: str) -> bool:
        """Whether this is a mark such as `<b>`, and not a placeholder: one of the folder comes first."""
        from cardtools.ground.text_marks import read_mark

        mark = read_mark(written)
        return mark is not None and not {mark.name, written.strip("</ >")} & self.files.keys()

    def variable(self, slot: Slot) -> tuple[str, int, int]:
        """Slots of one sentence with the same variable share a value: the same placeholder written twice;
        <rank> and <rank+1> are two variables, unless offsets are linked.
        """
        return (slot.name, slot.number, 0 if self.link_offsets else slot.offset)

    def size(self, name: str) -> int:
        """How many values the placeholder has, nested ones multiplied out; 1 where it stays as it is."""
        if name not in self._sizes:
            values = self.values.get(name)
            self._sizes[name] = sum(map(self.count, values)) if values else 1
        return self._sizes[name]

    def count(self, template: Template) -> int:
        """The number of combinations; none is made. Raises InputError for too many or too long ones."""
        count, length = 1, len(template.text)
        if slots := template.slots:
            variables = set(map(self.variable, slots))
            count = math.prod([self.size(name) for name, *_ in variables])
            length = self._length(template)
        if length > limits().effect_characters:
            message = f"an effect of {length:,} characters and values"
            raise InputError(Diagnostic(template.location, message, raise_hint("effect_characters")))
        if count > _MOST:
            message = f"more than 10^300 combinations{self.listed_factors(template)}"
            raise InputError(Diagnostic(template.location, message, "use fewer placeholders"))
        return count

    def _length(self, template: Template) -> int:
        """The characters of the longest combination before offsets; one more for each value with slots."""
        return sum(len(part) if isinstance(part, str) else self._longest(part) for part in template.parts)

    def _longest(self, slot: Slot) -> int:
        if slot.name not in self.values:
            return len(str(slot))
        if slot.name not in self._lengths:
            values = self.values[slot.name]
            self._lengths[slot.name] = max(self._length(value) + (len(value.parts) > 1) for value in values)
        return self._lengths[slot.name]

    def is_short(self, slot: Slot) -> bool:
        """Whether all values of the slot may be listed; others are made one by one."""
        size = self.size(slot.name)
        return size <= _VALUES and size * self._longest(slot) <= _CHARACTERS

    def listed_factors(self, template: Template) -> str:
        """How many values each independent slot has: ` (<type> 4 x <rank> 5)`, "" where there is none."""
        first = {
            self.variable(slot): slot for slot in reversed(template.slots) if not self.is_mark(str(slot))
        }
        slots = sorted(first.values(), key=lambda slot: slot.column)
        listed = [f"{slot} {self.size(slot.name):,}" for slot in slots]
        if len(listed) > _LISTED:
            listed[_LISTED:] = [f"{len(listed) - _LISTED:,} more"]
        return f" ({' x '.join(listed)})" if listed else ""

    def texts(self, slot: Slot) -> tuple[str, ...]:
        """The values of a slot in order, with its offset; the slot itself where it cannot be resolved."""
        values = self.values.get(slot.name)
        if values is None:
            return (str(slot),)
        if (slot.name, 0) not in self._texts:
            self._texts[slot.name, 0] = tuple(text for value in values for text in self.expand(value))
        if (slot.name, slot.offset) not in self._texts:
            self._texts[slot.name, slot.offset] = tuple(
                shift(text, slot.offset, self.number_words) for text in self._texts[slot.name, 0]
            )
        return self._texts[slot.name, slot.offset]

    def expand(self, template: Template) -> Iterator[str]:
        """Every combination, in the documented order."""
        parts = [(part,) if isinstance(part, str) else self.texts(part) for part in template.parts]
        slots, variable = template.slots, self.variable
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

    def check_limit(self, templates: Iterable[Template], limit: int) -> int:
        """The number of combinations of all templates. Raises InputError above the limit (GEN019)."""
        counts = [(template, self.count(template)) for template in templates]
        total = sum(count for _, count in counts)
        if total <= limit:
            return total
        from cardtools.effects.effect_checks import EXPLOSION

        large = [pair for pair in counts if pair[1] > limit] or [max(counts, key=lambda pair: pair[1])]
        problems = []
        for template, count in large[:_LISTED]:
            message = f"{count:,} combinations{self.listed_factors(template)}"
            if count <= limit:
                message = f"{total:,} combinations in all, most of them here: {message}"
            hint = f"remove a placeholder, or raise the limit of {limit:,} with --limit {total}"
            problems.append(EXPLOSION.finding(template.location, message, hint))
        raise InputError(problems)


def used_templates(grammar: Grammar, templates: Iterable[Template]) -> list[Template]:
    """The templates, and every placeholder value that they use, directly or through other values."""
    queue, seen = list(templates), set[str]()
    for template in queue:
        for slot in template.slots:
            if slot.name not in seen:
                seen.add(slot.name)
                values = grammar.values.get(slot.name, ())
                place = template.at(slot._replace(column=slot.column + 2))
                is_part = slot.name.startswith("?")  # which is written here
                queue.extend(value._replace(location=place) if is_part else value for value in values)
    return queue


def parse_template(text: str, location: Location | None = None) -> Template:
    """Split a sentence at its slots. What is not a well-formed slot stays literal (`faults.malformed`).
    Raises InputError where optional parts contain each other too deeply.
    """
    location = location or Location("-s", 1, 1)
    if "<" not in text:
        return Template(text, (text,), location)
    parts: list[str | Slot] = []
    end = 0
    optional = _optional_parts(text, location) if "<?" in text else {}
    for match in _PART.finditer(text):
        start, stop = match.start(), optional.get(match.start(), match.end())
        if start < end or (match[4] and start not in optional):
            continue
        if start > end:
            parts.append(text[end:start])
        slot = Slot(match[1], int(match[2] or 1), int(match[3] or 0), start)
        if match[4]:
            number = re.search(r"#(\d{1,6})$", text[start : stop - 1])
            name = text[start + 1 : start + number.start() if number else stop - 1]
            slot = Slot(name, int(number[1]) if number else 1, 0, start)
        parts.append(slot)
        end = stop
    if end < len(text) or not parts:
        parts.append(text[end:])
    return Template(text, tuple(parts), location)


def _optional_parts(text: str, location: Location) -> dict[int, int]:
    """Where each optional part ends, by where it begins. Raises InputError."""
    opened: list[int] = []
    ends: dict[int, int] = {}
    most = limits().placeholder_depth
    for match in re.finditer("[<>]", text):
        if match[0] == "<":
            opened.append(match.start())
        elif opened:
            ends[opened.pop()] = match.end()
        if len(opened) > most:
            message = f"optional parts contain each other more than {most} deep"
            raise InputError(Diagnostic(location, message, raise_hint("placeholder_depth")))
    return {start: end for start, end in ends.items() if text.startswith("<?", start)}


def read_templates(path: Path, read: Callable[[str], str] = str) -> list[Template]:
    """The lines of a file as templates, stripped and then `read`; empty lines dropped. Raises InputError."""
    name = shown(path)
    return [
        parse_template(read(line.strip()), Location(name, number, len(line) - len(line.lstrip()) + 1))
        for number, line in enumerate(read_text(path).split("\n"), 1)
        if line.strip()
    ]
