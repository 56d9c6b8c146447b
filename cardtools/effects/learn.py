"""Templates proposed from finished effects: those that differ only in numbers and in words of known lists."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from cardtools.effects.grammar import SLOT
from cardtools.effects.input_files import CONFIGURATION_FILES
from cardtools.effects.number_words import NUMBER_WORDS
from cardtools.ground.frozen_record import Record

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+|.", re.DOTALL)
_LONGEST = 6  # tokens of a phrase beside its first: three words, and what joins them
_NUMBERS = "number_word"
_LARGEST = 9_999
Pieces = list[str | tuple[str, str]]  # a text, or a word of a list with what such words have in common


class LearnedTemplate(Record):
    """A template, and the effects that it explains, with how many cards have each."""

    text: str
    effects: Mapping[str, int]

    @property
    def count(self) -> int:
        """How many effects it explains, repeated ones included."""
        return sum(self.effects.values())


class Learner:
    """Proposes templates. `lists` are words by the placeholder that they come from; `files` are the values of
    the new placeholders that the proposals need.
    """

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        # In the file of a placeholder, `_` and `<` would mean something else.
        known = {name: [word for word in words if not {*"_<"} & {*word}] for name, words in lists.items()}
        self.lists: dict[str, Sequence[str]] = {_NUMBERS: NUMBER_WORDS, **known}
        self.usable = {name for name in lists if (slot := SLOT.fullmatch(f"<{name}>")) and slot[1] == name}
        self.taken = {*CONFIGURATION_FILES, *map(str.casefold, lists)}
        self.files: dict[str, tuple[str, ...]] = {}
        # Lists that share a word are one kind of word: which of them is meant, the other effects show.
        self._kinds: dict[str, str] = {}
        for name, words in self.lists.items():
            shared = {self._kinds[word] for word in map(str.casefold, words) if word in self._kinds}
            self._kinds |= dict.fromkeys(map(str.casefold, words), name)
            self._kinds |= {word: name for word, kind in self._kinds.items() if kind in shared}

    def propose(self, effects: Mapping[str, int], least: int = 2) -> list[LearnedTemplate]:
        """The templates that explain at least so many of the effects, the most first."""
        groups: dict[tuple[str, ...], list[tuple[str, Pieces]]] = defaultdict(list)
        for effect in effects:
            pieces = list(self._pieces(_TOKEN.findall(effect)))
            key = tuple([piece if isinstance(piece, str) else f"\n{piece[1]}" for piece in pieces])
            groups[key].append((effect, pieces))
        found = []
        for group in groups.values():
            counts = {effect: effects[effect] for effect, _ in group}
            if sum(counts.values()) >= least:
                found.append(LearnedTemplate(self._template([pieces for _, pieces in group]), counts))
        return sorted(found, key=lambda one: (-one.count, one.text))

    def _pieces(self, tokens: list[str]) -> Iterator[str | tuple[str, str]]:
        """The tokens of an effect, the longest words of the lists put together."""
        at = 0
        while at < len(tokens):
            token, at = tokens[at], at + 1
            if token.isdecimal():
                yield token, "0"
                continue
            for size in range(_LONGEST, -1, -1) if token.isalpha() else ():
                word = "".join(tokens[at - 1 : at + size])
                plural = "s" if word[-1:] == "s" and word.casefold() not in self._kinds else ""
                if kind := self._kinds.get(word.removesuffix(plural).casefold()):
                    yield word.removesuffix(plural), kind
                    yield plural
                    at += size
                    break
            else:
                yield token

    def _template(self, group: list[Pieces]) -> str:
        parts, used = [], dict[str, list[list[str]]]()
        for column in zip(*group, strict=True):
            words = [piece if isinstance(piece, str) else piece[0] for piece in column]
            if len(set(words)) == 1:
                parts.append(words[0])
                continue
            name = self._placeholder(dict.fromkeys(words))
            before = used.setdefault(name, [])
            if words not in before:
                before.append(words)
            number = before.index(words) + 1
            parts.append(f"<{name}#{number}>" if number > 1 else f"<{name}>")
        return "".join(parts)

    def _placeholder(self, words: Mapping[str, None]) -> str:
        """The name of the placeholder that has all these words: a range, a list, or a new one."""
        if all(word.isdecimal() and str(int(word)) == word for word in words):
            numbers = sorted(map(int, words))
            if numbers[-1] <= _LARGEST:
                return f"{numbers[0]}..{numbers[-1]}"
        for name, known in self.lists.items():
            if name in self.usable and words.keys() <= set(known):
                return name
        if words.keys() <= set(NUMBER_WORDS):
            places = sorted(map(NUMBER_WORDS.index, words))
            return self._new(_NUMBERS, NUMBER_WORDS[places[0] : places[-1] + 1])
        for name, known in self.lists.items():
            if words.keys() <= (lower := set(map(str.lower, known))):
                return self._new(name, tuple(sorted(lower)))
        return self._new("word", tuple(sorted(words)))

    def _new(self, name: str, words: tuple[str, ...]) -> str:
        """The name of a new placeholder with these words."""
        own = re.sub(r"\W+", "_", name.partition(":")[2] or name, flags=re.ASCII).lower()
        own = own if SLOT.fullmatch(f"<{own}>") else "word"
        names = (f"{own}_{number}" if number > 1 else own for number in itertools.count(1))
        new = next(one for one in names if one not in self.taken and self.files.get(one, words) == words)
        self.files[new] = words
        return new
