"""Decimal numbers as cells hold them: exact, and written with the mark that the column declares."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

_LARGEST = 100  # digits that are written out
_PLACES = 10  # decimals that are shown: of a quotient there might be as many as there is room for


class Exact(Decimal):
    """A decimal number that is computed with exactly, also with floats: 0.1 is a tenth. `mark` is what its
    column writes between whole and part, `written` its cell, where that is more than a number.
    """

    mark = "."
    written = ""

    @classmethod
    def of(cls, value: str | float | Decimal, mark: str = ".") -> Exact:
        """The number; a float is the one that people write, so 0.1 is exactly that."""
        made = cls(repr(value) if isinstance(value, float) else value)
        if mark != ".":
            made.mark = mark
        return made

    def __str__(self) -> str:
        if self.written:
            return self.written
        if self.adjusted() > _LARGEST:
            return str(Decimal(self))
        text = format(round(Decimal(self), _PLACES) if self.adjusted() < _PLACES else Decimal(self), "f")
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return ("0" if text == "-0" else text).replace(".", self.mark)

    def __repr__(self) -> str:
        return f"Exact({str(self)!r})"  # the digests of cards are made from it

    def __format__(self, form: str, context: Any = None) -> str:
        return format(Decimal(self), form) if form else str(self)

    def __round__(self, places: int | None = None) -> Any:
        """Rounded as in a spreadsheet: a half goes away from zero."""
        return Exact.of(self.quantize(Decimal(1).scaleb(-(places or 0)), ROUND_HALF_UP), self.mark)

    __hash__ = Decimal.__hash__

    def __floordiv__(self, other: Any) -> Any:
        """The quotient, rounded down as that of whole numbers is."""
        made = (Decimal(self) / Decimal(_exact(other))).to_integral_value(ROUND_FLOOR)
        return Exact.of(made, _mark(self, other))

    def __rfloordiv__(self, other: Any) -> Any:
        return Exact.of(_exact(other), self.mark) // self

    def __mod__(self, other: Any) -> Any:
        """What is left of it by `//`."""
        return self - (self // other) * other

    def __rmod__(self, other: Any) -> Any:
        return Exact.of(_exact(other), self.mark) % self


class WrittenInt(int):
    """A whole number that its cell counts as, and prints as it is `written`: `X`, `1+*`."""

    written = ""

    def __str__(self) -> str:
        return self.written

    __repr__ = __str__  # the digests of cards are made from it


def _exact(value: Any) -> Any:
    return Decimal(repr(value)) if isinstance(value, float) else value


def _mark(*numbers: Any) -> str:
    """The mark of the column among the numbers: one written in an expression has none of its own."""
    return next((mark for one in numbers if (mark := getattr(one, "mark", ".")) != "."), ".")


def _computing(name: str) -> Callable[[Exact, Any], Any]:
    compute = getattr(Decimal, name)

    def run(self: Exact, *others: Any) -> Any:
        made = compute(self, *map(_exact, others))
        return Exact.of(made, _mark(self, *others)) if isinstance(made, Decimal) else made

    return run


for _name in "add radd sub rsub mul rmul truediv rtruediv pow rpow neg pos abs eq ne lt le gt ge".split():
    setattr(Exact, f"__{_name}__", _computing(f"__{_name}__"))


def quotient(one: Any, other: Any) -> Any:
    """`one / other`, of whole numbers exactly where a decimal number says it: not of 1 / 3."""
    if type(one) is int and type(other) is int and other:
        made = Exact(one) / other
        return made if made * other == one else one / other
    return one / other


def read_decimal(text: str, mark: str = ".") -> Exact | None:
    """The decimal number that the text is; None where it is none, or has more than 18 digits."""
    sign = re.escape(mark)
    if len(text) > 20 or not re.fullmatch(rf"[+-]?(?:0|[1-9][0-9]*)(?:{sign}[0-9]+)?", text, re.ASCII):
        return None
    return Exact.of(text.replace(mark, "."), mark)


def plain_number(text: str) -> Any:
    """The number that a cell of a column without a type is. Raises ValueError or ArithmeticError for none."""
    try:
        return int(text)
    except ValueError:
        return Exact(text)
