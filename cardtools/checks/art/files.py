"""Checks of image files that decode no picture: are they there, by that name, inside the art folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cardtools.cards.picture_cells import replace_picture, split_pictures
from cardtools.cards.table import CardTable
from cardtools.checks.art.image_paths import MISSING, Folders, Look, look, nearest
from cardtools.checks.art.images import check_names, check_orphans, check_shared
from cardtools.ground.errors import Diagnostic, Fix
from cardtools.ground.io.files import shown


def check_art(
    table: CardTable, art_roots: Sequence[Path], extras: Sequence[CardTable] = ()
) -> list[Diagnostic]:
    """The findings about the columns that name image files (`file` in the ruleset), by column and row, and
    about those of the `extras`, tables of what is printed with the cards.

    A cell may name several images (`cards.pictures`). A path is relative to one of the art folders, or to the
    folder of the card table as long as it ends up in one of them. An empty cell is no finding: that card has
    no art yet. A path has one finding at most, with its fix; the image it leads to may have others.

    A column of pictures that the ruleset does not call `file` has warnings about its paths alone, and none
    before its first picture is there.
    """
    roots = [os.path.abspath(root) for root in art_roots]
    folders = Folders()
    found: list[Diagnostic] = []
    used: set[str] = set()
    asked = {field.name for field in table.ruleset.fields.values() if field.entry.file}
    columns = [
        (each, name, kinds) for each in (table, *extras) for name, kinds in each.picture_columns.items()
    ]
    for each, name, kinds in columns:
        base = os.path.dirname(os.path.abspath(each.file.path))
        images = _images(each, name)
        guessed = each is table and name not in asked
        if guessed and not any(look(image, kinds, roots, base, folders).file for _, image in images):
            continue
        if images and not any(map(os.path.isdir, roots)):
            # One finding, not one for every card.
            where = " or ".join(map(shown, art_roots)) or "for art in the project file"
            message = f"there is no folder {where}, so none of the {len(images):,} images is there"
            hint = "make the folder, or let `cardtools art` paint placeholders"
            found.append(MISSING.finding(each.file.at_header(0), message, hint))
            continue
        looks = {image: look(image, kinds, roots, base, folders) for _, image in images}
        used |= {seen.file for seen in looks.values()}
        for image, seen in looks.items():
            if seen.check is MISSING:
                looks[image] = nearest(seen, image, kinds, used, folders)
        faults = [finding for row, image in images for finding in _findings(each, name, row, image, looks)]
        if guessed:
            found += [replace(finding, severity="warning") for finding in faults]
            continue
        found += faults
        files = [
            (row, seen.file)
            for row, image in images
            if (seen := looks[image]).file and seen.check is not MISSING
        ]
        found += check_names(each, name, files)
        found += check_shared(each, name, files, folders)
        used |= {seen.file for seen in looks.values()}
    return [*found, *check_orphans(used, roots, _kinds(table, extras))]


def _kinds(table: CardTable, extras: Sequence[CardTable]) -> set[str]:
    """The kinds of files that the tables are to name."""
    asked = [field.entry.file for field in table.ruleset.fields.values()]
    asked += [kinds for extra in extras for kinds in extra.picture_columns.values()]
    return {kind for kinds in asked for kind in kinds}


def _images(table: CardTable, column: str) -> list[tuple[int, str]]:
    """The images that a column names, each with its row."""
    cells = enumerate(table.values[column])
    return [(row, image) for row, cell in cells if isinstance(cell, str) for image in split_pictures(cell)]


def _findings(
    table: CardTable, column: str, row: int, image: str, looks: dict[str, Look]
) -> Iterator[Diagnostic]:
    seen = looks[image]
    if seen.check is None:
        return
    place, message = table.place(row, column), f"{table.name(row)}: {seen.message}"
    fix = None
    if seen.write:
        cell = table.columns.index(column)
        old = table.file.columns[cell][row]
        edit = table.file.edit(row, cell, replace_picture(old, image, seen.write))
        # A picture of another kind under the same name is likely the one, but not surely.
        fix = Fix((edit,), seen.check is not MISSING)
    yield seen.check.finding(place, message, seen.hint, fix=fix)
