"""What drawing reports, found without drawing all cards: marks, icons, faces, and the crops of pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from cardtools.cards.crops import STRAY_CROP, find_crop, read_crops
from cardtools.cards.table import Card
from cardtools.checks.old_conditions import old_conditions
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.files import shown
from cardtools.project.project import FILE_NAME
from cardtools.render.compose.compose_checks import MARKUP, MARKUP_OFF, SIZE, UNDRAWN, each_once
from cardtools.render.face.assignment import Faces
from cardtools.render.pictures.art import find_art
from cardtools.render.text.rich import faults_of
from cardtools.rulesets.glossary import UNKNOWN_TERM, UNUSED_TERM
from cardtools.steps.game_files import GameFiles

_CALLED = re.compile(r"""\bterm\(\s*(['"])([^'"]+)\1""")
_FILLED_IN = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)


def drawing_findings(game: GameFiles) -> list[Diagnostic]:
    """What drawing would report of cards that can be drawn: faulty marks (RND003, RND011) in cells, and in a
    face's own texts for its first card, with its terms (TXT040); icons (RND016); old conditions (RND017);
    unusable faces.
    """
    try:
        project_cards = game.project_cards
    except InputError as error:
        # A game may never be drawn, and have no faces; those that there are must be usable.
        tables = {file.name for table in (game.table, *game.extras) for file in table.file.parts}
        return [
            one
            for one in error.diagnostics
            if one.location.path not in tables
            and os.path.basename(one.location.path) != FILE_NAME
            and os.path.isfile(one.location.path)
        ]
    sides = [(project_cards.faces, project_cards.compose)]
    sides += [(project_cards.backs, project_cards.compose_backs)] if project_cards.backs else []
    found = []
    own = any(face.glossary.marks.marks for faces, _ in sides for face in faces.usable)
    every = [(card, _marked(card.values.values(), own)) for card in project_cards.everything]
    for faces, compose in sides:
        # The faces that have a faulty mark in a text of their own, until their first card.
        odd = {
            face.digest
            for face in faces.usable
            if any(faults_of(_FILLED_IN.sub(_calls, text), face) for text in face.texts)
        }
        found += [finding for one in compose(_suspects(faces, every, odd)) for finding in one.findings]
        found += [finding for face in faces.usable for finding in face.findings]
    wanted = {MARKUP.code, MARKUP_OFF.code, UNDRAWN.code}
    also = {UNKNOWN_TERM.code}  # in faces; that of a cell is reported with the cells
    found = [
        one for one in found if one.code in (wanted | also if one.location.path[-5:] == ".toml" else wanted)
    ]
    old = {one.location: one for one in old_conditions(game.project, project_cards)}
    return each_once([*project_cards.problems, *found, *old.values()])


def _suspects(faces: Faces, cards: Iterable[tuple[Card, list[str]]], odd: set[str]) -> Iterator[Card]:
    """The cards to compose: those with a faulty mark in their texts, and the first one of each `odd` face."""
    for card, texts in cards:
        if not texts and not odd:
            continue
        try:
            face = faces.choose(card.values, card.where, card.name)
        except InputError:
            continue
        if any(faults_of(text, face) for text in texts):
            yield card
        elif face.digest in odd:
            odd.discard(face.digest)
            yield card


def _calls(part: re.Match[str]) -> str:
    """The terms that a part of a template calls by their names, as texts call them."""
    return "".join(f"@[{call[2]}]" for call in _CALLED.finditer(part[0]))


def _marked(values: Iterable[Any], own: bool) -> list[str]:
    """The texts among the values of a card that may have marks, perhaps the game's `own`: those of lists and
    of its edition, too.
    """
    found = []
    for value in values:
        if isinstance(value, str):
            if own or "<" in value or "{" in value or "@[" in value:
                found.append(value)
        elif isinstance(value, dict):
            found += _marked(value.values(), own)
        elif isinstance(value, tuple):
            found += _marked(value, own)
    return found


def unused_terms(game: GameFiles) -> Iterator[Diagnostic]:
    """TXT041 for each term that no cell names or calls, no face, and no text of a term that one has."""
    glossary = game.ruleset.glossary
    if not glossary.terms:
        return
    values = [
        value for table in (game.table, *game.extras) for column in table.values.values() for value in column
    ]
    with suppress(InputError):
        for faces in filter(None, (game.project_cards.faces, game.project_cards.backs)):
            values += (_FILLED_IN.sub(_calls, text) for face in faces.usable for text in face.texts)
    info = game.ruleset.check(UNUSED_TERM).info
    for name in glossary.terms.keys() - set(glossary.used(values)):
        message = f"no card has the term {name}"
        yield info.finding(glossary.places[name], message, f"call it in a text as @[{name}], or take it out")


def stray_crops(game: GameFiles) -> Iterator[Diagnostic]:
    """IMG013 for each crop of a picture that no art folder has. Raises InputError if the file is unusable."""
    crops, file = read_crops(game.project)
    roots = game.art_folders
    for picture in file.data.get("crops", {}) if file else ():
        place = file.at("crops", picture) if file else None
        assert place is not None
        try:
            find_art(picture, roots, place, "the crop", named=crops.keys())
        except InputError as error:
            hint = error.diagnostics[0].hint
            if "did you mean" not in hint:
                hint = "take the crop out, or give it the new name of the picture"
            folders = " or ".join(map(shown, roots))
            message = f"the crop of {picture!r} belongs to no picture: {folders} has none of this name"
            yield STRAY_CROP.finding(place, message, hint)


def coarse_crops(game: GameFiles) -> list[Diagnostic]:
    """IMG007 for each card that can be drawn and shows too few pixels of a picture because of its crop."""
    try:
        project_cards = game.project_cards
    except InputError:
        return []
    crops = project_cards.art_files.crops
    cards = [
        card
        for card in project_cards.everything
        if any(find_crop(crops, name) for names in card.pictures.values() for name in names)
    ]
    found = [finding for one in project_cards.compose(cards) for finding in one.findings]
    return [one for one in found if one.code == SIZE.code and find_crop(crops, one.part)]
