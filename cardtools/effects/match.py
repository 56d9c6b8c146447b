"""Which of many literals each text contains: all of them in one pass over the texts.

The texts are walked word by word. What a word does to a state of the walk is worked out once and looked up
from then on, and so is what the first and the second half of a text do. The texts of a card game are made of
few words and few halves, so that nearly all of the walk is looking up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

# What is looked up is forgotten when there is this much of it: a list of ever new words needs no more memory.
MOST_REMEMBERED = 200_000


class _Place:
    """A place inside literals, behind the words read so far: what may follow, and what may end here.

    `lasts`: the masks of the literals whose last word begins the next word of the text, by that last word.
    """

    __slots__ = ("lasts", "next")

    def __init__(self) -> None:
        self.next: dict[str, _Place] = {}
        self.lasts: dict[str, int] = {}


class _State:
    """The places a text has reached at the end of a word, and what has been worked out from here on."""

    __slots__ = ("halves", "places", "words")

    def __init__(self, places: tuple[_Place, ...]) -> None:
        self.places = places
        self.words: dict[str, tuple[_State, int]] = {}
        self.halves: dict[str, int] = {}


class LiteralMatcher:
    """Finds literals in texts. Each literal has a bit mask; a text gets the union of those it contains."""

    def __init__(self, masks: Mapping[str, int]) -> None:
        # A literal of several words begins with the end of a word (its first), runs over whole words, and
        # ends with the beginning of one (its last). A literal of one word lies inside a word.
        self._firsts: dict[str, _Place] = {}
        self._inside: dict[str, int] = {}
        self._everywhere = masks.get("", 0)
        self._longest = 0
        for literal, mask in masks.items():
            first, *middle = literal.split(" ")
            if not middle:
                self._inside[first] = self._inside.get(first, 0) | mask
                self._longest = max(self._longest, len(first))
                continue
            last = middle.pop()
            place = self._firsts.get(first)
            if place is None:
                place = self._firsts[first] = _Place()
            for word in middle:
                following = place.next.get(word)
                if following is None:
                    following = place.next[word] = _Place()
                place = following
            place.lasts[last] = place.lasts.get(last, 0) | mask
        self._forget()

    def _forget(self) -> None:
        self._start = _State(())
        self._states: dict[tuple[_Place, ...], _State] = {}
        self._words: dict[str, tuple[int, tuple[_Place, ...]]] = {}
        self._beginnings: dict[str, tuple[_State, int]] = {}
        self._remembered = 0

    def find(self, texts: Sequence[str]) -> list[int]:
        """The mask of each text, in order."""
        if self._remembered > MOST_REMEMBERED:
            self._forget()
        found = []
        beginnings, start, walk = self._beginnings, self._start, self._walk
        for text in texts:
            middle = text.find(" ", len(text) >> 1)
            if middle < 0:
                found.append(walk(start, text)[1])
                continue
            first, second = text[:middle], text[middle + 1 :]
            half = beginnings.get(first)
            if half is None:
                half = beginnings[first] = walk(start, first)
            rest = half[0].halves.get(second)
            if rest is None:
                rest = half[0].halves[second] = walk(half[0], second)[1]
            found.append(half[1] | rest)
        return found

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
        return state, mask

    def _step(self, state: _State, word: str) -> tuple[_State, int]:
        self._remembered += 1
        known = self._words.get(word)
        if known is None:
            known = self._words[word] = self._look_at(word)
        mask, begun = known
        reached = []
        for place in state.places:
            # Few literals end at most places, so asking each is cheaper than making all beginnings.
            if len(place.lasts) <= len(word):
                for last, found in place.lasts.items():
                    if word.startswith(last):
                        mask |= found
            else:
                for beginning in _beginnings(word):
                    mask |= place.lasts.get(beginning, 0)
            if following := place.next.get(word):
                reached.append(following)
        places = (*reached, *begun)
        if places not in self._states:
            self._states[places] = _State(places)
        return self._states[places], mask

    def _look_at(self, word: str) -> tuple[int, tuple[_Place, ...]]:
        """What lies inside a word, and the places that its ends lead to."""
        mask = 0
        for start in range(len(word) if self._inside else 0):
            for part in _beginnings(word[start : start + self._longest]):
                mask |= self._inside.get(part, 0)
        ends = (word[start:] for start in range(len(word) + 1))
        return mask, tuple(self._firsts[end] for end in ends if end in self._firsts)


def _beginnings(word: str) -> Iterable[str]:
    return (word[:length] for length in range(len(word) + 1))
