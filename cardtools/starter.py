"""The starter project: the sample game that `cardtools init` copies, from one source.

In an installed package it lies beside this file (the wheel puts it there); in a checkout the checkout
itself is the project.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from cardtools.errors import CardtoolsError, OutputError
from cardtools.files import make_folder, shown

# What belongs to a project and is written by people; `pyproject.toml` puts the same into the wheel.
ENTRIES = (
    "cardtools.toml",
    "placeholders",
    "effects/all_effect_templates.txt",
    "effects/tags.toml",
    "templates",
    "cards",
)
_BLANK_ENTRIES = ("templates",)  # the faces and fonts, which every game needs to begin with


def starter_folder() -> Path:
    """The folder that holds the starter's entries."""
    installed = Path(__file__).parent / "starter"
    return installed if installed.is_dir() else Path(__file__).parents[1]


def make_project(target: Path, blank: bool = False) -> None:
    """Copy the starter (or, `blank`, an empty project with the standard faces) into the folder `target`.

    Raises CardtoolsError when the folder has more in it than hidden files (as .git), OutputError when it
    cannot be made.
    """
    if target.exists() and not (target.is_dir() and all(e.name.startswith(".") for e in target.iterdir())):
        raise CardtoolsError(f"{shown(target)}: is not empty\n  help: name a new folder")
    make_folder(target)
    try:
        for entry in _BLANK_ENTRIES if blank else ENTRIES:
            _copy(starter_folder() / entry, target / entry)
        if blank:
            _copy(Path(__file__).parent / "blank", target)
    except OSError as error:
        raise OutputError(f"{shown(target)}: cannot be written: {error.strerror}") from None


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
