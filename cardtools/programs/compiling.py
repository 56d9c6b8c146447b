"""From the text of a card to its program, by the templates."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from cardtools.effects.combinations import Expansion
from cardtools.effects.parsing.nearest import NearestEffect, NearMiss
from cardtools.effects.parsing.parse import Parser
from cardtools.programs.notation_entry import THIS
from cardtools.programs.reader import NotationError
from cardtools.programs.template_programs import Programs
from cardtools.programs.tree import Has, Program, Static

_WAYS = 1_000  # ways to read a text that are looked at


class TextMeaning(NamedTuple):
    """What a text means: its program, or why there is none.

    `matches` are the ways to read it. `reason` says why there is no program: no template gives the text
    (`miss` says at which word understanding ended), the template has no program, or the templates contradict
    each other.
    """

    text: str
    program: Program | None
    matches: tuple[Expansion, ...] = ()
    miss: NearMiss | None = None
    reason: str = ""


class Compiler:
    """Reads texts as programs, with the templates of a project; each text is read once."""

    def __init__(self, parser: Parser, programs: Programs) -> None:
        self.parser, self.programs = parser, programs
        self.nearest = NearestEffect(parser)
        self.compile: Callable[[str], TextMeaning] = cache(self._compile)

    def _compile(self, text: str) -> TextMeaning:
        keywords = self.programs.vocabulary.keywords
        words = [word.strip().casefold() for word in text.split(",")]
        if all(word in keywords for word in words):
            return TextMeaning(text, Program((Static(tuple([Has(THIS, keywords[word]) for word in words])),)))
        matches = tuple(itertools.islice(self.parser.matches(text), _WAYS))
        if not matches:
            miss = self.nearest.to(text)
            return TextMeaning(text, None, (), miss, miss.message if miss else "there are no templates")
        found: dict[Program, Expansion] = {}
        reasons = []
        for match in matches:
            template = match.template.text
            try:
                program = self.programs.of(match.template, match.bindings)
            except KeyError as error:
                reasons.append(f"what {error.args[0]} means here is not known")
            except NotationError as error:
                reasons.append(f'the program of "{template}" is wrong: {error.message}')
            else:
                if program is None:
                    reasons.append(f'the template "{template}" has no program')
                else:
                    found.setdefault(program, match)
        if len(found) == 1:
            return TextMeaning(text, next(iter(found)), matches)
        if found:
            ways = dict.fromkeys(f'"{match.template.text}"' for match in list(found.values())[:2])
            reasons = [f"it has two meanings, by {' and '.join(ways)}"]
        return TextMeaning(text, None, matches, None, reasons[0])
