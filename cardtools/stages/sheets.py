"""From a deck to finished pages: what is on each PDF of sheets, planned before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from cardtools.project import Project
from cardtools.render.fonts import Font
from cardtools.render.pictures import CardSource, Composed
from cardtools.render.sources import CardSet
from cardtools.sheets.layout import Sheet, load_sheet
from cardtools.sheets.printing import PrintOptions, load_label_font, sheet_count, sheet_title, write_sheets
from cardtools.stages.cards import Composer
from cardtools.stages.game import Game


@dataclass(frozen=True)
class SheetDefinition:
    """A sheet definition: its file, the layout on a paper, the font of its ruler and labels."""

    path: Path
    layout: Sheet
    label_font: Font | None


@dataclass(frozen=True)
class SheetDefinitions:
    """The sheet definitions of a project's decks on a named paper; one that is `given` is used for all."""

    project: Project
    paper: str
    given: Path | None = None
    _loaded: dict[Path, SheetDefinition] = field(default_factory=dict, repr=False)

    def of(self, deck: str = "") -> SheetDefinition:
        """The definition of a deck, or the project's. Raises InputError when it cannot be used."""
        path = self.given or self.project.sheet(deck)
        if path not in self._loaded:
            layout = load_sheet(path, self.paper)
            self._loaded[path] = SheetDefinition(path, layout, load_label_font(layout, path))
        return self._loaded[path]


@dataclass(frozen=True)
class SheetPlan:
    """A PDF of sheets: its name, the cards on it in order, each as often as it is printed, and how."""

    name: str
    title: str
    definition: SheetDefinition
    composer: Composer
    cards: tuple[CardSource, ...]
    options: PrintOptions = field(default_factory=PrintOptions)

    @property
    def backs(self) -> list[Composed]:
        """The backs of the cards, in order; none for a sheet without backs."""
        return self.composer.compose_backs(self.cards) if self.definition.layout.has_backs else []

    @property
    def prints(self) -> list[str]:
        """By card, the digest of what its front and back are made from."""
        backs = [back.inputs for back in self.backs] or [""] * len(self.cards)
        return [self.composer.inputs(card) + back for card, back in zip(self.cards, backs, strict=True)]

    def count(self) -> int:
        """The number of sheets of paper. Raises InputError where cards do not fit the paper."""
        if not self.cards:
            return 0
        size, source = self.composer.size(self.cards[0]), self.definition.path
        return sheet_count(self.definition.layout, len(self.cards), *size, source, self.options.skip)

    def write(self, file: BinaryIO) -> None:
        """Write the PDF. Raises InputError when cards differ in size or do not fit, or lack backs."""
        card_set: CardSet = self.composer.card_set
        write_sheets(
            file,
            self.definition.layout,
            [card.scene for card in self.composer.compose(self.cards) if card.scene],
            card_set.fonts(),
            card_set.art_files,
            self.title,
            self.definition.label_font,
            self.definition.path,
            [back.scene for back in self.backs],
            self.options,
        )


def plan_sheet(
    game: Game,
    composer: Composer,
    name: str,
    cards: Sequence[CardSource],
    definition: SheetDefinition,
    options: PrintOptions | None = None,
) -> SheetPlan:
    """The PDF of a deck or of a table of extras: of those of its cards that can be drawn."""
    composer.learn(cards)
    able = tuple(card for card in cards if composer.inputs(card))
    title = sheet_title(game.project.settings.name, name)
    return SheetPlan(name, title, definition, composer, able, options or PrintOptions())
