"""The structure of the package, read from its source: what loading a file loads, what is defined twice."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from cardtools.cli import COMMANDS

ROOT = Path(__file__).parents[1]
HEAVY = set(
    "PIL dask distributed fontTools jinja2 numpy pandas pyarrow pypdfium2 reportlab starlette uvicorn".split()
)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def trees() -> dict[str, ast.Module]:
    """Every file of the package, by the name of its module."""
    return {module_name(path): ast.parse(path.read_bytes()) for path in (ROOT / "cardtools").rglob("*.py")}


def imported(node: ast.AST, for_types: bool) -> Iterator[str]:
    """The names that loading a file imports; `for_types` adds those under TYPE_CHECKING."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif for_types or not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield from imported(child, for_types)


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
            names = imported(trees()[name], for_types=False) if name in trees() else ()
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
        "cardtools.render.placeholder_art.skies"
    ) | loaded_by("cardtools.commands.validate")


def test_no_files_import_each_other() -> None:
    graph = {
        name: {ours(one) for one in imported(tree, for_types=True)} - {name, ""}
        for name, tree in trees().items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the files


def test_no_two_classes_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_one_function_knows_the_settings_folder() -> None:
    # Where a variable of the environment is empty, click gives a folder of the project.
    used = [name for name, tree in trees().items() if "get_app_dir" in ast.unparse(tree)]
    assert used == ["cardtools.ground.limits"]
