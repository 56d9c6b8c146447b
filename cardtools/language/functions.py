"""The functions that conditions may call.

None depends on chance or the time, and none makes a text that is much longer than what it is given, but for
`replace`, which is bounded.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardtools.ground.spelling import did_you_mean
from cardtools.ground.spelling import listed as named
from cardtools.ground.tables.cell_values import read_date
from cardtools.language.patterns import TextPattern

_MOST_DIGITS = 20


def any_in(items: Iterable[Any], wanted: Iterable[Any]) -> bool:
    """Whether at least one of `items` is in `wanted`.

    Example: `any_in(SUBTYPES, ('Dragon', 'Fairy'))`
    """
    known = set(wanted)
    return any(item in known for item in items)


def all_in(items: Iterable[Any], wanted: Iterable[Any]) -> bool:
    """Whether all of `items` are in `wanted`.

    Example: `all_in(SUBTYPES, ('Dragon', 'Fairy'))`
    """
    return set(items) <= set(wanted)


def startswith(text: str, *starts: str) -> bool:
    """Whether the text begins with one of `starts`.

    Example: `startswith(NAME, 'The ', 'A ')`
    """
    return text.startswith(starts)


_UNITS = [  # by kind, how many of the smallest one each is
    dict(unit.split() for unit in kind.split(","))
    for kind in (
        "mm 1, cm 10, m 1000, km 1000000, in 25.4, ft 304.8, yd 914.4, mi 1609344",
        *("g 1, kg 1000, oz 28.349523125, lb 453.59237", "ml 1, cl 10, l 1000", "s 1, min 60, h 3600"),
    )
]


def converted(number: Any, unit: str, other: str) -> Any:
    """The number of a unit in another one: of mm, cm, m, km, in, ft, yd, mi; g, kg, oz, lb; ml, cl, l; s,
    min, h.

    Raises ValueError for units that are not of one kind.

    Example: `converted(LEVEL, 'in', 'cm') < 20`
    """
    from cardtools.language.decimals import Exact

    sizes = next((sizes for sizes in _UNITS if unit in sizes and other in sizes), None)
    if sizes is None:
        raise ValueError(f"{unit[:20]!r} cannot be converted to {other[:20]!r}")
    return Exact.of(number) * Exact(sizes[unit]) / Exact(sizes[other])


def date(text: str) -> datetime.date:
    """The date that a text says, written as year-month-day.

    Raises ValueError where it is none.

    Example: `date('2026-01-31') < date('2026-12-31')`
    """
    day = read_date(text)
    if day is None:
        raise ValueError(f"{text!r} is not a date written as 2026-01-31")
    return day


def year(day: datetime.date) -> int:
    """The year of a date.

    Example: `year(date('2026-01-31')) == 2026`
    """
    return day.year


def endswith(text: str, *ends: str) -> bool:
    """Whether the text ends with one of `ends`.

    Example: `endswith(EFFECT1, '.')`
    """
    return text.endswith(ends)


def signed(number: Any) -> str:
    """The number with its sign: `+5`, `-10`, `+0`.

    Example: `signed(ATTACK) == text(ATTACK)`
    """
    return f"{number:+d}" if isinstance(number, int) else f"{'' if number < 0 else '+'}{number}"


class Nearest:
    """The most similar of the words, or an empty text if none is similar.

    Raises ValueError after many comparisons, which are slow.

    Example: `nearest(TYPE, ('Fire', 'Water')) == ''`
    """

    def __init__(self) -> None:
        self.known: dict[tuple[str, tuple[str, ...]], str] = {}
        self.left = 200_000

    def __call__(self, word: str, words: Iterable[str]) -> str:
        key = word, tuple(words)
        if key not in self.known:
            self.left -= len(key[1])
            if self.left < 0:
                raise ValueError("nearest() was asked for too many words")
            self.known[key] = did_you_mean(*key)
        return self.known[key]


def finds(text: str, pattern: TextPattern) -> tuple[str, ...]:
    """All that the regular expression finds in the text, in order (its last group, where it has one).

    Example: `len(finds(EFFECT1, '[0-9]+')) <= 2`
    """
    return pattern.finds(text)


def matches(text: str, pattern: TextPattern) -> bool:
    """Whether the regular expression describes the whole text.

    Example: `matches(SERIAL, '[0-9A-Z]+')`
    """
    return bool(pattern.fullmatch(text))


def item(items: Sequence[Any], place: int) -> Any:
    """The item of a list or the letter of a text at a place, counted from 1, or from -1, the last one; an
    empty text where it is shorter.

    Example: `item(SUBTYPES, 1) != item(SUBTYPES, -1)`
    """
    if not 0 < abs(place) <= len(items):
        return ""
    return items[place - 1 if place > 0 else place]


def listed(texts: Iterable[Any]) -> str:
    """The texts that are not empty, with commas between them.

    Example: `listed(('a', '' if LEVEL > 1 else 'b')) != ''`
    """
    return named([text for text in texts if text])


def mapped(items: Iterable[Any], table: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Each item's entry in the table; an item without one stays as it is.

    Example: `mapped(SUBTYPES, tier_boost) == SUBTYPES`
    """
    return tuple(table.get(item, item) for item in items)


def number(text: str) -> Any:
    """The number that a text says, with a point before its decimals.

    Raises ValueError where it says none.

    Example: `number('2.5') < 3`
    """
    from cardtools.language.decimals import read_decimal

    found = read_decimal(text.strip())
    if found is None:
        raise ValueError(f"{text[:60]!r} is not a number")
    return found


def numbers(text: str) -> tuple[int, ...]:
    """The whole numbers in the text, in order.

    Example: `sum(numbers(EFFECT1)) <= 10`
    """
    return tuple(int(digits) for digits in re.findall("[0-9]{1,9}", text))


def padded(number: int, digits: int) -> str:
    """The number with zeros before it, so that it has as many digits: `07`.

    Example: `endswith(SERIAL, padded(LEVEL, 2))`
    """
    return str(number).zfill(min(digits, _MOST_DIGITS))


def part(text: str, first: int, last: int) -> str:
    """The characters from the `first` to the `last`, counted from 1; as many of them as there are.

    Example: `part(SERIAL, 1, 2) == 'T1'`
    """
    if 0 < first <= last:
        return text[first - 1 : last]
    return text[:last] if first <= last and last > 0 else ""


def plain(text: str) -> str:
    """The text without the marks of its letters: `plain('Élan')` is `Elan`.

    Example: `startswith(SERIAL, plain(part(NAME, 1, 1)))`
    """
    import unicodedata

    return "".join(
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    )


def folded(text: str) -> str:
    """The text in lower case, without white space around it and the marks of its letters."""
    text = text.strip()
    return text.lower() if text.isascii() else plain(text).casefold()


def replace(text: str, old: str, new: str) -> str:
    """The text with `new` in place of each `old`.

    Raises ValueError where that would be a very long text.

    Example: `replace(lower(EFFECT1), lower(NAME), 'this card') == 'draw a card.'`
    """
    if len(text) + text.count(old) * len(new) > 100_000:
        raise ValueError("replace() makes too long a text")
    return text.replace(old, new) if old else text


def rounded(number: Any, decimals: int = 0) -> Any:
    """The number with at most so many decimals.

    Example: `rounded(ATTACK / 3, 1) == 83.3`
    """
    return round(number, max(-_MOST_DIGITS, min(_MOST_DIGITS, decimals)))


def split(text: str, between: str) -> tuple[str, ...]:
    """The parts of a text that stand between a sign, without the spaces around them.

    Example: `len(split('2 fire, 1 ice', ',')) == 2`
    """
    return tuple(part.strip() for part in text.split(between)) if between else (text,)


def words(text: str) -> tuple[str, ...]:
    """The words of a text: what stands between its spaces.

    Example: `len(words(NAME)) <= 4`
    """
    return tuple(text.split())


def without(items: Iterable[Any], known: Iterable[Any]) -> tuple[Any, ...]:
    """The items that are not in `known`, in order.

    Example: `without(SUBTYPES, ('Dragon', 'Fairy')) == ()`
    """
    words = set(known)
    return tuple(item for item in items if item not in words)


_OWN = (
    all_in, any_in, converted, date, endswith, finds, item, listed, mapped, matches, number, numbers, padded,
    part, plain, replace, rounded, signed, split, startswith, without, words, year,
)  # fmt: skip
_OF_PYTHON = (abs, int, len, max, min, str, str.lower, str.upper, sum)
FUNCTIONS: dict[str, Callable[..., Any]] = {made.__name__: made for made in (*_OWN, *_OF_PYTHON)}
FUNCTIONS["round"] = rounded

# Not functions of a value but of a cell: how it is written, also as searches compare it, whether it is
# filled, whether the table has its column.
FORMS = ("folded", "given", "has", "text")

# The functions whose docstrings don't say it: how one is called, what its value is, an example.
PAGES = {
    "abs": ("abs(number)", "The number without its sign.", "abs(ATTACK - DEFENSE) <= 100"),
    "folded": (
        "folded(COLUMN)",
        "The cell as it is written, in lower case and without the marks of its letters.",
        "'oak' in folded(NAME)",
    ),
    "given": ("given(COLUMN)", "Whether the cell is filled.", "not given(LORE_OF)"),
    "has": (
        "has(COLUMN)",
        "Whether the table has the column. Without it, a rule that asks is reported as not checked.",
        "has(LORE_OF) and not given(LORE_OF)",
    ),
    "int": (
        "int(value)",
        "The whole number that a text says, or a number cut down to one.",
        "int('5') == LEVEL",
    ),
    "len": ("len(items)", "The number of items in a list, or of characters in a text.", "len(SUBTYPES) <= 2"),
    "lower": ("lower(text)", "The text in lower case.", "lower(NAME) != 'oak'"),
    "max": ("max(one, other, ...)", "The largest of the numbers.", "max(ATTACK, DEFENSE) <= 500"),
    "min": ("min(one, other, ...)", "The smallest of the numbers.", "min(ATTACK, DEFENSE) >= 0"),
    "round": ("round(number)", "The nearest whole number, half up.", "round(ATTACK / 100) <= 5"),
    "str": ("str(value)", "The value as a text.", "text(ATTACK) == str(ATTACK)"),
    "sum": ("sum(numbers)", "The sum of a list of numbers.", "sum((ATTACK, DEFENSE)) == 500"),
    "text": ("text(COLUMN)", "The cell as it is written.", "startswith(text(ATTACK), '+')"),
    "upper": ("upper(text)", "The text in upper case.", "upper(NAME) != NAME"),
}


def _is_number(value: Any) -> bool:
    return hasattr(value, "as_integer_ratio")


def product(one: Any, other: Any) -> Any:
    """`one * other`, of numbers alone: a text times a number could fill the memory."""
    if _is_number(one) and _is_number(other):
        return one * other
    raise ValueError("only numbers can be multiplied")


def _quotient(one: Any, other: Any) -> Any:
    from cardtools.language.decimals import quotient

    return quotient(one, other)


def remainder(one: Any, other: Any) -> Any:
    """`one % other`, of numbers alone: of a text it would be a format."""
    if _is_number(one):
        return one % other
    raise ValueError("only numbers have a remainder")


# In place of operators; the names can't be written in an expression.
OPERATORS = {"*": product, "%": remainder, "/": _quotient}
