"""The verbs of programs, each a class of `Effect` in a file of its own: all files of this folder are read."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Effect

VERBS: tuple[type[Effect], ...] = tuple(
    verb
    for name in sorted(f"{__name__}.{file.name}" for file in pkgutil.iter_modules(__path__))
    for verb in vars(import_module(name)).values()
    if isinstance(verb, type) and issubclass(verb, Effect) and verb.__module__ == name
)
for verb in VERBS:
    if not verb.FUNCTIONS:
        verb.FUNCTIONS = (Function(verb.__module__.rpartition(".")[2], tuple(verb.__names__)),)
# The functions of the notation that make them.
VERB_FUNCTIONS: Mapping[str, Function] = {
    form.name: form._replace(node=verb) for verb in VERBS for form in verb.FUNCTIONS
}
