"""The kinds of TOML file, and how to look up what is in them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache, cached_property

from cardtools.cards.crops import CropFile
from cardtools.effects.tagrules import TagFile
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import did_you_mean, suggest
from cardtools.language.functions import FORMS, FUNCTIONS, PAGES, Nearest
from cardtools.print.sheets.definition import Sheet
from cardtools.printrun.run_plan import RunPlan
from cardtools.programs.programs_file import ProgramFile
from cardtools.project.settings import Settings
from cardtools.render.face.model.face import FaceDesign
from cardtools.reports.reference import PLACES
from cardtools.reports.reference.keys import KeyPage, TablePage, tables
from cardtools.reports.reference.language import BLOCKS, FILTERS, METHODS, TESTS, value_of
from cardtools.rulesets.model import RulesetFile


class FileKind(Record):
    """A kind of TOML file: its usual place, and the dataclass of it; a `partial` file extends another one."""

    name: str
    place: str
    model: type
    partial: bool = False

    @cached_property
    def tables(self) -> tuple[TablePage, ...]:
        """The tables of the file, from the outside to the inside."""
        return tuple(tables(self.model, (self.name,)))


_MODELS = {
    "project": Settings,
    "face": FaceDesign,
    "sheet": Sheet,
    "ruleset": RulesetFile,
    "tags": TagFile,
    "run": RunPlan,
    "crops": CropFile,
    "programs": ProgramFile,
}
KINDS = {name: FileKind(name, place, _MODELS[name], partial=name == "face") for name, place in PLACES.items()}


class FunctionPage(Record):
    """A function of conditions or templates: its name, how it is called, what its value is, an example."""

    name: str
    call: str
    meaning: str
    example: str

    @property
    def gives(self) -> str:
        """What an example of faces makes of the card that these examples are about; empty for conditions."""
        return value_of(self.example) if self.name.startswith("face.") else ""


ReferencePage = TablePage | KeyPage | FunctionPage


@cache
def functions() -> tuple[FunctionPage, ...]:
    """The functions of conditions, in alphabetical order."""
    made = []
    for name in sorted({*FUNCTIONS, *FORMS, "nearest"}):
        if not (page := PAGES.get(name)):
            parameters = inspect.signature(FUNCTIONS.get(name, Nearest().__call__)).parameters.values()
            call = f"{name}({', '.join(str(one).partition(':')[0] for one in parameters)})"
            text, _, rest = inspect.cleandoc(FUNCTIONS.get(name, Nearest).__doc__ or "").partition("\n\n")
            page = call, " ".join(text.split()), rest.partition("Example: `")[2].partition("`")[0]
        made.append(FunctionPage(f"conditions.functions.{name}", *page))
    return tuple(made)


@cache
def face_functions() -> tuple[FunctionPage, ...]:
    """What the strings of faces may use: blocks and operators, filters, tests and methods."""
    groups = (
        ("language", "{}", BLOCKS),
        ("filters", "|{}", FILTERS),
        ("tests", "is {}", TESTS),
        ("methods", ".{}()", METHODS),
    )
    return tuple(
        FunctionPage(f"face.{group}.{name}", call.format(name), meaning, example)
        for group, call, pages in groups
        for name, (meaning, example) in pages.items()
    )


def entries() -> Iterator[ReferencePage]:
    """Everything that has a page: every table with its keys, and every function."""
    for kind in KINDS.values():
        for table in kind.tables:
            yield table
            yield from table.keys
    yield from functions()
    yield from face_functions()


def find(wanted: str) -> list[ReferencePage]:
    """What a name means, the nearest first: `face.card.width`, or shorter, `face.width` and `width`.

    A table goes before its key, a key before a function; of a name without its file, all that it may mean.
    """
    parts = wanted.casefold().split(".")
    found = [entry for entry in entries() if _means(parts, entry.name.split("."))]
    if not found and parts[0] in ("ruleset", "face"):  # conditions are written in both
        found = [one for one in functions() if _means(["conditions", *parts[1:]], one.name.split("."))]
    if parts[0] in KINDS:
        depths = [entry.name.count(".") + 9 * isinstance(entry, FunctionPage) for entry in found]
        found = [entry for entry, depth in zip(found, depths, strict=True) if depth == min(depths)]
    named = {entry.name for entry in found if isinstance(entry, TablePage)}
    return [entry for entry in found if isinstance(entry, TablePage) or entry.name not in named]


def _means(parts: list[str], whole: list[str]) -> bool:
    """Whether the name is the whole one with some of the parts in between left out."""
    if parts[-1] != whole[-1] or (parts[0] in (*KINDS, "conditions") and parts[0] != whole[0]):
        return False
    left = iter(whole)
    return all(part in left for part in parts)


def unknown(wanted: str) -> InputError:
    """The error for a name that means nothing, with a near miss."""
    names = [entry.name for entry in entries()]
    known = dict.fromkeys([*names, *(re.sub(r"^(\w+)\.(elements|deck)\.", r"\1.", one) for one in names)])
    file, _, rest = wanted.partition(".")
    if rest and file not in (*KINDS, "conditions"):
        return bad_input(wanted, f"there is no kind of file {file!r}", suggest(file, list(KINDS), "kinds"))
    inner = [name.partition(".")[2] for name in known if name.startswith(f"{file}.")]
    near = did_you_mean(rest.casefold(), inner)
    hint = f"did you mean {file}.{near}?" if near else f"`cardtools explain {file}` lists what there is"
    return bad_input(wanted, "there is no such key or table", hint)
