"""The strings of a face: Jinja2 templates and expressions, sandboxed, strict, compiled once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

from cardtools.errors import did_you_mean

Filled = Callable[[Mapping[str, Any]], str]
Asked = Callable[[Mapping[str, Any]], bool]
LONGEST = 10_000  # characters; a template that makes more is a mistake


class StringError(Exception):
    """A string that cannot be compiled or filled in, with a hint; the caller knows where it stands."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class _Sandbox(SandboxedEnvironment):
    # A face is data: it may not keep the machine busy by multiplying texts either.
    intercepted_binops = frozenset(["*", "**"])

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if not numbers or (operator == "**" and abs(right) > 64):
            raise SecurityError(f"{left!r} {operator} {right!r} is not allowed here")
        return super().call_binop(context, operator, left, right)


@lru_cache(maxsize=1)
def environment() -> SandboxedEnvironment:
    """The Jinja2 environment of faces and of `when` in the project file."""
    sandbox = _Sandbox(undefined=StrictUndefined, autoescape=False)
    sandbox.globals.clear()
    return sandbox


def _guarded(run: Callable[[], Any], names: Iterable[str]) -> Any:
    try:
        return run()
    except UndefinedError as error:
        message = str(error.message)
        unknown = message.split("'")[1] if message.count("'") >= 2 else ""
        near = did_you_mean(unknown, names) if message.startswith("'") else ""
        raise StringError(message, f"did you mean {near}?" if near else "") from None
    except (SecurityError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        raise StringError(f"{type(error).__name__}: {error}") from None


# The same few strings stand in many places of a face, and in every face that extends it.
@lru_cache(maxsize=4096)
def compile_text(source: str, sandbox: SandboxedEnvironment) -> Filled:
    """A template as a function of the values. Raises StringError when it is no Jinja2.

    The function raises StringError for names that no value has and for whatever else goes wrong in it.
    """
    if "{" not in source:
        return lambda values: source
    try:
        template = sandbox.from_string(source)
    except TemplateSyntaxError as error:
        raise StringError(f"not a Jinja2 template: {error.message}") from None

    def filled(values: Mapping[str, Any]) -> str:
        text: str = _guarded(lambda: template.render(values), values)
        if len(text) > LONGEST:
            raise StringError(f"makes {len(text)} characters, more than {LONGEST}")
        return text

    return filled


@lru_cache(maxsize=4096)
def compile_when(source: str, sandbox: SandboxedEnvironment) -> Asked:
    """An expression as a yes or no of the values; the empty one is always true. Raises as `compile_text`."""
    if not source.strip():
        return lambda values: True
    try:
        expression = sandbox.compile_expression(source, undefined_to_none=False)
    except TemplateSyntaxError as error:
        raise StringError(f"not a Jinja2 expression: {error.message}") from None
    return lambda values: bool(_guarded(lambda: bool(expression(values)), values))
