"""The faults of templates and placeholders: which, where, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardtools.effects.grammar import SLOT, Grammar, Slot, Template, used_templates
from cardtools.effects.number_words import shift
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import NearMisses, suggest


def _line_faults(grammar: Grammar, template: Template) -> Iterator[Diagnostic]:
    """GEN022: a line that looks like a remark; GEN004: unbalanced brackets, invalid names (`<rank + 1>`)."""
    if template.text.startswith("#"):
        from cardtools.effects.effect_checks import REMARK

        hint = "delete it; only the two files of phrases may have remarks"
        yield REMARK.finding(template.location, "a line that begins with # is a text here", hint)
    if template.text.count("<") == template.text.count(">") == len(template.slots):
        return  # every bracket is part of a placeholder
    from cardtools.effects.effect_checks import MALFORMED

    blank = template.text
    for slot in template.slots:
        end = slot.column + len(str(slot))
        blank = blank[: slot.column] + " " * len(str(slot)) + blank[end:]
    for match in re.finditer(r"<[^<>]*>|[<>]", blank):
        if grammar.is_mark(match[0]):
            continue
        place = Location(
            template.location.path, template.location.line, template.location.column + match.start()
        )
        if len(match[0]) == 1:
            message, hint = f"unbalanced {match[0]}", "write a placeholder as <name>"
        else:
            tidy = re.sub(r"[^\w#+-]|[+-]+$", "", match[0][1:-1])
            message = f"malformed placeholder {match[0]}"
            right = f"<{tidy}>" if re.fullmatch(SLOT, f"<{tidy}>") else "<name>, <name+1> or <name#2>"
            right = (
                "<1..9>, <column:COLUMN> or <vocabulary:WORDS>" if re.search(r":|\.\.", match[0]) else right
            )
            hint = f"write {right}"
        yield MALFORMED.finding(place, message, hint)


def check_placeholders(grammar: Grammar, templates: Iterable[Template]) -> list[Diagnostic]:
    """Every fault of the templates and of the values they use, once each: unknown placeholders (GEN001),
    cycles (GEN002), no values (GEN003), malformed ones (GEN004), idle offsets (GEN005), lines with #
    (GEN022).
    """
    problems: dict[tuple[str, Location], Diagnostic] = {}
    near = NearMisses(grammar.files)
    for template in used_templates(grammar, templates):
        of_slots = (_slot_fault(grammar, template, slot, near) for slot in template.slots)
        faults = [*_line_faults(grammar, template), *filter(None, of_slots)]
        for fault in sorted(faults, key=lambda fault: fault.location.column):
            problems.setdefault((fault.code, fault.location), fault)
    return list(problems.values())


def _slot_fault(grammar: Grammar, template: Template, slot: Slot, near: NearMisses) -> Diagnostic | None:
    place, values = template.at(slot), grammar.values.get(slot.name, ())
    if grammar.is_mark(str(slot)) or (values and not slot.offset):
        return None
    from cardtools.effects import effect_checks

    if values:  # Doc 4.7.8
        words = grammar.number_words
        if any(one.slots or shift(one.text, slot.offset, words) != one.text for one in values):
            return None
        hint = "" if words else "number_words = true lets words such as two count as numbers"
        message = f"the offset of {slot} has no effect: no value of <{slot.name}> is a number"
        return effect_checks.OFFSET_ON_WORDS.finding(place, message, hint)
    for cycle in grammar.cycles:
        if slot.name in cycle:
            path = " -> ".join(f"<{name}>" for name in cycle)
            hint = "remove one of the placeholders from the other's file"
            return effect_checks.CYCLE.finding(place, f"{slot} contains itself: {path}", hint)
    if slot.name in grammar.files:
        file = grammar.files[slot.name]
        message = f"{slot} has no values: {file} is empty"
        return effect_checks.EMPTY_LIST.finding(place, message, "write one value a line in it")
    kind, colon, name = slot.name.partition(":")
    if colon and grammar.words:
        hint = suggest(name, list(grammar.words(kind)), f"{kind}s")
        return effect_checks.UNKNOWN_PLACEHOLDER.finding(place, f"no {kind} {name!r} with words", hint)
    folder = shown(grammar.folder)
    meant = near.to(slot.name)
    hint = f"did you mean <{meant}>?" if meant else f"create {folder}/{slot.name}.txt, one value a line"
    message = f"no placeholder {slot}: there is no {slot.name}.txt in {folder}"
    return effect_checks.UNKNOWN_PLACEHOLDER.finding(place, message, hint)
