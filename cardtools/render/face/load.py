"""Loading a face: its file and those it extends merged, checked as a whole, its strings compiled."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from cardtools.ground.colours import WRITE_ONE, read_colour
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import digest
from cardtools.ground.spelling import suggest
from cardtools.ground.text_marks import OwnMarks
from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.language.budget import StringError, shortened
from cardtools.language.text_templates import Filled, compile_text
from cardtools.language.when import FaceCondition, compile_when
from cardtools.render.compose.compose_checks import undrawn_in
from cardtools.render.face.extending import FaceFile, located, overlaid, read_face_file
from cardtools.render.face.model.card import CardSize
from cardtools.render.face.model.elements import CopyElement, Element, GroupElement, LineElement, TextElement
from cardtools.render.face.model.face import FaceDesign, TextStyle
from cardtools.render.face.open_keys import NOTHING_OPEN, OpenKeys
from cardtools.render.face.shorthand import written_out
from cardtools.render.pictures.art import read_icon
from cardtools.render.pictures.icons import OWN, Icon
from cardtools.render.scene.scene import Box, Matrix, joined, rotation
from cardtools.render.scene.shapes import clearance, nearest_part
from cardtools.render.text.arc import arc_of
from cardtools.render.text.fonts import Font, read_font
from cardtools.render.text.line_breaks import knows
from cardtools.render.text.metrics import FontMetrics
from cardtools.render.text.typography import QUOTES, style_of
from cardtools.rulesets.glossary import NO_WORDS, Glossary

Written = tuple[KeyPath, str]  # a string of a face and its path there
MOST_PROBLEMS = 100
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_WHERE = "left {0.left:g}, top {0.top:g}, right {0.right:g}, bottom {0.bottom:g} mm"
_PANEL_SAFE = 1.0  # mm: a fold is more exact than a cut
_NO_TEMPLATE = {
    "for_", "extends", "use", "layout", "across", "flow", "around",
    "plate", "kind", "style", "lead_style", "align", "fit", "level", "code", "blend", "fill_shape",
    "mask_shape", "shape", "cap", "join", "flip"
}  # fmt: skip
T = TypeVar("T")
# Keys whose values are names, and the tables of these.
NAMED_IN = {"font": "fonts", "bold": "fonts", "italic": "fonts", "bold_italic": "fonts"} | {
    "style": "styles", "lead_style": "styles", "icon": "icons", "mask": "icons"
}  # fmt: skip
COLOUR_KEYS = ("mask_fill", "fill", "stroke", "divider", "lead_fill", "colour")


class Face(Record, eq=False):
    """A face that is ready to compose cards; all of it that can be checked without a card has been."""

    design: FaceDesign
    file: FaceFile
    metrics: FontMetrics
    icons: Mapping[str, Icon]
    texts: Mapping[str, Filled]
    conditions: Mapping[str, FaceCondition]
    digest: str

    findings: tuple[Diagnostic, ...]  # about it, whichever cards have it
    open: OpenKeys
    bound: dict[str, Any]  # what was made for cards, by what it was made from
    glossary: Glossary = NO_WORDS

    @property
    def name(self) -> str:
        return self.file.path.stem

    @cached_property
    def pictures(self) -> dict[str, KeyPath]:
        """The pictures that the face names itself, for all cards, each with its key."""
        found: dict[str, KeyPath] = {}
        for keys, part in _parts(self.design):
            for field in ("image", "mask_image"):
                found.setdefault(getattr(part, field, "").strip(), (*keys, field))
        found.pop("", None)
        return found

    @cached_property
    def shows_cards(self) -> bool:
        return any(element.kind == "card" for _, element in elements(self.design))


def elements(parent: FaceDesign | GroupElement, keys: KeyPath = ()) -> Iterator[tuple[KeyPath, Element]]:
    """Every element with its path in the file, those of groups too, in drawing order."""
    for name, element in parent.elements.items():
        own = (*keys, "elements", name)
        yield own, element
        if isinstance(element, GroupElement):
            yield from elements(element, own)


def _parts(design: FaceDesign) -> Iterator[tuple[KeyPath, Record]]:
    """The styles, the elements and the tables of elements, each with its path in the file."""
    for name, style in design.styles.items():
        yield ("styles", name), style
    for keys, element in elements(design):
        yield keys, element
        for name, passage in getattr(element, "paragraphs", {}).items():
            yield (*keys, "paragraphs", name), passage
        for name in ("shadow", "glow", "pattern"):
            if part := getattr(element, name, None):
                yield (*keys, name), part


def strings(design: FaceDesign) -> Iterator[Written]:
    """Every string that is a template or an expression, with its path; a `when` is the expression."""
    yield ("palette",), design.palette
    for place, part in _parts(design):
        for field in ["colour"] if isinstance(part, TextStyle) else part.__names__:
            value = getattr(part, field) if field not in _NO_TEMPLATE else ()
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    yield (*place, field), text


def load_face(
    path: Path,
    size: tuple[float, float] | None = None,
    overlay: TomlFile | None = None,
    bases: dict[Path, TomlFile] | None = None,
    glossary: Glossary = NO_WORDS,
) -> Face:
    """The face of a file, with those keys of the `overlay` that it has itself; with a `size` (mm), that of
    the panel of a box. `bases` keeps files that are extended, `glossary` is that of the game. Raises
    InputError with up to 100 problems.
    """
    file = written_out(read_face_file(path, {} if bases is None else bases))
    if overlay:
        file = overlaid(file, overlay)
    open_keys = OpenKeys({}, set())
    design = conform(file, FaceDesign, stand_in=open_keys.stand_in)
    for keys, element in elements(design):
        open_keys.add(keys, element.for_, getattr(element, "with_", {}), getattr(element, "layout", ""))
    if size:
        try:
            bleed, safe = design.card.bleed, min(design.card.safe, _PANEL_SAFE)
            card = CardSize("", *size, "rectangle", bleed, safe, corner=0.0)
        except ValueError as error:
            message = f"on {size[0]:g} x {size[1]:g} mm {error}"
            raise InputError(Diagnostic(file.at("card"), message)) from None
        design = dataclasses.replace(design, card=card)
    fonts: dict[str, list[Font]] = {}
    drawn: dict[str, list[Icon]] = {}
    texts: dict[str, Filled] = {}
    conditions: dict[str, FaceCondition] = {}
    written = list(strings(design))
    later = [(keys, text) for keys, (text, _) in open_keys.keys.items()]
    checks = chain(
        _read(read_font, file, "fonts", fonts),
        _load_axes(design, file, fonts),
        _check_axes(design, file, open_keys),
        _check_language(design, file),
        _read(read_icon, file, "icons", drawn),
        _compile([*written, *later], file, texts, conditions),
        _check_colours(design, file, written),
        check_names(design, file, open_keys),
        check_boxes(design, file, open_keys),
        _check_flow(design, file),
        (Diagnostic(file.at(*keys), what) for keys, what in Glossary(marks=OwnMarks(design.marks)).faults()),
    )
    if problems := list(islice(checks, MOST_PROBLEMS)):
        raise InputError(problems)
    icons = {name: icon for name, (icon,) in drawn.items()}
    used = sorted({font.digest for family in fonts.values() for font in family})
    used += [text for _, text in later]
    whole = digest(repr(design), *used, *(f"{name}{icon}" for name, icon in sorted(icons.items())))
    findings = tuple(
        one
        for name, icon in icons.items()
        for one in undrawn_in(icon, _beside(file, ("icons", name), design.icons[name]))
    )
    if glossary.terms or glossary.marks.marks:
        named = glossary.in_cards if any("glossary" in text for text in texts) else ()
        whole = digest(whole, repr(glossary.terms), repr(glossary.marks), repr(named))
    if design.marks:
        glossary = dataclasses.replace(glossary, marks=OwnMarks({**glossary.marks.marks, **design.marks}))
    metrics = FontMetrics(fonts)
    return Face(design, file, metrics, icons, texts, conditions, whole, findings, open_keys, {}, glossary)


def _read(
    read: Callable[[Path], T], file: FaceFile, key: str, found: dict[str, list[T]]
) -> Iterator[Diagnostic]:
    """The files of a table of the face."""
    for name, given in file.data.get(key, {}).items():
        for one in [given] if isinstance(given, str) else given:
            try:
                found.setdefault(name, []).append(read(_beside(file, (key, name), one)))
            except InputError as error:
                yield from located(error, file.at(key, name))


def _load_axes(design: FaceDesign, file: FaceFile, fonts: dict[str, list[Font]]) -> Iterator[Diagnostic]:
    """Each font that a style has at a place of its axes, under `TextStyle.font_name`."""
    for style_name, style in design.styles.items():
        for name in dict.fromkeys((style.font, style.bold, style.italic, style.bold_italic)):
            if not style.axes or name not in fonts:
                continue
            first, *others = fonts[name]
            try:
                fonts[style.font_name(name)] = [first.at(style.axes), *others]
            except ValueError as error:
                message, hint = error.args
                yield Diagnostic(file.at("styles", style_name, "axes"), message, hint)


def _check_axes(design: FaceDesign, file: FaceFile, later: OpenKeys) -> Iterator[Diagnostic]:
    """What must be known when the fonts are read."""
    for keys in later.keys:
        if keys[0] == "styles" and design.styles[str(keys[1])].axes and {*NAMED_IN, "axes"} & {*keys[2:]}:
            hint = "write a style for each, and choose one by a template"
            yield Diagnostic(file.at(*keys), f"{keys[-1]} of a style with axes is no template", hint)


def _beside(file: FaceFile, keys: KeyPath, name: str) -> Path:
    if Path(name).is_absolute():
        message = f"{name} is an absolute path"
        raise InputError(Diagnostic(file.at(*keys), message, "write a path relative to the face file"))
    return file.owner(*keys).path.parent / name


def _compile(
    written: Iterable[Written], file: FaceFile, texts: dict[str, Filled], conditions: dict[str, FaceCondition]
) -> Iterator[Diagnostic]:
    for keys, source in written:
        try:
            if keys[-1] == "when":
                conditions[source] = compile_when(source)
            else:
                texts[source] = compile_text(source)
        except StringError as error:
            yield Diagnostic(file.at(*keys, find=source), str(error), error.hint)


def _check_language(design: FaceDesign, file: FaceFile) -> Iterator[Diagnostic]:
    if design.typography and not style_of(design.typography):
        hint = suggest(design.typography, list(QUOTES), "languages")
        yield Diagnostic(file.at("typography"), f"no typography for {shortened(design.typography)}", hint)
    if design.language and not _LANGUAGE.fullmatch(design.language):
        message = f"invalid language {shortened(design.language)}"
        yield Diagnostic(file.at("language"), message, "a code such as de, tr or zh-Hant")
    for name, style in design.styles.items():
        if style.hyphenate and not knows(design.language):
            place = file.at("styles", name, "hyphenate")
            message = f"no hyphenation for the language {shortened(design.language)} of the face"
            yield Diagnostic(place, message, 'write language = "en", or another, at the top of the face')


def _check_colours(design: FaceDesign, file: FaceFile, written: Iterable[Written]) -> Iterator[Diagnostic]:
    used = [(keys, source) for keys, source in written if keys[-1] in COLOUR_KEYS and "{" not in source]
    used += [(("icon_colours", name), ink) for name, ink in design.icon_colours.items() if ink != OWN]
    for keys, colour in used:
        if colour and colour not in design.colours and not read_colour(colour):
            hint = "" if colour[0] == "#" else suggest(colour, list(design.colours), "colours")
            if colour.startswith("palette."):
                hint = f"write {{{{ {colour} }}}}"
            yield Diagnostic(file.at(*keys), f"invalid colour {shortened(colour)}", hint or WRITE_ONE)
    palettes = [(("palettes", name), palette) for name, palette in design.palettes.items()]
    for place, colours in ((("colours",), design.colours), *palettes):
        for name, colour in colours.items():
            if not read_colour(colour):
                yield Diagnostic(file.at(*place, name), f"invalid colour {shortened(colour)}", WRITE_ONE)


def check_names(design: FaceDesign, file: FaceFile, later: OpenKeys = NOTHING_OPEN) -> Iterator[Diagnostic]:
    """The names of fonts, icons and styles that the face doesn't have, without those that come `later`."""
    used: list[tuple[KeyPath, str, str]] = []
    used += [(("icon_colours", icon), icon, "icons") for icon in design.icon_colours]
    for place, part in _parts(design):
        for field in filter(NAMED_IN.__contains__, part.__names__):
            name, table = getattr(part, field), NAMED_IN[field]
            may_be_empty = field in part.__defaults__ or table == "icons"
            is_later = (*place, field) in later.keys or (table == "icons" and "{" in name)
            if not is_later and not (may_be_empty and not name):
                used.append(((*place, field), name, table))
    for keys, name, table in used:
        known = getattr(design, table)
        if name not in known:
            hint = suggest(name, list(known), table)
            yield Diagnostic(file.at(*keys), f"no {table[:-1]} {shortened(name)}", hint)


def _check_flow(design: FaceDesign, file: FaceFile) -> Iterator[Diagnostic]:
    """Texts that go on in what is no empty text behind them, or around what is not there before."""
    found = dict(elements(design))
    begun: dict[KeyPath, list[str]] = {}  # what is before a text that goes on in an element
    for keys, element in found.items():
        if not isinstance(element, TextElement) or not (element.flow or element.around):
            continue
        beside = [key for key in found if key[:-1] == keys[:-1]]
        index = beside.index(keys)
        before = begun.get(keys, [str(key[-1]) for key in beside[:index]])
        after = [
            str(key[-1])
            for key in beside[index + 1 :]
            if isinstance(one := found[key], TextElement) and not (one.text or one.paragraphs or key in begun)
        ]
        for key, known, what in (
            ("flow", after, "a text without words behind it"),
            ("around", before, "an element before it"),
        ):
            if (wanted := getattr(element, key)) and wanted not in known:
                message = f"{key} = {shortened(wanted)} is not {what}"
                yield Diagnostic(file.at(*keys, key), message, suggest(wanted, known, "elements"))
        begun[*keys[:-1], str(element.flow)] = before


def check_boxes(design: FaceDesign, file: FaceFile, later: OpenKeys = NOTHING_OPEN) -> Iterator[Diagnostic]:
    """The boxes that are empty or leave the card, without those that come `later`."""
    card, turns = design.card, dict[KeyPath, Matrix | None]()
    for keys, element in elements(design):
        if keys[:2] in later.roots:
            continue
        if not isinstance(element, GroupElement) and (fault := element.lacks()):
            yield Diagnostic(file.at(*keys), fault)
            continue
        box, angle = element.box(card), element.rotation
        turn = rotation(angle, box) if angle and not isinstance(angle, str) else None
        turns[keys] = turn = joined(turns.get(keys[:-2]), turn)
        if isinstance(element, GroupElement):
            continue
        flat = isinstance(element, LineElement) and max(box.width, box.height) > 0
        if min(box.width, box.height) < 0 or (not flat and min(box.width, box.height) == 0):
            # The length that was written is more likely wrong than the place.
            wanted = ("width", "right", "left") if box.width <= 0 else ("height", "bottom", "top")
            key = next(key for key in wanted if getattr(element, key) is not None)
            what = f"{key} = {getattr(element, key):g}: the box of {keys[-1]} is empty"
            yield Diagnostic(file.at(*keys, key), f"{what} ({_WHERE.format(box)})")
            continue
        if isinstance(element, TextElement) and element.bend:
            needed = arc_of(box.width, element.bend).height
            if needed >= box.height:
                message = f"the arc of {keys[-1]} is {needed:.1f} mm high, its box {box.height:g}"
                yield Diagnostic(file.at(*keys, "bend"), message, "make the box higher, or bend it less")
                continue
        box = box.turned(turn)
        where, most = _WHERE.format(box), card.with_bleed
        if isinstance(element, TextElement) and element.bleed:
            continue
        if not turn and not box.inside(most):  # a turned band may cross the card's corner
            hint = f"the card's bleed ends at {most.left:g}, {most.top:g}, {most.right:g}, {most.bottom:g} mm"
            yield Diagnostic(file.at(*keys), f"{keys[-1]} leaves the bleed ({where})", hint)
        elif isinstance(element, TextElement | CopyElement) and not card.is_safe(box):
            whole = Box(0, 0, card.width, card.height)
            gap, part = clearance(card.shape, whole, box), nearest_part(card.shape, whole, box)
            side = "from" if gap >= 0 else "beyond"
            what = f"its {part} is {abs(gap):.2g} mm {side} the cut, {card.safe:g} needed"
            message = f"the text {keys[-1]} leaves the safe zone: {what} ({where})"
            yield Diagnostic(file.at(*keys), message, f"keep {card.safe:g} mm away from every edge")
