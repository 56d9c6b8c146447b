"""The contact sheet: all cards as pictures, with what is wrong with them; only what has changed is drawn.

Everything stays in memory: the output folder is `build`'s.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardtools.cards.table import Card
from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.build_record import BuildRecord, tool_digest
from cardtools.ground.io.files import digest, shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.workbooks import table_file
from cardtools.pages.studio.worker import Send
from cardtools.pages.watch.changes import state
from cardtools.print.export.decks import card_row
from cardtools.project.project import BASELINE_NAME, FILE_NAME, Project
from cardtools.project.settings import Settings
from cardtools.render.face.model.card import CardSize
from cardtools.render.pdf.profile import PressProfile, press_profile
from cardtools.render.project_cards import ProjectCards
from cardtools.steps.card_choice import ALL_CARDS, CardChoice
from cardtools.steps.check import check_game
from cardtools.steps.draw_cards import Composer
from cardtools.steps.game_files import GameFiles

DPI = 150  # of the pictures on the page: a card is 370 pixels wide
LARGE_DPI = 300  # of one card alone
_SOON = 0.5  # seconds that a drawn picture waits at most to be shown
_NAMED = 3  # cards; of more, only the number is printed


def follow(
    show: Send, verbosity: int, choice: CardChoice, proof: bool = False
) -> Callable[[dict[str, str]], None]:
    """For a `Worker`: refreshes a contact sheet. A request is what is `drawn` already; a reply, the arguments
    of `Board.show`.
    """
    sheet: ContactSheet | None = None

    def refresh(drawn: dict[str, str]) -> None:
        nonlocal sheet
        sheet = sheet or ContactSheet(lambda *news: show(news), Console(verbosity), choice, drawn, proof)
        files = sheet.files()
        seen = state(files)
        sheet.refresh(lambda: state(files) != seen)

    return refresh


def enlarge(reply: Send, choice: CardChoice, proof: bool = False) -> Callable[[tuple[str, str]], None]:
    """For a `Worker`: draws a card at print resolution. A request is its slug and its picture's key; the
    reply, a PNG file. There is none if the card has changed since that was drawn, or cannot be drawn.
    """

    def draw(card: tuple[str, str]) -> None:
        slug, key = card
        try:
            project = choice.project(required=False)
            project_cards, wanted = _cards(GameFiles(project), choice)
            profile = press_profile(project, "--proof") if proof else None
            for composed in project_cards.compose([card for card in wanted if card.slug == slug][:1]):
                if composed.scene and picture_key(composed.inputs, profile) == key:
                    png = project_cards.rasteriser(LARGE_DPI, bleed=0).png(composed.scene)
                    reply(profile.proof_png(png, LARGE_DPI) if profile else png)
        except (InputError, OSError):
            return  # the page has it from `follow`

    return draw


def sources(project: Project, choice: CardChoice) -> list[Path]:
    """The files and folders that the chosen cards of a project are made from."""
    settings = project.settings
    cards, effects = settings.cards, settings.effects
    names = [FILE_NAME, BASELINE_NAME, cards.crops, *cards.decks, *cards.art]
    names += [extras.table for extras in settings.extras]
    names += filter(None, (settings.ruleset, settings.print.profile))
    names += [effects.tagged, effects.templates, effects.placeholders, "templates"]
    faces = [project.path(choice.face).parent for choice in (*settings.faces, *settings.backs)]
    return [*project.table_files, *map(table_file, map(project.path, names)), *faces, *choice.decks]


def _cards(game: GameFiles, choice: CardChoice) -> tuple[ProjectCards, Sequence[Card]]:
    """The set of the chosen cards, and these as often as their decks contain them."""
    project_cards, wanted = game.project_cards, choice.copies(game)
    if not choice:
        return project_cards, wanted
    cards = tuple({card.slug: card for card in wanted}.values())
    return replace(project_cards, cards=cards, extras={}), wanted


@dataclass(frozen=True)
class Tile:
    """A card, its number of copies, its trim size, the key of its picture ("": none yet), the reasons why it
    cannot be drawn, and the findings from drawing it.
    """

    card: Card
    count: int
    size: CardSize
    picture: str = ""
    reasons: tuple[Diagnostic, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    def data(self, checked: Iterable[Diagnostic]) -> dict[str, Any]:
        """The tile for the page, with what the checks found. A problem that both found is reported once."""
        found = dict.fromkeys((*checked, *self.findings))
        places = {finding.location for finding in found}
        found |= dict.fromkeys(reason for reason in self.reasons if reason.location not in places)
        return {
            "id": self.card.slug,
            "name": self.card.name,
            "place": str(self.card.where),
            "count": self.count,
            "width": self.size.width,
            "height": self.size.height,
            "corner": self.size.corner,
            "shape": self.size.shape,
            "picture": self.picture,
            "reasons": [one.data() for one in self.reasons],
            "findings": [one.data() for one in found],
            "words": " ".join(filter(None, card_row(self.card.values).values())),
        }


def picture_key(inputs: str, profile: PressProfile | None) -> str:
    """The name of a picture: a digest of its inputs and of the profile that it is a proof for, so that one
    name is always the same picture. "" for a card that cannot be drawn: it has no inputs.
    """
    made = digest(inputs, profile.data, profile.intent) if inputs and profile else inputs
    return digest(tool_digest(), made, str(DPI)) if made else ""


class ContactSheet:
    """The cards of the working folder's project, or those of them that are chosen.

    `show` gets what is new, as `Board.show`. While a file cannot be used, only the errors are new.
    `drawn` is, by card, the key of the picture that is shown already. With `proof` pictures have the colours
    that the press of the project prints.
    """

    def __init__(
        self,
        show: Callable[..., object],
        console: Console,
        choice: CardChoice = ALL_CARDS,
        drawn: Mapping[str, str] | None = None,
        proof: bool = False,
    ) -> None:
        self.show, self.console, self.choice, self.proof = show, console, choice, proof
        self._profile: PressProfile | None = None
        self._project = Project(Path.cwd(), Settings())
        self._record: BuildRecord | None = None
        self._tiles: dict[str, Tile] = {}
        self._drawn = dict(drawn or {})
        self._new: dict[str, bytes] = {}  # pictures that are not shown yet
        self._by_card: dict[Location, list[Diagnostic]] = {}  # findings by the place of the card's name
        self._others: list[Diagnostic] = []
        self._summary = ""
        self._errors: tuple[Diagnostic, ...] = ()
        self._followed: set[Path] = set()  # what is known only when other files are read

    def refresh(self, changed: Callable[[], bool] = lambda: False) -> None:
        """Read all files, draw the cards that are not as they were, check all, and show it.

        Problems are shown on the page and printed here. Drawing stops early if `changed` says that the files
        have changed since they were read: then there will be another refresh.
        """
        start, before = time.perf_counter(), (self._errors, self._summary)
        drawn: list[str] = []
        try:
            errors = self._draw(drawn, changed)
        except InputError as error:
            errors = error.diagnostics
        except OSError as error:  # gone or replaced while it was read: one more change
            where = shown(Path(error.filename)) if error.filename else FILE_NAME
            errors = (Diagnostic(Location(where), f"cannot be read: {error.strerror or error}"),)
        self._errors = errors
        broken = (Path(error.location.path) for error in errors)
        self._followed.update(path for path in broken if not os.path.isdir(path))
        self._show()
        if errors:
            self.console.problems(errors if errors != before[0] else ())
        elif drawn or before != (errors, self._summary):
            names = ", ".join(drawn) if len(drawn) <= _NAMED else counted(len(drawn), "card")
            work = f"{names} drawn in {time.perf_counter() - start:.1f} s; " if drawn else ""
            self.console.say(work + self._summary)

    def files(self) -> list[Path]:
        """The files and folders that all this is made from."""
        return [*sources(self._project, self.choice), *self._followed]

    def _draw(self, drawn: list[str], changed: Callable[[], bool]) -> tuple[Diagnostic, ...]:
        """Draw what has changed, and check all; what is wrong with faces that cannot be used."""
        project = self._project = self.choice.project(required=False)
        self._profile = press_profile(project, "--proof") if self.proof else None
        game = GameFiles(project, deck_files=self.choice.decks or None)
        parts = [part for face in game.project_cards.faces.usable for part in face.file.parts]
        self._followed.update(part.path.parent for part in parts)
        project_cards, wanted = _cards(game, self.choice)
        self._record = self._record or BuildRecord(project.root, project.output)
        composer = Composer(game, self._record, project_cards, checked=True)
        composer.compose_changed(project_cards.everything)
        new = self._lay_out(composer, Counter(card.slug for card in wanted))
        if self._paint(composer, new, drawn, changed):
            self._show()  # before the checks, which take as long as drawing
            self._followed.update(game.ruleset.files)
            report = check_game(game).capped()
            self._by_card, self._others, self._summary = {}, [], report.summary()
            for finding in report.diagnostics:
                row = report.checked.subject(finding).row
                about = self._others if row < 0 else self._by_card.setdefault(game.table.name_place(row), [])
                about.append(finding)
        return project_cards.problems

    def _lay_out(self, composer: Composer, counts: Counter[str]) -> list[Card]:
        """Make the tiles of the cards; those to be drawn again, which keep their old pictures until then."""
        known, tiles, new = set(self._drawn.values()), {}, []
        for card in composer.project_cards.everything:
            key = picture_key(composer.inputs(card), self._profile)
            picture = key if key in known else self._drawn.get(card.slug, "") if key else ""
            size, one = CardSize(), composer.known_side(card)
            with suppress(InputError):  # no face fits: the standard size
                size = composer.size(card)
            findings = tuple(composer.game.reported(one.findings, checked=True))
            tiles[card.slug] = Tile(card, counts[card.slug], size, picture, one.problems, findings)
            new += [card] if key != picture else []
        self._tiles = tiles
        self._drawn = {slug: tile.picture for slug, tile in tiles.items() if tile.picture}
        return new

    def _paint(
        self, composer: Composer, new: list[Card], drawn: list[str], changed: Callable[[], bool]
    ) -> bool:
        """Draw the missing pictures and show them as they get ready; whether no file changed meanwhile."""
        able = [one for one in composer.compose(new) if one.scene]
        pictures = composer.project_cards.rasteriser(DPI, bleed=0).pngs(
            one.scene for one in able if one.scene
        )
        shown_at = time.perf_counter()
        for one, picture in zip(able, pictures, strict=True):
            slug, key = one.card.slug, picture_key(one.inputs, self._profile)
            if isinstance(picture, InputError):
                self._tiles[slug] = replace(self._tiles[slug], picture="", reasons=picture.diagnostics)
                self._drawn.pop(slug, None)
                continue
            self._tiles[slug] = replace(self._tiles[slug], picture=key)
            self._drawn[slug] = key
            self._new[key] = self._profile.proof_png(picture, DPI) if self._profile else picture
            drawn.append(one.card.name)
            if time.perf_counter() - shown_at > _SOON:
                if changed():
                    return False
                self._errors = composer.project_cards.problems  # the other files could be read
                self._show()
                shown_at = time.perf_counter()
        return True

    def _show(self) -> None:
        news: dict[str, object] = {"errors": [one.data() for one in self._errors]}
        if self._record:  # else nothing could be read yet
            settings = self._project.settings
            news |= {
                "title": settings.name or self._project.root.name,
                "summary": self._summary,
                "others": [one.data() for one in self._others],
                "cards": [tile.data(self._by_card.get(tile.card.where, ())) for tile in self._tiles.values()],
            }
        self.show(news, self._new, self.files())
        self._new = {}
