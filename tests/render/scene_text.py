"""Scenes as text, for golden tests."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Item,
    Picture,
    Rectangle,
    Scene,
    Stroke,
    Symbol,
    TextRun,
)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0" if abs(value) < 0.005 else "-0", 1)


def _box(box: Box) -> str:
    return f"{_number(box.left)},{_number(box.top)} {_number(box.width)}x{_number(box.height)}"


def _paint(fill: Fill | None, stroke: Stroke | None) -> str:
    words = ""
    if fill:
        words += f" fill {'..'.join(fill.colours)}"
        words += f" at {_number(fill.angle)}" if fill.angle != 90 and len(fill.colours) > 1 else ""
        words += f" {_number(100 * fill.opacity)}%" if fill.opacity < 1 else ""
    if stroke:
        words += f" stroke {stroke.colour} {_number(stroke.width)}"
        words += f" {_number(100 * stroke.opacity)}%" if stroke.opacity < 1 else ""
    return words


def _describe(item: Item, indent: str) -> Iterator[str]:
    match item:
        case Rectangle(box, radius):
            corners = f" radius {_number(radius)}" if radius else ""
            yield f"{indent}rectangle {_box(box)}{corners}{_paint(item.fill, item.stroke)}"
        case Symbol(box, name):
            yield f"{indent}symbol {name} {_box(box)}{_paint(item.fill, item.stroke)}"
        case Picture(box, source):
            corners = f" radius {_number(item.radius)}" if item.radius else ""
            words = f"{' whole' * item.whole}{' masked' * bool(item.mask)}"
            yield f"{indent}picture {source} {_box(box)}{corners}{words}"
        case TextRun(left, baseline, text):
            place = f"{_number(left)},{_number(baseline)}"
            yield f"{indent}text {place} {item.font} {_number(item.size)}pt {item.colour} {text!r}"
        case Group(name, items):
            yield f"{indent}group {name}"
            for child in items:
                yield from _describe(child, indent + "  ")


def describe(scene: Scene) -> str:
    """The scene as text, one item a line, numbers to a hundredth of a mm: for golden tests and diffs."""
    head = f"card {_number(scene.width)}x{_number(scene.height)} bleed {_number(scene.bleed)}"
    lines = [f"{head} corner {_number(scene.corner)} {scene.title!r}"]
    for item in scene.items:
        lines += _describe(item, "")
    return "\n".join(lines) + "\n"
