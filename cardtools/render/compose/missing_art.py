"""Placeholders for missing art: a marked field with the name of the file."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Item,
    Picture,
    Rectangle,
    Scene,
    Symbol,
    TextRun,
    reach_of,
    walk,
)
from cardtools.render.scene.units import MM_PER_INCH

MARK = "\0"  # begins the source of a placeholder; no file has it in its name
_CELLS = 24  # by which the part of a picture that nothing covers is found
_LEAST, _MOST = 600, 1600  # pixels of the longer side
_GROUND, _STRIPE, _INK = "#f4f0f6", "#e4dbe9", "#7a1f5c"


def art_name(source: str) -> str:
    """The name of the file that a picture shows, or whose place its placeholder takes."""
    return source.rpartition(MARK)[2]


def with_placeholders(scene: Scene, missing: Collection[str]) -> Scene:
    """The scene with placeholders for pictures without art, their names where nothing covers them."""
    later = list(walk(scene.items))

    def marked(item: Item) -> Item:
        if isinstance(item, Group):
            layer, fill = item.layer, item.fill
            if layer and isinstance(layer.mask, Picture):
                layer = replace(layer, mask=instead(layer.mask))
            fill = (tiled(fill[0]), fill[1]) if fill else None
            return replace(item, items=tuple(map(marked, item.items)), layer=layer, fill=fill)
        del later[0]
        if isinstance(item, Picture):
            return instead(item)
        if isinstance(item, Rectangle | Symbol) and item.fill:
            return replace(item, fill=tiled(item.fill))
        return item

    def tiled(fill: Fill) -> Fill:
        if not fill.pattern:
            return fill
        items = tuple(instead(one) if isinstance(one, Picture) else one for one in fill.pattern.items)
        return replace(fill, pattern=replace(fill.pattern, items=items))

    def instead(item: Picture) -> Picture:
        if item.source not in missing:
            return item
        box, free = item.box, _free(item.box, scene, later)
        cut = 0.12 * min(free.width, free.height) if item.mask else 0.0
        free = free.grown(-max(cut, 0.3 * item.radius))  # its corners may be cut off
        left, top = free.left - box.left, free.top - box.top
        numbers = (box.width, box.height, left, top, free.width, free.height, *(1.0,) * bool(item.mask))
        source = MARK + ",".join(f"{number:.2f}" for number in numbers) + MARK + item.source
        return replace(item, source=source, window=(), stretch=False)

    return replace(scene, items=tuple(map(marked, scene.items)))


def _free(box: Box, scene: Scene, later: Iterable[Rectangle | Symbol | Picture | TextRun]) -> Box:
    """The largest part of the box on the card that no later item covers; all of it if that is small."""
    inner = scene.trim.grown(-1)
    left, top = max(box.left, inner.left), max(box.top, inner.top)
    right, bottom = min(box.right, inner.right), min(box.bottom, inner.bottom)
    whole = Box(left, top, right - left, bottom - top)
    if min(whole.width, whole.height) <= 0:
        return box
    unit_x, unit_y = whole.width / _CELLS, whole.height / _CELLS
    taken = [0] * _CELLS  # a bit for each cell of a row
    for item in later:
        over = reach_of(item)
        seen = item.fill if isinstance(item, Rectangle | Symbol) else True
        if seen and over.width * over.height < 0.8 * whole.width * whole.height:
            first = max(0, int((over.left - left) / unit_x))
            last = min(_CELLS - 1, int((over.right - left) / unit_x))
            for row in range(max(0, int((over.top - top) / unit_y)), _CELLS):
                if over.bottom > top + row * unit_y and last >= first:
                    taken[row] |= (1 << last + 1) - (1 << first)
    best, found = 0.0, whole
    for start in range(_CELLS):
        column = 0
        for end in range(start, _CELLS):
            column |= taken[end]
            for run in re.finditer("0+", f"{column:0{_CELLS}b}"[::-1]):
                width, height = (run.end() - run.start()) * unit_x, (end + 1 - start) * unit_y
                if (worth := min(width, 4 * height) * min(width, height)) > best:
                    best = worth
                    found = Box(left + run.start() * unit_x, top + start * unit_y, width, height)
    return found if best > 0.03 * whole.width * whole.height else whole


def placeholder(source: str) -> tuple[int, int, bytes]:
    """The picture of a placeholder, by its source: width, height, and the PNG file."""
    from PIL import Image, ImageDraw

    _, numbers, name = source.split(MARK, 2)
    wide, high, x, y, room_x, room_y, *masked = map(float, numbers.split(","))
    longest = min(_MOST, max(_LEAST, max(wide, high) * 300 / MM_PER_INCH))
    unit = longest / max(wide, high)  # pixels a mm
    width, height = max(8, round(wide * unit)), max(8, round(high * unit))
    image = Image.new("RGB", (width, height), _GROUND)
    draw = ImageDraw.Draw(image)
    step = max(16, round(longest / 22))
    for at in range(-height, width, 2 * step):
        draw.polygon([(at, height), (at + step, height), (at + step + height, 0), (at + height, 0)], _STRIPE)
    line = max(2, round(longest / 220))
    if not masked:  # a mask would leave bits of it
        draw.rectangle((0, 0, width - 1, height - 1), outline=_INK, width=line)
    x, y, room_x, room_y = (number * unit for number in (x, y, room_x, room_y))
    lines, font = _fitted(name, 0.92 * room_x, 0.88 * room_y)
    spacing = round(0.2 * font.size)
    left, top, right, bottom = draw.multiline_textbbox((0, 0), lines, font, spacing=spacing, align="center")
    across, down = right - left, bottom - top
    pad = 0.3 * font.size
    middle = x + room_x / 2, y + room_y / 2
    plate = (middle[0] - across / 2 - pad, middle[1] - down / 2 - pad)
    draw.rectangle((*plate, plate[0] + across + 2 * pad, plate[1] + down + 2 * pad), _GROUND)
    place = middle[0] - across / 2 - left, middle[1] - down / 2 - top
    draw.multiline_text(place, lines, _INK, font, spacing=spacing, align="center")
    out = io.BytesIO()
    image.quantize(64).convert("RGB").save(out, "PNG", compress_level=1)
    return width, height, out.getvalue()


def _fitted(name: str, width: float, height: float) -> tuple[str, Any]:
    """The words for a missing file, in lines, and the largest font in which they fit."""
    name = name.encode("latin-1", "backslashreplace").decode("latin-1")  # what the font has for sure
    parts = re.findall(r"[^/_ -]*[/_ -]?", name)
    size = max(6, round(min(width / 7, height / 4)))
    while True:
        font = _font(size)
        lines = [""]
        for part in filter(None, parts):
            pieces = [part]
            if font.getlength(part) > width:  # breaks anywhere
                most = max(1, int(len(part) * width / font.getlength(part)))
                pieces = [part[at : at + most] for at in range(0, len(part), most)]
            for piece in pieces:
                if lines[-1] and font.getlength(lines[-1] + piece) > width:
                    lines.append("")
                lines[-1] += piece
        words = ["missing:", *lines]
        broken = any(font.getlength(part) > width for part in parts)
        fits = len(words) * 1.3 * size <= height and not broken and font.getlength("missing:") <= width
        smaller = round(size * 0.9) if size > 20 else size - 1
        if fits or smaller < 6:
            return "\n".join(words if fits else lines), font
        size = smaller


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    from cardtools.project.starter import starter_folder

    return ImageFont.truetype(starter_folder() / "templates/fonts/AlegreyaSans-Bold.ttf", size)
