"""reportlab's PDF files, written object by object and without ASCII85."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from cardtools.render.pdf.fonts import PdfFont
from cardtools.render.pdf.ink import add_spots
from cardtools.render.pdf.reportlab_private import canvas_class, dictionary, document_of, stream
from cardtools.render.pictures.images import Art
from cardtools.render.pictures.png import png_data
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.text.fonts import Font


@contextmanager
def pdf_canvas(
    file: BinaryIO,
    fonts: Mapping[str, Font],
    info: PdfInfo,
    compressed: bool,
    version: tuple[int, int] | None,
) -> Iterator[tuple[Any, dict[str, PdfFont]]]:
    """reportlab's canvas, saved at the end, and its fonts. Raises InputError when a font is damaged."""
    with _written_to(file):
        canvas = canvas_class()(
            file, pageCompression=int(compressed), invariant=1, lang=info.language or None, pdfVersion=version
        )
        numbered = enumerate(sorted(fonts.items()), 1)
        embedded = {name: PdfFont(font, f"T{number}") for number, (name, font) in numbered}
        add_spots(document_of(canvas))
        canvas.setAuthor(info.author)
        canvas.setSubject(info.subject)
        canvas.setTitle(info.title)
        canvas.setCreator("cardtools")
        canvas.setProducer("cardtools")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        yield canvas, embedded
        document_of(canvas).delayedFonts += [font for font in embedded.values() if font.codes]
        canvas.save()


@contextmanager
def _written_to(file: BinaryIO) -> Iterator[None]:
    """Let reportlab write streams without ASCII85 and each object at once; it has no arguments for either."""
    from reportlab import rl_config
    from reportlab.pdfbase import pdfdoc

    class Through(pdfdoc.PDFFile):  # type: ignore[misc]
        def __init__(self, *version: Any) -> None:
            super().__init__(*version)
            file.writelines(self.strings)
            self.write = file.write

        def format(self, document: Any) -> bytes:
            return b""

    before = rl_config.useA85, pdfdoc.PDFFile
    rl_config.useA85, pdfdoc.PDFFile = 0, Through
    try:
        yield
    finally:
        rl_config.useA85, pdfdoc.PDFFile = before


def stored_art(name: str, read: Callable[[], Art]) -> Any:
    """Art as reportlab's image: the file's own compressed pixels, in memory only while they are written."""
    from reportlab.pdfbase.pdfdoc import PDFImageXObject

    class Stored(PDFImageXObject):  # type: ignore[misc]
        def format(self, document: Any) -> bytes:
            art = read()
            self.smask = document.Reference(_flate(art, art.alpha)) if art.alpha else None
            if not art.jpeg:
                return bytes(_flate(art, art.data, self.smask).format(document))
            self.loadImageFromJPEG(io.BytesIO(art.data))
            written = bytes(super().format(document))
            self.streamContent = None
            return written

    return Stored(name)


def _flate(art: Art, png: bytes, alpha: Any = None) -> Any:
    """A PNG file as an image of a PDF: reportlab would decode and compress it again."""
    channels, data = png_data(png)
    entries = {"Type": "/XObject", "Subtype": "/Image", "Width": art.width, "Height": art.height}
    entries |= {"BitsPerComponent": 8, "ColorSpace": "/DeviceRGB" if channels == 3 else "/DeviceGray"}
    decoding = dictionary(Predictor=15, Colors=channels, BitsPerComponent=8, Columns=art.width)
    mask = {"SMask": alpha} if alpha else {}
    return stream(data, **entries, Filter="/FlateDecode", DecodeParms=decoding, **mask)
