"""The records of a YAML file as rows, and those of Markdown files: a card each, its text below the values.

YAML can name types that run code, and repeat a value without end. Here it is read event by event: a value is
a text, a list or an object, and nothing else.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import decode, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.optional_packages import optional
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.records import DEPTH, KEY, TableRecord, put_records

_WORDS = {**dict.fromkeys(("", "~", "null", "Null", "NULL")), "true": True, "True": True, "TRUE": True}
_WORDS |= {"false": False, "False": False, "FALSE": False}
_FRONT = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
_TAGS = re.compile("tag:yaml.org,2002:(?:str|int|float|bool|null|timestamp|seq|map)")


def read_yaml(path: Path, data: bytes, keys: str, grid: Grid) -> None:
    """Read the records at a path of keys into the grid, as those of a JSON file. Raises InputError."""
    name = shown(path)
    found = _Yaml(name, decode(data, path)).documents
    put_records(found[0] if len(found) == 1 else found, keys, grid, name, "write - name: Ember Fox")


def read_markdown(path: Path, data: bytes, keys: str, grid: Grid) -> None:
    """Read a card into the grid: the values in front of the text, between two lines `---`, and the text as
    `text`, or as `body` where a value is called so. Without a `name` it is called as its file.
    """
    name, text = shown(path), decode(data, path)
    front = _FRONT.match(text)
    if not front and text.startswith("---\n"):
        message, hint = "the values in front of the text do not end", "write --- on a line below them"
        raise bad_input(name, message, hint, 1)
    found = _Yaml(name, "\n" + front[1]).documents if front else []  # on its own lines
    values = found[0] if found and found[0] is not None else {}
    if not isinstance(values, dict):
        raise bad_input(name, "in front of the text are no keys and values", "write cost: 2", 2)
    folded = set(map(str.casefold, values))
    named = values if folded & {KEY, "title"} else {KEY: path.stem, **values}
    body = {"body" if "text" in folded else "text": text[front.end() if front else 0 :].strip()}
    put_records([TableRecord(named | body, Location(name, 1, 1))], "", grid, name, "")


class _Yaml:
    """The documents of a YAML file: texts, truth values, lists and records."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.documents: list[Any] = []
        yaml: Any = optional("yaml", f"reading {name}")
        try:
            self._read(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            why = getattr(error, "problem", None) or getattr(error, "reason", "")
            raise self._problem(mark, f"this is no YAML: {why}") from None

    def _place(self, mark: Any) -> Location:
        return Location(self.name, mark.line + 1, mark.column + 1) if mark else Location(self.name)

    def _problem(self, mark: Any, message: str, hint: str = "") -> InputError:
        return InputError(Diagnostic(self._place(mark), message, hint))

    def _read(self, events: Any) -> None:
        # What is open, and the key of a record whose value comes next.
        opened: list[tuple[Any, list[str]]] = [(self.documents, [])]
        left = 2 * limits().workbook_cells
        for event in events:
            kind, mark, left = type(event).__name__, event.start_mark, left - 1
            if kind in ("SequenceEndEvent", "MappingEndEvent"):
                opened.pop()
            if kind not in ("AliasEvent", "ScalarEvent", "SequenceStartEvent", "MappingStartEvent"):
                continue
            if left < 0:
                raise self._problem(mark, "there are too many values", raise_hint("workbook_cells"))
            if kind == "AliasEvent":
                raise self._problem(mark, f"*{event.anchor} repeats a value", "write the value itself")
            if event.tag and not _TAGS.fullmatch(event.tag):
                hint = "write a text, a number, a list or keys and values"
                raise self._problem(mark, f"the type {event.tag} is not read here", hint)
            value: Any = TableRecord({}, self._place(mark)) if kind == "MappingStartEvent" else []
            if is_scalar := kind == "ScalarEvent":
                value = event.value if event.style or event.tag else _WORDS.get(event.value, event.value)
            above, key = opened[-1]
            if isinstance(above, list):
                above.append(value)
            elif key:
                above[key.pop()] = value
            elif not is_scalar or event.value in above:
                fault = f"{event.value!r} is there twice" if is_scalar else "a list is no key"
                raise self._problem(mark, fault, "write each key once, as a word")
            else:
                key.append(event.value)
                above[event.value] = None
            if not is_scalar:
                opened.append((value, []))
                if len(opened) > DEPTH:
                    raise self._problem(mark, "its lists and objects are nested too deep")
