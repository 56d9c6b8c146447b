"""The order of left-to-right and right-to-left text on a line, by the bidirectional algorithm (UAX 9)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_BRACKETS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎"
    "⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))
_PAIRS = f"{_BRACKETS}<>«»‹›≤≥"
MIRRORED = str.maketrans(_PAIRS, "".join(b + a for a, b in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)))
_SAME = {0x2329: 0x3008, 0x232A: 0x3009}  # canonically equivalent
_DEEPEST = 125
_EXPLICIT = {"RLE": ("R", ""), "LRE": ("L", ""), "RLO": ("R", "R"), "LRO": ("L", "L")}
_ISOLATES = ("LRI", "RLI", "FSI")
_REMOVED = frozenset(("RLE", "LRE", "RLO", "LRO", "PDF", "BN"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"))
# Characters that can make a text other than left to right: right-to-left scripts, Arabic digits, controls.
_MIXED = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def is_mixed(text: str) -> bool:
    """Whether some of the text may run from right to left."""
    return not text.isascii() and _MIXED.search(text) is not None


@lru_cache(maxsize=1024)
def levels(text: str, base: int | None = None) -> tuple[int, tuple[int, ...]]:
    """The level of a paragraph and of each of its characters: those with odd levels run from right to left.

    `base` is the paragraph's level, 0 or 1; by default that of the first letter with a direction.
    """
    classes = [unicodedata.bidirectional(one) or "L" for one in text]
    if base is None:
        base = _first_strong(classes, 0, len(classes)) or 0
    found, resolved = _explicit(classes, base)
    for sequence in _sequences(classes, found, resolved):
        _resolve(text, classes, found, resolved, sequence, base)
    for index, one in enumerate(resolved):  # I1, I2
        level = found[index]
        if one == "R":
            found[index] = level | 1
        elif one in ("AN", "EN") or (one == "L" and level % 2):
            found[index] = (level + 2) & ~1
    level = base
    for index, one in enumerate(classes):  # removed characters go with what is before them
        if one in _REMOVED:
            found[index] = level
        level = found[index]
    _reset(classes, found, base)
    return base, tuple(found)


def visual(levels_: Sequence[int]) -> list[int]:
    """The indexes of parts with these levels, from left to right (rule L2)."""
    order = list(range(len(levels_)))
    for level in range(max(levels_, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels_[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order


def _first_strong(classes: Sequence[str], start: int, end: int) -> int | None:
    """The level of the first strong character, those in isolates left out (P2, P3)."""
    depth = 0
    for one in classes[start:end]:
        if one in _ISOLATES:
            depth += 1
        elif one == "PDI":
            if not depth and start:
                return None
            depth = max(0, depth - 1)
        elif not depth and one in ("L", "R", "AL"):
            return int(one != "L")
    return None


def _explicit(classes: Sequence[str], base: int) -> tuple[list[int], list[str]]:  # noqa: C901
    """Levels by the explicit controls, and classes with overrides (X1 to X8)."""
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    too_many = embedded = isolates = 0
    found, resolved = [], list(classes)
    for index, one in enumerate(classes):
        level, override, _ = stack[-1]
        if one == "PDI":
            if too_many:
                too_many -= 1
            elif isolates:
                embedded = 0
                while not stack[-1][2]:
                    stack.pop()
                stack.pop()
                isolates -= 1
            level, override, _ = stack[-1]
        found.append(base if one == "B" else level)
        if override and one not in _REMOVED and one != "B":
            resolved[index] = override
        if one in _EXPLICIT or one in _ISOLATES:
            isolate = one in _ISOLATES
            room = not too_many and not embedded and level < _DEEPEST
            if one == "FSI":
                rtl = room and _first_strong(classes, index + 1, len(classes)) == 1
            else:
                rtl = one[0] == "R"
            deeper = (level + 1) | 1 if rtl else (level + 2) & ~1
            if room and deeper <= _DEEPEST:
                stack.append((deeper, "" if isolate else _EXPLICIT[one][1], isolate))
                isolates += isolate
                if not isolate:
                    found[-1] = deeper
            elif isolate:
                too_many += 1
            elif not too_many:
                embedded += 1
        elif one == "PDF" and not too_many:
            if embedded:
                embedded -= 1
            elif not stack[-1][2] and len(stack) > 1:
                stack.pop()
    return found, resolved


def _sequences(classes: Sequence[str], found: Sequence[int], resolved: list[str]) -> list[list[int]]:
    """The indexes of the isolating run sequences (X10)."""
    runs: list[list[int]] = []
    for index, one in enumerate(classes):
        if one in _REMOVED:
            continue
        if runs and found[runs[-1][-1]] == found[index]:
            runs[-1].append(index)
        else:
            runs.append([index])
    whole: list[list[int]] = []
    open_: list[list[int]] = []  # sequences that end with an initiator of an isolate
    for run in runs:
        if classes[run[0]] == "PDI" and open_:
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
    classes: Sequence[str],
    found: Sequence[int],
    resolved: list[str],
    sequence: list[int],
    base: int,
) -> None:
    """The classes of a sequence as L, R, EN and AN (W1 to N2)."""
    level = found[sequence[0]]
    first, last = sequence[0] - 1, sequence[-1] + 1
    while first >= 0 and classes[first] in _REMOVED:
        first -= 1
    while last < len(classes) and classes[last] in _REMOVED:
        last += 1
    before = found[first] if first >= 0 else base
    after = found[last] if last < len(classes) and classes[sequence[-1]] not in _ISOLATES else base
    starts, ends = (("L", "R")[max(level, other) % 2] for other in (before, after))
    types = [resolved[index] for index in sequence]
    _weak(types, starts)
    own = ("L", "R")[level % 2]
    _brackets(
        "".join(text[index] for index in sequence), [classes[index] for index in sequence], types, own, starts
    )
    start = 0
    while start < len(types):  # N1, N2
        end = start
        while end < len(types) and types[end] in _NEUTRAL:
            end += 1
        if end > start:
            left = _strong(types[start - 1]) if start else starts
            right = _strong(types[end]) if end < len(types) else ends
            types[start:end] = [left if left == right else own] * (end - start)
        start = end + 1
    for index, one in zip(sequence, types, strict=True):
        resolved[index] = one


def _strong(one: str) -> str:
    """The direction of a class for neutral characters beside it; "" for none."""
    return "R" if one in ("R", "AL", "AN", "EN") else one if one == "L" else ""


def _weak(types: list[str], starts: str) -> None:
    """Numbers, their signs, and marks (W1 to W7)."""
    last = starts
    for index, one in enumerate(types):  # W1
        if one == "NSM":
            types[index] = "ON" if last in (*_ISOLATES, "PDI") else last
        last = types[index]
    strong = starts
    for index, one in enumerate(types):  # W2, W3
        if one in ("L", "R", "AL"):
            strong = one
        elif one == "EN" and strong == "AL":
            types[index] = "AN"
    types[:] = ["R" if one == "AL" else one for one in types]
    for index in range(1, len(types) - 1):  # W4
        left, one, right = types[index - 1 : index + 2]
        if left == right and ((one == "ES" and left == "EN") or (one == "CS" and left in ("EN", "AN"))):
            types[index] = left
    start = 0
    while start < len(types):  # W5, W6
        end = start
        while end < len(types) and types[end] == "ET":
            end += 1
        if end > start:
            number = "EN" in types[max(start - 1, 0) : start] or "EN" in types[end : end + 1]
            types[start:end] = ["EN" if number else "ON"] * (end - start)
        start = end + 1
    strong = starts
    for index, one in enumerate(types):  # W6, W7
        if one in ("ES", "CS"):
            types[index] = "ON"
        elif one in ("L", "R"):
            strong = one
        elif one == "EN" and strong == "L":
            types[index] = "L"


def _brackets(text: str, classes: Sequence[str], types: list[str], own: str, starts: str) -> None:
    """Pairs of brackets get one direction (N0)."""
    for opening, closing in _bracket_pairs(text.translate(_SAME), types):
        inside = {_strong(one) for one in types[opening + 1 : closing]}
        direction = own if own in inside else ""
        if not direction and inside - {""}:
            context = next((_strong(one) for one in reversed(types[:opening]) if _strong(one)), starts)
            direction = context if context in inside else own
        if direction:
            for index in (opening, closing):
                types[index] = direction
                index += 1
                while index < len(types) and classes[index] == "NSM":
                    types[index] = direction
                    index += 1


def _bracket_pairs(text: str, types: Sequence[str]) -> list[tuple[int, int]]:
    """The indexes of pairs of brackets, in the order of the opening ones (BD16)."""
    stack: list[tuple[str, int]] = []
    found = []
    closing = frozenset(_CLOSING.values())
    for index, one in enumerate(text):
        if types[index] != "ON":
            continue
        if one in _CLOSING:
            if len(stack) == 63:
                return []
            stack.append((_CLOSING[one], index))
        elif one in closing:
            for depth in range(len(stack) - 1, -1, -1):
                if stack[depth][0] == one:
                    found.append((stack[depth][1], index))
                    del stack[depth:]
                    break
    return sorted(found)


def _reset(classes: Sequence[str], found: list[int], base: int) -> None:
    """Separators, and spaces before them or at the end, have the paragraph's level (L1)."""
    trailing = True
    for index in range(len(classes) - 1, -1, -1):
        one = classes[index]
        if one in ("B", "S"):
            found[index], trailing = base, True
        elif one in ("WS", "FSI", "LRI", "RLI", "PDI") or one in _REMOVED:
            if trailing:
                found[index] = base
        else:
            trailing = False
