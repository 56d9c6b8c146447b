"""What a project gives rendering: its faces, its cards, its art. The one place here that knows projects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.deck import Deck
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable, read_cards
from cardtools.errors import Diagnostic, InputError, Location, bad_input, did_you_mean, suggest
from cardtools.project import Project
from cardtools.render.art import Gallery
from cardtools.render.faces import Faces, load_backs, load_faces
from cardtools.render.fonts import Font
from cardtools.render.pictures import CardSource, slugs
from cardtools.rulesets import load_ruleset


@dataclass(frozen=True)
class Studio:
    """All that drawing a project's cards needs."""

    faces: Faces
    cards: tuple[CardSource, ...]
    names: CardNames
    gallery: Gallery
    backs: Faces | None = None

    def fonts(self) -> dict[str, Font]:
        """The fonts of all faces and backs by PostScript name, as exporters need them."""
        return {**self.faces.fonts(), **(self.backs.fonts() if self.backs else {})}

    def named(self, names: Sequence[str]) -> tuple[CardSource, ...]:
        """The cards of these names, in the order of the database, all rarities of a name.

        Upper and lower case do not count. Raises InputError naming every name that no card has.
        """
        wanted = {name.casefold() for name in names}
        known = {card.name.casefold(): card.name for card in self.cards}
        unknown = [name for name in names if name.casefold() not in known]
        if unknown:
            raise InputError(
                _no_card(Location(name), name, did_you_mean(name, known.values())) for name in unknown
            )
        return tuple(card for card in self.cards if card.name.casefold() in wanted)

    def copies(self, column: str = "") -> tuple[CardSource, ...]:
        """All cards, each as often as its number in the column says (without a column: once).

        Raises InputError when there is no such column, and with every cell that is no whole number.
        """
        if not column:
            return self.cards
        if self.cards and column not in self.cards[0].values:
            hint = suggest(column, [name for name in self.cards[0].values if name != "project"], "columns")
            raise bad_input("--copies", f"there is no column {column!r}", hint)
        problems: list[Diagnostic] = []
        found: list[CardSource] = []
        for card in self.cards:
            number = str(card.values[column] if card.values[column] is not None else "0").strip()
            if number.isdecimal() and len(number) < 4:
                found += [card] * int(number)
            else:
                message = f"card {card.name}: {column} is {number!r}, no number of copies"
                problems.append(Diagnostic(card.where, message, "write 0 to 999"))
        if problems:
            raise InputError(problems)
        return tuple(found)

    def deck(self, deck: Deck) -> tuple[CardSource, ...]:
        """The cards of a deck in its order, each as often as its count.

        Names mean what they mean to the checks of decks; one in several rarities means its first row. Raises
        InputError with every line that names no card or has no count.
        """
        problems: list[Diagnostic] = []
        found: list[CardSource] = []
        for entry in deck.entries:
            row = self.names.row(entry.name)
            if row is None:
                problems.append(_no_card(entry.location, entry.name, self.names.near(entry.name)))
            elif not entry.readable:
                problems.append(Diagnostic(entry.location, entry.count_fault, "write 1 or more"))
            else:
                found += [self.cards[row]] * entry.count
        if problems:
            raise InputError(problems)
        return tuple(found)


def _no_card(where: Location, name: str, near: str) -> Diagnostic:
    return Diagnostic(where, f"no card is named {name!r}", f"did you mean {near}?" if near else "")


def card_sources(table: CardTable, project_name: str, copyright_: str) -> tuple[CardSource, ...]:
    """The cards of a table as rendering takes them; faces see `project.name` and `project.copyright` too."""
    project = {"name": project_name, "copyright": copyright_}
    names = slugs([card.values for card in table.cards])
    return tuple(
        CardSource({**card.values, "project": project}, table.at(card, "NAME"), table.at(card, "IMAGE"), name)
        for card, name in zip(table.cards, names, strict=True)
    )


def load_studio(project: Project, database: Path | None = None) -> Studio:
    """A project's faces, cards and art folders. Raises InputError with the problems of unusable files."""
    settings = project.settings
    ruleset = load_ruleset(settings.ruleset, project.root)
    path = database or project.path(settings.cards.database)
    table = read_cards(path, ruleset)
    if not table.cards:
        raise bad_input(path, "there is no card in it")
    return Studio(
        load_faces(project.root, settings.faces, project.file),
        card_sources(table, settings.name, settings.copyright),
        CardNames(table),
        Gallery(tuple(project.path(folder) for folder in settings.cards.art)),
        load_backs(project.root, settings.backs, project.file),
    )
