"""A card project with its files: each is read when it is first needed, and only once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import Diagnostic, InputError, reported_at
from cardtools.ground.tables.workbooks import table_file
from cardtools.project.project import BASELINE_NAME, FILE_NAME, Project

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.cards.deck import Deck
    from cardtools.cards.table import Card, CardTable
    from cardtools.checks.findings.selection import Selection
    from cardtools.render.face.assignment import Faces
    from cardtools.render.project_cards import ProjectCards
    from cardtools.rulesets import Ruleset


@dataclass
class GameFiles:
    """A card project with its files, each read once. What is given here takes the place of what the project
    file names: tables, ruleset (an id or a file), decks, tagged list, format and date of decks. With `strict`
    missing art is an error; `sides` are faces and backs that are loaded already. Every property raises
    InputError with the problems of a file that cannot be used.
    """

    project: Project
    database: Path | Sequence[Path] | None = None
    ruleset_name: str | None = None
    deck_files: tuple[Path, ...] | None = None
    tagged: Path | None = None
    strict: bool = False
    of_decks: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[Faces, Faces | None] | None = None

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        from cardtools.rulesets import load_ruleset, project_ruleset

        if self.ruleset_name:
            return load_ruleset(self.ruleset_name, Path())
        return project_ruleset(self.project)

    @property
    def tables(self) -> tuple[Path, ...]:
        """The tables of the card database."""
        if isinstance(self.database, Path):
            return (self.database,)
        return tuple(self.database or self.project.tables)

    @property
    def art_folders(self) -> tuple[Path, ...]:
        """The folders that art may come from."""
        return tuple(map(self.project.path, self.project.settings.cards.art))

    @property
    def effects_file(self) -> Path:
        """The file of the tagged effect list, which `build` makes."""
        return self.tagged or self.project.path(self.project.settings.effects.tagged)

    @cached_property
    def table(self) -> CardTable:
        """The cards, of all tables of the database."""
        from cardtools.cards.table import read_tables

        ruleset = self.ruleset
        with reported_at(None if self.database else self.project.place("cards", "database")):
            return read_tables(self.tables, ruleset)

    @property
    def cards(self) -> Sequence[Card]:
        """The cards, in the order of the table."""
        return self.table.cards

    @cached_property
    def extras(self) -> tuple[CardTable, ...]:
        """The tables of tokens, counters and other cards that are printed with the project's own cards."""
        from cardtools.cards.extra_tables import read_extras

        found = []
        for index, path in enumerate(self.project.extras if self.database is None else ()):
            ruleset = self.ruleset
            with reported_at(self.project.place("extras", index, "table")):
                found.append(read_extras(path, ruleset))
        return tuple(found)

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """The decks. Those of the project belong to its own cards: other cards have none unless given."""
        paths = self.deck_files
        if paths is None:
            own = self.project.settings.cards.decks if self.database is None else ()
            paths = tuple(map(self.project.path, own))
        if not paths:
            return ()
        from cardtools.cards.deck import read_deck

        found = []
        for path, name in zip_longest(paths, () if self.deck_files else self.project.settings.cards.decks):
            with reported_at(self.project.place("cards", "decks", find=name) if name else None):
                deck = read_deck(path)
                found.append(replace(deck, said={**deck.said, **self.of_decks}))
        return tuple(found)

    def files(self, art: bool = True) -> list[Path]:
        """The files and folders that a check of the game reads."""
        project, settings = self.project, self.project.settings
        decks = self.deck_files or tuple(map(project.path, settings.cards.decks))
        own_ruleset = [project.path(settings.ruleset)] if settings.ruleset else []
        ruleset = [Path(self.ruleset_name)] if self.ruleset_name else own_ruleset
        folders = map(project.path, settings.cards.art) if art else ()
        own = [project.root / FILE_NAME, project.root / BASELINE_NAME, project.path(settings.cards.crops)]
        own_tables = project.table_files if self.database is None else map(table_file, self.tables)
        tables = [*own_tables, *map(table_file, project.extras)]
        effects = settings.effects
        texts = (effects.programs, effects.templates, effects.placeholders) if self.database is None else ()
        return [*tables, *decks, self.effects_file, *map(project.path, texts), *ruleset, *folders, *own]

    @cached_property
    def project_cards(self) -> ProjectCards:
        """The cards with the faces and the art that they are drawn with."""
        from cardtools.render.project_cards import load_project_cards

        return load_project_cards(self.project, self.table, self.extras, self.strict, self.sides)

    @cached_property
    def selection(self) -> Selection:
        """Which findings the project accepts."""
        from cardtools.checks.findings.selection import load_selection

        return load_selection(self.project, self.ruleset, complete=False)

    def reported(self, findings: Iterable[Diagnostic], checked: bool = False) -> list[Diagnostic]:
        """Those of the findings about drawing that count in this game: as its ruleset changes their checks,
        without those that the project accepts. Where the cards are `checked` too, a missing picture that is
        reported there is not repeated.
        """
        from cardtools.checks.art.image_paths import MISSING
        from cardtools.checks.findings.check_report import CheckedFiles, Report
        from cardtools.render.compose.compose_checks import MISSING_ART

        found = list(findings)
        if not found:
            return []
        drawing = CheckedFiles("", tables=(self.table, *self.extras), ruleset=self.ruleset)
        if checked and MISSING.code not in self.ruleset.off:
            # The columns whose pictures the check of cards looks for, each with the name of its file.
            own = [name for name, known in self.ruleset.fields.items() if known.entry.file]
            tables = [(self.table, own), *((extra, extra.picture_columns) for extra in self.extras)]
            seen = {
                (file.name, name) for table, names in tables for file in table.file.parts for name in names
            }
            missing = (one for one in found if one.code == MISSING_ART.code)
            told = {one for one in missing if (one.location.path, drawing.subject(one).column) in seen}
            found = [one for one in found if one not in told]
        return list(self.selection.of(Report(drawing, tuple(found))).diagnostics)

    def render(self, card: Card, dpi: int = 300, bleed: bool = False) -> Image:
        """The picture of a card. Raises InputError when it cannot be drawn."""
        (composed,) = self.project_cards.compose([self.project_cards.cards[card.row]])
        if composed.scene is None:
            raise InputError(composed.problems)
        return self.project_cards.rasteriser(dpi, None if bleed else 0).image(composed.scene)
