"""Which of many phrases each text contains: all of them in one pass over the texts.

The texts are walked word by word. What a word does to a state of the walk is worked out once and looked up
from then on, and so is what the beginning and the end of a text do. The texts of a card game are made of few
words, few beginnings and few ends, so that nearly all of the walk is looking up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardtools.effects.phrases import Phrase, Word

# What is looked up is forgotten when there is this much of it: a list of ever new words needs no more memory.
MOST_REMEMBERED = 200_000


class _Place:
    """A place inside phrases, behind the words read so far: what may follow, and what may end here.

    `next`: the place behind a word, or behind a choice of words by its number. `lasts`: the masks of the
    phrases whose last word begins the next word of the text, by that last word.
    """

    __slots__ = ("lasts", "next")

    def __init__(self) -> None:
        self.next: dict[str | int, _Place] = {}
        self.lasts: dict[str, int] = {}


class State:
    """The places a text has reached at the end of a word, and what has been worked out from here on."""

    __slots__ = ("ends", "places", "words")

    def __init__(self, places: tuple[_Place, ...]) -> None:
        self.places = places
        self.words: dict[str, tuple[State, int]] = {}
        self.ends: dict[str, int] = {}


def cut(text: str, start: int, stop: int) -> int:
    """Where the text from `start` to `stop` is cut in two: behind a space, or at `start` if there is none.

    Behind a sentence, if one ends there: texts share sentences, and few phrases reach from one to the next.
    """
    end = text.find(". ", start + (stop - start >> 2), stop)
    return end + 2 if end >= 0 else text.rfind(" ", start, start + stop >> 1) + 1 or start


class PhraseMatcher:
    """Finds phrases in texts. Each has a bit mask; a text gets the union of those that are a part of it.

    Only the bits of `told` are told; `seen` is the union of all that were found so far.
    """

    def __init__(self, masks: Mapping[Phrase, int], told: int = -1) -> None:
        # A phrase of several words begins with the end of a word (its first), runs over whole words, and
        # ends with the beginning of one (its last). A phrase of one word lies inside a word.
        self._root = _Place()
        self._inside: dict[str, int] = {}
        self._told = told
        self.seen = 0
        numbers: dict[Word, int] = {}
        for (*words, last), mask in masks.items():
            place = self._root
            for word in words:
                key = word[0] if len(word) == 1 else numbers.setdefault(word, len(numbers))
                following = place.next.get(key)
                if following is None:
                    following = place.next[key] = _Place()
                place = following
            ends = place.lasts if words else self._inside
            for end in last:
                ends[end] = ends.get(end, 0) | mask
        self._choices: dict[str, list[int]] = {}
        for choice, number in numbers.items():
            for one in choice:
                self._choices.setdefault(one, []).append(number)
        self._everywhere = self._inside.pop("", 0)
        self._longest = max(map(len, self._inside), default=0)
        self.forget()

    def forget(self) -> None:
        """Forget what was looked up, with every state that was given out."""
        self._start = State(())
        self._states: dict[tuple[_Place, ...], State] = {}
        self._words: dict[str, tuple[int, tuple[_Place, ...], list[str | int]]] = {}
        self._beginnings: dict[str, tuple[State, int]] = {"": (self._start, 0)}
        self.remembered = 0

    def forget_much(self) -> bool:
        """Forget if too much is remembered, and whether that was so; to be asked from time to time."""
        much = self.remembered > MOST_REMEMBERED
        if much:
            self.forget()
        return much

    def find(self, texts: Iterable[str]) -> list[int]:
        """The mask of each text, in order."""
        found = []
        beginnings = self._beginnings
        for text in texts:
            middle = cut(text, 0, len(text))
            try:
                state, mask = beginnings[text[:middle]]
                found.append(mask | state.ends[text[middle:]])
            except KeyError:
                state, mask = self.begin(text[:middle])
                found.append(mask | self.end(state, text[middle:]))
        return found

    def all(self, text: str) -> int:
        """All bits of a text, told or not."""
        return self._walk(self._start, text)[1]

    def begin(self, text: str) -> tuple[State, int]:
        """The state behind the beginning of a text, as `cut` cuts it, and the mask of what it contains."""
        known = self._beginnings.get(text)
        if known is None:
            state, mask = self._walk(self._start, text[:-1])
            known = self._beginnings[text] = state, mask & self._told
        return known

    def end(self, state: State, text: str) -> int:
        """The mask of what a text contains that goes on and ends like this, without what `begin` found."""
        known = state.ends.get(text)
        if known is None:
            known = state.ends[text] = self._walk(state, text)[1] & self._told
        return known

    def _walk(self, state: State, text: str) -> tuple[State, int]:
        """Where some words lead from a state, and what is found on the way."""
        self.remembered += 1
        mask = self._everywhere
        for word in text.split(" "):
            step = state.words.get(word)
            if step is None:
                step = state.words[word] = self._step(state, word)
            state, found = step
            mask |= found
        self.seen |= mask
        return state, mask

    def _step(self, state: State, word: str) -> tuple[State, int]:
        self.remembered += 1
        known = self._words.get(word)
        if known is None:
            known = self._words[word] = self._look_at(word)
        mask, begun, meanings = known
        reached = []
        for place in state.places:
            # Few phrases end at most places, so asking each is cheaper than making all beginnings.
            if len(place.lasts) <= len(word):
                for last, found in place.lasts.items():
                    if word.startswith(last):
                        mask |= found
            else:
                for beginning in _beginnings(word):
                    mask |= place.lasts.get(beginning, 0)
            for meaning in meanings:
                if following := place.next.get(meaning):
                    reached.append(following)
        places = (*reached, *begun)
        if places not in self._states:
            self._states[places] = State(places)
        return self._states[places], mask

    def _look_at(self, word: str) -> tuple[int, tuple[_Place, ...], list[str | int]]:
        """What lies inside a word, the places its ends lead to, and what it is in a phrase."""
        mask = 0
        for start in range(len(word) if self._inside else 0):
            for part in _beginnings(word[start : start + self._longest]):
                mask |= self._inside.get(part, 0)
        ends = [meaning for start in range(len(word) + 1) for meaning in self._meanings(word[start:])]
        begun = dict.fromkeys(self._root.next[end] for end in ends if end in self._root.next)
        return mask, tuple(begun), self._meanings(word)

    def _meanings(self, word: str) -> list[str | int]:
        return [word, *self._choices.get(word, ())]


def _beginnings(word: str) -> Iterable[str]:
    return (word[:length] for length in range(len(word) + 1))
