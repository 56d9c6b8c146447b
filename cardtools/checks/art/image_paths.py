"""Where the path of an image leads: to a file of the art folders, or to what is wrong with it."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from cardtools.cards.picture_cells import KINDS, file_of
from cardtools.ground.catalogue import Check
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import did_you_mean

MISSING = Check.of("""IMG001 missing error: the image does not exist
    why: The card would be drawn without its art.
    bad: art/tide-singer.jpeg, where there is art/tide-singer.jpg
    good: art/tide-singer.jpg
    fix: add the picture, or correct the path""")
EXTENSION = Check.of("""IMG002 extension error: the image is in a format that cannot be drawn
    why: Only some file formats can be drawn.
    bad: tide-singer.webp
    good: tide-singer.png
    fix: save it in one of the formats in the hint""")
PATH_STYLE = Check.of(r"""IMG003 path-style warning: the path has backslashes, or is absolute
    why: Backslashes are separators on one system only, and an absolute path is right on one computer only.
    bad: units\water\tide-singer.png
    good: units/water/tide-singer.png
    fix: write the path as the hint says""")
CASE = Check.of("""IMG009 case error: the path differs from the file's in upper and lower case
    why: It works on disks that ignore case and fails on the others.
    bad: Art/Tide.png for art/tide.png
    good: art/tide.png
    fix: write the path as the file is named""")
ESCAPES_ROOT = Check.of("""IMG010 escapes-root warning: the path leaves the folders for art
    why: A project must not read pictures from anywhere on a disk.
    bad: ../../holiday.png
    good: units/water/tide-singer.png
    fix: move the picture into an art folder""")
EMPTY_FILE = Check.of("""IMG011 empty-file error: the image has no content
    why: A file without bytes is not a picture; something went wrong when it was saved.
    bad: tide-singer.png of 0 bytes
    good: tide-singer.png with a picture
    fix: save the picture again""")


class Look(Record):
    """The file that a path leads to (absolute; "" for none) and, with a `check`, what is wrong. `write` is
    what the cell should say, where known; `inside` are art folders and the paths in them that it leads to.
    """

    file: str = ""
    check: Check | None = None
    message: str = ""
    hint: str = ""
    write: str = ""
    inside: tuple[tuple[str, str], ...] = ()


_DEEPEST = 200  # folders in folders


class Folders:
    """The names in folders, each folder read once: a disk that ignores case would answer yes to both."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, int]] = {}
        self._spelled: dict[tuple[str, str], str | None] = {}

    def names(self, folder: str) -> dict[str, int]:
        """The names in the folder with the sizes of files, -1 for folders; nothing where there is none."""
        if folder not in self._names:
            try:
                with os.scandir(folder) as entries:
                    self._names[folder] = {e.name: e.stat().st_size if e.is_file() else -1 for e in entries}
            except (OSError, ValueError):
                self._names[folder] = {}
        return self._names[folder]

    def size(self, file: str) -> int:
        """The size of a file that was found."""
        folder, name = os.path.split(file)
        return self.names(folder)[name]

    def spelled(self, root: str, path: str) -> str | None:
        """A path in the root as the disk spells it; None where there is neither file nor folder."""
        if not path:
            return ""
        if path.count("/") > _DEEPEST:
            return None
        if (root, path) not in self._spelled:
            above, name = posixpath.split(path)
            folder = self.spelled(root, above)
            names = {} if folder is None else self.names(os.path.join(root, folder))
            if name not in names:
                name = next((other for other in names if other.casefold() == name.casefold()), "")
            self._spelled[root, path] = posixpath.join(folder or "", name) if name else None
        return self._spelled[root, path]


def look(image: str, kinds: Sequence[str], roots: Sequence[str], base: str, folders: Folders) -> Look:
    """What a path leads to, relative to a root, or to `base` but ending in a root; the first fault counts."""
    path = file_of(image).replace("\\", "/")
    ending = posixpath.splitext(path)[1].lower().lstrip(".")
    if ending not in kinds:
        what = f".{ending}" if ending else "a name without extension"
        drawn = ending in KINDS
        why = "which the ruleset doesn't list for this column" if drawn else "which cannot be drawn"
        hint = f"use {', '.join(kinds)}" + f', or add "{ending}" to `file` of the column' * drawn
        return Look("", EXTENSION, f"{image} is {what}, {why}", hint)
    inside: list[tuple[str, str]] = []
    other = Look()
    # On other systems than Windows, C:/art would be a folder of this name.
    elsewhere = path[1:2] == ":" and os.sep == "/"
    for start in () if elsewhere else (*roots, base):
        full = os.path.normpath(os.path.join(start, path))
        root = next((root for root in roots if full.startswith(os.path.join(root, ""))), "")
        if not root:
            continue
        wanted = full[len(os.path.join(root, "")) :].replace(os.sep, "/")
        inside.append((root, wanted))
        real = folders.spelled(root, wanted)
        file = os.path.join(root, *real.split("/")) if real else ""
        if not file or folders.size(file) < 0:
            continue
        if real != wanted:
            message = f"{image} differs from the file {real} in upper and lower case"
            other = other if other.file else Look(file, CASE, message, f"write {real}", real or "")
            continue
        if folders.size(file) == 0:
            return Look(file, EMPTY_FILE, f"{image} is empty", "save the picture again")
        if os.path.isabs(path):
            message = f"{image} is an absolute path, which is wrong on other computers"
            return Look(file, PATH_STYLE, message, f"write {wanted}", wanted)
        style = (PATH_STYLE, f"{image} has backslashes", f"write {path}", path)
        return Look(file, *style) if path != image else Look(file)
    if other.file:
        return other
    if inside:
        return Look("", MISSING, f"there is no image {image}", inside=tuple(inside))
    where = ", ".join(shown(Path(root)) for root in roots) or "(none are set)"
    return Look("", ESCAPES_ROOT, f"{image} is outside the art folders {where}", "move it into one of them")


def nearest(missing: Look, image: str, kinds: Sequence[str], used: Collection[str], folders: Folders) -> Look:
    """A missing image with the `file` that was probably meant: of its name, or a similar unused one."""
    for root, wanted in missing.inside:
        above, name = posixpath.split(wanted)
        folder = os.path.join(root, folders.spelled(root, above) or "")
        stem = posixpath.splitext(name)[0]
        files = sorted(name for name, size in folders.names(folder).items() if size >= 0)
        names = [name for name in files if name.lower().endswith(tuple(kinds))]
        same = next((other for other in names if posixpath.splitext(other)[0] == stem), "")
        near = same or did_you_mean(name, [n for n in names if os.path.join(folder, n) not in used])
        if near:
            write = posixpath.join(posixpath.split(image.replace("\\", "/"))[0], near) if same else ""
            hint = f"did you mean {near}?"
            return replace(missing, file=os.path.join(folder, near), hint=hint, write=write)
    hint = "add the picture, or let `cardtools art` paint a placeholder"
    return replace(missing, hint=hint)
