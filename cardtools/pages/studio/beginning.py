"""A game that begins in the studio: from an example, or from a table that is dropped on the page.

What is dropped is a stranger's file: it is kept in a folder of its own, and only the processes that draw
look into it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from cardtools.cards.picture_cells import PICTURE_ENDINGS
from cardtools.ground.card_sizes import SIZES
from cardtools.ground.errors import CardtoolsError, bad_input, problems_of
from cardtools.ground.io.filenames import segment
from cardtools.ground.io.files import (
    STATE_FOLDER,
    check_output,
    make_folder,
    own_folder,
    read_bytes,
    remove_folder,
    write_atomic,
)
from cardtools.ground.io.temporary import temporary_folder
from cardtools.ground.limits import limits
from cardtools.ground.tables.workbooks import is_workbook, table_file
from cardtools.ground.web.answers import json_response, read_body
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.drawing import draw
from cardtools.pages.studio.history import NOTHING
from cardtools.project.project import FILE_NAME
from cardtools.project.starter import describe_games, games, ready_faces, title
from cardtools.steps.new_project import ProjectStart, new_project

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_UPLOADS = f"{STATE_FOLDER}/uploads"
_TEXTS = (".csv", ".tsv", ".txt", ".nde", ".cmp")  # tables and designs that are no workbooks
_SHEETS = (".xlsx", ".xlsm", ".ods", ".csv", ".tsv")
_NO_TABLES = (".txt", ".md", ".yml")  # that are rather something else, where nobody chose them
_MOST_BYTES = 100_000_000  # of all that is dropped at once
_CARDS, _DPI = 3, 110  # that are shown before
_SIZES = {name: one[:2] for name, one in SIZES.items() if one.shape == "rectangle"}


class Beginning(TypedDict, total=False):
    """How a game begins: the `kind` is blank, face, table, sample or the name of a game; `tables` are files
    of the folder, `sheet` is a part of the first one; all else is as `ProjectStart` has it.
    """

    kind: str
    tables: list[str]
    sheet: str
    header: int
    roles: dict[str, str]
    editable: bool
    face: str
    size: str
    name: str
    copyright: str


def begin(desk: Desk) -> dict[str, Any]:
    """What a game can begin with in this folder, and whether there is none yet."""
    here = [name for name in _tables(desk.root) if "/" not in name and not name.lower().endswith(_NO_TABLES)]
    here.sort(key=lambda name: not name.lower().endswith(_SHEETS))
    known = {"games": describe_games(), "faces": ready_faces(), "sizes": _SIZES, "tables": here}
    return {"empty": desk.project.is_empty, "folder": str(desk.root), "name": title(desk.root), **known}


def begin_preview(desk: Desk, start: Beginning) -> dict[str, Any]:
    """What the game would be that begins so: its first cards, and of a table its sheets, its
    columns as they were guessed, and notes; or its problems.
    """
    from cardtools.ground.tables.workbooks.sheet import sheet_names

    found: dict[str, Any] = {"sheets": [], "columns": [], "notes": [], "cards": [], "count": 0}
    said: list[dict[str, Any]] = []
    with temporary_folder(None) as folder:
        own_folder(made := folder.resolve() / "game")
        try:
            chosen = _chosen(desk, start)
            found["sheets"] = sheet_names(table_file(chosen.tables[0])) if chosen.tables else []
            guessed = new_project(made, chosen)
            if guessed and chosen.tables:
                found["columns"] = [[one.heading, one.kind, one.about()] for one in guessed.columns]
                found["notes"] = [note for _, table in guessed.tables.values() for note in table.notes]
                found["missing"] = guessed.missing
            staged = Desk(made)
            cards = staged.game.project_cards.cards
            found["count"] = len(cards)
            for card in cards[:_CARDS]:
                drawn = draw(staged, card.slug, dpi=_DPI)
                found["cards"].append([card.name, drawn["picture"]])
                said += [*drawn["problems"], *drawn["findings"]]
        except CardtoolsError as error:
            said += [one.data() for one in problems_of(error)]
    # Nobody has to know where they are kept.
    ours = re.compile(f"{re.escape(_UPLOADS)}/|{re.escape(made.as_posix())}/")
    told = [{**one, **{key: ours.sub("", one[key]) for key in ("place", "message", "hint")}} for one in said]
    return {**found, "problems": list({one["message"]: one for one in told}.values())}


def begin_files(desk: Desk, start: Beginning) -> dict[str, bytes]:
    """The files of the game that begins so, by path."""
    from cardtools.reports.reference.schema import add_schema_lines, write_schemas

    with temporary_folder(None) as folder:
        own_folder(made := folder.resolve() / "game")
        new_project(made, _chosen(desk, start, desk.root))
        write_schemas(made)
        add_schema_lines(made)
        files = [path for path in sorted(made.rglob("*")) if path.is_file() and path.name[0] != "."]
        return {path.relative_to(made).as_posix(): read_bytes(path, "table_bytes") for path in files}


def make_game(studio: Studio, by: str, start: Beginning) -> Any:
    """Make the game that begins so: one edit. Raises InputError if one of its files is there already."""
    workspace = studio.workspace
    with workspace.together():
        files = studio.draw("begin_files", start=start)
        known = {name: workspace.content(name) for name in files}
        if there := [name for name, data in files.items() if known[name] not in (None, data)]:
            why, hint = "is there already, and nothing is overwritten", "begin in an empty folder"
            raise bad_input(there[0], why, hint)
        new = {name: (NOTHING, data) for name, data in files.items() if known[name] is None}
        workspace.change(by, "New game", new)
    remove_folder(studio.root / _UPLOADS)
    return {}


def keep_upload(root: Path, name: str, data: bytes, more: bool = False) -> dict[str, Any]:
    """Keep a file that was dropped, with those before if there are `more`: its path, and whether it is a
    table. Raises InputError for what no game begins with.
    """
    stem, dot, kind = name.rpartition(".")
    is_table = _is_table(f"x.{kind}")
    if not dot or not (is_table or f".{kind.lower()}" in PICTURE_ENDINGS):
        raise bad_input(name[:80], "is no table that cardtools reads", "save it as xlsx, ods or CSV")
    if (root / FILE_NAME).exists():
        raise bad_input(FILE_NAME, "there is a game in this folder already")
    own = f"{_UPLOADS}/{segment(stem.replace('#', '-'))}.{kind}"
    folder = check_output(root / own, root).parent
    if not more:
        remove_folder(folder)
    make_folder(folder)
    if len(data) + sum(path.stat().st_size for path in folder.iterdir()) > _MOST_BYTES:
        raise bad_input(name[:80], f"all files together have more than {_MOST_BYTES // 10**6} MB")
    write_atomic(root / own, data)
    return {"path": own, "table": is_table}


async def receive_table(studio: Studio, request: Request) -> Response:
    """The answer to a table, a design or a picture that is dropped on the page."""
    query = request.query_params
    data = await read_body(request, limits().workbook_bytes)
    kept = await run_in_threadpool(keep_upload, studio.root, query.get("name", ""), data, "more" in query)
    return json_response(kept)


def _is_table(name: str) -> bool:
    return is_workbook(Path(name)) or name.lower().endswith(_TEXTS)


def _tables(root: Path) -> dict[str, Path]:
    """The tables and designs in the folder, and those that were dropped, by their paths in it."""
    here = (path for folder in ("", _UPLOADS) for path in sorted((root / folder).glob("[!.~]*")))
    usual = (path for path in here if path.is_file() and not path.is_symlink() and _is_table(path.name))
    return {path.relative_to(root).as_posix(): path for path in usual}


def _chosen(desk: Desk, start: Beginning, place: Path | None = None) -> ProjectStart:
    """The same for `new_project`, in the folder `place`. Raises InputError for what is not offered."""
    if not desk.project.is_empty:
        raise bad_input(FILE_NAME, "there is a game in this folder already")
    kind, face, size = start.get("kind", ""), start.get("face", ""), start.get("size", "")
    names, known, own = start.get("tables", []), _tables(desk.root), ("blank", "face", "table")
    allowed = kind in (*own, "sample", *games()) and face in ("", *ready_faces()) and size in ("", *_SIZES)
    lacks = (kind == "table") != bool(names) or (kind == "face" and not face)
    if not allowed or lacks or not known.keys() >= {*names}:
        raise bad_input("the new game", "it cannot begin like this", "choose what is offered")
    sheet = f"#{start['sheet']}" if start.get("sheet") else ""
    face = face if kind in ("face", "table") else ""
    return ProjectStart(
        blank=kind == "blank",
        game=kind if kind in games() else "",
        tables=tuple(Path(f"{known[name]}{'' if index else sheet}") for index, name in enumerate(names)),
        face=face,
        size=size if kind in own and not face else "",
        header=start.get("header", 0) if names else 0,
        roles=tuple(start.get("roles", {}).items()),
        editable=start.get("editable", True),
        place=place,
        name=start.get("name") or (title(desk.root) if kind in own else None),
        copyright=start.get("copyright", ""),
    )


ANSWERS: dict[str, DeskAnswer] = {
    "begin": begin,
    "begin_preview": begin_preview,
    "begin_files": begin_files,
}
