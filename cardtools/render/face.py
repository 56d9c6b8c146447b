"""Loading a face: its file and those it extends merged, checked as a whole, its strings compiled.

A face that extends another may change a number it inherits: `top = "+= 1.5"`, `-=`, `*=`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtools.errors import Diagnostic, InputError, Location
from cardtools.files import digest
from cardtools.render.budget import StringError
from cardtools.render.design import AXES, Element, FaceDesign, GroupElement, LineElement, TextElement
from cardtools.render.fonts import Font, read_font
from cardtools.render.icons import read_icon
from cardtools.render.metrics import FontMetrics
from cardtools.render.scene import Contour
from cardtools.render.strings import Asked, Filled, compile_text, compile_when
from cardtools.spelling import suggest
from cardtools.tomlfile import Key, TomlFile, conform, read_toml

COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_CHANGE = re.compile(r"([+*-])=\s*([0-9]+(?:\.[0-9]+)?)\s*(?:mm|pt)?")
_NO_TEMPLATE = ("kind", "style", "lead_style", "align", "fit", "level")
_COLOUR_FIELDS = ("fill", "stroke", "divider", "lead_fill", "colour")


class FaceFile(TomlFile):
    """The merged tables of a face file and of those it extends; a place is where a key was written last."""

    parts: tuple[TomlFile, ...] = ()  # the file itself first, then what it extends

    def owner(self, *keys: Key) -> TomlFile:
        """The file that defines most of these keys."""
        return max(self.parts, key=lambda part: _depth(part.data, keys))

    def at(self, *keys: Key, find: str = "") -> Location:
        return self.owner(*keys).at(*keys, find=find)


@dataclass(frozen=True, eq=False)
class Face:
    """A face that is ready to compose cards; all of it that can be checked without a card has been."""

    design: FaceDesign
    file: FaceFile
    metrics: FontMetrics
    icons: Mapping[str, tuple[tuple[Contour, ...], float]]
    texts: Mapping[str, Filled]
    conditions: Mapping[str, Asked]
    digest: str

    @property
    def name(self) -> str:
        return self.file.path.stem


def _depth(data: Any, keys: tuple[Key, ...]) -> int:
    for depth, key in enumerate(keys):
        if not isinstance(data, dict) or key not in data:
            return depth
        data = data[key]
    return len(keys)


def _changed(old: Any, value: Any) -> Any:
    """An inherited number changed by a value like "+= 1.5"; any other value replaces it."""
    change = _CHANGE.fullmatch(value) if isinstance(value, str) else None
    if change is None or not isinstance(old, int | float) or isinstance(old, bool):
        return value
    number = float(change[2])
    new = {"+": old + number, "-": old - number, "*": old * number}[change[1]]
    return round(new, 6)  # 2.9 + 0.1 is 3


def _merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """`over` laid on `base`, table by table, in the order of `base`."""
    if over.get("kind", base.get("kind")) != base.get("kind"):
        return over  # another kind of element has no use for the old one's keys
    merged = dict(base)
    for axis in AXES:
        # Elements of a group may have these names too; they are tables.
        if sum(not isinstance(over.get(key, {}), dict) for key in axis) == 2:
            merged = {key: value for key, value in merged.items() if key not in axis}
    for key, value in over.items():
        old = base.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value)
        else:
            merged[key] = _changed(old, value)
    return merged


def _read(path: Path, seen: tuple[Path, ...] = ()) -> FaceFile:
    file = read_toml(path)
    base = file.data.get("extends")
    if not isinstance(base, str) or not base:
        return FaceFile(path, file.text, file.data, (file,))
    target = path.parent / base
    if Path(base).is_absolute() or target.resolve() in (*seen, path.resolve()):
        why = "is an absolute path" if Path(base).is_absolute() else "comes back to a face that extends it"
        raise InputError(Diagnostic(file.at("extends"), f"extends = {base!r} {why}"))
    if not target.is_file():
        near = suggest(target.name, sorted(p.name for p in path.parent.glob("*.toml")), "faces")
        raise InputError(Diagnostic(file.at("extends"), f"extends = {base!r}: no such file", near))
    below = _read(target, (*seen, path.resolve()))
    return FaceFile(path, file.text, _merge(below.data, file.data), (file, *below.parts))


def elements(
    found: Mapping[str, Element], keys: tuple[Key, ...]
) -> Iterator[tuple[tuple[Key, ...], Element]]:
    """Every element with its path in the file, those of groups too, in drawing order."""
    for name, element in found.items():
        own = (*keys, name)
        yield own, element
        if isinstance(element, GroupElement):
            yield from elements(element.elements, (*own, "elements"))


def _strings(design: FaceDesign) -> Iterator[tuple[tuple[Key, ...], str]]:
    """Every string that is a template or an expression, with its path; a `when` is the expression."""
    yield ("palette",), design.palette
    for name, style in design.styles.items():
        yield ("styles", name, "colour"), style.colour
    for keys, element in elements(design.elements, ("elements",)):
        parts: list[tuple[tuple[Key, ...], Any]] = [(keys, element)]
        if isinstance(element, TextElement):
            parts += [((*keys, "paragraphs", name), part) for name, part in element.paragraphs.items()]
        for place, part in parts:
            for field in dataclasses.fields(part):
                value = getattr(part, field.name)
                if field.name in _NO_TEMPLATE:
                    continue
                for text in value if isinstance(value, tuple) else (value,):
                    if isinstance(text, str):
                        yield (*place, field.name), text


def load_face(path: Path) -> Face:
    """The face of a file. Raises InputError with every problem of the face at once."""
    file = _read(path)
    design = conform(file, FaceDesign)
    problems: list[Diagnostic] = []
    fonts = _load_fonts(design, file, problems)
    icons = _load_icons(design, file, problems)
    texts, conditions = _compile(design, file, problems)
    _check_names(design, file, problems)
    _check_boxes(design, file, problems)
    if problems:
        raise InputError(problems)
    used = sorted({font.digest for family in fonts.values() for font in family})
    whole = digest(repr(design), *used, *(f"{name}{icon}" for name, icon in sorted(icons.items())))
    return Face(design, file, FontMetrics(fonts), icons, texts, conditions, whole)


def _load_fonts(design: FaceDesign, file: FaceFile, problems: list[Diagnostic]) -> dict[str, list[Font]]:
    fonts: dict[str, list[Font]] = {}
    for name, given in design.fonts.items():
        for font in [given] if isinstance(given, str) else given:
            path = _beside(file, ("fonts", name), font, problems)
            if path:
                try:
                    fonts.setdefault(name, []).append(read_font(path))
                except InputError as error:
                    problems += _at(error, file.at("fonts", name))
    return fonts


def _load_icons(
    design: FaceDesign, file: FaceFile, problems: list[Diagnostic]
) -> dict[str, tuple[tuple[Contour, ...], float]]:
    icons = {}
    for name, icon in design.icons.items():
        path = _beside(file, ("icons", name), icon, problems)
        if path:
            try:
                icons[name] = read_icon(path)
            except InputError as error:
                problems += _at(error, file.at("icons", name))
    return icons


def _beside(file: FaceFile, keys: tuple[Key, ...], name: str, problems: list[Diagnostic]) -> Path | None:
    if Path(name).is_absolute():
        problems.append(
            Diagnostic(file.at(*keys), f"{name} is an absolute path", "a path beside the face file")
        )
        return None
    return file.owner(*keys).path.parent / name


def _at(error: InputError, place: Location) -> list[Diagnostic]:
    # A missing file has no line: the error is shown at the line that asks for it.
    return [
        d if d.location.line else dataclasses.replace(d, location=place, message=f"{d.location}: {d.message}")
        for d in error.diagnostics
    ]


def _compile(
    design: FaceDesign, file: FaceFile, problems: list[Diagnostic]
) -> tuple[dict[str, Filled], dict[str, Asked]]:
    texts: dict[str, Filled] = {}
    conditions: dict[str, Asked] = {}
    for keys, source in _strings(design):
        field = keys[-1]
        try:
            if field == "when":
                conditions[source] = compile_when(source)
            else:
                texts[source] = compile_text(source)
        except StringError as error:
            problems.append(Diagnostic(file.at(*keys, find=source), str(error), error.hint))
        if field in _COLOUR_FIELDS and "{" not in source:
            problems += _colour_problem(source, design, file.at(*keys))
    for icon, colour in design.icon_colours.items():
        problems += _colour_problem(colour, design, file.at("icon_colours", icon))
    for table, colours in {"colours": design.colours, **design.palettes}.items():
        place = ("colours",) if table == "colours" else ("palettes", table)
        for name, colour in colours.items():
            if not COLOUR.match(colour):
                problems.append(
                    Diagnostic(file.at(*place, name), f"invalid colour {colour!r}", "like #1a2b3c")
                )
    return texts, conditions


def _colour_problem(colour: str, design: FaceDesign, place: Location) -> list[Diagnostic]:
    if not colour or COLOUR.match(colour) or colour in design.colours:
        return []
    hint = suggest(colour, list(design.colours), "colours") or "like #1a2b3c"
    return [Diagnostic(place, f"invalid colour {colour!r}", hint)]


def _check_names(design: FaceDesign, file: FaceFile, problems: list[Diagnostic]) -> None:
    def known(word: str, names: Mapping[str, Any], what: str, *keys: Key) -> None:
        if word not in names:
            hint = suggest(word, list(names), f"{what}s")
            problems.append(Diagnostic(file.at(*keys), f"no {what} {word!r}", hint))

    for name, style in design.styles.items():
        for field in ("font", "bold", "italic", "bold_italic"):
            if field == "font" or getattr(style, field):
                known(getattr(style, field), design.fonts, "font", "styles", name, field)
    for icon in design.icon_colours:
        known(icon, design.icons, "icon", "icon_colours", icon)
    for keys, element in elements(design.elements, ("elements",)):
        if isinstance(element, TextElement):
            known(element.style, design.styles, "style", *keys, "style")
            for name, part in element.paragraphs.items():
                for field in ("style", "lead_style"):
                    if getattr(part, field):
                        place = (*keys, "paragraphs", name, field)
                        known(getattr(part, field), design.styles, "style", *place)
        for field in ("icon", "mask"):
            icon = getattr(element, field, "")
            if icon and "{" not in icon:
                known(icon, design.icons, "icon", *keys, field)


def _check_boxes(design: FaceDesign, file: FaceFile, problems: list[Diagnostic]) -> None:
    for keys, element in elements(design.elements, ("elements",)):
        if isinstance(element, GroupElement):
            continue
        box = element.box(design.card)
        where = f"left {box.left:g}, top {box.top:g}, right {box.right:g}, bottom {box.bottom:g} mm"
        flat = isinstance(element, LineElement) and max(box.width, box.height) > 0
        if min(box.width, box.height) < 0 or (not flat and min(box.width, box.height) == 0):
            problems.append(Diagnostic(file.at(*keys), f"the box of {keys[-1]} is empty ({where})"))
        elif not box.inside(design.card.with_bleed):
            problems.append(Diagnostic(file.at(*keys), f"{keys[-1]} leaves the bleed ({where})"))
        elif isinstance(element, TextElement) and not box.inside(design.card.safe_zone):
            safe = design.card.safe
            message = f"the text {keys[-1]} leaves the safe zone ({where})"
            problems.append(Diagnostic(file.at(*keys), message, f"keep {safe:g} mm to every edge"))
