"""The sheets of a project for the page that prints them: what is on them, each side drawn from the same page
as in the PDF, and what a proof finds.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.checks.proof.side import PrintLimits
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.pages.studio.desk import Desk, DeskAnswer, key_of
from cardtools.pages.studio.texts import text_files
from cardtools.print.export import TARGETS
from cardtools.print.sheets.layout import read_cells
from cardtools.print.sheets.printing import PrintOptions, find_printer
from cardtools.render.pdf.profile import press_profile
from cardtools.render.pdf.raster import page_image
from cardtools.render.project_cards import ProjectCards
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.check import ink_limit, proof_game
from cardtools.steps.draw_cards import Composer
from cardtools.steps.game_files import GameFiles
from cardtools.steps.sheets import SheetOptions, SheetPlan, cards_of_sheets, plan_of

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_DPI = (20, 300)  # the least and the most that a page may ask for
_PIECE = 12  # cards that are proofed while others wait for their answers

How = Mapping[str, Any]  # options of `cardtools sheet` by name, those that change what is on the sheets


class PlannedSheets:
    """The PDFs that `cardtools sheet` makes with these options, by name. Cards are composed only when a side
    with them is drawn: one that then cannot be drawn is `lost` (by slug, its name), and planned without.
    """

    def __init__(self, game: GameFiles, how: How) -> None:
        self._game, self.lost = game, dict[str, str]()
        options: dict[str, str] = {name: str(how.get(name) or "") for name in _TEXTS}
        paths = [Path(path) for path in how.get("decks") or ()]
        choice = CardChoice((), options["where"], tuple(map(game.project.path, map(str, paths))))
        self._cards = cards_of_sheets(game, choice, options["copies"])
        printer = find_printer(game.project, options["printer"])
        skip, low_ink = read_cells(options["skip"]), bool(how.get("low_ink"))
        file = game.project.path(options["definition"]) if options["definition"] else None
        self._how = SheetOptions(
            file, options["paper"], PrintOptions(skip, options["watermark"], low_ink, printer)
        )
        self._planned = -1, dict[str, SheetPlan]()
        project_cards: ProjectCards = game.project_cards
        for card in (card for some in self._cards.values() for card in some):
            try:
                project_cards.faces.choose(card.values, card.where, card.name)
            except InputError:
                self.lost[card.slug] = card.name

    @property
    def plans(self) -> dict[str, SheetPlan]:
        """The PDFs without the cards that are lost so far."""
        if self._planned[0] != len(self.lost):
            composer, extras = Composer(self._game), self._game.project_cards.extras
            found = {}
            for name, cards in self._cards.items():
                definition = self._how.read(self._game, name if name in extras else "")
                able = [card for card in cards if card.slug not in self.lost]
                found[name] = plan_of(composer, name, able, definition, self._how.options)
            self._planned = len(self.lost), found
        return self._planned[1]

    def side(self, name: str, number: int) -> tuple[bytes, list[str], int]:
        """A side (from 0) of a PDF as a PDF of its own, the names of its cards, how many sides there are."""
        while True:
            plan, known = self.plans.get(name), len(self.lost)
            sides = plan.sides if plan else ()
            if plan is None or not 0 <= number < len(sides):
                raise bad_input(name, "this side is not there any more", "load the page again")
            own, side = plan.only(sides[number])
            drawn = [*own.composer.compose(own.cards), *own.backs]
            self.lost |= {one.card.slug: one.card.name for one in drawn if one.scene is None}
            if len(self.lost) == known:
                file = io.BytesIO()
                own.write(file, [side])
                return file.getvalue(), list(dict.fromkeys(card.name for card in own.cards)), len(sides)


_TEXTS = ("where", "copies", "definition", "paper", "skip", "watermark", "printer")


def print_setup(desk: Desk) -> dict[str, Any]:
    """What can be chosen: decks, editions, sheet definitions; what each target of `cardtools export` is, and
    the name of the press profile.
    """
    settings, profile = desk.project.settings, Path(desk.project.settings.print.profile).name
    definitions = [one["path"] for one in text_files(desk) if one["kind"] == "sheet"]
    known = {"decks": list(settings.cards.decks), "editions": list(settings.editions), "press": profile}
    return {**known, "definitions": definitions, "targets": TARGETS}


def sheets(desk: Desk, how: How) -> dict[str, Any]:
    """Each PDF: its name, how many cards, sheets of paper and sides it has, their size in mm, its backs, its
    definition; the names of cards that are left out since they cannot be drawn, and how many a proof draws.
    """
    planned, found = _planned(desk, how), []
    for plan in planned.plans.values():
        layout, sides = plan.definition.layout, plan.sides
        known = {"name": plan.name, "title": plan.info.title, "cards": len(plan.cards), "sides": len(sides)}
        known |= {"papers": plan.count(), "size": layout.size}
        known |= {"flip": layout.flip, "fold": layout.fold, "marks": bool(layout.marks)}
        found.append({**known, "definition": shown(plan.definition.path)})
    slugs = {card.slug for plan in planned.plans.values() for card in plan.cards}
    return {"files": found, "lost": list(planned.lost.values()), "proofs": len(slugs)}


def sheet_side(desk: Desk, how: How, file: str, number: int, dpi: int, press: bool = False) -> dict[str, Any]:
    """A side (from 0) of a PDF as a picture (a data URL), in the colours of the `press` if asked for, the
    names of its cards, and how many sides and lost cards there are now.
    """
    planned, out = _planned(desk, how), io.BytesIO()
    pdf, cards, sides = planned.side(file, number)
    image = page_image(pdf, 0, min(max(int(dpi), _DPI[0]), _DPI[1]))
    if press:
        image = press_profile(desk.project, "[print] profile").proof(image)
    image.save(out, "PNG", compress_level=1)
    picture = "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii")
    return {"picture": picture, "cards": cards, "sides": sides, "lost": len(planned.lost)}


def proof_piece(desk: Desk, how: How, start: int) -> dict[str, Any]:
    """What a proof finds on a few cards from number `start` on, and the number to go on with. A finding about
    a face is in every piece that has one of its cards.
    """
    plans = _planned(desk, how).plans.values()
    cards = list({card.slug: card for plan in plans for card in plan.cards}.values())
    piece, limits = cards[start : start + _PIECE], PrintLimits(ink=ink_limit(desk.project.settings.print))
    report, sides = proof_game(desk.game, piece, limits)
    slugs = {one: side.card.slug for side in sides for one in side.findings}
    found = [{**one.data(), "slug": slugs.get(one, "")} for one in report.diagnostics]
    return {"findings": found, "next": start + len(piece), "of": len(cards)}


def _planned(desk: Desk, how: How) -> PlannedSheets:
    made: PlannedSheets = desk.keep(
        f"sheets {key_of(sorted(how.items()))}", lambda: PlannedSheets(desk.game, how)
    )
    return made


def asked_of(name: str) -> Any:
    """The handler of an answer of this module; the files that the options name are in the project."""

    def handler(studio: Studio, how: How, **arguments: Any) -> Any:
        for path in (how.get("definition"), *(how.get("decks") or ())):
            if path:
                studio.workspace.path(path)
        return studio.draw(name, how=how, **arguments)

    return handler


CHANGES = {name: asked_of(name) for name in ("sheets", "sheet_side", "proof_piece")}
ANSWERS: dict[str, DeskAnswer] = {
    "print_setup": print_setup, "sheets": sheets, "sheet_side": sheet_side, "proof_piece": proof_piece
}  # fmt: skip
