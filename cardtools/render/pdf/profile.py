"""ICC profiles: the profile of a press, from colours of the screen to its inks and back; sRGB itself."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.project.project import Project
from cardtools.render.pictures.images import png_file

if TYPE_CHECKING:
    from PIL.Image import Image

_INTENTS = ("perceptual", "relative", "saturation", "absolute")  # by the number that ICC gives them
_HEADER = 128


@dataclass(frozen=True)
class PressProfile:
    """A press's profile: file, data, how colours out of its reach change, printing condition."""

    path: str
    data: bytes = field(repr=False)
    intent: str
    condition: str

    @cached_property
    def _to_inks(self) -> Any:
        from PIL import ImageCms

        intent = ImageCms.Intent(_INTENTS.index(self.intent))
        black_point = ImageCms.Flags.BLACKPOINTCOMPENSATION
        return ImageCms.buildTransform(_srgb(), self._opened(), "RGB", "CMYK", intent, black_point)

    @cached_property
    def _to_screen(self) -> Any:
        from PIL import ImageCms

        relative = ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.buildTransform(self._opened(), _srgb(), "CMYK", "RGB", relative)

    def _opened(self) -> Any:
        from PIL import ImageCms

        return ImageCms.ImageCmsProfile(io.BytesIO(self.data))

    def inks(self, image: Image) -> Image:
        """An RGB image as CMYK."""
        return self._to_inks.apply(image)  # type: ignore[no-any-return]

    def proof(self, image: Image) -> Image:
        """An RGB image with the colours that it will have in print."""
        return self._to_screen.apply(self.inks(image))  # type: ignore[no-any-return]

    def proof_png(self, png: bytes, dpi: int) -> bytes:
        """A PNG file of a card, as `proof`."""
        from PIL import Image

        with Image.open(io.BytesIO(png)) as image:
            return png_file(self.proof(image.convert("RGB")), dpi=(dpi, dpi))

    def check(self) -> PressProfile:
        """The profile itself. Raises InputError unless it is that of a CMYK press and can be used."""
        from PIL import ImageCms

        fault = ""
        if len(self.data) < _HEADER or self.data[36:40] != b"acsp":
            fault = "is not an ICC profile"
        elif self.data[12:20] != b"prtrCMYK":
            fault = "is not the profile of a press with CMYK inks"
        else:
            try:
                _ = self._to_inks, self._to_screen
            except (ImageCms.PyCMSError, OSError) as error:
                fault = f"is damaged: {error}"
        if fault:
            hint = "ask the print shop for the ICC profile of its press"
            raise bad_input(self.path, f"the file {fault}", hint)
        return self


def press_profile(project: Project, wanted_by: str) -> PressProfile:
    """The usable profile of `[print]`, `wanted_by` an option. Raises InputError if there is none."""
    settings = project.settings.print
    if not settings.profile:
        hint = 'get the profile of the press from the print shop: [print] profile = "profiles/NAME.icc"'
        raise bad_input(wanted_by, "the project file names no [print] profile", hint)
    path = project.path(settings.profile)
    if not os.path.realpath(path).startswith(os.path.join(os.path.realpath(project.root), "")):
        where = project.place("print", "profile") or "[print]"
        message = f"profile = {settings.profile!r} leaves the project folder"
        raise bad_input(where, message, "copy the file into the project")
    data = read_bytes(path, "profile_bytes")
    condition = settings.condition or Path(settings.profile).stem
    return PressProfile(shown(path), data, settings.intent, condition).check()


@cache
def _srgb() -> Any:
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))


@cache
def srgb_profile() -> bytes:
    """The profile of the screen's colours."""
    data: bytes = _srgb().tobytes()
    return data[:24] + bytes((7, 208, 0, 1, 0, 1)) + bytes(6) + data[36:]  # as made on 2000-01-01
