"""Pages that are complete in themselves, as templates."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


def page_template(path: Path) -> Template:
    """The template of a page, which escapes all texts. `policy` is its Content-Security-Policy: it allows
    pictures in the page itself, and the styles and scripts of the template, but no others.
    """
    import base64
    import hashlib

    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(path.parent),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["base64"] = lambda data: base64.b64encode(data).decode("ascii")

    def digests(kind: str) -> str:
        blocks = re.findall(f"<{kind}>(.*?)</{kind}>", path.read_text("utf-8"), re.DOTALL)
        return (
            " ".join(
                f"'sha256-{base64.b64encode(hashlib.sha256(block.encode()).digest()).decode()}'"
                for block in blocks
            )
            or "'none'"
        )

    environment.globals["policy"] = (
        f"default-src 'none'; script-src {digests('script')}; style-src {digests('style')}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template(path.name)
