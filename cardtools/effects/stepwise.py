"""The stages fed piece by piece: what they have surely written so far, before the whole text is known.

Each stage becomes a small machine: `push` takes a piece and gives what is certain by now, holding back what a
coming piece may still change (`one car`, when a rule begins with `one card(s)`); `end` gives the rest. A text
can so be compared while it is made, and replacements that reach over the border of a slot need no care.

Two stages are wider here than in `polish`: dropping removes no line, and where agreement may take an s away
both readings are given. Whoever reads backwards checks what was found with `polish` itself.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from cardtools.effects.polish import drop

# A set of large vocabularies must not fill the memory; what is forgotten is worked out again.
_REMEMBERED = 200_000


class Machine(Protocol):
    """A stage as a machine. Its state is a text; `push` and `end` give every reading."""

    def push(self, state: str, piece: str) -> list[tuple[str, str]]:
        """The state behind the piece, and what is certain by then."""

    def end(self, state: str) -> list[str]:
        """What is still to be written when nothing more comes."""


class _Replace:
    """`text.replace(old, new)`. The state is what may be the beginning of `old`."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new
        self.beginnings = tuple(old[:length] for length in range(len(old) - 1, 0, -1))

    def push(self, state: str, piece: str) -> list[tuple[str, str]]:
        *before, rest = (state + piece).split(self.old)
        held = ""
        if rest.endswith(self.beginnings):
            held = next(beginning for beginning in self.beginnings if rest.endswith(beginning))
        done = "".join([text + self.new for text in before])
        return [(held, done + rest[: len(rest) - len(held)])]

    def end(self, state: str) -> list[str]:
        return [state]


class _Tidy:
    """Double spaces become one, the ends are stripped. The state: "^" at the start, then held white space."""

    def push(self, state: str, piece: str) -> list[tuple[str, str]]:
        started = state != "^"
        # The stage itself strips; a mark at either end keeps what stands inside.
        text = drop(["|" + (state if started else "") + piece + "|"], ())[0][1:-1]
        if not started:
            text = text.lstrip()
            if not text:
                return [("^", "")]
        kept = text.rstrip()
        return [(text[len(kept) :], kept)]

    def end(self, state: str) -> list[str]:
        return [""]


class _Agree:
    """`one <words> cards` may lose its s. The state is what may be the beginning of such a noun."""

    # As in the rules of `polish.agree`: behind a space, and the word ends there.
    nouns = tuple(f" {noun}s" for noun in ("card", "spell", "creature", "target"))
    beginnings = tuple(
        sorted({noun[:length] for noun in nouns for length in range(1, len(noun) + 1)}, key=len, reverse=True)
    )
    plural = re.compile(rf"(?:{'|'.join(nouns)})(?!\w)")

    def push(self, state: str, piece: str) -> list[tuple[str, str]]:
        text = state + piece
        held = next((beginning for beginning in self.beginnings if text.endswith(beginning)), "")
        # Whether the word ends is only known when something follows.
        return [(held, done) for done in self._readings(text[: len(text) - len(held)])]

    def end(self, state: str) -> list[str]:
        return self._readings(state)

    def _readings(self, text: str) -> list[str]:
        pieces: list[tuple[str, ...]] = []
        begin = 0
        for match in self.plural.finditer(text):
            pieces += [(text[begin : match.end() - 1],), ("s", "")]
            begin = match.end()
        return ["".join(reading) for reading in itertools.product(*pieces, (text[begin:],))]


class _Capitalise:
    """The first letter in upper case, the rest in lower case. The state is "^" at the start."""

    def push(self, state: str, piece: str) -> list[tuple[str, str]]:
        if not piece:
            return [(state, "")]
        first, rest = (piece[0].capitalize(), piece[1:]) if state == "^" else ("", piece)
        # The lower case of a Greek sigma depends on what surrounds it.
        letters = [("σ", "ς") if letter == "Σ" else (letter.lower(),) for letter in rest]
        return [("", first + "".join(reading)) for reading in itertools.product(*letters)]

    def end(self, state: str) -> list[str]:
        return [""]


class Stepwise:
    """The stages in a row, as one machine whose states are numbers; 0 is the start."""

    def __init__(self, stages: Iterable[str], replacements: Mapping[str, str]) -> None:
        self.machines: list[Machine] = []
        start: list[str] = []
        for stage in stages:
            if stage == "replace":
                rules = [_Replace(old, new) for old, new in replacements.items() if old != new]
                self.machines += rules
                start += [""] * len(rules)
            elif stage == "drop":
                self.machines.append(_Tidy())
                start.append("^")
            elif stage == "agree":
                self.machines.append(_Agree())
                start.append("")
            elif stage == "capitalise":
                self.machines.append(_Capitalise())
                start.append("^")
        self._states: list[tuple[str, ...]] = [tuple(start)]
        self._numbers = {tuple(start): 0}
        self._pushed: dict[tuple[int, str], tuple[tuple[int, str], ...]] = {}
        self._ended: dict[int, tuple[str, ...]] = {}

    def push(self, state: int, piece: str) -> tuple[tuple[int, str], ...]:
        """Every reading: the state behind the piece and what is certain by then."""
        key = (state, piece)
        if key not in self._pushed:
            if len(self._pushed) >= _REMEMBERED:
                self._pushed.clear()
            runs: list[tuple[tuple[str, ...], str]] = [((), piece)]
            for machine, old in zip(self.machines, self._states[state], strict=True):
                runs = [
                    ((*states, new), done)
                    for states, text in runs
                    for new, done in (machine.push(old, text) if text else [(old, "")])
                ]
            self._pushed[key] = tuple(dict.fromkeys((self._number(states), done) for states, done in runs))
        return self._pushed[key]

    def end(self, state: int) -> tuple[str, ...]:
        """Every reading of what is still to come when the text ends here."""
        if state not in self._ended:
            texts = [""]
            for machine, held in zip(self.machines, self._states[state], strict=True):
                texts = [
                    text + last
                    for piece in texts
                    for new, text in (machine.push(held, piece) if piece else [(held, "")])
                    for last in machine.end(new)
                ]
            self._ended[state] = tuple(dict.fromkeys(texts))
        return self._ended[state]

    def whole(self, pieces: Sequence[str]) -> set[str]:
        """Every reading of the pieces together."""
        runs = {(0, "")}
        for piece in pieces:
            runs = {(new, text + done) for state, text in runs for new, done in self.push(state, piece)}
        return {text + last for state, text in runs for last in self.end(state)}

    def _number(self, states: tuple[str, ...]) -> int:
        if states not in self._numbers:
            self._numbers[states] = len(self._states)
            self._states.append(states)
        return self._numbers[states]
