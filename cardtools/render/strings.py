"""The strings of a face: Jinja2 templates and expressions, sandboxed, strict, compiled once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError, filters, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

from cardtools.spelling import did_you_mean

Filled = Callable[[Mapping[str, Any]], str]
Asked = Callable[[Mapping[str, Any]], bool]
LONGEST = 10_000  # characters; a template that makes more is a mistake
LARGEST = 1e100
_PLAIN = re.compile(r"\{\{ *([A-Za-z]\w*)(?:\.([A-Za-z]\w*))? *\}\}")


class StringError(Exception):
    """A string that cannot be compiled or filled in, with a hint; the caller knows its location."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


_TOO_LONG = f"makes a text or list of more than {LONGEST:,}"
_FILTERS = (
    "abs capitalize count d default dictsort e escape first float format int items join last length list"
    " lower map max min reject rejectattr replace reverse round select selectattr sort string sum title trim"
    " truncate unique upper wordcount"
).split()
# Methods whose argument sets the length of their result.
_STRETCHING = {"center", "expandtabs", "format", "format_map", "ljust", "rjust", "to_bytes", "zfill"}
# Statements that could run forever, or double a text again and again.
_REFUSED: dict[type[nodes.Node], str] = {
    nodes.Assign: "set",
    nodes.AssignBlock: "set",
    nodes.Block: "block",
    nodes.CallBlock: "call",
    nodes.Extends: "extends",
    nodes.FilterBlock: "filter",
    nodes.FromImport: "from",
    nodes.Import: "import",
    nodes.Include: "include",
    nodes.Macro: "macro",
    nodes.With: "with",
}


def _within_limits(value: Any) -> Any:
    if isinstance(value, str | list | tuple) and len(value) > LONGEST:
        raise SecurityError(_TOO_LONG)
    if isinstance(value, int | float) and abs(value) > LARGEST:
        raise SecurityError("makes a number that is far too large")
    return value


class _Sandbox(SandboxedEnvironment):
    # A face is data: it may not keep the machine busy or fill its memory either.
    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if (operator != "+" and not numbers) or (operator == "**" and abs(right) > 64):
            raise SecurityError(f"{left!r} {operator} {right!r} is not allowed here")
        return _within_limits(super().call_binop(context, operator, left, right))

    def call(self, context: Any, function: Any, /, *args: Any, **named: Any) -> Any:
        return _within_limits(super().call(context, function, *args, **named))

    def wrap_str_format(self, value: Any) -> None:
        """None: `format` of a text is not allowed either, as `is_safe_attribute` says."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return attr not in _STRETCHING and super().is_safe_attribute(obj, attr, value)


def _limited(run: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(run)  # with its marks of what Jinja2 is to pass
    def limited(*args: Any, **named: Any) -> Any:
        return _within_limits(run(*args, **named))

    return limited


def _format(pattern: str, *values: Any) -> str:
    """Jinja2's `format` filter, where no width is given by a value or longer than two digits."""
    if re.search(r"\*|[0-9]{3}", pattern):
        raise SecurityError(f"the width in {pattern!r} is not allowed here")
    return pattern % values


def _round(value: float, precision: int = 0, method: Any = "common") -> float:
    return filters.do_round(value, max(-15, min(15, precision)), method)


@lru_cache(maxsize=1)
def environment() -> SandboxedEnvironment:
    """The Jinja2 environment of faces and of `when` in the project file."""
    sandbox = _Sandbox(undefined=StrictUndefined, autoescape=False)
    sandbox.globals.clear()
    own = {**sandbox.filters, "format": _format, "round": _round}
    sandbox.filters = {name: _limited(own[name]) for name in _FILTERS}
    return sandbox


def _check_statements(source: str, sandbox: SandboxedEnvironment) -> None:
    """Raise StringError for statements that a face cannot have."""
    tree = sandbox.parse(source)
    for kind, tag in _REFUSED.items():
        if tree.find(kind):
            hint = "a face has {{ }}, {% if %} and {% for %}"
            raise StringError(f"{{% {tag} %}} is not allowed here", hint)
    if any(loop.recursive or loop.find(nodes.For) for loop in tree.find_all(nodes.For)):
        raise StringError("a loop in a loop is not allowed here", "use the filters map and join")


def _guarded(run: Callable[[], Any], names: Iterable[str]) -> Any:
    try:
        return run()
    except UndefinedError as error:
        message = str(error.message)
        unknown = message.split("'")[1] if message.count("'") >= 2 else ""
        near = did_you_mean(unknown, names) if message.startswith("'") else ""
        raise StringError(message, f"did you mean {near}?" if near else "") from None
    except SecurityError as error:
        raise StringError(str(error)) from None
    except ZeroDivisionError:
        raise StringError("a division by zero", "ask first: {{ A / B if B else 0 }}") from None
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RuntimeError) as error:
        raise StringError(f"{type(error).__name__}: {error}") from None


@contextmanager
def _compiling(what: str) -> Iterator[None]:
    try:
        yield
    except TemplateSyntaxError as error:
        unknown = re.match("No filter named '(.*)'", error.message or "")
        near = did_you_mean(unknown[1], _FILTERS) if unknown else ""
        hint = f"did you mean {near}?" if near else ""
        raise StringError(f"not a Jinja2 {what}: {error.message}", hint) from None
    except (SyntaxError, RecursionError, MemoryError, OverflowError):
        raise StringError(f"not a Jinja2 {what} that can be used: it is nested too deeply") from None


# The same few strings occur in many places of a face and in every face that extends it.
@lru_cache(maxsize=4096)
def compile_text(source: str, sandbox: SandboxedEnvironment) -> Filled:
    """A template as a function of the values. Raises StringError if it is not valid Jinja2.

    The function raises StringError for unknown names and anything else that goes wrong in it.
    """
    if "{" not in source:
        return lambda values: source
    with _compiling("template"):
        if "{%" in source:
            _check_statements(source, sandbox)
        template = sandbox.from_string(source)
    plain = _PLAIN.fullmatch(source)
    name, key = plain.groups() if plain else ("", None)

    def filled(values: Mapping[str, Any]) -> str:
        # Most strings are just a name, which needs no template.
        value = values.get(name)
        if key is not None:
            value = value.get(key) if isinstance(value, dict) and not hasattr(value, key) else None
        if type(value) is str and len(value) <= LONGEST:
            return value
        text: str = _guarded(lambda: template.render(values), values)
        if len(text) > LONGEST:
            raise StringError(f"makes {len(text)} characters, more than {LONGEST}")
        return text

    return filled


@lru_cache(maxsize=4096)
def compile_when(source: str, sandbox: SandboxedEnvironment) -> Asked:
    """An expression as a condition on the values; an empty one is always true. Raises as `compile_text`."""
    if not source.strip():
        return lambda values: True
    with _compiling("expression"):
        expression = sandbox.compile_expression(source, undefined_to_none=False)
    return lambda values: bool(_guarded(lambda: bool(expression(values)), values))
