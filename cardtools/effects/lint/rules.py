"""Checks of the phrases that are dropped and replaced: GEN010 to GEN012, GEN014, GEN015."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtools.errors import Diagnostic, Location
from cardtools.files import read_text, shown


@dataclass(frozen=True, slots=True)
class Line:
    """A rule as written: a phrase to drop, or one to replace (`new`), and its place."""

    location: Location
    text: str
    new: str = ""


def read_rule_lines(path: Path, replacements: bool = False) -> list[Line]:
    """The rules of a removal file or (`replacements`) a replacement file with their places, repeats too.

    What is no replacement is left out (GEN013 tells it).
    """
    found = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        place = Location(shown(path), number, line.index(text) + 1)
        if not replacements:
            found.append(Line(place, text))
            continue
        old, colon, new = text.partition(":")
        if colon and old.strip():
            found.append(Line(place, old.strip(), new.strip()))
    return found


def dead_filters(phrases: Iterable[Line], texts: Sequence[str]) -> Iterator[Diagnostic]:
    """GEN010: phrases that no line contains. `texts` are the lines where phrases are dropped, joined."""
    for phrase in phrases:
        if not any(phrase.text in text for text in texts):
            message = f"no combination contains {phrase.text!r}"
            yield Diagnostic(
                phrase.location,
                message,
                "correct the phrase, or take it out",
                "GEN010",
                "dead-filter",
                "info",
            )


def greedy_filters(phrases: Iterable[Line], texts: Sequence[str]) -> Iterator[Diagnostic]:
    """GEN011: phrases that drop more than they say: "Draw 1" drops "Draw 10" as well.

    Told of a phrase that some lines contain as whole words and others only as a part of longer ones. A plural
    s is no longer word: who drops "fire unit" means "fire units", too.
    """
    for phrase in phrases:
        whole: dict[tuple[int, int], re.Match[str]] = {}
        longer: dict[tuple[int, int], re.Match[str]] = {}
        for number, text in enumerate(texts):
            for match in re.finditer(re.escape(phrase.text), text):
                line = (number, text.rfind("\n", 0, match.start()) + 1)
                (whole if _is_whole(match) else longer).setdefault(line, match)
        only = [(line, match) for line, match in longer.items() if line not in whole]
        if not whole or not only:
            continue
        (_, begin), match = only[0]
        line_text = match.string[begin:].partition("\n")[0]
        count = f" and {len(only) - 1:,} more" if len(only) > 1 else ""
        message = f"{phrase.text!r} also drops {line_text!r}{count}, where it is a part of a longer word"
        hint = f"write more of it, such as {_with_neighbours(next(iter(whole.values())))!r}"
        yield Diagnostic(phrase.location, message, hint, "GEN011", "greedy-filter", "warning")


def _with_neighbours(match: re.Match[str]) -> str:
    """The match with the word before it and the one behind it."""
    before = re.search(r"\w*[^\w\n]*$", match.string[: match.start()])
    behind = re.match(r"[^\w\n]*\w*", match.string[match.end() :])
    return f"{before and before[0]}{match[0]}{behind and behind[0]}".strip()


def _is_whole(match: re.Match[str]) -> bool:
    """Whether the words at both ends of the match end there; a plural s may follow."""
    text, start, end = match.string, match.start(), match.end()
    if start and text[start - 1].isalnum() and text[start].isalnum():
        return False
    if not text[end - 1].isalnum():
        return True
    tail = r"s?(?!\w)" if text[end - 1].isalpha() else r"(?!\w)"
    return re.compile(tail).match(text, end) is not None


def idle_replacements(rules: Iterable[Line]) -> Iterator[Diagnostic]:
    """GEN012: rules that replace a phrase by itself."""
    for rule in rules:
        if rule.text == rule.new:
            message = f"{rule.text!r} is replaced by itself"
            hint = "write what it should become, or take the line out"
            yield Diagnostic(rule.location, message, hint, "GEN012", "no-op-replacement", "warning")


def repeated_replacements(rules: Iterable[Line]) -> Iterator[Diagnostic]:
    """GEN014: left sides that stand in the file twice: the last new text rules, at the first place (G3)."""
    first: dict[str, Line] = {}
    for rule in rules:
        other = first.setdefault(rule.text, rule)
        if other is not rule:
            message = f"{rule.text!r} stands on line {other.location.line} already; only {rule.new!r} counts"
            yield Diagnostic(
                rule.location, message, "keep one of the two lines", "GEN014", "duplicate-key", "warning"
            )


def undone_replacements(rules: Sequence[Line], texts: Sequence[str]) -> Iterator[Diagnostic]:
    """GEN015: rules that write again what an earlier rule has replaced, and which nothing replaces then.

    `texts` are the lines that are replaced, joined; told of the rules that do it there, and of those
    whose new text contains the earlier phrase.
    """
    places: dict[str, Location] = {}
    for rule in rules:
        places.setdefault(rule.text, rule.location)
    # As `polish.read_replacements` has it: the first place and the last text of each phrase.
    last = {rule.text: rule.new for rule in rules}
    written = {(old, phrase) for old, new in last.items() for phrase in last if phrase in new}
    for text in texts:
        written |= _written_again(last, text)
    order = list(last)
    for position, old in enumerate(order):
        for phrase in order[:position]:
            if (old, phrase) in written and phrase not in last[phrase]:
                message = f"writes {phrase!r} again, which line {places[phrase].line} has replaced"
                hint = f"move it above line {places[phrase].line}"
                yield Diagnostic(places[old], message, hint, "GEN015", "replacement-order", "warning")


def _written_again(rules: Mapping[str, str], text: str) -> set[tuple[str, str]]:
    """Which rules make an earlier phrase appear in the text, where it was not before."""
    found: set[tuple[str, str]] = set()
    earlier: list[str] = []
    present: set[str] = set()
    for old, new in rules.items():
        changed = text.replace(old, new)
        if changed != text:
            text, before = changed, present
            present = {phrase for phrase in earlier if phrase in text}
            found |= {(old, phrase) for phrase in present - before}
        earlier.append(old)
        if old in text:
            present.add(old)
    return found
