"""Art files: found inside the art roots only, looked at before they are decoded, made plain RGB or grey."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.errors import Diagnostic, InputError, Location, did_you_mean
from cardtools.files import digest, read_bytes, shown

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 40_000_000
MOST_BYTES = 48_000_000  # of art files that are kept in memory
_EXIF_ORIENTATION = 0x0112


@dataclass(frozen=True)
class Art:
    """An image that every exporter can take: a JPEG or PNG file in RGB or grey, upright, 8 bits a channel."""

    source: str
    width: int
    height: int
    data: bytes = field(repr=False)
    jpeg: bool
    digest: str

    def image(self) -> Image:
        """The pixels, as RGB."""
        from PIL import Image

        with Image.open(io.BytesIO(self.data)) as image:
            return image.convert("RGB")


def find_art(source: str, roots: Sequence[Path], where: Location, card: str) -> Path:
    """The file of a card's IMAGE in the first root that has it.

    Raises InputError when none has, or when the path leads out of the roots (`..`, absolute, or a link).
    """

    def wrong(message: str, hint: str = "") -> InputError:
        return InputError(Diagnostic(where, f"card {card}: {message}", hint))

    relative = Path(source.replace("\\", "/"))
    if relative.is_absolute() or ".." in relative.parts or "\0" in source or ":" in relative.parts[0]:
        raise wrong(f"the art {source!r} leaves the art folder", "a path inside it, without ..")
    for root in roots:
        path = root / relative
        if path.is_file():
            if not path.resolve().is_relative_to(root.resolve()):
                raise wrong(f"the art {source!r} is a link that leaves {shown(root)}")
            return path
    hint = ""
    for root in roots:
        folder = (root / relative).parent
        if folder.is_dir():
            hint = did_you_mean(relative.name, sorted(path.name for path in folder.iterdir())) or hint
    where_to = ", ".join(map(shown, roots))
    raise wrong(f"no art {source!r} in {where_to}", f"did you mean {hint}?" if hint else "")


def read_art(path: Path, source: str, where: Location, card: str) -> Art:
    """The art of a file, checked and normalised.

    CMYK, palette, 16-bit and transparent images become RGB, photographs that carry a rotation are turned;
    a JPEG that is RGB or grey already keeps its bytes. Raises InputError naming card and file when the
    file is empty, no image, cut off, or above 40 megapixels (seen from its header, before decoding).
    """
    from PIL import Image, UnidentifiedImageError

    def wrong(message: str, hint: str = "") -> InputError:
        return InputError(Diagnostic(where, f"card {card}: the art {shown(path)} {message}", hint))

    data = read_bytes(path)
    if not data:
        raise wrong("is empty (0 bytes)", "save it again")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is lower
            with Image.open(io.BytesIO(data)) as image:
                width, height = image.size
                if width * height > MOST_PIXELS:
                    millions = f"{width * height / 1e6:.0f} megapixels"
                    raise wrong(f"has {millions} ({width} x {height})", "40 megapixels are the limit")
                turned = image.getexif().get(_EXIF_ORIENTATION, 1) not in (0, 1)
                plain = image.format == "JPEG" and image.mode in ("RGB", "L") and not turned
                if not plain:
                    image.load()
                    data = _normalised(image)
                    width, height = _size(data)
    except (Image.DecompressionBombError, UnidentifiedImageError) as error:
        bomb = isinstance(error, Image.DecompressionBombError)
        raise wrong("is far above 40 megapixels" if bomb else "is not an image", "") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise wrong(f"is damaged: {error}", "save it again") from None
    if plain and data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"):
        # A cut JPEG decodes to a picture that is grey from some row on; nobody should print that.
        raise wrong("is damaged: the file is cut off", "save it again")
    return Art(source, width, height, data, plain, digest(data))


def _size(data: bytes) -> tuple[int, int]:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return image.size


def _normalised(image: Image) -> bytes:
    from PIL import Image as Images
    from PIL import ImageOps

    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I") or image.mode == "F":
        # 16 bits: Pillow's own conversion would clip instead of scale.
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Images.new("RGBA", image.size, "#ffffff")
        image = Images.alpha_composite(white, image)
    image = image if image.mode == "L" else image.convert("RGB")
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


@dataclass(frozen=True)
class Gallery:
    """The art roots of a project, and what was last read from them: as much as MOST_BYTES, by source."""

    roots: tuple[Path, ...]
    _read: dict[str, Art] = field(default_factory=dict, repr=False, compare=False)
    _asked: dict[str, tuple[Location, str]] = field(default_factory=dict, repr=False, compare=False)

    def load(self, source: str, where: Location, card: str) -> Art:
        """The art for a card's IMAGE. Raises InputError as `find_art` and `read_art`."""
        self._asked.setdefault(source, (where, card))
        art = self._read.pop(source, None)
        if art is None:
            art = read_art(find_art(source, self.roots, where, card), source, where, card)
            size = len(art.data) + sum(len(other.data) for other in self._read.values())
            while size > MOST_BYTES and self._read:
                size -= len(self._read.pop(next(iter(self._read))).data)
        self._read[source] = art  # the last used stands last
        return art

    def __getitem__(self, source: str) -> Art:
        """Art that was loaded before; it is read again where it had to make room."""
        return self.load(source, *self._asked[source])
