"""The optional parts of cardtools: which package each of them needs, and the one way to import it."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

from cardtools.ground.errors import CardtoolsError

# By package: its name for people, and the extra that installs it.
PACKAGES = {
    "babel": ("Babel", "translate"),
    "distributed": ("distributed", "cluster"),
    "icu4py": ("icu4py", "words"),
    "numba": ("numba", "fast"),
    "pyarrow": ("pyarrow", "large"),
    "yaml": ("PyYAML", "yaml"),
    "zxingcpp": ("zxing-cpp", "scan"),
}


def optional(module: str, what: str) -> Any:
    """A module of an optional package. Raises CardtoolsError with what needs it and the command that
    installs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise _missing(module.partition(".")[0], what) from None


def require(package: str, what: str) -> None:
    """Raise CardtoolsError, as `optional` does, where a package is not installed; it is not imported."""
    if not has_package(package):
        raise _missing(package, what)


def _missing(package: str, what: str) -> CardtoolsError:
    return CardtoolsError(f"{what} needs {PACKAGES[package][0]}, which is not installed: {install(package)}")


def has_package(package: str) -> bool:
    """Whether an optional package is installed; it is not imported."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # it may not be imported
        return False


def install(package: str) -> str:
    """The command that installs an optional package."""
    return f'pip install "cardtools[{PACKAGES[package][1]}]"'
