"""PDF files as bytes, for tests that look into them."""

from __future__ import annotations

import io
from typing import Any

from cardtools.render.pdf import write_pdf
from cardtools.sheets.printing import write_sheets


def pdf_bytes(*pages: Any, **named: Any) -> bytes:
    """What `write_pdf` writes."""
    file = io.BytesIO()
    write_pdf(file, *pages, **named)
    return file.getvalue()


def sheet_pdf(*cards: Any, **named: Any) -> bytes:
    """What `write_sheets` writes."""
    file = io.BytesIO()
    write_sheets(file, *cards, **named)
    return file.getvalue()
