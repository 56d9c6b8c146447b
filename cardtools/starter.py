"""The projects that `cardtools init` copies: the sample game and the other games.

In an installed package they are next to this file, where the wheel puts them; in a checkout the checkout
itself is the project.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePosixPath

from cardtools.errors import CardtoolsError, OutputError
from cardtools.files import make_folder, shown

# The files of a project that people write; `pyproject.toml` puts the same ones into the wheel.
ENTRIES = (
    "cardtools.toml",
    "placeholders",
    "effects/all_effect_templates.txt",
    "effects/tags.toml",
    "templates",
    "cards",
)
EXAMPLES = "examples"  # a project for each of the other games; they share the sample game's fonts and sheets
_SHARED = re.compile(r"(?:\.\./)+(?:templates/)?((?:fonts|sheets)/[\w.-]+)")


def starter_folder() -> Path:
    """The folder that contains `ENTRIES` and `EXAMPLES`."""
    installed = Path(__file__).parent / "starter"
    return installed if installed.is_dir() else Path(__file__).parents[1]


def games() -> list[str]:
    """The names of the other games, in alphabetical order."""
    return sorted(path.parent.name for path in starter_folder().glob(f"{EXAMPLES}/*/cardtools.toml"))


def make_project(target: Path, blank: bool = False, game: str = "") -> None:
    """Copy the sample game (or one of `games`, or, `blank`, an empty project) into the folder `target`.

    Raises CardtoolsError if the folder contains more than hidden files (such as .git), OutputError if it
    cannot be written.
    """
    empty = os.path.isdir(target) and all(entry.name.startswith(".") for entry in target.iterdir())
    if os.path.lexists(target) and not empty:
        raise CardtoolsError(f"{shown(target)}: not empty\n  help: choose a new folder")
    is_new = not os.path.exists(target)
    make_folder(target)
    try:
        if game:
            _copy_game(starter_folder() / EXAMPLES / game, target)
            return
        # Every game needs faces and fonts to start with.
        for entry in ("templates",) if blank else ENTRIES:
            _copy(starter_folder() / entry, target / entry)
        if blank:
            _copy(Path(__file__).parent / "blank", target)
    except OSError as error:
        if is_new:  # else the next attempt would find the folder not empty
            shutil.rmtree(target, ignore_errors=True)
        # shutil collects errors as (source, target, "[Errno 28] No space left on device: ...").
        found = error.args[0][0][2] if isinstance(error, shutil.Error) else str(error)
        why = found.partition("] ")[2].partition(": ")[0] or found
        raise OutputError(f"{shown(target)}: cannot be written: {why}") from None


def _copy_game(source: Path, target: Path) -> None:
    """Copy a game with the sheets and fonts it shares, and point its files to the copies."""
    shared, own = starter_folder() / "templates", target / "templates"
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("output"))
    _copy(shared / "sheets", own / "sheets")
    for path in sorted(target.rglob("*.toml")):
        way = PurePosixPath(Path(os.path.relpath(own, path.parent)).as_posix())
        text = path.read_text(encoding="utf-8")
        for font in _SHARED.findall(text):
            for name in (font, f"{font.partition('-')[0]}-OFL.txt") if font.startswith("fonts/") else ():
                _copy(shared / name, own / name)
        new = _SHARED.sub(lambda found, way=way: str(way / found[1]), text)  # type: ignore[misc]
        path.write_text(new, encoding="utf-8", newline="")


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
