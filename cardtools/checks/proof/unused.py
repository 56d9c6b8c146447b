"""Files of a project that nothing uses: faces, fonts, icons, art."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from os.path import realpath
from pathlib import Path
from typing import Any

from cardtools.checks.proof.side import SideFigures
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
_ART = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".svg")


def unused_assets(
    project: Project, project_cards: ProjectCards, cards: Collection[SideFigures]
) -> list[Diagnostic]:
    """RND009 for each file that no card uses: in the art folders, and below the folders of the project where
    faces, fonts and icons lie. Faces are used when a card has them or a used one extends them; fonts and
    icons when any face names them, fonts also when a sheet does. `cards` are all cards, with their backs.
    """
    editions, box = project.settings.editions.values(), project.settings.box
    others = [box.front, box.back, box.side, box.lid, *(n for one in editions for n in one.faces.values())]
    chosen: set[Face] = set()
    for name in filter(None, others):
        with suppress(InputError):  # one that cannot be used is not for cards to report
            chosen.add(load_face(project.path(name)))
    loaded = [face for faces in (project_cards.faces, project_cards.backs) if faces for face in faces.usable]
    loaded += chosen
    for card in cards:
        faces_of = project_cards.backs if card.side == "back" and project_cards.backs else project_cards.faces
        if card.scene:
            chosen.add(faces_of.choose(card.card.values, card.card.where, card.card.name))
    faces = {realpath(part.path) for face in chosen for part in face.file.parts}
    named: list[tuple[Path, Sequence[str]]]
    named = [(project.root, font) for edition in editions for font in edition.fonts.values()]
    icons: set[str] = set()
    for face in loaded:
        design, owner = face.design, face.file.owner
        named += [(owner("fonts", name).path.parent, given) for name, given in design.fonts.items()]
        icons |= {realpath(owner("icons", name).path.parent / icon) for name, icon in design.icons.items()}
    lists = ((folder, [given] if isinstance(given, str) else given) for folder, given in named)
    fonts = {realpath(folder / font) for folder, given in lists for font in given}
    art = {realpath(path) for card in cards for path in _art(project_cards, card)}
    tables: dict[Path, dict[str, Any]] = {}
    near_faces = _folders(project, {part.path for face in loaded for part in face.file.parts})
    for path in _files(near_faces, (".toml",)):
        with suppress(InputError):  # what cannot be read is neither a face nor a sheet
            tables[path] = read_toml(path).data
    on_sheets = {
        realpath(path.parent / str(marks.get("font", "")))
        for path, table in tables.items()
        if isinstance(marks := table.get("marks"), dict)
    }
    # The other files are sheets.
    of_faces = [path for path, table in tables.items() if "elements" in table or "extends" in table]
    hint = "take it out, or name it where it belongs"
    return [
        UNUSED_ASSET.finding(Location(shown(path)), why, hint)
        for files, used, why in (
            (of_faces, faces, "no card has this face"),
            (_files(_folders(project, fonts), _FONTS), fonts | on_sheets, "no face has this font"),
            (_files(_folders(project, icons), _ICONS), icons, "no face has this icon"),
            (_files(project_cards.art_files.roots, _ART), art, "no card shows this picture"),
        )
        for path in files
        if realpath(path) not in used
    ]


def _art(project_cards: ProjectCards, card: SideFigures) -> Iterator[Path]:
    """The pictures that the card shows, and those that it may have instead."""
    shows = [item.source for item in pictures(card.scene.items if card.scene else ())]
    for source in dict.fromkeys((*shows, *(name for names in card.card.pictures.values() for name in names))):
        with suppress(InputError):  # a missing picture is reported elsewhere
            yield project_cards.art_files.find(source, card.card.art_where(source), f"card {card.card.name}")


def _folders(project: Project, used: Iterable[Path | str]) -> list[Path]:
    """The folders in the project that files of a kind are used from; not the project's own folder."""
    root = Path(realpath(project.root))
    parents = sorted({Path(realpath(Path(path).parent)) for path in used})
    inside = [folder.relative_to(root) for folder in parents if folder.is_relative_to(root)]
    return [project.root / folder for folder in inside if folder.parts]


def _files(folders: Iterable[Path], endings: tuple[str, ...]) -> list[Path]:
    """The files of a kind in the folders and below them, each once, in order; hidden ones are skipped."""
    names = (name for folder in folders for name in files_below(folder, hidden=False))
    return list(dict.fromkeys(Path(name) for name in names if name.lower().endswith(endings)))
