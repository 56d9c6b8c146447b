"""The stages between expansion and the finished list: each takes lines and returns lines (Doc 4.7.3, 4.7.4).

Where possible a stage works on the whole list as one text: no phrase contains a line end.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

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
    """Each rule applied to the result of the one before. Raises InputError where lines become too long."""
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
    """`one <words> cards` becomes singular, for cards, spells, creatures and targets (Doc 4.7.8): twelve
    rules in order. The last four match anything up to the next plural, as in "one card to draw two cards";
    projects with such texts leave this stage out.
    """
    if not lines:
        return []
    text = "\n".join(lines)
    for form, noun in itertools.product(_FORMS, NOUNS):
        text = re.sub(form.format(noun), rf"one \1 {noun}", text)
    return text.split("\n")


class Stages(NamedTuple):
    """What is done to the combinations: the stages by name, in order (one may come twice or not at all), the
    phrases that `drop` looks for, and what `replace` writes for others.
    """

    names: Sequence[str] = ()
    phrases: Sequence[str] = ()
    replacements: Mapping[str, str] = {}

    def only(self, *names: str) -> Stages:
        """These stages, with the same phrases."""
        return self._replace(names=names)

    def without(self, *names: str) -> Stages:
        """The other stages."""
        return self.only(*[name for name in self.names if name not in names])

    def polish(self, lines: Sequence[str]) -> list[str]:
        """The lines after all stages."""
        functions: dict[str, Callable[[Sequence[str]], list[str]]] = {
            "dedupe": dedupe,
            "drop": lambda lines: drop(lines, self.phrases),
            "replace": lambda lines: replace(lines, self.replacements),
            "agree": agree,
            "sort": sorted,
            "capitalise": lambda lines: [line.capitalize() for line in lines],
        }
        result = list(lines)
        for name in self.names:
            size = _PART if name in PER_LINE else max(1, len(result))
            parts = [functions[name](result[start : start + size]) for start in range(0, len(result), size)]
            result = list(itertools.chain.from_iterable(parts))
        return result

    def polish_rows(self, rows: RowColumns) -> RowColumns:
        """The rows with their effects after stages of a single line; a dropped effect takes its row along."""
        for name in self.names:
            if name == "drop":
                effects = tidy(rows["effect"])
                unwanted = containing(effects, self.phrases)
                rows = where({**rows, "effect": effects}, [at not in unwanted for at in range(len(effects))])
            else:
                rows = {**rows, "effect": self.only(name).polish(rows["effect"])}
        return rows

    def trace(self, lines: Sequence[str]) -> Iterator[tuple[str, Sequence[int], list[str]]]:
        """After each stage of single lines: its name, the positions in `lines` of those left, and these."""
        rows: RowColumns = {"position": range(len(lines)), "effect": lines}
        for name in filter(PER_LINE.__contains__, self.names):
            rows = self.only(name).polish_rows(rows)
            yield name, rows["position"], list(rows["effect"])

    def dropping_phrase(self, text: str) -> str:
        """The phrase that drops the text on its way through the stages; "" where none does."""
        for name in self.names:
            if name == "drop" and (found := [phrase for phrase in self.phrases if phrase in tidy([text])[0]]):
                return found[0]
            (text,) = self.only(name).polish([text])
        return ""

    def groups(self) -> list[tuple[str, ...]]:
        """The stages that matter, in groups that are done together: of a single line, or ordering. Of several
        `sort`, and of several `dedupe`, only the last counts, since what lies between is the same for equal
        lines.
        """
        names = list(self.names)
        for name in ("sort", "dedupe"):
            for _ in range(names.count(name) - 1):
                names.remove(name)
        return [tuple(group) for _, group in itertools.groupby(names, PER_LINE.__contains__)]


def where(rows: RowColumns, wanted: Sequence[bool]) -> RowColumns:
    """The wanted rows."""
    return {name: list(itertools.compress(cells, wanted)) for name, cells in rows.items()}


def phrase_lines(path: Path) -> Iterator[tuple[Location, str]]:
    """The phrases of a file with their places; blank lines and # comments are none. Raises InputError."""
    name, most = shown(path), limits().effect_characters
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = line.strip()
        if len(text) > most:
            hint = raise_hint("effect_characters")
            raise bad_input(name, f"a phrase of {len(text):,} characters", hint, number)
        if text and not text.startswith("#"):
            yield Location(name, number, len(line) - len(line.lstrip()) + 1), text


def split_replacement(line: str) -> tuple[str, str] | None:
    r"""Both sides of `old: new`, where `\:` is a colon of the old phrase; None where it is none."""
    match = re.match(r"((?:\\:|[^:\\]|\\(?!:))+):(.*)", line)
    old = match[1].replace("\\:", ":").strip() if match else ""
    return (old, match[2].strip()) if match and old else None


def read_replacements(path: Path) -> dict[str, str]:
    """The rules of a replacement file, by old phrase. Raises InputError with every bad line (GEN013)."""
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
