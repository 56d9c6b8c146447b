"""The order of left-to-right and right-to-left text on a line, by the bidirectional algorithm (UAX 9)."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

_BRACKETS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎"
    "⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))
_PAIRS = f"{_BRACKETS}<>«»‹›≤≥"
MIRRORED = str.maketrans(_PAIRS, "".join(b + a for a, b in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)))
_SAME = {0x2329: 0x3008, 0x232A: 0x3009}  # canonically equivalent
_DEEPEST = 125
# A letter for each class, so that the classes of a text are a text as long.
_LETTERS = {
    "L": "L", "R": "R", "AL": "A", "EN": "1", "AN": "2", "ES": "+", "ET": "%", "CS": ",", "NSM": "m",
    "B": "b", "S": "s", "WS": " ", "ON": "o", "LRI": "l", "RLI": "r", "FSI": "f", "PDI": "p", "LRE": "<",
    "RLE": ">", "LRO": "(", "RLO": ")", "PDF": "d", "BN": "x",
}  # fmt: skip
_ISOLATES, _REMOVED, _NEUTRAL = "lrf", "<>()dx", re.compile("[bs olrfp]+")
_EXPLICIT = {"<": "", ">": "", "(": "L", ")": "R"}  # with the class that they give all letters
_AT_ENDS = re.compile(r"(?<![ lrfp<>()dx])[ lrfp<>()dx]*+(?:[bs]|\Z)")
_STRONG = {**dict.fromkeys("RA12", "R"), "L": "L"}  # the direction for neutral characters beside it
# Characters that can make a text other than left to right: right-to-left scripts, Arabic digits, controls.
_MIXED = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


@lru_cache(maxsize=1024)
def levels(text: str, base: int | None = None) -> tuple[int, tuple[int, ...]]:
    """The level of a paragraph (None: by its first strong letter), and of each character; odd: leftwards."""
    if not base and (text.isascii() or not _MIXED.search(text)):
        return 0, (0,) * len(text)
    classes = "".join(_LETTERS[unicodedata.bidirectional(one) or "L"] for one in text)
    base = _first_strong(classes, 0) or 0 if base is None else base
    found, resolved = _explicit(classes, base)
    kept = [index for index, one in enumerate(classes) if one not in _REMOVED]
    for sequence in _sequences(classes, found, kept):
        types = _resolve(text, classes, found, resolved, sequence, base, kept)
        for index, one in zip(sequence, types, strict=True):
            resolved[index] = one
    for index in kept:  # I1, I2
        level, one = found[index], resolved[index]
        if one == "R":
            found[index] = level | 1
        elif one in "12" or level % 2:
            found[index] = (level + 2) & ~1
    level = base
    for index, one in enumerate(classes):  # removed characters go with what is before them
        if one in _REMOVED:
            found[index] = level
        level = found[index]
    for match in _AT_ENDS.finditer(classes):  # L1: separators, and spaces before them or at the end
        found[match.start() : match.end()] = [base] * len(match[0])
    return base, tuple(found)


def visual(levels_: Sequence[int]) -> list[int]:
    """The indexes of parts with these levels, from left to right (rule L2)."""
    order = list(range(len(levels_)))
    for level in range(max(levels_, default=0), 0, -1):
        runs = groupby(order, [one >= level for one in levels_].__getitem__)
        order = [index for turned, run in runs for index in (list(run)[::-1] if turned else run)]
    return order


def _first_strong(classes: str, start: int) -> int | None:
    """The level of the first strong character, those in isolates left out (P2, P3)."""
    depth = 0
    for one in classes[start:]:
        if one in _ISOLATES:
            depth += 1
        elif one == "p":
            if not depth and start:
                return None
            depth = max(0, depth - 1)
        elif not depth and one in "LRA":
            return int(one != "L")
    return None


def _explicit(classes: str, base: int) -> tuple[list[int], list[str]]:
    """Levels by the explicit controls, and classes with overrides (X1 to X8)."""
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    too_many = embedded = isolates = 0
    found, resolved = [], list(classes)
    for index, one in enumerate(classes):
        if one == "p" and too_many:
            too_many -= 1
        elif one == "p" and isolates:
            embedded = 0
            while not stack.pop()[2]:
                pass
            isolates -= 1
        level, override, _ = stack[-1]
        found.append(base if one == "b" else level)
        if override and one not in _REMOVED and one != "b":
            resolved[index] = override
        isolate = one in _ISOLATES
        if isolate or one in _EXPLICIT:
            room = not too_many and not embedded and level < _DEEPEST
            rtl = one in "r>)" or (one == "f" and room and _first_strong(classes, index + 1) == 1)
            deeper = (level + 1) | 1 if rtl else (level + 2) & ~1
            if room and deeper <= _DEEPEST:
                stack.append((deeper, _EXPLICIT.get(one, ""), isolate))
                isolates += isolate
                if not isolate:
                    found[-1] = deeper
            elif isolate:
                too_many += 1
            elif not too_many:
                embedded += 1
        elif one == "d" and not too_many:
            if embedded:
                embedded -= 1
            elif not stack[-1][2] and len(stack) > 1:
                stack.pop()
    return found, resolved


def _sequences(classes: str, found: Sequence[int], kept: Sequence[int]) -> list[list[int]]:
    """The indexes of the isolating run sequences (X10)."""
    whole: list[list[int]] = []
    open_: list[list[int]] = []  # sequences that end with an initiator of an isolate
    for _, group in groupby(kept, found.__getitem__):
        run = list(group)
        if classes[run[0]] == "p" and open_:
            sequence = open_.pop()
            sequence += run
        else:
            sequence = run
            whole.append(run)
        if classes[run[-1]] in _ISOLATES:
            open_.append(sequence)
    return whole


def _resolve(
    text: str,
    classes: str,
    found: Sequence[int],
    resolved: list[str],
    sequence: list[int],
    base: int,
    kept: Sequence[int],
) -> str:
    """The classes of a sequence as L, R and numbers (W1 to N2)."""
    level = found[sequence[0]]
    first, last = bisect_left(kept, sequence[0]), bisect_right(kept, sequence[-1])
    before = found[kept[first - 1]] if first else base
    after = found[kept[last]] if last < len(kept) and classes[sequence[-1]] not in _ISOLATES else base
    starts, ends, own = (("L", "R")[max(level, other) % 2] for other in (before, after, level))
    types = _weak("".join(resolved[index] for index in sequence), starts)
    letters, marks = ("".join(one[index] for index in sequence) for one in (text, classes))
    whole = starts + _brackets(letters, marks, types, own, starts) + ends

    def direction(match: re.Match[str]) -> str:  # N1, N2
        left, right = _STRONG[whole[match.start() - 1]], _STRONG[whole[match.end()]]
        return (left if left == right else own) * len(match[0])

    return _NEUTRAL.sub(direction, whole)[1:-1]


def _weak(types: str, starts: str) -> str:
    """Numbers, their signs, and marks (W1 to W7)."""
    types = starts + types
    types = re.sub("(.)(m+)", lambda m: m[1] + ("o" if m[1] in "lrfp" else m[1]) * len(m[2]), types)  # W1
    types = re.sub("A[^LRA]*", lambda m: m[0].replace("1", "2"), types).replace("A", "R")  # W2, W3
    types = re.sub("(?<=1)[+,](?=1)", "1", types)  # W4
    types = re.sub("(?<=2),(?=2)", "2", types)
    types = re.sub("%*+1[1%]*", lambda m: "1" * len(m[0]), types)  # W5
    types = re.sub("[+%,]", "o", types)  # W6
    return re.sub("L[^LR]*", lambda m: m[0].replace("1", "L"), types)[1:]  # W7


def _brackets(text: str, classes: str, types: str, own: str, starts: str) -> str:
    """Pairs of brackets get one direction (N0)."""
    found = list(types)
    for opening, closing in _bracket_pairs(text.translate(_SAME), types):
        inside = {_STRONG[one] for one in found[opening + 1 : closing] if one in _STRONG}
        if not inside:
            continue
        direction = own
        if own not in inside:
            context = next((_STRONG[one] for one in reversed(found[:opening]) if one in _STRONG), starts)
            direction = context if context in inside else own
        for index in (opening, closing):
            end = next((at for at in range(index + 1, len(types)) if classes[at] != "m"), len(types))
            found[index:end] = [direction] * (end - index)
    return "".join(found)


def _bracket_pairs(text: str, types: str) -> list[tuple[int, int]]:
    """The indexes of pairs of brackets, in the order of the opening ones (BD16)."""
    stack: list[tuple[str, int]] = []
    found = []
    for index, one in enumerate(text):
        if types[index] != "o":
            continue
        if one in _CLOSING:
            if len(stack) == 63:
                return []
            stack.append((_CLOSING[one], index))
        elif one in dict(stack):
            depth = max(at for at, (closing, _) in enumerate(stack) if closing == one)
            found.append((stack[depth][1], index))
            del stack[depth:]
    return sorted(found)
