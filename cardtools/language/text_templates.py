"""The texts of a face: templates in the language of Jinja2, compiled once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from cardtools.ground.spelling import suggest
from cardtools.language.budget import Budget, StringError, weight

Filled = Callable[[Mapping[str, Any], Budget], str]


# The same few strings occur in many places of a face and in every face that extends it.
@lru_cache(maxsize=4096)
def compile_text(source: str) -> Filled:
    """A template as a function of the values. Raises StringError for one that a face cannot have.

    The function raises StringError for unknown names and anything else that goes wrong in it.
    """
    weight(source)
    return _compiled(source, False) if "{" in source else lambda values, budget: source


@lru_cache(maxsize=4096)
def compile_value(source: str) -> Callable[[Mapping[str, Any], Budget], Any]:
    """A template as `compile_text` has it; one that is a single {{ }} gives the value itself."""
    weight(source)
    return _compiled(source, True)


def _compiled(source: str, native: bool) -> Callable[[Mapping[str, Any], Budget], Any]:
    from jinja2 import TemplateSyntaxError

    from cardtools.language.jinja_evaluate import EvaluationScope, UndefinedError, build_text, single_value
    from cardtools.language.jinja_filters import environment

    try:
        body = environment().parse(source).body
        run = (single_value(body) if native else None) or build_text(body)
    except TemplateSyntaxError as error:
        raise StringError(*_syntax(source, str(error.message))) from None
    except ValueError:
        raise StringError("not a Jinja2 template: a number is too long") from None
    except (RecursionError, MemoryError):
        raise StringError("not a Jinja2 template that can be used: it is nested too deeply") from None

    def filled(values: Mapping[str, Any], budget: Budget) -> Any:
        budget.step()
        try:
            value = run(EvaluationScope(values, budget))
        except UndefinedError as error:
            raise StringError(str(error), meant_name(error.name, error.known)) from None
        except ZeroDivisionError:
            raise StringError("a division by zero", "ask first: {{ A / B if B else 0 }}") from None
        except RecursionError:
            raise StringError("it is nested too deeply") from None
        except ArithmeticError:
            hint = "a number is too large, or a root is of one below 0"
            raise StringError("a sum that has no result", hint) from None
        except (TypeError, ValueError, LookupError) as error:
            raise StringError(f"{type(error).__name__}: {error}") from None
        weight(value)
        return value

    return filled


def _syntax(source: str, said: str) -> tuple[str, str]:
    """What is wrong in a template that Jinja2 cannot read, and a hint."""
    for words in re.findall(r"\{\{-?\s*(\w+(?: +\w+)+)\s*(?=[|}])", source):
        if not {"if", "else", "and", "or", "not", "in", "is"} & {*words.split()}:
            name = "_".join(words.upper().split())
            return f"{words!r} is not a name: names have no spaces", f"did you mean {name}?"
    return f"not a Jinja2 template: {said}", ""


def meant_name(name: str, known: Iterable[str]) -> str:
    """A hint for an unknown name; a heading of several words must be given a name to be used."""
    known = list(known)
    for heading in known:
        if not heading.isidentifier() and re.sub(r"\W+", "_", heading).casefold() == name.casefold():
            return f'write {name} = "{heading}" under [columns] of the project file'
    return suggest(name, list(filter(str.isidentifier, known)))
