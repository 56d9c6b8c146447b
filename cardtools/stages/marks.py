"""Faulty marks in the texts of cards, found without drawing the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cardtools.errors import Diagnostic, InputError
from cardtools.render.checks import MARKUP, MARKUP_OFF, each_once
from cardtools.render.face import Face
from cardtools.render.faces import Faces
from cardtools.render.markup import read_markup
from cardtools.render.pictures import CardSource
from cardtools.stages.game import Game

_FILLED_IN = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)


def faulty_marks(game: Game) -> list[Diagnostic]:
    """RND003 and RND011, as drawing reports them, for each card that has a faulty mark in a cell, and for the
    first card of a face that has one in a text of its own.

    A card that cannot be drawn has none: drawing reports why.
    """
    try:
        card_set = game.card_set
    except InputError:
        return []
    sides = [(card_set.faces, card_set.compose)]
    sides += [(card_set.backs, card_set.compose_backs)] if card_set.backs else []
    found = []
    for faces, compose in sides:
        suspects = _Suspects(faces)
        cards = [card for card in card_set.everything if suspects.has(card)]
        found += [finding for one in compose(cards) for finding in one.findings]
    return each_once(one for one in found if one.code in (MARKUP.code, MARKUP_OFF.code))


@dataclass
class _Suspects:
    """Which cards are to be composed, with these faces."""

    faces: Faces
    seen: set[str] = field(default_factory=set)  # digests of faces that had a card

    def has(self, card: CardSource) -> bool:
        """Whether a mark of the card is faulty, or one of its face and this is its first card."""
        texts = [text for text in _texts(card.values) if "<" in text or "{" in text]
        try:
            face = self.faces.choose(card.values, card.where, card.name)
        except InputError:
            return False
        if any(read_markup(text, face.icons)[1] for text in texts):
            return True
        return self.is_first(face) and any(
            read_markup(_FILLED_IN.sub("", text), face.icons)[1] for text in face.texts
        )

    def is_first(self, face: Face) -> bool:
        """Whether no card of this face was asked for before."""
        new = face.digest not in self.seen
        self.seen.add(face.digest)
        return new


def _texts(value: Any) -> Iterator[str]:
    """The texts among the values of a card: those of lists and of its edition, too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
