"""Writing PNG files fast: every row as its difference to the one above ("Up"), deflated lightly."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from cardtools.render.units import MM_PER_INCH

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image

_COLOUR_TYPES = {1: 0, 3: 2, 4: 6}  # by channels


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    # In parts: the data of a picture is long.
    from isal import isal_zlib

    check = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)


def png_bytes(image: Image | numpy.typing.NDArray[numpy.uint8], dpi: int) -> bytes:
    """Rows of RGB, RGBA or grey pixels, 8 bits a channel, as a PNG file with its resolution.

    A tenth larger than Pillow's file and several times as fast: Pillow tries all five filters on every row.
    """
    import numpy
    from isal import isal_zlib  # a fifth of zlib's time for the same size

    pixels = numpy.asarray(image)
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, -1)
    filtered = numpy.empty((rows.shape[0], rows.shape[1] + 1), numpy.uint8)
    filtered[:, 0] = 2
    filtered[0, 1:] = rows[0]
    numpy.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[rows.shape[1] // width], 0, 0, 0)
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            *_chunk(b"IHDR", header),
            *_chunk(b"sRGB", b"\0"),
            *_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            *_chunk(b"IDAT", isal_zlib.compress(filtered, 1)),
            *_chunk(b"IEND", b""),
        )
    )


def png_data(file: bytes) -> tuple[int, bytes]:
    """The channels of a PNG file, and its pixels as they are compressed."""
    channels = next(number for number, kind in _COLOUR_TYPES.items() if kind == file[25])
    at, parts = 8, []
    while at < len(file):
        length, kind = struct.unpack_from(">I4s", file, at)
        if kind == b"IDAT":
            parts.append(file[at + 8 : at + 8 + length])
        at += 12 + length
    return channels, b"".join(parts)
