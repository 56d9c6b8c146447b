"""Art as data: an image that can be drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import digest

if TYPE_CHECKING:
    from PIL.Image import Image


def png_file(image: Image, level: int = 1, **more: Any) -> bytes:
    """An image as a PNG file."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level, **more)
    return out.getvalue()


@dataclass(frozen=True)
class Art:
    """An image that can be drawn: a JPEG or PNG file in RGB or grey, upright, with 8 bits a channel. `alpha`
    is a grey PNG file of the same size, black where nothing is seen; empty where all is.
    """

    source: str
    width: int
    height: int
    data: bytes = field(repr=False)
    jpeg: bool
    digest: str
    asked: tuple[Location, str]  # where it is first named, and by what: `card Ox`, `the face unit`
    alpha: bytes = field(default=b"", repr=False)

    @classmethod
    def drawn(cls, name: str, image: Image) -> Art:
        """A picture that is in no file."""
        data = png_file(image)
        return cls(name, *image.size, data, False, digest(data), (Location(name), name))

    def image(self) -> Image:
        """The pixels, as RGB. Raises InputError if the file turns out to be damaged when it is decoded."""
        with self._decoded(self.data) as image:  # a JPEG that keeps its bytes was looked at, not decoded
            image.load()
            return image if image.mode == "RGB" else image.convert("RGB")

    def check(self) -> None:
        """Raise InputError if only decoding shows that the file is damaged. What makes a JPEG decoder give up
        stands before the last scan: most of that is cut off, the rest decoded as small as possible.
        """
        if not self.jpeg:
            return  # it was decoded when it was converted to PNG
        with self._decoded(self.data[: self.data.rfind(b"\xff\xda") + 1000] + b"\xff\xd9") as image:
            image.draft("L", (1, 1))
            image.load()

    @contextmanager
    def _decoded(self, data: bytes) -> Iterator[Image]:
        from PIL import Image

        try:
            with Image.open(io.BytesIO(data)) as image:
                yield image
        except OSError as error:
            where, whose = self.asked
            message = f"{whose}: the art {self.source} is damaged: {error}"
            raise InputError(Diagnostic(where, message, "save it again")) from None
