"""Whether a PDF keeps to PDF/X-4 (ISO 15930-7), as far as its structure shows it.

No free checker knows PDF/X (veraPDF checks PDF/A), so this one goes through the list of the standard: what a
file must have, and what it must not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pypdf
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, StreamObject

_XMP = {
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
}
_FORBIDDEN = (
    "/AA",
    "/JavaScript",
    "/JS",
    "/OPI",
    "/Alternates",
    "/TR",
    "/HTP",
    "/XFA",
    "/Encrypt",
    "/PS",
    "/Movie",
)
_SPACES = (
    "/DeviceCMYK",
    "/DeviceGray",
    "/Separation",
    "/DeviceN",
    "/ICCBased",
    "/Lab",
    "/Indexed",
    "/Pattern",
)
_RGB = re.compile(rb"(?<![A-Za-z#\d/])(?:[\d.]+\s+){3}(?:rg|RG)\b|/DeviceRGB")


def pdfx4_faults(reader: pypdf.PdfReader) -> list[str]:
    """Where the file does not keep to the standard."""
    return [*_file(reader), *_intent(reader), *_metadata(reader), *_boxes(reader), *_objects(reader)]


def _file(reader: pypdf.PdfReader) -> Iterator[str]:
    if reader.pdf_header > "%PDF-1.6":
        yield f"version {reader.pdf_header}"
    if "/ID" not in reader.trailer:
        yield "no ID"
    if "/Encrypt" in reader.trailer:
        yield "encrypted"
    info: Any = reader.trailer["/Info"]
    for key in ("/CreationDate", "/ModDate", "/Title"):
        if not info.get(key):
            yield f"no {key} in the information"
    if info.get("/Trapped") not in ("/True", "/False"):
        yield "unknown whether it is trapped"


def _intent(reader: pypdf.PdfReader) -> Iterator[str]:
    root: Any = reader.trailer["/Root"]
    intents = [one.get_object() for one in root.get("/OutputIntents", [])]
    ours = [one for one in intents if one["/S"] == "/GTS_PDFX"]
    if len(ours) != 1:
        yield f"{len(ours)} output intents of PDF/X"
        return
    profile = ours[0]["/DestOutputProfile"].get_object()
    data = profile.get_data()
    if not ours[0].get("/OutputConditionIdentifier") or not ours[0].get("/Info"):
        yield "the printing condition has no name"
    if data[12:16] != b"prtr" or data[36:40] != b"acsp":
        yield "the profile of the output intent is not that of a press"
    if (data[16:20], profile["/N"]) not in ((b"CMYK", 4), (b"RGB ", 3), (b"GRAY", 1)):
        yield "the profile has other colours than /N says"


def _metadata(reader: pypdf.PdfReader) -> Iterator[str]:
    root: Any = reader.trailer["/Root"]
    stream = root.get("/Metadata")
    if stream is None:
        yield "no XMP"
        return
    stream = stream.get_object()
    if stream.get("/Filter"):
        yield "XMP is compressed"
    if (stream.get("/Type"), stream.get("/Subtype")) != ("/Metadata", "/XML"):
        yield "XMP has another type"
    tree = ElementTree.fromstring(stream.get_data().decode("utf-8").strip())

    def value(name: str) -> str:
        found = tree.find(f".//{name}", _XMP)
        return "".join(found.itertext()) if found is not None else ""

    if value("pdfxid:GTS_PDFXVersion") != "PDF/X-4":
        yield "XMP does not say PDF/X-4"
    needed = ("CreateDate", "ModifyDate", "MetadataDate")
    for name in (
        *(f"xmp:{key}" for key in needed),
        "xmpMM:DocumentID",
        "xmpMM:VersionID",
        "xmpMM:RenditionClass",
    ):
        if not value(name):
            yield f"XMP has no {name}"
    info: Any = reader.metadata
    same = {
        "dc:title": info.title,
        "dc:creator": info.author,
        "dc:description": info.subject,
        "pdf:Producer": info.producer,
        "xmp:CreatorTool": info.creator,
        "pdf:Trapped": reader.trailer["/Info"]["/Trapped"].lstrip("/"),  # type: ignore[index]
    }
    for name, expected in same.items():
        if value(name) != (expected or ""):
            yield f"XMP and the information differ in {name}"
    for name, date in (("xmp:CreateDate", info.creation_date), ("xmp:ModifyDate", info.modification_date)):
        if value(name) != date.isoformat():
            yield f"XMP and the information differ in {name}"


def _boxes(reader: pypdf.PdfReader) -> Iterator[str]:
    for number, page in enumerate(reader.pages, 1):
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield f"page {number} needs a TrimBox or an ArtBox"
            continue
        media, bleed, trim = (
            [float(v) for v in page.get(box, page["/MediaBox"])]
            for box in ("/MediaBox", "/BleedBox", "/TrimBox")
        )
        for inner, outer, name in ((trim, bleed, "TrimBox"), (bleed, media, "BleedBox")):
            low = all(a >= b - 0.01 for a, b in zip(inner[:2], outer[:2], strict=True))
            if not low or not all(a <= b + 0.01 for a, b in zip(inner[2:], outer[2:], strict=True)):
                yield f"page {number}: the {name} is outside the box around it"
        if page.get("/Annots"):
            yield f"page {number} has annotations"


def _objects(reader: pypdf.PdfReader) -> Iterator[str]:
    spots: dict[str, str] = {}
    for one in _every(reader.trailer, set()):
        if isinstance(one, ArrayObject) and one and one[0] == "/Separation":
            function = one[3].get_object().get_data()
            if spots.setdefault(str(one[1]), f"{one[2]} {function!r}") != f"{one[2]} {function!r}":
                yield f"the spot colour {one[1]} is shown in two ways"
        if not isinstance(one, DictionaryObject):
            continue
        for key in _FORBIDDEN:
            if key in one:
                yield f"forbidden {key}"
        if one.get("/S") in ("/JavaScript", "/Launch", "/URI"):
            yield f"a forbidden action {one['/S']}"
        if one.get("/Filter") and any("LZW" in str(name) for name in one["/Filter"]):  # type: ignore[union-attr]
            yield "LZW"
        yield from _fonts(one)
        if isinstance(one, StreamObject):
            yield from _streams(one)


def _fonts(one: DictionaryObject) -> Iterator[str]:
    if one.get("/Type") == "/FontDescriptor":
        if not any(key in one for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"the font {one.get('/FontName')} is not embedded"
    elif one.get("/Type") == "/Font" and "/FontDescriptor" not in one and "/DescendantFonts" not in one:
        yield f"the font {one.get('/BaseFont')} is not embedded"


def _streams(one: StreamObject) -> Iterator[str]:
    space: Any = one.get("/ColorSpace")
    if space is not None and one.get("/Subtype") == "/Image":
        kind = space if isinstance(space, str) else space[0]
        if kind not in _SPACES:
            yield f"an image in {kind}"
    is_code = one.get("/Subtype") in ("/Form", None) and "/FunctionType" not in one and "/Length1" not in one
    if is_code and one.get("/Type") in ("/XObject", None) and "/N" not in one and _RGB.search(one.get_data()):
        yield "colours in DeviceRGB"


def _every(one: Any, seen: set[int]) -> Iterator[Any]:
    if isinstance(one, IndirectObject):
        if one.idnum in seen:
            return
        seen.add(one.idnum)
        one = one.get_object()
    yield one
    if isinstance(one, DictionaryObject):
        for key in one:
            yield from _every(one.raw_get(key), seen)
    elif isinstance(one, ArrayObject):
        for index in range(len(one)):
            yield from _every(list.__getitem__(one, index), seen)
