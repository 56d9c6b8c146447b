"""Decimal numbers and dates as cells hold them: exact, and written as the column declares."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection
from decimal import ROUND_FLOOR, Decimal
from functools import lru_cache
from typing import Any

_LARGEST = 100  # digits that are written out
_PLACES = 10  # decimals that are shown: of a quotient there might be as many as there is room for
_MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
# How dates are described: the part, how it is read, and how it is written.
_PARTS: dict[str, tuple[str, Callable[[datetime.date], str]]] = {
    "YYYY": ("(?P<year>[0-9]{4})", lambda day: f"{day.year:04}"),
    "YY": ("(?P<year>[0-9]{2})", lambda day: f"{day.year % 100:02}"),
    "MMMM": (f"(?P<name>{'|'.join(_MONTHS)})", lambda day: _MONTHS[day.month - 1]),
    "MMM": (f"(?P<name>{'|'.join(month[:3] for month in _MONTHS)})", lambda day: _MONTHS[day.month - 1][:3]),
    "MM": ("(?P<month>[0-9]{2})", lambda day: f"{day.month:02}"),
    "M": ("(?P<month>[0-9]{1,2})", lambda day: str(day.month)),
    "DD": ("(?P<day>[0-9]{2})", lambda day: f"{day.day:02}"),
    "D": ("(?P<day>[0-9]{1,2})", lambda day: str(day.day)),
}
_PART = re.compile("|".join(_PARTS))
ISO = "YYYY-MM-DD"


class Exact(Decimal):
    """A decimal number that is computed with exactly, also with floats: 0.1 is a tenth. `mark` is what its
    column writes between whole and part.
    """

    mark = "."

    @classmethod
    def of(cls, value: str | float | Decimal, mark: str = ".") -> Exact:
        """The number; a float is the one that people write, so 0.1 is exactly that."""
        made = cls(repr(value) if isinstance(value, float) else value)
        if mark != ".":
            made.mark = mark
        return made

    def __str__(self) -> str:
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
        return Exact.of(round(Decimal(self), places or 0), self.mark)

    __hash__ = Decimal.__hash__

    def __floordiv__(self, other: Any) -> Any:
        """The quotient, rounded down as that of whole numbers is."""
        return Exact.of((Decimal(self) / Decimal(_exact(other))).to_integral_value(ROUND_FLOOR), self.mark)

    def __rfloordiv__(self, other: Any) -> Any:
        return Exact.of(_exact(other), self.mark) // self

    def __mod__(self, other: Any) -> Any:
        """What is left of it by `//`."""
        return self - (self // other) * other

    def __rmod__(self, other: Any) -> Any:
        return Exact.of(_exact(other), self.mark) % self


def _exact(value: Any) -> Any:
    return Decimal(repr(value)) if isinstance(value, float) else value


def _computing(name: str) -> Callable[[Exact, Any], Any]:
    compute = getattr(Decimal, name)

    def run(self: Exact, *others: Any) -> Any:
        made = compute(self, *map(_exact, others))
        return Exact.of(made, self.mark) if isinstance(made, Decimal) else made

    return run


for _name in (
    *("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "rpow"),
    *("neg", "pos", "abs", "eq", "ne", "lt", "le", "gt", "ge"),
):
    setattr(Exact, f"__{_name}__", _computing(f"__{_name}__"))


class Day(datetime.date):
    """A date, which is written in the format of its column."""

    form = ISO

    @classmethod
    def of(cls, day: datetime.date, form: str = ISO) -> Day:
        """The date with the format in which it is written."""
        made = cls(day.year, day.month, day.day)
        made.form = form
        return made

    def __str__(self) -> str:
        return write_date(self, self.form)

    def __repr__(self) -> str:
        return f"Day({str(self)!r})"

    def __format__(self, form: str) -> str:
        return str(self)


def write_date(day: datetime.date, form: str) -> str:
    """The date in a format such as `DD.MM.YYYY` or `D MMMM YYYY`; names of months are English."""
    return _PART.sub(lambda found: _PARTS[found[0]][1](day), form)


@lru_cache(maxsize=64)
def _pattern(form: str) -> re.Pattern[str]:
    texts, parts = _PART.split(form), _PART.findall(form)
    pattern = re.escape(texts[0])
    for part, text in zip(parts, texts[1:], strict=True):
        pattern += _PARTS[part][0] + re.escape(text)
    return re.compile(pattern)


def is_date_format(form: str) -> bool:
    """Whether the format has year, month and day, each once."""
    parts = sorted(part[0] for part in _PART.findall(form))
    return parts == ["D", "M", "Y"]


def read_date(text: str, form: str = ISO) -> Day | None:
    """The date that the text is in this format; None if it is none."""
    found = _pattern(form).fullmatch(text)
    if not found:
        return None
    parts = found.groupdict()
    name = parts.get("name") or ""
    month = [one[: len(name)] for one in _MONTHS].index(name) + 1 if name else int(parts["month"])
    year = int(parts["year"]) + (2000 if len(parts["year"]) == 2 else 0)
    try:
        return Day.of(datetime.date(year, month, int(parts["day"])), form)
    except ValueError:  # 30 February
        return None


def read_decimal(text: str, mark: str = ".") -> Exact | None:
    """The decimal number that the text is; None where it is none, or has more than 18 digits."""
    sign = re.escape(mark)
    if len(text) > 20 or not re.fullmatch(rf"[+-]?(?:0|[1-9][0-9]*)(?:{sign}[0-9]+)?", text, re.ASCII):
        return None
    return Exact.of(text.replace(mark, "."), mark)


_YES, _NO = frozenset(("yes", "y", "true", "1", "x", "✓", "✔")), frozenset(("no", "n", "false", "0", "-"))


def read_yes_no(text: str, yes: Collection[str] = (), no: Collection[str] = ()) -> bool | None:
    """Whether the word means yes, by the column's own words and the usual ones; None for neither."""
    word = text.casefold()
    if word in map(str.casefold, yes):
        return True
    if word in map(str.casefold, no):
        return False
    return True if word in _YES else False if word in _NO else None


def is_link(text: str) -> bool:
    """Whether the text is the whole address of a page: with http or https, and a host."""
    host = r"(?:[\w-]+\.)+[\w-]{2,}|localhost|\[[0-9a-f:.]+\]"
    return bool(re.fullmatch(rf"https?://(?:{host})(?::[0-9]{{1,5}})?(?:[/?#]\S*)?", text, re.I))


def as_text(value: Any) -> str:
    """A value as people write it: yes or no, a list with commas, "" for none, 0.3 for the sum of the floats
    0.1 and 0.2.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(as_text, value))
    if isinstance(value, float):
        value = float(f"{value:.12g}")
    return "" if value is None else str(value)
