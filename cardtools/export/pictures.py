"""Cards as pictures with exactly the bleed that a maker wants."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from cardtools.export.job import Output, Pile, contents
from cardtools.render.png import png_bytes
from cardtools.render.raster import Rasteriser
from cardtools.render.scene import Scene
from cardtools.render.units import pixels

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass
class Camera:
    """Takes pictures of cards with `bleed` mm around the trim; copies of a card are drawn once."""

    rasteriser: Rasteriser
    bleed: float
    _last: tuple[Scene, bytes] | None = field(default=None, repr=False)

    def image(self, scene: Scene) -> Image:
        """The card as an RGB image. Bleed that it lacks is its own edge, mirrored."""
        image = self.rasteriser.image(dataclasses.replace(scene, bleed=self.bleed))
        lacking = pixels(self.bleed - scene.bleed, self.rasteriser.dpi)
        if lacking < 0.01:
            return image
        import numpy
        from PIL import Image as Images

        # Half a pixel more: the last one may be half covered where the card ends within it.
        rim = math.ceil(lacking + 0.5)
        inner = numpy.asarray(image)[rim:-rim, rim:-rim]
        return Images.fromarray(numpy.pad(inner, ((rim, rim), (rim, rim), (0, 0)), "symmetric"))

    def png(self, scene: Scene) -> bytes:
        """The card as a PNG file."""
        if self._last is None or self._last[0] is not scene:
            self._last = (scene, png_bytes(self.image(scene), self.rasteriser.dpi))
        return self._last[1]

    def shot(self, scene: Scene) -> Callable[[BinaryIO], object]:
        """Writes the card's PNG file, when it is asked to."""
        return contents(lambda: self.png(scene))


def back_outputs(pile: Pile, camera: Camera, name: str, folder: str) -> list[Output]:
    """The backs of a deck: one file `name` where all are alike, else one for each different card."""
    if back := pile.one_back():
        return [Output(name, camera.shot(back))]
    return [
        Output(f"{folder}/{piece.card.slug}.png", camera.shot(piece.back))
        for piece, _ in pile.counts()
        if piece.back
    ]
