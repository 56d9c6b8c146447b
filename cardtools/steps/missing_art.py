"""Placeholder art for the cards that have no picture."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import check_output, make_folder, shown, write_atomic
from cardtools.ground.spelling import did_you_mean, one_edit
from cardtools.project.project import Project
from cardtools.steps.card_choice import ALL_CARDS, CardChoice

if TYPE_CHECKING:
    from cardtools.cards.table import Card
    from cardtools.render.placeholder_art import ArtSubject
    from cardtools.steps.game_files import GameFiles


@dataclass(frozen=True)
class Painting:
    """A wanted picture: the name of its card, what it shows, its path."""

    card: str
    subject: ArtSubject
    path: Path


def wanted_art(game: GameFiles, again: bool = False, choice: CardChoice = ALL_CARDS) -> list[Painting]:
    """The pictures of cards that are in no art folder yet (`again`: all). Raises InputError with problems."""
    from cardtools.checks.art.image_paths import ESCAPES_ROOT

    roots = game.art_folders
    if not roots:
        return []
    chosen = {card.where for card in choice.cards(game)} if choice else set()
    wanted: dict[Path, Painting] = {}
    problems: list[Diagnostic] = []
    pictures = (
        (card, table.title(card.row) or card.name, column, number, image.replace("\\", "/"))
        for table in (game.table, *game.extras)
        for card in table.cards
        if not choice or card.where in chosen
        for column, images in card.pictures.items()
        for number, image in enumerate(images, 1)
    )
    for card, name, column, number, image in pictures:
        if Path(image).is_absolute() or ".." in Path(image).parts:
            message = f"{card.name}: {image} is outside the art folder {shown(roots[0])}"
            problems.append(ESCAPES_ROOT.finding(card.art_places[column], message))
        elif again or not any(os.path.isfile(root / image) for root in roots):
            path = roots[0] / image
            try:  # another picture of a card shows another one
                subject = _subject(game, card, f"{name} {number}" if number > 1 else name, path)
                wanted.setdefault(path, Painting(card.name, subject, path))
            except InputError as error:
                problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return list(wanted.values())


def _subject(game: GameFiles, card: Card, name: str, path: Path) -> ArtSubject:
    """What the picture of a card at a path shows: as [art] says, else the columns of the ruleset's roles."""
    from cardtools.render.placeholder_art import ArtSubject

    project, design = game.project, game.ruleset.design
    types = [column for column, known in game.ruleset.fields.items() if known.entry.vocabulary == "type"]
    roles = {
        "type": types[:1],
        "words": [column for column in design.words if column not in types] if design else [],
        "rank": [design.rank.column] if design and design.rank else [],
    }
    texts: dict[str, str] = {}
    for key in ("type", "affinity", "words", "rank"):
        given = _art_text(project, card, key)
        cells = [card.values.get(column) or () for column in roles.get(key, ())]
        items = [str(item) for cell in cells for item in (cell if isinstance(cell, tuple) else (cell,))]
        texts[key] = ",".join(items) if given is None else given
    words = tuple(filter(None, map(str.strip, texts["words"].split(","))))
    spell = texts["type"].lower() == "spell"
    _check_words(project, card, {**texts, "words": words}, spell)
    # The folder of a spell's picture says what it belongs to: spells/fire/ember-blade.jpg.
    affinity = texts["affinity"] or (path.parent.name if spell else "")
    level = int(texts["rank"]) if texts["rank"].isdecimal() else 1
    return ArtSubject(name, texts["type"], words, level, affinity)


def _check_words(project: Project, card: Card, texts: Mapping[str, str | Sequence[str]], spell: bool) -> None:
    """Raise InputError where [art] has a type that nothing paints, or nearly the name of an outline."""
    from cardtools.render.placeholder_art import LANDSCAPE
    from cardtools.render.placeholder_art.backgrounds import PAINTERS
    from cardtools.render.placeholder_art.outlines import list_outlines, match_outline

    types = [name.capitalize() for name in PAINTERS]
    subjects = list_outlines("motifs") if spell else [*list_outlines("figures"), LANDSCAPE]
    known = {"type": [*types, "Spell"], "affinity": types, "words": subjects}
    one = {"type": "type", "affinity": "type", "words": "object" if spell else "figure"}
    for key, can_be in known.items():
        given = texts[key]
        folded = {name.lower() for name in can_be}
        for word in (given,) if isinstance(given, str) else given:
            if not word or word.lower() in folded or not project.file or not project.names("art", key):
                continue
            if key == "words" and match_outline("motifs" if spell else "figures", [word]):
                continue
            # Short words are one letter from others that are no slip: bard, bird.
            slip = next((n for n in can_be if len(n) > 4 and one_edit(word.lower(), n.lower())), "")
            near = slip or did_you_mean(word.capitalize(), can_be)
            if key == "words" and not slip:
                continue  # sub-types of a game that no figure is for
            hint = f"did you mean {near}?" if near else f"known: {', '.join(can_be)}"
            message = f"card {card.name}: no {one[key]} {word!r}"
            raise InputError(Diagnostic(project.file.at("art", key), message, hint))


def paint_art(project: Project, painting: Painting) -> None:
    """Paint a placeholder picture, at 300 dpi, as JPEG or PNG by the path's ending."""
    from cardtools.render.placeholder_art import paint

    path, settings = painting.path, project.settings.art
    buffer = io.BytesIO()
    kind = "PNG" if path.suffix.lower() == ".png" else "JPEG"
    picture = paint(painting.subject, (settings.width, settings.height))
    picture.save(buffer, kind, quality=88, dpi=(300, 300), optimize=True)
    make_folder(check_output(path, project.root).parent)
    write_atomic(path, buffer.getvalue())


def _art_text(project: Project, card: Card, name: str) -> str | None:
    """A template of `[art]` filled in for a card; None where the project file has none."""
    from cardtools.language.budget import Budget, StringError
    from cardtools.language.text_templates import compile_text

    source = getattr(project.settings.art, name)
    try:
        return None if source is None else compile_text(source)(card.values, Budget()).strip()
    except StringError as error:
        where = project.file.at("art", name) if project.file else Location("[art]")
        raise InputError(Diagnostic(where, f"card {card.name}: {error}", error.hint)) from None
