"""Unusual art looks as it should on the card; unusable art is reported."""

from __future__ import annotations

import io
import itertools
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
from PIL import Image
from render_helpers import HERE, art_bytes

from cardtools.ground.errors import InputError
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles, find_art, read_art
from cardtools.render.scene.scene import Box, Picture, Scene

DPI = 100
WIDTH, HEIGHT = 30.0, 40.0  # mm
Transpose = Image.Transpose
# What undoes each EXIF orientation's turn, so that the file is shown as the plain picture is.
TURNED = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_90,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_270,
}


def plain() -> Image.Image:
    """Soft areas of colour, no two corners alike."""
    across = numpy.linspace(20, 230, 90)[None, :]
    down = numpy.linspace(40, 210, 120)[:, None]
    pixels = numpy.stack([across + 0 * down, down + 0 * across, (across + down) / 2], axis=-1)
    return Image.fromarray(pixels.astype(numpy.uint8), "RGB")


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def turned(orientation: int) -> dict[str, object]:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return {"exif": exif}


def png16(image: Image.Image) -> bytes:
    """An RGB image with 16 bits a channel, which Pillow reads and does not write."""
    pixels = numpy.asarray(image).astype(">u2") * 257
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", image.width, image.height, 16, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def moving(kind: str) -> bytes:
    red = Image.new("RGB", plain().size, "red")
    return saved(plain(), kind, save_all=True, append_images=[red], duration=100)


CASES: dict[str, Callable[[], bytes]] = {
    "rgb.jpg": lambda: saved(plain(), "JPEG", quality=95),
    "progressive.jpg": lambda: saved(plain(), "JPEG", quality=95, progressive=True),
    "cmyk.jpg": lambda: saved(plain().convert("CMYK"), "JPEG", quality=95),
    "cmyk.tif": lambda: saved(plain().convert("CMYK"), "TIFF"),
    "16-bit.png": lambda: png16(plain()),
    "moving.png": lambda: moving("PNG"),
    "moving.gif": lambda: moving("GIF"),
    "a-png.jpg": lambda: saved(plain(), "PNG"),
    "a-jpeg.png": lambda: saved(plain(), "JPEG", quality=95),
    "with-more-behind.jpg": lambda: saved(plain(), "JPEG", quality=95) + b"\xff\xda and a film",
    "cmyk-turned.jpg": lambda: saved(
        plain().transpose(TURNED[6]).convert("CMYK"), "JPEG", quality=95, **turned(6)
    ),
    "turned.png": lambda: saved(plain().transpose(TURNED[6]), "PNG", **turned(6)),
    **{
        f"turned-{way}.jpg": lambda way=way: saved(  # type: ignore[misc]
            plain().transpose(TURNED[way]), "JPEG", quality=95, **turned(way)
        )
        for way in TURNED
    },
}


def drawn(folder: Path, name: str) -> numpy.ndarray:
    """The pixels of a card that is all art."""
    art_files = ArtFiles((folder,))
    art_files.load(name, HERE, "card Ox")
    scene = Scene("Ox", WIDTH, HEIGHT, 0, 0, (Picture(Box(0, 0, WIDTH, HEIGHT), name),))
    return numpy.asarray(Rasteriser({}, art_files, DPI).image(scene)).astype(int)


@pytest.mark.parametrize("name", CASES)
def test_a_picture_is_the_same_card_however_it_was_saved(tmp_path: Path, name: str) -> None:
    (tmp_path / "plain.png").write_bytes(saved(plain(), "PNG"))
    (tmp_path / name).write_bytes(CASES[name]())
    assert numpy.abs(drawn(tmp_path, "plain.png") - drawn(tmp_path, name)).mean() < 3
    across = numpy.asarray(plain().resize((118, 157))).astype(int)
    assert numpy.abs(drawn(tmp_path, name) - across).mean() < 4


def ink_profile(cyan: tuple[int, int, int]) -> bytes:
    """A colour profile of four inks: `cyan` is how the first looks (Lab), the others make everything dark."""
    table = bytearray()
    for inks in itertools.product((0, 1), repeat=4):
        lightness, a, b = (10, 0, 0) if any(inks[1:]) else cyan if inks[0] else (100, 0, 0)
        table += bytes((round(lightness * 2.55), a + 128, b + 128))
    ramp = bytes(range(256))
    matrix = struct.pack(">9I", *(65536 if at in (0, 4, 8) else 0 for at in range(9)))
    lut = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + matrix + ramp * 4 + bytes(table) + ramp * 3
    head = bytearray(128)
    head[0:4] = struct.pack(">I", 128 + 16 + len(lut))
    head[8:12] = b"\x02\x40\0\0"
    head[12:24] = b"prtrCMYKLab "
    head[36:40] = b"acsp"
    head[68:80] = struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D)
    return bytes(head) + struct.pack(">I4sII", 1, b"A2B0", 144, len(lut)) + lut


def test_inks_look_as_their_profile_says(tmp_path: Path) -> None:
    cyan = Image.new("CMYK", (8, 8), (255, 0, 0, 0))
    for profile, expected in ((ink_profile((50, -30, -40)), (0, 134, 187)), (b"nonsense", (0, 255, 255))):
        (tmp_path / "ox.tif").write_bytes(saved(cyan, "TIFF", icc_profile=profile))
        found = read_art(tmp_path / "ox.tif", "ox.tif", HERE, "card Ox").image().getpixel((4, 4))
        assert found == pytest.approx(expected, abs=12)


def fault(folder: Path, name: str) -> str:
    with pytest.raises(InputError) as error:
        ArtFiles((folder,)).load(name, HERE, "card Ox").image()
    return str(error.value)


def test_a_folder_and_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "ox.jpg").mkdir()
    assert "card Ox: the art 'ox.jpg' in " in fault(tmp_path, "ox.jpg")
    assert "is a folder" in fault(tmp_path, "ox.jpg")
    assert "is a folder" in fault(tmp_path, ".")
    assert "or let `cardtools art` paint a placeholder" in fault(tmp_path, "another-thing.jpg")


@pytest.mark.parametrize("source", ["x" * 300 + ".jpg", "a/" * 3000 + "x.jpg", "~/x.jpg", "nul", " "])
def test_a_strange_path_is_no_art(tmp_path: Path, source: str) -> None:
    with pytest.raises(InputError, match="card Ox: "):
        find_art(source, [tmp_path], HERE, "card Ox")


def test_two_hundred_megapixels_are_refused_before_they_are_decoded(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 20000, 10000, 8, 2, 0, 0, 0)
    chunk = b"\0\0\0\rIHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    (tmp_path / "ox.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IDAT" + b"\0" * 4)
    message = fault(tmp_path, "ox.png")
    assert "ox.png has 200 megapixels, more than 40\n  help: make it smaller, or " in message


def test_a_photo_with_more_information_than_a_jpeg_can_have_is_refused(tmp_path: Path) -> None:
    # Pillow copies what each of the tags points to: here 5,000 times 100,000 bytes.
    tags = b"".join(struct.pack("<HHII", 40_000 + tag, 1, 100_000, 8) for tag in range(5_000))
    exif = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<H", 5_000) + tags + bytes(100_000)
    for kind in ("PNG", "WEBP"):
        Image.new("RGB", (4, 4)).save(tmp_path / "ox.png", kind, exif=exif)
        assert "bytes beside its pixels" in fault(tmp_path, "ox.png")


def test_a_postscript_file_does_not_start_another_program(tmp_path: Path) -> None:
    (tmp_path / "ox.jpg").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n")
    assert "is not an image\n  help: save it as JPEG or PNG" in fault(tmp_path, "ox.jpg")


def test_numbers_that_could_mean_any_brightness_are_refused(tmp_path: Path) -> None:
    (tmp_path / "ox.tif").write_bytes(saved(Image.new("F", (4, 4), 0.5), "TIFF"))
    assert "has 32 bits a channel\n  help: save it with 8 or 16 bits" in fault(tmp_path, "ox.tif")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "TIFF", "WEBP"])
def test_damage_anywhere_is_told_or_harmless(tmp_path: Path, kind: str) -> None:
    data = art_bytes((40, 50), kind=kind, **(turned(6) if kind == "JPEG" else {}))
    rng = numpy.random.default_rng(7)
    refused = 0
    for _ in range(60):
        damaged = bytearray(data)
        for place in rng.integers(0, min(len(data), 700), 4):
            damaged[place] = rng.integers(256)
        if rng.random() < 0.3:
            del damaged[rng.integers(len(data)) :]
        (tmp_path / "ox").write_bytes(damaged)
        try:
            ArtFiles((tmp_path,)).load("ox", HERE, "card Ox").image()
        except InputError as error:
            refused += 1
            assert "card Ox: the art " in str(error)
    assert refused


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_link_within_the_art_folder_is_good_unless_it_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "ox.jpg").write_bytes(art_bytes())
    (tmp_path / "ax.jpg").symlink_to(tmp_path / "ox.jpg")
    assert find_art("ax.jpg", [tmp_path], HERE, "card Ox") == tmp_path / "ax.jpg"
    (tmp_path / "ox.jpg").unlink()
    assert "is a broken link" in fault(tmp_path, "ax.jpg")
