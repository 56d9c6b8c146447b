"""Art files: found only inside the art folders, checked before decoding, converted to plain RGB or grey."""

from __future__ import annotations

import io
import math
import os
import posixpath
import re
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.picture_cells import file_of
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import digest, read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import did_you_mean
from cardtools.render.compose.missing_art import MARK, placeholder
from cardtools.render.pictures.icons import Drawing, Icon
from cardtools.render.pictures.images import Art, png_file
from cardtools.render.pictures.svgicons import read_svg

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.cards.crops import Crop

MOST_BYTES = 48_000_000  # of art files that are kept in memory
PICTURES = (".png", ".webp", ".jpg", ".jpeg")  # that icons may be
_DRAWN = 100_000  # the height of a drawing in pixels, which it has none of
_LONGEST_SIDE = _LONGEST_EXIF = 65_535  # pixels, bytes: what a JPEG may have
_HEADER_READS, _PIXEL_READS = 10_000, 500_000
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP")  # Pillow gives others to other programs
_EXIF = ("exif", "Raw profile type exif")
_EXIF_ORIENTATION = 0x0112


class MissingArtError(InputError):
    """No art folder has the file."""


def find_art(
    source: str,
    roots: Sequence[Path],
    where: Location,
    whose: str,
    real_folder: Callable[[str], str] = os.path.realpath,
    named: Collection[str] = (),
) -> Path:
    """The file of a picture in the first root that has it; messages begin with `whose` it is, hints suggest
    nothing `named`; `real_folder` resolves links. Raises MissingArtError, InputError if it is outside.
    """

    def wrong(message: str, hint: str = "") -> InputError:
        return InputError(Diagnostic(where, f"{whose}: {message}", hint))

    name = file_of(source).replace("\\", "/")
    parts = name.split("/")
    if name.startswith("/") or ":" in parts[0] or ".." in parts or "\0" in name:
        raise wrong(f"the art {source!r} is outside the art folder", "write a path inside it, without ..")
    # Strings, not paths, for speed: a build asks for each card.
    paths = [os.path.join(root, name) for root in roots]
    places = [(root, path, *os.path.split(path)) for root, path in zip(roots, paths, strict=True)]
    for root, path, parent, file in places:
        if os.path.isfile(path):  # Path.is_file raises if a name is too long
            real = os.path.realpath(path) if os.path.islink(path) else os.path.join(real_folder(parent), file)
            if not real.startswith(os.path.join(real_folder(str(root)), "")):
                raise wrong(f"the art {source!r} is a link to outside {shown(root)}")
            return Path(path)
    near, above = "", name.rpartition("/")[0]
    for root, path, parent, file in places:
        if os.path.lexists(path):
            what = "a folder" if os.path.isdir(path) else "a broken link or not a regular file"
            raise wrong(f"the art {source!r} in {shown(root)} is {what}", "put a JPEG or PNG file there")
        if os.path.isdir(parent):
            names = sorted(path.name for path in Path(parent).iterdir())
            free = (one for one in names if posixpath.join(above, one) not in named)
            near = did_you_mean(file, free) or near
    hint = f"did you mean {near}?" if near else "add it, or let `cardtools art` paint a placeholder"
    message = f"{whose}: no art {source!r} in {', '.join(map(shown, roots))}"
    raise MissingArtError(Diagnostic(where, message, hint))


class _MeteredFile(io.BytesIO):
    """A picture for Pillow, which reads all information in a file; `error` is raised if it is too much."""

    def __init__(self, data: bytes, error: InputError) -> None:
        super().__init__(data)
        self.error = error
        self.reads: float = _HEADER_READS
        self.bytes: float = limits().art_header_bytes

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.reads -= 1
        self.bytes -= len(data) if size and size > 0 else 0  # a format without parts is read as a whole
        if self.reads < 0 or self.bytes < 0:
            raise self.error
        return data


def read_art(path: Path, source: str, where: Location, whose: str) -> Art:
    """The art of a file. Raises InputError as `checked_art` or `read_svg`, and if the file is missing."""
    if path.suffix.lower() == ".svg":
        icon = read_svg(path, source.partition("#")[2])
        size = max(1, round(_DRAWN * icon.ratio)), _DRAWN
        return Drawing(source, *size, b"", False, digest(repr(icon)), (where, whose), icon=icon)
    return checked_art(read_bytes(path, "art_bytes"), source, where, whose, f"the art {shown(path)}")


def read_icon(path: Path) -> Icon:
    """The icon of an SVG file, or of a picture. Raises InputError with file and line."""
    if path.suffix.lower() in PICTURES:
        art = read_art(path, shown(path), Location(shown(path)), "the icon")
        return Icon((), art.width / art.height, (), art)
    return read_svg(path)


def checked_art(data: bytes, source: str, where: Location, whose: str, what: str) -> Art:
    """The art in the bytes of a file, upright, in RGB or grey with 8 bits a channel, the first frame alone.
    A JPEG that is so keeps its bytes. Raises InputError naming `whose` it is and `what` if the file is empty,
    no image, damaged or too large.
    """
    from PIL import Image, UnidentifiedImageError

    def wrong(message: str, hint: str = "") -> InputError:
        return InputError(Diagnostic(where, f"{whose}: {what} {message}", hint))

    def too_large(pixels: int, size: str = "") -> InputError:
        hint = f"make it smaller, or {raise_hint('art_pixels')}"
        most = limits().art_pixels / 1e6
        return wrong(f"has {pixels / 1e6:,.0f} megapixels{size}, more than {most:,.0f}", hint)

    mask = b""
    if not data:
        raise wrong("is empty (0 bytes)", "save it again")
    most = f"has more than {limits().art_header_bytes:,} bytes beside its pixels, or too many parts"
    file = _MeteredFile(data, wrong(most, f"save it as a plain PNG, or {raise_hint('art_header_bytes')}"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limit is lower, and damage is reported below
            with Image.open(file, formats=_FORMATS) as image:
                width, height = image.size
                if width * height > limits().art_pixels:
                    raise too_large(width * height, f" ({width} x {height})")
                if max(width, height) > _LONGEST_SIDE:
                    message = f"is {width} x {height} pixels, a side has at most {_LONGEST_SIDE:,}"
                    raise wrong(message, "make it smaller")
                if image.mode == "F" or (image.mode == "I" and image.format != "PNG"):
                    raise wrong("has 32 bits a channel", "save it with 8 or 16 bits")
                file.reads, file.bytes = _PIXEL_READS, math.inf  # from here on, the pixels are read
                if image.format != "JPEG":
                    image.load()  # what describes the picture may stand behind its pixels
                if any(len(image.info.get(name, b"")) > _LONGEST_EXIF for name in _EXIF):
                    raise file.error
                turned = image.getexif().get(_EXIF_ORIENTATION, 1) not in (0, 1)
                plain = image.format == "JPEG" and image.mode in ("RGB", "L") and not turned
                if not plain:
                    made, seen = _normalised(image)
                    data, mask = png_file(made), png_file(seen) if seen else b""
                    width, height = made.size
                elif not data.endswith(b"\xff\xd9") and data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"):
                    image.load()  # the end is missing, or something is appended: decoding shows which
    except Image.DecompressionBombError as error:
        raise too_large(int(re.findall("[0-9]+", str(error))[0])) from None
    except UnidentifiedImageError:
        raise wrong("is not an image", "save it as JPEG or PNG") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise wrong(f"is damaged: {error}", "save it again") from None
    return Art(source, width, height, data, plain, digest(*filter(None, (data, mask))), (where, whose), mask)


def _normalised(image: Image) -> tuple[Image, Image | None]:
    """The image upright in RGB or grey, and its opacity; None if it is opaque."""
    from PIL import ImageOps

    image = ImageOps.exif_transpose(image)
    if image.mode == "CMYK" and (profile := image.info.get("icc_profile")):
        image = _as_on_screen(image, profile)
    if image.mode.startswith("I"):
        # 16 bits: Pillow's own conversion would clip instead of scale.
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        if image.getchannel("A").getextrema() != (255, 255):
            # What is seen of its edges must not take the colour of what is not.
            soft = image.convert("RGBa").reduce(4).resize(image.size).convert("RGBA")
            seen = image.getchannel("A")
            soft.paste(image, mask=seen.point(lambda share: 255 if share else 0))
            return soft.convert("RGB"), seen
    return image if image.mode == "L" else image.convert("RGB"), None


def _as_on_screen(image: Image, profile: bytes) -> Image:
    """A CMYK image with the colours of its inks on paper; without its profile they would be brighter."""
    from PIL import ImageCms

    try:
        inks, screen = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(image, inks, screen, outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError):
        return image  # a profile that cannot be read, or that is for another kind of image


@dataclass(frozen=True)
class ArtFiles:
    """The art folders of a project, and files last read from them, up to MOST_BYTES. Where art is missing, a
    placeholder is drawn, or (`strict`) it is an error. `named` are cards' pictures, `crops` by `crop_key`.
    """

    roots: tuple[Path, ...]
    strict: bool = False
    named: frozenset[str] = frozenset()
    crops: Mapping[str, Crop] = field(default_factory=dict)
    _read: dict[str, Art] = field(default_factory=dict, repr=False, compare=False)
    _asked: dict[str, tuple[Location, str]] = field(default_factory=dict, repr=False, compare=False)
    _real: Callable[[str], str] = field(default_factory=lambda: cache(os.path.realpath), compare=False)

    def find(self, source: str, where: Location, whose: str) -> Path:
        """The file of a picture. Raises InputError as `find_art`."""
        return find_art(source, self.roots, where, whose, self._real, self.named)

    def load(self, source: str, where: Location, whose: str) -> Art:
        """The art of a picture, or of a placeholder. Raises InputError as `find_art` and `read_art`."""
        self._asked.setdefault(source, (where, whose))
        art = self._read.pop(source, None)
        if art is None:
            if source.startswith(MARK):
                width, height, data = placeholder(source)
                art = Art(source, width, height, data, False, digest(data), (where, whose))
            else:
                art = read_art(self.find(source, where, whose), source, where, whose)
            size = len(art.data) + sum(len(other.data) for other in self._read.values())
            while size > MOST_BYTES and self._read:
                size -= len(self._read.pop(next(iter(self._read))).data)
        self._read[source] = art  # the last used stands last
        return art

    def __getitem__(self, source: str) -> Art:
        """Art that was loaded before; it is read again if it was dropped to save memory."""
        return self.load(source, *self._asked[source])
