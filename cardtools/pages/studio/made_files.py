"""What commands have made in the output folder, as the page shows it."""

from __future__ import annotations

import hmac
import secrets
from pathlib import PurePosixPath
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from cardtools.ground.web.guard import KEYED
from cardtools.pages.studio.studio import Studio

_HTML, _PDF = "text/html; charset=utf-8", "application/pdf"
_MADE = {
    ".pdf": _PDF,
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".html": _HTML,
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/plain; charset=utf-8",
}  # others are downloaded
# A page in the output folder may be a stranger's: it is no part of ours, has no cookie, and loads nothing but
# the pictures in its folder.
_POLICIES = {
    _HTML: "sandbox allow-scripts; default-src 'none'; img-src data: {}; font-src data:; base-uri 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'",
    _PDF: "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'",
}


def made_files(studio: Studio) -> list[BaseRoute]:
    """The routes of the files in the output folder, and of its pages with the pictures in their folders."""
    secret = secrets.token_bytes()

    def made(request: Request) -> Response:
        """A file in the output folder: what a command has made."""
        name = request.path_params["path"]
        if PurePosixPath(name).suffix.lower() == ".html":
            return RedirectResponse(_keyed(request, secret, PurePosixPath(name).parent) + quote(name))
        return _file_made(studio, name)

    def keyed(request: Request) -> Response:
        """A page in the output folder, and the pictures in its folder, for who has the key of that."""
        name, start = request.path_params["path"], f"{KEYED}{request.path_params['key']}/".encode()
        keys = (_keyed(request, secret, folder).encode() for folder in PurePosixPath(name).parents)
        if not any(hmac.compare_digest(start, key) for key in keys):
            raise HTTPException(404, "There is no such file.")
        folder = request.scope["path"].rpartition("/")[0]
        return _file_made(studio, name, f"{str(request.base_url).rstrip('/')}{quote(folder)}/")

    return [Route("/output/{path:path}", made), Route(KEYED + "{key}/{path:path}", keyed)]


def _keyed(request: Request, secret: bytes, folder: PurePosixPath) -> str:
    """Where a page in this folder is with its pictures, for this computer."""
    who = request.client.host if request.client else ""
    return f"{KEYED}{hmac.digest(secret, f'{who} {folder}'.encode(), 'sha256').hex()}/"


def _file_made(studio: Studio, name: str, pictures: str = "") -> Response:
    """A file in the output folder. One with a key is a page, which may show the `pictures` in that folder, or
    such a picture.
    """
    path = studio.workspace.path(f"{studio.output}/{name}")
    kind = _MADE.get(path.suffix.lower(), "application/octet-stream")
    if not path.is_file() or (pictures and kind != _HTML and not kind.startswith("image/")):
        raise HTTPException(404, "There is no such file.")
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"} if pictures else {}
    if kind in _POLICIES:
        headers["Content-Security-Policy"] = _POLICIES[kind].format(pictures)
    shows = "attachment" if kind == "application/octet-stream" else "inline"
    return FileResponse(path, 200, headers, kind, filename=path.name, content_disposition_type=shows)
