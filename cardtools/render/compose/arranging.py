"""Groups with a layout: their elements in a row, a column or several rows, each as large as its text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.render.compose.composition import Composition
from cardtools.render.compose.typeset import paragraphs_of
from cardtools.render.face.model.elements import Element, GroupElement, TextElement
from cardtools.render.face.model.elements import IconsElement as Icons
from cardtools.render.face.model.elements import SymbolElement as Symbol
from cardtools.render.face.model.placed import AXES
from cardtools.render.scene.scene import Box
from cardtools.render.text.fitting import lay
from cardtools.render.text.measured import Measured

_WIDE = 10_000.0  # mm: a text on one line
_LENGTHS = ("width", "height")
_SLACK = 0.01  # mm
_WORDED = TextElement | GroupElement | Symbol | Icons
_SHARES = {"start": 0.0, "spread": 0.0, "centre": 0.5, "end": 1.0}
T = TypeVar("T")
Room = tuple[float | None, float | None]  # the width and height that are there, where that is known
Size = tuple[float, float]


class _Child(NamedTuple):
    name: str
    element: Element
    keys: KeyPath


_Laid = tuple[Size, list[tuple[_Child, Size, Size]]]  # the size of a group, the places and sizes in it


def arranged(work: Composition, element: Element, keys: KeyPath) -> Element:
    """The element with all that is in groups with a layout in its place; problems are reported."""
    try:
        return _Arranger(work).whole(element, keys)
    except ValueError as error:  # a box that no element may have
        work.problem(keys, f"{keys[-1]} has no room for what is in it: {error}")
        return element


def _turned(is_column: bool, along: T, across: T) -> tuple[T, T]:
    """What is along and across a row or column, as x and y; or the other way round."""
    return (across, along) if is_column else (along, across)


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
        card, room, ends = self.work.face.design.card, list[float | None](), list[tuple[Any, Any, float]]()
        for axis, most in zip(AXES, (card.width, card.height), strict=True):
            start, length, end = (getattr(element, name) for name in axis)
            room.append(length if start is None or end is None else most - start - end)
            ends.append((start, end, most))
        wide, high = self.size(_Child("", element, keys), (room[0], room[1]))
        left, top = (
            start if start is not None else most - end - length if end is not None else (most - length) / 2
            for (start, end, most), length in zip(ends, (wide, high), strict=True)
        )
        return self.placed(element, keys, Box(left, top, wide, high))

    def placed(self, element: Element, keys: KeyPath, box: Box) -> Element:
        """The element in its box, of a group with what is in it."""
        sides: dict[str, Any] = {"left": box.left, "top": box.top, "width": box.width, "height": box.height}
        if isinstance(element, GroupElement):
            _, places = self.laid(element, keys, (box.width, box.height))
            inner = {
                child.name: self.placed(child.element, child.keys, Box(box.left + x, box.top + y, *size))
                for child, (x, y), size in places
            }
            sides = dict.fromkeys(name for axis in AXES for name in axis) | {"elements": inner, "layout": ""}
        return replace(element, **sides)

    def children(self, group: GroupElement, keys: KeyPath) -> list[_Child]:
        """The elements that this card has; what is empty takes no room."""
        found = []
        for name, element in group.elements.items():
            child = _Child(name, element, (*keys, "elements", name))
            if not self.work.when(element.when, *child.keys):
                continue
            if sides := [k for k in ("left", "right", "top", "bottom") if getattr(element, k) is not None]:
                self.work.problem((*child.keys, sides[0]), f"{sides[0]} of {name}: its group places it")
            elif isinstance(element, GroupElement) and not element.layout:
                self.work.problem(child.keys, f"the group {name} needs a layout: it is in a {group.layout}")
            elif isinstance(element, Symbol | Icons):
                found += [child] if self.work.icon(element.icon, *child.keys) else []
            else:
                is_full = element.grow or not isinstance(element, TextElement | GroupElement)
                found += [child] if is_full or self.size(child, (None, None)) != (0, 0) else []
        return found

    def size(self, child: _Child, room: Room) -> Size:
        """The size of an element: its own, or that of the room, or what it needs; 0 where nobody knows."""
        _, element, keys = child
        wide = room[0] if element.width is None else element.width
        high = room[1] if element.height is None else element.height
        if (keys, (wide, high)) not in self.sizes:
            self.work.step(20, *keys)
            x, y = self.needed(child, (wide, high)) if wide is None or high is None else (wide, high)
            self.sizes[keys, (wide, high)] = x if wide is None else wide, y if high is None else high
        return self.sizes[keys, (wide, high)]

    def needed(self, child: _Child, room: Room) -> Size:
        work, (_, element, keys), (wide, high) = self.work, child, room
        if isinstance(element, GroupElement):
            return self.laid(element, keys, room)[0]
        if isinstance(element, TextElement):
            if keys not in self.paragraphs:
                before = len(work.findings), len(work.problems)
                self.paragraphs[keys] = paragraphs_of(work, element, keys)
                del work.findings[before[0] :], work.problems[before[1] :]  # reported when it is set
            block = lay(self.paragraphs[keys], work.face.design.styles[element.style].size, wide or _WIDE)
            return (block.width + _SLACK, block.height + _SLACK) if block.lines else (0.0, 0.0)
        if not isinstance(element, Symbol | Icons):
            return 0.0, 0.0
        ratio, count, gap = work.face.icons[work.icon(element.icon, *keys)].ratio, 1, 0.0
        if isinstance(element, Icons):
            count, gap = max(1, round(work.number(element.count, *keys, "count"))), element.gap
        if high is None:
            return wide or 0.0, max(0.0, (wide or 0.0) - (count - 1) * gap) / count / ratio
        return count * high * ratio + (count - 1) * gap, high

    def laid(self, group: GroupElement, keys: KeyPath, room: Room) -> _Laid:
        """The size of a group in a room, and where its elements are."""
        if group.layout == "stack":
            return self.stacked(group, keys, room)
        is_column, is_wrap = group.layout == "column", group.layout == "wrap"
        whole, deep = _turned(is_column, *room)
        places, longest, across = list[tuple[_Child, Size, Size]](), 0.0, 0.0
        for line in self.lines(group, keys, whole if is_wrap else None):
            high = None if is_wrap else deep
            if is_column and high is None:
                high = max(self.size(child, (None, None))[0] for child in line)
            lengths = [self.size(child, _turned(is_column, None, high))[is_column] for child in line]
            for child, length in zip(line, lengths, strict=True):
                if not length and not child.element.grow:
                    message = f"{child.name} needs a {_LENGTHS[is_column]} in a {group.layout}, or grow = 1"
                    self.work.problem(child.keys, message)
            gaps = group.gap * (len(line) - 1)
            if whole is not None:
                lengths = _shared(line, lengths, whole - gaps, is_column)
            if high is None:
                rooms = zip(line, lengths, strict=True)
                high = max(self.size(child, (length, None))[1] for child, length in rooms)
            used = sum(lengths) + gaps
            free = 0.0 if whole is None else whole - used
            along = free * _SHARES[group.align]
            more = max(0.0, free) / max(1, len(line) - 1) if group.align == "spread" else 0.0
            for child, length in zip(line, lengths, strict=True):
                size = self.size(child, _turned(is_column, length, high))
                size = _turned(is_column, length, size[not is_column])
                beside = across + (high - size[not is_column]) * _SHARES[group.across]
                places.append((child, _turned(is_column, along, beside), size))
                along += length + group.gap + more
            longest, across = max(longest, used), across + high + group.gap
        return _turned(is_column, longest, max(0.0, across - group.gap)), places

    def stacked(self, group: GroupElement, keys: KeyPath, room: Room) -> _Laid:
        """The same of a stack: the gap is around words and icons, all else is as large as the stack."""
        (line,), gap = self.lines(group, keys, None) or [[]], group.gap
        pads = [gap * isinstance(child.element, _WORDED) for child in line]
        inner = [None if side is None else max(0.0, side - 2 * gap) for side in room]
        needs = [
            self.size(child, (inner[0], inner[1])) for child in line if isinstance(child.element, _WORDED)
        ]
        if not needs and not all(room):
            return (0.0, 0.0), []
        wide, high = (
            max(need[axis] for need in needs) + 2 * gap if side is None else side
            for axis, side in enumerate(room)
        )
        places = []
        for child, pad in zip(line, pads, strict=True):
            left, top = wide - 2 * pad, high - 2 * pad
            size = self.size(child, (left, top))
            x, y = (left - size[0]) * _SHARES[group.align], (top - size[1]) * _SHARES[group.across]
            places.append((child, (pad + x, pad + y), size))
        return (wide, high), places

    def lines(self, group: GroupElement, keys: KeyPath, whole: float | None) -> list[list[_Child]]:
        """The elements of each row; all of them where there is no end to it."""
        if keys not in self.known:
            self.known[keys] = self.children(group, keys)
        lines, used = list[list[_Child]](), _WIDE
        for child in self.known[keys]:
            wide = 0.0 if whole is None else self.size(child, (None, None))[0]
            if not lines or (whole is not None and used + group.gap + wide > whole + _SLACK):
                lines.append([])
                used = -group.gap
            used += group.gap + wide
            lines[-1].append(child)
        return lines


def _shared(line: list[_Child], lengths: list[float], whole: float, is_column: bool) -> list[float]:
    """The lengths, with free room given to those that grow, or what is missing taken from long texts."""
    free, key = whole - sum(lengths), _LENGTHS[is_column]
    if free >= 0:
        total = sum(child.element.grow for child in line) or 1.0
        return [long + free * one.element.grow / total for one, long in zip(line, lengths, strict=True)]
    texts = [isinstance(one.element, TextElement) and getattr(one.element, key) is None for one in line]
    pairs = list(zip(lengths, texts, strict=True))
    longs = sorted(length for length, is_text in pairs if is_text)
    left, most = max(0.0, free + sum(longs)), 0.0
    for index, length in enumerate(longs):
        most = left / (len(longs) - index)  # of each of those that are longer
        left -= min(length, most)
    return [min(length, most) if is_text else length for length, is_text in pairs]
