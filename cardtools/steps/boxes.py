"""The tuck box of a deck: its size from the cards, its panels drawn by their faces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import BinaryIO

from cardtools.cards.crops import read_crops
from cardtools.ground.colours import WRITE_ONE, mixed, read_colour
from cardtools.ground.errors import Diagnostic, InputError, bad_input, reported_at
from cardtools.print.sheets.definition import PAPERS
from cardtools.print.sheets.marks import LABEL_FONT, LARGE, RULER, ruler, words
from cardtools.print.sheets.printing import project_sheet, sheet_title
from cardtools.print.tuck_boxes import BLEED, BoxSize, Net, box_page, tuck_box
from cardtools.render.compose.compose import compose
from cardtools.render.face.load import load_face
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.project_cards import pdf_info
from cardtools.render.scene.scene import Item, Scene
from cardtools.render.text.fonts import Font
from cardtools.render.text.metrics import FontMetrics
from cardtools.steps.game_files import GameFiles

# The panels that a face of [box] is drawn on.
_PANELS = {
    "front": ("front",),
    "back": ("back",),
    "side": ("side", "other side"),
    "lid": ("top lid", "bottom lid"),
}
_TO_DO = "cut along solid lines, fold along dashed ones, glue the flap on the left to the inside"
_EDGE = 5.0  # mm at the edges of the paper that printers leave bare
MOST_CARDS = 10_000


class BoxPlan:
    """The box for so many cards of a size and thickness (mm): its size inside, its net, the paper, faces by
    panel and findings about them. Raises InputError with every problem.
    """

    def __init__(
        self, game: GameFiles, title: str, cards: int, size: tuple[float, float], paper: str, thickness: float
    ) -> None:
        settings = game.project.settings.box
        if not 0 < cards <= MOST_CARDS:
            raise bad_input("--cards", f"{cards} cards, expected 1 to {MOST_CARDS:,}")
        if not (colour := read_colour(settings.colour)):
            place = game.project.place("box", "colour")
            raise bad_input(place or "[box]", f"invalid colour {settings.colour!r}", WRITE_ONE)
        self.colour = mixed(colour)
        self.size = inside = BoxSize.of_cards(*size, cards, thickness, settings.clearance)
        self.net = net = tuck_box(inside)
        self.paper = _paper(net, paper)
        self.game, self.title = game, sheet_title(game.project.settings.name, title)
        self.faces: dict[str, Scene] = {}
        self.fonts: dict[str, Font] = {}
        self.findings: list[Diagnostic] = []
        problems: list[Diagnostic] = []
        values = {
            "project": {"name": game.project.settings.name, "copyright": game.project.settings.copyright},
            "box": {"title": title, "cards": cards, **inside._asdict()},
        }
        load = cache(
            partial(load_face, glossary=game.ruleset.glossary)
        )  # sides and lids of one size have one face
        crops, _ = read_crops(game.project)
        for key, panel in ((key, panel) for key, panels in _PANELS.items() for panel in panels):
            if not (path := getattr(settings, key)):
                continue
            try:
                with reported_at(game.project.place("box", key)):
                    face = load(game.project.path(path), (net[panel].box.width, net[panel].box.height))
                scene, found = compose(face, {**values, "panel": panel}, crops=crops)
            except InputError as error:
                problems += [problem for problem in error.diagnostics if problem not in problems]
                continue
            self.faces[panel] = replace(scene, title=panel)
            self.fonts |= face.metrics.files()
            self.findings += [finding for finding in found if finding not in self.findings]
        if problems:
            raise InputError(problems)

    def write(self, file: BinaryIO) -> None:
        """Write the PDF. Raises InputError when a font is damaged."""
        font = project_sheet(self.game.project).label_font
        marks = tuple(self._marks(FontMetrics({LABEL_FONT: [font]}))) if font else ()
        page = box_page(self.net, self.faces, self.colour, self.paper, marks)
        fonts = {**self.fonts, font.name: font} if font else self.fonts
        info = pdf_info(self.game.project, self.title, "a tuck box")
        write_pdf(file, [page], fonts, self.game.project_cards.art_files, info)

    def _marks(self, metrics: FontMetrics) -> Iterator[Item]:
        """A ruler and what to do, below the box where the paper has room."""
        width, height = self.paper
        top = (height + self.net.height) / 2 + BLEED + 5
        if top + 14 <= height and width >= RULER + 2 * _EDGE:
            yield from ruler(width / 2, top, metrics)
            inside = f"{self.size.width:.1f} x {self.size.height:.1f} x {self.size.depth:.1f} mm inside"
            yield from words(f"{self.title}: {inside}", width / 2, top + 9, LARGE, metrics)
            yield from words(_TO_DO, width / 2, top + 13, LARGE, metrics)


def _paper(net: Net, name: str) -> tuple[float, float]:
    """The paper, upright or across, as the net fits it."""
    if name.lower() not in PAPERS:
        raise bad_input("--paper", f"no paper {name!r}", f"known: {', '.join(PAPERS)}")
    width, height = (length + 2 * (BLEED + _EDGE) for length in (net.width, net.height))
    fitting = {
        paper: area
        for paper, upright in PAPERS.items()
        for area in (upright[::-1], upright)  # upright where both fit
        if width <= area[0] and height <= area[1]
    }
    if name.lower() in fitting:
        return fitting[name.lower()]
    smallest = min(fitting, key=lambda paper: (fitting[paper][0] * fitting[paper][1], paper), default="")
    hint = f"print it on {smallest}: --paper {smallest}" if smallest else "a print shop has larger paper"
    raise bad_input("--paper", f"the box takes {width:.0f} x {height:.0f} mm, more than {name.lower()}", hint)
