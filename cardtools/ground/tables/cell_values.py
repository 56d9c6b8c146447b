"""Dates, yes and no, and links as cells hold them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

_MONTHS = "January February March April May June July August September October November December".split()
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
    return sorted(part[0] for part in _PART.findall(form)) == ["D", "M", "Y"]


def read_date(text: str, form: str = ISO) -> Day | None:
    """The date that the text is in this format; None if it is none."""
    found = _pattern(form).fullmatch(text)
    if not found:
        return None
    parts = found.groupdict()
    try:
        return Day.of(datetime.date(*_year_and_month(parts), int(parts["day"])), form)
    except ValueError:  # 30 February
        return None


# In these no day can be taken for a month.
_CLEAR = ("YYYY-M-D", "YYYY/M/D", "D.M.YYYY", "D MMM YYYY", "D MMMM YYYY", "MMMM D, YYYY", "MMM D, YYYY")


def meant_date(text: str) -> Day | None:
    """The date that a text says in any usual format in which day and month cannot be confused."""
    return next((day for form in _CLEAR if (day := read_date(text, form))), None)


def impossible_date(text: str, form: str) -> str:
    """What the calendar has against a text that has the format of a date: `November 2026 has 30 days`."""
    found = _pattern(form).fullmatch(text)
    if not found:
        return ""
    year, month = _year_and_month(found.groupdict())
    if not year:
        return "there is no year 0"
    if not 1 <= month <= 12:
        return f"there is no month {month}"
    from calendar import monthrange

    days = monthrange(year, month)[1]
    return f"{_MONTHS[month - 1]} {year} has {days} days"


def printed_format_fault(form: str) -> str:
    """What is wrong with a format in which a date is printed; it may leave out parts of the date."""
    parts = [part[0] for part in _PART.findall(form)]
    if twice := next((part for part in parts if parts.count(part) > 1), ""):
        return f"has {({'D': 'the day', 'M': 'the month', 'Y': 'the year'})[twice]} twice"
    if left := re.search(r"%[A-Za-z]|(?<!\w)[dmyDMY]+(?!\w)", _PART.sub(" ", form)):
        return f"has {left[0]}, which stands for no part of a date"
    return "" if parts else "has no part of a date"


def _year_and_month(parts: dict[str, str]) -> tuple[int, int]:
    name = parts.get("name") or ""
    month = [one[: len(name)] for one in _MONTHS].index(name) + 1 if name else int(parts["month"])
    return int(parts["year"]) + (2000 if len(parts["year"]) == 2 else 0), month


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
