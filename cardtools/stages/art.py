"""Placeholder art for the cards that have no picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.errors import Diagnostic, InputError, Location
from cardtools.files import check_output, make_folder, shown, write_atomic
from cardtools.project import Project

if TYPE_CHECKING:
    from cardtools.cards.table import Card


@dataclass(frozen=True)
class Painting:
    """A wanted picture: its card, the name on it, its number among the card's pictures (from 1), its path."""

    card: Card
    title: str
    number: int
    path: Path


def wanted_art(project: Project, again: bool = False) -> list[Painting]:
    """The pictures of cards and extras that are not in any art folder yet (`again`: all).

    Raises InputError where a path is outside the art folders.
    """
    from cardtools.cards.extras import read_extras
    from cardtools.cards.table import read_tables
    from cardtools.checks.image_paths import ESCAPES_ROOT
    from cardtools.rulesets import project_ruleset

    settings = project.settings.cards
    ruleset = project_ruleset(project)
    roots = [project.path(folder) for folder in settings.art]
    tables = [read_tables(project.tables, ruleset)]
    tables += [read_extras(path, ruleset) for path in project.extras]
    wanted: dict[Path, Painting] = {}
    problems = []
    for table, card in ((one, card) for one in tables for card in one.cards):
        for column, pictures in table.pictures(card.row).items():
            for number, image in enumerate(pictures if roots else (), 1):
                image = image.replace("\\", "/")
                if Path(image).is_absolute() or ".." in Path(image).parts:
                    message = f"{card.name}: {image} is outside the art folder {shown(roots[0])}"
                    problems.append(ESCAPES_ROOT.finding(table.at(card, column), message))
                elif again or not any(os.path.isfile(root / image) for root in roots):
                    wanted.setdefault(
                        roots[0] / image, Painting(card, table.title(card.row), number, roots[0] / image)
                    )
    if problems:
        raise InputError(problems)
    return list(wanted.values())


def paint_art(project: Project, painting: Painting) -> None:
    """Paint a placeholder picture, at 300 dpi, as JPEG or PNG by the path's ending.

    Raises InputError where a template of `[art]` cannot be filled in for the card.
    """
    import io

    from cardtools.placeholder_art import ArtSubject, paint

    card, path, settings = painting.card, painting.path, project.settings.art
    type_, affinity = _art_text(project, card, "type"), _art_text(project, card, "affinity")
    words = [word.strip() for word in _art_text(project, card, "words").split(",")]
    rank = _art_text(project, card, "rank")
    if type_.lower() == "spell" and not affinity:
        # The folder of a spell's picture says what it belongs to: spells/fire/ember-blade.jpg.
        affinity = path.parent.name
    level = int(rank) if rank.isdecimal() else 1
    name = painting.title or card.name
    name += f" {painting.number}" if painting.number > 1 else ""  # another picture of the same
    subject = ArtSubject(name, type_, tuple(filter(None, words)), level, affinity)
    buffer = io.BytesIO()
    kind = "PNG" if path.suffix.lower() == ".png" else "JPEG"
    picture = paint(subject, (settings.width, settings.height))
    picture.save(buffer, kind, quality=88, dpi=(300, 300), optimize=True)
    make_folder(check_output(path, project.root).parent)
    write_atomic(path, buffer.getvalue())


def _art_text(project: Project, card: Card, name: str) -> str:
    """A template of `[art]` filled in for a card."""
    from cardtools.render.budget import Budget, StringError
    from cardtools.render.strings import compile_text

    try:
        return compile_text(getattr(project.settings.art, name))(card.values, Budget()).strip()
    except StringError as error:
        where = project.file.at("art", name) if project.file else Location("[art]")
        raise InputError(Diagnostic(where, f"card {card.name}: {error}", error.hint)) from None
