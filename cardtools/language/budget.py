"""How much the strings of a face may do for a card, counted so that it is the same on every machine."""

from __future__ import annotations

import datetime
import reprlib
from typing import Any

from cardtools.ground.limits import limits, raise_hint
from cardtools.language.decimals import Exact

LARGEST = 1e100
shortened = reprlib.repr  # a value as messages show it


class StringError(Exception):
    """A string that cannot be compiled or filled in, with a hint; the caller knows its location."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Budget:
    """The steps and characters that are left for a card."""

    def __init__(self) -> None:
        self.steps, self.characters = limits().card_steps, limits().card_characters

    @property
    def spent(self) -> bool:
        """Whether more was used than there was."""
        return min(self.steps, self.characters) < 0

    def step(self, count: int = 1) -> None:
        """Use so many steps. Raises StringError when too few are left."""
        self.steps -= count
        if self.steps < 0:
            message = f"takes more than {limits().card_steps:,} steps for the card"
            raise StringError(message, raise_hint("card_steps"))

    def use(self, *values: Any) -> None:
        """Use the characters and items of values. Raises StringError when too few are left."""
        self.take(sum(map(weight, values)))

    def take(self, characters: int) -> None:
        """Use so many characters. Raises StringError when too few are left."""
        self.characters -= characters
        if self.characters < 0:
            message = f"makes more than {limits().card_characters:,} characters for the card"
            raise StringError(message, raise_hint("card_characters"))


def weight(value: Any) -> int:
    """The characters and items of a value.

    Raises StringError if a text or list is too long, a number too large, or the value is nothing of these.
    """
    if value is None or type(value) is bool:
        return 1
    if isinstance(value, str):
        return room(len(value))
    if isinstance(value, list | tuple):
        return room(len(value) + sum(map(weight, value)))
    if isinstance(value, dict):
        return room(sum(map(weight, value)) + sum(map(weight, value.values())))
    if isinstance(value, int | float | Exact) and not -LARGEST <= value <= LARGEST:
        raise StringError("makes a number that is far too large")
    if not isinstance(value, int | float | Exact | datetime.date):
        raise StringError(f"makes a {type(value).__name__}, expected a text, a number or a list")
    return 1


def room(length: int) -> int:
    """The length, of a text or list. Raises StringError if it is too long."""
    if length > limits().text_characters:
        message = f"makes a text or list of more than {limits().text_characters:,}"
        raise StringError(message, raise_hint("text_characters"))
    return length
