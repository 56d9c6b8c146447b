"""Templates proposed from finished effects: those that differ only in numbers and in words of known lists."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cardtools.effects.grammar import SLOT
from cardtools.effects.input_files import CONFIGURATION_FILES
from cardtools.effects.number_words import NUMBER_WORDS

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+|.", re.DOTALL)
_LONGEST = 6  # tokens of a phrase beside its first: three words, and what joins them
_NUMBERS = "number_word"
_LARGEST = 9_999
WordPiece = tuple[str, str]  # a piece of an effect, and the kind of word that it is ("" for none)


class LearnedTemplate(NamedTuple):
    """A template, the effects that it explains, and how many those are, repeated ones included."""

    text: str
    effects: tuple[str, ...]
    number: int


class Learner:
    """Proposes templates. `lists` are words by the placeholder that they come from; `files` are the values of
    the new placeholders that the proposals need.
    """

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        # In the file of a placeholder, `_` and `<` would mean something else.
        known = {name: [word for word in words if not {*"_<"} & {*word}] for name, words in lists.items()}
        self.lists: dict[str, Sequence[str]] = {_NUMBERS: NUMBER_WORDS, **known}
        self.files: dict[str, tuple[str, ...]] = {}
        self._usable = {
            name for name in lists if (slot := re.fullmatch(SLOT, f"<{name}>")) and slot[1] == name
        }
        self._taken = {*CONFIGURATION_FILES, *map(str.casefold, lists)}
        # Lists that share a word are one kind of word: which of them is meant, the other effects show.
        self._kinds: dict[str, str] = {}
        for name, words in self.lists.items():
            folded = dict.fromkeys(map(str.casefold, words), name)
            shared = {self._kinds[word] for word in folded.keys() & self._kinds.keys()}
            self._kinds |= {**folded, **{word: name for word, kind in self._kinds.items() if kind in shared}}

    def propose(self, effects: Mapping[str, int], least: int = 2) -> list[LearnedTemplate]:
        """The templates that explain at least so many of the effects, the most first."""
        groups: dict[tuple[str, ...], dict[str, list[WordPiece]]] = defaultdict(dict)
        for effect in effects:
            pieces = list(self._pieces(_TOKEN.findall(effect)))
            groups[tuple([f"\n{kind}" if kind else text for text, kind in pieces])][effect] = pieces
        numbers = [(group, sum(map(effects.__getitem__, group))) for group in groups.values()]
        found = [
            LearnedTemplate(self._template(list(group.values())), tuple(group), number)
            for group, number in numbers
            if number >= least
        ]
        return sorted(found, key=lambda one: (-one.number, one.text))

    def _pieces(self, tokens: list[str]) -> Iterator[WordPiece]:
        """The tokens of an effect, the longest words of the lists put together."""
        at = 0
        while at < len(tokens):
            size, word, kind, plural = 0, tokens[at], "0" if tokens[at].isdecimal() else "", ""
            for size in range(_LONGEST, -1, -1) if word.isalpha() else ():
                word = "".join(tokens[at : at + size + 1])
                plural = "s" if word[-1] == "s" and word.casefold() not in self._kinds else ""
                if kind := self._kinds.get(word.removesuffix(plural).casefold(), ""):
                    break
            yield word.removesuffix(plural), kind
            yield plural, ""
            at += size + 1

    def _template(self, group: list[list[WordPiece]]) -> str:
        parts, used = [], defaultdict[str, list[list[str]]](list)
        for column in zip(*group, strict=True):
            words = [text for text, _ in column]
            if len(set(words)) == 1:
                parts.append(words[0])
                continue
            before = used[name := self._placeholder(set(words))]
            before += [words] if words not in before else []
            number = before.index(words) + 1
            parts.append(f"<{name}#{number}>" if number > 1 else f"<{name}>")
        return "".join(parts)

    def _placeholder(self, words: set[str]) -> str:
        """The name of the placeholder that has all these words: a range, a list, or a new one."""
        if all(word.isdecimal() and str(int(word)) == word and int(word) <= _LARGEST for word in words):
            numbers = sorted(map(int, words))
            return f"{numbers[0]}..{numbers[-1]}"
        for name, known in self.lists.items():
            if name in self._usable and words <= set(known):
                return name
        if words <= set(NUMBER_WORDS):
            places = sorted(map(NUMBER_WORDS.index, words))
            return self._new(_NUMBERS, NUMBER_WORDS[places[0] : places[-1] + 1])
        for name, known in self.lists.items():
            if words <= (lower := set(map(str.lower, known))):
                return self._new(name, tuple(sorted(lower)))
        return self._new("word", tuple(sorted(words)))

    def _new(self, name: str, words: tuple[str, ...]) -> str:
        """The name of a new placeholder with these words."""
        own = re.sub(r"\W+", "_", name.partition(":")[2] or name, flags=re.ASCII).lower()
        own = own if re.fullmatch(SLOT, f"<{own}>") else "word"
        names = (f"{own}_{number}" if number > 1 else own for number in itertools.count(1))
        new = next(one for one in names if one not in self._taken and self.files.get(one, words) == words)
        self.files[new] = words
        return new
