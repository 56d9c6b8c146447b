"""Pages that are complete in themselves, as templates."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import printable

if TYPE_CHECKING:
    from jinja2 import Template


def page_template(path: Path, beside: bool = False) -> Template:
    """The template of a page. It escapes all texts; what cannot be printed is shown, and lines stay lines.

    `policy` is its Content-Security-Policy: pictures in the page itself, and the styles and scripts of the
    template, are allowed, but no others (`beside`: also pictures in files beside it). The filter
    `base64` is for the pictures. A script or style may be a file beside the template:
    `<script>{{ file("NAME") }}</script>`.
    """
    import base64
    import hashlib

    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def encoded(data: bytes) -> str:
        return base64.b64encode(data).decode("ascii")

    def file(name: str) -> Markup:
        return Markup(path.with_name(name).read_text("utf-8"))

    def shown(value: object) -> object:
        return value if isinstance(value, Markup) else "\n".join(map(printable, str(value).split("\n")))

    environment = Environment(
        loader=FileSystemLoader(path.parent),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=shown,
    )
    environment.filters["base64"] = encoded
    source = path.read_text("utf-8")
    pictures = "img-src 'self' data:" if beside else "img-src data:"
    allowed = ["default-src 'none'", pictures, "base-uri 'none'", "form-action 'none'"]
    for kind in ("script", "style"):
        blocks = re.findall(f"<{kind}>(.*?)</{kind}>", source, re.DOTALL)
        whole = [re.sub(r'\{\{ file\("([\w.]+)"\) \}\}', lambda m: file(m[1]), block) for block in blocks]
        digests = [f"'sha256-{encoded(hashlib.sha256(block.encode()).digest())}'" for block in whole]
        allowed.append(" ".join((f"{kind}-src", *(digests or ["'none'"]))))
    if ' style="' in source:
        allowed.append("style-src-attr 'unsafe-inline'")
    environment.globals["file"] = file
    environment.globals["policy"] = "; ".join(allowed)
    return environment.get_template(path.name)
