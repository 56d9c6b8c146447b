"""Checks of image files that decode no picture: are they there, by that name, inside the art folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from cardtools.cards.table import CardTable
from cardtools.errors import Diagnostic, did_you_mean
from cardtools.files import shown
from cardtools.rulesets.catalogue import GENERIC, CheckInfo

Found = tuple[CheckInfo, str, str]


def check_art(table: CardTable, art_roots: Sequence[Path]) -> list[Diagnostic]:
    """The findings about the columns that name image files (`file` in the ruleset), by column and row.

    A path is relative to one of the art folders, or to the folder of the card table as long as it ends up in
    one of them. An empty cell is no finding: that card has no art yet.
    """
    roots = [Path(os.path.abspath(root)) for root in art_roots]
    base = Path(os.path.abspath(table.file.path)).parent
    folders = _Folders()
    found: list[Diagnostic] = []
    for field in table.ruleset.fields.values():
        if not field.entry.file:
            continue
        images = [image for image in table.values[field.name] if image is not None]
        if images and not any(root.is_dir() for root in roots):
            # One finding, not one for every card.
            where = " or ".join(map(shown, roots)) or "for art in the project file"
            message = f"there is no folder {where}, so none of the {len(images):,} images is there"
            hint = "make the folder, or let `cardtools art` paint placeholders"
            found.append(GENERIC["IMG001"].finding(table.file.at_header(0), message, hint))
            continue
        for row, image in enumerate(table.values[field.name]):
            if image is None:
                continue
            for info, message, hint in _check_image(image, field.entry.file, roots, base, folders):
                place = table.place(row, field.name)
                found.append(info.finding(place, f"{table.name(row)}: {message}", hint))
    return found


class _Folders:
    """The names in folders, each folder read once: a disk that ignores case would answer yes to both."""

    def __init__(self) -> None:
        self.names: dict[Path, dict[str, int]] = {}

    def __call__(self, folder: Path) -> dict[str, int]:
        """The names in the folder with their sizes; nothing where there is no such folder."""
        if folder not in self.names:
            try:
                with os.scandir(folder) as entries:
                    self.names[folder] = {e.name: e.stat().st_size if e.is_file() else -1 for e in entries}
            except OSError:
                self.names[folder] = {}
        return self.names[folder]


def _check_image(
    image: str, extensions: tuple[str, ...], roots: list[Path], base: Path, folders: _Folders
) -> Iterator[Found]:
    ending = PurePosixPath(image).suffix.lower().lstrip(".")
    if ending not in extensions:
        what = f".{ending}" if ending else "a name without extension"
        yield GENERIC["IMG002"], f"{image} is {what}, which cannot be drawn", f"use {', '.join(extensions)}"
        return
    inside: list[tuple[Path, str]] = []
    for start in (*roots, base):
        path = os.path.normpath(start / image)
        root = next((root for root in roots if Path(path).is_relative_to(root)), None)
        if root:
            inside.append((root, os.path.relpath(path, root)))
    if not inside:
        where = ", ".join(map(shown, roots)) or "(none are set)"
        yield GENERIC["IMG010"], f"{image} leaves the art folders {where}", "move it into one of them"
        return
    spelled: list[str] = []
    for root, relative in inside:
        found = _find(root, PurePosixPath(Path(relative).as_posix()).parts, folders)
        if found is None:
            continue
        real, size = found
        if real == Path(relative).as_posix():
            if size == 0:
                yield GENERIC["IMG011"], f"{image} is empty", "save the picture again"
            return
        spelled.append(real)
    if spelled:
        message = f"{image} differs from the file {spelled[0]} in upper and lower case"
        yield GENERIC["IMG009"], message, f"write {spelled[0]}"
        return
    yield GENERIC["IMG001"], f"there is no image {image}", _other(inside, extensions, folders)


def _find(root: Path, parts: tuple[str, ...], folders: _Folders) -> tuple[str, int] | None:
    """The path as the disk spells it, and the file's size; None where there is no such file."""
    folder, real, size = root, [], -1
    for part in parts:
        names = folders(folder)
        name = part if part in names else next((n for n in names if n.casefold() == part.casefold()), None)
        if name is None:
            return None
        size = names[name]
        real.append(name)
        folder = folder / name
    return ("/".join(real), size) if size >= 0 else None


def _other(inside: list[tuple[Path, str]], extensions: tuple[str, ...], folders: _Folders) -> str:
    for root, relative in inside:
        wanted = (root / relative).name
        names = folders((root / relative).parent)
        stem = PurePosixPath(wanted).stem
        same = [name for name in sorted(names) if name.rpartition(".")[0] == stem]
        near = same[0] if same else did_you_mean(wanted, names)
        if near:
            return f"did you mean {near}?"
    return "add the picture, or let `cardtools art` paint a placeholder"
