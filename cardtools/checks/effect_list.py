"""The effects that a game has: the tagged list (Doc 4.8), its templates, and what is nearest to a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from heapq import nlargest
from itertools import compress, islice, product
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.effects.tagged import DELIMITER, EFFECT_COLUMN, read_effects
from cardtools.ground.errors import InputError
from cardtools.ground.io.files import read_text
from cardtools.project.settings import EffectSettings

if TYPE_CHECKING:
    from cardtools.effects.grammar import WordSource
    from cardtools.effects.parsing.nearest import NearestEffect, NearMiss


ListedEffects = Mapping[str, frozenset[str]]
_CELLS = {"True": True, "False": False}
_MOST_NUMBERS = 4


def read_effect_list(path: Path) -> dict[str, frozenset[str]]:
    """The effects of a tagged CSV, each with the columns that are True for it. Raises InputError as
    `read_effects` does, and with the place of every cell that is not True or False.
    """
    plain = _read_plain(read_text(path, "table_bytes"))
    return _read_strictly(path) if plain is None else plain


def _read_strictly(path: Path) -> dict[str, frozenset[str]]:
    table = read_effects(path)
    tags = {column: table.booleans(column) for column in table.columns}
    rows = zip(*tags.values(), strict=True) if tags else [()] * len(table.effects)
    return {effect: frozenset(compress(tags, row)) for effect, row in zip(table.effects, rows, strict=True)}


def _read_plain(text: str) -> dict[str, frozenset[str]] | None:
    """The quick way for a usual file without quotes, else None: rows with the same cells share one set."""
    first, *lines = text.split("\n")
    effect, *names = header = first.split(DELIMITER)
    if '"' in text or effect != EFFECT_COLUMN or len(set(header)) != len(header) or not all(header):
        return None
    parts = [line.partition(";") for line in lines if line]
    sets: dict[str, frozenset[str]] = {}
    for cells in {part[2] for part in parts}:
        flags = [_CELLS.get(word) for word in cells.split(";")] if cells else []
        if len(flags) != len(names) or None in flags:
            return None
        sets[cells] = frozenset(compress(names, flags))
    return {effect: sets[cells] for effect, _, cells in parts}


def other_numbers(text: str) -> Iterator[str]:
    """The text with some of its first numbers written the other way: "Draw 2 cards.", "Draw two cards."."""
    from cardtools.checks.texts.english import NUMBERS

    other = {word: str(number) for word, number in NUMBERS.items()}
    other |= {digits: word for word, digits in other.items()}
    parts = re.split(r"\b", text, maxsplit=400)
    changed = {*islice((at for at, part in enumerate(parts) if part in other), _MOST_NUMBERS)}
    choices = [(part, other[part]) if at in changed else (part,) for at, part in enumerate(parts)]
    for words in islice(product(*choices), 1, None):
        yield "".join(words)


class NearestEffects:
    """The effect of a list that is most like a text. Nothing is prepared before the first search."""

    CANDIDATES, LIKE, QUESTIONS = 40, 0.6, 60

    def __init__(self, effects: ListedEffects) -> None:
        self.effects = list(effects)
        self.lengths: list[int] = []
        self.by_word: dict[str, list[int]] = {}
        self.known: dict[str, str] = {}

    def to(self, text: str) -> str:
        """The nearest effect, or "" if none is similar, or after too many searches. Comparing letters takes
        long, so only effects are compared that share most of their words.
        """
        if text in self.known or len(self.known) >= self.QUESTIONS:
            return self.known.get(text, "")
        for index, effect in enumerate(self.effects if not self.lengths else ()):
            of_effect = _words(effect)
            self.lengths.append(len(of_effect))
            for word in of_effect:
                self.by_word.setdefault(word, []).append(index)
        words = _words(text)
        shared = Counter(index for word in words for index in self.by_word.get(word, ()))
        like = {index: number / (len(words) + self.lengths[index]) for index, number in shared.items()}
        from difflib import SequenceMatcher

        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(text)
        best, ratio = "", self.LIKE
        for index in nlargest(self.CANDIDATES, like, key=like.__getitem__):
            matcher.set_seq1(self.effects[index])
            if matcher.real_quick_ratio() > ratio and (found := matcher.ratio()) > ratio:
                best, ratio = self.effects[index], found
        self.known[text] = best
        return best


def _words(text: str) -> set[str]:
    # The plural s is what people forget most, so words with and without it are the same.
    return {word.strip(".,").rstrip("s") for word in text.casefold().split()}


# A search takes about a tenth of a second, and longer for long texts.
QUESTIONS, LONGEST = 20, 500


class NearTemplates:
    """Templates, read when they are first needed; without any, or with invalid ones, nothing is close."""

    def __init__(self, root: Path, settings: EffectSettings, words: WordSource | None = None) -> None:
        self.root, self.settings, self.words = root, settings, words
        self._known: dict[str, NearMiss | None] = {}

    @cached_property
    def _nearest(self) -> NearestEffect | None:
        from cardtools.effects.grammar import read_templates
        from cardtools.effects.parsing.nearest import NearestEffect
        from cardtools.effects.parsing.parse import read_parser

        try:
            templates = read_templates(self.root / self.settings.templates)
            parser, _ = read_parser(self.root, self.settings, templates, self.words)
        except InputError:
            return None  # the commands that make effects say why
        return NearestEffect(parser)

    def give(self, text: str) -> bool:
        """Whether a template produces the text, so that the list is merely out of date."""
        if len(text) > LONGEST or self._nearest is None:
            return False
        return any(self._nearest.parser.matches(text))

    def to(self, text: str) -> NearMiss | None:
        """The template and the effect closest to the text; None if nothing is close, or after many texts."""
        if len(text) > LONGEST or self._nearest is None:
            return None
        if text not in self._known and len(self._known) < QUESTIONS:
            miss = self._nearest.to(text)
            self._known[text] = miss if miss and (miss.effect or miss.dropped_by) else None
        return self._known.get(text)
