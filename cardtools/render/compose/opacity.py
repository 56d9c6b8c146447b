"""Colours that are not opaque (`#rrggbbaa`): items get their opacity, and the colours become `#rrggbb`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardtools.ground.colours import mixed, opacity_of
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.render.compose.composition import Composition
from cardtools.render.compose.typeset import LAYER_STEPS
from cardtools.render.scene.scene import Box, Fill, Group, Item, Layer, Picture, Rectangle, Stroke, TextRun


def seen_through(work: Composition, items: Iterable[Item], texts: int, keys: KeyPath) -> list[Item]:
    """The items of an element with the opacity of their colours; `texts` were set before it."""
    for index, text in enumerate(work.texts[texts:], texts):
        work.texts[index] = replace(text, runs=tuple(map(_solid, text.runs)))
    found = [part for item in items for part in _parts(item)]
    work.step(LAYER_STEPS * sum(isinstance(item, Group) for item in found), *keys)
    return found


def _solid(run: TextRun) -> TextRun:
    return replace(run, colour=run.colour[:7], stroke=_line(run.stroke))


def _line(stroke: Stroke | None) -> Stroke | None:
    if not stroke:
        return stroke
    return replace(stroke, colour=stroke.colour[:7], opacity=stroke.opacity * opacity_of(stroke.colour))


def _parts(item: Item) -> Iterator[Item]:
    """The item, and what lies over it, with colours that are opaque."""
    match item:
        case Picture():
            yield item
        case TextRun():
            share, bare = opacity_of(item.colour), _solid(item)
            yield bare if share == 1 else Group("text", (bare,), Layer(share))
        case Group():
            inner = tuple(part for one in item.items for part in _parts(one))
            if item.fill:
                paint, veil = _fill(*item.fill)
                item = replace(item, fill=(paint, item.fill[1]))
                if veil:
                    inner, item = (replace(item, items=inner),), Group(item.name, (), veil)
            yield replace(item, items=inner)
        case _:
            fill, mask = _fill(item.fill, item.box) if item.fill else (None, None)
            item = replace(item, fill=fill, stroke=_line(item.stroke))
            if mask:
                yield Group("fill", (replace(item, stroke=None),), mask)
                item = replace(item, fill=None)
            if item.fill or item.stroke:
                yield item


def _fill(fill: Fill, box: Box) -> tuple[Fill, Layer | None]:
    """The fill in opaque colours, and the layer that hides it if not all are equally opaque."""
    if fill.pattern:
        tiles = tuple(part for one in fill.pattern.items for part in _parts(one))
        fill = replace(fill, pattern=replace(fill.pattern, items=tiles))
    shares = [opacity_of(colour) for colour in fill.colours]
    solid = replace(fill, colours=tuple(colour[:7] for colour in fill.colours))
    if len({*shares}) < 2:
        return (replace(solid, opacity=fill.opacity * shares[0]) if shares else solid), None
    greys = tuple(mixed(f"#ffffff{round(255 * share):02x}", 0) for share in shares)
    return solid, Layer(mask=Rectangle(box, 0.0, replace(solid, colours=greys, opacity=1.0, pattern=None)))
