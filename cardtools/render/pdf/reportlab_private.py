"""reportlab's parts without a public name: the one file that a new version has to be tried with; and objects
of PDF as values of Python, where a name begins with a slash and a list is an array.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from cardtools.ground.errors import bad_input

_ATTRIBUTES = (
    "_code", "_preamble", "_doc", "_formsinuse", "_shadingUsed", "_colorsUsed", "_extgstate._c",
)  # fmt: skip
_GROUP = "<< /Type /Group /S /Transparency /CS /{} /I true >>"


@cache
def canvas_class() -> Any:
    """reportlab's canvas without fonts and pages of its own. Raises InputError if it lacks a name."""
    import reportlab
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfgen import canvas

    class BareCanvas(canvas.Canvas):  # type: ignore[misc]
        def _make_preamble(self) -> None:
            self._preamble = "1 0 0 1 0 0 cm"

    made = BareCanvas("")
    text, catalog = made.beginText(), pdfdoc.PDFCatalog()
    names = [
        *((made, name) for name in _ATTRIBUTES),
        *((canvas, name) for name in ("_normalizeColors", "_buildColorFunction")),
        (text, "_code"), (catalog, "__NoDefault__"), (pdfdoc.PDFPage, "__Defaults__"),
    ]  # fmt: skip
    for owner, name in names:
        for part in name.split("."):
            if not hasattr(owner, part):
                hint = 'install a version that cardtools was tried with: pip install "reportlab>=4.4.9,<6"'
                raise bad_input(f"reportlab {reportlab.Version}", f"has no {name}, which PDFs need", hint)
            owner = getattr(owner, part)
    return BareCanvas


def document_of(canvas: Any) -> Any:
    """The document that a canvas draws."""
    return canvas._doc


def add_operators(words: Any, *operators: str) -> None:
    """Add operators of PDF to a text object, which has no `addLiteral`."""
    words._code += operators


def end_form(canvas: Any, group: str = "") -> None:
    """End a form; as a transparency group, it blends in a colour space: `DeviceRGB` or `DeviceCMYK`."""
    from reportlab.pdfbase.pdfdoc import PDFResourceDictionary, PDFStream, pdfdocEnc

    contents = {}
    if group:
        drawn = PDFStream(content=pdfdocEnc("\n".join([canvas._preamble, *canvas._code])))
        drawn.dictionary["Group"] = _GROUP.format(group)
        canvas._doc.ensureMinPdfVersion("transparency")
        contents["Contents"] = drawn
    # Its resources: reportlab adds shadings and opacities to pages only.
    found = PDFResourceDictionary()
    found.basicFonts()
    found.allProcs()
    if canvas._formsinuse:
        found.XObject = canvas._doc.xobjDict(canvas._formsinuse)
    found.ExtGState = canvas._extgstate.getState() or {}
    found.setShading(canvas._shadingUsed)
    found.setColorSpace(canvas._colorsUsed)
    canvas.endForm(Resources=found, **contents)


def page_group(canvas: Any, space: str) -> None:
    """Blend the last page in this colour space, not in one that the viewer chooses."""
    page = canvas._doc.Pages.pages[-1]
    page.__Defaults__ = {**page.__Defaults__, "Group": _GROUP.format(space)}


def set_soft_mask(canvas: Any, form: str) -> None:
    """Draw what follows through a soft mask, by the name of its form."""
    from reportlab.pdfbase.pdfdoc import PDFObjectReference, xObjectName

    mask = dictionary(Type="/Mask", S="/Luminosity", G=PDFObjectReference(xObjectName(form)))
    states = canvas._extgstate._c
    states["SMask", mask] = name = f"mask{len(states)}"
    canvas.addLiteral(f"/{name} gs")


def as_numbers(colours: Sequence[Any]) -> tuple[str, Sequence[Sequence[float]]]:
    """The colour space of reportlab's colours, and each as its shares in it."""
    from reportlab.pdfgen.canvas import _normalizeColors

    return _normalizeColors(colours)  # type: ignore[no-any-return]


def colour_function(shares: Sequence[Sequence[float]], stops: Sequence[float]) -> Any:
    """The function of PDF that goes from colour to colour."""
    from reportlab.pdfgen.canvas import _buildColorFunction

    return _buildColorFunction(shares, stops)


def write_entry(dictionary: Any, key: str, value: Any) -> None:
    """Give a page or the catalog an entry that reportlab does not write by itself."""
    dictionary.__NoDefault__ = [*dictionary.__NoDefault__, key]
    setattr(dictionary, key, value)


def array(values: list[Any]) -> Any:
    """An array of PDF."""
    from reportlab.pdfbase.pdfdoc import PDFArray

    return PDFArray([array(value) if isinstance(value, list) else value for value in values])


def dictionary(**entries: Any) -> Any:
    """A dictionary of PDF."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    return PDFDictionary({k: array(v) if isinstance(v, list) else v for k, v in entries.items()})


def stream(data: bytes, **entries: Any) -> Any:
    """Data as a stream of PDF."""
    from reportlab.pdfbase.pdfdoc import PDFStream

    return PDFStream(dictionary(**entries), data)
