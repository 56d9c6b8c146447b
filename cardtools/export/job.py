"""What is exported: decks of composed cards, and what makers want of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from cardtools.errors import Diagnostic, bad_input
from cardtools.project import Project
from cardtools.proof.checks.safe_zone import near_finding, too_near
from cardtools.render.extent import Extents
from cardtools.render.markup import read_markup
from cardtools.render.pictures import CardSource
from cardtools.render.scene import Scene, runs
from cardtools.render.sources import CardSet
from cardtools.rulesets.ruleset import Ruleset

BACK_HINT = 'name one in the project file: [[backs]] face = "templates/back.toml"'


@dataclass(frozen=True)
class Preset:
    """What a maker wants, in mm: the trim `size` (None: any), the `bleed` around it, the `safe` distance of
    texts from the trim (0: not asked), and whether cards must have backs.
    """

    title: str
    size: tuple[float, float] | None = None
    bleed: float = 0.0
    safe: float = 0.0
    needs_back: bool = False


@dataclass(frozen=True)
class ExportCard:
    """A card with its face and, where the project has backs, its back."""

    source: CardSource
    front: Scene
    back: Scene | None = None


@dataclass(frozen=True)
class ExportDeck:
    """A deck: its cards in order, each as often as it is in the deck. `name` is a file name, no suffix."""

    name: str
    title: str
    cards: tuple[ExportCard, ...]

    def counts(self) -> list[tuple[ExportCard, int]]:
        """The different cards in order, and how many of each there are."""
        found: dict[str, tuple[ExportCard, int]] = {}
        for card in self.cards:
            found[card.source.slug] = (card, found.get(card.source.slug, (card, 0))[1] + 1)
        return list(found.values())

    def one_back(self) -> Scene | None:
        """The back that all cards share; None where they have none or different ones."""
        backs = {card.back for card in self.cards}
        return backs.pop() if len(backs) == 1 else None


@dataclass(frozen=True)
class Output:
    """A file of an export: its path in the export's folder, with slashes, and what writes it when asked."""

    name: str
    write: Callable[[BinaryIO], object]


@dataclass(frozen=True)
class Job:
    """An export: the decks, where it is going, pixels an inch (where the target leaves them open) and the
    `url` that pictures will be at. Targets add what they find while they write to `findings`, and what `-v`
    prints to `details`.
    """

    project: Project
    card_set: CardSet
    ruleset: Ruleset
    decks: tuple[ExportDeck, ...]
    folder: Path
    dpi: int = 300
    url: str = ""
    findings: list[Diagnostic] = field(default_factory=list)
    details: list[str] = field(default_factory=list)


def contents(make: Callable[[], str | bytes]) -> Callable[[BinaryIO], object]:
    """Writes what `make` gives, when it is asked to."""

    def write(file: BinaryIO) -> None:
        made = make()
        file.write(made.encode("utf-8") if isinstance(made, str) else made)

    return write


def check(preset: Preset, target: str, decks: Sequence[ExportDeck]) -> None:
    """Raise InputError unless all cards have the maker's size, and backs where it needs them."""
    where = f"--to {target}"
    for deck in decks:
        if not deck.cards:
            raise bad_input(where, f"there is no card of {deck.name} to export")
        if preset.needs_back and not deck.cards[0].back:
            raise bad_input(
                where, f"{preset.title} needs the backs of the cards, and there are none", BACK_HINT
            )
        for card in deck.cards:
            size = preset.size or (card.front.width, card.front.height)
            whose = f"the cards of {preset.title} are" if preset.size else "its face is"
            for side, scene in (("face", card.front), ("back", card.back)):
                if scene and not has_size(scene, size):
                    found = f"the {side} of {card.source.name} is {scene.width:g} x {scene.height:g} mm"
                    hint = f"set width = {size[0]:g} and height = {size[1]:g} under [card] of its file"
                    raise bad_input(where, f"{found}, {whose} {size[0]:g} x {size[1]:g} mm", hint)


def has_size(scene: Scene, size: tuple[float, float]) -> bool:
    """Whether a face or back has a trim size."""
    return abs(scene.width - size[0]) <= 0.01 and abs(scene.height - size[1]) <= 0.01


def same_size(target: str, deck: ExportDeck) -> None:
    """Raise InputError unless the cards of a deck are of one size."""
    sizes = sorted({(card.front.width, card.front.height) for card in deck.cards})
    if len(sizes) > 1:
        found = " and ".join(f"{width:g} x {height:g} mm" for width, height in sizes)
        hint = "export one size at a time"
        raise bad_input(f"--to {target}", f"{deck.name} has cards of {found}", hint)


def unsafe_texts(preset: Preset, job: Job) -> Iterator[Diagnostic]:
    """RND006 for each card with text outside the maker's safe zone, naming the one that is furthest out."""
    if not preset.safe:
        return
    extents = Extents(job.card_set.fonts())
    for card in {card.source.slug: card for deck in job.decks for card in deck.cards}.values():
        scenes = filter(None, (card.front, card.back))
        near = [one for scene in scenes for one in too_near(scene, runs(scene), preset.safe, extents)]
        if near:
            hint = f"{preset.title} wants {preset.safe:g} mm: set it further in"
            yield near_finding(card.source, min(near, key=lambda one: one.distance), hint)


def plain(text: str) -> str:
    """A card's text without the marks of its looks; icons stay as they are written."""
    return "".join(part.text for part in read_markup(text, ())[0])


def card_row(values: Mapping[str, object]) -> dict[str, str]:
    """A card's values as texts, by column, in their order; lists are joined by commas."""
    return {
        column: ", ".join(map(str, value))
        if isinstance(value, tuple)
        else str("" if value is None else value)
        for column, value in values.items()
        if column != "project"
    }
