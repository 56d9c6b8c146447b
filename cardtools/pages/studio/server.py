"""The server of the studio: what the page asks for, and what it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.web.answers import Once, json_response, read_json
from cardtools.ground.web.local import WebPage
from cardtools.pages.studio import past, problems, settings
from cardtools.pages.studio.beginning import make_game, receive_table
from cardtools.pages.studio.cards import bulk, edit_table
from cardtools.pages.studio.cropping import keep_crop
from cardtools.pages.studio.decks import new_deck
from cardtools.pages.studio.desk import TYPED
from cardtools.pages.studio.dropping import receive_art
from cardtools.pages.studio.face_edits import keep_face, see_face
from cardtools.pages.studio.made_files import made_files
from cardtools.pages.studio.printing import see_sheets, see_side
from cardtools.pages.studio.signatures import PASSED_TO, Handler, description, fault, values_of
from cardtools.pages.studio.studio import Studio

WEB = Path(__file__).with_name("web")
_NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)
_LARGEST = 16_000_000  # bytes of a request: thousands of cells are pasted at once
# The answers that the page asks for as they are, from the process that reads and from the one that draws.
_READ = (
    "search", "search_fields", "gallery", "gallery_more", "card_findings", "marks", "face_keys",
    "text_files", "text_keys", "decks", "deck", "deck_names", "revisions", "begin",
    "problems", "problem_count", "draw_on", "preview_fixes", "settings", "effect_sources",
)  # fmt: skip
_DRAWN = ("faces", "hard_cards", "looks", "pictures", "print_setup")


def asked(name: str, ask: Handler = Studio.read, urgent: bool = False) -> Handler:
    """What gives the page an answer as it is; a `path` is one in the project."""

    def handler(studio: Studio, **arguments: Any) -> Any:
        if "path" in arguments:
            studio.workspace.path(arguments["path"])
        return ask(studio, name, urgent, **arguments)

    PASSED_TO[handler] = name
    return handler


def status(studio: Studio) -> Any:
    """What is saved and what is not, notices, what can be undone; `content` grows when a file changes."""
    changed = studio.changed | studio.workspace.edited
    return {**studio.workspace.status(), "content": max(changed.values(), default=0)}


def table(studio: Studio, path: str, known: str = "", edition: str = "") -> Any:
    """A table, as `reading.table`; only its version if that is `known`."""
    if known and known == studio.workspace.version(path):
        return {"path": path, "version": known}
    return studio.read("table", path=path, edition=edition)


def card(studio: Studio, slug: str = "", path: str = "", row: int = -1) -> Any:
    """A card, as `reading.card`, and what can be undone of it."""
    found = studio.read("card", slug=slug, path=path, row=row)
    event = studio.workspace.undoable(found["slug"])
    return {**found, "undo": event.what if event else ""}


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


def file(studio: Studio, path: str) -> Any:
    """A text file: its content and version. Raises InputError if it is no text."""
    data = studio.workspace.content(path)
    try:
        text = (data or b"").decode()
    except UnicodeDecodeError:
        raise bad_input(path, "is not a text in UTF-8") from None
    return {"path": path, "text": text, "version": studio.workspace.version(path), "exists": data is not None}


def edit_text(studio: Studio, path: str, version: str, text: str, by: str, what: str) -> Any:
    """Write another text into a file, which is merged with what changed since the `version`."""
    return studio.change(by, what, path, version, text.encode())


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
    return studio.jobs.start(words).data()


def stop_job(studio: Studio, number: int) -> Any:
    """Stop a command, or forget one that has ended."""
    studio.jobs.stop(number)
    return {}


def choose(studio: Studio, by: str, number: int, ours: list[int]) -> Any:
    """Settle a notice, as `Workspace.choose`."""
    studio.workspace.choose(by, number, ours)
    return {}


READS: dict[str, Handler] = {
    "status": status,
    "project": asked("overview"),
    "table": table,
    "card": card,
    "file": file,
    "jobs": jobs,
    "openapi.json": lambda studio: description(READS, CHANGES),
    "reports": lambda studio: studio.jobs.reports(),
    "commands": lambda studio: studio.offered(),
    **{name: asked(name) for name in _READ},
    **{name: asked(name, Studio.draw) for name in _DRAWN},
    **past.READS,
}
CHANGES: dict[str, Handler] = {
    "draw": draw,
    "fields": fields,
    "effects": asked("effects", urgent=True),
    "effect": asked("effect"),
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
    "check_text": asked("check_text"),
    "edit_deck": asked("edit_deck"),
    "new_deck": new_deck,
    "begin_preview": asked("begin_preview", Studio.draw),
    "make_game": make_game,
    "job": start_job,
    "stop": stop_job,
    **past.CHANGES,
    "fix": problems.fix,
    "edit_project": settings.keep_project,
    "sheets": see_sheets,
}
PASSED_TO |= {draw: "draw", see_face: "face", see_sheets: "sheets", see_side: "sheet_side"}


def routes(studio: Studio) -> list[BaseRoute]:
    """The routes of the page: `/api/NAME` of `READS` (GET with a query) and of `CHANGES` (POST of JSON)."""

    def read(handler: Handler) -> Callable[[WebRequest], Response]:
        def answer(request: WebRequest) -> Response:
            known, sent = values_of(handler)["properties"], dict[str, Any](request.query_params)
            for name, text in request.query_params.items():
                if known.get(name, {}).get("type") == "integer" and _NUMBER.fullmatch(text):
                    sent[name] = int(text)
            return json_response(_called(handler, studio, sent))

        return answer

    made_once = Once()

    def change(handler: Handler) -> Callable[[WebRequest], Any]:
        async def answer(request: WebRequest) -> Response:
            sent = await read_json(request, _LARGEST)
            call = partial(run_in_threadpool, _called, handler, studio, sent)
            return json_response(await made_once.answer(request.headers.get("idempotency-key", ""), call))

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

    def side(request: WebRequest) -> Response:
        try:
            asked = json.loads(request.query_params.get("asked", ""))
        except (ValueError, RecursionError):
            raise HTTPException(400, "Expected JSON in `asked`.") from None
        return Response(_called(see_side, studio, asked), media_type="image/png")

    async def art(request: WebRequest) -> Response:
        return await receive_art(studio, request)

    async def table_file(request: WebRequest) -> Response:
        return await receive_table(studio, request)

    return [
        *(Route(f"/api/{name}", read(handler)) for name, handler in READS.items()),
        *(Route(f"/api/{name}", change(handler), methods=["POST"]) for name, handler in CHANGES.items()),
        Route("/picture/{slug}", picture),
        Route("/side", side),
        Route("/art", art, methods=["POST"]),
        Route("/table", table_file, methods=["POST"]),
        *made_files(studio),
        Route("/events", studio.workspace.feed.response),
    ]


def _whole(text: str) -> int:
    if not text.isdecimal() or not 10 <= int(text) <= 1200:
        raise HTTPException(400, "Expected dpi from 10 to 1200.")
    return int(text)


def _called(handler: Handler, studio: Studio, sent: Any) -> Any:
    """What a handler answers. Raises HTTPException for values that it does not take."""
    if wrong := fault(sent, values_of(handler)):
        raise HTTPException(400, f"{wrong}.")
    return handler(studio, **sent)


def page() -> WebPage:
    """The page: all files in the folder `web`, the first of them the page itself."""
    names = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.is_file())
    names = [name for name in names if Path(name).suffix in (".html", ".css", ".js", ".svg")]
    names.remove("studio.html")
    return WebPage(WEB, ("studio.html", *names))
