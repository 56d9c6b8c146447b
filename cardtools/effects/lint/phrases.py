"""Checks of the phrases that are dropped and replaced: GEN010 to GEN012, GEN014, GEN015."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardtools.effects.input_files import removal_file
from cardtools.effects.lint.context import EffectFiles
from cardtools.effects.polish import phrase_lines, split_replacement
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, Location

DEAD_FILTER = Check.of("""GEN010 dead-filter info: no combination contains a phrase to drop
    source: Doc 4.7.4
    why: The phrase does nothing: it is misspelt, or what it dropped is no longer made.
    bad: draw zero cards, where every effect begins with Draw
    good: Draw zero cards
    fix: correct the phrase, or delete the line""")
GREEDY_FILTER = Check.of("""GEN011 greedy-filter warning: a phrase also drops effects in which it is part of a
    longer word
    source: Doc 4.7.4
    why: Phrases are compared letter by letter, so effects that you want may be missing. A plural s doesn't
    count.
    bad: Draw 1, which also drops Draw 10 cards.
    good: Draw 1 card
    fix: make the phrase longer""")
IDLE_REPLACEMENT = Check.of("""GEN012 no-op-replacement warning: a phrase is replaced by itself
    source: Doc 4.7.4
    why: The line does nothing, so probably one of its sides is wrong.
    bad: two cards: two cards
    good: two card: two cards
    fix: correct one side, or delete the line""")
DUPLICATE_KEY = Check.of("""GEN014 duplicate-key warning: a phrase has two replacements
    source: Doc 4.7.4
    why: Only the last replacement is used, at the place of the first.
    bad: card(s): card and card(s): cards
    good: card(s): cards
    fix: delete one of the lines""")
REPLACEMENT_ORDER = Check.of("""GEN015 replacement-order warning: a replacement brings back a phrase that was
    already replaced
    source: Doc 4.7.4
    why: Replacements are made from top to bottom, once, so the phrase stays in the effects.
    bad: card(s): cards above item(s): card(s)
    good: item(s): card(s) above card(s): cards
    fix: move the line above the one that replaces what it writes""")

DOUBLE_COLON = Check.of(r"""GEN023 double-colon warning: a replacement begins with a colon
    why: A line is split at its first colon, so the second one stands in the effects, and not in the phrase.
    bad: Wind:: <b>Wind:</b>, which makes Wind: one card. into : <b>Wind:</b>: one card.
    good: Wind\:: <b>Wind:</b>
    fix: write \: for a colon that belongs to the phrase""")


@dataclass(frozen=True, slots=True)
class PhraseLine:
    """A phrase to drop, or one to replace (`new`), and its place."""

    location: Location
    text: str
    new: str = ""


def check(files: EffectFiles) -> Iterator[Diagnostic]:
    """What is found in the files of phrases to drop and to replace, and which of the files is missing."""
    yield from files.sources.notices if files.sources else ()
    settings, made = files.settings, files.made
    removals, replacements = removal_file(files.root, settings), files.root / settings.replace
    if made and os.path.isfile(removals) and "drop" in settings.stages:
        phrases, texts = [PhraseLine(*line) for line in phrase_lines(removals)], made.before["drop"]
        for phrase in phrases:
            if not any(phrase.text in text for text in texts):
                message = f"no combination contains {phrase.text!r}"
                yield DEAD_FILTER.finding(phrase.location, message, "correct the phrase, or delete it")
        yield from _greedy_filters(phrases, texts)
    try:
        pairs = [(place, split_replacement(text)) for place, text in phrase_lines(replacements)]
        rules = [PhraseLine(place, *rule) for place, rule in pairs if rule]  # GEN013 reports the others
    except InputError:
        return  # reading the sources reports it
    first: dict[str, PhraseLine] = {}
    for rule in rules:
        if rule.text == rule.new:
            hint = "write what it should become, or delete the line"
            yield IDLE_REPLACEMENT.finding(rule.location, f"{rule.text!r} is replaced by itself", hint)
        if rule.new.startswith(":"):
            message = f"{rule.text!r} becomes {rule.new!r}, with a colon"
            hint = f"write {rule.text}\\:: {rule.new[1:].strip()}"
            yield DOUBLE_COLON.finding(rule.location, message, hint)
        if (other := first.setdefault(rule.text, rule)) is not rule:
            message = f"{rule.text!r} is already on line {other.location.line}; only {rule.new!r} counts"
            yield DUPLICATE_KEY.finding(rule.location, message, "delete one of the two lines")
    if made and "replace" in settings.stages:
        yield from undone_replacements(rules, made.before["replace"])


def _greedy_filters(phrases: Iterable[PhraseLine], texts: Sequence[str]) -> Iterator[Diagnostic]:
    """Phrases that some lines contain as whole words (with a plural s or not), others in longer ones."""
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
        message = f"{phrase.text!r} also drops {line_text!r}{count}, where it is part of a longer word"
        example = next(iter(whole.values()))
        before = re.search(r"\w*[^\w\n]*$", example.string[: example.start()])
        after = re.match(r"[^\w\n]*\w*", example.string[example.end() :])
        longer_phrase = f"{before and before[0]}{example[0]}{after and after[0]}".strip()
        hint = f"make it longer, such as {longer_phrase!r}"
        yield GREEDY_FILTER.finding(phrase.location, message, hint)


def _is_whole(match: re.Match[str]) -> bool:
    """Whether the words at both ends of the match end there; a plural s may follow."""
    text, start, end = match.string, match.start(), match.end()
    if start and text[start - 1].isalnum() and text[start].isalnum():
        return False
    if not text[end - 1].isalnum():
        return True
    tail = r"s?(?!\w)" if text[end - 1].isalpha() else r"(?!\w)"
    return re.compile(tail).match(text, end) is not None


def undone_replacements(rules: Sequence[PhraseLine], texts: Sequence[str]) -> Iterator[Diagnostic]:
    """Rules that bring back what an earlier rule has replaced, where nothing replaces it later (GEN015): in
    the `texts` of the lines in which phrases are replaced, or by what they write.
    """
    places = {rule.text: rule.location for rule in reversed(rules)}
    # As in `polish.read_replacements`: the first place and the last text of each phrase.
    last = {rule.text: rule.new for rule in rules}
    written = {(old, phrase) for old, new in last.items() for phrase in last if phrase in new}
    for text in texts:
        # Which rules put an earlier phrase into the text that it did not contain before.
        earlier, present = list[str](), set[str]()
        for old, new in last.items():
            if (changed := text.replace(old, new)) != text:
                text, before = changed, present
                present = {phrase for phrase in earlier if phrase in text}
                written |= {(old, phrase) for phrase in present - before}
            earlier.append(old)
            present |= {old} if old in text else set()
    order = list(last)
    for position, old in enumerate(order):
        for phrase in order[:position]:
            if (old, phrase) in written and phrase not in last[phrase]:
                message = f"brings back {phrase!r}, which line {places[phrase].line} has replaced"
                hint = f"move it above line {places[phrase].line}"
                yield REPLACEMENT_ORDER.finding(places[old], message, hint)
