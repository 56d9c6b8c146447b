"""What is exported: decks of composed cards, their pictures, and what makers want of them."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.filenames import distinct, slug
from cardtools.ground.spelling import counted
from cardtools.project.project import Project
from cardtools.render.pdf.raster import or_raise
from cardtools.render.project_cards import ProjectCards, pdf_info
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.plates import mask, plate_names
from cardtools.render.scene.scene import Scene
from cardtools.render.text.rich import read_markup
from cardtools.rulesets.ruleset import Ruleset

JPEG_QUALITY = 85
BACK_HINT = 'name one in the project file: [[backs]] face = "templates/back.toml"'


class Preset(NamedTuple):
    """What a maker wants: `sizes` by name (none: any), `bleed` and `safe` distance of texts in mm, backs."""

    title: str
    sizes: tuple[str, ...] = ()
    bleed: float = 0.0
    safe: float = 0.0
    needs_back: bool = False


@dataclass(frozen=True)
class ExportDeck:
    """A deck: its cards in order, each as often as it is in the deck. `name` is a file name, no suffix;
    `fronts` and `backs` (where the project has some) are the scenes of cards, by the cards' file names.
    """

    name: str
    title: str
    cards: tuple[Card, ...]
    fronts: Mapping[str, Scene] = field(repr=False)
    backs: Mapping[str, Scene] = field(repr=False)

    def front(self, card: Card) -> Scene:
        return self.fronts[card.slug]

    def back(self, card: Card) -> Scene | None:
        return self.backs.get(card.slug)

    def counts(self) -> list[tuple[Card, int]]:
        """The different cards in order, and how many of each there are."""
        times = Counter(card.slug for card in self.cards)
        return [(card, times[slug]) for slug, card in {card.slug: card for card in self.cards}.items()]

    def sides(self) -> list[Scene]:
        """The face and the back of each different card."""
        return [side for card, _ in self.counts() for side in (self.front(card), self.back(card)) if side]

    def pages(self, backs_first: bool = False) -> list[tuple[Scene, bool]]:
        """The sides of each card in order, its face next to its back; whether the side is a back."""
        pairs = (((self.front(card), False), (self.back(card), True)) for card in self.cards)
        return [(side, back) for pair in pairs for side, back in pair[:: -1 if backs_first else 1] if side]

    def one_back(self) -> Scene | None:
        """The back that all cards share; None where they have none or different ones."""
        backs = {self.back(card) for card in self.cards}
        return backs.pop() if len(backs) == 1 else None


class Output(NamedTuple):
    """A file of an export: its path in the export's folder, with slashes, and what writes it when asked."""

    name: str
    write: Callable[[BinaryIO], object]


@dataclass(frozen=True)
class Job:
    """An export: the decks, the folder for its files, pixels per inch (where the target leaves them open) and
    the `url` under which pictures will be found. For pages: whether pictures are inside, as `one_file`. For
    pictures: the `ground` behind the cards, like `#1a2b3c` (else none), and the kind of an animation. While
    targets write, they add to `findings`, to `remarks` (printed) and to `details` (which `-v` prints).
    """

    project: Project
    project_cards: ProjectCards
    ruleset: Ruleset
    decks: tuple[ExportDeck, ...]
    folder: Path
    dpi: int = 300
    url: str = ""
    target: str = ""
    one_file: bool = False
    ground: str = ""
    animation: str = "gif"
    findings: list[Diagnostic] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)

    def rules_text(self, card: Card) -> str:
        """What the card does, without the marks of its looks."""
        columns = self.ruleset.effect_columns or self.ruleset.text.columns
        return "\n".join(plain(str(cell)) for name in columns if (cell := card.values.get(name)))

    def info(self, deck: ExportDeck) -> PdfInfo:
        return pdf_info(self.project, deck.title, counted(len(deck.cards), "card"))


def contents(make: Callable[[], str | bytes]) -> Callable[[BinaryIO], object]:
    """Writes what `make` gives, when it is asked to."""

    def write(file: BinaryIO) -> None:
        made = make()
        file.write(made.encode("utf-8") if isinstance(made, str) else made)

    return write


class PictureFiles:
    """Draws cards in batches, in the order of the files that show them: `draw` makes files of scenes."""

    def __init__(self, draw: Callable[[Sequence[Scene]], Iterator[bytes | InputError]]) -> None:
        self.draw = draw
        self._scenes: list[Scene] = []
        self._files: Iterator[bytes] = iter(())
        self._last = -1, b""

    def writer(self, scene: Scene) -> Callable[[BinaryIO], object]:
        """Writes the card's picture, when it is asked to. Copies that follow one another are drawn once."""
        if not self._scenes or self._scenes[-1] is not scene:
            self._scenes.append(scene)
        number = len(self._scenes) - 1
        return contents(lambda: self._file(number))

    def _file(self, number: int) -> bytes:
        if number != self._last[0]:
            if number != self._last[0] + 1 or not number:
                self._files = or_raise(self.draw(self._scenes[number:]))
            self._last = number, next(self._files)
        return self._last[1]


def jpegs(job: Job, scenes: Iterable[Scene], width: int) -> Iterator[bytes]:
    """Cards without bleed as JPEG files, about so many pixels wide. Raises InputError."""
    for image in or_raise(job.project_cards.images(scenes, width, bleed=0)):
        out = io.BytesIO()
        image.save(out, "JPEG", quality=JPEG_QUALITY)
        yield out.getvalue()


def card_pictures(deck: ExportDeck) -> Iterator[tuple[str, Scene]]:
    """`fronts/NAME.png`, `back.png` or, where they differ, `backs/NAME.png`, and the masks of plates."""
    cards = [card for card, _ in deck.counts()]
    yield from ((f"fronts/{card.slug}.png", deck.front(card)) for card in cards)
    if shared := deck.one_back():
        yield "back.png", shared
    else:
        yield from ((f"backs/{card.slug}.png", back) for card in cards if (back := deck.back(card)))
    yield from masks([(card.slug, deck.front(card)) for card in cards])


def masks(scenes: Sequence[tuple[str, Scene]]) -> Iterator[tuple[str, Scene]]:
    """For each plate a mask of each scene, `foil/ox-foil.png`: black where the plate prints."""
    plates = sorted({plate for _, scene in scenes for plate in plate_names(scene)})
    for plate, kind in zip(plates, distinct(map(slug, plates), ("fronts", "backs")), strict=True):
        made = {scene: mask(scene, plate) for _, scene in scenes}  # copies are drawn once
        for name, scene in scenes:
            yield f"{kind}/{name}-{kind}.png", made[scene]


def same_size(target: str, deck: ExportDeck) -> None:
    """Raise InputError unless the cards of a deck are of one size."""
    sizes = sorted({(front.width, front.height) for front in map(deck.front, deck.cards)})
    if len(sizes) > 1:
        found = " and ".join(f"{width:g} x {height:g} mm" for width, height in sizes)
        raise bad_input(f"--to {target}", f"{deck.name} has cards of {found}", "export one size at a time")


def plain(text: str) -> str:
    """A card's text without the marks of its looks; icons stay as they are written."""
    return "".join(part.text for part in read_markup(text, ())[0])


def card_row(values: Mapping[str, object]) -> dict[str, str]:
    """A card's values as texts, by column, in their order; lists are joined by commas."""
    return {
        name: ", ".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)
        for name, value in values.items()
        if name != "project"
    }
