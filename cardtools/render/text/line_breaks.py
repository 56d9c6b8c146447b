"""Where a line may end: the line breaking algorithm of Unicode (UAX 14), and hyphens.

Words of Thai, Lao, Khmer and Burmese are found by the dictionaries of ICU, where the extra `words` is
installed; without it such text breaks at spaces and at zero width spaces (U+200B).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import product

from cardtools.ground.optional_packages import has_package, optional
from cardtools.render.text.line_classes import line_class

# A letter for each class, so that the classes of a text are a text as long.
_LETTERS = {
    "AL": "a", "HL": "h", "SA": "a", "NU": "n", "CM": "m", "ZWJ": "j", "SP": " ", "ZW": "z", "WJ": "w",
    "GL": "g", "BK": "k", "OP": "(", "CL": "}", "CP": ")", "QU": "q", "EX": "!", "IS": ",", "SY": "/",
    "PR": "$", "PO": "%", "HY": "-", "BA": "_", "BB": "`", "B2": "=", "NS": "s", "CJ": "s", "IN": ".",
    "ID": "i", "EB": "e", "EM": "f", "CB": "c", "RI": "r", "JL": "L", "JV": "V", "JT": "T", "H2": "2",
    "H3": "3", "OPE": "<", "CPE": ">",
}  # fmt: skip
_ALL = "".join(dict.fromkeys(_LETTERS.values()))
_OPEN, _CLOSE = "(<", "})>"
# Pairs without a break between them, rule by rule: any of the left letters before any of the right ones.
_PAIRS = (
    (_ALL, "w"), ("w", _ALL),  # LB11
    ("g", _ALL), (set(_ALL) - set(" _-"), "g"),  # LB12
    (_ALL, _CLOSE + "!,/"),  # LB13
    (_OPEN, _ALL),  # LB14
    ("q", _OPEN), (_CLOSE, "s"), ("=", "="),  # LB15 to 17
    (_ALL, "q"), ("q", _ALL),  # LB19
    (set(_ALL) - {"c"}, "_-s"), ("`", set(_ALL) - {"c"}), ("/", "h"), (set(_ALL) - {"c"}, "."),  # LB21, 22
    ("ah", "n"), ("n", "ah"), ("$", "ief"), ("ief", "%"), ("$%", "ah"), ("ah", "$%"),  # LB23, 24
    ("n$%-,", "n"),  # LB25
    ("L", "LV23"), ("V2", "VT"), ("T3", "T"), ("LVT23", "%"), ("$", "LVT23"),  # LB26, 27
    ("ah", "ah"), (",", "ah"), ("ahn", "("), (")", "ahn"), ("e", "f"),  # LB28 to 30
)  # fmt: skip
_NUMBERS = re.compile(r"[$%]?[(<-]?,?n"), re.compile(r"n[n,/]*[})>]?[$%]?")  # LB25, the start and the end
_HEBREW_HYPHEN = re.compile(r"h[_-](?=.)")  # LB21a
_AFTER_SPACES = f"w{_CLOSE}!,/"  # LB11, LB13: no break before these, even after spaces
_NOT_LETTERS = re.compile(r"(?!aa).(?=.)")
# Letters of scripts without spaces between words: Thai, Lao, Burmese, Khmer.
_UNSPACED = re.compile("[\u0e00-\u0e3a\u0e40-\u0e4e\u0e80-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3]{2,}")


class _Classes(dict[int, str]):
    """The letter of each character's class, found when it is first met."""

    def __missing__(self, code: int) -> str:
        import unicodedata

        character = chr(code)
        name = line_class(character)
        if name in ("OP", "CP") and unicodedata.east_asian_width(character) in "FWH":
            name += "E"
        letter = self[code] = _LETTERS[name]
        return letter


_CLASSES = _Classes()


@cache
def _together() -> frozenset[str]:
    return frozenset(left + right for lefts, rights in _PAIRS for left, right in product(lefts, rights))


@lru_cache(maxsize=2048)
def break_points(text: str) -> tuple[int, ...]:
    """The indexes at which a new line may begin, without the start and the end of the text.

    After a line end in the text one has to begin.
    """
    classes = text.translate(_CLASSES)
    kept = list(range(len(text)))
    joined: set[int] = set()
    if "m" in classes or "j" in classes:
        # LB9, LB10: marks belong to the letter before them; without one, they are letters.
        kept = [at for at in kept if classes[at] not in "mj" or not at or classes[at - 1] in "k z"]
        joined = {at for at in kept if at and classes[at - 1] == "j"}  # LB8a
        classes = "".join("a" if classes[at] in "mj" else classes[at] for at in kept)
    for number in _NUMBERS:
        for match in number.finditer(classes):
            joined.update(kept[match.start() + 1 : match.end()])
    joined.update(kept[match.end()] for match in _HEBREW_HYPHEN.finditer(classes))
    points: list[int] = []
    for match in _NOT_LETTERS.finditer(classes):
        at = match.end()
        last, one = classes[at - 1], classes[at]
        if one in " zk" and last != "k":
            continue
        if last in " zk":
            ends = last != " " or not _held(classes[:at].rstrip(" ")[-1:], one)
        else:
            flags = one == "r" and (at - len(classes[:at].rstrip("r"))) % 2
            ends = last + one not in _together() and not flags
        if last == "k" or (ends and kept[at] not in joined):
            points.append(kept[at])
    if words := _between_words(text):
        points = sorted({*points, *words})
    return tuple(points)


def _between_words(text: str) -> list[int]:
    """The indexes between the words of scripts without spaces; none without ICU's dictionaries."""
    if text.isascii() or not (runs := list(_UNSPACED.finditer(text))):
        return []
    if not has_package("icu4py"):
        return []
    breakers = optional("icu4py.breakers", "dividing such texts")
    return [
        run.start() + end
        for run in runs
        for _, end in breakers.LineBreaker(run[0], "th").segments()
        if end < len(run[0])
    ]


def is_unspaced(text: str, at: int) -> bool:
    """Whether a place in a text is within letters that have no spaces between their words."""
    return not text.isascii() and any(run.start() < at < run.end() for run in _UNSPACED.finditer(text))


def _held(before: str, after: str) -> bool:
    """Whether the classes around spaces stay on one line."""
    return before != "z" and (
        after in _AFTER_SPACES
        or (before != "" and before in _OPEN)
        or (before == "q" and after in _OPEN)
        or (before != "" and before in _CLOSE and after == "s")
        or before == after == "="
    )
