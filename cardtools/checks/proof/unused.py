"""Files of a project that nothing uses: faces, fonts, icons, art."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtools.checks.proof.figures import Proofed
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import files_below, shown
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.project.project import Project
from cardtools.render.face.load import Face, load_face
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.scene import pictures

UNUSED_ASSET = Check.of("""RND009 unused-asset warning: no card, face or sheet uses a file
    why: It may have been left out by mistake; else it is only dead weight. Faces, fonts, icons and art are
    checked, when all cards are proofed.
    bad: templates/icons/moon.svg, which no face has under [icons]
    good: an icon that a face has, a face that a card has or that such a face extends
    fix: take the file out, or name it where it belongs""")

_FONTS, _ICONS = (".ttf", ".otf"), (".svg",)
_ART = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".tif", ".tiff", ".bmp")


def unused_assets(project: Project, card_set: ProjectCards, cards: Collection[Proofed]) -> list[Diagnostic]:
    """RND009 for each file that no card uses: in the art folders, and below the folders of the project where
    faces, fonts and icons lie. Faces are used when a card has them or a used one extends them; fonts and
    icons when any face names them, fonts also when a sheet does. `cards` are all cards, with their backs.
    """
    loaded = [face for faces in (card_set.faces, card_set.backs) if faces for face in faces.usable]
    others = list(_other_faces(project))
    loaded += others
    chosen = {_face(card_set, card) for card in cards if card.scene} | {*others}
    faces = {_real(part.path) for face in chosen for part in face.file.parts}
    fonts = {_real(path) for face in loaded for path in _fonts(face)}
    fonts |= {_real(path) for path in _edition_fonts(project)}
    icons = {_real(path) for face in loaded for path in _icons(face)}
    art = {_real(path) for card in cards for path in _art(card_set, card)}
    tables = _tables(_folders(project, {part.path for face in loaded for part in face.file.parts}))
    on_sheets = {_real(path.parent / font) for path, table in tables.items() if (font := _label_font(table))}
    return [
        *_unused(filter(lambda path: _is_face(tables[path]), tables), faces, "no card has this face"),
        *_unused(_files(_folders(project, fonts), _FONTS), fonts | on_sheets, "no face has this font"),
        *_unused(_files(_folders(project, icons), _ICONS), icons, "no face has this icon"),
        *_unused(_files(card_set.art_files.roots, _ART), art, "no card shows this picture"),
    ]


def _other_faces(project: Project) -> Iterator[Face]:
    """The faces of boxes, and those of editions; one that cannot be used is not for cards to report."""
    settings = project.settings
    box = (settings.box.front, settings.box.back, settings.box.side, settings.box.lid)
    for name in (*box, *(face for edition in settings.editions.values() for face in edition.faces.values())):
        with suppress(InputError):
            if name:
                yield load_face(project.path(name))


def _edition_fonts(project: Project) -> Iterator[Path]:
    for edition in project.settings.editions.values():
        for given in edition.fonts.values():
            yield from map(project.path, [given] if isinstance(given, str) else given)


def _unused(files: Iterable[Path], used: Collection[Path], why: str) -> Iterator[Diagnostic]:
    for path in files:
        if _real(path) not in used:
            hint = "take it out, or name it where it belongs"
            yield UNUSED_ASSET.finding(Location(shown(path)), why, hint)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _face(card_set: ProjectCards, card: Proofed) -> Face:
    faces = card_set.backs if card.side == "back" and card_set.backs else card_set.faces
    return faces.choose(card.card.values, card.card.where, card.card.name)


def _tables(folders: Iterable[Path]) -> dict[Path, dict[str, Any]]:
    """The TOML files in the folders; one that cannot be read is neither a face nor a sheet."""
    found = {}
    for path in _files(folders, (".toml",)):
        with suppress(InputError):
            found[path] = read_toml(path).data
    return found


def _is_face(table: dict[str, Any]) -> bool:
    return "elements" in table or "extends" in table  # the others are sheets


def _label_font(sheet: dict[str, Any]) -> str:
    marks = sheet.get("marks")
    return str(marks.get("font", "")) if isinstance(marks, dict) else ""


def _fonts(face: Face) -> Iterator[Path]:
    for name, given in face.design.fonts.items():
        for font in [given] if isinstance(given, str) else given:
            yield face.file.owner("fonts", name).path.parent / font


def _icons(face: Face) -> Iterator[Path]:
    for name, icon in face.design.icons.items():
        yield face.file.owner("icons", name).path.parent / icon


def _art(card_set: ProjectCards, card: Proofed) -> Iterator[Path]:
    """The pictures that the card shows, and those that it may have instead."""
    shows = [item.source for item in pictures(card.scene.items if card.scene else ())]
    for source in dict.fromkeys((*shows, *(name for names in card.card.pictures.values() for name in names))):
        with suppress(InputError):  # a missing picture is reported elsewhere
            yield card_set.art_files.find(source, card.card.art_where(source), f"card {card.card.name}")


def _folders(project: Project, used: Iterable[Path]) -> list[Path]:
    """The folders in the project that files of a kind are used from; not the project's own folder."""
    root = _real(project.root)
    parents = sorted({_real(path.parent) for path in used})
    inside = [folder.relative_to(root) for folder in parents if folder.is_relative_to(root)]
    return [project.root / folder for folder in inside if folder.parts]


def _files(folders: Iterable[Path], endings: tuple[str, ...]) -> list[Path]:
    """The files of a kind in the folders and below them, each once, in order; hidden ones are skipped."""
    names = (name for folder in folders for name in files_below(folder, hidden=False))
    return list(dict.fromkeys(Path(name) for name in names if name.lower().endswith(endings)))
