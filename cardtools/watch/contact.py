"""The contact sheet: all cards as pictures, with what is wrong with them; only what has changed is drawn.

Everything stays in memory: the output folder is `build`'s.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cardtools.cards.deck import read_deck
from cardtools.console import Console
from cardtools.errors import Diagnostic, InputError, Location
from cardtools.files import shown
from cardtools.incremental import BuildRecord
from cardtools.project import BASELINE_NAME, FILE_NAME, Project, Settings, find_project
from cardtools.render.art import ArtFiles
from cardtools.render.pictures import compose_cards
from cardtools.render.raster import Rasteriser
from cardtools.render.sources import CardSet
from cardtools.spelling import counted
from cardtools.stages.cards import Composer
from cardtools.stages.check import check_game
from cardtools.stages.game import Game
from cardtools.watch.board import Board
from cardtools.watch.tile import DPI, Tile, picture_key, problem, trim_size

LARGE_DPI = 300  # of one card alone
_SOON = 0.5  # seconds: what is drawn waits no longer to be shown
_NAMED = 3  # cards; of more, only the number is printed


class ContactSheet:
    """The cards of the working folder's project, or of a deck, put up on a board.

    While a file cannot be used the page keeps what it shows and says why.
    """

    def __init__(self, board: Board, console: Console, deck: Path | None = None) -> None:
        self.board, self.console, self.deck = board, console, deck
        self._project = Project(Path.cwd(), Settings())
        self._record: BuildRecord | None = None
        self._card_set: CardSet | None = None
        self._tiles: dict[str, Tile] = {}
        self._pictures: dict[str, bytes] = {}
        self._by_card: dict[Location, list[Diagnostic]] = {}  # findings by the place of the card's name
        self._others: list[Diagnostic] = []
        self._summary = ""
        self._errors: tuple[Diagnostic, ...] = ()
        self._followed: set[Path] = set()  # what is known only when other files are read
        self._show()

    def refresh(self, changed: Callable[[], bool] = lambda: False) -> None:
        """Read all files, draw the cards that are not as they were, check all, and show it.

        Problems are shown on the page and printed here. Drawing stops early if `changed` says that the files
        have changed since they were read: then there will be another refresh.
        """
        start, before = time.perf_counter(), (self._errors, self._summary)
        drawn: list[str] = []
        errors: tuple[Diagnostic, ...] = ()
        try:
            self._draw(drawn, changed)
        except InputError as error:
            errors = error.diagnostics
        except OSError as error:  # gone or replaced while it was read: one more change
            where = shown(Path(error.filename)) if error.filename else FILE_NAME
            errors = (Diagnostic(Location(where), f"cannot be read: {error.strerror or error}"),)
        self._errors = errors
        broken = (Path(error.location.path) for error in self._errors)
        self._followed.update(path for path in broken if not path.is_dir())
        self._show()
        if self._errors:
            self.console.problems(self._errors if self._errors != before[0] else ())
        elif drawn or before != (self._errors, self._summary):
            names = ", ".join(drawn) if len(drawn) <= _NAMED else counted(len(drawn), "card")
            work = f"{names} drawn in {time.perf_counter() - start:.1f} s; " if drawn else ""
            self.console.say(work + self._summary)

    def files(self) -> list[Path]:
        """The files and folders that all this is made from."""
        project, settings = self._project, self._project.settings
        cards, effects = settings.cards, settings.effects
        names = [FILE_NAME, BASELINE_NAME, settings.ruleset, cards.database, *cards.decks, *cards.art]
        names += [extras.table for extras in settings.extras]
        names += [effects.tagged, effects.templates, effects.placeholders, "templates"]
        faces = [project.path(choice.face).parent for choice in (*settings.faces, *settings.backs)]
        return [*map(project.path, names), *faces, *([self.deck] if self.deck else []), *self._followed]

    def large(self, key: str) -> bytes | None:
        """The card of a picture at print resolution; None if it has changed since that picture was drawn."""
        card_set = self._card_set
        card = next((tile.card for tile in list(self._tiles.values()) if tile.picture == key), None)
        if card_set is None or card is None:
            return None
        art_files = ArtFiles(
            card_set.art_files.roots
        )  # of its own: this is another thread than the one that draws
        (composed,) = compose_cards(card_set.faces, [card], art_files)
        if composed.scene is None or picture_key(composed.inputs) != key:
            return None
        try:
            return Rasteriser(card_set.faces.fonts(), art_files, LARGE_DPI, 0).png(composed.scene)
        except (InputError, OSError):
            return None

    def _draw(self, drawn: list[str], changed: Callable[[], bool]) -> None:
        project = self._project = find_project()
        game = Game(project, deck_files=(self.deck,) if self.deck else None)
        card_set = game.card_set
        parts = [part for choice in card_set.faces.choices for part in choice.face.file.parts]
        self._followed.update(part.path.parent for part in parts)
        wanted = card_set.deck(read_deck(self.deck)) if self.deck else card_set.everything
        if self.deck:
            card_set = replace(
                card_set, cards=tuple({card.slug: card for card in wanted}.values()), extras={}
            )
        self._card_set = card_set
        self._record = self._record or BuildRecord(project.root, project.output)
        composer = Composer(card_set, self._record)
        composer.learn(card_set.everything)
        self._lay_out(composer, Counter(card.slug for card in wanted))
        if self._paint(composer, drawn, changed):
            self._show()  # before the checks, which take as long as drawing
            self._followed.update(game.ruleset.files)
            self._check(game)

    def _check(self, game: Game) -> None:
        """Check cards, effects, art and decks."""
        report = check_game(game).capped()
        self._by_card, self._others, self._summary = {}, [], report.summary()
        for finding in report.diagnostics:
            row = report.checked.subject(finding).row
            about = self._others if row < 0 else self._by_card.setdefault(game.table.place(row, "NAME"), [])
            about.append(finding)

    def _lay_out(self, composer: Composer, counts: Counter[str]) -> None:
        """The tiles of the cards; one that has to be drawn again keeps its old picture until then."""
        tiles: dict[str, Tile] = {}
        for card in composer.card_set.everything:
            key, old = picture_key(composer.inputs(card)), self._tiles.get(card.slug)
            picture = key if key in self._pictures else old.picture if old and key else ""
            size, one = trim_size(card, composer.card_set.faces), composer.learned(card)
            tiles[card.slug] = Tile(card, counts[card.slug], size, picture, one.problems, one.findings)
        self._tiles = tiles
        self._pictures = {
            tile.picture: self._pictures[tile.picture]
            for tile in tiles.values()
            if tile.picture in self._pictures
        }

    def _paint(self, composer: Composer, drawn: list[str], changed: Callable[[], bool]) -> bool:
        """Draw the missing pictures and show them as they get ready; whether no file changed meanwhile."""
        card_set = composer.card_set
        keys = {card.slug: picture_key(composer.inputs(card)) for card in card_set.everything}
        new = [card for card in card_set.everything if (key := keys[card.slug]) and key not in self._pictures]
        able = [one for one in composer.compose(new) if one.scene]
        pictures = card_set.rasteriser(DPI, bleed=0).pngs(one.scene for one in able if one.scene)
        shown_at = time.perf_counter()
        for one, picture in zip(able, pictures, strict=True):
            slug = one.card.slug
            if isinstance(picture, InputError):
                self._tiles[slug] = replace(self._tiles[slug], picture="", reasons=picture.diagnostics)
                continue
            key = picture_key(one.inputs)
            self._pictures[key] = picture
            self._tiles[slug] = replace(self._tiles[slug], picture=key)
            drawn.append(one.card.name)
            if time.perf_counter() - shown_at > _SOON:
                if changed():
                    return False
                self._errors = ()  # the files could be read
                self._show()
                shown_at = time.perf_counter()
        return True

    def _show(self) -> None:
        settings = self._project.settings
        tiles = self._tiles.values()
        state = {
            "title": settings.name or self._project.root.name,
            "summary": self._summary,
            "errors": list(map(problem, self._errors)),
            "others": list(map(problem, self._others)),
            "cards": [tile.data(self._by_card.get(tile.card.where, ())) for tile in tiles],
        }
        self.board.show(state, self._pictures)
