"""What the strings of a face may call: filters, tests and methods without side effects.

None depends on chance, the time, or the order of a set. The values they get are bounded, so only those whose
result may be much longer than their arguments are written here; the others are Jinja2's.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from cardtools.ground.tables.cell_values import ISO, printed_format_fault, read_date, write_date
from cardtools.language.budget import StringError, room, shortened, weight
from cardtools.language.functions import converted

if TYPE_CHECKING:
    from jinja2 import Environment

FILTERS = (
    "abs capitalize converted count d date default dictsort e escape first float format int items join last"
    " length list lower map max min reject rejectattr replace reverse round select selectattr sort string sum"
    " title trim truncate unique upper wordcount"
).split()
# Filters that make a text; of an empty cell they make an empty one.
TEXT_FILTERS = "capitalize e escape join lower replace string title trim truncate upper wordcount".split()
TESTS = (
    "odd even divisibleby defined undefined none boolean false true integer float lower upper string mapping"
    " number sequence iterable in == eq equalto != ne > gt greaterthan ge >= < lt lessthan <= le"
).split()
METHODS: dict[type, list[str]] = {
    str: (
        "capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit islower"
        " isnumeric isspace istitle isupper join lower lstrip partition removeprefix removesuffix replace"
        " rfind rindex rpartition rsplit rstrip split splitlines startswith strip swapcase title upper"
    ).split(),
    dict: ["get", "items", "keys", "values"],
    list: ["count", "index"],
    tuple: ["count", "index"],
}


@cache
def environment() -> Environment:
    """Jinja2 with what is allowed here; it parses templates, but does not compile them."""
    from jinja2 import Environment, StrictUndefined

    class Allowed(Environment):
        def getitem(self, obj: Any, argument: Any) -> Any:
            # Of filters with an `attribute`: only items, not what Python has as attributes.
            try:
                return obj[argument]
            except (TypeError, LookupError):
                return self.undefined(f"{shortened(obj)} has no {argument!r}")

    made = Allowed(undefined=StrictUndefined)
    known = made.filters | {
        "converted": converted, "date": _date, "e": _escape, "escape": _escape, "format": _format,
        "join": _join, "replace": _replace, "round": _round, "sum": _sum,
    }  # fmt: skip
    made.filters = {name: known[name] for name in FILTERS}
    made.tests = {**{name: made.tests[name] for name in TESTS}, "float": _is_decimal, "integer": _is_whole}
    return made


def _is_decimal(value: Any) -> bool:
    return isinstance(value, float) or (isinstance(value, Decimal) and value % 1 != 0)


def _is_whole(value: Any) -> bool:
    if isinstance(value, Decimal):
        return value % 1 == 0
    return isinstance(value, int) and not isinstance(value, bool)


def items_of(values: Iterable[Any], attribute: str | int | None, default: Any = None) -> Iterable[Any]:
    """The values, or what they have under `attribute` (`a.b.0`)."""
    from jinja2.filters import make_attrgetter

    return map(make_attrgetter(environment(), attribute, default=default), values)


def check_date_format(form: Any) -> None:
    """Raise StringError for a format in which no date can be printed."""
    fault = printed_format_fault(form) if isinstance(form, str) else "is not a text"
    if fault:
        message = f"the format {shortened(form)} of a date {fault}"
        raise StringError(message, "such as 'D MMMM YYYY' or 'DD.MM.YY'")


def _date(value: Any, form: str = ISO) -> str:
    if value is None or value == "":  # an empty cell
        return ""
    day = value if isinstance(value, datetime.date) else read_date(str(value))
    if day is None:
        raise StringError(f"{shortened(value)} is not a date", 'give its column type = "date" in the ruleset')
    check_date_format(form)
    room(len(form) * 3)
    return write_date(day, form)


def _escape(value: Any) -> str:
    from markupsafe import escape

    return str(escape(value))


def _format(pattern: str, *values: Any, **named: Any) -> str:
    if re.search(r"\*|[0-9]{3}", pattern):
        raise StringError(f"the width in {shortened(pattern)} is not allowed here")
    longest = max(map(weight, (*values, *named.values())), default=0)
    room(len(pattern) + pattern.count("%") * longest)
    return pattern % (named or values)


def _join(values: Iterable[Any], d: Any = "", attribute: str | int | None = None) -> str:
    texts, between = list(map(str, items_of(values, attribute))), str(d)
    room(sum(map(len, texts)) + len(texts) * len(between))
    return between.join(texts)


def _replace(text: Any, old: Any, new: Any, count: int | None = None) -> str:
    text, old, new = str(text), str(old), str(new)
    count = -1 if count is None else count
    times = text.count(old)
    room(len(text) + (times if count < 0 else min(times, count)) * (len(new) - len(old)))
    made: str = text.replace(old, new, count)
    return made


def _round(value: float, precision: int = 0, method: Any = "common") -> float:
    from jinja2.filters import do_round

    return do_round(value, max(-15, min(15, precision)), method)


def _sum(values: Iterable[Any], attribute: str | int | None = None, start: float = 0) -> float:
    return sum(items_of(values, attribute), start + 0)  # not of lists, whose sums grow
