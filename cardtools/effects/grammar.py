"""Templates and placeholders: what a designer wrote, parsed, with its place.

`Draw <number> <type> card` is a Template: literal text and slots. A slot is `<name>`, with `#n` for an
independent value of its own and `+k` or `-k` for a numeric offset: `<rank>`, `<rank+1>`, `<type#2>`,
`<rank#2-1>`. The Grammar holds the values of each placeholder, which are templates themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.limits import limits, raise_hint

SLOT = re.compile(r"<([A-Za-z_]\w*)(?:#(\d{1,6}))?([+-]\d{1,15})?>")

# Not placeholders, though they are in the same folder (Doc 4.7.4); the last is the old name of the first.
CONFIGURATION_FILES = ("combinations_to_remove", "phrase_replacements", "combinations")

_STEPS = 10_000_000  # from placeholder to placeholder, in search of cycles


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


class Grammar(NamedTuple):
    """The values of each placeholder, in file order, and how offsets are read.

    A placeholder that has no file, no value, or lies on a cycle is not in `values`: it stays in the text as
    it is written. `files` is where each placeholder of the folder was read from.
    """

    values: Mapping[str, tuple[Template, ...]]
    files: Mapping[str, Location]
    folder: Path
    cycles: tuple[tuple[str, ...], ...] = ()
    link_offsets: bool = False
    number_words: bool = False

    def is_mark(self, written: str) -> bool:
        """Whether this is a mark such as `<b>`, and not a placeholder: one of the folder comes first."""
        from cardtools.ground.text_marks import read_mark

        mark = read_mark(written)
        return mark is not None and not {mark.name, written.strip("</ >")} & self.files.keys()

    def variable(self, slot: Slot) -> tuple[str, int, int]:
        """Slots of one sentence with the same variable share a value.

        The same placeholder written twice is one variable; <rank> and <rank+1> are two, unless offsets are
        linked.
        """
        return (slot.name, slot.number, 0 if self.link_offsets else slot.offset)


def used_templates(grammar: Grammar, templates: Iterable[Template]) -> list[Template]:
    """The templates, and every placeholder value that they use, directly or through other values."""
    queue, seen = list(templates), set[str]()
    for template in queue:
        for slot in template.slots:
            if slot.name not in seen:
                seen.add(slot.name)
                queue.extend(grammar.values.get(slot.name, ()))
    return queue


def parse_template(text: str, location: Location | None = None) -> Template:
    """Split a sentence at its slots. What is not a well-formed slot stays literal (`faults.malformed`)."""
    location = location or Location("-s", 1, 1)
    if "<" not in text:
        return Template(text, (text,), location)
    parts: list[str | Slot] = []
    end = 0
    for match in SLOT.finditer(text):
        if match.start() > end:
            parts.append(text[end : match.start()])
        parts.append(Slot(match[1], int(match[2] or 1), int(match[3] or 0), match.start()))
        end = match.end()
    if end < len(text) or not parts:
        parts.append(text[end:])
    return Template(text, tuple(parts), location)


def read_templates(path: Path, read: Callable[[str], str] = str) -> list[Template]:
    """The lines of a file as templates, stripped and then `read`; empty lines dropped. Raises InputError."""
    name = shown(path)
    return [
        parse_template(read(line.strip()), Location(name, number, len(line) - len(line.lstrip()) + 1))
        for number, line in enumerate(read_text(path).split("\n"), 1)
        if line.strip()
    ]


def _read_value(line: str) -> str:
    """A value with `_` read as a space, except in the names of placeholders in it (`<spell_zone>`)."""
    if "_" not in line:
        return line
    value = re.sub(f"{SLOT.pattern}|_", lambda part: " " if part[0] == "_" else part[0], line)
    # A line "_" is how a designer writes "nothing here": an empty value, not a space.
    return value if value.strip() else ""


def read_grammar(folder: Path, link_offsets: bool = False, number_words: bool = False) -> Grammar:
    """Read every `*.txt` of the placeholder folder (Doc 4.7.3).

    One value a line, stripped, empty lines dropped, `_` read as a space; `#` does not start a comment. A
    missing folder gives a grammar without placeholders. Raises InputError when a file is not UTF-8, and where
    there are too many placeholders or values, or they contain each other too deeply.
    """
    most = limits()
    paths = [path for path in sorted(folder.glob("*.txt")) if path.stem not in CONFIGURATION_FILES]
    if len(paths) > most.placeholders:
        message = f"there are {len(paths):,} placeholders"
        raise bad_input(shown(folder), message, raise_hint("placeholders"))
    files = {path.stem: Location(shown(path)) for path in paths}
    values: dict[str, tuple[Template, ...]] = {}
    left = most.text_lines
    for path in paths:
        if lines := tuple(read_templates(path, _read_value)):
            values[path.stem] = lines
            left -= sum(map(len, (line.parts for line in lines)))
        if left < 0:
            message = f"the values have more than {most.text_lines:,} parts"
            raise bad_input(shown(folder), message, raise_hint("text_lines"))
    needs = {
        name: list(dict.fromkeys(s.name for value in lines for s in value.slots if s.name in values))
        for name, lines in values.items()
    }
    cycles = _find_cycles(needs, folder)
    on_cycle = {name for cycle in cycles for name in cycle}
    values = {name: lines for name, lines in values.items() if name not in on_cycle}
    nested = {name: [one for one in needs[name] if one in values] for name in values}
    depth: dict[str, int] = {}
    for name in TopologicalSorter(nested).static_order():
        depth[name] = 1 + max((depth[one] for one in nested[name]), default=0)
        if depth[name] > most.placeholder_depth:
            message = f"placeholders contain each other more than {most.placeholder_depth} deep"
            raise bad_input(files[name], message, raise_hint("placeholder_depth"))
    return Grammar(values, files, folder, cycles, link_offsets, number_words)


def _find_cycles(needs: Mapping[str, list[str]], folder: Path) -> tuple[tuple[str, ...], ...]:
    """A cycle through each group of placeholders that contain each other, as the path a -> b -> a.

    `needs` are the placeholders in the values of each.
    """
    left = _STEPS
    cycles: list[tuple[str, ...]] = []
    found: set[str] = set()
    for start in needs:
        if start in found:
            continue
        # Breadth first, so the path that is shown is a shortest one.
        origin: dict[str, str] = {}
        queue = [start]
        for name in queue:
            left -= len(needs[name]) + 1
            if left < 0:
                message = "the placeholders contain each other in too many ways"
                raise bad_input(shown(folder), message, "use fewer placeholders in the values of others")
            for needed in needs[name]:
                if needed == start:
                    path = [name]
                    while path[-1] != start:
                        path.append(origin[path[-1]])
                    cycles.append((*reversed(path), start))
                    found.update(path)
                    queue.clear()
                    break
                if needed not in origin:
                    origin[needed] = name
                    queue.append(needed)
    return tuple(cycles)
