"""Which files are designs of other programs, and the files of a project that come from one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from cardtools.ground.errors import InputError, Location, bad_input, printable
from cardtools.ground.io.files import read_table, shown
from cardtools.ground.spelling import counted
from cardtools.init.designs.cardmaker import CardmakerLayout
from cardtools.init.designs.elements import NAME_IT, ForeignDesign
from cardtools.init.designs.face import design_face
from cardtools.init.designs.nandeck import SCRIPT, NandeckScript
from cardtools.init.designs.squib import LAYOUT, SquibLayouts
from cardtools.init.guess.columns import GuessedColumn
from cardtools.project.starter import blank_file, starter_folder

NOT_TAKEN, _ITALIC = "not-taken.txt", "templates/fonts/AlegreyaSans-Italic.ttf"


def split_designs(paths: Sequence[Path]) -> tuple[ForeignDesign | None, list[Path]]:
    """The design among the files, and the tables. Raises InputError where there are two designs, or one that
    cannot be read.
    """
    found: list[ForeignDesign] = []
    layouts, tables = list[Path](), list[Path]()
    for path in paths:
        file, _, layout = path.name.partition("#")
        kind = Path(file).suffix.lower()
        if kind == ".cmp":
            found.append(CardmakerLayout(path.with_name(file), layout))
        elif kind == ".nde" or (kind == ".txt" and _has(path, SCRIPT)):
            found.append(NandeckScript(path))
        else:
            (layouts if kind in (".yml", ".yaml") and _has(path, LAYOUT) else tables).append(path)
    found += [SquibLayouts(layouts)] if layouts else []
    if len(found) > 1:
        raise bad_input(shown(found[1].path), "two designs cannot become one face", "make a project of each")
    for design in found if tables else ():
        design.notes = {note: place for note, place in design.notes.items() if not note.endswith(NAME_IT)}
    return next(iter(found), None), tables


def _has(path: Path, mark: re.Pattern[str]) -> bool:
    with suppress(InputError):
        return bool(mark.search(read_table(path)[0]))
    return False


def design_files(
    design: ForeignDesign, columns: Sequence[GuessedColumn], cells: Mapping[str, Sequence[str]]
) -> tuple[dict[str, str | bytes | Path], list[str]]:
    """The files that a project has from a design, and what to say about it; `cells` are by heading."""
    design.columns, design.cells = {column.heading.casefold(): column for column in columns}, cells
    design.draw()
    face = design_face(design)
    sheet = '[sheet]\nsheet = "templates/sheets/fit.toml"\n'
    project = blank_file("cardtools.toml").replace("[sheet]\n", sheet)
    files: dict[str, str | bytes | Path] = {**design.files, "templates/card.toml": face}
    files["cardtools.toml"] = project.replace('paper = "letter"', f'paper = "{design.paper or "letter"}"')
    if "Italic.ttf" in face:
        files[_ITALIC] = starter_folder() / _ITALIC
    drawn = f"{counted(len(design.elements), 'element')} of the face from {shown(design.path)}; what is"
    found = sorted(design.notes.items(), key=lambda one: one[1][1])
    notes = [f"{Location(shown(path), line)}: {printable(note)}" for note, (path, line) in found]
    files[NOT_TAKEN] = "\n".join([*notes, ""])
    return files, [f"{drawn} not taken, or taken otherwise, is in {NOT_TAKEN} too:", *notes] if notes else []
