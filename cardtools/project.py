"""The project file `cardtools.toml` and its paths; no other module knows where files are.

By default every setting gives the documented behaviour, so a folder without a project file works too.
"""

from __future__ import annotations

import datetime
import fnmatch
import os
import re
from collections.abc import Iterator
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from cardtools.errors import CardtoolsError, Diagnostic, InputError, Location, OutputError, bad_input
from cardtools.files import check_output, shown
from cardtools.limits import limits, raise_hint
from cardtools.record import Record
from cardtools.spelling import suggest
from cardtools.tomlfile import TomlFile, load
from cardtools.workbooks import split_sheet, table_file

FILE_NAME = "cardtools.toml"
BASELINE_NAME = "cardtools-baseline.json"  # the findings that `cardtools validate --write-baseline` accepts

_FOLDERS = ("cards", "effects", "placeholders", "templates")  # of a project without a project file
_PATTERN = frozenset("*?[")
_LONGEST_NAME, _LONGEST_PATH = 255, 4_000  # of a file or a folder on most systems, and with its folders

Intent = Literal["relative", "perceptual", "saturation", "absolute"]
Stage = Literal["dedupe", "drop", "replace", "agree", "sort", "capitalise"]


class EffectSettings(Record):
    """`[effects]`: the files of the effect list, and how it is made (Doc 4.7 to 4.10).

    Keys:
        placeholders: The folder of the placeholder files: `number.txt` holds the values of `<number>`.
        templates: The file with the effect templates, one a line.
        effects: The effect list that `build` and `generate` write.
        tags: The tag rules, which say what each effect does.
        tagged: The table of effects and tags that `build` writes.
        programs: What the templates do when cards are played.
        drop: A file of phrases, one a line; effects that contain one are dropped.
        replace: A file of lines `old: new`, applied to every effect in this order; `\\:` is a colon of the
            old text.
        stages: What is done to the list, in this order. A stage may be repeated or left out.
        link_offsets: `<rank+1>` is one more than `<rank>` in the same sentence, not a choice of its own.
        number_words: Offsets count on number words too: "two" + 1 is "three".
        limit: A list of more combinations is refused.

    Example:
        [effects]
        templates = "effects/all_effect_templates.txt"
        stages = ["dedupe", "drop", "replace", "sort", "dedupe"]
        link_offsets = true
        number_words = true

    Example of files in other places, and a limit for a small machine:
        [effects]
        placeholders = "effects/placeholders"
        effects = "effects/list.txt"
        tags = "effects/rules.toml"
        tagged = "effects/tagged.csv"
        programs = "effects/what-it-does.toml"
        drop = "effects/drop.txt"
        replace = "effects/replace.txt"
        limit = 100000
    """

    placeholders: str = "placeholders"
    templates: str = "effects/all_effect_templates.txt"
    effects: str = "effects/all_effects.txt"
    tags: str = "effects/tags.toml"
    tagged: str = "effects/effects_with_placeholders.csv"
    programs: str = "effects/programs.toml"
    drop: str = "placeholders/combinations_to_remove.txt"
    replace: str = "placeholders/phrase_replacements.txt"
    stages: tuple[Stage, ...] = ("dedupe", "drop", "replace", "agree", "sort")
    link_offsets: bool = False
    number_words: bool = False
    limit: int = 10_000_000


class CardSettings(Record):
    """`[cards]`: the card table, the decks, and the folders with art.

    Keys:
        database: The card table: a CSV file, or a sheet of a workbook such as `cards.xlsx#Units` (by default
            its first sheet); one row for each card. A list of tables, or a pattern such as `cards/*.csv`, is
            one database: their columns are united.
        decks: The deck lists that are checked and printed.
        art: The folders with art. Pictures are read from nowhere else.
        crops: The file that `cardtools watch` writes the crops of pictures to.
        pictures: The 1-based number of the picture that a card uses, by its name; other cards use the first.
        source: The URL that `cardtools pull` fetches the card table from; for several tables, by file, such
            as `{ "cards/units.csv" = "https://..." }`.
        quantity: The column with the number of copies on sheets that are not of a deck, by default COPIES;
            if the table doesn't have it, each card is printed once. An empty cell means 1 and is reported, 0
            prints none, and anything else but a number up to 999 is an error.

    Example:
        [cards]
        database = "cards/cards.csv"
        decks = ["cards/decks/starter.txt"]
        art = ["cards/art"]
        pictures = { "Zephyr Dancer" = 2 }

    Example of crops beside the pictures:
        [cards]
        art = ["pictures"]
        crops = "pictures/crops.toml"

    Example of a table that `cardtools pull` fetches:
        [cards]
        database = "cards/cards.csv"
        source = "https://example.org/cards.csv"

    Example of a sheet of a workbook with a column of copies:
        [cards]
        database = "cards/cards.xlsx#Units"
        quantity = "HOW_MANY"
    """

    database: str | tuple[str, ...] = "cards/cards.csv"
    decks: tuple[str, ...] = ()
    art: tuple[str, ...] = ("cards/art",)
    crops: str = "cards/crops.toml"
    source: str | dict[str, str] = ""
    quantity: str = ""
    pictures: dict[str, int] = field(default_factory=dict)


class Extras(Record):
    """`[[extras]]`: a table of tokens, counters and other things that are printed with the cards.

    No rule checks their columns and no deck contains them; pictures of theirs that are missing are reported.
    Their column COPIES, or the one that `quantity` of
    `[cards]` names, gives the number of copies.

    Keys:
        table: The CSV file or sheet of a workbook, one row for each token or counter.
        sheet: The sheet definition they are printed with; if empty, that of the cards.

    Example:
        [[extras]]
        table = "cards/counters.csv"
        sheet = "templates/sheets/counters.toml"
    """

    table: str
    sheet: str = ""


class ArtSettings(Record):
    """`[art]`: what `cardtools art` paints. The texts are templates over a card's columns, as in faces.

    Keys:
        type: The type that chooses the background, or `Spell` for an object in the colours of `affinity`.
        words: What to paint, separated by commas: first the figure or the object, or `landscape` for none.
        rank: The card's rank, 1 to 5; higher ranks look grander.
        affinity: The type whose colours a spell has; if empty, the folder of the picture.
        width (px): The width of the picture, 16 to 8000.
        height (px): The height of the picture, 16 to 8000.

    Example:
        [art]
        type = "{{ TYPE|default('', true) }}"
        words = "{{ SUBTYPES|default([], true)|join(',') }}"
        rank = "{{ LEVEL|default(1, true) }}"

    Example of spells in the colours of their element, as square pictures:
        [art]
        type = "{{ 'Spell' if KIND == 'spell' else ELEMENT }}"
        affinity = "{{ ELEMENT }}"
        width = 800
        height = 800
    """

    type: str = "{{ TYPE|default('', true) }}"
    words: str = "{{ SUBTYPES|default([], true)|join(',') }}"
    rank: str = "{{ LEVEL|default(1, true) }}"
    affinity: str = ""
    width: int = 720
    height: int = 900

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            if not 16 <= getattr(self, name) <= 8000:
                raise ValueError(f"{name} = {getattr(self, name)}, expected 16 to 8000")


class FaceChoice(Record):
    """`[[faces]]` and `[[backs]]`: which cards get which face. A card gets the first whose condition holds.

    Keys:
        face: The face file.
        when: The condition, an expression over the card's columns as in faces; if empty, every card.

    Example:
        [[faces]]
        face = "templates/spell.toml"
        when = "TYPE == 'Spell'"

        [[faces]]
        face = "templates/unit.toml"

        [[backs]]
        face = "templates/back.toml"
    """

    face: str
    when: str = ""


class RenderSettings(Record):
    """`[render]`: how cards become pictures.

    Keys:
        dpi (dpi): The resolution of the pictures.

    Example:
        [render]
        dpi = 600
    """

    dpi: int = 300


class SheetSettings(Record):
    """`[sheet]`: how cards are printed.

    Keys:
        sheet: The sheet definition: the grid of cards on the paper.
        paper: The paper: letter, legal, tabloid, a3, a4 or a5. A sheet with a size of its own keeps it.
        printer: The name of one of the `[[printers]]`, whose correction is applied.

    Example:
        [sheet]
        sheet = "templates/sheets/duplex.toml"
        paper = "a4"

    Example of a printer whose prints are corrected:
        [sheet]
        printer = "office"

        [[printers]]
        name = "office"
        front = { dx = 0.5 }
    """

    sheet: str = "templates/sheets/3x3.toml"
    paper: str = "letter"
    printer: str = ""


class Adjustment(Record):
    """The correction of one side of a printer's paper.

    Keys:
        dx (mm): How far to shift to the right, -20 to 20.
        dy (mm): How far to shift down, -20 to 20.
        angle (degrees): How far to turn clockwise about the middle of the paper, -5 to 5.
        scale: The scale about the middle of the paper, 0.9 to 1.1.

    Example:
        [[printers]]
        name = "office"
        front = { dx = 0.5, dy = -0.3 }
        back = { dx = -0.8, angle = 0.1, scale = 1.002 }

    Example of a print that is turned and too small:
        [[printers]]
        name = "home"
        front = { dy = 0.4, angle = -0.2, scale = 1.005 }
        back = { dx = 0.2, dy = 0.4 }
    """

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        for name, low, high in (("dx", -20, 20), ("dy", -20, 20), ("angle", -5, 5), ("scale", 0.9, 1.1)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} = {getattr(self, name):g}, expected {low:g} to {high:g}")


class Printer(Record):
    """`[[printers]]`: the correction of a printer, as `cardtools sheet --calibrate` measures it.

    Keys:
        name: The name by which `sheet.printer` and `--printer` choose it.
        front: The correction of the front of the paper.
        back: The correction of the back of the paper.

    Example:
        [[printers]]
        name = "office"
        front = { dx = 0.5, dy = -0.3 }

    Example of a printer that shifts the back of the paper:
        [[printers]]
        name = "home"
        back = { dx = -1.2 }
    """

    name: str
    front: Adjustment = field(default_factory=Adjustment)
    back: Adjustment = field(default_factory=Adjustment)


class BoxSettings(Record):
    """`[box]`: the tuck box that `cardtools box` makes for a deck. A face takes the size of its panel.

    Faces see `project`, and `box` with `title` (of the deck), `cards`, `width`, `height` and `depth`.

    Keys:
        front: The face of the front.
        back: The face of the back.
        side: The face of both sides.
        lid: The face of both lids.
        colour: The colour of panels without a face, of flaps and beyond the cuts.
        thickness (mm): The thickness of a card, with its sleeve if it has one.
        clearance (mm): How much wider, higher and deeper the box is than the cards.
        titles: The title of a deck, by the name of its file; without it, the title is that name.

    Example:
        [box]
        front = "templates/back.toml"
        back = "templates/back.toml"
        colour = "#1d2b3a"
        thickness = 0.31

    Example of all panels, and a box with more room:
        [box]
        front = "templates/box_front.toml"
        back = "templates/box_back.toml"
        side = "templates/box_side.toml"
        lid = "templates/box_lid.toml"
        clearance = 1.5
        titles = { starter = "First Light" }
    """

    front: str = ""
    back: str = ""
    side: str = ""
    lid: str = ""
    colour: str = "#ffffff"
    thickness: float = 0.31
    clearance: float = 1.0
    titles: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, low, high in (("thickness", 0.05, 5.0), ("clearance", 0.0, 10.0)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} = {getattr(self, name):g}, expected {low:g} to {high:g}")


class PrintSettings(Record):
    """`[print]`: the press of a print shop, for `cardtools export --to pdfx4` and the proof of `watch`.

    Keys:
        profile: The ICC profile of the press, from the print shop: a file in the project.
        intent: How colours that the press cannot print are changed: all a little (perceptual), only these
            (relative or absolute, which keeps the tint of the paper too), or kept vivid (saturation).
        condition: The name of the printing condition, such as `FOGRA51`; if empty, the name of the file.

    Example:
        [print]
        profile = "profiles/PSOcoated_v3.icc"
        condition = "FOGRA51"

    Example of photographs, whose colours keep their distances:
        [print]
        profile = "profiles/PSOcoated_v3.icc"
        intent = "perceptual"
    """

    profile: str = ""
    intent: Intent = "relative"
    condition: str = ""


class Edition(Record):
    """`[editions.NAME]`: the cards in another language. The name is that of its folder below the output.

    Texts that no column and no word translates stay as they are. Conditions, palettes and pictures of faces
    see the card table's own words; the texts of faces see the translated ones.

    Keys:
        language: The language of the texts, such as `de` or `pt-BR`; if empty, the name of the edition.
        table: The table with the translations, one row for each card; if empty, the card table itself.
        key: The column of both tables by which a row is found; if empty, the one that names a card.
        columns: The columns with the translations, by the column that they translate. Without it, all columns
            of `table` that the card table has too.
        words: Translated words, by the word of the card table: its types, its keywords.
        name: The name of the game, if the edition has another.
        copyright: The copyright line, if the edition has another.
        typography: The language whose quotes, dashes and minus signs the faces use, where they use any; if
            empty, that of the edition.
        fonts: Fonts that take the place of a face's fonts, by their names there.
        faces: Faces that take the place of others; they may extend these.

    Example:
        [editions.de]
        table = "cards/de.csv"
        columns = { NAME = "TITEL", EFFECT1 = "EFFEKT1", EFFECT2 = "EFFEKT2" }
        words = { Fire = "Feuer", Dragon = "Drache" }
        name = "Morgenwacht"
        copyright = "© 2026 die Autoren"

    Example of columns of the card table, with faces and a font of its own:
        [editions.brazil]
        language = "pt-BR"
        typography = "pt"
        key = "SERIAL"
        columns = { NAME = "NOME" }
        faces = { "templates/unit.toml" = "templates/brazil/unit.toml" }
        fonts = { text = "templates/fonts/Other.ttf" }
    """

    language: str = ""
    table: str = ""
    key: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    name: str = ""
    copyright: str = ""
    typography: str = ""
    fonts: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)


class Suppression(Record):
    """`[[suppress]]`: accepted findings, which are no longer reported.

    Keys:
        code: The check: its code, its name, or how its code begins.
        card: The name of the card; if empty, all cards.
        reason: Why the findings are accepted.
        until: The last day on which they are; if empty, forever.

    Example:
        [[suppress]]
        code = "TTU101"
        card = "Basalt Colossus"
        reason = "a promotional card outside the rules"
        until = 2027-06-30
    """

    code: str
    card: str = ""
    reason: str = ""
    until: datetime.date | str = ""


class Settings(Record):
    """The project file: where everything is, and how cards are made from it. Every key is optional.

    Keys:
        name: The name of the game.
        copyright: The copyright line, which faces print as `project.copyright`.
        author: The author that PDFs name; if empty, the copyright line.
        language: The language of the cards that PDFs name, such as `en` or `pt-BR`.
        ruleset: A built-in ruleset or a ruleset file; if empty, only the checks of every game run.
        output: The folder that everything is written to.
        effects: The effect list.
        cards: The card table, the decks and the art.
        extras: Tokens, counters and other things that are printed but not checked.
        art: Placeholder art.
        render: Pictures of cards.
        sheet: Printed sheets.
        faces: The faces of the cards.
        backs: The backs of the cards, chosen as the faces are.
        printers: Printers with a correction.
        box: The tuck box of a deck.
        editions: Translated editions, by name.
        print: The press of a print shop.
        suppress: Accepted findings.
        columns: The headings of the card tables where they are not the names that the ruleset and the faces
            use, such as `NAME = "Card title"`.

    Example:
        name = "Dawnwatch"
        copyright = "© 2026 the authors"
        ruleset = "ttcg"

    Example of a game in another language:
        name = "Morgenwacht"
        author = "Die Autoren"
        language = "de"

    Example of a table with other headings, and another folder for results:
        output = "made"

        [columns]
        NAME = "Card title"
        LEVEL = "Rank"
    """

    name: str = ""
    copyright: str = ""
    author: str = ""
    language: str = "en"
    ruleset: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    output: str = "output"
    effects: EffectSettings = field(default_factory=EffectSettings)
    cards: CardSettings = field(default_factory=CardSettings)
    extras: tuple[Extras, ...] = ()
    art: ArtSettings = field(default_factory=ArtSettings)
    render: RenderSettings = field(default_factory=RenderSettings)
    sheet: SheetSettings = field(default_factory=SheetSettings)
    faces: tuple[FaceChoice, ...] = ()
    backs: tuple[FaceChoice, ...] = ()
    printers: tuple[Printer, ...] = ()
    box: BoxSettings = field(default_factory=BoxSettings)
    editions: dict[str, Edition] = field(default_factory=dict)
    print: PrintSettings = field(default_factory=PrintSettings)
    suppress: tuple[Suppression, ...] = ()


class Project(Record):
    """A project: its root folder, its settings, its project file (None if there is none), and the name of the
    edition that is drawn ("": the card table's own language).
    """

    root: Path
    settings: Settings
    file: TomlFile | None = None
    edition: str = ""

    def in_edition(self, name: str) -> Project:
        """The project as it is drawn in an edition. Raises InputError if there is none of this name."""
        if not name:
            return self
        if name not in self.settings.editions:
            hint = suggest(name, list(self.settings.editions), "editions")
            what = hint or f"add [editions.{name}] to {FILE_NAME}"
            raise bad_input("--edition", f"no edition {name!r}", what)
        edition, settings = self.settings.editions[name], self.settings

        def face(choice: FaceChoice) -> FaceChoice:
            return replace(choice, face=edition.faces.get(choice.face, choice.face))

        settings = replace(
            settings,
            name=edition.name or settings.name,
            copyright=edition.copyright or settings.copyright,
            language=edition.language or name,
            faces=tuple(map(face, settings.faces)),
            backs=tuple(map(face, settings.backs)),
        )
        return replace(self, settings=settings, edition=name)

    def path(self, relative: str) -> Path:
        """The path of something that the project file names."""
        return self.root / relative

    def names(self, *keys: str) -> bool:
        """Whether the project file sets this key itself, so that what it names must exist."""
        table: object = self.file.data if self.file else {}
        for key in keys:
            table = table.get(key) if isinstance(table, dict) else None
        return table is not None

    def place(self, *keys: str | int, find: str = "") -> Location | None:
        """Where the project file has a key; None where it has not."""
        table: Any = self.file.data if self.file else {}
        for key in keys:
            table = table.get(key) if isinstance(table, dict) else table
        return self.file.at(*keys, find=find) if self.file and table is not None else None

    @property
    def tables(self) -> tuple[Path, ...]:
        """The tables of the card database, those that a pattern matches by name.

        A pattern that matches nothing stands for itself: there is no such file.
        """
        return tuple(Path(self.root, name) for name in find_tables(self.root, self.settings.cards.database))

    @property
    def table_files(self) -> list[Path]:
        """What to look at for changes of the card database: its files, and the folders of its patterns."""
        database = self.settings.cards.database
        names = (database,) if isinstance(database, str) else database
        folders = {self.path(name).parent for name in names if _PATTERN.intersection(name)}
        return [*map(table_file, self.tables), *sorted(folders)]

    @property
    def extras(self) -> tuple[Path, ...]:
        """The tables of the extras."""
        return tuple(self.path(extras.table) for extras in self.settings.extras)

    def sheet(self, name: str = "") -> Path:
        """The sheet definition of the cards, or of the extras whose table has this name."""
        own = {Path(extras.table).stem: extras.sheet for extras in self.settings.extras}
        return self.path(own.get(name) or self.settings.sheet.sheet)

    def sheet_place(self, name: str = "") -> Location | None:
        """Where the project file names the sheet definition of `sheet`; None where it does not."""
        for index, extras in enumerate(self.settings.extras):
            if extras.sheet and Path(extras.table).stem == name:
                return self.place("extras", index, "sheet")
        return self.place("sheet", "sheet")

    @property
    def output(self) -> Path:
        """The folder that `build` writes to."""
        return self.root / self.settings.output / self.edition

    def output_path(self, *parts: str) -> Path:
        """A file or folder in the output folder. Raises OutputError where that leads out of the project."""
        return check_output(self.output.joinpath(*parts), self.root)


def find_project(start: Path | None = None, required: bool = False) -> Project:
    """The project of the folder `start` (default: the working folder) or of the nearest one above it.

    Without any project file the folder itself is the project, with the documented defaults and the ruleset
    of the documentation (a project file that names no ruleset has none). Raises InputError with every problem
    of the project file, and CardtoolsError if a project is `required` and the folder has neither a project
    file nor any of the usual folders.
    """
    start = start or Path.cwd()
    for folder in (start, *start.parents):
        if os.path.isfile(folder / FILE_NAME):
            settings, file = load(folder / FILE_NAME, Settings)
            _check_values(settings, file)
            return Project(folder, settings, file)
    if required and not any((start / name).is_dir() for name in _FOLDERS):
        raise CardtoolsError(
            f"no card project: neither this folder nor one above it has a {FILE_NAME}; "
            "`cardtools init NAME` creates a project"
        )
    return Project(start, Settings(ruleset="ttcg"))


def find_tables(root: Path, database: str | tuple[str, ...]) -> tuple[str, ...]:
    """The tables that `database` of a project in the folder `root` names, each once."""
    if isinstance(database, str) and not _PATTERN.intersection(database):
        return (database,)
    found: dict[str, None] = {}
    for name in (database,) if isinstance(database, str) else database:
        folder, _, pattern = name.rpartition("/")
        if not _PATTERN.intersection(pattern) or os.path.lexists(root / name):
            found[name] = None
            continue
        try:
            with os.scandir(root / folder) as entries:
                files = sorted(entry.name for entry in entries if entry.is_file())
        except (OSError, ValueError):
            files = []
        # Programs hide a lock beside a table that they have open, as ~$cards.xlsx.
        own = [file for file in fnmatch.filter(files, pattern) if not file.startswith((".", "~$"))]
        found |= dict.fromkeys([f"{folder}/{file}" if folder else file for file in own] or [name])
    return tuple(found)


def _check_tables(settings: Settings, file: TomlFile) -> None:
    """Raise InputError where the card database has no table, one twice, or too many."""
    database = settings.cards.database
    tables, most = find_tables(file.path.parent, database), limits().card_tables
    message = hint = ""
    if len(tables) > most or (not isinstance(database, str) and len(database) > most):
        message, hint = f"there are more than {most:,} tables", raise_hint("card_tables")
    elif not tables or "" in tables:
        message, hint = "database names no table", 'such as "cards/cards.csv"'
    elif not isinstance(database, str) and len(set(database)) < len(database):
        twice = next(name for name in database if database.count(name) > 1)
        message, hint = f"database names {twice!r} twice", "name it once"
    real: dict[tuple[str, str], str] = {}
    for name in () if message or len(tables) == 1 else tables:
        table, sheet = split_sheet(file.path.parent / name)
        other = real.setdefault((os.path.realpath(table), sheet), name)
        if other != name:
            message, hint = f"{name} and {other} are the same table", "name it once"
    if message:
        raise InputError(Diagnostic(file.at("cards", "database"), message, hint))


def _check_values(settings: Settings, file: TomlFile) -> None:
    # A project may come from a stranger: it may only write inside its folder, and not over its sources.
    root, effects = file.path.parent, settings.effects
    lists: dict[tuple[str, ...], str] = {
        ("effects", "effects"): effects.effects,
        ("effects", "tagged"): effects.tagged,
    }
    if file.data.get("cards", {}).get("crops"):
        lists["cards", "crops"] = settings.cards.crops
    for name in (
        effects.placeholders,
        settings.output,
        *lists.values(),
        *settings.cards.art,
        *_sources(root, settings),
    ):
        if (
            "\0" in name
            or len(name) > _LONGEST_PATH
            or max(map(len, os.fsencode(name).split(b"/"))) > _LONGEST_NAME
        ):
            raise bad_input(file.name, f"no file can have the name {name[:50]!r}...")
    _check_tables(settings, file)
    if effects.limit > limits().combinations:
        place = file.at("effects", "limit")
        message = f"limit = {effects.limit:,} is more than {limits().combinations:,}"
        raise InputError(Diagnostic(place, message, raise_hint("combinations")))
    problems = []
    for keys, value in ((("output",), settings.output), *lists.items()):
        path = Path(value)
        if path.is_absolute() or ".." in path.parts:
            message = f"{keys[-1]} = {value!r} leaves the project folder"
            problems.append(Diagnostic(file.at(*keys), message, f"a path below {shown(root)}"))
            continue
        try:
            check_output(root / path, root)
        except OutputError as error:
            message = f"{keys[-1]} = {value!r}: {error}"
            problems.append(Diagnostic(file.at(*keys), message, "name another path"))
    for name in settings.editions:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}", name):
            message = f"an edition cannot be named {name[:50]!r}"
            problems.append(Diagnostic(file.at("editions", name), message, "write letters, digits, - and _"))
    real = {os.path.realpath(path) for path in (file.path, *map(root.joinpath, _sources(root, settings)))}
    for keys, value in lists.items():
        if os.path.realpath(root / value) in real:
            message = f"{keys[-1]} = {value!r} is a file that the project is made from"
            problems.append(Diagnostic(file.at(*keys), message, "name another file"))
    if problems:
        raise InputError(problems)


def _sources(root: Path, settings: Settings) -> Iterator[str]:
    """The files that the project file names and that no command writes, but for fixes."""
    effects, cards = settings.effects, settings.cards
    yield from (effects.templates, effects.drop, effects.replace, effects.tags)
    tables = (*find_tables(root, cards.database), *(extras.table for extras in settings.extras))
    yield from (*(str(table_file(Path(table))) for table in tables), *cards.decks, settings.sheet.sheet)
    yield from filter(None, (settings.ruleset,))
    yield from (choice.face for choice in (*settings.faces, *settings.backs))
    for edition in settings.editions.values():
        yield from (*filter(None, (edition.table,)), *edition.faces.values())
    yield from (extras.sheet for extras in settings.extras if extras.sheet)
