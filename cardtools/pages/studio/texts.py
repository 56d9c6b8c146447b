"""The text files of a project for the pages that edit them: which there are, what is wrong with a text that
is not kept yet, and what can be written in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import held_too, read_bytes, shown
from cardtools.ground.toml.tomlfile import load, read_toml
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.project.project import FILE_NAME
from cardtools.project.settings import Settings

_ENDINGS = (".toml", ".txt", ".md", ".dek", ".json", ".yaml", ".yml", ".csv")
_MOST_BYTES, _MOST_FILES = 400_000, 2_000  # of a text that is edited here, and files in the list
_SCHEMA = re.compile(rb"\A(?:\xef\xbb\xbf)?#:schema[^\n]*?(\w+)\.json")


def text_files(desk: Desk) -> list[dict[str, Any]]:
    """The texts of the project that people write, by path: each with what it is ("": nothing says so)."""
    settings, found = _settings(desk), list[dict[str, Any]]()
    made = {settings.output, "schemas", settings.effects.effects, settings.effects.tagged}
    for folder, folders, names in os.walk(desk.root):
        here = Path(folder).relative_to(desk.root)
        folders[:] = sorted(one for one in folders if one[0] != "." and (here / one).as_posix() not in made)
        for name in sorted(names):
            path = (here / name).as_posix()
            if (
                name[0] == "."
                or not name.lower().endswith(_ENDINGS)
                or path in made
                or len(found) == _MOST_FILES
            ):
                continue
            kind, size = kind_of(desk, path), (desk.root / path).lstat().st_size
            if size <= _MOST_BYTES and (kind or not name.endswith(".csv")):
                found.append({"path": path, "kind": kind})
    return found


def kind_of(desk: Desk, path: str) -> str:
    """What a file is: a kind of TOML file, "deck", "templates", "placeholders", or ""."""
    from cardtools.reports.reference import PLACES

    settings, pure = _settings(desk), Path(path)
    effects, cards = settings.effects, settings.cards
    own = {
        FILE_NAME: "project", settings.ruleset: "ruleset", effects.tags: "tags", effects.programs: "programs",
        cards.crops: "crops", effects.templates: "templates", **dict.fromkeys(cards.decks, "deck"),
        effects.drop: "placeholders", effects.replace: "placeholders",
        **{one.face: "face" for one in (*settings.faces, *settings.backs)},
    }  # fmt: skip
    if path in own or pure.parent.as_posix() == effects.placeholders:
        return own.get(path, "placeholders")
    if pure.suffix != ".toml":
        folders = {Path(one).parent for one in cards.decks} or {Path("cards/decks")}
        is_deck = pure.suffix in (".txt", ".dek", ".csv") and pure.parent in folders - {Path()}
        return "deck" if is_deck else ""
    with suppress(InputError, OSError):
        said = _SCHEMA.match(read_bytes(desk.root / path, "toml_bytes"))
        if said and said[1].decode() in PLACES:
            return said[1].decode()
    # A pattern matches no folder.
    places = ((kind, Path(place)) for kind, place in PLACES.items())
    return next((kind for kind, one in places if pure.parent == one.parent and pure.match(one.name)), "")


def check_text(desk: Desk, path: str, text: str) -> dict[str, Any]:
    """The problems that our readers find in a text that is not in its file, with their places (0: none)."""
    if len(text) > _MOST_BYTES:
        raise bad_input(path, f"a text of more than {_MOST_BYTES:,} letters is not edited here")
    kind, file, known = kind_of(desk, path), desk.root / path, None
    with suppress(InputError):  # as they are without the text
        known = desk.game.table if kind == "deck" else desk.game.ruleset if kind == "face" else None
    with held_too(file, text.encode()):
        try:
            found = list(_read(desk, kind, file, known))
        except InputError as error:
            found = list(error.diagnostics)
    places = [(one, one.location) for one in dict.fromkeys(found)]
    problems = [
        {
            **one.data(),
            "path": path if place.path in (shown(file), "") else place.path,
            "line": place.line,
            "column": place.column,
        }
        for one, place in places
    ]
    return {"kind": kind, "problems": problems}


def _read(desk: Desk, kind: str, file: Path, known: Any) -> Iterable[Diagnostic]:
    """The findings of a file of a kind. Raises InputError if it cannot be used."""
    from cardtools.reports.reference.files import KINDS

    if kind == "face":
        from cardtools.render.face.load import load_face

        return load_face(file, **({"glossary": known.glossary} if known else {})).findings
    if kind == "ruleset":
        from cardtools.rulesets import check_ruleset, load_ruleset

        load_ruleset(str(file), Path())
        return check_ruleset(str(file), Path())
    if kind == "deck":
        from cardtools.cards.deck import read_deck
        from cardtools.checks.validate import validate_deck

        deck = read_deck(file)
        return validate_deck(deck, known, known.ruleset) if known else ()
    if kind in ("templates", "placeholders"):
        from cardtools.cards.lexicon import Lexicon
        from cardtools.effects.lint import check_effect_files

        found = check_effect_files(desk.root, _settings(desk).effects, Lexicon(desk.project))
        return (one for one in found if one.location.path == shown(file))
    if kind == "project":
        from cardtools.project.project import find_project

        find_project(desk.root)
    elif kind in KINDS:
        load(file, KINDS[kind].model)
    elif file.suffix == ".toml":
        read_toml(file)
    return ()


def text_keys(desk: Desk, path: str) -> dict[str, Any]:
    """What can be written in a file: its kind, the JSON Schema of that, the tables whose names a key takes,
    the keys that take colours, and the columns of the cards, for templates.
    """
    from cardtools.render.face.load import COLOUR_KEYS, NAMED_IN
    from cardtools.reports.reference.files import KINDS
    from cardtools.reports.reference.schema import schema_of

    kind, columns = kind_of(desk, path), list[str]()
    with suppress(InputError):
        columns += desk.game.table.columns
    schema = schema_of(KINDS[kind]) if kind in KINDS else None
    names, colours = (NAMED_IN, COLOUR_KEYS) if kind == "face" else ({}, ())
    return {"kind": kind, "schema": schema, "names": names, "colours": list(colours), "columns": columns}


def _settings(desk: Desk) -> Settings:
    """The settings of the project, or those of none where its file cannot be read."""
    try:
        return desk.project.settings
    except InputError:
        return Settings()


ANSWERS: dict[str, DeskAnswer] = {"text_files": text_files, "check_text": check_text, "text_keys": text_keys}
