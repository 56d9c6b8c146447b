"""The effects that cards can have, searched while somebody types, and what a text means that is written."""

from __future__ import annotations

import os
import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.cards.lexicon import Lexicon
from cardtools.checks.cards.context import CheckContext
from cardtools.checks.columns import Columns
from cardtools.checks.effect_list import read_effect_list
from cardtools.checks.listed_effects import wanted_tags
from cardtools.effects.grammar import Template, read_templates
from cardtools.effects.parsing.nearest import NearestEffect, NearMiss
from cardtools.effects.parsing.parse import Parser, read_parser
from cardtools.effects.tagged import is_tagged, read_effects
from cardtools.ground.errors import Location
from cardtools.ground.io.files import shown
from cardtools.ground.limits import limits
from cardtools.ground.spelling import suggest
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.drawing import row_of
from cardtools.steps.programs import card_effects, read_compiler, told

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


_WORD = re.compile(r"\w+")
_MOST = 500  # effects that are sent at once
_WEIGHED = 20_000  # effects that are compared letter by letter with what is typed
_EXAMPLES = 6  # values, and cards, that are named
_WAYS = 20  # ways to read a text that are shown
_USED, _ALIKE, _LENGTH, _PHRASE, _START = 12.0, 8.0, 6.0, 30.0, 15.0  # how much each counts


class EffectIndex:
    """The effects of a list by their words and tags, for lists of a million lines."""

    def __init__(self, effects: Mapping[str, frozenset[str]]) -> None:
        import numpy

        self.effects = list(effects)
        sets: dict[frozenset[str], int] = {}
        self.set_of = numpy.fromiter(
            (sets.setdefault(tags, len(sets)) for tags in effects.values()), numpy.int32, len(self.effects)
        )
        self.tags = sorted(frozenset().union(*sets))
        cells = [[tag in tags for tag in self.tags] for tags in sets]
        self.has = numpy.array(cells, bool).reshape(len(sets), len(self.tags))
        places: dict[str, array[int]] = {}
        lengths = array("i")
        for number, effect in enumerate(self.effects):
            words = set(_WORD.findall(effect.lower()))
            lengths.append(len(words))
            for word in words:
                known = places.get(word)
                if known is None:
                    known = places[word] = array("i")
                known.append(number)
        self.words = sorted(places)
        self._places = [numpy.frombuffer(places[word], numpy.int32) for word in self.words]
        self.lengths = numpy.frombuffer(lengths, numpy.int32) if lengths else numpy.zeros(0, numpy.int32)
        self.with_word = lru_cache(12)(self._with_word)
        self.number = {effect: number for number, effect in enumerate(self.effects)}

    def _with_word(self, start: str) -> NDArray[numpy.bool_]:
        """Which effects have a word that begins so."""
        import numpy

        found = numpy.zeros(len(self.effects), bool)
        first = bisect_left(self.words, start)
        last = bisect_left(self.words, start + chr(0x10FFFF))
        for places in self._places[first:last]:
            found[places] = True
        return found

    def search(self, words: Sequence[str], tags: Iterable[str]) -> NDArray[numpy.int64]:
        """The numbers of the effects that have all of these tags, and of each of the words the beginning."""
        import numpy

        wanted = numpy.ones(len(self.has), bool)
        for tag in tags:
            wanted &= self.has[:, self.tags.index(tag)] if tag in self.tags else False
        found = wanted[self.set_of] if len(self.has) else numpy.zeros(0, bool)
        for word in words:
            found = found & self.with_word(word)
        return numpy.flatnonzero(found)

    def worth(self, users: Mapping[str, Sequence[str]]) -> NDArray[numpy.float32]:
        """How good each effect is before anything is typed: short, and what the cards seldom or never have,
        by its text and by its tags; `users` are the cards with each.
        """
        import numpy

        alike = numpy.zeros(max(len(self.has), 1), numpy.float32)
        worth: NDArray[numpy.float32] = (-_LENGTH * numpy.sqrt(self.lengths)).astype(numpy.float32)
        for effect, cards in users.items():
            if (number := self.number.get(effect)) is not None:
                worth[number] -= _USED * len(cards) ** 0.5
                alike[self.set_of[number]] += len(cards)
        made: NDArray[numpy.float32] = worth - (_ALIKE * numpy.sqrt(alike / max(alike.max(), 1)))[self.set_of]
        return made

    def ranked(
        self, found: NDArray[numpy.int64], query: str, worth: NDArray[numpy.float32], limit: int
    ) -> list[int]:
        """The best of these effects: those with the words as they were typed, then by what they are worth."""
        import numpy

        worth = worth[found]
        if len(found) > _WEIGHED:
            chosen = numpy.argpartition(-worth, limit)[:limit]
            found, worth = found[chosen], worth[chosen]
        if phrase := query.lower().strip():
            texts = [self.effects[number].lower() for number in found]
            own = [_PHRASE * (phrase in text) + _START * text.startswith(phrase) for text in texts]
            worth = worth + numpy.array(own, numpy.float32)
        order: list[int] = found[numpy.lexsort((found, -worth))][:limit].tolist()
        return order

    def tags_of(self, number: int) -> list[str]:
        """The tags of an effect."""
        return [self.tags[at] for at in self.has[self.set_of[number]].nonzero()[0]]

    def counts(self, found: NDArray[numpy.int64]) -> dict[str, int]:
        """How many of these effects have each tag."""
        import numpy

        numbers = numpy.bincount(self.set_of[found], minlength=len(self.has)) @ self.has.astype(numpy.int64)
        return dict(zip(self.tags, numbers.tolist(), strict=True)) if self.tags else {}


def effects(
    desk: Desk,
    query: str = "",
    tags: Sequence[str] = (),
    rank: str = "",
    type: str = "",
    limit: int = 60,
    used: bool | None = None,
) -> dict[str, Any]:
    """The effects of the list that have these words or their beginnings, these tags, the tags of a rank and
    of a type (`LEVEL_2`, or 2), and are `used` by cards, or by none, the best first: the number of all, some
    with their tags and how many cards use them, and how many there are of each tag. `groups` are the tags
    that go by rank and type.
    """
    index, users = _index(desk), _users(desk)
    groups = _groups(desk, index.tags)
    wanted = [*tags]
    for group, value in (("rank", rank), ("type", type)):
        if value:
            wanted += [tag for tag in groups[group] if value in (tag, _ending(tag))][:1] or [value]
    words = _WORD.findall(query.lower())
    found = index.search(words, wanted)
    if used is not None:
        on_cards = {index.number.get(text, -1) for text in users}
        found = found[[(number in on_cards) is used for number in found.tolist()]]
    worth = desk.keep("effect worth", lambda: index.worth(users))
    best = index.ranked(found, query, worth, min(max(limit, 1), _MOST))
    unknown = next((word for word in words if not index.with_word(word).any()), "")
    return {
        "source": shown(path) if (path := _list_file(desk)) else "",
        "whole": len(index.effects),
        "count": len(found),
        "effects": [
            {
                "text": index.effects[number],
                "tags": index.tags_of(number),
                "used": len(users.get(index.effects[number], ())),
            }
            for number in best
        ],
        "tags": index.counts(found),
        "groups": groups,
        "hint": f"no effect has {unknown!r}, {suggest(unknown, index.words, 'words')}".strip(", ")
        if unknown
        else "",
    }


def effect(desk: Desk, text: str) -> dict[str, Any]:
    """What a text means: whether it is in the list, by which templates it is made, what it does as a program
    and in plain words; and what is near, where no template makes it.
    """
    text = text.strip()[: limits().effect_characters]
    index = _index(desk)
    number = index.number.get(text)
    answer: dict[str, Any] = {
        "text": text,
        "listed": number is not None,
        "tags": [] if number is None else index.tags_of(number),
        "used": _users(desk).get(text, [])[:20],
        "matches": [], "program": "", "words": [], "reason": "", "message": "", "near": [],
    }  # fmt: skip
    if not text or "\n" in text:
        return answer
    compiler = desk.keep("compiler", lambda: read_compiler(desk.project, desk.game.ruleset, _parser(desk)))
    miss: NearMiss | None = None
    if compiler:
        meaning = compiler.compile(text)
        found, miss = meaning.matches[:_WAYS], meaning.miss
        if meaning.program is not None:
            answer["program"], answer["words"] = told(meaning.program)
        else:
            answer["reason"] = meaning.reason
    else:
        found = tuple(islice(_parser(desk).matches(text), _WAYS))
        if not found:
            miss = NearestEffect(_parser(desk)).to(text)
    answer["matches"] = [
        {
            "template": match.template.text,
            "place": str(match.template.location),
            "values": [[one.slot, one.text] for one in match.bindings],
        }
        for match in found
    ]
    if miss and not answer["program"]:
        answer["message"] = miss.message
        answer["near"] = [miss.effect] if miss.effect else []
    if not found:
        answer["near"] = list(dict.fromkeys([*answer["near"], *_like(index, text)]))[:6]
    return answer


def effect_sources(desk: Desk) -> dict[str, Any]:
    """What makes the effects: the `templates`, each with its file and line, how many effects it makes and how
    many cards have one; the `placeholders`, with the number of their values, the first of them, and how many
    templates and values use them. By tag how many effects and cards have it, and what `strange` effects cards
    have: those that are not in the list.
    """
    known: dict[str, Any] = desk.keep("effect sources", lambda: _sources(desk))
    return known


def _sources(desk: Desk) -> dict[str, Any]:
    index, users, parser = _index(desk), _users(desk), _parser(desk)
    grammar, cards, owners = parser.grammar, dict[Template, set[str]](), dict[str, set[str]]()
    for text, template in parser.find_templates(users).items():
        cards.setdefault(template, set()).update(users[text])
    for text, names in users.items():
        for tag in index.tags_of(index.number[text]) if text in index.number else ():
            owners.setdefault(tag, set()).update(names)
    every = [*parser.templates, *chain.from_iterable(grammar.values.values())]
    uses = Counter(name for one in every for name in {slot.name for slot in one.slots})
    of_tag = index.counts(index.search((), ()))
    return {
        "source": shown(path) if (path := _list_file(desk)) else "",
        "whole": len(index.effects),
        "templates": [
            {
                "text": one.text,
                **_place(one.location),
                "count": grammar.count(one),
                "cards": len(cards.get(one, ())),
            }
            for one in parser.templates
        ],
        "placeholders": [
            {
                "name": name,
                **_place(location),
                "count": grammar.size(name),
                "values": [one.text for one in grammar.values.get(name, ())[:_EXAMPLES]],
                "uses": uses[name],
            }
            for name, location in sorted(grammar.files.items())
        ],
        "tags": [[tag, count, len(owners.get(tag, ()))] for tag, count in of_tag.items()],
        "strange": [[text, names[:_EXAMPLES]] for text, names in users.items() if text not in index.number],
        "used": sum(text in index.number for text in users),
    }  # fmt: skip


def _place(location: Location) -> dict[str, Any]:
    return {"path": Path(location.path).as_posix(), "line": max(location.line, 1)}


def effect_needs(desk: Desk, slug: str, cells: Mapping[str, str] = {}) -> dict[str, Any]:
    """The columns of a card that hold `effects`, by their headings, and the `tags` that these need there."""
    table, one = row_of(desk, slug, cells)
    names = desk.game.ruleset.effect_columns
    columns = [title for title, name in zip(table.file.header, table.columns, strict=True) if name in names]
    context = CheckContext(one, Columns(one, one.unusable), None)
    rules = [rule for rule in one.ruleset.tag_rules if rule.info.severity != "off"]
    tags = [tag for rule in rules if (tag := wanted_tags(context, rule)[0])]
    return {"effects": columns, "tags": [tag for tag in tags if tag in _index(desk).tags]}


def _like(index: EffectIndex, text: str) -> list[str]:
    """The effects that share most of the words of a text, from the seldom ones on."""
    import numpy

    words = [word for word in dict.fromkeys(_WORD.findall(text.lower())) if index.with_word(word).any()]
    score = numpy.zeros(len(index.effects))
    for word in words:
        has = index.with_word(word)
        score[has] += 1 / (1 + float(numpy.log1p(has.sum())))
    score /= numpy.sqrt(numpy.maximum(index.lengths, len(words) or 1))
    best = numpy.argsort(-score, kind="stable")[:5]
    return [index.effects[number] for number in best if score[number] > 0]


def _list_file(desk: Desk) -> Path | None:
    """The tagged list, else the plain one; None if neither is there."""
    paths = (desk.game.effects_file, desk.project.path(desk.project.settings.effects.effects))
    return next((path for path in paths if os.path.isfile(path)), None)


def _index(desk: Desk) -> EffectIndex:
    """The index of the project's list, made anew when that has changed; empty if there is no list."""
    path = _list_file(desk)
    state = os.stat(path) if path else None
    key = (path, state.st_mtime_ns, state.st_size) if state else None
    known = desk.__dict__.get("effects")
    if not known or known[0] != key:
        listed: Mapping[str, frozenset[str]] = {}
        if path and is_tagged(path):
            listed = read_effect_list(path)
        elif path:
            listed = dict.fromkeys(read_effects(path).effects, frozenset[str]())
        known = desk.__dict__["effects"] = key, EffectIndex(listed)
    index: EffectIndex = known[1]
    return index


def _users(desk: Desk) -> dict[str, list[str]]:
    """The names of the cards with each effect."""

    def make() -> dict[str, list[str]]:
        found, table = dict[str, list[str]](), desk.game.table
        for row, _, one in card_effects(table):
            found.setdefault(one.text, []).append(table.title(row) or table.name(row))
        return found

    known: dict[str, list[str]] = desk.keep("effect users", make)
    return known


def _parser(desk: Desk) -> Parser:
    def make() -> Parser:
        project = desk.project
        file = project.path(project.settings.effects.templates)
        templates = read_templates(file) if os.path.isfile(file) else []
        return read_parser(project.root, project.settings.effects, templates, Lexicon(project))[0]

    known: Parser = desk.keep("parser", make)
    return known


def _ending(tag: str) -> str:
    return tag.rpartition("_")[2]


def _groups(desk: Desk, tags: Sequence[str]) -> dict[str, list[str]]:
    """The tags that the rules ask for by the numbers of a card (`rank`), and those by its words (`type`)."""
    asked = " ".join(rule.column.text for rule in desk.game.ruleset.tag_rules)
    rank = [tag for tag in tags if _ending(tag).isdecimal()]
    return {"rank": rank, "type": [tag for tag in tags if tag in asked and tag not in rank]}


ANSWERS: dict[str, DeskAnswer] = {
    "effects": effects, "effect": effect, "effect_needs": effect_needs, "effect_sources": effect_sources
}  # fmt: skip
