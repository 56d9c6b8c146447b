"""Filling in a face's strings for one card: texts, colours, numbers, icons, and the problems on the way."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from cardtools.cards.crops import Crop
from cardtools.cards.spaces import in_a_line
from cardtools.ground.catalogue import Check
from cardtools.ground.colours import WRITE_ONE, read_colour
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlplaces import Key, KeyPath
from cardtools.language.budget import Budget, StringError, shortened
from cardtools.render.face.load import MOST_PROBLEMS, Face
from cardtools.render.face.open_keys import FilledText
from cardtools.render.scene.scene import Item, Scene, SetText


def element_name(keys: KeyPath) -> str:
    """The name of the element at a place in the face: `rules`, in the group front `front.rules`."""
    tables = [keys[index + 1] for index in range(len(keys) - 1) if keys[index] == "elements"]
    return ".".join(map(str, tables))


class Composition:
    """A composition in progress: the values for strings, and the problems found so far.

    `values` are the card's columns and whatever else the strings of the face may name (`project`); `where` is
    the location of the card and `card` its name, for findings; `crops` are those of pictures, by `crop_key`;
    `shown` gives the cards on it, or raises InputError. `problems` make the card unusable, `findings` do not.
    `keys` is the path of a string in the face.
    """

    def __init__(
        self,
        face: Face,
        values: dict[str, Any],
        where: Location | None = None,
        card: str = "without a name",
        crops: Mapping[str, Crop] | None = None,
        shown: Callable[[str], Scene] | None = None,
    ) -> None:
        self.face, self.metrics, self.crops = face, face.metrics, crops or {}
        self.card, self.where, self.shown = card, where, shown
        self.findings: list[Diagnostic] = []
        self.problems: list[Diagnostic] = []
        self.texts: list[SetText] = []
        self.flowing: dict[KeyPath, Any] = {}  # what goes on in a text, by its place
        self.drawn: dict[KeyPath, list[Item]] = {}  # the elements so far
        self.budget = Budget()
        self.sees_through = False  # whether any of its colours is not opaque
        self._filled: dict[str, str] = {}  # by source: a card asks for its colours many times
        words = {name: value for name, value in face.glossary.values.items() if name not in values}
        self.context = values | words | {"colours": face.design.colours}
        palette, palettes = self.text(face.design.palette, "palette"), face.design.palettes
        if palette and palette not in palettes:
            hint = suggest(palette, list(palettes), "palettes")
            self.problem(("palette",), f"no palette {palette!r}", hint)
        self.stopped = bool(self.problems)  # more would follow from them
        self.context = self.context | {"palette": palettes.get(palette, {})}
        self.words, self._filled_words = self.context, self._filled  # those in the language of the edition
        if texts := (self.context.get("edition") or {}).get("texts"):
            self.words, self._filled_words = {**self.context, **texts}, {}

    def problem(self, keys: KeyPath, message: str, hint: str = "", find: str = "") -> None:
        """Add a problem. Raises InputError with all of them once there are too many."""
        self.problems.append(self.named(Diagnostic(self.face.file.at(*keys, find=find), message, hint)))
        if len(self.problems) == MOST_PROBLEMS or self.budget.spent:
            raise InputError(self.problems)

    def named(self, found: Diagnostic) -> Diagnostic:
        """A problem of the face that this card has."""
        return found._replace(message=f"card {in_a_line(self.card)}: {found.message}")

    def step(self, count: int, *keys: Key) -> None:
        """Use steps of the budget. Raises InputError as `problem`."""
        try:
            self.budget.step(count)
        except StringError as error:
            self.problem(keys, str(error), error.hint)

    def draw(self, segments: int, times: int, *keys: Key) -> None:
        """Use steps for shapes that are drawn. Raises InputError as `problem`."""
        self.step(times * segments // 10, *keys)

    def finding(self, keys: KeyPath, check: Check, message: str, hint: str) -> None:
        place = self.where or self.face.file.at(*keys)
        found = check.finding(place, f"card {in_a_line(self.card)}: {message}", hint, element_name(keys))
        self.findings.append(found)

    def text(self, source: str, *keys: Key, words: bool = False) -> str:
        """A string of the face filled in; `words` that people read are in the language of the edition."""
        if isinstance(source, FilledText):
            self.step(len(source), *keys)
            return str(source)
        context, known = (self.words, self._filled_words) if words else (self.context, self._filled)
        try:
            if source not in known:
                known[source] = self.face.texts[source](context, self.budget)
            self.budget.step(len(known[source]))  # each letter will be set
            return known[source]
        except StringError as error:
            self.problem(keys, str(error), error.hint, source)
            return ""

    def when(self, source: str, *keys: Key, values: Mapping[str, Any] | None = None) -> bool:
        """Whether a condition, if there is one, holds for the values of the card (or those of a group)."""
        try:
            known = self.context if values is None else values
            return not source or self.face.conditions[source].holds(known, self.budget)
        except StringError as error:
            self.problem((*keys, "when"), str(error), error.hint, source)
            return False

    def number(self, value: float | str, *keys: Key) -> float:
        text = self.text(value, *keys) if isinstance(value, str) else value
        try:
            number = float(text or 0)
        except (ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            self.problem(keys, f"{keys[-1]} is {shortened(text)}, expected a number", find=str(value))
            return 0.0
        return number

    def share(self, value: float | str, *keys: Key) -> float:
        return min(1.0, max(0.0, self.number(value, *keys)))

    def colour(self, source: str, *keys: Key) -> str:
        """A colour filled in: `#rrggbb`, or `#rrggbbaa` if it is not opaque."""
        colour = self.text(source, *keys).strip()
        if colour and not self.ink(colour):
            message = f"{keys[-1]} is {shortened(colour)}, expected a colour"
            self.problem(keys, message, WRITE_ONE, source)
        return self.ink(colour)

    def ink(self, name: str) -> str:
        """A colour by its name, or as it is written; empty if there is none."""
        colour = read_colour(self.face.design.colours.get(name, name))
        self.sees_through = self.sees_through or len(colour) == 9
        return colour

    def icon(self, source: str, *keys: Key, field: str = "icon") -> str:
        name = self.text(source, *keys)
        if not name and ("{" in source or isinstance(source, FilledText)):
            return ""  # of an empty cell
        if name not in self.face.icons:
            hint = suggest(name, list(self.face.icons), "icons")
            self.problem((*keys, field), f"no icon {shortened(name)}", hint, source)
            return ""
        return name
