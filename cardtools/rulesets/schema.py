"""The JSON Schema of ruleset files, for editors: made from the dataclasses of `model.py`.

Draft 4, because the TOML language servers of editors know no later one.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from typing import Any

from cardtools.rulesets.model import RulesetFile

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}
# Tables whose keys are codes of checks.
_BY_CODE = {"rule", "deck", "override", "tag"}
_CODE = "^[A-Z]{3}[0-9]{3}$"


def ruleset_schema() -> dict[str, Any]:
    """The schema as JSON data."""
    definitions: dict[str, Any] = {}
    schema = _table(RulesetFile, definitions)
    return {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "title": "cardtools ruleset",
        **schema,
        "definitions": dict(sorted(definitions.items())),
    }


def _table(model: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(model)
    properties: dict[str, Any] = {}
    required = []
    for known in dataclasses.fields(model):
        key = known.name.removesuffix("_")
        properties[key] = _of(hints[known.name], definitions)
        if key in _BY_CODE and typing.get_origin(hints[known.name]) is dict:
            values = properties[key].pop("additionalProperties")
            properties[key] |= {"patternProperties": {_CODE: values}, "additionalProperties": False}
        if known.default is known.default_factory is dataclasses.MISSING:
            required.append(key)
    schema: dict[str, Any] = {"type": "object"}
    if model.__doc__:
        schema["description"] = " ".join(inspect.cleandoc(model.__doc__).split())
    schema |= {"properties": properties, "additionalProperties": False}
    # An empty list is no valid `required` in draft 4.
    return schema | ({"required": required} if required else {})


def _of(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (typing.Union, types.UnionType):
        options = [_of(option, definitions) for option in arguments if option is not type(None)]
        return options[0] if len(options) == 1 else {"anyOf": options}
    if origin in (list, tuple):
        return {"type": "array", "items": _of(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(arguments[1], definitions)}
    if dataclasses.is_dataclass(kind):
        name = getattr(kind, "__name__", "")
        if name not in definitions:
            definitions[name] = {}  # a type may hold itself
            definitions[name] = _table(kind, definitions)
        return {"$ref": f"#/definitions/{name}"}
    return {"type": _SCALARS[kind]}
