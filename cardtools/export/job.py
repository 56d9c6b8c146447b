"""What is exported: decks of composed cards, and what makers want of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from cardtools.errors import Diagnostic, bad_input
from cardtools.project import Project
from cardtools.proof.safety import near_finding, too_near
from cardtools.render.extent import Extents
from cardtools.render.markup import read_markup
from cardtools.render.pictures import CardSource, Composed
from cardtools.render.raster import Rasteriser
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
class Piece:
    """A card with its face and, where the project has backs, its back."""

    card: CardSource
    front: Scene
    back: Scene | None = None


@dataclass(frozen=True)
class Pile:
    """A deck: its cards in order, each as often as it is in the deck. `name` is a file name, no suffix."""

    name: str
    title: str
    pieces: tuple[Piece, ...]

    def counts(self) -> list[tuple[Piece, int]]:
        """The different cards in order, and how many of each there are."""
        found: dict[str, tuple[Piece, int]] = {}
        for piece in self.pieces:
            found[piece.card.slug] = (piece, found.get(piece.card.slug, (piece, 0))[1] + 1)
        return list(found.values())

    def one_back(self) -> Scene | None:
        """The back that all cards share; None where they have none or different ones."""
        backs = {piece.back for piece in self.pieces}
        return backs.pop() if len(backs) == 1 else None


@dataclass(frozen=True)
class Output:
    """A file of an export: its path in the export's folder, with slashes, and what writes it when asked."""

    name: str
    write: Callable[[BinaryIO], object]


@dataclass(frozen=True)
class Job:
    """An export: the decks, where it is going, pixels an inch (where the target pages them open) and the
    `url` that pictures will be at. Targets add what they find while they write to `findings`.
    """

    project: Project
    card_set: CardSet
    ruleset: Ruleset
    piles: tuple[Pile, ...]
    folder: Path
    dpi: int = 300
    url: str = ""
    findings: list[Diagnostic] = field(default_factory=list)

    def rasteriser(self, dpi: int, bleed: float | None = None) -> Rasteriser:
        return self.card_set.rasteriser(dpi, bleed)


def contents(make: Callable[[], str | bytes]) -> Callable[[BinaryIO], object]:
    """Writes what `make` gives, when it is asked to."""

    def write(file: BinaryIO) -> None:
        made = make()
        file.write(made.encode("utf-8") if isinstance(made, str) else made)

    return write


def compose_pieces(
    card_set: CardSet, cards: Iterable[CardSource]
) -> Iterator[tuple[Composed, Composed | None, Piece | None]]:
    """Each card's face and back as composed, and the two as a piece: None when one cannot be drawn.

    Backs that look alike are equal scenes, whichever card they belong to.
    """
    for card in cards:
        front = next(card_set.compose([card]))
        back = next(card_set.compose_backs([card])) if card_set.backs else None
        piece = None
        if front.scene and (back is None or back.scene):
            behind = dataclasses.replace(back.scene, title="back") if back and back.scene else None
            piece = Piece(card, front.scene, behind)
        yield front, back, piece


def check(preset: Preset, target: str, piles: Sequence[Pile]) -> None:
    """Raise InputError unless all cards have the maker's size, and backs where it needs them."""
    where = f"--to {target}"
    for pile in piles:
        if not pile.pieces:
            raise bad_input(where, f"there is no card of {pile.name} to export")
        if preset.needs_back and not pile.pieces[0].back:
            raise bad_input(
                where, f"{preset.title} needs the backs of the cards, and there are none", BACK_HINT
            )
        for piece in pile.pieces:
            for scene in filter(None, (piece.front, piece.back)):
                _check_size(preset, where, piece, scene)


def _check_size(preset: Preset, where: str, piece: Piece, scene: Scene) -> None:
    width, height = preset.size or (piece.front.width, piece.front.height)
    if not has_size(dataclasses.replace(preset, size=(width, height)), scene):
        side = "face" if scene is piece.front else "back"
        whose = f"the cards of {preset.title} are" if preset.size else "its face is"
        message = f"the {side} of {piece.card.name} is {scene.width:g} x {scene.height:g} mm, {whose}"
        hint = f"set width = {width:g} and height = {height:g} under [card] of its file"
        raise bad_input(where, f"{message} {width:g} x {height:g} mm", hint)


def has_size(preset: Preset, scene: Scene) -> bool:
    """Whether a face or back has the maker's size, where the maker has one."""
    width, height = preset.size or (scene.width, scene.height)
    return abs(scene.width - width) <= 0.01 and abs(scene.height - height) <= 0.01


def same_size(target: str, pile: Pile) -> None:
    """Raise InputError unless the cards of a deck are of one size."""
    sizes = sorted({(piece.front.width, piece.front.height) for piece in pile.pieces})
    if len(sizes) > 1:
        found = " and ".join(f"{width:g} x {height:g} mm" for width, height in sizes)
        hint = "export one size at a time"
        raise bad_input(f"--to {target}", f"{pile.name} has cards of {found}", hint)


def unsafe_texts(preset: Preset, job: Job) -> Iterator[Diagnostic]:
    """RND006 for each card with text outside the maker's safe zone, naming the one that is furthest out."""
    if not preset.safe:
        return
    extents = Extents(job.card_set.fonts())
    known: set[str] = set()
    for piece in (piece for pile in job.piles for piece in pile.pieces):
        if piece.card.slug in known:
            continue
        known.add(piece.card.slug)
        near = [
            one
            for scene in filter(None, (piece.front, piece.back))
            for one in too_near(scene, runs(scene), preset.safe, extents)
        ]
        if near:
            hint = f"{preset.title} wants {preset.safe:g} mm: set it further in"
            yield near_finding(piece.card, min(near, key=lambda one: one.distance), hint)


def plain(text: str) -> str:
    """A card's text without the marks of its looks; icons stay as they are written."""
    return "".join(piece.text for piece in read_markup(text, ())[0])


def card_row(values: Mapping[str, object]) -> dict[str, str]:
    """A card's values as texts, by column, in their order; lists are joined by commas."""
    return {
        column: ", ".join(map(str, value))
        if isinstance(value, tuple)
        else ""
        if value is None
        else str(value)
        for column, value in values.items()
        if column != "project"
    }


def formula_cells(job: Job, column: str = "") -> list[Diagnostic]:
    """What a spreadsheet would take for formulas in the card database (CSV019), in all columns or in one."""
    from cardtools.cards.table import read_cards
    from cardtools.checks.characters import check_characters

    table = read_cards(job.project.path(job.project.settings.cards.database), job.ruleset)
    found = [finding for finding in check_characters(table) if finding.code == "CSV019"]
    places = {table.place(row, column) for row in range(len(table))} if column and found else set()
    return [finding for finding in found if not column or finding.location in places]
