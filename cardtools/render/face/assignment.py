"""Which card gets which face and which back: the first in the project file whose `when` is true for it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input, reported_at
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.ground.toml.tomlplaces import Key
from cardtools.language.budget import Budget, StringError
from cardtools.language.when import FaceCondition, compile_when
from cardtools.project.project import FILE_NAME, Project
from cardtools.project.settings import FaceChoice
from cardtools.render.face.load import Face, load_face
from cardtools.render.text.fonts import Font
from cardtools.render.text.typography import style_of
from cardtools.rulesets.glossary import NO_WORDS, Glossary

DEFAULT_FACES = (
    FaceChoice("templates/spell.toml", "TYPE == 'Spell'"),
    FaceChoice("templates/unit.toml"),
)
# For a project that has such a face: lore cards are optional (Doc 4.2).
LORE_FACE = FaceChoice("templates/lore.toml", "has(LORE_OF) and given(LORE_OF)")
DEFAULT_BACK = FaceChoice("templates/back.toml")


class Choice(Record):
    """A loaded face, when it is used, and where that is written; or the `problems` of what is None."""

    face: Face | None
    when: FaceCondition | None
    place: Location
    problems: tuple[Diagnostic, ...] = ()
    columns: Mapping[str, str] = {}

    def seen(self, values: dict[str, Any]) -> dict[str, Any]:
        """The values of a card as this side shows them. Raises InputError for columns that there are not."""
        if not self.columns:
            return values
        for name in (*self.columns, *self.columns.values()):
            if name not in values:
                message, hint = f"there is no column {name!r}", suggest(name, list(values), "columns")
                raise InputError(Diagnostic(self.place, message, hint))
        instead = {name: values[other] for name, other in self.columns.items()}
        if texts := (values.get("edition") or {}).get("texts"):
            own = {name: texts.get(other, values[other]) for name, other in self.columns.items()}
            instead["edition"] = {**values["edition"], "texts": {**texts, **own}}
        return values | instead


class Faces(Record):
    """The faces of a project, in the order in which they are tried; at least one can be used."""

    choices: tuple[Choice, ...]

    @property
    def usable(self) -> list[Face]:
        """The faces without problems."""
        return [choice.face for choice in self.choices if choice.face]

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the other ones; a fault of a shared base once."""
        return tuple(dict.fromkeys(problem for choice in self.choices for problem in choice.problems))

    def choose(self, values: Mapping[str, Any], where: Location, name: str = "") -> Face:
        """The face of the card `name`. Raises InputError if none fits or can be used, or a `when` fails."""
        return self._choice(values, where, name)[0]

    def side(self, values: dict[str, Any], where: Location, name: str) -> tuple[Face, dict[str, Any]]:
        """As `choose`, and the values of the card as this side shows them."""
        face, choice = self._choice(values, where, name)
        return face, choice.seen(values)

    def _choice(self, values: Mapping[str, Any], where: Location, name: str) -> tuple[Face, Choice]:
        budget = Budget()
        for choice in self.choices:
            try:
                if choice.when is not None and not choice.when.holds(values, budget):
                    continue
                if choice.when is None or choice.face is None:  # perhaps the card has another face
                    raise InputError(choice.problems)
                return choice.face, choice
            except StringError as error:
                message = f"card {name}: {error}"
                raise InputError(Diagnostic(choice.place, message, error.hint)) from None
        message = f"no face fits the card {name}"
        raise InputError(Diagnostic(where, message, "add one without `when` as the last of [[faces]]"))

    def fonts(self) -> dict[str, Font]:
        """The fonts of all faces by PostScript name, as exporters need them."""
        return {name: font for face in self.usable for name, font in face.metrics.files().items()}


class _EditionFile(TomlFile):
    """What an edition changes in every face, as if it were a face file; places are those of the edition."""

    edition: str = ""

    def at(self, *keys: Key, find: str = "") -> Location:
        return super().at("editions", self.edition, *keys, find=find)


def face_overlay(project: Project) -> TomlFile | None:
    """What the edition of a project changes in every face; None where it changes nothing."""
    edition = project.settings.editions.get(project.edition)
    if not edition or not project.file:
        return None
    # The name of an edition may be that of a language.
    language = edition.language or (project.edition if style_of(project.edition) else "")
    fonts = {name: font if isinstance(font, str) else list(font) for name, font in edition.fonts.items()}
    data = {"language": language, "typography": edition.typography or style_of(language), "fonts": fonts}
    return _EditionFile(project.file.path, project.file.text, data, project.edition)


def load_faces(
    root: Path,
    choices: Sequence[FaceChoice] = (),
    file: TomlFile | None = None,
    overlay: TomlFile | None = None,
    key: Literal["faces", "backs"] = "faces",
    glossary: Glossary = NO_WORDS,
    known: Mapping[Path, Face] = {},
) -> Faces:
    """The faces of a project file in `root` (default: units, spells, lore cards), or its backs, if any.

    `file` is the project file, for places; `overlay` is laid on every face; those that are `known` are not
    read. A face with problems stops only its own cards. Raises InputError with every problem of every face if
    none can be used.
    """
    loaded: dict[Path, tuple[Face | None, tuple[Diagnostic, ...]]]
    loaded = {path: (face, ()) for path, face in known.items()}
    bases: dict[Path, TomlFile] = {}
    found: list[Choice] = []
    if not choices:
        file, choices = None, (DEFAULT_BACK,) if key == "backs" else (LORE_FACE, *DEFAULT_FACES)
        there = [os.path.isfile(root / choice.face) for choice in choices]
        if key == "faces" and not any(there):
            hint = 'name one in the project file: [[faces]] face = "templates/card.toml"'
            raise bad_input(shown(root / FILE_NAME), "no face says how the cards look", hint)
        choices = choices[not there[0] :]  # lore cards and backs are optional
    for index, choice in enumerate(choices):
        place = file.at(key, index, "face") if file else Location(choice.face)
        path = root / choice.face
        if path not in loaded:
            try:
                with reported_at(place if file else None):
                    loaded[path] = load_face(path, None, overlay, bases, glossary), ()
            except InputError as error:
                loaded[path] = None, error.diagnostics
        (face, problems), when = loaded[path], None
        try:
            when = compile_when(choice.when)
        except StringError as error:
            at = file.at(key, index, "when") if file else place
            problems += (Diagnostic(at, f"when = {choice.when!r}: {error}", error.hint),)
        found.append(Choice(face, when, place, problems, choice.columns))
    faces = Faces(tuple(found))
    if found and all(choice.problems for choice in found):
        raise InputError(faces.problems)
    return faces
