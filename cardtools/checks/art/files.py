"""Checks of image files: are they there, inside the art folders, named after their cards, used."""

from __future__ import annotations

import itertools
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from cardtools.cards.picture_cells import replace_picture, split_pictures
from cardtools.cards.table import CardTable
from cardtools.checks.art.image_paths import MISSING, Folders, look, nearest
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix, InputError, Location
from cardtools.ground.io.files import file_digest, files_below, shown


def check_art(
    table: CardTable, art_roots: Sequence[Path], extras: Sequence[CardTable] = ()
) -> list[Diagnostic]:
    """The findings about the columns that name image files, and those of the `extras`, by column and row.

    A path is relative to an art folder, or to the table's folder if it ends in one of them, and has one
    finding at most. A column that the ruleset does not call `file` has warnings about its paths alone, and
    none before its first picture is there.
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
        cells = [(row, cell) for row, cell in enumerate(each.values[name]) if isinstance(cell, str)]
        images = [(row, image) for row, cell in cells for image in split_pictures(cell)]
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
        files: list[tuple[int, str]] = []
        for row, image in images:
            seen, fix = looks[image], None
            if seen.file and seen.check is not MISSING:
                files.append((row, seen.file))
            if seen.check is None:
                continue
            if seen.write:
                cell = each.columns.index(name)
                new = replace_picture(each.file.columns[cell][row], image, seen.write)
                # A picture of another kind under the same name is likely the one, but not surely.
                fix = Fix((each.file.edit(row, cell, new),), seen.check is not MISSING)
            message = f"{each.name(row)}: {seen.message}"
            fault = seen.check.finding(each.place(row, name), message, seen.hint, fix=fix)
            found.append(fault._replace(severity="warning") if guessed else fault)
        if not guessed:
            found += check_names(each, name, files)
            found += check_shared(each, name, files, folders)
            used |= {seen.file for seen in looks.values()}
    # The kinds of files that the tables are to name.
    kinds_of = [field.entry.file for field in table.ruleset.fields.values()]
    kinds_of += [kinds for extra in extras for kinds in extra.picture_columns.values()]
    return [*found, *check_orphans(used, roots, {kind for kinds in kinds_of for kind in kinds})]


STEM = Check.of("""IMG005 stem warning: the image is not named after its card
    why: A picture with another card's name is usually a mistake, and hard to find in a folder.
    bad: ember-blade.png for Tide Singer
    good: tide-singer.png, Tide Singer.PNG, tide_singer-v2.png, or the card's serial
    fix: rename the file, or correct the path; tables in which most images have other names
    are not checked""")
SHARED_ART = Check.of("""IMG006 shared-art warning: two designs have the same picture
    why: Cards are recognised by their pictures. Bytes are compared: a picture saved twice counts as two.
    bad: ember-blade.png and tide-orb.png with the same content
    good: a picture for every design; its rarities, and a card and what it refers to, may share one
    fix: give each of the cards a picture of its own""")
ORPHAN = Check.of("""IMG008 orphan info: no card uses the image
    why: The path in its card may be wrong. Reported where cards use most of the images of a folder.
    bad: tide-singer-old.png, which no card names
    good: a card for every image in the art folders
    fix: delete the file, or name it in the card it belongs to""")

_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "'": "", "\u2019": ""})
_SHOWN = 3
_ARTICLE = 3  # letters


def check_names(table: CardTable, column: str, files: Sequence[tuple[int, str]]) -> Iterator[Diagnostic]:
    """IMG005: images that are not named after their card, where most are. A name is right in upper or lower
    case, with anything between its words, with more before or after it (`tide_singer-v2`), cut after any
    word, without a short first one. So is whatever else identifies the card: a unique cell, the card it
    refers to.
    """
    label, fields = table.ruleset.label, table.ruleset.fields.values()
    others = [f.name for f in fields if f.name != label and (f.entry.unique or f.entry.ref)]
    names = [_words(str(name or "")) for name in table.values[label]]
    known = set(names)
    wrong: list[tuple[int, str]] = []
    named: set[str] = set()
    for row, file in files:
        stem = _words(os.path.splitext(os.path.basename(file))[0])
        cells = (table.values[other][row] for other in others)
        wanted = itertools.chain((names[row],), (_words(str(cell)) for cell in cells if cell))
        if any(_says(stem, words, known) for words in wanted):
            named.add(file)
        elif names[row]:
            wrong.append((row, file))
    if len(wrong) * 2 > len(files):
        return  # this project names its images differently
    # Two cards with one picture are a finding of IMG006.
    for row, file in ((row, file) for row, file in wrong if file not in named):
        message = f"{table.name(row)}: the image is named {os.path.basename(file)}"
        hint = f"name it {names[row]}{os.path.splitext(file)[1]}, or correct the path"
        yield STEM.finding(table.place(row, column), message, hint)


def _words(text: str) -> str:
    """The words in lower case without accents, hyphens between them: "Wayfarer's Lantern" as a file name."""
    text = text.casefold().translate(_LETTERS)
    if not text.isascii():
        import unicodedata

        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", text).strip("-")


def _says(stem: str, words: str, known: Collection[str]) -> bool:
    if stem == words or stem.replace("-", "") == words.replace("-", ""):
        return True
    if stem in known:
        return False
    first, _, rest = words.partition("-")
    wholes = (words, rest) if rest and len(first) <= _ARTICLE else (words,)
    return any(f"-{whole}-" in f"-{stem}-" or f"{whole}-".startswith(f"{stem}-") for whole in wholes)


def check_shared(
    table: CardTable, column: str, files: Sequence[tuple[int, str]], folders: Folders
) -> Iterator[Diagnostic]:
    """IMG006: designs with the same picture, by path or by content. Only files that seem equal are read."""
    sizes = {file: size for _, file in files if (size := folders.size(file))}
    often = Counter(sizes.values())
    contents = {file: _content(file) if often[size] > 1 else file for file, size in sizes.items()}
    # A card that refers to another, as a lore card, may have its picture.
    refs = [field.name for field in table.ruleset.fields.values() if field.entry.ref]
    designs: dict[str, dict[str, tuple[int, str]]] = {}
    for row, file in files:
        if file in contents:
            design = next((str(name) for ref in refs if (name := table.values[ref][row])), table.name(row))
            designs.setdefault(contents[file], {}).setdefault(design, (row, file))
    for rows in designs.values():
        if len(rows) > 1:
            (first, first_file), (second, second_file), *more = rows.values()
            one, other = (os.path.basename(file) for file in (second_file, first_file))
            same = "is" if first_file == second_file else f"is the same picture as {other},"
            where = f"that of {table.name(first)} ({table.file.line(first)})"
            rest = f" and of {len(more):,} more" if more else ""
            message = f"{table.name(second)}: {one} {same} {where}{rest}"
            hint = "give every card a picture of its own"
            yield SHARED_ART.finding(table.place(second, column), message, hint)


def _content(file: str) -> str:
    """The digest of a file; its own name where it cannot be read."""
    try:
        return file_digest(Path(file))
    except (InputError, OSError, ValueError):  # a ValueError for NUL
        return file


def check_orphans(
    used: Collection[str], roots: Sequence[str], kinds: Collection[str]
) -> Iterator[Diagnostic]:
    """IMG008, one finding a folder; none where cards use at most half of it, as in a part of a game."""
    seen: set[str] = set()
    endings = tuple(f".{kind}" for kind in kinds)
    for root in roots:
        files = (name for name in files_below(root, hidden=False) if name.lower().endswith(endings))
        images = [file for file in files if file not in seen]
        seen.update(images)
        orphans = [file for file in images if file not in used]
        if not orphans or len(orphans) * 2 >= len(images):
            continue
        place, message, hint = orphans[0], "no card uses this image", "delete it, or name it in its card"
        if len(orphans) > 1:
            names = ", ".join(os.path.relpath(file, root).replace(os.sep, "/") for file in orphans[:_SHOWN])
            rest = f" and {len(orphans) - _SHOWN:,} more" if len(orphans) > _SHOWN else ""
            place, message = root, f"no card uses {len(orphans):,} of the images: {names}{rest}"
            hint = "delete them, or name each in its card"
        yield ORPHAN.finding(Location(shown(Path(place))), message, hint)
