"""The sheets of a project for the page that prints them: each side is drawn from its page in the PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.texts import text_files
from cardtools.render.pdf.profile import PressProfile, press_profile
from cardtools.render.pdf.raster import page_image
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.draw_cards import Composer
from cardtools.steps.game_files import GameFiles
from cardtools.steps.sheets import SheetPlan, cards_of_sheets, plan_of, sheet_options

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_DPI = (20, 300)  # the least and the most that a page may ask for


class How(TypedDict, total=False):
    """Options of `cardtools sheet`: those that change what is on the sheets."""

    decks: Sequence[str]
    where: str
    copies: str
    definition: str
    paper: str
    skip: str
    watermark: str
    low_ink: bool
    printer: str


class PlannedSheets:
    """What `cardtools sheet` makes with these options. Cards are composed when a side with them is drawn: one
    that cannot be is then among the `problems` (by slug), and left out from there on.
    """

    def __init__(self, game: GameFiles, how: How) -> None:
        options: dict[str, Any] = {**how}
        decks, where, copies = (options.pop(name, "") for name in ("decks", "where", "copies"))
        if definition := how.get("definition"):
            options["definition"] = game.project.path(definition)
        self._game, self._how = game, sheet_options(game.project, **options)
        choice = CardChoice((), where, tuple(map(game.project.path, decks)))
        self._cards = cards_of_sheets(game, choice, copies)
        self.problems: dict[str, list[Diagnostic]] = {}
        for card in {card.slug: card for cards in self._cards.values() for card in cards}.values():
            try:
                game.project_cards.faces.choose(card.values, card.where, card.name)
            except InputError as error:
                self.problems[card.slug] = list(error.diagnostics)
        self._plans: dict[int, dict[str, SheetPlan]] = {}  # by the number of cards that are left out

    @property
    def plans(self) -> dict[str, SheetPlan]:
        """The PDFs by name."""
        if len(self.problems) not in self._plans:
            composer, extras, found = Composer(self._game), self._game.project_cards.extras, {}
            for name, cards in self._cards.items():
                able = [card for card in cards if card.slug not in self.problems]
                definition = self._how.read(self._game, name if name in extras else "")
                found[name] = plan_of(composer, name, able, definition, self._how.options)
            self._plans = {len(self.problems): found}
        return self._plans[len(self.problems)]

    def side(self, name: str, number: int) -> bytes:
        """A side (from 0) of a PDF, as a PDF. Raises InputError for cards that cannot be drawn, once."""
        sides = self.plans[name].sides if name in self.plans else ()
        if not 0 <= number < len(sides):
            raise bad_input(name, "this side is not there any more", "load the page again")
        own, side = self.plans[name].only(sides[number])
        drawn = [*own.composer.compose(own.cards), *own.backs]
        if broken := {one.card.slug: list(one.problems) for one in drawn if one.scene is None}:
            self.problems |= broken
            raise InputError(problem for problems in broken.values() for problem in problems)
        file = io.BytesIO()
        own.write(file, [side])
        return file.getvalue()


def print_setup(desk: Desk) -> dict[str, list[str]]:
    """What can be chosen: decks, editions, sheet definitions, the press."""
    settings = desk.project.settings
    definitions = [one["path"] for one in text_files(desk) if one["kind"] == "sheet"]
    press = [settings.print.profile] if settings.print.profile else []
    decks, editions = list(settings.cards.decks), list(settings.editions)
    return {"decks": decks, "editions": editions, "definitions": definitions, "press": press}


def sheets(desk: Desk, how: How, press: bool = False) -> dict[str, Any]:
    """Each PDF, with the size of its paper in mm; what is wrong with the cards that are left out; how many
    different cards there are. Raises InputError if a `press` whose colours are to be seen has no profile.
    """
    if press:
        _press(desk)
    planned, found = _planned(desk, how), []
    for plan in planned.plans.values():
        layout = plan.definition.layout
        known = {"name": plan.name, "title": plan.info.title, "cards": len(plan.cards), "size": layout.size}
        known |= {"sides": len(plan.sides), "papers": plan.count(), "marks": bool(layout.marks)}
        known |= {"flip": layout.flip, "fold": layout.fold}
        found.append({**known, "definition": shown(plan.definition.path)})
    problems = [one.data() for some in planned.problems.values() for one in some]
    different = {card.slug for plan in planned.plans.values() for card in plan.cards}
    return {"files": found, "problems": problems, "different": len(different)}


def sheet_side(desk: Desk, how: How, file: str, number: int, dpi: int, press: bool = False) -> bytes:
    """A side (from 0) of a PDF as a PNG file, in the colours of the `press` if asked for."""
    image = page_image(_planned(desk, how).side(file, number), 0, min(max(int(dpi), _DPI[0]), _DPI[1]))
    if press:
        image = _press(desk).proof(image)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _press(desk: Desk) -> PressProfile:
    return press_profile(desk.project, "[print] profile")


def _planned(desk: Desk, how: How) -> PlannedSheets:
    made: PlannedSheets = desk.keep(f"sheets {sorted(how.items())}", lambda: PlannedSheets(desk.game, how))
    return made


def see_sheets(studio: Studio, how: How, **arguments: Any) -> Any:
    """What is on the sheets."""
    return studio.draw("sheets", how=_inside(studio, how), **arguments)


def see_side(studio: Studio, how: How, **arguments: Any) -> Any:
    """A side of the sheets, as `sheet_side`."""
    return studio.draw("sheet_side", how=_inside(studio, how), **arguments)


def _inside(studio: Studio, how: How) -> How:
    """The options, whose files are in the project. Raises InputError if one is not."""
    for path in filter(None, (how.get("definition"), *how.get("decks", ()))):
        studio.workspace.path(path)
    return how


ANSWERS: dict[str, DeskAnswer] = {"print_setup": print_setup, "sheets": sheets, "sheet_side": sheet_side}
