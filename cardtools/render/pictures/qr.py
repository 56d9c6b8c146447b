"""QR codes as outlines in a box of 1 x 1, made with reportlab's encoder."""

from __future__ import annotations

from functools import lru_cache

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

    edges: dict[Corner, list[Corner]] = {}
    for y in range(count + 1):
        for x in range(count + 1):
            # The dark side is on the right of an edge.
            if dark(x, y) != dark(x, y - 1):
                start, end = ((x, y), (x + 1, y)) if dark(x, y) else ((x + 1, y), (x, y))
                edges.setdefault(start, []).append(end)
            if dark(x, y) != dark(x - 1, y):
                start, end = ((x, y + 1), (x, y)) if dark(x, y) else ((x, y), (x, y + 1))
                edges.setdefault(start, []).append(end)
    contours: list[Contour] = []
    for first in sorted(edges):
        while edges[first]:
            corners, at = [first], edges[first].pop()
            while at != first:
                corners.append(at)
                at = edges[at].pop()
            turns = [
                corner
                for before, corner, after in zip(
                    (corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False
                )
                if not (before[0] == corner[0] == after[0] or before[1] == corner[1] == after[1])
            ]
            points = [((x + quiet) / side, (y + quiet) / side) for x, y in turns]
            contours.append(tuple(("M" if not i else "L", *point) for i, point in enumerate(points)))
    return tuple(contours)
