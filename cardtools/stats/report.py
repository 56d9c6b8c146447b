"""The tables of statistics, made from the facts of a project section by section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cardtools.cards.table import CardTable
from cardtools.effects.tagged import TagTable
from cardtools.rulesets.ruleset import Vocabulary
from cardtools.spelling import counted
from cardtools.stats import counts, roles
from cardtools.stats.conditions import COST, UNCONDITIONAL, EffectCondition, action_words, find_condition
from cardtools.stats.mentions import MentionFinder
from cardtools.stats.roles import ATTACK, DEFENSE, RANK, SUBTYPES, TYPE, group_by, is_used, kinds, label
from cardtools.stats.table import NONE, SECTIONS, SHARE, TOTAL, Section, Table

if TYPE_CHECKING:
    import pandas

UNKNOWN = "(no template)"


@dataclass(frozen=True)
class Facts:
    """What is counted: the cards, the effect list, the templates, and which text comes from which template.

    `effects` is None where the list has not been made yet; `templates` is empty where the project has none.
    `origins` gives the template for each text, of the list or of a card, that has one.
    """

    cards: CardTable
    effects: TagTable | None = None
    templates: Sequence[str] = ()
    origins: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def card_effects(self) -> list[str]:
        """The effects of all cards, one for each filled cell."""
        return card_effects(self.cards)

    def template_of(self, text: str) -> str:
        """The template that makes the text, or `UNKNOWN`."""
        return self.origins.get(text, UNKNOWN)


def card_effects(cards: CardTable) -> list[str]:
    """The effects of all cards, one for each filled cell, by effect column."""
    columns = cards.ruleset.effect_columns
    return [str(text) for column in columns for text in cards.values[column] if text is not None]


def make_tables(facts: Facts, sections: Iterable[Section] = SECTIONS) -> list[Table]:
    """The tables of the sections, in the order of `SECTIONS`; a table with nothing to count is left out."""
    wanted = set(sections)
    makers = (_cards, _stats, _actions, _conditions, _templates, _mentions, _coverage)
    return [
        table
        for section, make in zip(SECTIONS, makers, strict=True)
        if section in wanted
        for table in make(facts)
    ]


def _cards(facts: Facts) -> Iterator[Table]:
    cards = facts.cards
    types, ranks, of_kind = group_by(cards, TYPE), group_by(cards, RANK), kinds(cards)
    if types and ranks:
        title, frame = f"Cards by {types.name} and {ranks.name}", counts.crosstab(types, ranks)
        yield Table("cards-by-type", "cards", title, frame, matrix=True, across=ranks.name)
    else:
        for key, by in (("cards-by-type", types), ("cards-by-rank", ranks)):
            if by:
                yield Table(key, "cards", f"Cards by {by.name}", counts.tally(by.labels, by.order, by.name))
    if of_kind:
        frame = counts.tally(of_kind.labels, of_kind.order, of_kind.name)
        yield Table("cards-by-kind", "cards", "Cards by kind", frame, flow=True)
    if is_used(cards, SUBTYPES):
        lists, name = cards.values[SUBTYPES], label(cards.ruleset, SUBTYPES)
        has_none = [NONE] if not all(lists) else []
        words = counts.Grouping(name, [], [*roles.domain(cards, SUBTYPES), *has_none])
        frame = counts.sub_types(lists, words, types)
        frame = frame.loc[:, frame.any()].sort_values(TOTAL, ascending=False, kind="stable")
        frame = frame.reindex([*frame.index.drop(NONE, errors="ignore"), *has_none])
        note = f"a card with more than one {name} counts in each"
        yield Table("cards-by-sub-type", "cards", f"Cards by {name}", frame, note, flow=True, matrix=True)


def _stats(facts: Facts) -> Iterator[Table]:
    cards = facts.cards
    if not is_used(cards, ATTACK, DEFENSE):
        return
    numbers = {label(cards.ruleset, column): cards.values[column] for column in (ATTACK, DEFENSE)}
    title = " and ".join(numbers).capitalize()
    types, ranks, of_kind = group_by(cards, TYPE), group_by(cards, RANK), kinds(cards)
    groupings = (
        ("stats-by-rank", of_kind * ranks if of_kind and ranks else ranks, None),
        ("stats-by-type", types, 0),
        ("stats-by-type-and-rank", types and ranks and types * ranks, 0),
    )
    for key, groups, short in groupings:
        if groups:
            frame = counts.summaries(groups, numbers)
            yield Table(key, "stats", f"{title} by {groups.name}", frame, short=short)


def _actions(facts: Facts) -> Iterator[Table]:
    effects = facts.effects
    if effects is None:
        return
    carriers = set(roles.carrier_columns(facts.cards))
    flags = {column: effects.booleans(column) for column in effects.columns if _is_flag(effects, column)}
    row_of = {text: row for row, text in reversed(list(enumerate(effects.effects)))}
    used = [row_of[text] for text in facts.card_effects if text in row_of]
    actions = {column: cells for column, cells in flags.items() if column not in carriers}
    if actions:
        frame = counts.trues(actions, used, "action").sort_values("effects", ascending=False, kind="stable")
        note = "an effect with more than one counts in each"
        yield Table("effects-by-action", "actions", "Effects by action", frame, note, flow=True)
    if len(actions) < len(flags):
        frame = counts.trues({name: flags[name] for name in flags if name in carriers}, used, "carrier")
        title = "Effects by who may carry them"
        yield Table("effects-by-carrier", "actions", title, frame, short=0)


def _conditions(facts: Facts) -> Iterator[Table]:
    if facts.effects is None:
        return
    listed, on_cards = facts.effects.effects, facts.card_effects
    finder = _mention_finder(facts.cards)
    actions = action_words(listed)
    found = [find_condition(text, actions) for text in listed]
    used = [find_condition(text, actions) for text in on_cards]
    note = 'how an effect begins: the words up to its first comma, or up to the "to" of a cost'
    frame = counts.tally((one.kind for one in found), name="condition", what="effects")
    frame["on cards"] = _matched(frame, (one.kind for one in used))
    yield Table("effects-by-condition", "conditions", "Effects by condition", frame, note, flow=True)

    def phrases(conditions: Iterable[EffectCondition]) -> Iterator[str]:
        for one in conditions:
            if one.kind != UNCONDITIONAL:
                yield finder.generalise(one.phrase) + (" to" if one.kind == COST else ",") + " ..."

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
    none = [text for text, number in frame["effects"].items() if not number and text != UNKNOWN]
    note = f"{counted(len(facts.templates), 'template')}; {len(none) or 'none'} without an effect in the list"
    unknown = int(frame["effects"].get(UNKNOWN, 0))
    note += f"; effects of no template: {unknown:,}" if unknown else ""
    yield Table("effects-by-template", "templates", "Effects by template", frame, note, short=3)


def _mentions(facts: Facts) -> Iterator[Table]:
    vocabularies = _vocabularies(facts.cards)
    if facts.effects is None or not vocabularies:
        return
    finder = _mention_finder(facts.cards)
    said = [finder.mentions(text) for text in facts.effects.effects]
    on_cards = Counter(pair for text in facts.card_effects for pair in finder.mentions(text))
    labelled = [(name, list(words.values)) for name, words in vocabularies]
    for name, order in labelled:
        words = (word for pairs in said for one, word in sorted(pairs) if one == name)
        frame = counts.tally(words, order, name, "effects")
        frame[SHARE] = (frame["effects"] / max(len(said), 1)).round(4)
        frame["on cards"] = [on_cards[name, word] for word in frame.index]
        title = f"Effects that mention a {name}"
        note = f"an effect that mentions more than one {name} counts in each"
        yield Table(f"mentions-of-{name}", "mentions", title, frame, note, flow=True)
    if len(labelled) == 2:
        rows, across = labelled
        title = f"Effects that mention both: {rows[0]} by {across[0]}"
        note = '"all": effects that mention the word at all; their corner: any of the words'
        frame = counts.both(said, rows, across)
        yield Table("mentions-of-both", "mentions", title, frame, note, short=0, matrix=True)


def _coverage(facts: Facts) -> Iterator[Table]:
    if not facts.templates or not facts.cards.ruleset.effect_columns:
        return
    frame = _by_template(facts, facts.card_effects, "on cards")
    if facts.effects is not None:
        frame["effects"] = _matched(frame, map(facts.template_of, facts.effects.effects))
    known = frame.drop(index=UNKNOWN, errors="ignore")
    covered, total = int((known["on cards"] > 0).sum()), len(known)
    note = f"{covered:,} of {total:,}, {covered / total:.0%}; {total - covered:,} unused"
    if len(known) < len(frame):
        note += f"; effects on cards of no template: {int(frame['on cards'][UNKNOWN]):,}"
    yield Table("coverage", "coverage", "Templates that cards use", frame, note, short=3)


def _by_template(facts: Facts, texts: Sequence[str], what: str) -> pandas.DataFrame:
    """How many of the texts come from each template, the most frequent first."""
    found = list(map(facts.template_of, texts))
    order = list(dict.fromkeys([*facts.templates, *([UNKNOWN] if UNKNOWN in found else [])]))
    frame = counts.tally(found, order, "template", what)
    return frame.sort_values(what, ascending=False, kind="stable")


def _matched(frame: pandas.DataFrame, labels: Iterable[str]) -> list[int]:
    """How often each row of the table occurs among the labels."""
    found = Counter(labels)
    return [found[row] for row in frame.index]


def _vocabularies(cards: CardTable) -> list[tuple[str, Vocabulary]]:
    """The labels and words of the types and sub-types, as far as the ruleset lists them."""
    fields = [field for name in (TYPE, SUBTYPES) if (field := cards.ruleset.fields.get(name))]
    return [(field.label, field.vocabulary) for field in fields if field.vocabulary]


def _mention_finder(cards: CardTable) -> MentionFinder:
    return MentionFinder(dict(_vocabularies(cards)))


def _is_flag(effects: TagTable, column: str) -> bool:
    # A designer may keep notes in a column of their own; only columns of True and False are tags.
    return {cell.strip().lower() for cell in set(effects.columns[column])} <= {"true", "false"}
