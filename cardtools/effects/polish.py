"""The stages between expansion and the finished list: each takes lines and returns lines (Doc 4.7.3, 4.7.4).

The stages work on the whole list as one text where they can, since no phrase reaches over a line end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cardtools.errors import Diagnostic, InputError, Location
from cardtools.files import read_text, shown

_SPACES = re.compile(" {2,}")
_NOUNS = ("card", "spell", "creature", "target")
_FORMS = (r"one (\w+) {}s\b", r"one (\w+ \d+) {}s\b", r"one (.+?) {}s\b")
_AGREEMENTS = [(re.compile(form.format(noun)), rf"one \1 {noun}") for form in _FORMS for noun in _NOUNS]


def dedupe(lines: Sequence[str]) -> list[str]:
    """Each line once, where it first appears."""
    return list(dict.fromkeys(lines))


def drop(lines: Sequence[str], phrases: Sequence[str]) -> list[str]:
    """The lines that contain none of the phrases; double spaces become one, ends are stripped (G2)."""
    tidy = _SPACES.sub(" ", "\n".join(lines)).split("\n") if lines else []
    stripped = [line.strip() for line in tidy]
    if not phrases:
        return stripped
    unwanted = re.compile("|".join(map(re.escape, phrases))).search
    return [line for line in stripped if not unwanted(line)]


def replace(lines: Sequence[str], rules: Mapping[str, str]) -> list[str]:
    """Each rule in order, on the result of the one before (G3)."""
    if not lines:
        return []
    text = "\n".join(lines)
    for old, new in rules.items():
        text = text.replace(old, new)
    return text.split("\n")


def agree(lines: Sequence[str]) -> list[str]:
    """`one <words> cards` becomes singular, for cards, spells, creatures and targets (Doc 4.7.8, G2).

    Twelve rules in a fixed order, the last of them lazy: it reaches over whatever lies between "one" and the
    next plural, so "one card to draw two cards" becomes "one card to draw two card". Projects whose texts
    have both leave the stage out.
    """
    if not lines:
        return []
    text = "\n".join(lines)
    for pattern, singular in _AGREEMENTS:
        text = pattern.sub(singular, text)
    return text.split("\n")


def polish(
    lines: Sequence[str], stages: Sequence[str], phrases: Sequence[str], rules: Mapping[str, str]
) -> list[str]:
    """The lines after the named stages, in the order given; a stage may come twice or not at all (G1)."""
    functions: dict[str, Callable[[Sequence[str]], list[str]]] = {
        "dedupe": dedupe,
        "drop": lambda lines: drop(lines, phrases),
        "replace": lambda lines: replace(lines, rules),
        "agree": agree,
        "sort": sorted,
        "capitalise": lambda lines: [line.capitalize() for line in lines],
    }
    result = list(lines)
    for stage in stages:
        result = functions[stage](result)
    return result


def read_phrases(path: Path) -> list[str]:
    """The phrases of a removal file, one a line; blank lines and # comments are ignored."""
    lines = map(str.strip, read_text(path).split("\n"))
    return [line for line in lines if line and not line.startswith("#")]


def read_replacements(path: Path) -> dict[str, str]:
    """The rules of a replacement file: `old: new`, split at the first colon, both sides stripped (G3).

    A repeated left side keeps its first position and its last value. Raises InputError with every line that
    has no colon or nothing before it (GEN013).
    """
    rules: dict[str, str] = {}
    problems = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip() or line.strip().startswith("#"):
            continue
        old, colon, new = line.partition(":")
        if not colon or not old.strip():
            message = f"{line.strip()!r} is no replacement"
            hint = "write old phrase: new phrase, or begin the line with # to switch it off"
            problems.append(
                Diagnostic(Location(shown(path), number, 1), message, hint, "GEN013", "bad-replacement")
            )
        rules[old.strip()] = new.strip()
    if problems:
        raise InputError(problems)
    return rules
