"""The source of the package, parsed once for all tests of a process that read it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cardtools"


@cache
def files() -> dict[str, ast.Module]:
    """Every file of the package, by its path in it."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_bytes())
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@cache
def trees() -> dict[str, ast.Module]:
    """The same, by the name of the module."""
    return {
        f"cardtools/{file}".removesuffix(".py").removesuffix("/__init__").replace("/", "."): tree
        for file, tree in files().items()
    }
