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
from cardtools.ground.text_marks import OwnMarks, closing
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
_DEEPEST = 20  # texts of terms in texts of terms
CALL = re.compile(r"@\[([^\[\]|\n]{1,80})(?:\|\s*(word|icon|text)\s*)?\]")


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


class Glossary(Record):
    """The terms of a game by name, in the order of their file, and the marks of its texts."""

    terms: Mapping[str, Term] = MappingProxyType({})
    places: Mapping[str, Location] = MappingProxyType({})  # where each is defined
    marks: OwnMarks = OwnMarks()
    in_cards: tuple[str, ...] = ()  # the names of those that cards have

    def joined(
        self, terms: Mapping[str, Term], marks: Mapping[str, bool | str], at: Callable[[str, str], Location]
    ) -> Glossary:
        """With more terms and marks, which win; `at` says where one is."""
        places = {name: at("terms", name) for name in terms}
        own = OwnMarks({**self.marks.marks, **marks})
        return Glossary({**self.terms, **terms}, {**self.places, **places}, own)

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

    def used(self, values: Iterable[Any]) -> list[str]:
        """The names of the terms that these values of cells name or call, and what their texts call."""
        found: set[str] = set()
        left = list(values)
        while left:
            value = left.pop()
            if isinstance(value, list | tuple):
                left += value
            elif isinstance(value, str):
                new = {self.find(name) for name in (value, *(call[1] for call in CALL.finditer(value)))}
                left += (self.terms[name].text for name in new - found - {""})
                found |= new
        return [name for name in self.terms if name in found]

    def spelled_out(self, text: str, made: Callable[[str], str] = str) -> str:
        """A text with what its calls print, as `made` of it; unknown, circular and too long ones stay."""

        def printed(call: re.Match[str]) -> str:
            name, part = self.find(call[1]), call[2]
            if not name:
                return call[0]
            term = self.terms[name]
            word = term.style + (term.word or call[1].strip()) + closing(term.style)
            icon = f"{{{term.icon}}}" if term.icon else ""
            whole = f"{icon}\u00a0{word}" if icon else word
            return made({"text": term.text, "icon": icon, "word": word}.get(part, whole))

        for _ in range(_DEEPEST if "@[" in text else 0):
            new = CALL.sub(printed, text)
            if new == text or len(new) > limits().text_characters:
                break
            text = new
        return text

    @property
    def values(self) -> dict[str, Any]:
        """What faces know of them: all `terms` by name, and the `glossary` of those that cards have."""
        known = {n: {"word": t.word or n, "text": t.text, "icon": t.icon} for n, t in self.terms.items()}
        return {"terms": known, "glossary": [known[name] for name in self.in_cards]} if known else {}

    def faults(self) -> Iterator[tuple[tuple[str, str], str]]:
        """What is wrong with terms and marks: the key, and the reason."""
        for name in self.terms:
            owner = next(
                (one for other in (name, *self.terms[name].names) if (one := self.find(other)) != name), name
            )
            if not CALL.fullmatch(f"@[{name}]"):
                yield ("terms", name), f"the term {name} has a name that is too long, or has one of [ ] |"
            elif owner != name:
                yield ("terms", name), f"the term {name} has a name of the term {owner}"
            elif any(self.find(call[1]) for call in CALL.finditer(self.spelled_out(f"@[{name}|text]"))):
                yield ("terms", name), f"the text of the term {name} calls itself, or too many others"
        for key, fault in self.marks.faults.items():
            yield ("marks", key), f"the mark {key}: {fault}"


NO_WORDS = Glossary()
