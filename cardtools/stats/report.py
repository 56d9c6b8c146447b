"""From the facts of a project to its tables of statistics, section by section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cardtools.cards.table import CardTable
from cardtools.effects.tagged import TagTable
from cardtools.spelling import counted
from cardtools.stats import counts
from cardtools.stats.conditions import COST, UNCONDITIONAL, Condition, condition, deed_words
from cardtools.stats.roles import (
    ATTACK,
    DEFENSE,
    RANK,
    SUBTYPES,
    TYPE,
    carrier_columns,
    domain,
    is_used,
    kinds,
    label,
)
from cardtools.stats.table import NONE, SECTIONS, SHARE, TOTAL, Section, Table
from cardtools.stats.words import Words

if TYPE_CHECKING:
    import pandas

UNKNOWN = "(no template)"


@dataclass(frozen=True)
class Facts:
    """What is counted: the cards, the effect list, and the templates with which text comes from which.

    `effects` is None where the list is not made yet; `templates` is empty where the project has none.
    `origins` holds the position of the template of each text, of the list or of a card, that has one.
    """

    cards: CardTable
    effects: TagTable | None = None
    templates: Sequence[str] = ()
    origins: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def card_effects(self) -> list[str]:
        """The effects of all cards, one for each filled cell."""
        return card_effects(self.cards)


def card_effects(cards: CardTable) -> list[str]:
    """The effects of all cards, one for each filled cell, by effect column."""
    columns = cards.ruleset.effect_columns
    return [str(text) for column in columns for text in cards.values[column] if text is not None]


def make_tables(facts: Facts, sections: Iterable[Section] = SECTIONS) -> list[Table]:
    """The tables of the sections, in the order of `SECTIONS`, as far as the project has them."""
    wanted = set(sections)
    makers: dict[Section, Callable[[Facts], Iterator[Table]]] = {
        "cards": _cards,
        "stats": _stats,
        "actions": _actions,
        "conditions": _conditions,
        "templates": _templates,
        "mentions": _mentions,
        "coverage": _coverage,
    }
    return [table for name in SECTIONS if name in wanted for table in makers[name](facts)]


def _cards(facts: Facts) -> Iterator[Table]:
    cards = facts.cards
    ruleset = cards.ruleset
    of_kind = kinds(cards)
    if is_used(cards, TYPE, RANK):
        types, ranks = counts.named(cards.values[TYPE]), counts.named(cards.values[RANK])
        type_order = counts.in_order(types, domain(cards, TYPE))
        rank_order = counts.in_order(ranks, domain(cards, RANK))
        title = f"Cards by {label(ruleset, TYPE)} and {label(ruleset, RANK)}"
        frame = counts.crosstab(types, ranks, type_order, rank_order, label(ruleset, TYPE))
        yield Table("cards-by-type", "cards", title, frame, matrix=True, across=label(ruleset, RANK))
    else:
        for key, column in (("cards-by-type", TYPE), ("cards-by-rank", RANK)):
            if is_used(cards, column):
                values = counts.named(cards.values[column])
                order = counts.in_order(values, domain(cards, column))
                name = label(ruleset, column)
                yield Table(key, "cards", f"Cards by {name}", counts.tally(values, order, name))
    if of_kind:
        listed = counts.named(of_kind)
        frame = counts.tally(listed, counts.in_order(listed), "kind")
        yield Table("cards-by-kind", "cards", "Cards by kind", frame, flow=True)
    if is_used(cards, SUBTYPES):
        lists = cards.values[SUBTYPES]
        typed = is_used(cards, TYPE)
        types = counts.named(cards.values[TYPE]) if typed else []
        name = label(ruleset, SUBTYPES)
        has_none = [NONE] if any(not words for words in lists) else []
        frame = counts.sub_types(
            lists,
            types if typed else None,
            [*domain(cards, SUBTYPES), *has_none],
            counts.in_order(types, domain(cards, TYPE)) if typed else [],
            name,
        )
        frame = frame.loc[:, frame.any()].sort_values(TOTAL, ascending=False, kind="stable")
        frame = frame.reindex([*frame.index.drop(NONE, errors="ignore"), *has_none])
        note = f"a card with more than one {name} counts in each"
        yield Table("cards-by-sub-type", "cards", f"Cards by {name}", frame, note, flow=True, matrix=True)


def _stats(facts: Facts) -> Iterator[Table]:
    cards = facts.cards
    if not is_used(cards, ATTACK, DEFENSE):
        return
    ruleset = cards.ruleset
    names = {column: label(ruleset, column) for column in (ATTACK, DEFENSE)}
    numbers = {names[column]: cards.values[column] for column in names}
    of_kind = kinds(cards)
    listed = counts.named(of_kind) if of_kind is not None else [""] * len(cards)
    title = " and ".join(names.values()).capitalize()
    if is_used(cards, RANK):
        rank = label(ruleset, RANK)
        ranks = counts.named(cards.values[RANK])
        groups = [f"{kind} {value}".strip() for kind, value in zip(listed, ranks, strict=True)]
        order = [
            f"{kind} {value}".strip()
            for kind in counts.in_order(listed)
            for value in counts.in_order(ranks, domain(cards, RANK))
        ]
        by = f"kind and {rank}" if of_kind is not None else rank
        frame = counts.summaries(groups, order, numbers, by)
        yield Table("stats-by-rank", "stats", f"{title} by {by}", frame)
    if is_used(cards, TYPE):
        name = label(ruleset, TYPE)
        types = counts.named(cards.values[TYPE])
        type_order = counts.in_order(types, domain(cards, TYPE))
        frame = counts.summaries(types, type_order, numbers, name)
        yield Table("stats-by-type", "stats", f"{title} by {name}", frame, short=0)
    if is_used(cards, TYPE, RANK):
        groups = [f"{one} {value}" for one, value in zip(types, ranks, strict=True)]
        rank_order = counts.in_order(ranks, domain(cards, RANK))
        order = [f"{one} {value}" for one in type_order for value in rank_order]
        by = f"{name} and {rank}"
        frame = counts.summaries(groups, order, numbers, by)
        yield Table("stats-by-type-and-rank", "stats", f"{title} by {by}", frame, short=0)


def _actions(facts: Facts) -> Iterator[Table]:
    effects = facts.effects
    if effects is None:
        return
    carriers = set(carrier_columns(facts.cards))
    flags = {column: effects.booleans(column) for column in effects.columns if _is_flag(effects, column)}
    place = {text: row for row, text in reversed(list(enumerate(effects.effects)))}
    used = [place[text] for text in facts.card_effects if text in place]
    does = {column: cells for column, cells in flags.items() if column not in carriers}
    may = {column: cells for column, cells in flags.items() if column in carriers}
    if does:
        frame = counts.trues(does, used, "action").sort_values("effects", ascending=False, kind="stable")
        note = "an effect with more than one counts in each"
        yield Table("effects-by-action", "actions", "Effects by action", frame, note, flow=True)
    if may:
        frame = counts.trues(may, used, "carrier")
        title = "Effects by who may carry them"
        yield Table("effects-by-carrier", "actions", title, frame, short=0)


def _conditions(facts: Facts) -> Iterator[Table]:
    if facts.effects is None:
        return
    listed, on_cards = facts.effects.effects, facts.card_effects
    words = _words(facts.cards)
    deeds = deed_words(listed)
    found = [condition(text, deeds) for text in listed]
    used = [condition(text, deeds) for text in on_cards]
    note = 'how an effect begins: the words up to its first comma, or up to the "to" of a cost'
    frame = counts.tally((one.kind for one in found), name="condition", what="effects")
    frame["on cards"] = _matched(frame, (one.kind for one in used))
    yield Table("effects-by-condition", "conditions", "Effects by condition", frame, note, flow=True)

    def phrases(conditions: Iterable[Condition]) -> Iterator[str]:
        for one in conditions:
            if one.kind != UNCONDITIONAL:
                yield words.general(one.phrase) + (" to" if one.kind == COST else ",") + " ..."

    frame = counts.tally(phrases(found), name="phrase", what="effects")
    frame["on cards"] = _matched(frame, phrases(used))
    if len(frame):
        title = "Most frequent conditions"
        note = "the game's words and numbers taken out; shares are of effects with a condition"
        yield Table("condition-phrases", "conditions", title, frame, note, short=3)


def _templates(facts: Facts) -> Iterator[Table]:
    if facts.effects is None or not facts.templates:
        return
    frame = _by_template(facts, facts.effects.effects, "effects")
    frame = frame.sort_values("effects", ascending=False, kind="stable")
    none = [text for text, number in frame["effects"].items() if not number and text != UNKNOWN]
    note = f"{counted(len(facts.templates), 'template')}; {len(none) or 'none'} without an effect in the list"
    unknown = int(frame["effects"].get(UNKNOWN, 0))
    note += f"; effects of no template: {unknown:,}" if unknown else ""
    yield Table("effects-by-template", "templates", "Effects by template", frame, note, short=3)


def _mentions(facts: Facts) -> Iterator[Table]:
    ruleset = facts.cards.ruleset
    columns = [
        name for name in (TYPE, SUBTYPES) if name in ruleset.fields and ruleset.fields[name].vocabulary
    ]
    if facts.effects is None or not columns:
        return
    words = _words(facts.cards)
    said = [words.mentions(text) for text in facts.effects.effects]
    on_cards = Counter(pair for text in facts.card_effects for pair in words.mentions(text))
    for column in columns:
        name = label(ruleset, column)
        order = _vocabulary(facts.cards, column)
        frame = counts.tally(
            (word for pairs in said for one, word in sorted(pairs) if one == name), order, name, "effects"
        )
        frame[SHARE] = (frame["effects"] / max(len(said), 1)).round(4)
        frame["on cards"] = [on_cards[name, word] for word in frame.index]
        title = f"Effects that mention a {name}"
        note = f"an effect that mentions more than one {name} counts in each"
        yield Table(f"mentions-of-{name}", "mentions", title, frame, note, flow=True)
    if len(columns) == 2:
        rows, across = ((label(ruleset, name), _vocabulary(facts.cards, name)) for name in columns)
        frame = counts.both(said, rows, across)
        title = f"Effects that mention both: {rows[0]} by {across[0]}"
        note = '"all": effects that mention the word at all; their corner: any of the words'
        yield Table("mentions-of-both", "mentions", title, frame, note, short=0, matrix=True)


def _coverage(facts: Facts) -> Iterator[Table]:
    on_cards = facts.card_effects
    if not facts.templates or not facts.cards.ruleset.effect_columns:
        return
    frame = _by_template(facts, on_cards, "on cards")
    if facts.effects is not None:
        frame["effects"] = _matched(frame, map(_origin(facts), facts.effects.effects))
    frame = frame.sort_values("on cards", ascending=False, kind="stable")
    known = frame.drop(index=UNKNOWN, errors="ignore")
    covered, total = int((known["on cards"] > 0).sum()), len(known)
    note = f"{covered:,} of {total:,}, {covered / total:.0%}; {total - covered:,} unused"
    if len(known) < len(frame):
        note += f"; effects on cards of no template: {int(frame['on cards'][UNKNOWN]):,}"
    yield Table("coverage", "coverage", "Templates that cards use", frame, note, short=3)


def _by_template(facts: Facts, texts: Sequence[str], what: str) -> pandas.DataFrame:
    """How many of the texts come from each template, in the order of the file; unknown ones at the end."""
    found = list(map(_origin(facts), texts))
    order = list(dict.fromkeys(facts.templates))
    return counts.tally(found, [*order, *([UNKNOWN] if UNKNOWN in found else [])], "template", what)


def _origin(facts: Facts) -> Callable[[str], str]:
    def origin(text: str) -> str:
        position = facts.origins.get(text)
        return UNKNOWN if position is None else facts.templates[position]

    return origin


def _matched(frame: pandas.DataFrame, labels: Iterable[str]) -> list[int]:
    """How often each row of the table comes among the labels."""
    found = Counter(labels)
    return [found[row] for row in frame.index]


def _words(cards: CardTable) -> Words:
    fields = cards.ruleset.fields
    known = {name: fields[name].vocabulary for name in (TYPE, SUBTYPES) if name in fields}
    return Words({label(cards.ruleset, name): words for name, words in known.items() if words})


def _vocabulary(cards: CardTable, column: str) -> list[str]:
    words = cards.ruleset.fields[column].vocabulary
    return list(words.values) if words else []


def _is_flag(effects: TagTable, column: str) -> bool:
    # A designer may keep notes in a column of their own; only columns of True and False are tags.
    return {cell.strip().lower() for cell in set(effects.columns[column])} <= {"true", "false"}
