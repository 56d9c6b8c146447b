"""What a project gives rendering: its faces, its cards, its art. The one place here that knows projects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from cardtools.cards.crops import read_crops
from cardtools.cards.deck import Deck
from cardtools.cards.deck_contents import counted_lines
from cardtools.cards.deck_line import read_picture
from cardtools.cards.editions import load_edition
from cardtools.cards.extras import COPIES, EMPTY_COPIES
from cardtools.cards.names import CardNames, find_names, no_card
from cardtools.cards.table import Card, CardTable
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.filenames import card_names
from cardtools.ground.spelling import listed, suggest
from cardtools.project.project import Project
from cardtools.render.card_pictures import CardSide, compose_cards
from cardtools.render.face.assignment import Faces, face_overlay, load_backs, load_faces
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.kept_art import KeptArt
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.scene import Scene
from cardtools.render.scene.units import MM_PER_INCH
from cardtools.render.text.fonts import Font

if TYPE_CHECKING:
    from PIL.Image import Image


def pdf_info(project: Project, title: str, subject: str) -> PdfInfo:
    """What a PDF of the project says about itself."""
    settings = project.settings
    return PdfInfo(title, settings.author or settings.copyright, subject, settings.language)


@dataclass(frozen=True)
class CardSet:
    """All that drawing a project's cards needs. `extras` are what is printed with them, by table."""

    faces: Faces
    cards: tuple[Card, ...]
    names: CardNames
    art_files: ArtFiles
    backs: Faces | None = None
    extras: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    tables: Mapping[str, CardTable] = field(default_factory=dict)  # of the extras by name, "" of the cards
    quantity: str = ""  # the column with the number of copies

    @property
    def everything(self) -> tuple[Card, ...]:
        """The cards, then the extras."""
        return (*self.cards, *(extra for extras in self.extras.values() for extra in extras))

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with faces and backs that cannot be used; cards of the others are drawn."""
        both = (*self.faces.problems, *(self.backs.problems if self.backs else ()))
        return tuple(dict.fromkeys(both))

    def fonts(self) -> dict[str, Font]:
        """The fonts of all faces and backs by PostScript name, as exporters need them."""
        return {**self.faces.fonts(), **(self.backs.fonts() if self.backs else {})}

    def compose(self, cards: Iterable[Card]) -> Iterator[CardSide]:
        """The faces of cards as scenes, in order."""
        return compose_cards(self.faces, cards, self.art_files)

    def compose_backs(self, cards: Iterable[Card]) -> Iterator[CardSide]:
        """The backs of cards as scenes, in order; nothing where the project has no backs."""
        return compose_cards(self.backs, cards, self.art_files, True) if self.backs else iter(())

    def rasteriser(self, dpi: int, bleed: float | None = None, kept: KeptArt | None = None) -> Rasteriser:
        """What draws the set's scenes as pictures, with so much bleed (mm; None: each scene's own)."""
        return Rasteriser(self.fonts(), self.art_files, dpi, bleed, kept)

    def images(
        self, scenes: Iterable[Scene], width: int, bleed: float | None = None
    ) -> Iterator[Image | InputError]:
        """The scenes as `Rasteriser.images` gives them, each about `width` pixels wide."""

        def resolution(scene: Scene) -> int:
            return round(width * MM_PER_INCH / (scene.width + 2 * (scene.bleed if bleed is None else bleed)))

        for dpi, some in groupby(scenes, resolution):
            yield from self.rasteriser(dpi, bleed).images(some)

    def named(self, names: Sequence[str], among: Iterable[Card] | None = None) -> tuple[Card, ...]:
        """Those of the cards (default: all and the extras) that have one of these names, in order, all
        rarities of a name.

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
        found: list[Card] = []
        for card in self.everything if among is None else among:
            for picture, name in wanted.get(card.name.casefold(), {}).items():
                found += _pictured(card, picture, Location(name), problems)
        if problems:
            raise InputError(dict.fromkeys(problems))
        return tuple(found)

    def copies(self, column: str = "") -> tuple[Card, ...]:
        """All cards, each as often as its number in the column says (default: the `quantity` of the project
        file, or COPIES; without it or where it is empty, once).

        Raises InputError when there is no such column, and with every cell that is not a whole number.
        """
        table, wanted = self.tables[""], column or self.quantity
        if wanted and not _counts(table, wanted):
            hint = suggest(wanted, list(table.columns), "columns")
            raise bad_input(
                "--copies" if column else "[cards] quantity", f"there is no column {wanted!r}", hint
            )
        return _copies(self.cards, table, self._column("", column))

    def copies_of_extras(self, table: str) -> tuple[Card, ...]:
        """The extras of a table, each as often as its `quantity` or its COPIES say (without them: once).

        Raises InputError with every cell that is not a whole number.
        """
        return _copies(self.extras[table], self.tables[table], self._column(table))

    def uncounted(self, table: str = "", column: str = "") -> list[Diagnostic]:
        """A warning if cards (or extras) are printed once since their number of copies is empty."""
        cards, counts = self.tables[table], self._column(table, column)
        unusable = cards.unusable.get(counts, frozenset())
        values = cards.values[counts] if counts else ()
        rows = [row for row, value in enumerate(values) if value is None and row not in unusable]
        if not rows:
            return []
        names = listed([cards.name(row) for row in rows])
        message = f"{counts} is empty, so {'one of each' if len(rows) > 1 else 'one'} is printed: {names}"
        hint = "write the number of copies; 0 prints none"
        return [EMPTY_COPIES.finding(cards.place(rows[0], counts), message, hint)]

    def _column(self, table: str, column: str = "") -> str:
        """The column with the number of copies; "" if the table has none."""
        cards = self.tables[table]
        columns = (_canonical(cards, name) for name in (column, self.quantity, COPIES) if name)
        return next((name for name in columns if _counts(cards, name)), "")

    def deck(self, deck: Deck) -> tuple[Card, ...]:
        """The cards of a deck in its order, each as often as its count, with the picture that it names.

        Names mean what they mean to the checks of decks; one in several rarities means its first row. Raises
        InputError with every line that names no card or no picture of its card, or has no count.
        """
        problems: list[Diagnostic] = []
        found: list[Card] = []
        for entry, row in counted_lines(deck, self.names, problems):
            found += _pictured(self.cards[row], entry.picture, entry.location, problems) * entry.count
        if problems:
            raise InputError(problems)
        return tuple(found)


def _pictured(
    card: Card, number: int, where: Location, problems: list[Diagnostic], slug: str = ""
) -> list[Card]:
    """The card with the picture of that number (0: as it is); nothing, and a problem, if it has none."""
    try:
        return [card.with_picture(number, slug) if number else card]
    except ValueError as error:
        problems.append(Diagnostic(where, *error.args))
        return []


def _canonical(table: CardTable, column: str) -> str:
    return table.ruleset.columns.get(column, column)


def _counts(table: CardTable, column: str) -> bool:
    """Whether the table has the column, or the ruleset fills it."""
    column = _canonical(table, column)
    known = table.values.get(column, ())
    return column in table.columns or any(value is not None for value in known)


def _copies(cards: Sequence[Card], table: CardTable, column: str) -> tuple[Card, ...]:
    if not column:
        return tuple(cards)
    problems: list[Diagnostic] = []
    found: list[Card] = []
    texts, unusable = table.texts(column), table.unusable.get(column, frozenset())
    for row, (card, value) in enumerate(zip(cards, table.values[column], strict=True)):
        number = texts[row].strip() if row in unusable else "1" if value is None else str(value).strip()
        if number.isdecimal() and len(number) < 4:
            found += [card] * int(number)
        else:
            message = f"card {card.name}: {column} is {number!r}, expected a number of copies"
            problems.append(Diagnostic(table.place(row, column), message, "write 0 to 999"))
    if problems:
        raise InputError(problems)
    return tuple(found)


def cards_to_draw(
    table: CardTable, project_name: str, copyright_: str, taken: Iterable[str] = ()
) -> tuple[Card, ...]:
    """The cards of a table with what drawing needs, each with the first of its pictures; faces see
    `project.name` and `project.copyright` too. File names are none of those that are `taken`.
    """
    project = {"name": project_name, "copyright": copyright_}
    tiers = table.ruleset.tiers
    # Faces compare the tier; a table without its column has the records of the cards.
    record = {tiers.column: tiers.design} if tiers and tiers.column not in table.columns else {}
    titles = list(map(table.title, range(len(table))))
    slugs = card_names(titles, _tiers(table), taken)
    reported = {one.location: one for one in table.problems if one.severity == "error"}
    faults: dict[int, dict[str, Diagnostic]] = {}
    for column, rows in table.unusable.items():
        for row in rows:
            if problem := reported.get(table.place(row, column)):
                faults.setdefault(row, {})[column] = problem
    found = []
    for card, slug in zip(table.cards, slugs, strict=True):
        first = {column: several[0] for column, several in card.pictures.items() if several}
        values = {**card.values, **record, **first, "project": project}
        title, known = titles[card.row] or slug, faults.get(card.row, {})
        found.append(replace(card, values=values, name=title, slug=slug, raw={}, faults=known))
    return tuple(found)


def _tiers(table: CardTable) -> list[object]:
    """The tier of each card; None for a record, and where the ruleset has no tiers."""
    rules = table.ruleset.tiers
    if rules is None or rules.column not in table.values:
        return []
    return [None if tier == rules.design else tier for tier in table.values[rules.column]]


def load_card_set(
    project: Project, table: CardTable, extra_tables: Sequence[CardTable] = (), strict: bool = False
) -> CardSet:
    """Cards and extras with the project's faces and art folders; `strict`: missing art is an error.

    A face or back that cannot be used is a problem of the set as long as another one can be. Raises
    InputError with the problems of other unusable files, and where the project file asks for pictures that
    cards don't have.
    """
    settings = project.settings
    if not table.cards:
        raise bad_input(table.file.name, "has no cards")
    names = CardNames(table)
    cards = cards_to_draw(table, settings.name, settings.copyright)
    extras: dict[str, tuple[Card, ...]] = {}
    used = {card.slug for card in cards}
    for path, extra_table in zip(project.extras, extra_tables, strict=False):
        if path.stem in extras:
            raise bad_input(path, "there are two tables of extras of this name", "rename one of them")
        extras[path.stem] = cards_to_draw(extra_table, settings.name, settings.copyright, used)
        used |= {extra.slug for extra in extras[path.stem]}
    if project.edition:
        cards, extras = _translated(project, table, cards, extra_tables, extras)
    chosen = _choose(project, names, [*cards, *(one for some in extras.values() for one in some)])
    overlay = face_overlay(project)
    return CardSet(
        load_faces(project.root, settings.faces, project.file, overlay),
        tuple(chosen[card.slug] for card in cards),
        names,
        ArtFiles(
            tuple(project.path(folder) for folder in settings.cards.art),
            strict,
            frozenset(name for card in chosen.values() for names in card.pictures.values() for name in names),
            read_crops(project)[0],
        ),
        load_backs(project.root, settings.backs, project.file, overlay),
        {name: tuple(chosen[extra.slug] for extra in some) for name, some in extras.items()},
        {"": table, **dict(zip(extras, extra_tables, strict=False))},
        settings.cards.quantity,
    )


def _translated(
    project: Project,
    table: CardTable,
    cards: tuple[Card, ...],
    extra_tables: Sequence[CardTable],
    extras: Mapping[str, tuple[Card, ...]],
) -> tuple[tuple[Card, ...], dict[str, tuple[Card, ...]]]:
    """The cards and the extras with what the edition of the project makes of their texts."""
    edition = load_edition(project, table)

    def words(cards: Sequence[Card], table: CardTable) -> tuple[Card, ...]:
        texts = edition.texts(table)
        facts = {"name": project.edition, "language": edition.language}
        return tuple(
            replace(card, values={**card.values, "edition": {**facts, "texts": own}})
            for card, own in zip(cards, texts, strict=True)
        )

    return words(cards, table), {
        name: words(some, extra) for (name, some), extra in zip(extras.items(), extra_tables, strict=False)
    }


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
            for one in _pictured(card, number, where, problems, card.slug):
                found[card.slug] = one
    if problems:
        raise InputError(dict.fromkeys(problems))
    return found
