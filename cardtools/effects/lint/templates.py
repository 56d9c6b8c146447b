"""Checks of placeholders (GEN001 to GEN005) and of templates (GEN006 to GEN009, GEN018)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from cardtools.effects.faults import check_placeholders
from cardtools.effects.grammar import Grammar, Slot, Template, used_templates
from cardtools.effects.lint.context import EffectFiles
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

UNLINKED_OFFSET = Check.of("""GEN006 unlinked-offset warning: a placeholder and the same with an offset vary
    independently
    source: Doc 4.7.3
    why: Each value of one comes with each value of the other, also where only the next one makes sense.
    bad: Raise a unit from rank <rank> to rank <rank+1>., with link_offsets off
    good: the same sentence with link_offsets = true
    fix: set link_offsets = true under [effects] of cardtools.toml""")
LINKED_REPEAT = Check.of("""GEN007 linked-repeat info: a placeholder occurs twice in a sentence and has one
    value
    source: Doc 4.7.3
    why: Both places always have the same value, so some combinations that you may expect are missing.
    bad: Discard one <type> card to add one <type> card., where the types may differ
    good: Discard one <type> card to add one <type#2> card.
    fix: write <name#2> for a second value, or keep it on purpose""")
DUPLICATE_TEMPLATE = Check.of("""GEN008 duplicate-template warning: the same template is in the file twice
    source: Doc 4.7
    why: Its effects are made twice.
    bad: Draw <number> cards. on lines 3 and 9
    good: Draw <number> cards. on line 3
    fix: delete one of the lines""")
UNSORTED_TEMPLATES = Check.of("""GEN009 unsorted-templates info: the templates are not in alphabetical order
    source: Doc 4.9
    why: In a sorted file similar templates are neighbours, and repeated ones are easy to see.
    bad: Gain <number> points. above Draw <number> cards.
    good: Draw <number> cards. above Gain <number> points.
    fix: sort the file with `cardtools sort`""")
EMPTY_TEMPLATE = Check.of("""GEN018 empty-template info: every combination of a template is dropped
    source: Doc 4.7
    why: The template adds no effect to the list.
    bad: Gain <number> points., with points among the phrases to drop
    good: Gain <number> points., with a phrase that drops only some of its combinations
    fix: make the phrase to drop longer, or delete the template""")


def check(files: EffectFiles) -> Iterator[Diagnostic]:
    """What is wrong with templates, and with the placeholders and values that they use."""
    if files.grammar:
        yield from check_placeholders(files.grammar, files.templates)
        yield from _related_slots(files.grammar, used_templates(files.grammar, files.templates))
    if files.sources:
        yield from check_placeholders(files.sources.grammar, files.tag_patterns)
    first: dict[str, Template] = {}
    for template in files.templates:
        if (other := first.setdefault(template.text, template)) is not template:
            message = f"the same template as on line {other.location.line}"
            yield DUPLICATE_TEMPLATE.finding(template.location, message, "delete one of them")
    for before, template in itertools.pairwise(files.templates):
        if template.text < before.text:
            message = f"{template.text!r} comes after {before.text!r}"
            hint = f"sort the file: cardtools sort -i {template.location.path} -o {template.location.path}"
            yield UNSORTED_TEMPLATES.finding(template.location, message, hint)
            break
    made, sources = files.made, files.sources
    for template, left in zip(files.templates, made.left, strict=True) if made else ():
        if left or not sources:
            continue
        phrase = sources.stages.dropping_phrase(next(sources.grammar.expand(template)))
        count = sources.grammar.count(template)
        message = (
            f"all {count:,} combinations are dropped" if count > 1 else "its only combination is dropped"
        )
        hint = f"remove {phrase!r} from the phrases to drop, or delete the template"
        yield EMPTY_TEMPLATE.finding(template.location, message, hint)


def _related_slots(grammar: Grammar, templates: Iterable[Template]) -> Iterator[Diagnostic]:
    """Slots of one placeholder in one template that vary apart (GEN006), or that have one value (GEN007)."""
    for template in templates:
        first: dict[tuple[str, int], Slot] = {}
        seen: set[str] = set()
        for slot in template.slots:
            other = first.setdefault((slot.name, slot.number), slot)
            if slot.name in grammar.values and other.offset != slot.offset and not grammar.link_offsets:
                message = f"{slot} does not follow {other}: each value of one comes with each of the other"
                hint = "set link_offsets = true in cardtools.toml"
                yield UNLINKED_OFFSET.finding(template.at(slot), message, hint)
            if slot.name in grammar.values and str(slot) in seen:
                number = max(other.number for other in template.slots if other.name == slot.name) + 1
                hint = f"write {Slot(slot.name, number, slot.offset)} for a value of its own"
                message = f"{slot} has the same value as the {slot} before it"
                yield LINKED_REPEAT.finding(template.at(slot), message, hint)
            seen.add(str(slot))
