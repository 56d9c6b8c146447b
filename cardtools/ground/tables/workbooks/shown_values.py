"""Numbers, dates and times as a person sees them in a spreadsheet."""

from __future__ import annotations

import datetime
import re

_DAY = 86_400  # seconds


def number(text: str) -> str:
    """A number as short as it can be: 3 and not 3.0, with the 15 digits that a spreadsheet shows."""
    if text.isdecimal() and text.isascii() and len(text) <= 15:
        return str(int(text))
    value = float(text)
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return format(value, ".15g")


def value(found: object) -> str:
    """A value as the text of a cell; one that is missing is empty."""
    if found is None or isinstance(found, bool):
        return "" if found is None else str(found).upper()
    if isinstance(found, datetime.datetime):
        return moment(found)
    return number(repr(found)) if isinstance(found, float) else str(found)


def percentage(text: str) -> str:
    """A share as a percentage: 0.5 is 50%."""
    return number(format(float(text) * 100, ".13g")) + "%"


def moment(value: datetime.datetime) -> str:
    """A date, with its time unless that is midnight; without seconds where they are zero."""
    if value.time() == datetime.time():
        return value.date().isoformat()
    return value.replace(tzinfo=None).isoformat(" ", "seconds" if value.second else "minutes")


def serial_date(text: str, kind: str, first_year: int) -> str:
    """A date or time (`kind`) that a workbook holds as days since the first year, 1900 or 1904."""
    days = float(text)
    if kind == "time" and days >= 0:
        minutes, seconds = divmod(round(days * _DAY), 60)
        return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
    start = datetime.datetime(1904, 1, 1) if first_year == 1904 else datetime.datetime(1899, 12, 30)
    if first_year == 1900 and 0 < days < 60:  # before a day that never was, 29 February 1900
        start += datetime.timedelta(days=1)
    return moment(start + datetime.timedelta(seconds=round(days * _DAY)))


def iso_date(text: str) -> str:
    """A date as ISO 8601 text, with or without a time."""
    return moment(datetime.datetime.fromisoformat(text))


def duration(text: str) -> str:
    """An ISO 8601 duration such as PT10H30M00S as a time."""
    found = re.fullmatch(r"PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S", text)
    if not found:
        return text
    hours, minutes, seconds = map(int, found.groups())
    return f"{hours:02}:{minutes:02}" + (f":{seconds:02}" if seconds else "")


def format_kind(code: str) -> str:
    """What a number format shows: "date", "time", "percentage", or "" for a number."""
    code = re.sub(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]', "", code.lower()).partition(";")[0]
    if "general" in code:
        return ""
    if "%" in code:
        return "percentage"
    clock = re.search("[hs]", code)
    if re.search("[yd]", code) or ("m" in code and not clock and "[m" not in code):
        return "date"
    return "time" if clock or "m" in code else ""
