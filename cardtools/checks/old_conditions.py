"""Conditions of faces that were written in the language of templates, and what they are today."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress

from cardtools.cards.table import Card
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Edit, Fix, InputError, Location
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.language.budget import Budget, StringError
from cardtools.language.old_conditions import modern
from cardtools.language.when import FaceCondition, compile_when
from cardtools.project.project import Project
from cardtools.render.face.assignment import Faces
from cardtools.render.face.load import Face, strings
from cardtools.render.project_cards import ProjectCards

OLD_CONDITION = Check.of("""RND017 old-condition warning: a condition of a face is written in an old form
    why: Conditions have one language in rules, filters and faces; filters and tests of templates are no part
    of it, and an empty cell does not meet a condition that does not ask for it.
    bad: when = "TIER|lower == 'boss'" and when = "LORE is none"
    good: when = "lower(TIER) == 'boss'" and when = "not given(LORE)"
    fix: write it as the hint says, or let `cardtools validate --fix` do it""")
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


def old_conditions(project: Project, project_cards: ProjectCards) -> Iterator[Diagnostic]:
    """RND017: conditions that are no longer read, or no longer hold for a card with an empty cell."""
    values = [card.values for card in project_cards.everything]
    columns = dict.fromkeys(column for one in values for column in one)
    empty = {column for column in columns if any(one.get(column) is None for one in values)}
    for key, faces in (("faces", project_cards.faces), ("backs", project_cards.backs)):
        if faces is None:
            continue
        for index, choice in enumerate(faces.choices):
            if choice.when and choice.when.written and project.file:
                place = project.file.at(key, index, "when")
                cards = project_cards.everything if _may_change(choice.when, empty) else ()
                yield from _old(choice.when, cards, project.file, place)
        chosen: dict[Face, list[Card]] = {}
        for face in dict.fromkeys(faces.usable):
            for keys, source in strings(face.design):
                if keys[-1] != "when" or not source:
                    continue
                condition = face.conditions[source]
                if not chosen and _may_change(condition, empty):
                    chosen = _chosen(faces, project_cards.everything)
                place = face.file.at(*keys, find=source)
                yield from _old(condition, chosen.get(face, ()), face.file.owner(*keys), place)


def _may_change(condition: FaceCondition, empty: set[str]) -> bool:
    """Whether the condition may not hold any longer for a card with an empty cell."""
    expression, text = condition.expression, condition.text
    if condition.written != text or expression.columns.isdisjoint(expression.needs & empty):
        return False
    # An empty cell never met any other condition.
    return bool(re.search(r"\b(?:not|or|if)\b|!=", text)) and modern(text) != ast.unparse(
        ast.parse(text.strip(), mode="eval")
    )


def _chosen(faces: Faces, cards: Iterable[Card]) -> dict[Face, list[Card]]:
    found: dict[Face, list[Card]] = {}
    for card in cards:
        with suppress(InputError):
            found.setdefault(faces.choose(card.values, card.where, card.name), []).append(card)
    return found


def _old(
    condition: FaceCondition, cards: Iterable[Card], file: TomlFile, place: Location
) -> Iterator[Diagnostic]:
    written, text = condition.written, condition.text
    message = f"when = {written!r} is written in an old form"
    if text == written:
        text = modern(written) if cards else ""
        card = next((card for card in cards if text and _changed(condition, text, card)), None)
        if card is None:
            return
        message = f"when = {written!r} does not hold for {card.name}, where a cell that it reads is empty"
    edit = _edit(file, place.line, written, text)
    fix = Fix((edit,), text == condition.text) if edit else None
    yield OLD_CONDITION.finding(place, message, f'write when = "{text}"', fix=fix)


def _changed(condition: FaceCondition, before: str, card: Card) -> bool:
    """Whether the condition held for a card as it meant `before`, and does not any longer."""
    needs = condition.expression.needs & condition.expression.columns
    if all(card.values.get(column) is not None for column in needs):
        return False
    try:
        held = compile_when(before).holds(card.values, Budget())
        return held and not condition.holds(card.values, Budget())
    except StringError:
        return False


def _edit(file: TomlFile, number: int, written: str, text: str) -> Edit | None:
    """The edit of the string that says `written` on a line; None if none does."""
    for literal in _LITERAL.finditer(file.text.split("\n")[number - 1]):
        try:
            says = tomllib.loads(f"x = {literal[0]}")["x"]
        except tomllib.TOMLDecodeError:
            continue
        if says == written:
            plain = text.replace("\\", "\\\\").replace('"', '\\"')
            return Edit(number, None, literal[0], f'"{plain}"', column=literal.start() + 1)
    return None
