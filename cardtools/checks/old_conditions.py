"""Conditions of faces that were written in the language of templates, and what they are today."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Edit, Fix, InputError, Location
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.language.budget import Budget, StringError
from cardtools.language.old_conditions import modern
from cardtools.language.when import FaceCondition, compile_when
from cardtools.project.project import Project
from cardtools.render.card_pictures import CardSource
from cardtools.render.face.assignment import Faces
from cardtools.render.face.load import strings
from cardtools.render.project_cards import CardSet

OLD_CONDITION = Check.of("""RND017 old-condition warning: a condition of a face is written in an old form
    why: Conditions have one language in rules, filters and faces; filters and tests of templates are no part
    of it, and an empty cell does not meet a condition that does not ask for it.
    bad: when = "TIER|lower == 'boss'" and when = "LORE is none"
    good: when = "lower(TIER) == 'boss'" and when = "not given(LORE)"
    fix: write it as the hint says, or let `cardtools validate --fix` do it""")
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


def old_conditions(project: Project, card_set: CardSet) -> Iterator[Diagnostic]:
    """RND017: conditions of `[[faces]]`, `[[backs]]` and faces that are no longer read, and those that no
    longer hold for a card with an empty cell.
    """
    for key, faces in (("faces", card_set.faces), ("backs", card_set.backs)):
        if faces is None:
            continue
        for index, choice in enumerate(faces.choices):
            if choice.when and choice.when.written and project.file:
                place, file = project.file.at(key, index, "when"), project.file
                yield from _old(choice.when, card_set.everything, file, place)
        for face in dict.fromkeys(faces.usable):
            own: Sequence[CardSource] | None = None
            for keys, source in strings(face.design):
                if keys[-1] != "when" or not source:
                    continue
                condition = face.conditions[source]
                if own is None and condition.constant is None:
                    own = [card for card in card_set.everything if _face_of(faces, card) is face]
                place = face.file.at(*keys, find=source)
                yield from _old(condition, own or (), face.file.owner(*keys), place)


def _face_of(faces: Faces, card: CardSource) -> object:
    try:
        return faces.choose(card.values, card.where, card.name)
    except InputError:
        return None


def _old(
    condition: FaceCondition, cards: Iterable[CardSource], file: TomlFile, place: Location
) -> Iterator[Diagnostic]:
    written, text = condition.written, condition.text
    message = f"when = {written!r} is written in an old form"
    if text == written:
        card = _changed(condition, cards)
        if card is None:
            return
        text = modern(written)
        message = f"when = {written!r} does not hold for {card.name}, where a cell that it reads is empty"
    edit = _edit(file, place.line, written, text)
    fix = Fix((edit,), text == condition.text) if edit else None
    yield OLD_CONDITION.finding(place, message, f'write when = "{text}"', fix=fix)


def _changed(condition: FaceCondition, cards: Iterable[CardSource]) -> CardSource | None:
    """The first card for which the condition held, and holds no longer since a cell is empty."""
    columns = condition.expression.needs & condition.expression.columns
    empty = [card for card in cards if any(card.values.get(column) is None for column in columns)]
    if not empty or not (text := modern(condition.written)):
        return None
    before = compile_when(text)
    for card in empty:
        try:
            if before.holds(card.values, Budget()) and not condition.holds(card.values, Budget()):
                return card
        except StringError:
            continue
    return None


def _edit(file: TomlFile, number: int, written: str, text: str) -> Edit | None:
    """The edit that writes another text instead of the string that says `written` on a line; None if none
    does.
    """
    for literal in _LITERAL.finditer(file.text.split("\n")[number - 1]):
        try:
            says = tomllib.loads(f"x = {literal[0]}")["x"]
        except tomllib.TOMLDecodeError:
            continue
        if says == written:
            plain = text.replace("\\", "\\\\").replace('"', '\\"')
            return Edit(number, None, literal[0], f'"{plain}"', column=literal.start() + 1)
    return None
