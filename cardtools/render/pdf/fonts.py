"""Fonts in a PDF: glyphs by number, only those that are drawn, each with the text that it stands for."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from cardtools.ground.errors import bad_input
from cardtools.render.pdf.reportlab_private import dictionary, stream
from cardtools.render.scene.scene import Glyph, TextRun
from cardtools.render.scene.units import em
from cardtools.render.text.fonts import Font, GlyphOutline

_MOST_GLYPHS = 60_000  # of a font in a PDF
_MOST_SHOWN = 1_000  # runs whose operators are cached
_TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Text def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{}endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


@dataclass
class PdfFont:
    """A font as one PDF has it: its codes in order of use, one for each text that a glyph stands for."""

    font: Font
    name: str  # of the resource
    codes: dict[tuple[int, int, str], int] = field(default_factory=dict)
    _shown: dict[tuple[Any, ...], str] = field(default_factory=dict, repr=False)

    def show(self, run: TextRun) -> str:
        """The operators that show the glyphs of a run, where the text matrix and the size are set."""
        size = em(run.size)
        key = (run.glyphs, run.tracking, run.word_space, size)
        if key not in self._shown:
            if len(self._shown) >= _MOST_SHOWN:
                self._shown.clear()
            self._shown[key] = self._operators(run, size)
        return self._shown[key]

    def _operators(self, run: TextRun, size: float) -> str:
        """Advances that differ from the font's own, by kerning or spacing, are numbers between the codes."""
        unit = 1000 / self.font.units
        operators = [f"/{self.name} {number(size)} Tf {number(run.tracking * size)} Tc"]
        shown: list[str] = []  # codes and numbers of the next operator
        shift, first = 0.0, True

        def flush(*following: str) -> None:
            if shown:
                operators.append(f"[{''.join(shown).replace('><', '')}] TJ")
                shown.clear()
            operators.extend(following)

        for index, (glyph, space) in enumerate(zip(run.glyphs, run.spacing(), strict=True)):
            if first and not glyph.last and (text := _letter(run.glyphs, index)):
                flush(f"/Span <</ActualText <FEFF{utf16(text)}>>> BDC")
            shift += glyph.x * unit
            if abs(shift) >= 0.01:
                shown.append(number(-shift, 2))
                shift = 0.0
            shown.append(f"<{self.code(glyph):04X}>")
            width = glyph.advance - glyph.x - self.font.advance(glyph.id)
            shift += width * unit + (space - run.tracking) * 1000
            if glyph.last and not first and _letter(run.glyphs, index):
                flush("EMC")
            first = glyph.last
        flush()
        return " ".join(operators)

    def code(self, glyph: Glyph) -> int:
        """The code of a glyph with its text. Raises InputError if there are too many."""
        found = self.codes.setdefault((glyph.id, glyph.y, glyph.text), len(self.codes) + 1)
        if found > _MOST_GLYPHS:
            message = "has more glyphs in use than a PDF can take"
            raise bad_input(self.font.path, message, "use fewer characters")
        return found

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Called by reportlab when all pages are there."""
        from reportlab.pdfbase.pdfdoc import PDFName, PDFZCompress

        def written(data: bytes, **more: int) -> Any:
            made = stream(data, **more)
            if document.compression:
                made.filters = [PDFZCompress]
            return document.Reference(made)

        font = self.font
        outlines = [font.outline(0, 0), *(font.outline(glyph, y) for glyph, y, _ in self.codes)]
        data = truetype(font, outlines)
        unit = 1000 / font.units
        tag = "".join(chr(65 + int(one, 16)) for one in font.digest[:6])  # six capitals say it is a subset
        name, box = PDFName(f"{tag}+{font.name}"), [round(side * unit) for side in _box(outlines)]
        lines = (round(line * unit) for line in (font.ascent, font.descent, font.cap_height))
        descriptor = dictionary(
            Type="/FontDescriptor", FontName=name, Flags=4, FontBBox=box, ItalicAngle=0, StemV=80,
            **dict(zip(("Ascent", "Descent", "CapHeight"), lines, strict=True)),
            FontFile2=written(data, Length1=len(data)),
        )  # fmt: skip
        descendant = dictionary(
            Type="/Font", Subtype="/CIDFontType2", BaseFont=name, CIDToGIDMap="/Identity", DW=0,
            CIDSystemInfo=dictionary(Registry="(Adobe)", Ordering="(Identity)", Supplement=0),
            W=[1, [round(font.advance(glyph) * unit, 2) for glyph, _, _ in self.codes]],
            FontDescriptor=document.Reference(descriptor),
        )  # fmt: skip
        whole = dictionary(
            Type="/Font", Subtype="/Type0", BaseFont=name, Encoding="/Identity-H",
            DescendantFonts=[document.Reference(descendant)],
            ToUnicode=written(to_unicode(self.codes).encode("ascii")),
        )  # fmt: skip
        document.idToObject["BasicFonts"].dict[self.name] = document.Reference(whole)


def _letter(glyphs: Sequence[Glyph], index: int) -> str:
    """The text of the letter that a glyph belongs to, if some of its glyphs have no text of their own."""
    start = index
    while start and not glyphs[start - 1].last:
        start -= 1
    while not glyphs[index].last:
        index += 1
    texts = [glyph.text for glyph in glyphs[start : index + 1]]
    return "" if all(texts) else "".join(texts)


def number(value: float, digits: int = 4) -> str:
    """A number as PDF writes it."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def utf16(text: str) -> str:
    """A text as the hexadecimal digits of a PDF string, without its mark."""
    return text.encode("utf-16-be", "surrogatepass").hex().upper()


def to_unicode(codes: dict[tuple[int, int, str], int]) -> str:
    """The text of each code, as a CMap."""
    lines = [f"<{code:04X}> <{utf16(text)}>\n" for (_, _, text), code in codes.items()]
    parts = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    tables = (f"{len(part)} beginbfchar\n{''.join(part)}endbfchar\n" for part in parts)
    return _TO_UNICODE.format("".join(tables))


def truetype(font: Font, outlines: Sequence[GlyphOutline]) -> bytes:
    """A TrueType file of these outlines, in this order: what a PDF needs of one."""
    glyphs = [_padded(outline.data) for outline in outlines]
    places = [0, *accumulate(map(len, glyphs))]
    advances = [min(outline.advance, 0xFFFF) for outline in outlines]
    lefts = (outline.box[0] if outline.box else 0 for outline in outlines)
    points, contours = max(o.points for o in outlines), max(o.contours for o in outlines)
    box, lines, count = _box(outlines), (font.ascent, font.descent), len(glyphs)
    tables = {
        b"glyf": b"".join(glyphs),
        b"head": struct.pack(">L8xLHH16x4h2xHhh2x", 0x10000, 0x5F0F3CF5, 3, font.units, *box, 8, 2, 1),
        b"hhea": struct.pack(">L2h2xHh2xhh14xH", 0x10000, *lines, max(advances), box[0], box[2], 1, count),
        b"hmtx": b"".join(struct.pack(">Hh", *pair) for pair in zip(advances, lefts, strict=True)),
        b"loca": struct.pack(f">{len(places)}L", *places),
        b"maxp": struct.pack(">L3H4xH16x", 0x10000, count, points, contours, 1),
    }
    head, body, at = struct.pack(">LHHHH", 0x10000, len(tables), 64, 2, 32), b"", 12 + 16 * len(tables)
    for tag, data in tables.items():
        words = struct.unpack(f">{(len(data) + 3) // 4}L", _padded(data))
        head += struct.pack(">4sLLL", tag, sum(words) & 0xFFFFFFFF, at + len(body), len(data))
        body += _padded(data)
    return head + body


def _padded(data: bytes) -> bytes:
    """The data in whole words of four bytes."""
    return data + bytes(-len(data) % 4)


def _box(outlines: Sequence[GlyphOutline]) -> tuple[int, int, int, int]:
    boxes = [outline.box for outline in outlines if outline.box] or [(0, 0, 0, 0)]
    lefts, lows, rights, highs = zip(*boxes, strict=True)
    return min(lefts), min(lows), max(rights), max(highs)
