"""Art that is dropped or pasted on a card: checked, encoded anew, and named after the card."""

from __future__ import annotations

import io
import os
import posixpath
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cardtools.cards.picture_cells import KINDS, replace_picture, split_pictures
from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.filenames import distinct
from cardtools.ground.io.filenames import slug as file_name
from cardtools.ground.web.answers import json_response, read_body
from cardtools.pages.studio.cards import with_cells
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.drawing import row_of
from cardtools.pages.studio.history import NOTHING
from cardtools.pages.studio.reading import read_only
from cardtools.render.pictures.art import checked_art
from cardtools.render.pictures.images import png_file

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_MOST_BYTES = 20_000_000
_QUALITY = 95


def new_art(desk: Desk, slug: str, column: str, data: bytes) -> dict[str, Any]:
    """A picture for a card: the path and the bytes of a new file in the first art folder, and where the cell
    is that names it. Raises InputError for what is no PNG, JPEG or WebP, is damaged or too large.
    """
    table, one = row_of(desk, slug, {})
    at = table.file.header.index(column) if column in table.file.header else -1
    if at < 0 or table.columns[at] not in table.picture_columns:
        raise bad_input(column, "is not a column of pictures")
    if why := read_only(one.file):
        raise bad_input(column, why)
    is_jpeg = data.startswith(b"\xff\xd8\xff")
    if not (is_jpeg or data.startswith(b"\x89PNG\r\n\x1a\n") or (data[:4], data[8:12]) == (b"RIFF", b"WEBP")):
        raise bad_input("the picture", "expected a PNG, JPEG or WebP file", "save it as one of these")
    art = checked_art(data, "the picture", Location("the picture"), f"card {one.name(0)}", "the picture")
    kinds = table.picture_columns[table.columns[at]] or KINDS
    image, out = art.image(), io.BytesIO()
    if "png" in kinds and not (is_jpeg and {"jpg", "jpeg"} & set(kinds)):
        if art.alpha:
            from PIL import Image

            image.putalpha(Image.open(io.BytesIO(art.alpha)))
        made, ending = png_file(image), "png"
    else:
        image.save(out, "JPEG", quality=_QUALITY)
        made, ending = out.getvalue(), "jpg" if "jpg" in kinds else "jpeg"
    old = one.file.columns[at][0]
    first, *others = split_pictures(old) or ("",)
    folder = posixpath.dirname(first.replace("\\", "/"))
    if PurePosixPath(folder).is_absolute() or ".." in folder.split("/") or ":" in folder:
        folder = ""
    root = desk.project.settings.cards.art[0]
    place = os.path.join(desk.project.root, root, folder)
    taken = [path.stem for path in Path(place).iterdir()] if os.path.isdir(place) else []
    name = f"{distinct([file_name(one.name(0))], taken)[0]}.{ending}"
    cell = posixpath.join(folder, name)
    return {
        "file": posixpath.join(root, cell),
        "data": made,
        "cell": replace_picture(old, first, cell) if others else cell,
        "table": desk.name_of(one.file.path),
        "edit": (one.file.line_numbers[0], one.file.cell(at), old),
        "name": one.name(0),
    }


def keep_art(studio: Studio, by: str, slug: str, column: str, data: bytes) -> dict[str, Any]:
    """Keep a picture for a card, and name it in its cell: one edit. Raises InputError as `new_art`."""
    workspace = studio.workspace
    with workspace.together():
        made = studio.draw("new_art", slug=slug, column=column, data=data)
        path, (line, index, old) = made["table"], made["edit"]
        after = with_cells(path, workspace.content(path) or b"", [(line, index, old, made["cell"])])
        changes = {made["file"]: (NOTHING, made["data"]), path: (workspace.version(path), after)}
        workspace.change(by, f"picture of {made['name']}", changes, [slug])
    return {"cell": made["cell"]}


async def receive_art(studio: Studio, request: Request) -> Response:
    """The answer to a picture that the page sends."""
    values = request.query_params
    if not all(values.get(name) for name in ("by", "slug", "column")):
        raise HTTPException(400, "Expected by, slug and column.")
    data = await read_body(request, _MOST_BYTES)
    made = await run_in_threadpool(keep_art, studio, values["by"], values["slug"], values["column"], data)
    return json_response(made)


ANSWERS: dict[str, DeskAnswer] = {"new_art": new_art}
