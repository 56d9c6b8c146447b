"""The terms of a game: words with their reminder texts, which cells and faces call as `@[Flying]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.limits import limits
from cardtools.ground.spelling import suggest
from cardtools.project.terms import Term

UNKNOWN_TERM = Check.of("""TXT040 unknown-term error: a text calls a term that is not defined
    why: The call is printed as it stands, and nothing says what the word means.
    bad: This unit has @[Flyng].
    good: This unit has @[Flying].
    fix: correct the name, or define the term under [terms] of the ruleset or of the project file""")
UNUSED_TERM = Check.of("""TXT041 unused-term info: a term is defined and no card has it
    why: Either the cards of a keyword were cut, or their texts do not call it yet.
    bad: [terms.Flying] in a game without a card that flies
    good: a card that says @[Flying], or has Flying in a column
    fix: call the term in a text as @[NAME], or take it out""")
_DEEPEST = 50  # texts of terms in texts of terms
CALL = re.compile(r"@\[([^\[\]|\n]{1,80})(?:\|\s*(word|icon|text)\s*)?\]")


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


class Glossary(Record, eq=False):
    """The terms of a game by name, in the order of their file."""

    terms: Mapping[str, Term] = MappingProxyType({})
    places: Mapping[str, Location] = MappingProxyType({})  # where each is defined

    @cached_property
    def known(self) -> dict[str, str]:
        """The name of a term by what texts may call it."""
        names = {_folded(other): name for name, term in self.terms.items() for other in term.names}
        return names | {_folded(name): name for name in self.terms}

    def find(self, called: str) -> str:
        """The name of the term that is called so; "" for none."""
        return self.known.get(_folded(called), "")

    def unknown(self, text: str) -> dict[str, str]:
        """What a text calls and no term is, each with a hint."""
        names = dict.fromkeys(call[1] for call in CALL.finditer(text) if not self.find(call[1]))
        known = [*self.terms, *(other for term in self.terms.values() for other in term.names)]
        return {name: suggest(name, known, "terms") or "define it under [terms]" for name in names}

    def called(self, text: str) -> Iterator[str]:
        """The names of the terms that a text calls."""
        return filter(None, (self.find(call[1]) for call in CALL.finditer(text)))

    def used(self, values: Iterable[Any]) -> list[str]:
        """The names of the terms that these values of cells name or call, and what their texts call."""
        found: set[str] = set()
        left = list(values)
        while left:
            value = left.pop()
            if isinstance(value, list | tuple):
                left += value
            elif isinstance(value, str):
                new = {*self.called(value), self.find(value)} - found - {""}
                found |= new
                left += (self.terms[name].text for name in new)
        return [name for name in self.terms if name in found]

    def spelled_out(self, text: str, made: Callable[[str], str] = str) -> str:
        """A text with what its calls print, each as `made` of it; a call of no term stays."""
        return self._filled(text, lambda name: self._read[0][name], made) if "@[" in text else text

    @property
    def faults(self) -> dict[str, str]:
        """The terms that no text can call, or whose texts cannot be spelled out, each with the reason."""
        return self._read[1]

    def _filled(self, text: str, text_of: Callable[[str], str], made: Callable[[str], str] = str) -> str:
        def printed(call: re.Match[str]) -> str:
            name, part = self.find(call[1]), call[2]
            if not name:
                return call[0]
            if part == "text":
                return made(text_of(name))
            term = self.terms[name]
            tags = re.findall(r"<(\w+)", term.style)
            word = term.style + (term.word or call[1].strip()) + "".join(f"</{tag}>" for tag in tags[::-1])
            icon = f"{{{term.icon}}}" if term.icon and part != "word" else ""
            return made(icon if part == "icon" else f"{icon}\u00a0{word}" if icon else word)

        return CALL.sub(printed, text)

    @cached_property
    def _read(self) -> tuple[dict[str, str], dict[str, str]]:
        """The reminder texts spelled out, and what is wrong with terms: no circle is followed for ever, and
        no text grows without end."""
        texts: dict[str, str] = {}
        most, found = limits().text_characters, dict[str, str]()

        def read(name: str, trail: tuple[str, ...]) -> str:
            if name in trail or len(trail) == _DEEPEST:
                circle = " -> ".join((*trail[trail.index(name) :], name)) if name in trail else ""
                found[trail[0]] = (
                    f"calls itself: {circle}" if circle else f"calls more than {_DEEPEST} others"
                )
                return ""
            if name not in texts:
                text = self.terms[name].text
                made = (
                    self._filled(text, lambda other: read(other, (*trail, name)))
                    if len(text) < most
                    else text
                )
                if len(made) > most:
                    found[name], made = f"has a text of more than {most:,} characters", ""
                texts[name] = made
            return texts[name]

        for name, term in self.terms.items():
            read(name, ())
            if not CALL.fullmatch(f"@[{name}]"):
                found[name] = "cannot be called: a name is short, on one line and without [, ] and |"
            for other in (name, *term.names):
                if (owner := self.find(other)) != name:
                    found[name] = f"is called {other}, as the term {owner} is"
        return texts, found
