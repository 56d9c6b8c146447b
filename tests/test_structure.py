"""The structure of the package, read from its source: what loading a file loads, what is defined twice."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter

import pytest
from source import PACKAGE, ROOT, files, trees

from cardtools.cli import COMMANDS
from cardtools.ground.tables.csv_reader import read_csv

HEAVY = set(
    "PIL dask distributed fontTools jinja2 numpy pandas pyarrow pypdfium2 reportlab starlette uvicorn".split()
)


def imported(node: ast.AST, for_types: bool = False, in_functions: bool = False) -> Iterator[str]:
    """The names that loading a file imports; `for_types` adds those under TYPE_CHECKING, `in_functions` those
    that its functions import when they are called.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from imported(child, for_types, in_functions) if in_functions else ()
        elif for_types or not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield from imported(child, for_types, in_functions)


def ours(name: str) -> str:
    """Our module that an imported name is from, or an empty text."""
    while name and name not in trees():
        name = name.rpartition(".")[0]
    return name


def loaded_by(module: str) -> set[str]:
    """Every file of ours and every other package that loading a file loads."""
    found: set[str] = set()
    left = [module]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [name.rpartition(".")[0]] if "." in name else []
            names = imported(trees()[name]) if name in trees() else ()
            left += [ours(one) or one.partition(".")[0] for one in names]
    return found


@pytest.mark.parametrize(
    "module", ["cardtools", "cardtools.cli", *(f"cardtools.commands.{name}" for name in COMMANDS)]
)
def test_help_loads_no_heavy_package(module: str) -> None:
    assert loaded_by(module) & HEAVY == set()


def test_what_a_file_loads_is_seen() -> None:
    # The test above could not fail if this did not hold.
    assert {"cardtools.ground.catalogue", "numpy", "PIL"} <= loaded_by(
        "cardtools.render.placeholder_art.backgrounds"
    ) | loaded_by("cardtools.commands.validate")


def test_no_files_import_each_other() -> None:
    # What `import cardtools` offers is loaded when it is used.
    graph = {
        name: {ours(one) for one in imported(tree, for_types=name != "cardtools", in_functions=True)}
        - {name, ""}
        for name, tree in trees().items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the files


def room(module: str) -> str:
    """The room of a module: the first name below the package; the library and the command line are rooms."""
    first = module.partition(".")[2].partition(".")[0]
    return "cli" if first == "__main__" else first


@cache
def rooms() -> dict[str, set[str]]:
    """Each room with those that it imports from, inside functions as well."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees().items():
        above = {room(ours(one)) for one in imported(tree, in_functions=True) if ours(one)}
        arrows[room(name)] |= above - {room(name)}
    return arrows


def test_the_house_is_small_enough_to_draw() -> None:
    floors: dict[str, int] = {}
    for name in TopologicalSorter(rooms()).static_order():  # raises CycleError, which names the rooms
        floors[name] = 1 + max((floors[below] for below in rooms()[name]), default=0)
    assert len(rooms()) <= 20, sorted(rooms())
    assert max(floors.values()) <= 12, floors
    assert sum(map(len, rooms().values())) <= 110, rooms()


def test_nothing_lies_on_the_doorstep() -> None:
    files = {path.name for path in (ROOT / "cardtools").iterdir() if path.is_file()}
    assert files - {"py.typed"} == {"__init__.py", "__main__.py", "cli.py"}


def aliases(tree: ast.Module) -> Iterator[str]:
    """The names that a file gives to types: `Row = dict[int, str]`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, node.value
            called = isinstance(value, ast.Call) and ast.unparse(value.func) in ("NewType", "TypedDict")
            is_type = isinstance(value, ast.Subscript | ast.BinOp | ast.Name | ast.Attribute)
            if called or (is_type and name.strip("_")[:1].isupper() and not name.isupper()):
                yield name
        elif isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            yield ast.unparse(node.target)
        elif type(node).__name__ == "TypeAlias":  # `type X = ...`
            yield ast.unparse(node.name)  # type: ignore[attr-defined]


def test_no_two_types_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
        for alias in aliases(tree):
            places[alias].append(name)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_one_function_knows_the_settings_folder() -> None:
    # Where a variable of the environment is empty, click gives a folder of the project.
    used = [name for name in files() if "get_app_dir" in (PACKAGE / name).read_text("utf-8")]
    assert used == ["ground/limits.py"]


# The columns of sample games whose names may stand in the code, by the beginning of a module's name, with the
# reason; "*" is any name.
EXAMPLES = "expressions that documentation shows, run by tests"
OWN_TABLE = "a table of our own format, whatever the game"
USAGE = "what an option or a message stands for"
NAMES_OF_COLUMNS = {
    "cardtools.commands": ("*", "usage and examples of commands"),
    "cardtools.language.functions": ("*", EXAMPLES),
    "cardtools.reports.reference": ("*", EXAMPLES),
    "cardtools.cards.deck": ("NAME COPIES", OWN_TABLE),
    "cardtools.cards.extra_tables": ("COPIES", OWN_TABLE),
    "cardtools.checks.decks.card_lists": ("VALUE", OWN_TABLE),
    "cardtools.print.export.tgc": ("NAME COPIES", OWN_TABLE),
    "cardtools.print.export.zip": ("COPIES", OWN_TABLE),
    "cardtools.init.guess": (
        "NAME IMAGE TYPE COST TEXT LORE VALUE",
        "the columns of the ruleset that `init` writes",
    ),
    "cardtools.init.designs.elements": ("NAME", "the columns of the ruleset that `init` writes"),
    "cardtools.init.designs.face": ("NAME", USAGE),
    "cardtools.init.designs.nandeck": ("ICON IMAGE TEXT UNIT", "keywords of nanDECK"),
    "cardtools.render.face.assignment": ("TYPE LORE_OF", "the faces of a project that names none"),
    "cardtools.effects.lint.lists": ("UNIT", "a tag of Doc 4.8"),
    "cardtools.play.games.school": ("ATK HP", "words of the engine's own game, in messages"),
    "cardtools.printrun.outlines": ("TEXT", "a keyword of DXF"),
    "cardtools.render.text": ("ID NAME", "classes of Unicode, and a mark in a text"),
    "cardtools.ground.text_marks": ("NAME", USAGE),
    "cardtools.print.sheets.calibration": ("NAME", USAGE),
    "cardtools.project.project": ("NAME", USAGE),
    "cardtools.render.pdf.profile": ("NAME", USAGE),
    "cardtools.steps.translate": ("NAME", USAGE),
    "cardtools.library.draw_effects": ("TYPE", USAGE),
}


@cache
def sample_columns() -> frozenset[str]:
    """The columns of the card tables of the sample games."""
    found: set[str] = set()
    for path in (*ROOT.glob("cards/*.csv"), *ROOT.glob("examples/*/cards/*.csv")):
        found.update(read_csv(path).header)
    return frozenset(found)


def texts_in(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts of a file that are neither documentation nor the page of a check."""
    documentation: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Check.of":
            documentation.update(node.args)
        elif isinstance(node, ast.Expr):
            documentation.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documentation:
            yield node


def sample_names(module: str) -> set[str]:
    """The sample games' columns that a file names without a reason."""
    allowed = {
        name
        for begin, (names, _) in NAMES_OF_COLUMNS.items()
        if module.startswith(begin)
        for name in names.split()
    }
    words = {word for text in texts_in(trees()[module]) for word in re.findall(r"\w+", text.value)}
    return set() if "*" in allowed else (words & sample_columns()) - allowed


def test_no_file_knows_a_column_of_a_sample_game_by_its_name() -> None:
    # A column is known by its role in the ruleset: what holds for one game must hold for all.
    assert {module: names for module in trees() if (names := sample_names(module))} == {}


def test_each_reason_to_name_a_column_is_needed() -> None:
    used = {
        name: {word for text in texts_in(tree) for word in re.findall(r"\w+", text.value)}
        for name, tree in trees().items()
    }
    for begin, (names, reason) in NAMES_OF_COLUMNS.items():
        words = set().union(*(found for module, found in used.items() if module.startswith(begin)))
        assert words & (sample_columns() if names == "*" else set(names.split())), f"{begin}: {reason}"
