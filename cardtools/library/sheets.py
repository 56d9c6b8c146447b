"""Sheets to print: what is on each PDF of a choice of cards, planned before anything is drawn."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import Diagnostic
from cardtools.ground.io.build_record import BuildRecord
from cardtools.ground.io.files import new_folder, replacing, shown, user_path
from cardtools.ground.io.manifest import OutdatedFiles
from cardtools.ground.spelling import counted
from cardtools.library.cards import image_bytes
from cardtools.print.sheets.print_record import PrintRecord
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.draw_cards import Composer, Progress
from cardtools.steps.game_files import GameFiles
from cardtools.steps.sheets import CardsOfSheets, SheetOptions, SheetPlan, plan_sheet

if TYPE_CHECKING:
    from PIL.Image import Image


def plan_sheets(
    game: GameFiles, cards: CardsOfSheets, how: SheetOptions, progress: Progress
) -> tuple[Composer, list[SheetPlan]]:
    """The PDFs, composed behind a progress bar. Raises InputError for a sheet definition before that."""
    read = cache(lambda name: how.read(game, name))
    sheets = {name: read(name if name in game.project_cards.extras else "") for name in cards}
    composer = Composer(game)
    composer.compose_all(cards.values(), progress)
    plans = [plan_sheet(composer, name, own, sheets[name], how.options) for name, own in cards.items()]
    return composer, plans


def print_sheets(
    game: GameFiles,
    cards: CardsOfSheets,
    plans: Sequence[SheetPlan],
    output: Path | None,
    choice: CardChoice,
    changed: bool,
    copies: bool,
    say: Callable[[str], object],
) -> tuple[list[Path], OutdatedFiles]:
    """Write the PDFs into the project's folder of sheets, or one to `output`; with `changed` only the cards
    that changed since the last print. `say` gets a line for each.

    PDFs of earlier runs are removed, but not where this run is of some cards, or of the `copies` of a column.
    Returns those of cards that cannot be drawn now, and those that are no longer made.
    """
    project = game.project
    prints, outdated = PrintRecord(project.output / "sheets"), list[Path]()
    record = BuildRecord(project.root, project.output_path(), build=False)
    for plan, some in zip(plans, cards.values(), strict=True):
        what = "piece" if plan.name in game.project_cards.extras else "card"
        if choice.narrows:
            # Not the sheets of the whole deck, which `build` makes too.
            plan = replace(plan, name=f"{plan.name}-chosen")
        target = output or project.output_path("sheets", f"{plan.name}.pdf")
        if some and not plan.cards:  # none of them can be drawn
            outdated.append(target)
            continue
        say(_write(plan, target, prints, changed, what))
        if not (output or choice.narrows) and target.is_file():
            record.keep(target)
    whole = not (choice or output or copies)
    cleared = record.remove_outdated([project.output_path("sheets")]) if whole else OutdatedFiles()
    record.save()
    return [path for path in outdated if path.exists()], cleared


def _write(plan: SheetPlan, target: Path, record: PrintRecord, changed: bool, what: str) -> str:
    prints = {card.slug: made_of for card, made_of in zip(plan.cards, plan.prints, strict=True)}
    if changed:
        new = tuple(card for card in plan.cards if record.is_new(plan.name, card.slug, prints))
        if not new:
            return f"{plan.name}: nothing changed since the last print"
        plan = replace(plan, cards=new)
    with new_folder(target.parent), replacing(target) as file:
        plan.write(file)
    if not (plan.options.low_ink or plan.options.watermark):  # a draft is not what the players have
        record.printed(plan.name, prints)
    return f"{counted(len(plan.cards), what)} on {counted(plan.count(), 'sheet')} -> {shown(target)}"


class Sheets:
    """Cards on paper, as one PDF: `len` is the number of sheets, and a notebook shows the first."""

    def __init__(self, plan: SheetPlan) -> None:
        self._plan = plan

    @property
    def findings(self) -> list[Diagnostic]:
        """What is wrong with the cards as they are drawn."""
        return self._plan.composer.findings

    @property
    def cards(self) -> list[str]:
        """The names of the cards in their order, each as often as it is printed."""
        return [card.name for card in self._plan.cards]

    def to_bytes(self) -> bytes:
        """The PDF. Raises InputError when cards differ in size, do not fit the paper, or lack backs."""
        out = io.BytesIO()
        self._plan.write(out)
        return out.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write the PDF, whole or not at all; the path. Raises InputError as `to_bytes`, and OutputError."""
        target = user_path(path)
        with new_folder(target.parent), replacing(target) as file:
            self._plan.write(file)
        return target

    def render(self, page: int = 0, dpi: int = 72) -> Image:
        """A page of the PDF (from 0) as a picture in RGB."""
        from cardtools.render.pdf.raster import page_image

        return page_image(self.to_bytes(), page, dpi)

    def __len__(self) -> int:
        return self._plan.count()

    def __repr__(self) -> str:
        return f"<{self._plan.name}: {counted(len(self.cards), 'card')} on {counted(len(self), 'sheet')}>"

    def _repr_png_(self) -> bytes:
        return image_bytes(self.render(), "PNG")
