"""From a deck to finished pages: what is on each PDF of sheets, planned before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from cardtools.cards.table import Card
from cardtools.ground.spelling import counted
from cardtools.print.sheets.layout import impose
from cardtools.print.sheets.printing import PrintOptions, SheetDefinition, sheet_title, write_sheets
from cardtools.render.card_pictures import CardSide
from cardtools.render.project_cards import pdf_info
from cardtools.render.scene.pages import PdfInfo
from cardtools.steps.draw_cards import Composer


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

    def count(self) -> int:
        """The number of sheets of paper. Raises InputError where cards do not fit the paper."""
        if not self.cards:
            return 0
        size, sheet, count = self.composer.size(self.cards[0]), self.definition, len(self.cards)
        of = self.composer.size if sheet.layout.places else lambda card: size
        sizes = [(one.width, one.height) for one in map(of, self.cards)]
        here = sheet.layout, count, size.width, size.height, sheet.path
        return impose(*here, self.options.skip, size.shape, sizes)[-1].pages

    def write(self, file: BinaryIO) -> None:
        """Write the PDF. Raises InputError when cards differ in size or do not fit, or lack backs."""
        project_cards = self.composer.project_cards
        fronts = [card.scene for card in self.composer.compose(self.cards) if card.scene]
        backs = [back.scene for back in self.backs]
        fonts, art = project_cards.fonts(), project_cards.art_files
        write_sheets(file, self.definition, fronts, fonts, art, self.info, backs, self.options)


def plan_sheet(
    composer: Composer, name: str, cards: Sequence[Card], definition: SheetDefinition, options: PrintOptions
) -> SheetPlan:
    """The PDF of a deck or of a table of extras: of those of its cards that can be drawn, on both sides."""
    composer.compose_changed(cards)
    backs = composer.compose_backs(cards) if definition.layout.has_backs else []
    lost = {back.card.slug for back in backs if back.scene is None}
    able = tuple(card for card in cards if composer.inputs(card) and card.slug not in lost)
    project, subject = composer.game.project, f"{counted(len(able), 'card')} on sheets"
    info = pdf_info(project, sheet_title(project.settings.name, name), subject)
    return SheetPlan(name, info, definition, composer, able, options)
