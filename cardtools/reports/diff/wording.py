"""How a text changed: word by word, and by template and slot if both texts come from one template."""

from __future__ import annotations

import itertools
import os
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from cardtools.cards.lexicon import Lexicon
from cardtools.ground.frozen_record import Record
from cardtools.project.project import Project

if TYPE_CHECKING:
    from cardtools.effects.combinations import Expansion
    from cardtools.effects.parsing.parse import Parser

_ORIGINS = 20  # if values overlap a text has many origins; the shortest change is among the first
# Texts that share less than this part of their words, or that have more words together, are shown whole.
_COMMON = 0.4
_LONGEST = 1_000

Sign = Literal["=", "-", "+"]


class SlotChange(Record):
    """A slot of a template, `<number>`, with its old and new value."""

    slot: str
    old: str
    new: str


class Wording(Record):
    """The words of both texts in order: in both (`=`), only in the old one (`-`), only in the new one (`+`).

    `template` is the effect template that makes both texts, `slots` are those whose values differ.
    """

    words: tuple[tuple[Sign, str], ...]
    template: str = ""
    slots: tuple[SlotChange, ...] = ()


def reword(old: str, new: str) -> Wording:
    """The difference between two texts, word by word."""
    from difflib import SequenceMatcher

    before, after = old.split(), new.split()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    blocks = [("replace", 0, len(before), 0, len(after))]
    if len(before) + len(after) <= _LONGEST and matcher.ratio() >= _COMMON:
        blocks = list(matcher.get_opcodes())
    words: list[tuple[Sign, str]] = []
    for kind, a, b, c, d in blocks:
        parts: list[tuple[Sign, list[str]]] = [("-", before[a:b]), ("+", after[c:d])]
        if kind == "equal":
            parts = [("=", before[a:b])]
        words += [(sign, " ".join(part)) for sign, part in parts if part]
    return Wording(tuple(words))


class Origins:
    """Finds the templates that effects come from; the files of the project are read when first needed."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def reword(self, old: str, new: str) -> Wording:
        """As `reword`, with the template that makes both, if any. Raises InputError for unusable files."""
        wording = reword(old, new)
        ways = []
        for one, other in itertools.product(self._origins(old), self._origins(new)):
            if one.template == other.template:
                pairs = zip(one.bindings, other.bindings, strict=True)
                slots = tuple(SlotChange(a.slot, a.text, b.text) for a, b in pairs if a.text != b.text)
                ways += [(one.template, slots)] if slots else []
        if not ways:
            return wording
        template, slots = min(ways, key=lambda way: len(way[1]))
        return replace(wording, template=template.text, slots=slots)

    def _origins(self, text: str) -> list[Expansion]:
        return list(itertools.islice(self._parser.matches(text), _ORIGINS)) if self._parser and text else []

    @cached_property
    def _parser(self) -> Parser | None:
        settings = self.project.settings.effects
        file = self.project.path(settings.templates)
        if not os.path.isfile(file):
            return None
        from cardtools.effects.grammar import read_templates
        from cardtools.effects.parsing.parse import read_parser

        return read_parser(self.project.root, settings, read_templates(file), Lexicon(self.project))[0]
