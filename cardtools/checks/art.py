"""Checks of image files that decode no picture: are they there, by that name, inside the art folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cardtools.cards.table import CardTable
from cardtools.checks.image_paths import Folders, Look, look, nearest
from cardtools.checks.images import check_names, check_orphans, check_shared
from cardtools.errors import Diagnostic, Edit, Fix
from cardtools.files import shown
from cardtools.rulesets.catalogue import GENERIC
from cardtools.rulesets.ruleset import Field


def check_art(table: CardTable, art_roots: Sequence[Path]) -> list[Diagnostic]:
    """The findings about the columns that name image files (`file` in the ruleset), by column and row.

    A path is relative to one of the art folders, or to the folder of the card table as long as it ends up in
    one of them. An empty cell is no finding: that card has no art yet. A path has one finding at most, with
    its fix; the image it leads to may have others.
    """
    roots = [os.path.abspath(root) for root in art_roots]
    base = os.path.dirname(os.path.abspath(table.file.path))
    folders = Folders()
    found: list[Diagnostic] = []
    used: set[str] = set()
    fields = [field for field in table.ruleset.fields.values() if field.entry.file]
    for field in fields:
        images = [image for image in table.values[field.name] if image is not None]
        if images and not any(map(os.path.isdir, roots)):
            # One finding, not one for every card.
            where = " or ".join(map(shown, art_roots)) or "for art in the project file"
            message = f"there is no folder {where}, so none of the {len(images):,} images is there"
            hint = "make the folder, or let `cardtools art` paint placeholders"
            found.append(GENERIC["IMG001"].finding(table.file.at_header(0), message, hint))
            continue
        looks = {
            image: look(image, field.entry.file, roots, base, folders) for image in dict.fromkeys(images)
        }
        used |= {seen.file for seen in looks.values()}
        for image, seen in looks.items():
            if seen.code == "IMG001":
                looks[image] = nearest(seen, image, field.entry.file, used, folders)
        found += _findings(table, field, looks)
        files = {
            row: seen.file
            for row, image in enumerate(table.values[field.name])
            if image is not None and (seen := looks[image]).file and seen.code != "IMG001"
        }
        found += check_names(table, field.name, files)
        found += check_shared(table, field.name, files, folders)
        used |= {seen.file for seen in looks.values()}
    kinds = {kind for field in fields for kind in field.entry.file}
    return [*found, *check_orphans(used, roots, kinds)]


def _findings(table: CardTable, field: Field, looks: dict[str, Look]) -> list[Diagnostic]:
    found = []
    for row, image in enumerate(table.values[field.name]):
        seen = looks[image] if image is not None else Look()
        if seen.code:
            place, message = table.place(row, field.name), f"{table.name(row)}: {seen.message}"
            finding = GENERIC[seen.code].finding(place, message, seen.hint)
            if seen.write:
                cell = table.columns.index(field.name)
                edit = Edit(table.file.line_numbers[row], cell, table.file.columns[cell][row], seen.write)
                # A picture of another kind under the same name is likely the one, but not surely.
                finding = replace(finding, fix=Fix((edit,), seen.code != "IMG001"))
            found.append(finding)
    return found
