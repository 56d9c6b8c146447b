"""QR codes as outlines in a box of 1 x 1, made with reportlab's encoder."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import product

from cardtools.render.scene.scene import Contour

QUIET = 4  # modules around the code that the standard wants empty
_LEVELS = {"L": 1, "M": 0, "Q": 3, "H": 2}  # the numbers that the standard gives the levels
_LARGEST = 40

Corner = tuple[int, int]


@lru_cache(maxsize=256)
def qr_contours(data: str, level: str) -> tuple[Contour, ...]:
    """The dark modules of a code, quiet zone in the box. Raises ValueError if the data is too long."""
    from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRRSBlock

    text = data.encode()
    for version in range(1, _LARGEST + 1):
        room = sum(block.dataCount for block in QRRSBlock.getRSBlocks(version, _LEVELS[level]))
        content = QR8bitByte(text)
        if 4 + content.getLengthBits(version) + 8 * len(text) <= 8 * room:
            code = QRCode(version, _LEVELS[level])
            code.addData(content)
            code.make()
            return module_outlines(code.modules, QUIET)
    raise ValueError(f"{len(text):,} bytes are more than a QR code of level {level} holds")


def module_outlines(modules: list[list[bool]], quiet: int) -> tuple[Contour, ...]:
    """The edges between dark and light, `quiet` modules from the sides of a box of 1 x 1, without seams."""
    count = len(modules)
    side = count + 2 * quiet

    def dark(x: int, y: int) -> bool:
        return 0 <= x < count and 0 <= y < count and modules[y][x]

    edges: dict[Corner, list[Corner]] = defaultdict(list)
    for y, x in product(range(count + 1), repeat=2):
        # The dark side is on the right of an edge.
        is_dark = dark(x, y)
        if is_dark != dark(x, y - 1):
            edges[(x, y) if is_dark else (x + 1, y)].append((x + 1, y) if is_dark else (x, y))
        if is_dark != dark(x - 1, y):
            edges[(x, y + 1) if is_dark else (x, y)].append((x, y) if is_dark else (x, y + 1))
    contours: list[Contour] = []
    for first in sorted(edges):
        while edges[first]:
            corners, at = [first], edges[first].pop()
            while at != first:
                corners.append(at)
                at = edges[at].pop()
            sides = zip((corners[-1], *corners), corners, (*corners[1:], first), strict=False)
            points = [
                ((x + quiet) / side, (y + quiet) / side)
                for before, (x, y), after in sides
                if not (before[0] == x == after[0] or before[1] == y == after[1])
            ]
            contours.append((("M", *points[0]), *(("L", *point) for point in points[1:])))
    return tuple(contours)
