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

from cardtools.ground.toml.toml_values import as_toml, toml_key
from cardtools.ground.toml.tomlplaces import Key

TomlPlace = tuple[Key, ...]
_Span = tuple[int, int]
_KEY = re.compile(r"""[ \t]*+("(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)[ \t]*+""")
_TEXT = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""(?:"{0,2}(?!"))|\'\'\'.*?\'\'\'(?:'{0,2}(?!'))|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+\'''',
    re.S,
)
_WORD = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9][^\s,\]}#]*|[^\s,\]}#]+")
_SPACE = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")


@dataclass(slots=True)
class _Entry:
    """A key with its value, or a header: its path from the table around it and where the parts of that are,
    where the value is (all below a header), and what is in a table or list in one line.
    """

    keys: TomlPlace
    spans: list[_Span]
    start: int
    end: int = 0
    inner: list[_Entry] = field(default_factory=list)
    kind: str = ""  # "{" or "[" of such a value, "#" of a header


def set_key(text: str, place: TomlPlace, value: Any) -> str:
    """The text with another value at a place, which may be new."""
    return set_keys(text, {place: value})


def set_keys(text: str, changes: Mapping[TomlPlace, Any]) -> str:
    """The text with other values at several places."""
    file = _File(text)
    found = {place: file.value(place) for place in changes}
    there = [((one.start, one.end), changes[place]) for place, one in found.items() if one]
    for span, value in sorted(there, key=lambda one: one[0], reverse=True):
        text = _replaced(text, span, _like(text[slice(*span)], value))
    for place in (place for place, one in found.items() if not one):
        if any(keys[: len(place)] == place for keys, _ in _File(text).written()):
            text = remove_key(text, place)
        text = _File(text).inserted(place, changes[place])
    return text


def remove_key(text: str, place: TomlPlace) -> str:
    """The text without a key or a table, and the comment that stands right above a header of it."""
    file = _File(text)
    if not (pieces := file.pieces(place)):
        table = file.value(place[:-1])
        entries = table.inner if table and table.kind == "{" else []
        gone = [n for n, one in enumerate(entries) if one.keys[0] == place[-1]]
        if not gone:
            raise ValueError(f"there is no {place[-1]}")
        for n in reversed(gone):
            end = entries[n + 1].spans[0][0] if n + 1 < len(entries) else entries[n].end
            start = entries[n - 1].end if 0 < n == len(entries) - 1 else entries[n].spans[0][0]
            text = _replaced(text, (start, end), "")
        return text
    for (start, end), entry in reversed(pieces):
        while entry.kind == "#" and (line := file.line_end(end)) > end and not text[end:line].strip():
            end = line
        text = _replaced(text, (start, end), "")
    return text


def rename_key(text: str, place: TomlPlace, name: str) -> str:
    """The text with another name for a key or table."""
    last, spans = len(place), set[_Span]()
    for keys, parts in _File(text).written():
        if keys[:last] == place and (index := last - 1 - len(keys) + len(parts)) >= 0:
            spans.add(parts[index])
    if not spans:
        raise ValueError(f"there is no {place[-1]}")
    for span in sorted(spans, reverse=True):
        text = _replaced(text, span, toml_key(name))
    return text


def order_keys(text: str, place: TomlPlace, names: Sequence[str]) -> str:
    """The text with the tables of these names in a table in this order."""
    file = _File(text)
    if found := file.value(place):
        parts = [[(one.spans[0][0], one.end) for one in found.inner if one.keys[0] == name] for name in names]
        if any(len(some) != 1 for some in parts):
            raise ValueError("they are not all written as one table")
        return _permuted(text, parts)
    pieces = [file.pieces((*place, name)) for name in names]
    headers = [[span for span, one in some if one.kind == "#"] for some in pieces]
    lines = [[span for span, one in some if one.kind != "#"] for some in pieces]
    first = next((n for n, some in enumerate(headers) if some), len(names))
    for name, some in zip(names[first:], lines[first:], strict=True):
        if some:  # entries stand before all headers
            return order_keys(_with_header(text, (*place, name)), place, names)
    if not text.endswith("\n"):
        return order_keys(text + file.newline, place, names)
    return _permuted(_permuted(text, lines), headers)


def _dotted(keys: TomlPlace) -> str:
    return ".".join(toml_key(key) for key in keys if isinstance(key, str))


def _like(old: str, value: Any) -> str:
    """A value as it is written in place of an old one: a text of several lines stays one."""
    several = isinstance(value, str) and old[:3] in ('"""', "'''") and "\n" in value
    # In quotes that end nowhere before, and without escapes.
    if several and "'''" not in f"{value}'" and value.replace("\n", "").isprintable():
        return f"'''\n{value}'''"
    return as_toml(value)


def _replaced(text: str, span: _Span, new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def _permuted(text: str, parts: list[list[_Span]]) -> str:
    """The text with parts of it in another order: each in the place of another one."""
    wanted = [span for some in parts for span in some]
    pieces, at = list[str](), 0
    for (start, end), own in zip(sorted(wanted), wanted, strict=True):
        pieces += [text[at:start], text[slice(*own)]]
        at = end
    return "".join([*pieces, text[at:]])


def _with_header(text: str, place: TomlPlace) -> str:
    """The text with a table that is written as entries below a header of its own instead."""
    lines = []
    for _, entry in _File(text).pieces(place):
        rest = entry.keys[len(place) :]
        for one in [entry] if rest else entry.inner:
            lines.append(f"{_dotted(rest or one.keys)} = {text[one.start : one.end]}")
    return _File(remove_key(text, place)).with_header(place, lines)


class _File:
    """A text with the places of its headers and entries. Valid TOML is assumed."""

    def __init__(self, text: str) -> None:
        self.text, self.newline = text, "\r\n" if "\r\n" in text else "\n"
        self.headers = [_Entry((), [], 0, kind="#")]  # with what is below each
        self.counts: dict[TomlPlace, int] = {}
        at = self.space(0)
        while at < len(text):
            if text[at] == "[":
                self.headers.append(self.header(at))
            else:
                entry = self.entry(at)
                self.headers[-1].inner.append(entry)
                self.headers[-1].end = self.line_end(entry.end)
            at = self.space(self.headers[-1].end)

    def space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def keys(self, at: int) -> tuple[TomlPlace, list[_Span], int]:
        keys, spans = list[Key](), list[_Span]()
        while found := _KEY.match(self.text, at):
            written, at = found[1], found.end()
            keys.append(next(iter(tomllib.loads(f"{written}=0"))) if written[0] in "\"'" else written)
            spans.append(found.span(1))
            if self.text[at] != ".":
                break
            at += 1
        return tuple(keys), spans, at

    def header(self, at: int) -> _Entry:
        is_list = self.text.startswith("[[", at)
        names, spans, end = self.keys(at + 1 + is_list)
        keys: TomlPlace = ()
        for name in names[:-1]:
            keys = (*keys, name)
            keys = (*keys, self.counts[keys]) if keys in self.counts else keys
        keys = (*keys, names[-1])
        if is_list:
            self.counts[keys] = self.counts.get(keys, -1) + 1
            keys = (*keys, self.counts[keys])
        return _Entry(keys, spans, self.line_start(at), self.line_end(end), kind="#")

    def entry(self, at: int) -> _Entry:
        keys, spans, at = self.keys(at)
        return self.read(_Entry(keys, spans, self.space(at + 1)))  # behind the sign =

    def read(self, entry: _Entry) -> _Entry:
        text, at = self.text, entry.start
        if text[at] not in "[{":
            found = (_TEXT if text[at] in "\"'" else _WORD).match(text, at)
            entry.end = found.end() if found else at
            return entry
        entry.kind, at = text[at], self.space(at + 1)
        while text[at] not in "]}":
            is_item = entry.kind == "["
            one = self.read(_Entry((len(entry.inner),), [], at)) if is_item else self.entry(at)
            entry.inner.append(one)
            at = self.space(one.end)
            at = self.space(at + 1) if text[at] == "," else at
        entry.end = at + 1
        return entry

    def written(self) -> Iterator[tuple[TomlPlace, list[_Span]]]:
        """Every key and header: its path, and where the last parts of that are written."""
        for header in self.headers:
            if header.spans and not isinstance(header.keys[-1], int):
                yield header.keys, header.spans
            yield from _written(header.inner, header.keys)

    def pieces(self, place: TomlPlace) -> list[tuple[_Span, _Entry]]:
        """The headers, with all below them and the comment right above, and the lines outside of these that a
        place is written in, these with their whole path.
        """
        found, size = list[tuple[_Span, _Entry]](), len(place)
        for header in self.headers:
            if header.spans and header.keys[:size] == place:
                at = header.start
                while at and self.text[self.line_start(at - 1) : at].lstrip().startswith("#"):
                    at = self.line_start(at - 1)
                found.append(((at, header.end), header))
                continue
            for one in header.inner:
                keys = (*header.keys, *one.keys)
                if keys[:size] == place:
                    span = self.line_start(one.spans[0][0]), self.line_end(one.end)
                    found.append((span, _Entry(keys, one.spans, one.start, one.end, one.inner, one.kind)))
        return found

    def value(self, place: TomlPlace) -> _Entry | None:
        """The value that is written at a place."""
        own = (one for one in self.headers if one.keys == place[: len(one.keys)])
        return next((found for one in own if (found := _find(one.inner, place[len(one.keys) :]))), None)

    def inserted(self, place: TomlPlace, value: Any) -> str:
        """The text with a key that is new."""
        known = {keys[:n] for keys, _ in self.written() for n in range(1, len(keys) + 1)}
        size = max((n for n in range(1, len(place)) if place[:n] in known), default=0)
        above, rest, inline = place[:size], place[size:], value
        for key in reversed(rest[1:]):
            inline = {key: inline}
        line = f"{toml_key(str(rest[0]))} = {as_toml(inline)}"
        if found := self.value(above):
            is_item = found.kind == "[" and rest == (len(found.inner),)
            if found.kind != "{" and not is_item:
                raise ValueError(f"{above[-1]} is no table")
            line = as_toml(value) if is_item else line
            if not found.inner:
                new = f"[{line}]" if is_item else f"{{ {line} }}"
                return _replaced(self.text, (found.start, found.end), new)
            return _replaced(self.text, (found.inner[-1].end,) * 2, f", {line}")
        own = next((one for one in self.headers if one.keys == above), None)
        is_table = isinstance(value, Mapping)
        # The tables of an element are in one line, elements below headers.
        if own and (
            (len(rest) == 1 and not (is_table and size == 1)) or (len(rest) == 2 < size + 1 and not is_table)
        ):
            return self.with_line(own, line)
        for header in self.headers:  # a table of dotted keys
            dotted = above[len(header.keys) :]
            inside = [one for one in header.inner if one.keys[: len(dotted)] == dotted]
            if dotted and inside and header.keys == above[: len(header.keys)]:
                return self.with_line(header, f"{_dotted((*dotted, *rest))} = {as_toml(value)}", inside[-1])
        table, place = (value, place) if is_table else ({place[-1]: value}, place[:-1])
        return self.with_header(
            place, [f"{toml_key(str(key))} = {as_toml(one)}" for key, one in table.items()]
        )

    def with_line(self, header: _Entry, line: str, after: _Entry | None = None) -> str:
        """The text with one more line below a header."""
        text, last, at = self.text, after or (header.inner[-1] if header.inner else None), header.end
        if last:
            start = self.line_start(last.spans[0][0])
            line, at = text[start : last.spans[0][0]] + line, self.line_end(last.end)
        while not last and not header.spans and text[at : at + 1] == "#":
            at = self.line_end(at)
        before = self.newline if at and text[at - 1] != "\n" else ""
        return _replaced(text, (at, at), f"{before}{line}{self.newline}")

    def with_header(self, place: TomlPlace, lines: list[str]) -> str:
        """The text with a header more, behind all of the nearest table around it."""
        text, at = self.text, self.headers[-1].end
        for size in reversed(range(1, len(place))):
            if near := [one.end for one in self.headers if one.spans and one.keys[:size] == place[:size]]:
                at = near[-1]
                break
        before = self.newline * ((at > 0) + (at > 0 and text[at - 1] != "\n"))
        name = f"[{_dotted(place)}]" if isinstance(place[-1], int) else _dotted(place)
        header = self.newline.join([f"[{name}]", *lines, ""])
        return _replaced(text, (at, at), before + header)


def _find(entries: list[_Entry], place: TomlPlace) -> _Entry | None:
    for entry in entries:
        size = len(entry.keys)
        if entry.keys == place[:size]:
            return _find(entry.inner, place[size:]) if place[size:] else entry
    return None


def _written(entries: list[_Entry], above: TomlPlace) -> Iterator[tuple[TomlPlace, list[_Span]]]:
    for entry in entries:
        if entry.spans:
            keys = (*above, *entry.keys)
            yield keys, entry.spans
            yield from _written(entry.inner if entry.kind == "{" else [], keys)
