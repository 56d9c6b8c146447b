"""What the page may send: the values of each request, as the functions that answer it declare them."""

from __future__ import annotations

import reprlib
import typing
from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, signature
from typing import Any

from cardtools.ground.toml.tomlfile import shape
from cardtools.ground.version import __version__
from cardtools.pages.studio.answering import ANSWERS
from cardtools.pages.studio.desk import Desk
from cardtools.pages.studio.studio import Studio

Handler = Callable[..., Any]  # (studio, **the values that the page sent) -> what it gets as JSON
PASSED_TO: dict[Handler, str] = {}  # by handler, the answer that takes what it does not know itself
_TYPES: dict[Any, tuple[str, str]] = {
    str: ("string", "a text"),
    int: ("integer", "a whole number"),
    float: ("number", "a number"),
    bool: ("boolean", "true or false"),
    list: ("array", "a list"),
    dict: ("object", "a table"),
    type(None): ("null", "null"),
}
_KINDS = {name: (kind, words) for kind, (name, words) in _TYPES.items()}
_KINDS["number"] = int | float, "a number"


@cache
def values_of(handler: Handler) -> dict[str, Any]:
    """The JSON Schema of the values that a handler takes."""
    known, needed, passed = dict[str, Any](), list[str](), ANSWERS.get(PASSED_TO.get(handler, ""))
    for function in (handler, passed) if passed else (handler,):
        hints = typing.get_type_hints(function, localns={"Studio": Studio, "Desk": Desk})
        for name, one in [*signature(function).parameters.items()][1:]:
            if one.kind != Parameter.VAR_KEYWORD and name not in known:
                known[name] = _schema(hints[name])
                needed += [name] if one.default is Parameter.empty else []
    if passed:
        known |= {"edition": _schema(str), "texts": _schema(Mapping[str, str])}
    return {"type": "object", "properties": known, "required": needed, "additionalProperties": False}


def _schema(hint: Any) -> dict[str, Any]:
    origin, inner, _ = shape(hint)
    if typing.is_typeddict(hint):
        parts = {name: _schema(one) for name, one in typing.get_type_hints(hint).items()}
        return {"type": "object", "properties": parts, "additionalProperties": False}  # all can be left out
    if origin is typing.Union:
        return {"anyOf": [_schema(one) for one in inner]}
    if origin is tuple:
        items = [_schema(one) for one in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(inner[1])}
    if origin:
        return {"type": "array", "items": _schema(inner[0])}
    return {} if hint is Any else {"type": _TYPES[hint][0]}


def fault(value: Any, wanted: Mapping[str, Any], place: str = "the request") -> str:
    """What is wrong with a value, by its schema; "" if nothing is."""
    if "anyOf" in wanted:
        tried = [fault(value, one, place) for one in wanted["anyOf"]]
        return "" if "" in tried else tried[0]
    kind, words = _KINDS.get(wanted.get("type", ""), (object, ""))
    items, parts = wanted.get("prefixItems"), wanted.get("properties", {})
    fits = isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))
    if not fits or (items and len(value) != len(items)):
        words += f" of {len(items)}" if items else ""
        return f"{place}: expected {words}, found {reprlib.repr(value)}"
    inside: list[tuple[str, Any, Any]] = []
    if kind is dict:
        more = wanted.get("additionalProperties", {})
        for wrong in (key for key in wanted.get("required", ()) if key not in value):
            return f"{place}: {wrong} is missing"
        for wrong in (key for key in value if more is False and key not in parts):
            return f"{place}: there is no {reprlib.repr(wrong)}"
        inside = [(key, one, parts.get(key, more)) for key, one in value.items()]
    elif kind is list:
        some = items or [wanted.get("items", {})] * len(value)
        inside = [(f"{place}[{n}]", *pair) for n, pair in enumerate(zip(value, some, strict=True))]
    return next(filter(None, (fault(one, schema, name) for name, one, schema in inside)), "")


def description(reads: Mapping[str, Handler], changes: Mapping[str, Handler]) -> dict[str, Any]:
    """What can be asked, as OpenAPI describes it."""
    said = {"200": "the answer", "400": "what is wrong with the values", "422": "problems of files"}
    answers = {code: {"description": words} for code, words in said.items()}
    paths: dict[str, dict[str, Any]] = {}
    for method, handlers in (("get", reads), ("post", changes)):
        for name, handler in handlers.items():
            wanted = values_of(handler)
            body = {"required": True, "content": {"application/json": {"schema": wanted}}}
            query = [
                {"name": key, "in": "query", "required": key in wanted["required"], "schema": one}
                for key, one in wanted["properties"].items()
            ]
            about: dict[str, Any] = {"parameters": query} if method == "get" else {"requestBody": body}
            paths.setdefault(f"/api/{name}", {})[method] = {**about, "responses": answers}
    return {"openapi": "3.1.0", "info": {"title": "cardtools studio", "version": __version__}, "paths": paths}
