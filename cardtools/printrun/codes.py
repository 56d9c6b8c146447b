"""Serials as codes that machines read: QR (of version 1) and DataMatrix of 16 x 16 modules."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from cardtools.render.pictures.qr import module_outlines, qr_contours
from cardtools.render.scene.scene import Contour

CodeKind = Literal["text", "qr", "datamatrix"]
_MODULES = 16
_DATA, _CHECKS = 12, 12  # codewords of a DataMatrix of this size: the 14 characters fill it


def code_contours(serial: str, kind: CodeKind) -> tuple[Contour, ...]:
    """The dark modules of the code of a serial as outlines in a box of 1 x 1, with the quiet zone."""
    if kind == "qr":
        return qr_contours(serial, "M")
    return datamatrix_contours(serial)


def datamatrix_contours(serial: str) -> tuple[Contour, ...]:
    """The DataMatrix of a text of up to 14 capitals and digits, with a quiet zone of one module."""
    rows = _encoder_class()(serial).encode()[::-1]  # from the lowest, as PDFs count
    return module_outlines([[bool(dark) for dark in row] for row in rows], 1)


@cache
def _encoder_class() -> Any:
    # zxing-cpp writes codes too, but it is in the extra `scan`: sheets are printed without it.
    from reportlab.graphics.barcode.ecc200datamatrix import ECC200DataMatrix

    class Encoder(ECC200DataMatrix):  # type: ignore[misc]
        """reportlab's encoder has one size only, which these numbers set."""

        def __init__(self, text: str) -> None:
            self.validated = text
            self.row_modules = self.col_modules = _MODULES
            self.row_regions = self.col_regions = 1
            self.row_usable_modules = self.col_usable_modules = _MODULES - 2
            self.cw_data, self.cw_ecc = _DATA, _CHECKS

    return Encoder
