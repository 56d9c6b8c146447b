"""What is exported: decks of composed cards, and what makers want of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from cardtools.cards.table import Card
from cardtools.checks.proof.checks.safe_zone import near_finding, too_near
from cardtools.ground.card_sizes import SIZES, named_sizes
from cardtools.ground.errors import Diagnostic, bad_input
from cardtools.ground.spelling import counted
from cardtools.project.project import Project
from cardtools.render.card_pictures import on_back
from cardtools.render.project_cards import CardSet, pdf_info
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.scene import Scene, runs
from cardtools.render.text.extent import Extents
from cardtools.render.text.markup import read_markup
from cardtools.rulesets.ruleset import Ruleset

BACK_HINT = 'name one in the project file: [[backs]] face = "templates/back.toml"'


@dataclass(frozen=True)
class Preset:
    """What a maker wants: the names of the `sizes` (none: any), in mm the `bleed` around them and the `safe`
    distance of texts from the trim (0: not asked), and whether cards must have backs.
    """

    title: str
    sizes: tuple[str, ...] = ()
    bleed: float = 0.0
    safe: float = 0.0
    needs_back: bool = False


@dataclass(frozen=True)
class ExportCard:
    """A card with its face and, where the project has backs, its back."""

    source: Card
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
    """An export: the decks, where it is going, pixels per inch (where the target leaves them open) and the
    `url` that pictures will be at. Targets add what they find while they write to `findings`, what is printed
    to `remarks` and what `-v` prints to `details`.
    """

    project: Project
    card_set: CardSet
    ruleset: Ruleset
    decks: tuple[ExportDeck, ...]
    folder: Path
    dpi: int = 300
    url: str = ""
    findings: list[Diagnostic] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)

    def info(self, deck: ExportDeck) -> PdfInfo:
        """What the PDF of a deck says about itself."""
        return pdf_info(self.project, deck.title, counted(len(deck.cards), "card"))


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
        for card in deck.cards:
            size = f"{card.front.width:g} x {card.front.height:g} mm"
            if preset.sizes and not is_made(preset, card.front):
                message = f"the face of {card.source.name} is {size}, which {preset.title} doesn't make"
                hint = f'write size = "{preset.sizes[0]}" under [card] of its file; sizes: '
                raise bad_input(where, message, hint + named_sizes(preset.sizes))
            back = card.back
            if preset.needs_back and not back:
                raise bad_input(where, f"{preset.title} needs backs, and the cards have none", BACK_HINT)
            if back and (back.width, back.height, back.shape) != (
                card.front.width,
                card.front.height,
                card.front.shape,
            ):
                message = f"the back of {card.source.name} is {back.width:g} x {back.height:g} mm"
                raise bad_input(where, f"{message}, its face is {size}", "give both the same [card]")
        if preset.sizes:
            same_size(target, deck)


def is_made(preset: Preset, scene: Scene) -> bool:
    """Whether a maker has the size and shape of a face or back."""
    made = (SIZES[name] for name in preset.sizes)
    return any(
        abs(scene.width - size.width) <= 0.01
        and abs(scene.height - size.height) <= 0.01
        and scene.shape == size.shape
        for size in made
    )


def same_size(target: str, deck: ExportDeck) -> None:
    """Raise InputError unless the cards of a deck are of one size."""
    sizes = sorted({(card.front.width, card.front.height) for card in deck.cards})
    if len(sizes) > 1:
        found = " and ".join(f"{width:g} x {height:g} mm" for width, height in sizes)
        hint = "export one size at a time"
        raise bad_input(f"--to {target}", f"{deck.name} has cards of {found}", hint)


def mirrored_edges(preset: Preset, job: Job) -> Iterator[str]:
    """A line about the faces and backs that have less bleed than the maker wants."""
    cards = {card.source.slug: card for deck in job.decks for card in deck.cards}.values()
    scenes = [scene for card in cards for scene in (card.front, card.back) if scene]
    low = [scene.bleed for scene in dict.fromkeys(scenes) if scene.bleed < preset.bleed - 1e-6]
    if low:
        least = f"{min(low):g} mm" if min(low) == max(low) else f"{min(low):g} to {max(low):g} mm"
        whose = "1 card side has" if len(low) == 1 else f"{len(low):,} card sides have"
        yield (
            f"{whose} {least} of bleed, and {preset.title} wants {preset.bleed:g} mm: "
            "the edge is mirrored outwards"
        )


def unsafe_texts(preset: Preset, job: Job) -> Iterator[Diagnostic]:
    """RND006 for each face and each different back with text outside the maker's safe zone, naming the one
    that is furthest out.
    """
    if not preset.safe:
        return
    extents = Extents(job.card_set.fonts())
    hint = f"{preset.title} wants {preset.safe:g} mm: move it away from the edge"
    cards = {card.source.slug: card for deck in job.decks for card in deck.cards}.values()
    for card in cards:
        if near := too_near(card.front, runs(card.front), preset.safe, extents):
            yield near_finding(card.source, near[0], hint)
    first = {card.back: card.source for card in reversed(cards) if card.back}
    for back, source in first.items():
        if (near := too_near(back, runs(back), preset.safe, extents)) and job.card_set.backs:
            face = job.card_set.backs.choose(source.values, source.where, source.name)
            part = next((text.element for text in back.texts if near[0].run in text.runs), "")
            yield on_back(near_finding(source, near[0], hint, part), face, source)


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
