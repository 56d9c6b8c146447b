"""Checks of image files that decode no picture: are they there, by that name, inside the art folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardtools.cards.picture_cells import replace_picture, split_pictures
from cardtools.cards.table import CardTable
from cardtools.checks.art.image_paths import MISSING, Folders, look, nearest
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
        cells = enumerate(each.values[name])
        images = [
            (row, image) for row, cell in cells if isinstance(cell, str) for image in split_pictures(cell)
        ]
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
        faults = []
        for row, image in images:
            seen = looks[image]
            if seen.check is None:
                continue
            fix = None
            if seen.write:
                cell = each.columns.index(name)
                new = replace_picture(each.file.columns[cell][row], image, seen.write)
                # A picture of another kind under the same name is likely the one, but not surely.
                fix = Fix((each.file.edit(row, cell, new),), seen.check is not MISSING)
            message = f"{each.name(row)}: {seen.message}"
            faults.append(seen.check.finding(each.place(row, name), message, seen.hint, fix=fix))
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
    # The kinds of files that the tables are to name.
    kinds_of = [field.entry.file for field in table.ruleset.fields.values()]
    kinds_of += [kinds for extra in extras for kinds in extra.picture_columns.values()]
    return [*found, *check_orphans(used, roots, {kind for kinds in kinds_of for kind in kinds})]
