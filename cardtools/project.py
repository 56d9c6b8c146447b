"""The project file `cardtools.toml` and its paths; no other module knows where files are.

By default every setting gives the documented behaviour, so a folder without a project file works too.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from cardtools.errors import CardtoolsError, Diagnostic, InputError, Location, OutputError, bad_input
from cardtools.files import check_output, shown
from cardtools.limits import limits, raise_hint
from cardtools.record import Record
from cardtools.tomlfile import TomlFile, load

FILE_NAME = "cardtools.toml"
BASELINE_NAME = "cardtools-baseline.json"  # the findings that `cardtools validate --write-baseline` accepts

_FOLDERS = ("cards", "effects", "placeholders", "templates")  # of a project without a project file
_LONGEST_NAME, _LONGEST_PATH = 255, 4_000  # of a file or a folder on most systems, and with its folders

Stage = Literal["dedupe", "drop", "replace", "agree", "sort", "capitalise"]


class EffectSettings(Record):
    """`[effects]`: files and rules of the effect list (Doc 4.7 to 4.10).

    The stages run in the given order; one may be repeated or left out. `link_offsets` makes <rank+1> follow
    <rank>, `number_words` lets offsets count on words ("two" + 1 is "three"). A list of more than `limit`
    combinations is refused.
    """

    placeholders: str = "placeholders"
    templates: str = "effects/all_effect_templates.txt"
    effects: str = "effects/all_effects.txt"
    tags: str = "effects/tags.toml"
    tagged: str = "effects/effects_with_placeholders.csv"
    drop: str = "placeholders/combinations_to_remove.txt"
    replace: str = "placeholders/phrase_replacements.txt"
    stages: tuple[Stage, ...] = ("dedupe", "drop", "replace", "agree", "sort")
    link_offsets: bool = False
    number_words: bool = False
    limit: int = 10_000_000


class CardSettings(Record):
    """`[cards]`: the card database, the decks, and the folders with art.

    `pictures` chooses the picture of a card, by its name and the picture's number from 1; default: the first.
    """

    database: str = "cards/cards.csv"
    decks: tuple[str, ...] = ()
    art: tuple[str, ...] = ("cards/art",)
    pictures: dict[str, int] = field(default_factory=dict)


class Extras(Record):
    """`[[extras]]`: a table of tokens, counters and other things that are printed with the cards.

    No ruleset checks them and no deck contains them. `sheet` is their sheet definition (default: that of the
    cards); their column COPIES gives the number of copies.
    """

    table: str
    sheet: str = ""


class ArtSettings(Record):
    """`[art]`: what `cardtools art` paints; the texts are templates over a card's columns, as in faces.

    `type` chooses the background, or is `Spell` for an object in the colours of the type `affinity` (default:
    the folder of the picture). `words` are outlines, separated by commas: first the figure or the object, or
    `landscape` for the background alone. `rank` is 1 to 5. The picture is `width` x `height` pixels.
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
    """`[[faces]]` and `[[backs]]`: the face of the cards that meet `when`; the first that applies is used."""

    face: str
    when: str = ""


class RenderSettings(Record):
    """`[render]`: how cards become pictures."""

    dpi: int = 300


class SheetSettings(Record):
    """`[sheet]`: the sheet definition, the paper and the printer of the printed proxies."""

    sheet: str = "templates/sheets/3x3.toml"
    paper: str = "letter"
    printer: str = ""


class Adjustment(Record):
    """The correction of a printer: a shift by `dx` mm to the right and `dy` mm down, a clockwise turn by
    `angle` degrees and a scale, both about the middle of the paper.
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
    """`[[printers]]`: a printer's correction on each side of the paper (`cardtools sheet --calibrate`)."""

    name: str
    front: Adjustment = field(default_factory=Adjustment)
    back: Adjustment = field(default_factory=Adjustment)


class Suppression(Record):
    """`[[suppress]]`: accepted findings of a check (its code, name or the beginning of its code), for one
    card or all of them, with the reason, until the end of a day or for good.
    """

    code: str
    card: str = ""
    reason: str = ""
    until: datetime.date | str = ""


class Settings(Record):
    """The whole project file. Without a `ruleset` only the checks of every game run."""

    name: str = ""
    copyright: str = ""
    ruleset: str = ""
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
    suppress: tuple[Suppression, ...] = ()


class Project(Record):
    """A project: its root folder, its settings, and its project file (None if there is none)."""

    root: Path
    settings: Settings
    file: TomlFile | None = None

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
    def extras(self) -> tuple[Path, ...]:
        """The tables of the extras."""
        return tuple(self.path(extras.table) for extras in self.settings.extras)

    def sheet(self, name: str = "") -> Path:
        """The sheet definition of the cards, or of the extras whose table has this name."""
        own = {Path(extras.table).stem: extras.sheet for extras in self.settings.extras}
        return self.path(own.get(name) or self.settings.sheet.sheet)

    @property
    def output(self) -> Path:
        """The folder that `build` writes to."""
        return self.root / self.settings.output

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


def _check_values(settings: Settings, file: TomlFile) -> None:
    # A project may come from a stranger: it may only write inside its folder, and not over its sources.
    root, effects = file.path.parent, settings.effects
    lists: dict[tuple[str, ...], str] = {
        ("effects", "effects"): effects.effects,
        ("effects", "tagged"): effects.tagged,
    }
    for name in (
        effects.placeholders,
        settings.output,
        *lists.values(),
        *settings.cards.art,
        *_sources(settings),
    ):
        if (
            "\0" in name
            or len(name) > _LONGEST_PATH
            or max(map(len, os.fsencode(name).split(b"/"))) > _LONGEST_NAME
        ):
            raise bad_input(file.name, f"no file can have the name {name[:50]!r}...")
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
    real = {os.path.realpath(path) for path in (file.path, *map(root.joinpath, _sources(settings)))}
    for keys, value in lists.items():
        if os.path.realpath(root / value) in real:
            message = f"{keys[-1]} = {value!r} is a file that the project is made from"
            problems.append(Diagnostic(file.at(*keys), message, "name another file"))
    if problems:
        raise InputError(problems)


def _sources(settings: Settings) -> Iterator[str]:
    """The files that the project file names and that no command writes, but for fixes."""
    effects, cards = settings.effects, settings.cards
    yield from (effects.templates, effects.drop, effects.replace, effects.tags)
    yield from (cards.database, *cards.decks, settings.sheet.sheet)
    yield from filter(None, (settings.ruleset,))
    yield from (choice.face for choice in (*settings.faces, *settings.backs))
    yield from (name for extras in settings.extras for name in (extras.table, extras.sheet) if name)
