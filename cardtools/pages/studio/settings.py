"""The page of settings: the common keys of the project file, and changes of them in its text."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import held_too, read_bytes
from cardtools.ground.toml.toml_edits import order_keys, remove_key, set_key
from cardtools.ground.toml.toml_values import as_toml
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.faces import key_for_page
from cardtools.pages.studio.texts import text_files
from cardtools.project.project import FILE_NAME, find_project
from cardtools.project.settings import Settings
from cardtools.reports.reference.keys import tables
from cardtools.rulesets import built_in_rulesets
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

# The keys that most games set, by table.
_COMMON: Mapping[str, tuple[str, ...]] = {
    "": ("name", "copyright", "author", "language", "ruleset"),
    "cards": ("database", "decks", "art", "quantity"),
    "faces": ("face", "when"),
    "backs": ("face", "when"),
    "sheet": ("sheet", "paper"),
    "render": ("dpi",),
    "print": ("profile", "intent", "condition", "ink"),
}
_FILES = {
    "ruleset": "ruleset",
    "face": "face",
    "sheet": "sheet",
    "decks": "deck",
}  # kinds


def settings(desk: Desk) -> dict[str, Any]:
    """The common keys by table, as the reference has them, with what the file says and files that there are.
    Raises InputError if it is no TOML.
    """
    path = desk.root / FILE_NAME
    data = read_toml(path).data if path.is_file() else {"ruleset": desk.project.settings.ruleset}
    files: dict[str, list[str]] = {"ruleset": [*built_in_rulesets()]}
    for one in text_files(desk):
        files.setdefault(one["kind"], []).append(one["path"])
    pages = {page.name.partition(".")[2]: page for page in tables(Settings, ("project",))}
    groups = [
        {
            "place": [name] if name else [],
            "title": pages[name].meaning.partition("\n")[0],
            "several": pages[name].header.startswith("[["),
            "keys": [key_for_page(key) for key in pages[name].keys if key.short in common],
            "values": data.get(name, {}) if name else {key: data[key] for key in common if key in data},
        }
        for name, common in _COMMON.items()
    ]
    suggested = {key: files.get(kind, []) for key, kind in _FILES.items()}
    return {"groups": groups, "files": suggested, "exists": path.is_file()}


def edit_project(desk: Desk, edits: list[Any]) -> str:
    """The text of the project file after edits, each of a `place`: its `value` (none: the key goes), or the
    `order` of its tables. Raises InputError for what cannot be written, and for what would make a project
    useless that is not.
    """
    path = desk.root / FILE_NAME
    if path.is_file():
        text = read_bytes(path, "toml_bytes").decode()
    else:  # without a project file there are other rules than in an empty one
        text = f"ruleset = {as_toml(desk.project.settings.ruleset)}\n"
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    try:
        for edit in edits:
            place = tuple(edit["place"])
            if place[-1] == -1:  # one more table
                place = (*place[:-1], len(tomllib.loads(text).get(place[0], ())))
            if "order" in edit:
                text = order_keys(text, place, edit["order"])
            else:
                value = edit.get("value")
                text = remove_key(text, place) if value is None else set_key(text, place, value)
        tomllib.loads(text)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise bad_input(FILE_NAME, f"this cannot be changed here: {error}", "change it in the text") from None
    try:
        before = {one.message for one in desk.game.project_cards.problems}
    except InputError:  # it is put right step by step
        return mark + text
    with held_too(path, (mark + text).encode()):
        game = GameFiles(find_project(desk.root))
        if worse := [one for one in game.project_cards.problems if one.message not in before]:
            raise InputError(worse)
        _ = game.decks
    return mark + text


def keep_project(studio: Studio, by: str, what: str, edits: list[Any]) -> Any:
    """Keep edits of the project file, as `edit_project`."""
    version = studio.workspace.version(FILE_NAME)
    text = studio.read("edit_project", urgent=True, edits=edits)
    return studio.change(by, what, FILE_NAME, version, text.encode())


ANSWERS: dict[str, DeskAnswer] = {"settings": settings, "edit_project": edit_project}
