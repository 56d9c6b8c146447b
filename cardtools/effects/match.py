"""Which of many phrases each text contains: all of them in one pass over the texts.

A phrase is a sequence of words, where a word may be a choice of several: `Draw <number> cards` is one phrase,
however many numbers there are.

The texts are read word by word by an automaton. What a word does to a state is worked out once and looked up
from then on, and so is what the first and the second half of a text do. The texts of a card game are made of
few words and few halves, so that nearly all of the work is looking up.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping

from cardtools.effects.grammar import Grammar, Slot, Template

# Above this number what was looked up is forgotten, so a list of ever new words needs no more memory.
MOST_REMEMBERED = 200_000
# A choice of words for one place; often there is only one.
Word = tuple[str, ...]
# The texts between the spaces of a text: one more than it has spaces.
Phrase = tuple[Word, ...]


def plain(text: str) -> Phrase:
    """The phrase for a single text."""
    return tuple([(word,) for word in text.split(" ")])


class Phrases:
    """Makes the phrases of templates with one grammar; those of a slot are made once and kept."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._slots: dict[tuple[str, int], list[Phrase]] = {}

    def of(self, template: Template) -> Iterator[Phrase]:
        """Phrases that together stand for exactly the expansions of the template."""
        slots = template.slots
        if len(set(map(self.grammar.variable, slots))) < len(slots):
            # Slots that share a value cannot be chosen independently.
            return map(plain, self.grammar.expand(template))
        parts = [[plain(part)] if isinstance(part, str) else self._slot(part) for part in template.parts]
        return (functools.reduce(_glued, way) for way in itertools.product(*parts))

    def _slot(self, slot: Slot) -> list[Phrase]:
        """What a slot may be: one of its single words, or a value that has spaces or slots."""
        key = slot.name, slot.offset
        if key not in self._slots:
            # An offset changes the value as a whole, so there it must be written out.
            values = () if slot.offset else self.grammar.values.get(slot.name, ())
            nested = [value for value in values if value.slots]
            texts = [v.text for v in values if not v.slots] if nested else self.grammar.texts(slot)
            single = tuple(dict.fromkeys(text for text in texts if " " not in text))
            self._slots[key] = [
                *([(single,)] if single else []),
                *(plain(text) for text in texts if " " in text),
                *(phrase for value in nested for phrase in self.of(value)),
            ]
        return self._slots[key]


def _glued(one: Phrase, other: Phrase) -> Phrase:
    """One phrase with the other directly behind it: the last word and the first become one."""
    last, first = one[-1], other[0]
    if last == ("",):
        word = first
    elif first == ("",):
        word = last
    else:
        word = tuple(dict.fromkeys(map("".join, itertools.product(last, first))))
    return (*one[:-1], word, *other[1:])


class _Node:
    """A place inside phrases: the node behind each next word, or behind a choice of words by its number; the
    masks of the phrases that may end here, by their last word, which is the start of the text's next one.
    """

    __slots__ = ("lasts", "next")

    def __init__(self) -> None:
        self.next: dict[str | int, _Node] = {}
        self.lasts: dict[str, int] = {}


class _State:
    """The nodes a text has reached at the end of a word, and what has been worked out from here on."""

    __slots__ = ("ends", "nodes", "words")

    def __init__(self, nodes: tuple[_Node, ...]) -> None:
        self.nodes = nodes
        self.words: dict[str, tuple[_State, int]] = {}
        self.ends: dict[str, int] = {}


class PhraseMatcher:
    """Finds phrases in texts. Each has a bit mask; a text gets the union of those it contains, in `find` only
    the bits of `wanted`. `seen` is the union of all that were found so far.
    """

    def __init__(self, masks: Mapping[Phrase, int], wanted: int = -1) -> None:
        # A phrase of several words begins with the end of a word (its first), contains whole words, and
        # ends with the start of one (its last). A phrase of one word lies inside a word.
        self._root = _Node()
        self._inside: dict[str, int] = {}
        self._wanted = wanted
        self.seen = 0
        numbers: dict[Word, int] = {}
        for (*words, last), mask in masks.items():
            node = self._root
            for word in words:
                key = word[0] if len(word) == 1 else numbers.setdefault(word, len(numbers))
                following = node.next.get(key)
                if following is None:
                    following = node.next[key] = _Node()
                node = following
            ends = node.lasts if words else self._inside
            for end in last:
                ends[end] = ends.get(end, 0) | mask
        self._choices: dict[str, list[int]] = {}
        for choice, number in numbers.items():
            for one in choice:
                self._choices.setdefault(one, []).append(number)
        self._everywhere = self._inside.pop("", 0)
        self._longest = max(map(len, self._inside), default=0)
        self._forget()

    def _forget(self) -> None:
        self._start = _State(())
        self._states: dict[tuple[_Node, ...], _State] = {}
        self._words: dict[str, tuple[int, tuple[_Node, ...], list[str | int]]] = {}
        self._starts: dict[str, tuple[_State, int]] = {"": (self._start, 0)}
        self._remembered = 0

    def find(self, texts: Iterable[str]) -> list[int]:
        """The mask of each text, in order."""
        if self._remembered > MOST_REMEMBERED:
            self._forget()
        found = []
        starts = self._starts
        start, size, mask = "\n", 1, 0
        ends: dict[str, int] = {}
        for text in texts:
            # Lists in the order of their templates have the same start many times in a row.
            if text.startswith(start) and (end := text[size:]) in ends:
                found.append(mask | ends[end])
                continue
            # Cut behind a sentence, since texts share sentences and few phrases span two; else at a space.
            size = text.find(". ", len(text) >> 2) + 2
            if size == 1:
                size = text.rfind(" ", 0, len(text) >> 1) + 1
            start, end = text[:size], text[size:]
            try:
                state, mask = starts[start]
                found.append(mask | state.ends[end])
            except KeyError:
                state, mask = self._learn(start, end)
                found.append(mask | state.ends[end])
            ends = state.ends
        return found

    def all(self, text: str) -> int:
        """All bits of a text, wanted or not."""
        return self._walk(self._start, text)[1]

    def _learn(self, start: str, end: str) -> tuple[_State, int]:
        """Remember what both halves of a text do; `start` ends with a space or is empty."""
        if start not in self._starts:
            # Without that space, behind which the next word begins.
            state, mask = self._walk(self._start, start[:-1])
            self._starts[start] = state, mask & self._wanted
        state, mask = self._starts[start]
        if end not in state.ends:
            state.ends[end] = self._walk(state, end)[1] & self._wanted
        return state, mask

    def _walk(self, state: _State, text: str) -> tuple[_State, int]:
        """Where some words lead from a state, and what is found on the way."""
        self._remembered += 1
        mask = self._everywhere
        for word in text.split(" "):
            step = state.words.get(word)
            if step is None:
                step = state.words[word] = self._step(state, word)
            state, found = step
            mask |= found
        self.seen |= mask
        return state, mask

    def _step(self, state: _State, word: str) -> tuple[_State, int]:
        self._remembered += 1
        known = self._words.get(word)
        if known is None:
            known = self._words[word] = self._look_at(word)
        mask, begun, meanings = known
        reached = []
        for node in state.nodes:
            # Few phrases end at most nodes, so asking each is cheaper than making all starts of the word.
            if len(node.lasts) <= len(word):
                for last, found in node.lasts.items():
                    if word.startswith(last):
                        mask |= found
            else:
                for start in _starts(word):
                    mask |= node.lasts.get(start, 0)
            for meaning in meanings:
                if following := node.next.get(meaning):
                    reached.append(following)
        nodes = (*reached, *begun)
        if nodes not in self._states:
            self._states[nodes] = _State(nodes)
        return self._states[nodes], mask

    def _look_at(self, word: str) -> tuple[int, tuple[_Node, ...], list[str | int]]:
        """What lies inside a word, the nodes its ends lead to, and what it is in a phrase."""
        mask = 0
        for at in range(len(word) if self._inside else 0):
            for part in _starts(word[at : at + self._longest]):
                mask |= self._inside.get(part, 0)
        ends = [meaning for at in range(len(word) + 1) for meaning in self._meanings(word[at:])]
        begun = dict.fromkeys(self._root.next[end] for end in ends if end in self._root.next)
        return mask, tuple(begun), self._meanings(word)

    def _meanings(self, word: str) -> list[str | int]:
        return [word, *self._choices.get(word, ())]


def _starts(word: str) -> Iterator[str]:
    return (word[:length] for length in range(len(word) + 1))
