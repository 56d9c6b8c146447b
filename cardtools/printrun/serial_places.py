"""Where a card shows the serial of its copy: in the `copy` elements of its face, as text or as a code that
machines read, QR (of version 1) or a DataMatrix of 16 x 16 modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.toml.tomlplaces import Key
from cardtools.printrun.serials import ALPHABET, LENGTH
from cardtools.render.compose.composition import Composition
from cardtools.render.face.load import Face
from cardtools.render.face.model.elements import CopyElement, Element, GroupElement
from cardtools.render.face.model.face import TextStyle
from cardtools.render.pictures.qr import module_outlines, qr_contours
from cardtools.render.scene.scene import Box, Contour, Fill, Glyph, Item, Symbol, TextRun
from cardtools.render.scene.units import em
from cardtools.render.text.fonts import Font
from cardtools.render.text.metrics import FontMetrics
from cardtools.render.text.shaping import Setting

CodeKind = Literal["text", "qr", "datamatrix"]
LEAST_MODULE = 0.2  # mm of a module of a code; phones cannot read smaller ones
_MODULES = {"qr": 29, "datamatrix": 18}  # with the quiet zone
_HINT = """add one to the face, such as:
    [elements.copy]
    kind = "copy"
    code = "datamatrix"
    right = 4
    width = 5
    bottom = 4
    height = 5"""


class CopyText(NamedTuple):
    """Symbols of serials as glyphs of a font, with the look of the text."""

    font: Font
    glyphs: Mapping[str, Glyph]
    style: TextStyle

    def width(self, serial: str) -> float:
        """The advance of a serial in em."""
        advances = sum(self.glyphs[symbol].advance for symbol in serial)
        return advances / self.font.units + self.style.tracking * (len(serial) - 1)


class CopyPlace(NamedTuple):
    """Where the serial of a copy is on a card, and how it is printed there."""

    box: Box
    code: CodeKind
    colour: str
    text: CopyText | None = None

    def item(self, serial: str) -> Item:
        """What is drawn for a serial."""
        text, box = self.text, self.box
        if text is None:
            side = min(box.width, box.height)
            square = Box(box.left + (box.width - side) / 2, box.top + (box.height - side) / 2, side, side)
            return Symbol(square, self.code, code_contours(serial, self.code), Fill((self.colour,)))
        style, font = text.style, text.font
        glyphs, wide = tuple(map(text.glyphs.__getitem__, serial)), text.width(serial)
        size = min(style.size, style.size * box.width / (wide * em(style.size)))
        width, capital = wide * em(size), em(size) * font.cap_height / font.units
        left = box.left + (box.width - width) * {"centre": 0.5, "right": 1.0}.get(style.align, 0.0)
        low = {"top": capital, "middle": (box.height + capital) / 2, "bottom": box.height}[style.valign]
        top, tracking = box.top + low, style.tracking
        return TextRun(left, top, serial, font.name, size, self.colour, width, tracking, glyphs)


def code_contours(serial: str, kind: CodeKind) -> tuple[Contour, ...]:
    """The dark modules of the code of a serial as outlines in a box of 1 x 1, with the quiet zone."""
    if kind == "qr":
        return qr_contours(serial, "M")
    rows = _datamatrix_class()(serial).encode()[::-1]  # from the lowest, as PDFs count
    return module_outlines([list(map(bool, row)) for row in rows], 1)


@cache
def _datamatrix_class() -> Any:
    # zxing-cpp writes codes too, but it is in the extra `scan`: sheets are printed without it.
    from reportlab.graphics.barcode.ecc200datamatrix import ECC200DataMatrix

    class Encoder(ECC200DataMatrix):  # type: ignore[misc]
        """reportlab's encoder in one size: 12 codewords of data, which a serial fills, and 12 of checks."""

        def __init__(self, text: str) -> None:
            self.validated = text
            self.row_modules = self.col_modules = 16
            self.row_regions = self.col_regions = 1
            self.row_usable_modules = self.col_usable_modules = 14
            self.cw_data = self.cw_ecc = 12

    return Encoder


def copy_places(face: Face, values: dict[str, Any], where: Location, name: str) -> list[CopyPlace]:
    """Where the face prints the serial of a card's copy. Raises InputError where it does not, or cannot."""
    work = Composition(face, values, where, name)
    found = list(_places(work, face.design.elements, ("elements",)))
    if work.problems:
        raise InputError(work.problems)
    if not found:
        message = f"card {name}: the face has no place for the serial of a copy"
        raise InputError(Diagnostic(Location(face.file.name), message, _HINT))
    return found


def _places(work: Composition, elements: Mapping[str, Element], keys: tuple[Key, ...]) -> Iterator[CopyPlace]:
    """The places of the elements that are drawn on this card."""
    for name, element in elements.items():
        if isinstance(element, GroupElement | CopyElement) and work.when(element.when, *keys, name):
            if isinstance(element, GroupElement):
                yield from _places(work, element.elements, (*keys, name, "elements"))
            elif place := _place(work, element, (*keys, name)):
                yield place


def _place(work: Composition, element: CopyElement, keys: tuple[Key, ...]) -> CopyPlace | None:
    box = element.box(work.face.design.card)
    if element.code != "text":
        module = min(box.width, box.height) / _MODULES[element.code]
        if module < LEAST_MODULE:
            needed = LEAST_MODULE * _MODULES[element.code]
            message = f"the modules of the {element.code} code are {module:.2f} mm, too small to be read"
            work.problem(keys, message, f"make the box at least {needed:.1f} mm wide and high")
        return CopyPlace(box, element.code, work.colour(element.fill, *keys, "fill")[:7] or "#000000")
    style = work.face.design.styles[element.style]
    colour = work.colour(style.colour, "styles", element.style, "colour")[:7] or "#000000"
    text = _letters(work.metrics, style)
    if isinstance(text, str):
        message = f"no font of the style {element.style} has {text}"
        work.problem(keys, message, "serials need all capitals and digits")
        return None
    needed = text.width(LENGTH * max(ALPHABET, key=text.width)) * em(style.smallest)
    if needed > box.width:
        message = f"a serial may be {needed:.1f} mm wide at {style.smallest:g} pt, its box {box.width:.1f} mm"
        work.problem(keys, message, "a wider box, or a style with a smaller `minimum`")
    return CopyPlace(box, "text", colour, text)


def _letters(metrics: FontMetrics, style: TextStyle) -> CopyText | str:
    """The glyphs of all symbols in the first font of the style; the first symbol that it lacks."""
    look = Setting(style.opentype)
    glyphs, font = {}, metrics.fonts[style.font_name()][0]
    for symbol in ALPHABET:
        (shaped,) = metrics.line(style.font_name(), symbol, look)
        if shaped.font is not font or shaped.undrawn or len(shaped.glyphs) != 1:
            return symbol
        glyphs[symbol] = shaped.glyphs[0]
    return CopyText(font, glyphs, style)
