"""The server of the studio: what the page asks for, and what it changes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.errors import CardtoolsError, InputError, bad_input
from cardtools.ground.io.changes import state
from cardtools.ground.io.files import read_bytes
from cardtools.ground.web.answers import json_response, read_json
from cardtools.ground.web.local import WebPage
from cardtools.pages.studio import past
from cardtools.pages.studio.cards import bulk, edit_table, with_cells
from cardtools.pages.studio.cropping import keep_crop
from cardtools.pages.studio.decks import new_deck
from cardtools.pages.studio.desk import TYPED, Request, serve_desk
from cardtools.pages.studio.dropping import receive_art
from cardtools.pages.studio.face_edits import keep_face, see_face
from cardtools.pages.studio.jobs import Jobs
from cardtools.pages.studio.merging import Records
from cardtools.pages.studio.worker import Worker
from cardtools.pages.studio.workspace import Workspace
from cardtools.project.project import FILE_NAME
from cardtools.project.settings import Settings

_MADE = {
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/plain; charset=utf-8",
    ".zip": "application/zip",
}
WEB = Path(__file__).with_name("web")
_LARGEST = 16_000_000  # bytes of a request: thousands of cells are pasted at once
_REST = 600.0  # seconds until a process without work gives its memory back
_PAUSE, _SHORT = 0.4, 0.15  # seconds between two looks at the files, and until a change is seen as complete
Handler = Callable[..., Any]  # (studio, **the values that the page sent) -> what it gets as JSON


class Studio:
    """The project in the folder `root`: its workspace and the processes that read and draw it. Use it in a
    `with` block; `watch` sees what other programs change until it is stopped.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.workspace = Workspace(self.root)
        self.tabs: dict[str, tuple[str, float]] = {}  # what a tab shows, and when it said so
        self.changed: dict[str, int] = {}  # by file: the stamp of its last change
        self._reader = Worker(serve_desk, self.root, rest=_REST)
        self._drawer = Worker(serve_desk, self.root, rest=_REST)
        self.jobs = Jobs(self.root)
        self._stop = threading.Event()
        self._stack = ExitStack()

    def __enter__(self) -> Studio:
        self._stack.enter_context(self.workspace)
        self._stack.callback(self.jobs.close)
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._stack.close()

    def read(self, name: str, urgent: bool = False, **arguments: Any) -> Any:
        """Ask the process that reads and checks; it sees `texts`, by path, instead of the files. Raises
        InputError with the problems of files.
        """
        return self._ask(self._reader, name, arguments, urgent)

    def draw(self, name: str, urgent: bool = False, **arguments: Any) -> Any:
        """Ask the process that draws, as `read`; what somebody waits for is `urgent`."""
        return self._ask(self._drawer, name, arguments, urgent)

    def watch(self) -> None:
        """See what other programs change in the project, until Ctrl-C. Looking takes 5 % of the
        time at most.
        """
        before, pause = self._look(), _PAUSE
        while not self._stop.wait(pause):
            start = time.perf_counter()
            now = self._look()
            # One that differs from the look before is perhaps half-written.
            changed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
            if changed and not self._stop.wait(_SHORT):
                later = self._look()
                still = {path for path in changed if later.get(path) == now.get(path)}
                self.seen([Path(path) for path in still])
                now = {
                    **{path: one for path, one in later.items() if path not in changed - still},
                    **{path: before[path] for path in changed - still if path in before},
                }
            before, pause = now, max(_PAUSE, 20 * (time.perf_counter() - start - _SHORT))

    def _look(self) -> dict[str, tuple[int, int]]:
        """Time and size of the project's files by path, but for those that are hidden or made."""
        output = self.root / Settings().output
        parts = [path for path in self.root.iterdir() if not path.name.startswith(".") and path != output]
        return {name: one for files in state(parts).values() for name, one in files.items()}

    def seen(self, paths: list[Path]) -> None:
        """Other programs have changed these files."""
        names = [path.relative_to(self.root).as_posix() for path in paths if path.is_relative_to(self.root)]
        with self.workspace.together():
            news = self.workspace.look(names) if names else []
            self.changed |= dict.fromkeys(news, self.workspace.stamp)

    def _ask(self, worker: Worker, name: str, arguments: dict[str, Any], urgent: bool = False) -> Any:
        found: list[Any] = []
        texts = arguments.pop("texts", {}).items()
        tried = {path: text.encode() for path, text in texts if self.workspace.path(path)}
        held = self.workspace.pending()
        # What is not written yet differs with every edit.
        changed = self.changed | self.workspace.edited
        stamp = max(changed.values(), default=0)
        request = Request(name, arguments, stamp, changed, held, tried)
        worker.ask(request, found.append, FILE_NAME, urgent)
        kind, value = found[0]
        if kind == "problems":
            raise InputError(value)
        if kind == "failed":
            raise bad_input(FILE_NAME, value)
        return value


def project(studio: Studio) -> Any:
    """The parts of the project, and the state of its files."""
    return studio.read("overview")


def status(studio: Studio) -> Any:
    """What is saved and what is not, notices, what can be undone; `content` grows when a file changes."""
    changed = studio.changed | studio.workspace.edited
    return {**studio.workspace.status(), "content": max(changed.values(), default=0)}


def table(studio: Studio, path: str, known: str = "", edition: str = "") -> Any:
    """A table, as `reading.table`; only its version if that is `known`."""
    if known and known == studio.workspace.version(path):
        return {"path": path, "version": known}
    return studio.read("table", path=path, edition=edition)


def marks(studio: Studio, path: str) -> Any:
    """What the checks say of the cells of a table, as `cards.marks`."""
    return studio.read("marks", path=path)


def card(studio: Studio, slug: str = "", path: str = "", row: str = "-1") -> Any:
    """A card, as `reading.card`, and what can be undone of it."""
    found = studio.read("card", slug=slug, path=path, row=int(row))
    event = studio.workspace.undoable(found["slug"])
    return {**found, "undo": event.what if event else ""}


def pictures(studio: Studio, slug: str) -> Any:
    """The pictures of a card that can be cropped, as `cropping.pictures`."""
    return studio.draw("pictures", slug=slug)


def search(studio: Studio, query: str) -> Any:
    """The cards that a search finds, as `search.search`."""
    return studio.read("search", query=query)


def search_fields(studio: Studio) -> Any:
    """What a search may name, as `search.fields`."""
    return studio.read("search_fields")


def gallery(studio: Studio, known: str = "") -> Any:
    """The cards of the gallery, as `search.gallery`."""
    return studio.read("gallery", known=known)


def gallery_more(studio: Studio) -> Any:
    """What the gallery shows beside, as `search.gallery_more`."""
    return studio.read("gallery_more")


def card_findings(studio: Studio) -> Any:
    """How many findings each card has, as `search.card_findings`."""
    return studio.read("card_findings")


def findings(studio: Studio) -> Any:
    """What the checks find."""
    return studio.read("findings")


def draw(studio: Studio, urgent: bool = True, **arguments: Any) -> Any:
    """A card's picture, as `drawing.draw`; with its cells, other changes of the tables are not waited for."""
    if arguments.get("cells"):
        try:
            return studio.draw(TYPED, urgent, **arguments)
        except InputError:  # perhaps it has a new name
            pass
    return studio.draw("draw", urgent, **arguments)


def fields(studio: Studio, slug: str, cells: dict[str, str], edition: str = "") -> Any:
    """What is known of a card's fields, as `card_fields.fields`, and of its `effects` and their `tags`."""
    known = studio.read("fields", slug=slug, cells=cells, edition=edition)
    return {**known, **studio.read("effect_needs", slug=slug, cells=cells, edition=edition)}


def effects(studio: Studio, **arguments: Any) -> Any:
    """The effects of the list that are searched for, as `effects.effects`."""
    return studio.read("effects", urgent=True, **arguments)


def effect(studio: Studio, text: str) -> Any:
    """What a text means, as `effects.effect`."""
    return studio.read("effect", text=text)


def file(studio: Studio, path: str) -> Any:
    """A text file: its content and version. Raises InputError if it is no text."""
    data = studio.workspace.content(path)
    try:
        text = (data or b"").decode()
    except UnicodeDecodeError:
        raise bad_input(path, "is not a text in UTF-8") from None
    return {"path": path, "text": text, "version": studio.workspace.version(path), "exists": data is not None}


def edit_cells(
    studio: Studio, path: str, version: str, edits: list[Any], by: str, what: str, cards: list[str]
) -> Any:
    """Change cells of a table: each edit is `[line, cell, old, new]` in the `version` that the page knows."""
    before = _known(studio, path, version)
    after = with_cells(path, before, [(int(a), int(b), str(old), str(new)) for a, b, old, new in edits])
    return _changed(studio, by, what, path, version, after, cards)


def edit_rows(
    studio: Studio,
    path: str,
    version: str,
    by: str,
    what: str,
    remove: list[int],
    add: list[Any],
    cards: list[str],
) -> Any:
    """Remove records, by their lines, and add others: `[line, cells]`, each below the record of a line."""
    records = Records(path, _known(studio, path, version))
    after = records.encoded(
        records.arranged(set(remove), [(int(line), list(map(str, cells))) for line, cells in add])
    )
    return _changed(studio, by, what, path, version, after, cards)


def edit_text(studio: Studio, path: str, version: str, text: str, by: str, what: str) -> Any:
    """Write another text into a file, which is merged with what changed since the `version`."""
    return _changed(studio, by, what, path, version, text.encode(), ())


def undo(studio: Studio, by: str, card: str = "") -> Any:
    """Take back the last edit, or the last one of a card."""
    event = studio.workspace.undo(by, card)
    return {"what": event.what if event else ""}


def redo(studio: Studio, by: str) -> Any:
    """Make the edit again that was taken back last."""
    event = studio.workspace.redo(by)
    return {"what": event.what if event else ""}


def take_back(studio: Studio, by: str, number: int) -> Any:
    """Take back one event of the journal."""
    event = studio.workspace.take_back(by, number)
    return {"what": event.what if event else ""}


def jobs(studio: Studio) -> Any:
    """The commands that run or have run, the latest first."""
    return studio.jobs.data()


def start_job(studio: Studio, words: list[str]) -> Any:
    """Run a command, as `Jobs.start`, when all edits are in their files."""
    studio.workspace.write()
    return studio.jobs.start(list(map(str, words))).data()


def stop_job(studio: Studio, number: int) -> Any:
    """Stop a command."""
    studio.jobs.stop(number)
    return {}


def choose(studio: Studio, by: str, number: int, ours: list[int]) -> Any:
    """Settle a notice, as `Workspace.choose`."""
    studio.workspace.choose(by, number, ours)
    return {}


def _known(studio: Studio, path: str, version: str) -> bytes:
    workspace = studio.workspace
    try:
        return workspace.journal.content(path, version, workspace.content(path)) or b""
    except KeyError:
        raise bad_input(path, "this version is not known any more", "load the page again") from None


def _changed(
    studio: Studio, by: str, what: str, path: str, version: str, after: bytes, cards: Any
) -> dict[str, Any]:
    event, conflicts = studio.workspace.change(by, what, {path: (version, after)}, map(str, cards))
    made = {"event": event.number if event else 0, "version": studio.workspace.version(path)}
    return {**made, "conflicts": [one._asdict() for one in conflicts]}


def _of_file(name: str, ask: Handler = Studio.read) -> Handler:
    """What asks a process about a file of the project."""

    def answer(studio: Studio, path: str, **arguments: Any) -> Any:
        studio.workspace.path(path)
        return ask(studio, name, path=path, **arguments)

    return answer


READS: dict[str, Handler] = {
    "status": status,
    "project": project,
    "findings": findings,
    "search": search,
    "search_fields": search_fields,
    "gallery": gallery,
    "gallery_more": gallery_more,
    "card_findings": card_findings,
    "table": table,
    "marks": marks,
    "card": card,
    "pictures": pictures,
    "file": file,
    "faces": lambda studio: studio.draw("faces"),
    "face_keys": lambda studio: studio.read("face_keys"),
    "hard_cards": _of_file("hard_cards", Studio.draw),
    "looks": _of_file("looks", Studio.draw),
    "text_files": lambda studio: studio.read("text_files"),
    "text_keys": _of_file("text_keys"),
    "decks": lambda studio: studio.read("decks"),
    "deck": _of_file("deck"),
    "deck_names": lambda studio: studio.read("deck_names"),
    "jobs": jobs,
    **past.READS,
}
CHANGES: dict[str, Handler] = {
    "draw": draw,
    "fields": fields,
    "effects": effects,
    "effect": effect,
    "cells": edit_cells,
    "rows": edit_rows,
    "edit_table": edit_table,
    "bulk": bulk,
    "text": edit_text,
    "undo": undo,
    "redo": redo,
    "choose": choose,
    "take_back": take_back,
    "crop": keep_crop,
    "face": see_face,
    "face_edit": keep_face,
    "check_text": _of_file("check_text"),
    "edit_deck": _of_file("edit_deck"),
    "new_deck": new_deck,
    "job": start_job,
    "stop": stop_job,
    **past.CHANGES,
}


def routes(studio: Studio) -> list[BaseRoute]:
    """The routes of the page: `/api/NAME` for each of `READS` (GET, with a query) and `CHANGES` (POST of
    JSON).
    """

    def read(handler: Handler) -> Callable[[WebRequest], Response]:
        def answer(request: WebRequest) -> Response:
            return json_response(_called(handler, studio, dict(request.query_params)))

        return answer

    def change(handler: Handler) -> Callable[[WebRequest], Any]:
        async def answer(request: WebRequest) -> Response:
            sent = await read_json(request, _LARGEST)
            if not isinstance(sent, dict):
                raise HTTPException(400, "Expected a JSON object.")
            return json_response(await run_in_threadpool(_called, handler, studio, sent))

        return answer

    def picture(request: WebRequest) -> Response:
        query = request.query_params
        known = request.headers.get("if-none-match", "").strip('"')
        arguments: dict[str, Any] = {"side": query.get("side", "face"), "edition": query.get("edition", "")}
        dpi = _whole(query.get("dpi", "150"))
        made, png = studio.draw(
            "picture", slug=request.path_params["slug"], dpi=dpi, known=known, **arguments
        )
        headers = {"ETag": f'"{made}"', "Cache-Control": "private, no-cache"}
        if not png:
            return Response(status_code=304, headers=headers)
        return Response(png, media_type="image/png", headers=headers)

    async def art(request: WebRequest) -> Response:
        return await receive_art(studio, request)

    def made(request: WebRequest) -> Response:
        """A file in the output folder: what a command has made."""
        path = studio.workspace.path(f"output/{request.path_params['path']}")
        kind = _MADE.get(path.suffix.lower())
        if not kind or not path.is_file():
            raise HTTPException(404, "There is no such file.")
        # A page that a command made has its own policy, and is no part of this page.
        headers = {"Content-Security-Policy": "sandbox allow-scripts"} if kind.startswith("text/html") else {}
        return Response(read_bytes(path, "table_bytes"), media_type=kind, headers=headers)

    return [
        *(Route(f"/api/{name}", read(handler)) for name, handler in READS.items()),
        *(Route(f"/api/{name}", change(handler), methods=["POST"]) for name, handler in CHANGES.items()),
        Route("/picture/{slug}", picture),
        Route("/art", art, methods=["POST"]),
        Route("/output/{path:path}", made),
        Route("/events", studio.workspace.feed.response),
    ]


def _whole(text: str) -> int:
    if not text.isdecimal() or not 10 <= int(text) <= 1200:
        raise HTTPException(400, "Expected dpi from 10 to 1200.")
    return int(text)


def _called(handler: Handler, studio: Studio, sent: Mapping[str, Any]) -> Any:
    """What a handler answers. Raises HTTPException for values that it does not take."""
    import inspect

    try:
        inspect.signature(handler).bind(studio, **sent)
    except TypeError as error:
        raise HTTPException(400, f"{error}.") from None
    try:
        return handler(studio, **sent)
    except CardtoolsError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        raise HTTPException(400, f"{type(error).__name__}: {error}.") from None


def page() -> WebPage:
    """The page: all files in the folder `web`, the first of them the page itself."""
    names = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.is_file())
    names = [name for name in names if Path(name).suffix in (".html", ".css", ".js", ".svg")]
    names.remove("studio.html")
    return WebPage(WEB, ("studio.html", *names))
