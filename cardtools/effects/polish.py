"""The stages between expansion and the finished list: each takes lines and returns lines (Doc 4.7.3, 4.7.4).

Where possible a stage works on the whole list as one text: no phrase contains a line end.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardtools.ground.errors import InputError, Location, bad_input
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.limits import limits, raise_hint

PER_LINE = ("drop", "replace", "agree", "capitalise")  # the stages that look at one line at a time
# Lines joined into one text: more would not stay in the processor's cache, and take twice the time.
_PART = 500
RowColumns = dict[str, Sequence[Any]]  # cells by column; the texts are the column `effect`
NOUNS = ("card", "spell", "creature", "target")
_FORMS = (r"one (\w+) {}s\b", r"one (\w+ \d+) {}s\b", r"one (.+?) {}s\b")


def dedupe(lines: Sequence[str]) -> list[str]:
    """Each line once, where it first appears."""
    return list(dict.fromkeys(lines))


def tidy(lines: Sequence[str]) -> list[str]:
    """The lines with double spaces made one and without spaces at their ends: the first step of `drop`."""
    text = "\n".join(lines)
    while "  " in text:
        text = text.replace("  ", " ")
    return [line.strip() for line in text.split("\n")] if lines else []


def containing(lines: Sequence[str], phrases: Sequence[str]) -> set[int]:
    """The positions of the lines that contain one of the phrases."""
    text = "\n".join(lines)
    found: set[int] = set()
    for phrase in phrases:
        # Searching the whole text and counting line ends is faster than searching line by line.
        counted = number = 0
        start = text.find(phrase) if lines and _may_contain(text, phrase) else -1
        while start >= 0:
            number += text.count("\n", counted, start)
            found.add(number)
            counted = text.find("\n", start)
            if counted < 0:
                break
            start = text.find(phrase, counted + 1)
    return found


def _may_contain(text: str, phrase: str) -> bool:
    """False if a character is missing, which is much faster to find out than whether the phrase is."""
    return all(map(text.__contains__, phrase))


def drop(lines: Sequence[str], phrases: Sequence[str]) -> list[str]:
    """The tidied lines that contain none of the phrases (Doc 4.7.4)."""
    lines = tidy(lines)
    unwanted = containing(lines, phrases)
    return [line for number, line in enumerate(lines) if number not in unwanted] if unwanted else lines


def replace(lines: Sequence[str], rules: Mapping[str, str]) -> list[str]:
    """Each rule in order, applied to the result of the one before.

    Raises InputError where the lines become longer than effects may be.
    """
    if not lines:
        return []
    text = "\n".join(lines)
    most = len(lines) * limits().effect_characters
    for old, new in rules.items():
        if _may_contain(text, old):
            # A phrase may be written so often, and so often again, that no memory would hold the text.
            if len(text) // len(old) * len(new) > most and len(text) + text.count(old) * len(new) > most:
                message = f"replacing {old!r} makes the effects too long"
                raise bad_input("phrase replacements", message, raise_hint("effect_characters"))
            text = text.replace(old, new)
    return text.split("\n")


def agree(lines: Sequence[str]) -> list[str]:
    """`one <words> cards` becomes singular, for cards, spells, creatures and targets (Doc 4.7.8).

    Twelve rules in a fixed order. The last four match anything between "one" and the next plural, so "one
    card to draw two cards" becomes "one card to draw two card". Projects whose texts have both leave this
    stage out.
    """
    if not lines:
        return []
    text = "\n".join(lines)
    for form, noun in itertools.product(_FORMS, NOUNS):
        text = re.sub(form.format(noun), rf"one \1 {noun}", text)
    return text.split("\n")


def polish(
    lines: Sequence[str], stages: Sequence[str], phrases: Sequence[str], rules: Mapping[str, str]
) -> list[str]:
    """The lines after the named stages, in the order given; a stage may come twice or not at all."""
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
        size = _PART if stage in PER_LINE else max(1, len(result))
        parts = [functions[stage](result[start : start + size]) for start in range(0, len(result), size)]
        result = list(itertools.chain.from_iterable(parts))
    return result


def polish_rows(
    rows: RowColumns, stages: Sequence[str], phrases: Sequence[str], rules: Mapping[str, str]
) -> RowColumns:
    """The rows with their effects after stages of a single line; a dropped effect takes its row with it."""
    for stage in stages:
        if stage == "drop":
            effects = tidy(rows["effect"])
            unwanted = containing(effects, phrases)
            wanted = [number not in unwanted for number in range(len(effects))]
            rows = where({**rows, "effect": effects}, wanted)
        else:
            rows = {**rows, "effect": polish(rows["effect"], [stage], [], rules)}
    return rows


def where(rows: RowColumns, wanted: Sequence[bool]) -> RowColumns:
    """The wanted rows."""
    return {name: list(itertools.compress(cells, wanted)) for name, cells in rows.items()}


def phrase_lines(path: Path) -> Iterator[tuple[Location, str]]:
    """The lines of a file of phrases, stripped, with their places; blank lines and # comments are ignored.

    Raises InputError where a phrase is longer than any effect may be.
    """
    name, most = shown(path), limits().effect_characters
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = line.strip()
        if len(text) > most:
            hint = raise_hint("effect_characters")
            raise bad_input(name, f"a phrase of {len(text):,} characters", hint, number)
        if text and not text.startswith("#"):
            yield Location(name, number, len(line) - len(line.lstrip()) + 1), text


def read_phrases(path: Path) -> list[str]:
    """The phrases of a removal file, one a line."""
    return [text for _, text in phrase_lines(path)]


def split_replacement(line: str) -> tuple[str, str] | None:
    r"""Both sides of `old: new`, split at the first colon and stripped; `\:` is a colon of the old phrase.

    None where the line has no colon, or nothing before it.
    """
    match = re.match(r"((?:\\:|[^:\\]|\\(?!:))+):(.*)", line)
    old = match[1].replace("\\:", ":").strip() if match else ""
    return (old, match[2].strip()) if match and old else None


def read_replacements(path: Path) -> dict[str, str]:
    """The rules of a replacement file (`split_replacement`).

    A repeated left side keeps its first position and its last value. Raises InputError with every line that
    has no colon, or nothing before it (GEN013).
    """
    rules: dict[str, str] = {}
    problems = []
    for place, line in phrase_lines(path):
        if rule := split_replacement(line):
            rules[rule[0]] = rule[1]
        else:
            from cardtools.effects.effect_checks import BAD_REPLACEMENT

            message = f"invalid replacement {line!r}"
            hint = "write old phrase: new phrase, or start the line with # to disable it"
            problems.append(BAD_REPLACEMENT.finding(place, message, hint))
    if problems:
        raise InputError(problems)
    return rules
