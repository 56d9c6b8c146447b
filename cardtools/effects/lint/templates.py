"""Checks of templates as written: GEN006 to GEN009, and GEN018 of what becomes of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from cardtools.effects.expand import Expander
from cardtools.effects.grammar import Grammar, Slot, Template
from cardtools.errors import Diagnostic


def used_templates(grammar: Grammar, templates: Iterable[Template]) -> list[Template]:
    """The templates, and every value that they use, themselves or through other values."""
    queue, seen = list(templates), set[str]()
    for template in queue:
        for slot in template.slots:
            if slot.name not in seen:
                seen.add(slot.name)
                queue.extend(grammar.values.get(slot.name, ()))
    return queue


def unlinked_offsets(grammar: Grammar, templates: Iterable[Template]) -> Iterator[Diagnostic]:
    """GEN006: `<rank>` and `<rank+1>` in one sentence that take their values independently (decision G6)."""
    if grammar.link_offsets:
        return
    for template in templates:
        first: dict[tuple[str, int], Slot] = {}
        for slot in template.slots:
            other = first.setdefault((slot.name, slot.number), slot)
            if other.offset != slot.offset and slot.name in grammar.values:
                message = f"{slot} does not follow {other}: each value of one comes with each of the other"
                hint = "set link_offsets = true in cardtools.toml"
                yield Diagnostic(template.at(slot), message, hint, "GEN006", "unlinked-offset", "warning")


def linked_repeats(grammar: Grammar, templates: Iterable[Template]) -> Iterator[Diagnostic]:
    """GEN007: a slot that is repeated, so both have one value (decision G5)."""
    for template in templates:
        seen: set[str] = set()
        for slot in template.slots:
            if str(slot) in seen and slot.name in grammar.values:
                message = f"{slot} has the value of the {slot} before it"
                number = max(other.number for other in template.slots if other.name == slot.name) + 1
                hint = f"write {Slot(slot.name, number, slot.offset)} for a value of its own"
                yield Diagnostic(template.at(slot), message, hint, "GEN007", "linked-repeat", "info")
            seen.add(str(slot))


def duplicate_templates(templates: Iterable[Template]) -> Iterator[Diagnostic]:
    """GEN008: a template that stands in the file twice."""
    first: dict[str, Template] = {}
    for template in templates:
        other = first.setdefault(template.text, template)
        if other is not template:
            message = f"the same template as on line {other.location.line}"
            yield Diagnostic(
                template.location, message, "take one of them out", "GEN008", "duplicate-template", "warning"
            )


def unsorted_templates(templates: Sequence[Template]) -> Iterator[Diagnostic]:
    """GEN009: the first template that stands behind one it should come before."""
    for before, template in itertools.pairwise(templates):
        if template.text < before.text:
            message = f"{template.text!r} stands behind {before.text!r}"
            hint = f"sort the file: cardtools sort -i {template.location.path} -o {template.location.path}"
            yield Diagnostic(template.location, message, hint, "GEN009", "unsorted-templates", "info")
            return


def empty_templates(
    templates: Sequence[Template], expander: Expander, left: Sequence[int], phrases: Sequence[str]
) -> Iterator[Diagnostic]:
    """GEN018: templates of which no combination is left. `left` counts them, `phrases` drop the first."""
    for template, number, phrase in zip(templates, left, phrases, strict=True):
        if number:
            continue
        count = expander.count(template)
        message = (
            "its only combination is dropped" if count == 1 else f"all {count:,} combinations are dropped"
        )
        hint = f"take {phrase!r} out of the phrases to drop, or the template out of the file"
        yield Diagnostic(template.location, message, hint, "GEN018", "empty-template", "info")
