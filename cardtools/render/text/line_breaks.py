"""Where a line may end: the line breaking algorithm of Unicode (UAX 14), and hyphens.

Words of Thai, Lao, Khmer and Burmese are found by the dictionaries of ICU, where the extra `words` is
installed; without it such text breaks at spaces and at zero width spaces (U+200B).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any

from cardtools.ground.optional_packages import has_package, optional

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
# Pairs without a break though there are spaces between them: LB11 and LB13, then LB14 to LB17.
_HELD = (
    (set(_ALL) - {"z"} | {""}, f"w{_CLOSE}!,/"),
    (_OPEN, set(_ALL)), ("q", _OPEN), (_CLOSE, "s"), ("=", "="),
)  # fmt: skip
_NOT_LETTERS = re.compile(r"(?!aa).(?=.)")
# Letters of scripts without spaces between words: Thai, Lao, Burmese, Khmer.
_UNSPACED = re.compile("[\u0e00-\u0e3a\u0e40-\u0e4e\u0e80-\u0ece\u1000-\u103f\u1050-\u108f\u1780-\u17d3]{2,}")
_WORD = re.compile(r"[^\W\d_]{5,40}")  # that may be divided
_BY_CATEGORY = {"Nd": "NU", "Ps": "OP", "Pe": "CL", "Pi": "QU", "Pf": "QU"}
# The classes of characters where their category does not say them: from `LineBreak.txt` of Unicode 15.0.
# Classes that all programs treat as letters (AI, SG, XX) are AL; of the South East Asian letters (SA), which
# need a dictionary, combining marks are CM; unassigned pictographs are EB (LB30b).
_RANGES = """
AL 600-605 6DD 70F 890-891 8E2 2061-2064 23E9-23EC 25FD-25FE 2648-2653 2693-26AB 26CE 2705 2728 274C-2757
  2795-27BF 2B1B-2B1C 2B50-2B55 110BD 110CD 1123F-11240 11F02 11F04-11F33 1342F 13441-13446 18B00-18CD5
  1AFF0-1AFFE 1D2C0-1D2D3 1DF25-1DF2A 1E030-1E06D 1E4D0-1E4EB 1F18E-1F19A 1F3B5-1F3B6 1F3BC 1F4A0 1F4A2
  1F4A4 1F4AF 1F4B1-1F4B2 1F500-1F506 1F517-1F524 1F532-1F53D
B2 2014 2E3A-2E3B
BA 9 7C AD 58A 5BE 964-965 E5A-E5B F0B F34 F7F F85 FBE-FBF FD2 104A-104B 1361 1400 1680 16EB-16ED
  1735-1736 17D4-17D5 17D8 17DA 1804-1805 1B5A-1B5B 1B5D-1B60 1B7D-1B7E 1C3B-1C3F 1C7E-1C7F 2000-2006
  2008-200A 2010 2012-2013 2027 2056 2058-205B 205D-205F 2CFA-2CFC 2CFF 2D70 2E0E-2E15 2E17 2E19
  2E2A-2E2D 2E30-2E31 2E33-2E34 2E3C-2E3E 2E40-2E41 2E43-2E4A 2E4C 2E4E-2E4F 2E5D 3000 A4FE-A4FF A60D
  A60F A6F3-A6F7 A8CE-A8CF A92E-A92F A9C7-A9C9 AA5D-AA5F AAF0-AAF1 ABEB 10100-10102 1039F 103D0 10857
  1091F 10A50-10A57 10AF0-10AF5 10B39-10B3F 10EAD 11047-11048 110BE-110C1 11140-11143 111C5-111C6 111C8
  111DD-111DF 11238-11239 1123B-1123C 112A9 1144B-1144E 1145A-1145B 115C2-115C3 115C9-115D7 11641-11642
  1173C-1173E 11944-11946 11A41-11A44 11A9A-11A9C 11AA1-11AA2 11C41-11C45 11F43-11F44 11FFF 12470-12474
  16A6E-16A6F 16AF5 16B37-16B39 16B44 16E97-16E98 1BC9F 1DA87-1DA8A
BB B4 2C8 2CC 2DF C77 C84 F01-F04 F06-F07 F09-F0A FD0-FD1 FD3 1806 1FFD A874-A875 A8FC 11175 111DB 115C1
  11660-1166C 119E2 11A3F 11A45 11A9E-11AA0 11B00-11B09 11C70
BK A-D 85 2028-2029
CB FFFC
CJ 3041 3043 3045 3047 3049 3063 3083 3085 3087 308E 3095-3096 30A1 30A3 30A5 30A7 30A9 30C3 30E3 30E5
  30E7 30EE 30F5-30F6 30FC 31F0-31FF FF67-FF70 1B132 1B150-1B167
CL 3001-3002 FE11-FE12 FE50 FE52 FF0C FF0E FF61 FF64 1325B-1325D 13282 13287 13289 1337A-1337B 13438
  1343D 1343F 145CF
CM CF3 ECE 3035 10EFD-10EFF 11241 11F00-11F01 11F03 11F34-11F42 13440 13447-13455 1E08F 1E4EC-1E4EF
CP 29 5D
EB 261D 26F9 270A-270D 1F02C-1F02F 1F094-1F09F 1F0AF-1F0B0 1F0C0 1F0D0 1F0F6-1F0FF 1F1AE-1F1E5
  1F203-1F20F 1F23C-1F23F 1F249-1F24F 1F252-1F25F 1F266-1F2FF 1F385 1F3C2-1F3C4 1F3C7 1F3CA-1F3CC
  1F442-1F443 1F446-1F450 1F466-1F478 1F47C 1F481-1F483 1F485-1F487 1F48F 1F491 1F4AA 1F574-1F575 1F57A
  1F590 1F595-1F596 1F645-1F647 1F64B-1F64F 1F6A3 1F6B4-1F6B6 1F6C0 1F6CC 1F6D8-1F6DB 1F6ED-1F6EF
  1F6FD-1F6FF 1F777-1F77A 1F7DA-1F7DF 1F7EC-1F7EF 1F7F1-1F7FF 1F80C-1F80F 1F848-1F84F 1F85A-1F85F
  1F888-1F88F 1F8AE-1F8AF 1F8B2-1F8FF 1F90C 1F90F 1F918-1F91F 1F926 1F930-1F939 1F93C-1F93E 1F977
  1F9B5-1F9B6 1F9B8-1F9B9 1F9BB 1F9CD-1F9CF 1F9D1-1F9DD 1FA54-1FA5F 1FA6E-1FA6F 1FA7D-1FA7F 1FA89-1FA8F
  1FABE 1FAC3-1FACD 1FADC-1FADF 1FAE9-1FAFF 1FC00-1FFFD
EM 1F3FB-1F3FF
EX 21 3F 5C6 61B 61D-61F 6D4 7F9 F0D-F11 F14 1802-1803 1808-1809 1944-1945 2762-2763 2CF9 2CFE 2E2E
  2E53-2E54 A60E A876-A877 FE15-FE16 FE56-FE57 FF01 FF1F 115C4-115C5 11C71
GL A0 34F 35C-362 F08 F0C F12 FD9-FDA 180E 1DCD 1DFC 2007 2011 202F 13430-13436 13439-1343B 16FE4
HL 5D0-5F2 FB1D FB1F-FB28 FB2A-FB4F
HY 2D
ID 23F1-23F2 2600-2603 2618 261A-261C 261E-261F 2639-263B 2668 26BF-26C8 26CD 26CF-26D1 26D3 26D8-26D9
  26DC 26DF-26E1 26F1-26F4 26F7-26F8 26FE-2704 2708-2709 2764 303F FF66 FF71-FF9D FFA0-FFDC 1F000-1F02B
  1F030-1F093 1F0A0-1F0AE 1F0B1-1F0BF 1F0C1-1F0CE 1F0D1-1F0F5 1F10D-1F10F 1F16D-1F16F 1F1AD 1F321-1F336
  1F37D 1F394-1F39B 1F39E-1F39F 1F3CD-1F3F7 1F43F-1F441 1F4FD-1F4FE 1F54A-1F573 1F576-1F579 1F57B-1F58F
  1F591-1F594 1F597-1F5D3 1F5DC-1F5F3 1F5FA 1F6C6-1F6CB 1F6CD-1F6D4 1F6E0-1F6EA 1F6F0-1F6F3 1F7D5-1F7D8
  1F8B0-1F8B1 1F93B 1F946 1FA60-1FA6D
IN 2024-2026 22EF FE19 10AF6
IS 2C 2E 3A-3B 37E 589 60C-60D 7F8 2044 FE10 FE13-FE14
JL 1100-115F A960-A97C
JT 11A8-11FF D7CB-D7FB
JV 1160-11A7 D7B0-D7C6
NS 17D6 203C-203D 2047-2049 3005 301C 303B-303C 309B-309E 30A0 30FB 30FD-30FE A015 FE54-FE55 FF1A-FF1B
  FF65 FF9E-FF9F 16FE0-16FE3 1F679-1F67B
NU 66B-66C 11F50-11F59 1E4F0-1E4F9
OP A1 BF 2E18 13258-1325A 13286 13288 13379 13437 1343C 1343E 145CE 1E95E-1E95F
PO 25 A2 B0 609-60B 66A 9F2-9F3 9F9 D79 2030-2037 2057 20A7 20B6 20BB 20BE 20C0 2103 2109 A838 FDFC FE6A
  FF05 FFE0 11FDD-11FE0 1ECAC 1ECB0
PR 24 2B 5C A3-A5 B1 58F 7FE-7FF 9FB AF1 BF9 E3F 17DB 20A0-20A6 20A8-20B5 20B7-20BA 20BC-20BD 20BF
  20C1-20CF 2116 2212-2213 FE69 FF04 FFE1 FFE5-FFE6 1E2FF
QU 22 27 275B-2760 2E00-2E0B 1F676-1F678
RI 1F1E6-1F1FF
SA E01-E30 E32-E33 E40-E46 E81-EB0 EB2-EB3 EBD-EC6 EDC-EDF 1000-102A 103F 1050-1055 105A-105D 1061
  1065-1066 106E-1070 1075-1081 108E 109E-109F 1780-17B3 17D7 17DC 1950-19C9 19DA-19DF 1A20-1A54
  1AA0-1AAD A9E0-A9E4 A9E6-A9EF A9FA-A9FE AA60-AA7A AA7E-AAAF AAB1 AAB5-AAB6 AAB9-AABD AAC0 AAC2-AADF
  11700-1171A 1173A-1173B 1173F-11746
SP 20
SY 2F
WJ 2060 FEFF
ZW 200B
ZWJ 200D
"""


class _Classes(dict[int, str]):
    """The letter of each character's class, found when it is first met."""

    def __missing__(self, code: int) -> str:
        character, ranges = chr(code), _ranges()
        category, width = unicodedata.category(character), unicodedata.east_asian_width(character)
        name = _BY_CATEGORY.get(category, "AL")
        at = bisect_right(ranges, code, key=lambda one: one[0]) - 1
        if at >= 0 and code <= ranges[at][1]:
            name = ranges[at][2]
        elif 0xAC00 <= code <= 0xD7A3:  # syllables of Hangul
            name = "H3" if (code - 0xAC00) % 28 else "H2"
        elif category[0] == "M" or category in ("Cc", "Cf"):
            name = "CM"
        elif category == "Cn":
            name = "ID" if 0x20000 <= code < 0x40000 else "AL"
        elif width in "FW" and name in ("AL", "NU"):
            name = "ID"
        letter = self[code] = _LETTERS[f"{name}E" if name in ("OP", "CP") and width in "FWH" else name]
        return letter


_CLASSES = _Classes()


@cache
def _ranges() -> list[tuple[int, int, str]]:
    """The first and the last character of each range, in order, and its class."""
    found: list[tuple[int, int, str]] = []
    for whole in re.split(r"\n(?=\w)", _RANGES.strip()):
        name, *words = whole.split()
        found += [(int(word.split("-")[0], 16), int(word.split("-")[-1], 16), name) for word in words]
    return sorted(found)


@cache
def _pairs() -> list[set[str]]:
    """The pairs of classes without a break between them, and those without one after spaces."""
    tables = (_PAIRS, _HELD)
    return [{one + two for left, right in rules for one, two in product(left, right)} for rules in tables]


@lru_cache(maxsize=2048)
def break_points(text: str) -> tuple[int, ...]:
    """The indexes within the text at which a new line may begin; after a line end one has to."""
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
    together, held = _pairs()
    points: list[int] = []
    for match in _NOT_LETTERS.finditer(classes):
        at = match.end()
        last, one = classes[at - 1], classes[at]
        if one in " zk" and last != "k":
            continue
        if last in " zk":
            ends = last != " " or classes[:at].rstrip(" ")[-1:] + one not in held
        else:
            flags = one == "r" and (at - len(classes[:at].rstrip("r"))) % 2
            ends = last + one not in together and not flags
        if last == "k" or (ends and kept[at] not in joined):
            points.append(kept[at])
    return tuple(sorted({*points, *_between_words(text)}))


def _between_words(text: str) -> Iterator[int]:
    """The indexes between the words of scripts without spaces; none without ICU's dictionaries."""
    if text.isascii() or not _UNSPACED.search(text) or not has_package("icu4py"):
        return
    breakers = optional("icu4py.breakers", "dividing such texts")
    for run in _UNSPACED.finditer(text):
        segments = breakers.LineBreaker(run[0], "th").segments()
        yield from (run.start() + end for _, end in segments if end < len(run[0]))


def is_unspaced(text: str, at: int) -> bool:
    """Whether a place in a text is within letters that have no spaces between their words."""
    return not text.isascii() and any(run.start() < at < run.end() for run in _UNSPACED.finditer(text))


@cache
def _dictionary(language: str) -> Any:
    import pyphen

    found = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=found) if found else None


def knows(language: str) -> bool:
    """Whether words of this language can be divided."""
    return _dictionary(language) is not None


def hyphens(text: str, language: str) -> Iterator[int]:
    """The indexes at which words of the text may be divided."""
    dictionary = _dictionary(language)
    for match in _WORD.finditer(text) if dictionary else ():
        for place in dictionary.positions(match[0]):
            if 2 <= place <= len(match[0]) - 3:  # a syllable of one letter looks lost
                yield match.start() + place
