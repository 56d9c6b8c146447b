"""The verbs of programs, each a class of `Effect` in a file of its own: all files of this folder are read."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Effect


def _verbs_of(module: ModuleType) -> list[type[Effect]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Effect) and value.__module__ == module.__name__
    ]


VERBS: tuple[type[Effect], ...] = tuple(
    verb
    for file in sorted(pkgutil.iter_modules(__path__), key=lambda file: file.name)
    for verb in _verbs_of(import_module(f"{__name__}.{file.name}"))
)
for verb in VERBS:
    if not verb.FUNCTIONS:
        verb.FUNCTIONS = (Function(verb.__module__.rpartition(".")[2], tuple(verb.__names__)),)
# The functions of the notation that make them.
VERB_FUNCTIONS: Mapping[str, Function] = {
    form.name: form._replace(node=verb) for verb in VERBS for form in verb.FUNCTIONS
}
