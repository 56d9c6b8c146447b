"""The stages that look at one line at a time, decided fragment by fragment instead of line by line.

A line reaches a stage in fragments. After each one the stage has returned all that is settled, and keeps in
its state what a later fragment may still change: the beginning of a phrase, spaces at the end. Two beginnings
of lines that leave the same state are interchangeable from there on, whatever their texts, so that one
decision serves millions of lines. However a line is cut, the outputs join to what `polish` makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardtools.effects.polish import NOUNS, Stages

FragmentState = Any  # hashable; every stage has its own
_SPACES = re.compile(" {2,}")
_WORD = re.compile(r"\w")


class InapplicableError(Exception):
    """Something that is not provably the same in fragments; the plain functions have to do it."""


class FragmentStage:
    """One stage in fragments. An empty fragment changes nothing, so it need not be fed."""

    start: FragmentState = ""

    def step(self, state: FragmentState, text: str) -> tuple[FragmentState, str] | None:
        """The state after a fragment and what is settled by it; None: the line is dropped."""
        raise NotImplementedError

    def finish(self, state: FragmentState) -> str:
        """What the state still holds where the line ends."""
        return ""


class _Tidy(FragmentStage):
    """Double spaces become one, ends are stripped. State: has text begun, and the spaces held back."""

    start = (False, "")

    def step(self, state: tuple[bool, str], text: str) -> tuple[FragmentState, str]:
        begun, held = state
        text = _SPACES.sub(" ", held + text)
        if not begun:
            text = text.lstrip()
        body = text.rstrip()
        return (begun or bool(body), text[len(body) :]), body


class _Drop(FragmentStage):
    """Lines that contain a phrase are dropped. State: the longest end of the text that may begin one."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self.unwanted = re.compile("|".join(map(re.escape, phrases))).search
        self.beginnings = {phrase[:end] for phrase in phrases for end in range(1, len(phrase))}
        self.longest = max(map(len, self.beginnings), default=0)

    def step(self, state: str, text: str) -> tuple[FragmentState, str] | None:
        whole = state + text
        if self.unwanted(whole):
            return None
        for start in range(max(0, len(whole) - self.longest), len(whole)):
            if whole[start:] in self.beginnings:
                return whole[start:], text
        return "", text


class _Replace(FragmentStage):
    """Every replacement in order. State: of each rule that holds back the beginning of its phrase, that."""

    start: tuple[tuple[int, str], ...] = ()

    def __init__(self, rules: Mapping[str, str]) -> None:
        self.rules = [(old, new, frozenset(old[:-1])) for old, new in rules.items()]

    def step(self, state: tuple[tuple[int, str], ...], text: str) -> tuple[FragmentState, str]:
        held = dict(state)
        for number, (old, new, inner) in enumerate(self.rules):
            if number in held:
                text = held.pop(number) + text
            done = ""
            if old in text:
                # Matches are the leftmost ones, so what is behind the last of them does not change them.
                *parts, text = text.split(old)
                done = new.join([*parts, ""])
            if text and text[-1] in inner:
                size = _overlap(text, old)
                if size:
                    held[number] = text[-size:]
                    text = text[:-size]
            text = done + text
            if not text:
                break
        return tuple(sorted(held.items())), text

    def finish(self, state: tuple[tuple[int, str], ...]) -> str:
        held = dict(state)
        text = ""
        for number, (old, new, _) in enumerate(self.rules):
            text = (held.get(number, "") + text).replace(old, new)
        return text


class _AgreeNext(FragmentStage):
    """`one <word> cards`, with one word, or a word and a number. State: what may be the beginning of it."""

    def __init__(self, words: str, noun: str) -> None:
        plural = f" {noun}s"
        beginnings = "".join(f"(?:{letter}" for letter in plural) + ")?" * len(plural)
        words_begin = r"\w+" if words == r"\w+" else r"\w+(?: \d*)?"
        self.known = re.compile(rf"one ({words}){plural}(?=\W)")
        self.open = re.compile(rf"(?:o|on|one|one |one {words_begin}|one {words}{beginnings})\Z")
        self.at_end = re.compile(rf"one ({words}){plural}\b")
        self.singular = rf"one \1 {noun}"

    def step(self, state: str, text: str) -> tuple[FragmentState, str]:
        text = state + text
        if "o" not in text:
            return "", text
        done: list[str] = []
        position = 0
        while True:
            held, found = self.open.search(text, position), self.known.search(text, position)
            if held and not (found and found.start() < held.start()):
                return held[0], "".join(done) + text[position : held.start()]
            if not found:
                return "", "".join(done) + text[position:]
            done += [text[position : found.start()], found.expand(self.singular)]
            position = found.end()

    def finish(self, state: str) -> str:
        return self.at_end.sub(self.singular, state)


class _AgreeLater(FragmentStage):
    """`one ... cards`, the next plural however far away. State: 0 before "one ", 1 directly behind it, 2 in
    search of the plural; and what may be the beginning of either.
    """

    start = (0, "")

    def __init__(self, noun: str) -> None:
        self.plural = f" {noun}s"

    def step(self, state: tuple[int, str], text: str) -> tuple[FragmentState, str]:
        mode, held = state
        text, done = held + text, ""
        while True:
            if mode == 0:
                before, one, text = text.partition("one ")
                if not one:
                    size = _overlap(before, "one ")
                    end = len(before) - size
                    return (0, before[end:]), done + before[:end]
                done += before + one
                mode = 1
            if mode == 1:
                if not text:
                    return (1, ""), done
                # At least one character stands between "one " and the plural.
                done, text, mode = done + text[0], text[1:], 2
            start = text.find(self.plural)
            while start >= 0:
                end = start + len(self.plural)
                if end == len(text):
                    return (2, self.plural), done + text[:start]
                if not _WORD.match(text, end):
                    break
                start = text.find(self.plural, start + 1)
            else:
                end = len(text) - _overlap(text, self.plural)
                return (2, text[end:]), done + text[:end]
            done, text, mode = done + text[: end - 1], text[end:], 0

    def finish(self, state: tuple[int, str]) -> str:
        mode, held = state
        return self.plural[:-1] if mode == 2 and held == self.plural else held


class _Capitalise(FragmentStage):
    """The first letter upper case, the rest lower case; Σ becomes ς at the end of a word. State: a text that
    stands for what came before ("" at the start); a Σ with what follows it, until it is known whether the
    word ends there.
    """

    start = ("", "")

    def step(self, state: tuple[str, str], text: str) -> tuple[FragmentState, str]:
        before, held = state
        text = held + text
        sigma = text.rfind("Σ")
        size = len(text) - sigma if sigma >= 0 and before + text[:sigma] else 0
        # It is known when the letter that may follow makes no difference.
        if size and self._lower("a", text[sigma:])[0] != self._lower("a", text[sigma:], "a")[0]:
            held, text = text[sigma:], text[:sigma]
        else:
            held = ""
        if not text:
            return (before, held), ""
        done = self._lower(before, text, held[:1])
        return ("a" if self._lower(before, text + "Σ")[-1] == "ς" else " ", held), done

    def finish(self, state: tuple[str, str]) -> str:
        return self._lower(*state)

    def _lower(self, before: str, text: str, after: str = "") -> str:
        """The text as it becomes between the two others."""
        whole = (before + text + after).capitalize()
        return whole[len(before.capitalize()) : len(whole) - len(after)]


class FragmentStages:
    """Several stages as one: the settled text of each is the next one's fragment."""

    def __init__(self, stages: Stages) -> None:
        """Raises InapplicableError where a phrase is empty or contains a line end."""
        names, phrases, rules = stages
        if not all(phrases) or not all(rules) or "\n" in "".join([*phrases, *rules, *rules.values()]):
            raise InapplicableError("an empty phrase, or one with a line end in it")
        self.stages: list[FragmentStage] = []
        for name in names:
            if name == "drop":
                self.stages += [_Tidy(), *([_Drop(phrases)] if phrases else [])]
            elif name == "replace":
                self.stages += [_Replace(rules)] if rules else []
            elif name == "agree":
                self.stages += [_AgreeNext(words, noun) for words in (r"\w+", r"\w+ \d+") for noun in NOUNS]
                self.stages += map(_AgreeLater, NOUNS)
            else:
                self.stages.append(_Capitalise())
        self.start: tuple[FragmentState, ...] = tuple(stage.start for stage in self.stages)

    def step(
        self, states: tuple[FragmentState, ...], text: str
    ) -> tuple[tuple[FragmentState, ...], str] | None:
        """The states after a fragment and what is settled by it; None: the line is dropped."""
        after = list(states)
        for number, stage in enumerate(self.stages):
            if not text:
                break
            result = stage.step(after[number], text)
            if result is None:
                return None
            after[number], text = result
        return tuple(after), text

    def finish(self, states: tuple[FragmentState, ...]) -> str | None:
        """What the states still hold where the line ends; None: the line is dropped."""
        text = ""
        for state, stage in zip(states, self.stages, strict=True):
            if text:
                result = stage.step(state, text)
                if result is None:
                    return None
                state, text = result
            text += stage.finish(state)
        return text


def _overlap(text: str, phrase: str) -> int:
    """The length of the longest end of the text that is a beginning of the phrase, not the whole of it."""
    start = text.find(phrase[0], max(0, len(text) - len(phrase) + 1))
    while start >= 0 and not phrase.startswith(text[start:]):
        start = text.find(phrase[0], start + 1)
    return len(text) - start if start >= 0 else 0
