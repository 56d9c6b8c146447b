"""Copies of sample games in the working folder, for commands that write into them."""

from __future__ import annotations

import shutil
from pathlib import Path

from engines import GAMES


def copied(name: str, target: Path) -> Path:
    """The project of a sample game without its pictures, copied."""
    source = GAMES[name][0]
    target.mkdir(parents=True, exist_ok=True)
    for part in ("cardtools.toml", "cards", "effects", "placeholders"):
        if (source / part).is_dir():
            shutil.copytree(source / part, target / part, ignore=shutil.ignore_patterns("*.jpg", "*.png"))
        else:
            shutil.copy(source / part, target / part)
    return target
