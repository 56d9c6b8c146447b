"""The ICC profile of a press that prints like a screen, small enough to be made in a moment."""

from __future__ import annotations

import struct
from functools import cache
from itertools import product

WHITE = (0.9642, 1.0, 0.8249)  # D50
_TO_XYZ = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7142))
_TO_RGB = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))
Numbers = tuple[float, ...]


def _times(matrix: tuple[Numbers, ...], values: Numbers) -> Numbers:
    return tuple(sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)


def _lab(rgb: Numbers) -> Numbers:
    light = tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
    x, y, z = (
        t ** (1 / 3) if (t := value / white) > 0.008856 else 7.787 * t + 16 / 116
        for value, white in zip(_times(_TO_XYZ, light), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _rgb(lab: Numbers) -> Numbers:
    y = (lab[0] + 16) / 116
    t = (y + lab[1] / 500, y, y - lab[2] / 200)
    xyz = tuple(
        white * (v**3 if v**3 > 0.008856 else (v - 16 / 116) / 7.787)
        for v, white in zip(t, WHITE, strict=True)
    )
    light = (min(1.0, max(0.0, v)) for v in _times(_TO_RGB, xyz))
    return tuple(v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in light)


def _table(inputs: int, outputs: int, grid: int, nodes: list[Numbers]) -> bytes:
    """A lut8Type; the nodes are from 0 to 1."""
    head = b"mft1" + bytes(4) + bytes((inputs, outputs, grid, 0))
    matrix = struct.pack(">9i", *(65536 * int(row == column) for row, column in product(range(3), repeat=2)))
    same = bytes(range(256))
    clut = bytes(round(255 * min(1.0, max(0.0, v))) for node in nodes for v in node)
    return head + matrix + same * inputs + clut + same * outputs


def _to_screen() -> bytes:
    nodes = []
    for cyan, magenta, yellow, black in product((0, 1), repeat=4):
        lightness, a, b = _lab(tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow)))
        nodes.append((lightness / 100, (a + 128) / 255, (b + 128) / 255))
    return _table(4, 3, 2, nodes)


def _to_inks(grid: int = 17) -> bytes:
    nodes = []
    for node in product(range(grid), repeat=3):
        share = [value / (grid - 1) for value in node]
        rgb = _rgb((100 * share[0], 255 * share[1] - 128, 255 * share[2] - 128))
        light = max(*rgb, 1e-6)
        nodes.append((*((light - v) / light for v in rgb), 1 - light))
    return _table(3, 4, grid, nodes)


@cache
def press_profile_bytes(kind: bytes = b"prtr", space: bytes = b"CMYK") -> bytes:
    """The profile; `kind` and `space` are what its header says."""
    name = b"Test press\0"
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", len(name)) + name + bytes(78),
        b"cprt": b"text" + bytes(4) + b"free to use\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *(round(65536 * v) for v in WHITE)),
        b"A2B0": _to_screen(),
        b"B2A0": _to_inks(),
    }
    at, index, body = 132 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for tag, data in tags.items():
        data += bytes(-len(data) % 4)
        index += tag + struct.pack(">II", at + len(body), len(data))
        body += data
    header = bytearray(128)
    header[0:4] = struct.pack(">I", at + len(body))
    header[8:12] = struct.pack(">I", 0x02400000)
    header[12:24] = kind + space + b"Lab "
    header[24:36] = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    header[36:40] = b"acsp"
    header[68:80] = struct.pack(">3i", *(round(65536 * v) for v in WHITE))
    return bytes(header) + index + body
