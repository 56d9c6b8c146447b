"""From a deck to finished pages: what is on each PDF of sheets, planned before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic
from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import counted
from cardtools.print.sheets.layout import Side, impose, read_cells
from cardtools.print.sheets.printing import (
    PrintOptions,
    SheetDefinition,
    check_sizes,
    find_printer,
    project_sheet,
    read_sheet,
    sheet_title,
    write_sheets,
)
from cardtools.project.project import Project
from cardtools.render.card_pictures import CardSide
from cardtools.render.project_cards import pdf_info
from cardtools.render.scene.pages import PdfInfo
from cardtools.steps.card_choice import CardChoice, printed_cards, uncounted
from cardtools.steps.draw_cards import Composer
from cardtools.steps.game_files import GameFiles

CardsOfSheets = Mapping[str, Sequence[Card]]  # in the order of the sheets, by the name of their PDF


def cards_of_sheets(
    game: GameFiles,
    choice: CardChoice,
    copies: str = "",
    extras: bool = True,
    report: Callable[[list[Diagnostic]], object] = lambda findings: None,
) -> CardsOfSheets:
    """The cards of each PDF: of the chosen decks, or of those of the project and its extras; without decks
    each card once, or as often as the column `copies` says. `report` gets warnings about these numbers.
    """
    project = game.project
    own = () if choice or copies else tuple(map(project.path, project.settings.cards.decks))
    decks = choice.decks or own
    tables = project.extras if extras and not (choice.decks or copies) else ()
    cards = printed_cards(game, decks, tables, copies)
    report(uncounted(game, decks, tables, copies))
    return choice.among_decks(game, cards) if choice.narrows else cards


class SheetOptions(Record):
    """How sheets are printed: their definition (None) and paper ("") are the project's if not given."""

    definition: Path | None
    paper: str
    options: PrintOptions

    def read(self, game: GameFiles, name: str = "") -> SheetDefinition:
        """The definition for the cards, or for a table of extras. Raises InputError."""
        paper = self.paper or game.project.settings.sheet.paper
        if self.definition:
            return read_sheet(self.definition, paper)
        return project_sheet(game.project, name, paper)


def sheet_options(
    project: Project,
    definition: Path | None = None,
    paper: str = "",
    skip: str = "",
    watermark: str = "",
    low_ink: bool = False,
    printer: str = "",
) -> SheetOptions:
    """The options as people write them, as `cardtools sheet` has them. Raises InputError."""
    options = PrintOptions(read_cells(skip), watermark, low_ink, find_printer(project, printer))
    return SheetOptions(definition, paper, options)


@dataclass(frozen=True)
class SheetPlan:
    """A PDF of sheets: its name, the cards on it in order, each as often as it is printed, and how."""

    name: str
    info: PdfInfo
    definition: SheetDefinition
    composer: Composer
    cards: tuple[Card, ...]
    options: PrintOptions

    @property
    def backs(self) -> list[CardSide]:
        """The backs of the cards, in order; none for a sheet without backs."""
        return self.composer.compose_backs(self.cards) if self.definition.layout.has_backs else []

    @property
    def prints(self) -> list[str]:
        """By card, the digest of what its front and back are made from."""
        backs = [back.inputs for back in self.backs] or [""] * len(self.cards)
        return [self.composer.inputs(card) + back for card, back in zip(self.cards, backs, strict=True)]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the sheets. Raises InputError where cards differ in size or do not fit the paper."""
        if not self.cards:
            return ()
        every, sheet, count = list(map(self.composer.size, self.cards)), self.definition, len(self.cards)
        check_sizes(sheet, self.info.title, ((one.width, one.height, one.shape) for one in every))
        size, sizes = every[0], [(one.width, one.height) for one in every]
        here = sheet.layout, count, size.width, size.height, sheet.path
        return impose(*here, self.options.skip, size.shape, sizes)

    def count(self) -> int:
        """The number of sheets of paper. Raises InputError as `sides`."""
        return self.sides[-1].pages if self.sides else 0

    def only(self, side: Side) -> tuple[SheetPlan, Side]:
        """The plan of the cards on one side alone, and the side with their numbers in it."""
        cards = list(dict.fromkeys(cell.card for cell in side.cells))
        cells = tuple(replace(cell, card=cards.index(cell.card)) for cell in side.cells)
        own = replace(self, composer=Composer(self.composer.game), cards=tuple(self.cards[n] for n in cards))
        return own, replace(side, cells=cells)

    def write(self, file: BinaryIO, sides: Sequence[Side] = ()) -> None:
        """Write the PDF, or these sides of it. Raises InputError when cards differ in size or do not fit, or
        lack backs.
        """
        project_cards = self.composer.project_cards
        fronts = [card.scene for card in self.composer.compose(self.cards) if card.scene]
        backs = [back.scene for back in self.backs]
        fonts, art = project_cards.fonts(), project_cards.art_files
        write_sheets(file, self.definition, fronts, fonts, art, self.info, backs, self.options, sides=sides)


def plan_sheet(
    composer: Composer, name: str, cards: Sequence[Card], definition: SheetDefinition, options: PrintOptions
) -> SheetPlan:
    """The PDF of a deck or of a table of extras: of those of its cards that can be drawn, on both sides."""
    composer.compose_changed(cards)
    backs = composer.compose_backs(cards) if definition.layout.has_backs else []
    lost = {back.card.slug for back in backs if back.scene is None}
    able = tuple(card for card in cards if composer.inputs(card) and card.slug not in lost)
    return plan_of(composer, name, able, definition, options)


def plan_of(
    composer: Composer, name: str, able: Sequence[Card], definition: SheetDefinition, options: PrintOptions
) -> SheetPlan:
    """The PDF of these cards, all of which can be drawn."""
    project, subject = composer.game.project, f"{counted(len(able), 'card')} on sheets"
    info = pdf_info(project, sheet_title(project.settings.name, name), subject)
    return SheetPlan(name, info, definition, composer, tuple(able), options)
