"""What a process of the studio does: it reads the project as the studio shows it, checks it and draws it.

A request is the name of one of the functions in `answers`, its arguments, and what changed since the last
one; the reply is the result, or the problems of the files. Nothing is written here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from cardtools.ground.errors import InputError
from cardtools.ground.io.files import digest, hold, read_bytes
from cardtools.ground.tables.merging import TABLES
from cardtools.project.project import Project, find_project
from cardtools.render.project_cards import ProjectCards, load_sides
from cardtools.steps.game_files import GameFiles

DeskAnswer = Callable[..., Any]  # (desk, **arguments) -> plain data
TYPED = "typed"  # the answer that draws a card as it is typed
FILES_ONLY = ("edit_face",)  # answers that need no more of the project than a file


class Request(NamedTuple):
    """What to do: the name of an answer and its arguments; the number of the last change of a file, by file
    the number of its last change, what is not written to the files yet, and by file the texts that only this
    request sees.
    """

    name: str
    arguments: Mapping[str, Any]
    stamp: int
    changed: Mapping[str, int]
    held: Mapping[str, bytes]
    texts: Mapping[str, bytes] = {}


class Desk:
    """The project in the folder `root`, as it was read last. An edition is drawn by its own desk."""

    def __init__(self, root: Path, edition: str = "") -> None:
        self.root, self.edition = root, edition
        self.stamp = -1
        self._known: dict[str, Any] = {}  # what other modules keep until a file changes
        self._texts: Mapping[str, bytes] = {}
        self._seen: dict[str, bytes] = {}  # TOML files that have changed, as they were read last

    def take(self, request: Request) -> None:
        """See which files have changed, and forget what was made from them."""
        hold({self.root / name: data for name, data in {**request.held, **request.texts}.items()})
        if request.name in FILES_ONLY:
            return
        new = {name for name, stamp in request.changed.items() if stamp > self.stamp}
        tried = self._texts.keys() | request.texts.keys()
        new |= {name for name in tried if self._texts.get(name) != request.texts.get(name)}
        if request.name == TYPED and self.stamp >= 0 and all(name.endswith(TABLES) for name in new):
            return  # the page has the cells of its card; a table of 10,000 is read again for other requests
        self._texts = request.texts
        new = {name for name in new if not self._is_known(name)}
        if self.stamp < 0 or new:
            self._known.clear()
            if not self._kept(new):
                for name in ("game", "project"):
                    self.__dict__.pop(name, None)
        self.stamp = request.stamp

    def keep(self, key: str, make: Callable[[], Any]) -> Any:
        """What `make` returns, made once until a file changes."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def name_of(self, path: Path) -> str:
        """The path of a file in the project, with slashes, as edits name it."""
        whole = Path(os.path.abspath(path))
        return (whole.relative_to(self.root) if whole.is_relative_to(self.root) else path).as_posix()

    @cached_property
    def project(self) -> Project:
        """The project."""
        return find_project(self.root).in_edition(self.edition)

    @cached_property
    def game(self) -> GameFiles:
        """The files of the project."""
        return GameFiles(self.project)

    def _is_known(self, name: str) -> bool:
        """Whether a TOML file is as it was read last: a text that was tried may be the one that is kept."""
        path = self.root / name
        before = self._seen.pop(name, None)
        if name.endswith(".toml") and path.is_file():
            self._seen[name] = read_bytes(path, "toml_bytes")
        return before is not None and self._seen.get(name) == before

    def _kept(self, changed: set[str]) -> bool:
        """Whether only cards have changed, or only faces: then the others are kept."""
        old = self.__dict__.get("game")
        if old and self._only_tables(old, changed):
            return True
        if not old or "project_cards" not in old.__dict__ or old.ruleset.glossary.terms:
            return False
        cards: ProjectCards = old.project_cards
        sides = (*cards.faces.choices, *(cards.backs.choices if cards.backs else ()))
        faces = {part.path for side in sides if side.face for part in side.face.file.parts}
        faces |= {self.root / side.place.path for side in sides if not side.face}
        names = {self.root / name for name in changed}
        try:
            if names <= set(map(Path.absolute, faces)):
                known = {
                    side.face.file.path: side.face
                    for side in sides
                    if side.face and names.isdisjoint(part.path.absolute() for part in side.face.file.parts)
                }
                own = load_sides(self.project, old.ruleset.glossary, known)
                old.__dict__["project_cards"] = replace(cards, faces=own[0], backs=own[1])
                return True
        except InputError:  # which is said when somebody asks for it
            pass
        return False

    def _only_tables(self, old: GameFiles, changed: set[str]) -> bool:
        """Whether only tables have changed: then the ruleset is kept, and faces that were loaded."""
        if "table" not in old.__dict__ or "extras" not in old.__dict__ or old.ruleset.glossary.terms:
            return False
        tables = {file.path.absolute() for table in (old.table, *old.extras) for file in table.file.parts}
        if not {self.root / name for name in changed} <= tables:
            return False
        cards: ProjectCards | None = old.__dict__.get("project_cards")
        sides = (cards.faces, cards.backs) if cards else old.sides
        game = self.__dict__["game"] = GameFiles(self.project, sides=sides)
        game.__dict__["ruleset"] = old.ruleset
        return True


def key_of(*parts: object) -> str:
    """A digest of values, for what a page has already."""
    return digest(*map(repr, parts))
