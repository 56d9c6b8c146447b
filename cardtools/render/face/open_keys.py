"""Keys of a face that are open until the card is known: numbers, choices and names that are templates."""

from __future__ import annotations

import typing
from contextlib import suppress
from math import isfinite
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.lengths import FontSize, Length
from cardtools.ground.toml.tomlfile import shape
from cardtools.ground.toml.tomlplaces import KeyPath

_TABLES = ("elements", "styles")
NAMES = {"style", "lead_style", "plate", "font", "bold", "italic", "bold_italic", "features"}
_EXACT = 10**15  # below it floats have all whole numbers
_LARGEST_SIZE = 500.0
_EXAMPLES: dict[Any, Any] = {float: 1.0, Length: 1.0, FontSize: 1.0, int: 1, bool: True, str: "x"}


class FilledText(str):
    """A text that is filled in already: whatever a card's cell has in it, it is no template."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"FilledText({super().__repr__()})"


class OpenKeys(Record):
    """What only a card can say: the paths of keys that are templates, with these and whether a text is wanted
    (`keys`), and the elements and styles that are made anew for each card (`roots`).
    """

    keys: dict[KeyPath, tuple[str, bool]]
    roots: set[KeyPath]

    def add(self, keys: KeyPath, repeated: str, given: dict[str, Any], layout: str) -> None:
        """Add what is open of an element that is repeated, gives names to its own, or lays them out."""
        if repeated:
            self.keys[*keys, "for"] = "{{ " + repeated + " }}", True
        for name, value in given.items():
            if isinstance(value, str) and is_template(value):
                self.keys[*keys, "with", name] = value, True
        if repeated or given or layout:
            self.roots.add(keys[:2])

    def stand_in(self, keys: KeyPath, text: str, kind: Any, fits: bool) -> Any:
        """What `conform` checks instead of a template where a number, a choice or a name is wanted."""
        if keys[0] not in _TABLES or keys[-1] == "kind" or not is_template(text):
            return text
        made = _LARGEST_SIZE if keys[-1] == "size" else _example(kind)  # above any minimum
        if made is None or (fits and keys[-1] not in NAMES):
            return text
        self.keys[keys] = text, fits
        self.roots.add(keys[:2])
        if keys[0] == "styles" and "/" in str(keys[1]):  # that of an element is made with it
            self.roots.add(tuple(str(keys[1]).split("/")[:2]))
        return made


NOTHING_OPEN = OpenKeys({}, set())


def is_template(text: str) -> bool:
    return "{{" in text or "{%" in text or "{#" in text


def _example(kind: Any) -> Any:
    """A value that fits the type of a key; None if it can't be a template."""
    origin, arguments, _ = shape(kind)
    if origin is typing.Union:
        return next((made for one in arguments if (made := _example(one)) is not None), None)
    return arguments[0] if origin is typing.Literal else _EXAMPLES.get(kind)


def as_written(value: Any) -> Any:
    """The value that a template or a cell gives, as a TOML file would have it; None if it is empty."""
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str):
        with suppress(TypeError, ValueError, OverflowError):
            return int(value) if abs(value) < _EXACT and value == int(value) else float(value)
        return str(value)
    text = value.strip()
    if text in ("true", "false"):
        return text == "true"
    with suppress(ValueError):
        if isfinite(number := float(text.replace(",", ".") if text.count(",") == 1 else text)):
            return as_written(number)
    return text or None
