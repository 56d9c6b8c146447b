"""Art: what is wrong with a file is told with card and file, and what is unusual is made plain."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import numpy
import pytest
from PIL import Image
from render_helpers import HERE, art_bytes

from cardtools.ground.errors import InputError
from cardtools.render.pictures.art import find_art, read_art
from cardtools.render.pictures.images import Art


def read(path: Path, data: bytes) -> Art:
    path.write_bytes(data)
    return read_art(path, path.name, HERE, "card Ox")


def huge_png() -> bytes:
    """A PNG whose header says 8000 x 8000; there is nothing behind it."""
    header = struct.pack(">IIBBBBB", 8000, 8000, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty (0 bytes)"),
        (b"<html>not found</html>", "is not an image"),
        (art_bytes()[:2000], "is damaged"),
        (art_bytes(kind="PNG")[:800], "is damaged"),
        (huge_png(), "has 64 megapixels (8000 x 8000)"),
    ],
)
def test_bad_art_is_told_with_card_and_file(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path / "ox.jpg", data)
    assert "cards/cards.csv:2:1: card Ox: the art " in str(error.value)
    assert f"ox.jpg {message}" in str(error.value)


def test_missing_art_has_a_near_miss(tmp_path: Path) -> None:
    (tmp_path / "units").mkdir()
    (tmp_path / "units" / "cinder-whelp.jpg").write_bytes(art_bytes())
    with pytest.raises(InputError, match=r"card Ox: no art 'units/cinder-whlp.jpg' in .*") as error:
        find_art("units/cinder-whlp.jpg", [tmp_path], HERE, "card Ox")
    assert "did you mean cinder-whelp.jpg?" in str(error.value)


@pytest.mark.parametrize("source", ["../secret.jpg", "/etc/passwd", "a/../../x.jpg", "..\\x.jpg", "C:/x.jpg"])
def test_art_may_not_leave_its_folder(tmp_path: Path, source: str) -> None:
    with pytest.raises(InputError, match="is outside the art folder"):
        find_art(source, [tmp_path], HERE, "card Ox")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_link_may_not_leave_the_art_folder(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "secret.jpg").write_bytes(art_bytes())
    (tmp_path / "art" / "ox.jpg").symlink_to(tmp_path / "secret.jpg")
    with pytest.raises(InputError, match="is a link to outside"):
        find_art("ox.jpg", [tmp_path / "art"], HERE, "card Ox")


def test_a_plain_jpeg_keeps_its_bytes(tmp_path: Path) -> None:
    for mode in ("RGB", "L"):
        art = read(tmp_path / "ox.jpg", art_bytes(mode=mode))
        assert art.jpeg
        assert art.data == art_bytes(mode=mode)


def test_cmyk_becomes_rgb(tmp_path: Path) -> None:
    art = read(tmp_path / "ox.jpg", art_bytes(mode="CMYK"))
    assert not art.jpeg
    with Image.open(io.BytesIO(art.data)) as image:
        assert image.mode == "RGB"


def test_sixteen_bits_are_scaled_not_cut(tmp_path: Path) -> None:
    ramp = numpy.linspace(0, 65535, 256, dtype=numpy.uint16).reshape(16, 16)
    out = io.BytesIO()
    Image.fromarray(ramp).save(out, "PNG")
    with read(tmp_path / "ox.png", out.getvalue()).image() as image:
        grey = numpy.asarray(image)[:, :, 0].ravel()
    assert numpy.abs(grey.astype(int) - numpy.arange(256)).max() <= 1


def test_a_turned_photograph_is_set_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    art = read(tmp_path / "ox.jpg", art_bytes((360, 450), exif=exif))
    assert (art.width, art.height) == (450, 360)


@pytest.mark.parametrize(("opacity", "has_alpha"), [(0, True), (254, True), (255, False)])
def test_transparent_art_has_an_alpha_channel(tmp_path: Path, opacity: int, has_alpha: bool) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (4, 4), (255, 0, 0, opacity)).save(out, "PNG")
    assert bool(read(tmp_path / "ox.png", out.getvalue()).alpha) == has_alpha
