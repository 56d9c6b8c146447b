"""The inserts of a run: each pack's lore card, to print and to cut to its outline (Doc 4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import BinaryIO

import numpy as np

from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.print.sheets.layout import Side, grid, impose
from cardtools.print.sheets.printing import OwnItems, PrintOptions, SheetDefinition, write_sheets
from cardtools.printrun.integrity import insert_sizes, usual_masses
from cardtools.printrun.labels import label_numbers
from cardtools.printrun.ledger import Ledger, Pack
from cardtools.printrun.outlines import CUT, InsertOutline, OutlineLimits, PlacedOutline, outline
from cardtools.printrun.run_checks import INSERT_WORDS
from cardtools.printrun.run_plan import RunPlan
from cardtools.printrun.shuffle import random_numbers
from cardtools.render.project_cards import pdf_info
from cardtools.render.scene.scene import Box, Contour, Fill, Item, Rectangle, Stroke, Symbol
from cardtools.render.text.metrics import FontMetrics, text_runs
from cardtools.steps.game_files import GameFiles
from cardtools.steps.runs.insert_words import UNIT, InsertWords

MARGIN = 3.0  # mm around an outline that stay on the sheet
_LINE = Stroke(f"{CUT}#e6007e", 0.2)
_LABEL = 5.0  # points
_SHAPES = 30  # that are tried for the words of a pack


@dataclass(frozen=True)
class InsertPart:
    """A PDF of inserts of one material (g/m²): its name, its packs in order, the area of each insert."""

    name: str
    stock: float
    packs: tuple[Pack, ...]
    areas: tuple[float, ...]


@dataclass
class InsertPrinter:
    """Prints the inserts of the packs of a run. Raises InputError where the plan has none."""

    game: GameFiles
    plan: RunPlan
    ledger: Ledger
    definition: SheetDefinition
    _crowded: dict[str, set[str]] = field(default_factory=dict)

    @cached_property
    def cards(self) -> dict[str, InsertWords]:
        """The inserts by name, with their words. Raises InputError for lost and undrawable ones."""
        sources = {card.name: card for card in self.game.project_cards.cards}
        names = sorted({pack.insert for pack in self.ledger.packs()} - {""})
        if not names:
            raise bad_input(shown(self.ledger.path), "the packs of this run have no inserts")
        if lost := [name for name in names if name not in sources]:
            message = f"no card is named {lost[0]!r}, an insert of the run"
            raise bad_input(self.game.table.file.name, message, "put its row back, or name it as it was")
        sides = list(self.game.project_cards.compose(sources[name] for name in names))
        if problems := [problem for side in sides for problem in side.problems]:
            raise InputError(dict.fromkeys(problems))
        choose = self.game.project_cards.faces.choose
        cards = [(choose(one.card.values, one.card.where, one.card.name), one) for one in sides]
        return {one.card.name: InsertWords(face, one) for face, one in cards}

    @property
    def findings(self) -> list[Diagnostic]:
        """What is wrong with the inserts, among them words without room in the outlines that were written."""
        found = dict.fromkeys(finding for one in self.cards.values() for finding in one.composed.findings)
        for name, packs in self._crowded.items():
            some = f"{counted(len(packs), 'pack')} ({', '.join(sorted(packs)[:3])})"
            message = f"the words of {name} have no room in the outlines of {some}"
            found[INSERT_WORDS.finding(self.cards[name].composed.card.where, message)] = None
        return list(found)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the cards that inserts are cut from."""
        scenes = [scene for one in self.cards.values() if (scene := one.composed.scene)]
        return max((scene.width, scene.height) for scene in scenes)

    def parts(self, wave: int | None, sheets: int) -> Iterator[InsertPart]:
        """The PDFs of so many sheets, material by material."""
        packs = list(self.ledger.packs(wave))
        entry, opening = self.plan.integrity, self.ledger.opening
        purposes = (f"insert of pack {pack.number}" for pack in packs)
        random = np.stack([random_numbers(opening.seed, purpose, 2) for purpose in purposes])
        masses = np.zeros(len(packs))
        if entry.policy == "equal_weight":  # by the rarities of the cards in each
            rows = {pack.number: row for row, pack in enumerate(packs)}
            columns = {tier: column for column, (tier, _, _) in enumerate(opening.tiers)}
            rarities = np.zeros((len(packs), len(columns)), np.int64)
            for copy in self.ledger.copies("number"):
                if copy.pack in rows:
                    rarities[rows[copy.pack], columns[copy.tier]] += 1
            masses = usual_masses(entry, rarities)
        sizes = insert_sizes(entry, masses, random)
        most = sheets * len(grid(self.definition.layout, *self.size, self.definition.path))
        for stock in sorted(set(sizes.stocks.tolist())):
            own = np.flatnonzero(sizes.stocks == stock).tolist()
            for number, start in enumerate(range(0, len(own), most), 1):
                some = own[start : start + most]
                name = f"{opening.id}-inserts-{stock:g}g-{number:04d}.pdf"
                areas = tuple(float(sizes.areas[index]) for index in some)
                yield InsertPart(name, stock, tuple(packs[index] for index in some), areas)

    def outlines(self, part: InsertPart) -> list[InsertOutline]:
        """The outlines of a part by the numbers of labels: the first in which all words have room."""
        seed, found, (width, height) = self.ledger.opening.seed, [], self.size
        narrowest = self.plan.integrity.insert_narrowest
        limits = OutlineLimits(narrowest, width - 2 * MARGIN, height - 2 * MARGIN)
        for pack, area in zip(part.packs, part.areas, strict=True):
            words = self.cards[pack.insert]
            shapes = (outline(seed, pack.number, area, limits, again) for again in range(_SHAPES))
            first = next(shapes)
            found.append(first if words.fit(first) else next(filter(words.fit, shapes), first))
        labels = label_numbers(self.ledger.opening, "pack", [one.pack for one in found])
        return [replace(one, pack=label) for one, label in zip(found, labels, strict=True)]

    def write(self, file: BinaryIO, part: InsertPart, outlines: list[InsertOutline]) -> None:
        """Write the PDF: the card of each pack, the line to cut, and the pack beyond it."""
        fronts = [scene for pack in part.packs if (scene := self.cards[pack.insert].picture)]
        own = [
            OwnItems(tuple(self._over(one, pack)), f"insert of pack {one.pack}")
            for one, pack in zip(outlines, part.packs, strict=True)
        ]
        title = f"{self.game.project.settings.name or 'cards'}: {part.name.removesuffix('.pdf')}"
        info = pdf_info(self.game.project, title, f"{counted(len(fronts), 'insert')} of {part.stock:g} g/m²")
        fonts, art = self.game.project_cards.fonts(), self.game.project_cards.art_files
        write_sheets(file, self.definition, fronts, fonts, art, info, (), PrintOptions(), own)

    def pages(self, outlines: list[InsertOutline]) -> Iterator[tuple[Side, list[PlacedOutline]]]:
        """The outlines on each page of the PDF, with their middles."""
        layout, path = self.definition.layout, self.definition.path
        for side in impose(layout, len(outlines), *self.size, path):
            boxes = ((outlines[cell.card], cell.box) for cell in side.cells)
            yield side, [(one, box.left + box.width / 2, box.top + box.height / 2) for one, box in boxes]

    def _over(self, one: InsertOutline, pack: Pack) -> Iterator[Item]:
        width, height = self.size
        words, name = self.cards[pack.insert], f"{self.ledger.opening.id}-P{one.pack}"
        yield from words.inside(one, width, height)
        if not words.fit(one):
            self._crowded.setdefault(pack.insert, set()).add(name)
        contour: Contour = tuple(
            (kind, *(float(value) + (width, height)[at % 2] / 2 for at, value in enumerate(values)))
            for kind, *values in one.contour()
        )
        yield Symbol(UNIT, "cut", (contour,), None, _LINE)
        if font := self.definition.label_font:
            metrics = FontMetrics({"label": [font]})
            (run,) = text_runs(metrics.line("label", name), 4.0, 2.2, _LABEL, "#000000")
            yield Rectangle(Box(3.4, 0.5, run.width + 1.2, 2.3), 0.5, Fill(("#ffffff",)))
            yield run
