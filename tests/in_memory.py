"""PDF files as bytes, for tests that look into them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from cardtools.print.sheets.definition import Sheet
from cardtools.print.sheets.printing import SheetDefinition, write_sheets
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.scene.pages import Page, PdfInfo, Placement
from cardtools.render.scene.scene import Scene


def pdf_bytes(pages: Any, fonts: Any, art: Any, title: str, *more: Any, **named: Any) -> bytes:
    """What `write_pdf` writes."""
    file = io.BytesIO()
    write_pdf(file, pages, fonts, art, PdfInfo(title), *more, **named)
    return file.getvalue()


def scene_pdf(scene: Scene, fonts: Any, art: Any, **named: Any) -> bytes:
    """A PDF of one card, on a page of its size."""
    page = Page(scene.width, scene.height, (Placement(scene, 0, 0),))
    return pdf_bytes([page], fonts, art, "Card", **named)


def sheet_pdf(
    sheet: Sheet, cards: Any, fonts: Any, art: Any, title: str, label_font: Any = None, **named: Any
) -> bytes:
    """What `write_sheets` writes."""
    file = io.BytesIO()
    write_sheets(
        file, SheetDefinition(Path("sheet"), sheet, label_font), cards, fonts, art, PdfInfo(title), **named
    )
    return file.getvalue()
