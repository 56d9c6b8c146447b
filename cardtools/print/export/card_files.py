"""Cards as pictures with exactly the bleed that a maker wants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from cardtools.ground.io.filenames import distinct, slug
from cardtools.print.export.decks import ExportDeck, contents
from cardtools.render.pdf.raster import Rasteriser, or_raise
from cardtools.render.scene.plates import mask, plate_names
from cardtools.render.scene.scene import Scene


@dataclass
class PngFiles:
    """Draws cards in batches, in the order of the files that show them."""

    rasteriser: Rasteriser
    _scenes: list[Scene] = field(default_factory=list, repr=False)
    _pngs: Iterator[bytes] = field(default_factory=lambda: iter(()), repr=False)
    _last: tuple[int, bytes] = field(default=(-1, b""), repr=False)

    def writer(self, scene: Scene) -> Callable[[BinaryIO], object]:
        """Writes the card's PNG file, when it is asked to. Copies that follow one another are drawn once."""
        if not self._scenes or self._scenes[-1] is not scene:
            self._scenes.append(scene)
        number = len(self._scenes) - 1
        return contents(lambda: self._png(number))

    def _png(self, number: int) -> bytes:
        if number != self._last[0]:
            if number != self._last[0] + 1 or not number:
                self._pngs = or_raise(self.rasteriser.pngs(self._scenes[number:]))
            self._last = number, next(self._pngs)
        return self._last[1]


def card_pictures(deck: ExportDeck) -> Iterator[tuple[str, Scene]]:
    """`fronts/NAME.png`, `back.png` or, where they differ, `backs/NAME.png`, and the masks of plates."""
    fronts = deck.named_fronts()
    yield from ((f"fronts/{name}.png", front) for name, front in fronts)
    if shared := deck.one_back():
        yield "back.png", shared
    else:
        yield from ((f"backs/{one.slug}.png", back) for one, _ in deck.counts() if (back := deck.back(one)))
    yield from masks(fronts)


def masks(scenes: Sequence[tuple[str, Scene]]) -> Iterator[tuple[str, Scene]]:
    """For each plate a mask of each scene, `foil/ox-foil.png`: black where the plate prints."""
    plates = sorted({plate for _, scene in scenes for plate in plate_names(scene)})
    for plate, kind in zip(plates, distinct(map(slug, plates), ("fronts", "backs")), strict=True):
        made = {scene: mask(scene, plate) for _, scene in scenes}  # copies are drawn once
        for name, scene in scenes:
            yield f"{kind}/{name}-{kind}.png", made[scene]
