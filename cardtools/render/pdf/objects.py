"""Objects of PDF for reportlab, as values of Python: a name begins with a slash, a list is an array."""

from __future__ import annotations

from typing import Any


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
