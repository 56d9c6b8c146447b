"""The strings of a face: templates and expressions in the language of Jinja2, compiled once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from cardtools.ground.spelling import suggest
from cardtools.language.budget import Budget, StringError, weight

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
    with _compiling("template", source):
        from cardtools.language.jinja_evaluate import build_text
        from cardtools.language.jinja_filters import environment

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
    with _compiling("expression", source):
        from jinja2.parser import Parser

        from cardtools.language.jinja_evaluate import build
        from cardtools.language.jinja_filters import environment

        parser = Parser(environment(), source, state="variable")
        expression = parser.parse_expression()
        if not parser.stream.eos:
            after = parser.stream.current.value
            hint = "write == to compare" if after == "=" else ""
            raise StringError(f"not a Jinja2 expression: unexpected {str(after)[:30]!r} after it", hint)
        run = build(expression)
    return lambda values, budget: bool(_evaluated(run, values, budget))


@contextmanager
def _compiling(what: str, source: str) -> Iterator[None]:
    from jinja2 import TemplateSyntaxError

    try:
        yield
    except TemplateSyntaxError as error:
        raise StringError(*_syntax(what, source, str(error.message))) from None
    except ValueError:
        raise StringError(f"not a Jinja2 {what}: a number is too long") from None
    except (RecursionError, MemoryError):
        raise StringError(f"not a Jinja2 {what} that can be used: it is nested too deeply") from None


def _syntax(what: str, source: str, said: str) -> tuple[str, str]:
    """What is wrong in a string that Jinja2 cannot read, and a hint."""
    if what == "expression" and (braces := re.fullmatch(r"\s*\{\{(.*)\}\}\s*", source, re.S)):
        return "a condition has no {{ }}", f"write {braces[1].strip()}"
    for words in re.findall(r"\{\{-?\s*(\w+(?: +\w+)+)\s*(?=[|}])", source):
        if not {"if", "else", "and", "or", "not", "in", "is"} & {*words.split()}:
            name = "_".join(words.upper().split())
            return f"{words!r} is not a name: names have no spaces", f"did you mean {name}?"
    return f"not a Jinja2 {what}: {said}", ""


def _meant(name: str, known: Iterable[str]) -> str:
    """A hint for an unknown name; a heading of several words must be given a name to be used."""
    known = list(known)
    for heading in known:
        if not heading.isidentifier() and re.sub(r"\W+", "_", heading).casefold() == name.casefold():
            return f'write {name} = "{heading}" under [columns] of the project file'
    return suggest(name, list(filter(str.isidentifier, known)))


def _evaluated(run: Callable[[Any], Any], values: Mapping[str, Any], budget: Budget) -> Any:
    from cardtools.language.jinja_evaluate import EvaluationScope, UndefinedError

    budget.step()
    try:
        return run(EvaluationScope(values, budget))
    except UndefinedError as error:
        raise StringError(str(error), _meant(error.name, error.known)) from None
    except ZeroDivisionError:
        raise StringError("a division by zero", "ask first: {{ A / B if B else 0 }}") from None
    except RecursionError:
        raise StringError("it is nested too deeply") from None
    except ArithmeticError:
        hint = "a number is too large, or a root is of one below 0"
        raise StringError("a sum that has no result", hint) from None
    except (TypeError, ValueError, LookupError) as error:
        raise StringError(f"{type(error).__name__}: {error}") from None
