"""Screen colours as inks: four shares (0 to 1; 2.4 is 240 %), as much black as there can be; spot colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtools.ground.io.files import digest

if TYPE_CHECKING:
    import numpy

    Bytes = numpy.typing.NDArray[numpy.uint8]
    Shares = numpy.typing.NDArray[numpy.float32]

LIMIT = 2.40  # the lowest limit of a press; with grey as black ink alone no colour takes 3.00
PROFILE_LIMIT = 3.00  # what a press with a profile takes, where the print shop says nothing else
DARK = 0x40  # words and lines whose lightest channel is not above this are black
SHARE = 0.005  # of a picture that may be above the limit: small areas dry in time


def separate(pixels: Bytes) -> Shares:
    """RGB pixels (..., 3) as inks (..., 4). Grey is black ink alone: no colour fringes, and the least ink."""
    import numpy

    red, green, blue = (pixels[..., index : index + 1] for index in range(3))
    lightest = numpy.maximum(numpy.maximum(red, green), blue).astype(numpy.float32)
    inks = numpy.empty((*pixels.shape[:-1], 4), numpy.float32)
    numpy.divide(lightest - pixels, numpy.maximum(lightest, 1), out=inks[..., :3])
    inks[..., 3:] = 1 - lightest / 255
    return inks


def limit(inks: Shares, most: float) -> Shares:
    """The inks with less colour (not less black) where their sum is above `most`, which is at least 1."""
    import numpy

    colours = inks[..., :3].sum(axis=-1, keepdims=True)
    room = numpy.maximum(most - inks[..., 3:], 0)
    limited = inks.copy()
    limited[..., :3] *= numpy.minimum(1, room / numpy.maximum(colours, 1e-6))
    return limited


def colour_inks(colour: str) -> Shares:
    """A colour `#rrggbb` as its four inks."""
    import numpy

    return separate(numpy.frombuffer(bytes.fromhex(colour.removeprefix("#")), numpy.uint8))


def is_dark(colour: str) -> bool:
    """Whether words and lines of the colour `#rrggbb` are printed in black ink alone."""
    return max(bytes.fromhex(colour.rpartition("#")[2])) <= DARK


def spot_name(colour: str) -> str:
    """The name of a spot colour such as `foil#ff00ff`; empty for `#ff00ff`."""
    return colour.partition("#")[0]


def spot_colour(colour: str) -> Any:
    """A spot colour at full strength, as a colour of reportlab."""
    from reportlab.lib.colors import CMYKColorSep

    name, _, shown = colour.partition("#")
    return CMYKColorSep(*(round(float(ink), 4) for ink in colour_inks(shown)), spotName=name, density=1)


def add_spots(document: Any) -> None:
    """Let a document of reportlab have spot colours of any name: it would confuse `Page1` with its page."""
    from reportlab.pdfbase.pdfdoc import PDFSeparationCMYKColor

    def add(colour: Any) -> tuple[str, str]:
        key = f"spot{digest(colour.spotName, repr(colour.cmyk()))[:16]}"
        if key not in document.idToObject:
            document.Reference(PDFSeparationCMYKColor(colour).value(), key)
        return key, key

    document.addColor = add
