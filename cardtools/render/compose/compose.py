"""Composing: a card's values laid out by a face, as a Scene and the findings about it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cardtools.cards.crops import Crop, find_crop
from cardtools.cards.picture_cells import file_of
from cardtools.ground.colours import mixed, opacity_of
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.language.budget import shortened
from cardtools.render.compose.binding import begin
from cardtools.render.compose.composition import Composition
from cardtools.render.compose.opacity import seen_through
from cardtools.render.compose.shapes import PATH_HINT, nine_parts, shape_items
from cardtools.render.compose.typeset import LAYER_STEPS, typeset
from cardtools.render.face.load import Face
from cardtools.render.face.model import elements as kinds
from cardtools.render.face.model.layered import CastShadow
from cardtools.render.face.model.placed import Painted, PatternFill
from cardtools.render.pictures.icons import is_plain
from cardtools.render.pictures.qr import qr_contours
from cardtools.render.pictures.svgshapes import CAPS, JOINS, padded
from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Item,
    Layer,
    Matrix,
    Picture,
    Rectangle,
    Scene,
    Shadow,
    Stroke,
    Symbol,
    TextRun,
    TilePattern,
    joined,
    mirrored,
    rotation,
    turned,
    walk,
)
from cardtools.render.scene.shapes import outline

MOST_ICONS = 50
MOST_TILES = 2_000
_POLYGONS = 400
_PICTURE = 1_000  # it takes as long to draw as so many lines
_ITEM = 100  # of a card on a card, as _PICTURE


def compose(
    face: Face,
    values: dict[str, Any],
    where: Location | None = None,
    name: str = "without a name",
    crops: Mapping[str, Crop] | None = None,
    shown: Callable[[str], Scene] | None = None,
) -> tuple[Scene, list[Diagnostic]]:
    """The scene of a card and the findings about its texts, from the arguments of `Composition`. Raises
    InputError with every string of the face that cannot be filled in for this card.
    """
    work = begin(face, values, where, name, crops, shown)
    design = work.face.design
    items = () if work.stopped else _compose(work, design.elements, ("elements",))
    if not work.context["palette"] and design.palette:
        # Report once that the card has no palette, and not each colour that is missing because of it.
        others = [problem for problem in work.problems if "palette has no " not in problem.message]
        if len(others) < len(work.problems):
            work.problems[:] = others
            hint = suggest("", list(design.palettes), "palettes")
            work.problem(("palette",), f"the palette is empty ({design.palette})", hint)
    if work.problems:
        raise InputError(work.problems)
    size, texts = design.card, tuple(work.texts)
    scene = Scene(name, size.width, size.height, size.bleed, size.corner, items, texts, size.shape)
    return scene, work.findings


def _compose(work: Composition, found: Mapping[str, kinds.Element], keys: KeyPath) -> tuple[Item, ...]:
    items: list[Item] = []
    for name, element in found.items():
        if work.when(element.when, *keys, name):
            own = work.drawn[*keys, name] = _element(work, element, (*keys, name))
            items += [Group(name, tuple(own), plate=element.plate)] if element.plate and own else own
    return tuple(items)


def _element(work: Composition, element: kinds.Element, keys: KeyPath) -> list[Item]:
    """The items of an element, as a group if it has effects."""
    texts = len(work.texts)
    box = element.box(work.face.design.card)
    if is_group := isinstance(element, kinds.GroupElement):
        items = list(_compose(work, element.elements, (*keys, "elements")))
    else:
        items = _drawn(work, element, box, keys)
        items = seen_through(work, items, texts, keys) if work.sees_through else items
    layer = _layer(work, element, box, keys)
    if layer and items:
        work.step(LAYER_STEPS, *keys)
    if is_group or (layer and items):
        items = [Group(str(keys[-1]), tuple(items), layer if items else None)]
    by = mirrored(element.flip, box) if element.flip else None
    if element.rotation and (angle := work.number(element.rotation, *keys, "rotation") % 360):
        by = joined(rotation(angle, box), by)
    if by:
        items = [turned(item, by) for item in items]
        for index, text in enumerate(work.texts[texts:], texts):
            runs = tuple(replace(run, turn=joined(by, run.turn)) for run in text.runs)
            work.texts[index] = replace(text, box=text.box.turned(by), runs=runs)
    return items


def _layer(work: Composition, element: kinds.Element, box: Box, keys: KeyPath) -> Layer | None:
    """The effects of an element; None if it has none. The opacity of a shape is that of its colours."""
    plain = (element.opacity, element.blend, element.mask_image, element.mask_fill) == (1.0, "normal", "", ())
    if plain and not element.shadow and not element.glow:
        return None
    shape = isinstance(element, kinds.LineElement) or (
        isinstance(element, Painted) and (element.fill or element.stroke) and not element.pattern
    )
    opacity = 1.0 if shape else work.share(element.opacity, *keys, "opacity")
    source = work.text(element.mask_image, *keys, "mask_image").strip() if element.mask_image else ""
    mask: Picture | Rectangle | None = Picture(box, source) if source else None
    if element.mask_fill and not mask:
        colours = tuple(work.colour(fill, *keys, "mask_fill") for fill in element.mask_fill)
        colours = tuple(mixed(colour, 0) if colour else "" for colour in colours)  # black hides
        fill = Fill(colours, 1.0, element.mask_angle, element.mask_shape)
        mask = Rectangle(box, 0.0, fill) if all(colours) else None
    shadows = []
    for name, cast in (("shadow", element.shadow), ("glow", element.glow)):
        if not cast:
            continue
        work.step(LAYER_STEPS + round(100 * cast.spread), *keys)
        if colour := work.colour(cast.colour, *keys, name, "colour"):
            offset = (cast.x, cast.y) if isinstance(cast, CastShadow) else (0.0, 0.0)
            seen = cast.opacity * opacity_of(colour)
            shadows.append(Shadow(colour[:7], seen, cast.blur, *offset, cast.blend, cast.spread))
    layer = Layer(opacity, element.blend, mask, tuple(shadows))
    return layer if layer != Layer() else None


def _text(work: Composition, element: kinds.TextElement, box: Box, keys: KeyPath) -> list[Item]:
    """The items of a text, with its words in the gradient and the pattern that it may have."""
    items = typeset(work, element, box, keys)
    words = tuple(item for item in items if isinstance(item, TextRun))
    colours = tuple(work.colour(fill, *keys, "fill") for fill in element.fill)
    pattern = _pattern(work, element.pattern, box, (*keys, "pattern")) if element.pattern else None
    if not words or not (colours or pattern) or not all(colours):
        return items
    fill = Fill(colours * 2 if len(colours) == 1 else colours, 1.0, element.fill_angle, pattern=pattern)
    others = [item for item in items if not isinstance(item, TextRun)]
    return [*others, Group(str(keys[-1]), words, None, (fill, box))]


def _drawn(work: Composition, element: kinds.PlacedElement, box: Box, keys: KeyPath) -> list[Item]:
    match element:
        case kinds.TextElement():
            return _text(work, element, box, keys)
        case kinds.ImageElement():
            source = work.text(element.image, *keys, "image").strip()
            if not source:
                return []
            x = work.share(element.focus_x, *keys, "focus_x")
            y = work.share(element.focus_y, *keys, "focus_y")
            if crop := find_crop(work.crops, source):
                x, y = crop.focus_x, crop.focus_y
            mask = work.icon(element.mask, *keys, field="mask") if element.mask else ""
            shape = work.face.icons[mask].contours if mask else ()
            if mask and not shape:
                message = f"the icon {mask} has no filled shape"
                work.problem((*keys, "mask"), message, "fill one of its shapes")
            work.draw(sum(map(len, shape)), 1, *keys)
            zoom = crop.zoom if crop else 1.0
            look = element.radius, x, y, element.fit == "fit", shape, zoom
            picture = Picture(box, source, *look, window=element.window, stretch=element.fit == "stretch")
            return [*nine_parts(picture, element.slice, element.border)] if element.slice else [picture]
        case kinds.RectangleElement():
            fill, stroke = _paint(work, element, box, keys)
            return [Rectangle(box, min(element.radius, box.width / 2, box.height / 2), fill, stroke)]
        case kinds.LineElement():
            line = _stroke(work, element, work.share(element.opacity, *keys, "opacity"), keys)
            start, end = (1.0, 0.0) if element.rising else (0.0, 1.0)
            is_open = bool(element.dashes or element.cap)  # else, it has round corners at its ends
            return [Symbol(box, "line", ((("M", 0.0, start), ("L", 1.0, end)),), None, line, open=is_open)]
        case kinds.ShapeElement():
            try:
                items = shape_items(element, box, *_paint(work, element, box, keys))
            except ValueError as error:
                work.problem((*keys, "path"), f"the path of {keys[-1]} {error}", PATH_HINT)
                return []
            work.draw(sum(len(one) for item in items for one in item.contours), 1, *keys)
            return [*items]
        case kinds.CopyElement():
            return []  # each copy has its own, see `printrun.serial_places`
        case kinds.CodeElement():
            return _code(work, element, box, keys)
        case kinds.CardElement():
            return _card(work, element, box, keys)
        case kinds.SymbolElement() | kinds.IconsElement():
            return _icons(work, element, box, keys)


def _paint(work: Composition, element: Painted, box: Box, keys: KeyPath) -> tuple[Fill | None, Stroke | None]:
    opacity = 1.0 if element.pattern else work.share(element.opacity, *keys, "opacity")
    fills = (element.fill,) if isinstance(element.fill, str) else element.fill
    colours = tuple(c for fill in fills if fill and (c := work.colour(fill, *keys, "fill")))
    line = _stroke(work, element, opacity, keys) if element.stroke else None
    if len(set(colours)) == 1:
        colours = colours[:1]
    stops: tuple[float, ...] = ()
    if element.fill_stops and len(colours) == len(element.fill_stops):
        places, several = padded(element.fill_stops, colours)
        colours, stops = tuple(several), tuple(places)
    pattern = _pattern(work, element.pattern, box, (*keys, "pattern")) if element.pattern else None
    frame: Matrix | None = None
    look = opacity, element.fill_angle, element.fill_shape, element.fill_x, element.fill_y
    if element.fill_radius and element.fill_shape == "radial":
        across, down = element.fill_radius / box.width, element.fill_radius / box.height
        frame = (across, 0.0, 0.0, down, element.fill_x, element.fill_y)
    fill = Fill(colours, *look, stops, frame, pattern) if colours else Fill((), pattern=pattern)
    return fill if colours or pattern else None, line


def _stroke(
    work: Composition, element: Painted | kinds.LineElement, opacity: float, keys: KeyPath
) -> Stroke | None:
    colour = work.colour(element.stroke, *keys, "stroke")
    ends = CAPS.get(element.cap, 0), JOINS[element.join]
    return Stroke(colour, element.stroke_width, opacity, *ends, dashes=element.dashes) if colour else None


def _card(work: Composition, element: kinds.CardElement, box: Box, keys: KeyPath) -> list[Item]:
    """The items of a card on the card, cut along its own edges."""
    if not (name := work.text(element.card, *keys, "card").strip()):
        return []
    try:
        if not work.shown:
            raise bad_input(name, "there are no cards here")
        scene = work.shown(name)
    except InputError as error:
        first = error.diagnostics[0]
        work.problem((*keys, "card"), f"{shortened(name)} is not shown: {first.message}", first.hint)
        return []
    work.draw(_ITEM * sum(1 for _ in walk(scene.items)), 1, *keys)
    by = min(box.width / scene.width, box.height / scene.height)
    left, top = box.left + box.width / 2, box.top + box.height / 2
    place = by, 0, 0, by, left - by * scene.width / 2, top - by * scene.height / 2
    inner = Group(name, scene.items, clip=outline(scene.shape, scene.trim, scene.corner))
    return [turned(Group(name, (inner,)), place)]


def _code(work: Composition, element: kinds.CodeElement, box: Box, keys: KeyPath) -> list[Item]:
    data = work.text(element.data, *keys, "data").strip()
    if not data:
        return []
    work.step(10 * len(data), *keys, "data")  # it takes as long as so many letters
    try:
        contours = qr_contours(data, element.level)
    except ValueError as error:
        work.problem((*keys, "data"), str(error), 'shorten it, or set level = "L"')
        return []
    fill, stroke = _paint(work, element, box, keys)
    return [Symbol(_row(box, 1.0)[0], "qr", contours, fill, stroke)]


def _icons(
    work: Composition, element: kinds.SymbolElement | kinds.IconsElement, box: Box, keys: KeyPath
) -> list[Item]:
    count, gap, align = 1, 0.0, "centre"
    if isinstance(element, kinds.IconsElement):
        count, gap, align = round(work.number(element.count, *keys, "count")), element.gap, element.align
    if not 0 <= count <= MOST_ICONS:
        work.problem((*keys, "count"), f"{count} icons, expected 0 to {MOST_ICONS}")
        return []
    name = work.icon(element.icon, *keys)
    if not name or not count:
        return []
    fill, stroke = _paint(work, element, box, keys)
    icon = work.face.icons[name]
    # A line with a gradient becomes the many polygons that it covers.
    work.draw(icon.size * (1 if not fill or is_plain(fill) else _POLYGONS), count, *keys)
    places = _row(box, icon.ratio, count, gap, {"left": 0.0, "centre": 0.5, "right": 1.0}[align])
    return [item for place in places for item in icon.items(name, place, fill, stroke)]


def _row(box: Box, ratio: float, count: int = 1, gap: float = 0.0, share: float = 0.5) -> list[Box]:
    """Places of this ratio in a row, as large as the box allows, with a `share` of its free width before."""
    width = min(box.height * ratio, (box.width - gap * (count - 1)) / count)
    left = box.left + (box.width - count * width - (count - 1) * gap) * share
    top = box.top + (box.height - width / ratio) / 2
    return [Box(left + index * (width + gap), top, width, width / ratio) for index in range(count)]


def _pattern(work: Composition, given: PatternFill, box: Box, keys: KeyPath) -> TilePattern | None:
    """The pattern of an element for a box; None if its picture is empty."""
    items: tuple[Item, ...]
    if given.icon:
        name = work.icon(given.icon, *keys)
        if not name:
            return None
        icon = work.face.icons[name]
        tile = Box(0, 0, given.width, given.height or given.width / icon.ratio)
        colour = work.colour(given.colour, *keys, "colour") if given.colour else ""
        fill, place = Fill((colour,)) if colour else None, _row(tile, icon.ratio)[0]
        items = tuple(icon.items(name, place, fill, None))
        segments = icon.size
    else:
        source = work.text(given.image, *keys, "image").strip()
        if not source:
            return None
        if file_of(source).lower().endswith(".svg"):
            message = f"the drawing {source} is no tile of a pattern"
            work.problem((*keys, "image"), message, "name it under [icons], and write icon")
        tile = Box(0, 0, given.width, given.height or given.width)
        items, segments = (Picture(tile, source),), _PICTURE
    pattern = TilePattern(items, tile.width, tile.height, given.gap, given.angle)
    count = math.ceil(box.width * box.height / ((tile.width + given.gap) * (tile.height + given.gap)))
    if count > MOST_TILES:
        message = f"the pattern is repeated {count:,} times in it, more than {MOST_TILES:,}"
        work.problem(keys, message, "give it a larger width")
        return None
    work.draw(segments, count, *keys)
    return pattern
