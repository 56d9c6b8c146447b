"""The cards of a project with all that drawing them needs: faces, art, names of files, numbers of copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.crops import read_crops
from cardtools.cards.deck import Deck, counted_lines
from cardtools.cards.deck_line import read_picture
from cardtools.cards.editions import load_edition
from cardtools.cards.extra_tables import COPIES, EMPTY_COPIES
from cardtools.cards.names import CardNames, find_names, names_of, no_card
from cardtools.cards.table import Card, CardTable
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.io.filenames import card_names
from cardtools.ground.spelling import listed, suggest
from cardtools.language.when import CardValues, TableNames
from cardtools.project.project import Project
from cardtools.render.card_pictures import CardSide, compose_cards
from cardtools.render.face.assignment import Faces, face_overlay, load_faces
from cardtools.render.face.load import Face
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.kept_art import KeptArt
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.scene import Scene
from cardtools.render.scene.units import MM_PER_INCH
from cardtools.render.text.fonts import Font
from cardtools.rulesets.glossary import Glossary

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.render.pdf.raster import Rasteriser

MOST_SHOWN = 5  # cards on cards on cards


def pdf_info(project: Project, title: str, subject: str) -> PdfInfo:
    """What a PDF of the project says about itself."""
    settings = project.settings
    return PdfInfo(title, settings.author or settings.copyright, subject, settings.language)


class ProjectCards(Record):
    """The cards of a project and its `extras` by table, with all that drawing them needs."""

    faces: Faces
    cards: tuple[Card, ...]
    names: CardNames
    art_files: ArtFiles
    backs: Faces | None = None
    extras: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    tables: Mapping[str, CardTable] = field(default_factory=dict)  # of the extras by name, "" of the cards
    quantity: str = ""  # the column with the number of copies
    by_name: Mapping[str, Card] = field(default_factory=dict)  # those that others may show, in lower case

    @property
    def everything(self) -> tuple[Card, ...]:
        """The cards, then the extras."""
        return (*self.cards, *(extra for extras in self.extras.values() for extra in extras))

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with faces and backs that cannot be used; cards of the others are drawn."""
        return tuple(dict.fromkeys((*self.faces.problems, *(self.backs.problems if self.backs else ()))))

    def fonts(self) -> dict[str, Font]:
        """The fonts of all faces and backs by PostScript name, as exporters need them."""
        return {**self.faces.fonts(), **(self.backs.fonts() if self.backs else {})}

    def compose(self, cards: Iterable[Card]) -> Iterator[CardSide]:
        """The faces of cards as scenes, in order."""
        return compose_cards(self.faces, cards, self.art_files, shown=self.shown)

    def compose_backs(self, cards: Iterable[Card]) -> Iterator[CardSide]:
        """The backs of cards as scenes, in order; nothing where the project has no backs."""
        return compose_cards(self.backs, cards, self.art_files, True, self.shown) if self.backs else iter(())

    @cached_property
    def _shown(self) -> dict[tuple[str, int], CardSide]:
        return {}  # by file name and depth

    def shown(self, above: tuple[str, ...], used: list[CardSide], name: str) -> Scene:
        """The card of this name, to be shown on cards (file names, `above`); it is added to those `used`.
        Raises InputError if there is none, or if it would be on itself or too deep.
        """
        known = self._shown
        if not (card := self.by_name.get(name.casefold())):
            raise InputError(no_card(name, Location(name), self.names.near(name)))
        if card.slug in above or len(above) > MOST_SHOWN:
            deep = f"cards on cards are at most {MOST_SHOWN} deep"
            raise bad_input(name, "it would be on itself" if card.slug in above else deep)
        key = card.slug, len(above)
        if key not in known:
            (known[key],) = compose_cards(self.faces, [card], self.art_files, shown=self.shown, above=above)
        used.append(side := known[key])
        if not side.scene:
            raise InputError(side.problems)
        return side.scene

    def rasteriser(self, dpi: int, bleed: float | None = None, kept: KeptArt | None = None) -> Rasteriser:
        """What draws the scenes as pictures, with so much bleed (mm; None: each scene's own)."""
        from cardtools.render.pdf.raster import Rasteriser  # checks of faces draw nothing

        return Rasteriser(self.fonts(), self.art_files, dpi, bleed, kept)

    def images(
        self, scenes: Iterable[Scene], width: int, bleed: float | None = None
    ) -> Iterator[Image | InputError]:
        """The scenes as `Rasteriser.images` gives them, each about `width` pixels wide."""

        def resolution(scene: Scene) -> int:
            return round(width * MM_PER_INCH / (scene.width + 2 * (scene.bleed if bleed is None else bleed)))

        for dpi, some in groupby(scenes, resolution):
            yield from self.rasteriser(dpi, bleed).images(some)

    def find_cards(self, names: Sequence[str], among: Iterable[Card] | None = None) -> tuple[Card, ...]:
        """Those of the cards (default: all and the extras) with one of these names, in any rarity, in order.

        Upper and lower case do not count; `Rust*` is a pattern, `Ox @2` has the second picture. Raises
        InputError naming every name that no card has, or a picture that its card doesn't have.
        """
        known = {card.name.casefold(): card.name for card in self.everything}
        wanted: dict[str, dict[int, str]] = {}
        problems: list[Diagnostic] = []
        for name in names:
            bare, picture = (name, 0) if name.casefold() in known else read_picture(name)
            for one in find_names(bare, known.values(), problems):
                wanted.setdefault(one, {})[picture] = name
        found = [
            one
            for card in (self.everything if among is None else among)
            for picture, name in wanted.get(card.name.casefold(), {}).items()
            for one in card.with_picture(picture, Location(name), problems)
        ]
        if problems:
            raise InputError(dict.fromkeys(problems))
        return tuple(found)

    def copies(self, name: str = "", column: str = "") -> tuple[Card, ...]:
        """All cards (or the extras of a table), each as often as its number in the column says (default: the
        `quantity` of the project file, or COPIES; without it or where it is empty, once).

        Raises InputError where cards have no such column, and with every cell that is not a whole number.
        """
        table, cards = self.tables[name], self.extras[name] if name else self.cards
        wanted, counts = column or self.quantity, self._count_column(name, column)
        if wanted and not name and counts != table.ruleset.columns.get(wanted, wanted):
            hint = suggest(wanted, list(table.columns), "columns")
            place = "--copies" if column else "[cards] quantity"
            raise bad_input(place, f"there is no column {wanted!r}", hint)
        if not counts:
            return cards
        problems: list[Diagnostic] = []
        found: list[Card] = []
        texts, unusable = table.texts(counts), table.unusable.get(counts, frozenset())
        for row, (card, value) in enumerate(zip(cards, table.values[counts], strict=True)):
            number = texts[row].strip() if row in unusable else "1" if value is None else str(value).strip()
            if number.isdecimal() and len(number) < 4:
                found += [card] * int(number)
            else:
                message = f"card {card.name}: {counts} is {number!r}, expected a number of copies"
                problems.append(Diagnostic(table.place(row, counts), message, "write 0 to 999"))
        if problems:
            raise InputError(problems)
        return tuple(found)

    def uncounted(self, name: str = "", column: str = "") -> list[Diagnostic]:
        """A warning if cards (or extras) are printed once since their number of copies is empty."""
        table, counts = self.tables[name], self._count_column(name, column)
        unusable = table.unusable.get(counts, frozenset())
        values = table.values[counts] if counts else ()
        rows = [row for row, value in enumerate(values) if value is None and row not in unusable]
        if not rows:
            return []
        what, cards = "one of each" if len(rows) > 1 else "one", listed(list(map(table.name, rows)))
        message = f"{counts} is empty, so {what} is printed: {cards}"
        hint = "write the number of copies; 0 prints none"
        return [EMPTY_COPIES.finding(table.place(rows[0], counts), message, hint)]

    def _count_column(self, name: str, column: str) -> str:
        """The column with numbers of copies that a table has, or the ruleset fills; "" if there is none."""
        table = self.tables[name]
        for wanted in filter(None, (column, self.quantity, COPIES)):
            own = table.ruleset.columns.get(wanted, wanted)
            if own in table.columns or any(value is not None for value in table.values.get(own, ())):
                return own
        return ""

    def deck(self, deck: Deck) -> tuple[Card, ...]:
        """The cards of a deck in its order, each as often as its count, with the picture that it names.

        Names mean what they mean to the checks of decks; one in several rarities means its first row. Raises
        InputError with every line that names no card or no picture of its card, or has no count.
        """
        problems: list[Diagnostic] = []
        found: list[Card] = []
        for entry, row in counted_lines(deck, self.names, problems):
            found += self.cards[row].with_picture(entry.picture, entry.location, problems) * entry.count
        if problems:
            raise InputError(problems)
        return tuple(found)


def file_names(table: CardTable, taken: Iterable[str] = ()) -> list[str]:
    """The file names of the pictures of a table's cards, none of which is `taken`."""
    tiers = table.ruleset.tiers
    known = table.values.get(tiers.column, ()) if tiers else ()
    named = [tier if tiers and tier != tiers.design else None for tier in known]
    return card_names(list(map(table.title, range(len(table)))), named, taken)


def cards_to_draw(
    table: CardTable,
    project_name: str,
    copyright_: str,
    taken: Iterable[str] = (),
    conditions: TableNames | None = None,
) -> tuple[Card, ...]:
    """The cards of a table with what drawing needs: `project.name` and `project.copyright`, a first picture,
    a file name that is not `taken`. `conditions` says what the `when` of faces may name.
    """
    project = {"name": project_name, "copyright": copyright_}
    tiers = table.ruleset.tiers
    # Faces compare the tier; a table without its column has the records of the cards.
    record = {tiers.column: tiers.design} if tiers and tiers.column not in table.columns else {}
    titles, slugs = list(map(table.title, range(len(table)))), file_names(table, taken)
    reported = {one.location: one for one in table.problems if one.severity == "error"}
    faults: dict[int, dict[str, Diagnostic]] = {}
    for column, rows in table.unusable.items():
        for row in rows:
            if problem := reported.get(table.place(row, column)):
                faults.setdefault(row, {})[column] = problem
    found = []
    for card, slug in zip(table.cards, slugs, strict=True):
        first = {column: several[0] for column, several in card.pictures.items() if several}
        values = CardValues({**card.values, **record, **first, "project": project}, conditions, card.raw)
        title, own = titles[card.row] or slug, faults.get(card.row, {})
        found.append(replace(card, values=values, name=title, slug=slug, raw={}, faults=own))
    return tuple(found)


def load_sides(
    project: Project, glossary: Glossary, known: Mapping[Path, Face] = {}
) -> tuple[Faces, Faces | None]:
    """The faces and the backs of a project, which print the words of the `glossary`; those that are `known`,
    by their files, are not read. Raises InputError.
    """
    settings, overlay = project.settings, face_overlay(project)
    faces = load_faces(project.root, settings.faces, project.file, overlay, "faces", glossary, known)
    backs = load_faces(project.root, settings.backs, project.file, overlay, "backs", glossary, known)
    return faces, backs if backs.choices else None


def load_project_cards(
    project: Project,
    table: CardTable,
    extra_tables: Sequence[CardTable] = (),
    strict: bool = False,
    sides: tuple[Faces, Faces | None] | None = None,
) -> ProjectCards:
    """Cards and extras with the project's faces and art folders; `strict`: missing art is an error. `sides`
    are its faces and backs if they are loaded, where no word of a glossary depends on the cards.

    A face or back that cannot be used is a problem of the cards as long as another one can be. Raises
    InputError for other unusable files, and where the project file asks for pictures that no card has.
    """
    settings, names = project.settings, CardNames(table)
    if not len(table):
        raise bad_input(table.file.name, "has no cards")
    tables = {"": table}
    for path, extra in zip(project.extras, extra_tables, strict=False):
        if path.stem in tables:
            raise bad_input(path, "there are two tables of extras of this name", "rename one of them")
        tables[path.stem] = extra
    edition = load_edition(project, table) if project.edition else None
    drawn: dict[str, tuple[Card, ...]] = {}
    for (name, one), conditions in zip(tables.items(), names_of(tuple(tables.values())), strict=True):
        taken = [card.slug for cards in drawn.values() for card in cards]
        drawn[name] = cards_to_draw(one, settings.name, settings.copyright, taken, conditions)
        if edition:
            facts = {"name": project.edition, "language": edition.language}
            drawn[name] = tuple(
                replace(card, values=card.values | {"edition": {**facts, "texts": texts}})
                for card, texts in zip(drawn[name], edition.texts(one), strict=True)
            )
    chosen = _choose(project, names, [card for cards in drawn.values() for card in cards])
    drawn = {name: tuple(chosen[card.slug] for card in cards) for name, cards in drawn.items()}
    art_files = ArtFiles(
        tuple(project.path(folder) for folder in settings.cards.art),
        strict,
        frozenset(name for card in chosen.values() for names in card.pictures.values() for name in names),
        read_crops(project)[0],
    )
    if (glossary := table.ruleset.glossary).terms:
        cells = (value for one in tables.values() for column in one.values.values() for value in column)
        glossary = replace(glossary, in_cards=tuple(glossary.used(cells)))
    by_name = {card.name.casefold(): card for card in reversed(chosen.values())}
    faces, backs = sides or load_sides(project, glossary)
    own = drawn.pop(""), names, art_files, backs
    return ProjectCards(faces, *own, drawn, tables, settings.cards.quantity, by_name)


def _choose(project: Project, names: CardNames, cards: Sequence[Card]) -> dict[str, Card]:
    """The cards by file name, each with the picture that the project file names."""
    found = {card.slug: card for card in cards}
    problems: list[Diagnostic] = []
    for name, number in project.settings.cards.pictures.items():
        where = project.file.at("cards", "pictures", name) if project.file else Location("[cards.pictures]")
        row = names.row(name)
        meant = (name if row is None else cards[row].name).casefold()
        same = [card for card in cards if card.name.casefold() == meant]
        if not same:
            problems.append(no_card(name, where, names.near(name)))
        for card in same:
            if number == 0:
                problems.append(Diagnostic(where, f"{name} = 0, expected 1 or more"))
            for one in card.with_picture(number, where, problems, card.slug):
                found[card.slug] = one
    if problems:
        raise InputError(dict.fromkeys(problems))
    return found
