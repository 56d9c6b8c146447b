"""Changes of keys in the text of a TOML file: all that is not changed stays as it is, to the byte.

A place is the path of a key, as in the data. Functions take a text that is valid TOML, and return another
one. They raise ValueError for what cannot be changed in the way the file is written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardtools.ground.toml.tomlplaces import Key

Place = tuple[Key, ...]
_KEY = re.compile(r"""[ \t]*+("(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)[ \t]*+""")
_TEXT = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""(?:"{0,2}(?!"))|\'\'\'.*?\'\'\'(?:'{0,2}(?!'))|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+\'''',
    re.S,
)
_WORD = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9][^\s,\]}#]*|[^\s,\]}#]+")
_SPACE = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(slots=True)
class _Value:
    """Where a value is written; of a table its entries, of a list its items."""

    start: int
    end: int = 0
    entries: list[_Entry] | None = None
    items: list[_Value] | None = None


@dataclass(slots=True)
class _Entry:
    """A key with its value: its path in the table around it, and where each part of that is."""

    keys: Place
    spans: list[tuple[int, int]]
    value: _Value


@dataclass(slots=True)
class _Section:
    """A header with the entries below it; the first one of a file has no header."""

    keys: Place
    spans: list[tuple[int, int]]
    start: int = 0
    end: int = 0  # of the header's line, or of its last entry's
    entries: list[_Entry] = field(default_factory=list)


def set_key(text: str, place: Place, value: Any) -> str:
    """The text with another value at a place, which may be new."""
    file = _File(text)
    if found := file.value(place):
        return _replaced(text, found.start, found.end, _like(text[found.start : found.end], value))
    if file.holds(place):
        return set_key(remove_key(text, place), place, value)
    return file.inserted(place, value)


def set_keys(text: str, changes: Mapping[Place, Any]) -> str:
    """The text with other values at several places; None removes a key."""
    file, later, found = _File(text), dict[Place, Any](), list[tuple[int, int, Any]]()
    for place, value in changes.items():
        known = file.value(place)
        if known and value is not None:
            found.append((known.start, known.end, value))
        else:
            later[place] = value
    for start, end, value in sorted(found, key=lambda one: one[0], reverse=True):
        text = _replaced(text, start, end, _like(text[start:end], value))
    for place, value in later.items():
        text = remove_key(text, place) if value is None else set_key(text, place, value)
    return text


def remove_key(text: str, place: Place) -> str:
    """The text without a key or a table, and the comment that stands right above a header of it."""
    file = _File(text)
    cuts: list[tuple[int, int]] = []
    for section in file.sections:
        if section.spans and section.keys[: len(place)] == place:
            end = section.end
            while (line := file.line_end(end)) > end and not text[end:line].strip():
                end = line
            cuts.append((file.above(section.start), end))
            continue
        for entry in section.entries:
            if (*section.keys, *entry.keys)[: len(place)] == place:
                start = file.line_start(entry.spans[0][0])
                cuts.append((start, file.line_end(entry.value.end)))
    if not cuts and (found := file.table(place[:-1])):
        return _taken_out(text, found, place[-1])
    if not cuts:
        raise ValueError(f"there is no {place[-1]}")
    for start, end in reversed(cuts):
        text = text[:start] + text[end:]
    return text


def rename_key(text: str, place: Place, name: str) -> str:
    """The text with another name for a key or table."""
    file, last = _File(text), len(place) - 1
    spans = []
    for keys, parts in file.written():
        if keys[: last + 1] == place and (index := last - len(keys) + len(parts)) >= 0:
            spans.append(parts[index])
    if not spans:
        raise ValueError(f"there is no {place[-1]}")
    for start, end in sorted(set(spans), reverse=True):
        text = _replaced(text, start, end, _key(name))
    return text


def order_keys(text: str, place: Place, names: Sequence[str]) -> str:
    """The text with the tables of these names in a table in this order."""
    file = _File(text)
    if found := file.table(place):
        parts = {name: [one for one in found.entries or () if one.keys[0] == name] for name in names}
        if any(len(some) != 1 for some in parts.values()):
            raise ValueError("they are not all written as one table")
        entries = {name: (some[0].spans[0][0], some[0].value.end) for name, some in parts.items()}
        return _permuted(text, [[entries[name]] for name in names])
    chunks: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
    inline: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
    depth = len(place)
    for section in file.sections:
        if section.spans and len(section.keys) > depth and section.keys[:depth] == place:
            if section.keys[depth] in chunks:
                name = str(section.keys[depth])
                chunks[name].append((file.above(section.start), section.end))
            continue
        for entry in section.entries:
            whole = (*section.keys, *entry.keys)
            if len(whole) > depth and whole[:depth] == place and whole[depth] in inline:
                lines = file.line_start(entry.spans[0][0]), file.line_end(entry.value.end)
                inline[str(whole[depth])].append(lines)
    first = next((n for n, name in enumerate(names) if chunks[name]), len(names))
    for name in names[first:]:
        if inline[name]:  # entries stand before all headers
            return order_keys(_with_header(text, (*place, name)), place, names)
    if not text.endswith("\n"):
        return order_keys(text + file.newline, place, names)
    text = _permuted(text, [inline[name] for name in names])
    return _permuted(text, [chunks[name] for name in names])


def as_toml(value: Any) -> str:
    """A value as a TOML file has it, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(key))} = {as_toml(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, float):
        short = f"{value:.6g}"
        return short if float(short) == value and "e" not in short else repr(value)
    if isinstance(value, str):
        signs = (_ESCAPES.get(one) or (one if one.isprintable() else _escaped(one)) for one in value)
        return f'"{"".join(signs)}"'
    return str(value)


def _escaped(sign: str) -> str:
    return f"\\U{ord(sign):08x}" if ord(sign) > 0xFFFF else f"\\u{ord(sign):04x}"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else as_toml(name)


def _like(old: str, value: Any) -> str:
    """A value as it is written in place of an old one: a text of several lines stays one."""
    several = isinstance(value, str) and old[:3] in ('"""', "'''") and "\n" in value
    # In quotes that end nowhere before, and without escapes.
    if several and "'''" not in f"{value}'" and value.replace("\n", "").isprintable():
        return f"'''\n{value}'''"
    return as_toml(value)


def _replaced(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _permuted(text: str, parts: list[list[tuple[int, int]]]) -> str:
    """The text with parts of it in another order: each in the place of another one."""
    wanted = [span for some in parts for span in some]
    pieces, at = list[str](), 0
    for (start, end), (own, last) in zip(sorted(wanted), wanted, strict=True):
        pieces += [text[at:start], text[own:last]]
        at = end
    return "".join([*pieces, text[at:]])


def _with_header(text: str, place: Place) -> str:
    """The text with a table that is written as entries below a header of its own instead, at the end."""
    file, lines = _File(text), list[str]()
    for section in file.sections:
        for entry in section.entries:
            whole = (*section.keys, *entry.keys)
            if (section.spans and section.keys[: len(place)] == place) or whole[: len(place)] != place:
                continue
            value = entry.value
            if rest := whole[len(place) :]:
                lines.append(f"{'.'.join(map(_key, map(str, rest)))} = {text[value.start : value.end]}")
            for one in value.entries or () if not rest else ():
                written = text[one.value.start : one.value.end]
                lines.append(f"{'.'.join(map(_key, map(str, one.keys)))} = {written}")
    return _File(remove_key(text, place)).with_section(place, lines)


def _taken_out(text: str, table: _Value, key: Key) -> str:
    """The text without a key of a table in one line."""
    entries = table.entries or []
    kept = [one for one in entries if one.keys[0] != key]
    if len(kept) == len(entries):
        raise ValueError(f"there is no {key}")
    for index in reversed(range(len(entries))):
        if entries[index] in kept:
            continue
        start, end = entries[index].spans[0][0], entries[index].value.end
        if index + 1 < len(entries):
            end = entries[index + 1].spans[0][0]
        elif index:
            start = entries[index - 1].value.end
        text = text[:start] + text[end:]
    return text


class _File:
    """A text with the places of its sections and entries. Valid TOML is assumed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.sections = [_Section((), [])]
        self.counts: dict[Place, int] = {}
        at = self.space(0)
        while at < len(text):
            at = self.space(self.header(at) if text[at] == "[" else self.line(at))

    def space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def above(self, at: int) -> int:
        """Where the comment begins that stands right above a line."""
        while at and self.text[self.line_start(at - 1) : at].lstrip().startswith("#"):
            at = self.line_start(at - 1)
        return at

    def keys(self, at: int) -> tuple[Place, list[tuple[int, int]], int]:
        keys, spans = list[Key](), list[tuple[int, int]]()
        while found := _KEY.match(self.text, at):
            written, at = found[1], found.end()
            keys.append(next(iter(tomllib.loads(f"{written}=0"))) if written[0] in "\"'" else written)
            spans.append(found.span(1))
            if self.text[at] != ".":
                break
            at += 1
        return tuple(keys), spans, at

    def header(self, at: int) -> int:
        start, is_list = self.line_start(at), self.text.startswith("[[", at)
        names, spans, at = self.keys(at + 1 + is_list)
        keys: Place = ()
        for name in names[:-1]:
            keys = (*keys, name)
            keys = (*keys, self.counts[keys]) if keys in self.counts else keys
        keys = (*keys, names[-1])
        if is_list:
            self.counts[keys] = self.counts.get(keys, -1) + 1
            keys = (*keys, self.counts[keys])
        end = self.line_end(at)
        self.sections.append(_Section(keys, spans, start, end))
        return end

    def line(self, at: int) -> int:
        entry = self.entry(at)
        self.sections[-1].entries.append(entry)
        self.sections[-1].end = self.line_end(entry.value.end)
        return self.sections[-1].end

    def entry(self, at: int) -> _Entry:
        keys, spans, at = self.keys(at)
        return _Entry(keys, spans, self.read(self.space(at + 1)))  # behind the sign =

    def read(self, at: int) -> _Value:
        text, value = self.text, _Value(at)
        if text[at] in "[{":
            value.items, value.entries = ([], None) if text[at] == "[" else (None, [])
            at = self.space(at + 1)
            while text[at] not in "]}":
                if value.entries is not None:
                    value.entries.append(self.entry(at))
                    at = value.entries[-1].value.end
                elif value.items is not None:
                    value.items.append(self.read(at))
                    at = value.items[-1].end
                at = self.space(at)
                at = self.space(at + 1) if text[at] == "," else at
            value.end = at + 1
            return value
        found = (_TEXT if text[at] in "\"'" else _WORD).match(text, at)
        value.end = found.end() if found else at
        return value

    def written(self) -> Iterator[tuple[Place, list[tuple[int, int]]]]:
        """Every key and header: its path, and where the last parts of that are written."""
        for section in self.sections:
            if section.spans and not isinstance(section.keys[-1], int):
                yield section.keys, section.spans
            yield from _written(section.entries, section.keys)

    def value(self, place: Place) -> _Value | None:
        """The value that is written at a place."""
        own = (one for one in self.sections if one.keys == place[: len(one.keys)])
        return next((found for one in own if (found := _find(one.entries, place[len(one.keys) :]))), None)

    def table(self, place: Place) -> _Value | None:
        """The table in one line that is written at a place."""
        found = self.value(place)
        return found if found and found.entries is not None else None

    def holds(self, place: Place) -> bool:
        """Whether a place is there, as a value or as a table."""
        return bool(self.value(place)) or any(keys[: len(place)] == place for keys, _ in self.written())

    def inserted(self, place: Place, value: Any) -> str:
        """The text with a key that is new."""
        text, known = (
            self.text,
            next(n for n in reversed(range(len(place))) if self.holds(place[:n]) or not n),
        )
        above, rest = place[:known], place[known:]
        if found := self.value(above) if above else None:
            if found.entries is None:
                raise ValueError(f"{above[-1]} is no table")
            for key in reversed(rest[1:]):
                value = {key: value}
            new = f"{_key(str(rest[0]))} = {as_toml(value)}"
            if not found.entries:
                return _replaced(text, found.start, found.end, f"{{ {new} }}")
            end = found.entries[-1].value.end
            return _replaced(text, end, end, f", {new}")
        own = next((one for one in self.sections if one.keys == above and (one.spans or not above)), None)
        tables = isinstance(value, Mapping) and len(place) > 1 and not (own and len(above) > 1)
        if own and (len(rest) == 1 or (len(rest) == 2 and len(above) > 1)) and not tables:
            for key in reversed(rest[1:]):
                value = {key: value}
            return self.with_line(own, f"{_key(str(rest[0]))} = {as_toml(value)}")
        for section in self.sections:  # a table of dotted keys
            size = len(section.keys)
            if section.keys == above[:size] and len(above) > size:
                inside = [one for one in section.entries if one.keys[: len(above) - size] == above[size:]]
                if inside:
                    dotted = ".".join(map(_key, map(str, (*above[size:], *rest))))
                    return self.with_line(section, f"{dotted} = {as_toml(value)}", inside[-1])
        if isinstance(value, Mapping):
            lines = [f"{_key(str(key))} = {as_toml(one)}" for key, one in value.items()]
            return self.with_section(place, lines)
        return self.with_section(place[:-1], [f"{_key(str(place[-1]))} = {as_toml(value)}"])

    def with_line(self, section: _Section, line: str, after: _Entry | None = None) -> str:
        """The text with one more line in a section."""
        text, last = self.text, after or (section.entries[-1] if section.entries else None)
        if last:
            start = self.line_start(last.spans[0][0])
            line, at = text[start : last.spans[0][0]] + line, self.line_end(last.value.end)
        else:
            at = section.end
            while not section.spans and (end := self.line_end(at)) > at and text[at] == "#":
                at = end
        before = self.newline if at and not text[:at].endswith("\n") else ""
        return _replaced(text, at, at, f"{before}{line}{self.newline}")

    def with_section(self, place: Place, lines: list[str]) -> str:
        """The text with a section more, behind the last one of the nearest table around it."""
        text, last = self.text, self.sections[-1]
        for size in reversed(range(1, len(place))):
            if near := [one for one in self.sections if one.spans and one.keys[:size] == place[:size]]:
                last = near[-1]
                break
        at = last.end
        keys = ".".join(_key(key) for key in place if isinstance(key, str))
        header = self.newline.join([f"[{keys}]", *lines, ""])
        before = self.newline * ((at > 0) + (at > 0 and not text[:at].endswith("\n")))
        return _replaced(text, at, at, before + header)


def _find(entries: list[_Entry], place: Place) -> _Value | None:
    for entry in entries:
        size = len(entry.keys)
        if entry.keys == place[:size]:
            return _inside(entry.value, place[size:])
    return None


def _inside(value: _Value, place: Place) -> _Value | None:
    if not place:
        return value
    if value.entries is not None:
        return _find(value.entries, place)
    items, key = value.items or (), place[0]
    return _inside(items[key], place[1:]) if isinstance(key, int) and 0 <= key < len(items) else None


def _written(entries: list[_Entry], above: Place) -> Iterator[tuple[Place, list[tuple[int, int]]]]:
    for entry in entries:
        keys = (*above, *entry.keys)
        yield keys, entry.spans
        yield from _written(entry.value.entries or [], keys)
