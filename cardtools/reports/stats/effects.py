"""The tables of effects: by action, condition and template, what they mention, and what the cards use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from cardtools.ground.spelling import counted
from cardtools.reports.stats import counts
from cardtools.reports.stats.conditions import (
    COST,
    UNCONDITIONAL,
    EffectCondition,
    action_words,
    find_condition,
)
from cardtools.reports.stats.facts import UNKNOWN, Facts
from cardtools.reports.stats.mentions import MentionFinder
from cardtools.reports.stats.roles import carrier_columns
from cardtools.reports.stats.table import SHARE, Table, TableRows
from cardtools.rulesets.ruleset import Vocabulary

_COLUMNS = ("effects", SHARE, "on cards")
_SHOWN = 20  # cards with a text that cannot be played
_bars = partial(Table, percent=0, chart="bars")


def _actions(facts: Facts) -> Iterator[Table]:
    effects = facts.effects
    if effects is None:
        return
    carriers = set(carrier_columns(facts.cards.ruleset, facts.columns))
    # A designer may keep notes in a column of their own; only columns of True and False are tags.
    flags = {
        name: effects.booleans(name)
        for name, cells in effects.columns.items()
        if {cell.strip().lower() for cell in set(cells)} <= {"true", "false"}
    }
    row_of = {text: row for row, text in reversed(list(enumerate(effects.effects)))}
    used = [row_of[text] for text in facts.card_effects if text in row_of]

    number = max(len(effects.effects), 1)
    actions, own = TableRows(), TableRows()
    for name, cells in flags.items():
        row = (sum(cells), round(sum(cells) / number, 4), sum(cells[row] for row in used))
        (own if name in carriers else actions).append((name, row))
    note, title = "an effect with several counts in each", "Effects by action"
    yield _bars("effects-by-action", "actions", title, "action", _COLUMNS, _most_first(actions), note)
    title = "Effects by who may carry them"
    short = 0 if actions else None
    yield _bars("effects-by-carrier", "actions", title, "carrier", _COLUMNS, own, short=short)


def _conditions(facts: Facts) -> Iterator[Table]:
    if facts.effects is None:
        return
    listed, on_cards = facts.effects.effects, facts.card_effects
    finder = MentionFinder(dict(vocabularies(facts)))
    actions = action_words(listed)
    found = [find_condition(text, actions) for text in listed]
    used = [find_condition(text, actions) for text in on_cards]
    note = 'the words up to the first comma, or up to the "to" of a cost'
    rows = _with(counts.tally(one.kind for one in found), Counter(one.kind for one in used))
    title = "Effects by condition"
    yield _bars("effects-by-condition", "conditions", title, "condition", _COLUMNS, rows, note)

    def phrases(conditions: Iterable[EffectCondition]) -> Iterator[str]:
        for one in conditions:
            if one.kind != UNCONDITIONAL:
                yield finder.generalise(one.phrase) + (" to" if one.kind == COST else ",") + " ..."

    rows = _with(counts.tally(phrases(found)), Counter(phrases(used)))
    note = "shares are of effects with a condition"
    title = "Most frequent conditions"
    yield Table("condition-phrases", "conditions", title, "phrase", _COLUMNS, rows, note, short=3, percent=0)


def _templates(facts: Facts) -> Iterator[Table]:
    if facts.effects is None or not facts.templates:
        return
    rows = _by_template(facts, facts.effects.effects)
    none = sum(not cells[0] for label, cells in rows if label != UNKNOWN)
    note = f"{counted(len(facts.templates), 'template')}; {none or 'none'} without an effect in the list"
    unknown = dict(rows).get(UNKNOWN, (0,))[0]
    note += f"; effects of no template: {unknown:,}" if unknown else ""
    columns = ("effects", SHARE)
    title = "Effects by template"
    yield Table("effects-by-template", "templates", title, "template", columns, rows, note, 3, percent=0)


def vocabularies(facts: Facts) -> list[tuple[str, Vocabulary]]:
    """The words that effects may mention, by what they are called: those of the columns that the ruleset's
    design names, or else of all columns with a vocabulary.
    """
    ruleset = facts.cards.ruleset
    names = ruleset.design.words if ruleset.design else ()
    fields = [ruleset.fields[name] for name in names or ruleset.fields]
    found: dict[str, Vocabulary] = {}
    for field in fields:
        if field.vocabulary and field.vocabulary not in found.values():
            found.setdefault(field.label, field.vocabulary)
    return list(found.items())


def _mentions(facts: Facts) -> Iterator[Table]:
    known = vocabularies(facts)
    texts = facts.effects.effects if facts.effects else facts.card_effects
    if not known or not texts:
        return
    finder = MentionFinder(dict(known))
    said = [finder.mentions(text) for text in texts]
    used = [finder.mentions(text) for text in facts.card_effects]
    what = "Effects" if facts.effects else "Texts"
    columns: tuple[str, ...] = _COLUMNS if facts.effects else ("texts", SHARE)
    for name, words in known:
        mentioned, on_cards = (
            [word for pairs in found for one, word in pairs if one == name] for found in (said, used)
        )
        rows = counts.tally(mentioned, words.values, len(said)) if mentioned else []
        rows = _with(rows, Counter(on_cards)) if facts.effects else rows
        key = f"mentions-of-{'-'.join(name.split())}"
        title, note = f"{what} by the {name} they mention", "one that mentions several counts in each"
        yield _bars(key, "mentions", title, name, columns, rows, note)
    if len(known) == 2:
        (name, words), (other, more) = known
        pairs = Counter((one, two) for found in said for one in found for two in found)
        rows = [
            (word, [*(pairs[(name, word), (other, two)] for two in more.values), pairs[((name, word),) * 2]])
            for word in words.values
        ]
        last = [pairs[((other, two),) * 2] for two in more.values]
        rows.append(("all", [*last, sum(map(bool, said))]))
        note = '"all": those that mention the word at all; their corner: any of the words'
        title = f"{what} that mention both: {name} and {other}"
        columns = (*more.values, "all")
        yield Table("mentions-of-both", "mentions", title, name, columns, rows, note, short=0, matrix=True)


def _coverage(facts: Facts) -> Iterator[Table]:
    if not facts.templates or not (facts.cards.ruleset.text_fields or facts.card_effects):
        return
    rows = _by_template(facts, facts.card_effects)
    known = [cells[0] for label, cells in rows if label != UNKNOWN]
    covered, total = sum(map(bool, known)), len(known)
    note = f"{covered:,} of {total:,}, {covered / total:.0%}; {total - covered:,} unused"
    if len(known) < len(rows):
        note += f"; effects on cards of no template: {dict(rows)[UNKNOWN][0]:,}"
    columns: tuple[str, ...] = ("on cards", SHARE)
    if facts.effects is not None:
        columns = (*columns, "effects")
        rows = _with(rows, Counter(map(facts.template_of, facts.effects.effects)))
    title = "Templates that cards use"
    yield Table("coverage", "coverage", title, "template", columns, rows, note, short=3, percent=0)


def _played(facts: Facts) -> Iterator[Table]:
    """How much of each card's text can be played, the worst first."""
    declined = facts.declined
    if declined is None or not facts.card_effects:
        return
    rows = TableRows()
    for row in facts.designs:
        cells = (column.values[row] for column in facts.columns.of("text"))
        texts = [str(cell) for cell in cells if cell is not None]
        reasons = [declined[text] for text in texts if text in declined]
        if texts:
            played = len(texts) - len(reasons)
            rows.append((facts.name(row), (len(texts), played, played / len(texts), "; ".join(reasons))))
    rows.sort(key=lambda row: float(row[1][2] or 0))
    total = len(facts.card_effects)
    played = total - sum(text in declined for text in facts.card_effects)
    short = 1 + min(sum(cells[1] != cells[0] for _, cells in rows), _SHOWN)
    rows.insert(0, ("all cards", (total, played, played / total, "")))
    note = "those whose templates and values have programs"
    columns = ("texts", "played", SHARE, "why not")
    title = "Texts that can be played"
    yield Table("played", "coverage", title, "card", columns, rows, note, short=short, percent=0)


def _by_template(facts: Facts, texts: Sequence[str]) -> TableRows:
    """How many of the texts come from each template, the most frequent first."""
    found = list(map(facts.template_of, texts))
    order = dict.fromkeys([*facts.templates, *([UNKNOWN] if UNKNOWN in found else [])])
    return _most_first(counts.tally(found, list(order)))


def _most_first(rows: TableRows) -> TableRows:
    return sorted(rows, key=lambda row: -int(row[1][0] or 0))


def _with(rows: TableRows, more: Counter[str]) -> TableRows:
    """The rows with one more column, the number of each label."""
    return [(label, (*cells, more[label])) for label, cells in rows]


EFFECT_TABLES = (
    ("actions", _actions),
    ("conditions", _conditions),
    ("templates", _templates),
    ("mentions", _mentions),
    ("coverage", _coverage),
    ("coverage", _played),
)
