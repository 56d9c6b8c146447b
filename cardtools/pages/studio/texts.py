"""The text files of a project for the pages that edit them: which there are, what is wrong with a text that
is being written, and what can be written in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import held_too, read_bytes, shown
from cardtools.ground.toml.tomlfile import load, read_toml
from cardtools.pages.studio.desk import Answer, Desk
from cardtools.project.project import FILE_NAME
from cardtools.project.settings import Settings

if TYPE_CHECKING:
    from cardtools.reports.reference.files import FileKind

_ENDINGS = (".toml", ".txt", ".md", ".dek", ".json", ".yaml", ".yml", ".csv")
_MOST_BYTES, _MOST_FILES = 400_000, 2_000  # of a text that is edited here, and files in the list
_SCHEMA = re.compile(r"\A\ufeff?#:schema\s+\S*?(\w+)\.json\s*$", re.M)


def text_files(desk: Desk) -> list[dict[str, Any]]:
    """The texts of the project that people write, by path: each with what it is, or "" if nothing says so."""
    settings = _settings(desk)
    made = {settings.output, "schemas", settings.effects.effects, settings.effects.tagged}
    database = settings.cards.database
    made |= {database} if isinstance(database, str) else {*database}
    found = list[dict[str, Any]]()
    for folder, folders, names in os.walk(desk.root):
        here = Path(folder).relative_to(desk.root)
        folders[:] = sorted(one for one in folders if one[0] != "." and (here / one).as_posix() not in made)
        for name in sorted(names):
            path = (here / name).as_posix()
            is_text = name[0] != "." and name.lower().endswith(_ENDINGS) and path not in made
            kind = kind_of(desk, path) if is_text else ""
            if is_text and (kind or not name.endswith(".csv")) and len(found) < _MOST_FILES:
                size = (Path(folder) / name).stat().st_size
                if size <= _MOST_BYTES:
                    found.append({"path": path, "kind": kind, "size": size})
    return found


def kind_of(desk: Desk, path: str) -> str:
    """What a file is: a kind of TOML file, "deck", "templates", "placeholders", or ""."""
    from cardtools.reports.reference import PLACES

    settings, pure = _settings(desk), Path(path)
    effects, cards = settings.effects, settings.cards
    own = {
        FILE_NAME: "project", settings.ruleset: "ruleset", effects.tags: "tags", effects.programs: "programs",
        cards.crops: "crops", settings.sheet.sheet: "sheet", effects.templates: "templates",
        effects.drop: "placeholders", effects.replace: "placeholders",
        **{one.face: "face" for one in (*settings.faces, *settings.backs)},
        **{one.sheet: "sheet" for one in settings.extras}, **dict.fromkeys(cards.decks, "deck"),
    }  # fmt: skip
    if found := own.get(path):
        return found
    if pure.parent.as_posix() == effects.placeholders:
        return "placeholders"
    if pure.suffix in (".txt", ".dek", ".csv"):
        folders = {Path(one).parent for one in cards.decks} or {Path("cards/decks"), Path("decks")}
        return "deck" if pure.parent in folders - {Path()} else ""
    if pure.suffix != ".toml":
        return ""
    with suppress(InputError, OSError):
        head = read_bytes(desk.root / path, "toml_bytes")[:300].partition(b"\n")[0]
        said = _SCHEMA.match(head.decode(errors="replace"))
        if said and said[1] in PLACES:
            return said[1]
    # A pattern matches no folder, so that the nearest one wins.
    return next((kind for kind, place in PLACES.items() if pure.parent == Path(place).parent and
                 pure.match(Path(place).name)), "")  # fmt: skip


def check_text(desk: Desk, path: str, text: str) -> dict[str, Any]:
    """What our readers say about a text that is not in its file: problems with the file, line and column (0:
    the whole file).
    """
    if len(text) > _MOST_BYTES:
        raise bad_input(path, f"a text of more than {_MOST_BYTES:,} letters is not edited here")
    kind, file = kind_of(desk, path), desk.root / path
    glossary = None
    if kind == "face":
        with suppress(InputError):
            glossary = desk.game.ruleset.glossary
    if kind == "deck":
        with suppress(InputError):
            assert desk.game.table is not None  # read before another text is held
    found: list[Diagnostic] = []
    with held_too(file, text.encode()):
        try:
            found += _read(desk, kind, file, glossary)
        except InputError as error:
            found += error.diagnostics
    problems = []
    for one in dict.fromkeys(found):
        place = one.location
        is_here = place.path in (shown(file), path) or not place.path
        where = path if is_here else place.path
        problems.append({**one.data(), "path": where, "line": place.line, "column": place.column})
    return {"kind": kind, "problems": problems}


def _read(desk: Desk, kind: str, file: Path, glossary: Any) -> Iterator[Diagnostic]:
    """The findings of a file of a kind. Raises InputError if it cannot be used."""
    if kind == "face":
        from cardtools.render.face.load import load_face

        face = load_face(file, **({"glossary": glossary} if glossary else {}))
        yield from face.findings
    elif kind == "ruleset":
        from cardtools.rulesets import check_ruleset, load_ruleset

        load_ruleset(str(file), Path())
        yield from check_ruleset(str(file), Path())
    elif kind == "deck":
        from cardtools.cards.deck import read_deck
        from cardtools.checks.validate import validate_deck

        yield from validate_deck(read_deck(file), desk.game.table, desk.game.table.ruleset)
    elif kind in ("templates", "placeholders"):
        from cardtools.cards.lexicon import Lexicon
        from cardtools.effects.lint import check_effect_files

        found = check_effect_files(desk.root, _settings(desk).effects, Lexicon(desk.project))
        yield from (one for one in found if one.location.path == shown(file))
    elif kind == "project":
        from cardtools.project.project import find_project

        find_project(desk.root)
    elif kind == "tags":
        from cardtools.effects.tagrules import read_rules

        read_rules(read_toml(file))
    elif kind == "run":
        from cardtools.steps.runs.plan_checks import check_plan
        from cardtools.steps.runs.planned_run import PlannedRun

        yield from check_plan(PlannedRun(file, desk.project))
    elif kind == "sheet":
        from cardtools.print.sheets.printing import read_sheet

        read_sheet(file)
    elif known := _toml_kind(kind):
        load(file, known.model)
    elif file.suffix == ".toml":
        read_toml(file)


def text_keys(desk: Desk, path: str) -> dict[str, Any]:
    """What can be written in a TOML file: its kind, the JSON Schema of that, the tables whose names a key
    takes, the keys that take colours, and the columns of the cards for templates.
    """
    kind = kind_of(desk, path)
    known = _toml_kind(kind)
    columns: list[str] = []
    with suppress(InputError):
        columns = list(desk.game.table.columns)
    if known is None:
        return {"kind": kind, "schema": None, "names": {}, "colours": [], "columns": columns}
    from cardtools.render.face.load import COLOUR_KEYS, NAMED_IN
    from cardtools.reports.reference.schema import schema_of

    is_face = kind == "face"
    return {
        "kind": kind,
        "schema": schema_of(known),
        "names": NAMED_IN if is_face else {},
        "colours": [*COLOUR_KEYS] if is_face else [],
        "columns": columns,
    }


def _toml_kind(kind: str) -> FileKind | None:
    from cardtools.reports.reference.files import KINDS

    return KINDS.get(kind)


def _settings(desk: Desk) -> Settings:
    """The settings of the project; those of none where its file cannot be read."""
    try:
        return desk.project.settings
    except InputError:
        return Settings()


ANSWERS: dict[str, Answer] = {"text_files": text_files, "check_text": check_text, "text_keys": text_keys}
