"""The strings of a face: templates and expressions in the language of Jinja2, compiled once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from cardtools.render.budget import Budget, StringError, weight
from cardtools.spelling import suggest

Filled = Callable[[Mapping[str, Any], Budget], str]
Asked = Callable[[Mapping[str, Any], Budget], bool]


# The same few strings occur in many places of a face and in every face that extends it.
@lru_cache(maxsize=4096)
def compile_text(source: str) -> Filled:
    """A template as a function of the values. Raises StringError if a face cannot have it.

    The function raises StringError for unknown names and anything else that goes wrong in it.
    """
    weight(source)
    if "{" not in source:
        return lambda values, budget: source
    with _compiling("template"):
        from cardtools.render.evaluate import build_text
        from cardtools.render.filters import environment

        run = build_text(environment().parse(source).body)

    def filled(values: Mapping[str, Any], budget: Budget) -> str:
        text: str = _evaluated(run, values, budget)
        weight(text)
        return text

    return filled


@lru_cache(maxsize=4096)
def compile_when(source: str) -> Asked:
    """An expression as a condition on the values; an empty one is always true. Raises as `compile_text`."""
    weight(source)
    if not source.strip():
        return lambda values, budget: True
    with _compiling("expression"):
        from jinja2.parser import Parser

        from cardtools.render.evaluate import build
        from cardtools.render.filters import environment

        parser = Parser(environment(), source, state="variable")
        expression = parser.parse_expression()
        if not parser.stream.eos:
            after = parser.stream.current.value
            hint = "write == to compare" if after == "=" else ""
            raise StringError(f"not a Jinja2 expression: unexpected {str(after)[:30]!r} after it", hint)
        run = build(expression)
    return lambda values, budget: bool(_evaluated(run, values, budget))


@contextmanager
def _compiling(what: str) -> Iterator[None]:
    from jinja2 import TemplateSyntaxError

    try:
        yield
    except TemplateSyntaxError as error:
        raise StringError(f"not a Jinja2 {what}: {error.message}") from None
    except ValueError:
        raise StringError(f"not a Jinja2 {what}: a number is too long") from None
    except (RecursionError, MemoryError):
        raise StringError(f"not a Jinja2 {what} that can be used: it is nested too deeply") from None


def _evaluated(run: Callable[[Any], Any], values: Mapping[str, Any], budget: Budget) -> Any:
    from cardtools.render.evaluate import EvaluationScope, UndefinedError

    budget.step()
    try:
        return run(EvaluationScope(values, budget))
    except UndefinedError as error:
        raise StringError(str(error), suggest(error.name, list(error.known))) from None
    except ZeroDivisionError:
        raise StringError("a division by zero", "ask first: {{ A / B if B else 0 }}") from None
    except RecursionError:
        raise StringError("it is nested too deeply") from None
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise StringError(f"{type(error).__name__}: {error}") from None
