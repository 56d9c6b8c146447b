"""JSON Schemas of the TOML files, for editors: made from the same dataclasses as the reference.

Draft 7, and of that only what draft 4 has too, because some TOML language servers know no later one.
"""

from __future__ import annotations

import datetime
import os
import typing
from pathlib import Path
from typing import Any

from cardtools.ground.console import to_json
from cardtools.ground.io.files import check_output, make_folder, read_text, write_atomic
from cardtools.ground.lengths import PATTERN, is_length
from cardtools.ground.toml.tomlfile import keys_of, shape
from cardtools.render.face.extending import CHANGE
from cardtools.reports.reference.files import KINDS, FileKind
from cardtools.reports.reference.keys import BY_CODE, KeyPage, model_page

FOLDER = "schemas"  # of a project, with a schema for each kind of file
_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", datetime.date: "string"}
_CODE = "^[A-Z]{3}[0-9]{3}$"


def schema_of(kind: FileKind) -> dict[str, Any]:
    """The schema of a kind of file as JSON data."""
    writer = _SchemaWriter(kind)
    whole = writer.table(kind.model)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"cardtools {kind.name}",
        **whole,
        "definitions": dict(sorted(writer.definitions.items())),
    }


def write_schemas(root: Path) -> list[Path]:
    """Write the schema of each kind of file into the project's folder of schemas; returns the files."""
    paths = []
    for kind in KINDS.values():
        path = check_output(root / FOLDER / f"{kind.name}.json", root)
        make_folder(path.parent)
        write_atomic(path, to_json(schema_of(kind)) + "\n")
        paths.append(path)
    return paths


def schema_line(file: Path, kind: FileKind, root: Path) -> str:
    """The line by which a TOML file of the project names its schema to editors."""
    way = Path(os.path.relpath(root / FOLDER / f"{kind.name}.json", file.parent)).as_posix()
    return f"#:schema {way if way.startswith('.') else f'./{way}'}"


def add_schema_lines(root: Path) -> None:
    """Begin each TOML file of a new project with the line that names its schema."""
    for kind in KINDS.values():
        for path in sorted(root.glob(kind.place)):
            text = read_text(path, "toml_bytes")
            if not text.startswith("#:schema"):
                write_atomic(path, f"{schema_line(path, kind, root)}\n{text}")


class _SchemaWriter:
    """Makes the schema of one kind of file; `definitions` are the tables in it, by dataclass."""

    def __init__(self, kind: FileKind) -> None:
        self.kind = kind
        self.definitions: dict[str, Any] = {}
        self.keys: dict[tuple[type, str], KeyPage] = {
            (table.model, key.short): key for table in kind.tables for key in table.keys
        }

    def table(self, model: Any) -> dict[str, Any]:
        hints = typing.get_type_hints(model)
        properties: dict[str, Any] = {}
        required = []
        for short, known in keys_of(model).items():
            key = self.keys[model, short]
            properties[short] = self.value(hints[known.name])
            if short in BY_CODE and shape(hints[known.name])[0] is dict:
                values = properties[short].pop("additionalProperties")
                properties[short] |= {"patternProperties": {_CODE: values}, "additionalProperties": False}
            if "$ref" not in properties[short]:  # whose neighbours are ignored
                unit = f" In {key.unit}." if key.unit else ""
                properties[short] |= {"description": f"{key.meaning}{unit}"}
            if key.required and not self.kind.partial:
                required.append(short)
        made: dict[str, Any] = {"type": "object", "description": model_page(model).meaning}
        made |= {"properties": properties, "additionalProperties": False}
        # An empty list is no valid `required` in draft 4.
        return made | ({"required": required} if required else {})

    def value(self, kind: Any) -> dict[str, Any]:
        origin, arguments, is_model = shape(kind)
        if origin is typing.Literal:
            return {"enum": list(arguments)}
        if origin is typing.Union:
            options = [self.value(option) for option in arguments if option is not type(None)]
            return options[0] if len(options) == 1 else {"anyOf": options}
        if origin in (list, tuple):
            return {"type": "array", "items": self.value(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.value(arguments[1])}
        if is_model:
            name = kind.__name__
            if name not in self.definitions:
                self.definitions[name] = {}  # a group may hold groups
                self.definitions[name] = self.table(kind)
            return {"$ref": f"#/definitions/{name}"}
        plain, texts = {"type": _SCALARS.get(kind, "number")}, []
        if is_length(kind):
            texts = [PATTERN]
        if self.kind.partial and kind is not str and plain["type"] in ("integer", "number"):
            texts.append(CHANGE.pattern)  # a face may change the number that it inherits
        if not texts:
            return plain
        return {"anyOf": [plain, {"type": "string", "pattern": f"^(?:{'|'.join(texts)})$"}]}
