"""Groups with a layout: their elements in a row, a column or several rows, each as large as its text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from cardtools.render.compose.composition import Composition
from cardtools.render.compose.typeset import paragraphs_of
from cardtools.render.face.model.elements import (
    Element,
    GroupElement,
    IconsElement,
    SymbolElement,
    TextElement,
)
from cardtools.render.face.model.placed import AXES
from cardtools.render.face.open_keys import KeyPath
from cardtools.render.scene.scene import Box
from cardtools.render.text.fitting import lay
from cardtools.render.text.measured import Measured

_WIDE = 10_000.0  # mm: a text on one line
_SLACK = 0.01  # mm
_SHARES = {"start": 0.0, "spread": 0.0, "centre": 0.5, "end": 1.0}
Room = tuple[float | None, float | None]  # the width and height that are there, where that is known
Size = tuple[float, float]


class _Child(NamedTuple):
    name: str
    element: Element
    keys: KeyPath


def arranged(work: Composition, element: Element, keys: KeyPath) -> Element:
    """The element with all that is in groups with a layout in its place; problems are reported."""
    return _Arranger(work).whole(element, keys)


class _Arranger:
    def __init__(self, work: Composition) -> None:
        self.work = work
        self.sizes: dict[tuple[KeyPath, Room], Size] = {}
        self.paragraphs: dict[KeyPath, list[Measured]] = {}
        self.known: dict[KeyPath, list[_Child]] = {}

    def whole(self, element: Element, keys: KeyPath) -> Element:
        if not isinstance(element, GroupElement):
            return element
        if not element.layout:
            inner = {n: self.whole(one, (*keys, "elements", n)) for n, one in element.elements.items()}
            return replace(element, elements=inner)
        card = self.work.face.design.card
        room = [getattr(element, axis[1]) for axis in AXES]
        starts: list[float] = []
        for at, (axis, most) in enumerate(zip(AXES, (card.width, card.height), strict=True)):
            start, _, end = (getattr(element, name) for name in axis)
            if (start is None) == (end is None) and (start is None or room[at] is not None):
                self.work.problem(keys, f"the group {keys[-1]} needs {axis[0]} or {axis[2]}")
                return element
            if start is not None and end is not None:
                room[at] = most - start - end
        size = self.size(_Child(str(keys[-1]), element, keys), (room[0], room[1]))
        for axis, most, length in zip(AXES, (card.width, card.height), size, strict=True):
            start, end = getattr(element, axis[0]), getattr(element, axis[2])
            starts.append(start if start is not None else most - (end or 0.0) - length)
        return self.placed(element, keys, Box(starts[0], starts[1], *size))

    def children(self, group: GroupElement, keys: KeyPath) -> list[_Child]:
        """The elements that this card has; a text without words takes no room."""
        found = []
        for name, element in group.elements.items():
            own = (*keys, "elements", name)
            if not self.work.when(element.when, *own):
                continue
            if sides := [k for k in ("left", "right", "top", "bottom") if getattr(element, k) is not None]:
                self.work.problem((*own, sides[0]), f"{sides[0]} of {name}: its group places it")
            elif isinstance(element, GroupElement) and not element.layout:
                self.work.problem(own, f"the group {name} needs a layout: it is in a {group.layout}")
            elif not self.is_empty(child := _Child(name, element, own)):
                found.append(child)
        return found

    def is_empty(self, child: _Child) -> bool:
        """Whether a card has nothing to show there."""
        _, element, keys = child
        if isinstance(element, SymbolElement | IconsElement):
            return not self.work.icon(element.icon, *keys)
        if isinstance(element, TextElement | GroupElement):
            return not element.grow and self.size(child, (None, None)) == (0, 0)
        return False

    def size(self, child: _Child, room: Room) -> Size:
        """The size of an element: its own, or that of the room, or what it needs; 0 where nobody knows."""
        _, element, keys = child
        wide, high = (
            own if own is not None else given
            for own, given in zip((element.width, element.height), room, strict=True)
        )
        if (keys, (wide, high)) not in self.sizes:
            self.work.step(20, *keys)
            needed = (0.0, 0.0)
            if wide is None or high is None:
                needed = self.needed(child, (wide, high))
            size = needed[0] if wide is None else wide, needed[1] if high is None else high
            self.sizes[keys, (wide, high)] = size
        return self.sizes[keys, (wide, high)]

    def needed(self, child: _Child, room: Room) -> Size:
        work, (_, element, keys), (wide, high) = self.work, child, room
        if isinstance(element, GroupElement):
            lines = [self.line(element, line, room) for line in self.lines(element, keys, room)]
            main, cross = (1, 0) if element.layout == "column" else (0, 1)
            lengths = [sum(size[main] for size in line) + self.gaps(element, line) for line in lines]
            long = max(lengths, default=0.0)
            deep = sum(max(size[cross] for size in line) for line in lines) + self.gaps(element, lines)
            return (long, deep) if main == 0 else (deep, long)
        if isinstance(element, TextElement):
            if keys not in self.paragraphs:
                before = len(work.findings), len(work.problems)
                self.paragraphs[keys] = paragraphs_of(work, element, keys)
                del work.findings[before[0] :], work.problems[before[1] :]  # reported when it is set
            block = lay(self.paragraphs[keys], work.face.design.styles[element.style].size, wide or _WIDE)
            return (block.width + _SLACK, block.height + _SLACK) if block.lines else (0.0, 0.0)
        if not isinstance(element, SymbolElement | IconsElement):
            return 0.0, 0.0
        name = work.icon(element.icon, *keys)
        count, gap = 1, 0.0
        if isinstance(element, IconsElement):
            count, gap = round(work.number(element.count, *keys, "count")), element.gap
        if not name or count < 1:
            return 0.0, 0.0
        ratio = work.face.icons[name].ratio
        if high is not None:
            return count * high * ratio + (count - 1) * gap, high
        return wide or 0.0, max(0.0, (wide or 0.0) - (count - 1) * gap) / count / ratio

    def lines(self, group: GroupElement, keys: KeyPath, room: Room) -> list[list[_Child]]:
        """The elements of each row; of a row or a column, all."""
        children = self.known[keys] = self.known.get(keys) or self.children(group, keys)
        if group.layout != "wrap" or room[0] is None:
            return [children] if children else []
        lines: list[list[_Child]] = []
        used = 0.0
        for child in children:
            wide = self.size(child, (None, None))[0]
            if not lines or used + group.gap + wide > room[0] + _SLACK:
                lines.append([])
                used = -group.gap
            used += group.gap + wide
            lines[-1].append(child)
        return lines

    def line(self, group: GroupElement, line: list[_Child], room: Room) -> list[Size]:
        """The sizes of the elements of a row or column in a room."""
        main = 1 if group.layout == "column" else 0
        cross = room[1 - main] if group.layout != "wrap" else None
        if main and cross is None:
            cross = max(self.size(child, (None, None))[0] for child in line)
        sizes = [self.size(child, (cross, None) if main else (None, cross)) for child in line]
        lengths = [size[main] for size in sizes]
        if (whole := room[main]) is not None:
            lengths = self.shared(group, line, lengths, whole)
        for child, length in zip(line, lengths, strict=True):
            if not length and not child.element.grow:
                key = AXES[main][1]
                self.work.problem(child.keys, f"{child.name} needs a {key} in a {group.layout}, or grow = 1")
        if cross is None:
            cross = max(self.size(child, (long, None))[1] for child, long in zip(line, lengths, strict=True))
        pairs = zip(line, lengths, strict=True)
        return [
            (self.size(child, (cross, None))[0], long) if main else (long, self.size(child, (None, cross))[1])
            for child, long in pairs
        ]

    def shared(
        self, group: GroupElement, line: list[_Child], lengths: list[float], whole: float
    ) -> list[float]:
        """The lengths, with free room given to those that grow, or what is missing taken from long texts."""
        free = whole - sum(lengths) - self.gaps(group, line)
        if free >= 0:
            grow = [child.element.grow for child in line]
            total = sum(grow) or 1.0
            return [length + free * more / total for length, more in zip(lengths, grow, strict=True)]
        key = AXES[1 if group.layout == "column" else 0][1]
        texts = [isinstance(one.element, TextElement) and getattr(one.element, key) is None for one in line]
        pairs = list(zip(lengths, texts, strict=True))
        long = sorted(length for length, is_text in pairs if is_text)
        left, most = max(0.0, free + sum(long)), 0.0
        for index, length in enumerate(long):
            most = left / (len(long) - index)  # of each of those that are longer
            left -= min(length, most)
        return [min(length, most) if is_text else length for length, is_text in pairs]

    def gaps(self, group: GroupElement, of: list[_Child] | list[Size] | list[list[Size]]) -> float:
        return group.gap * max(0, len(of) - 1)

    def placed(self, group: GroupElement, keys: KeyPath, box: Box) -> GroupElement:
        """The group with its elements in their places in the box."""
        main = 1 if group.layout == "column" else 0
        found: dict[str, Element] = {}
        across = (box.left, box.top)[1 - main]
        for line in self.lines(group, keys, (box.width, box.height)):
            sizes = self.line(group, line, (box.width, box.height))
            deep = max(size[1 - main] for size in sizes)
            if group.layout != "wrap":
                deep = (box.width, box.height)[1 - main]
            free = (box.width, box.height)[main] - sum(size[main] for size in sizes) - self.gaps(group, line)
            more = max(0.0, free) / max(1, len(line) - 1) if group.align == "spread" else 0.0
            along = (box.left, box.top)[main] + free * _SHARES[group.align]
            for child, size in zip(line, sizes, strict=True):
                beside = across + (deep - size[1 - main]) * _SHARES[group.across]
                place = Box(*((beside, along) if main else (along, beside)), *size)
                found[child.name] = self.at(child, place)
                along += size[main] + group.gap + more
            across += deep + group.gap
        sides: dict[str, Any] = dict.fromkeys(name for axis in AXES for name in axis)
        return replace(group, **sides | {"elements": found, "layout": ""})

    def at(self, child: _Child, box: Box) -> Element:
        if isinstance(child.element, GroupElement):
            return self.placed(child.element, child.keys, box)
        sides: dict[str, Any] = {"left": box.left, "top": box.top, "width": box.width, "height": box.height}
        return replace(child.element, **sides)
