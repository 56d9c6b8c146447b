"""Values and keys as they are written in TOML files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any


def toml_text(text: str) -> str:
    """The text as TOML writes it, in quotes."""
    quoted = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    return quoted.encode("utf-8", "replace").decode("utf-8")


def toml_value(value: Any, decimals: int = 2) -> str:
    """A text, number, list or table as TOML writes it in one line."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(str(key))} = {toml_value(one, decimals)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, bool | str):
        return toml_text(value) if isinstance(value, str) else str(value).lower()
    if isinstance(value, Sequence):
        return f"[{', '.join(toml_value(one, decimals) for one in value)}]"
    number = round(value, decimals)
    return str(int(number)) if number == int(number) else repr(number)


def as_toml(value: Any) -> str:
    """A value as `toml_value`, with all of its decimals."""
    return toml_value(value, 17)


def toml_key(name: str) -> str:
    """The name as a key of TOML, in quotes where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_text(name)
