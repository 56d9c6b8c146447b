"""The tables of effects: by action, condition and template, what they mention, and what the cards use.

The condition of an effect is its leading phrase, which says when the rest happens or what it costs. For any
game in English, it ends at the first of
- a comma; the kind of the condition is its first word, "When" or "If", or its first two if the first is a
  determiner, "This turn", or "For" before one, "For each". Before "then" or "and" the comma begins the next
  action ("Draw two cards, then ..."): there is no condition;
- " to " before a word that some effect of the list begins with and that is not a determiner: "Discard one
  card to draw" is a cost, "Return it to your hand" and "Modify its type to fire" are not.
A condition at the end of an effect ("... if you control a dragon") is not counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cardtools.effects.number_words import NUMBER_WORDS
from cardtools.ground.spelling import counted
from cardtools.reports.stats import counts
from cardtools.reports.stats.facts import UNKNOWN, Facts
from cardtools.reports.stats.roles import carrier_columns
from cardtools.reports.stats.table import SHARE, Table, TableRows
from cardtools.rulesets.ruleset import Vocabulary

_COLUMNS = ("effects", SHARE, "on cards")
_SHOWN = 20  # cards with a text that cannot be played
_bars = partial(Table, percent=0, chart="bars")
COST, UNCONDITIONAL = "cost", "none"
_DETERMINERS = frozenset(
    "a an the this that these those all any another both each either every few many more most no other some "
    "such its his her their your our my it them you him".split()
).union(NUMBER_WORDS)
_NEXT_ACTION = ("then", "and")
_CUT = re.compile(r", *(?=(\w+))| to (?=(\w+))")


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
    finder = MentionFinder(vocabularies(facts))
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


def vocabularies(facts: Facts) -> dict[str, Vocabulary]:
    """The words that effects may mention, by label: of the columns of [design], or else of all columns."""
    ruleset = facts.cards.ruleset
    names = ruleset.design.words if ruleset.design else ()
    fields = [ruleset.fields[name] for name in names or ruleset.fields]
    found: dict[str, Vocabulary] = {}
    for field in fields:
        if field.vocabulary and field.vocabulary not in found.values():
            found.setdefault(field.label, field.vocabulary)
    return found


def _mentions(facts: Facts) -> Iterator[Table]:
    known = vocabularies(facts)
    texts = facts.effects.effects if facts.effects else facts.card_effects
    if not known or not texts:
        return
    finder = MentionFinder(known)
    said = [finder.mentions(text) for text in texts]
    used = [finder.mentions(text) for text in facts.card_effects]
    what = "Effects" if facts.effects else "Texts"
    columns: tuple[str, ...] = _COLUMNS if facts.effects else ("texts", SHARE)
    for name, words in known.items():
        mentioned, on_cards = (
            [word for pairs in found for one, word in pairs if one == name] for found in (said, used)
        )
        rows = counts.tally(mentioned, words.values, len(said)) if mentioned else []
        rows = _with(rows, Counter(on_cards)) if facts.effects else rows
        key = f"mentions-of-{'-'.join(name.split())}"
        title, note = f"{what} by the {name} they mention", "one that mentions several counts in each"
        yield _bars(key, "mentions", title, name, columns, rows, note)
    if len(known) == 2:
        (name, words), (other, more) = known.items()
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
        texts = [text for column in facts.columns.of("text") for text in facts.effects_in(column, row)]
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
    return [(label, (*cells, more[label])) for label, cells in rows]


class EffectCondition(NamedTuple):
    """What an effect depends on: "When", "If", `COST` or `UNCONDITIONAL`, and the leading phrase."""

    kind: str
    phrase: str


def action_words(effects: Iterable[str]) -> frozenset[str]:
    """The words that effects begin with, in lower case, except determiners."""
    first = {effect.split(" ", 1)[0].casefold() for effect in effects}
    return frozenset(first - _DETERMINERS - {""})


def find_condition(effect: str, actions: frozenset[str]) -> EffectCondition:
    """The condition of an effect; `actions` are the `action_words` of its list."""
    for match in _CUT.finditer(effect):
        after_comma, after_to = match[1], match[2]
        phrase = effect[: match.start()]
        if after_comma is not None:
            if after_comma.casefold() in _NEXT_ACTION:
                break
            words = phrase.split(" ")
            first, second, *_ = map(str.casefold, [*words, ""])
            two = first in _DETERMINERS or (first == "for" and second in _DETERMINERS)
            return EffectCondition(" ".join(words[: 1 + two]), phrase)
        if after_to.casefold() in actions:
            return EffectCondition(COST, phrase)
    return EffectCondition(UNCONDITIONAL, "")


class MentionFinder:
    """Finds the words of some vocabularies, each under its label ("type", "sub-type"), in effect texts.

    A word counts in any case, as an alias or another spelling of it, and with a final s. It must stand alone:
    "Spell" is neither in "spellcaster" nor in "spell-caster". The first vocabulary with a word has it.
    """

    def __init__(self, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._forms: dict[str, tuple[str, str]] = {}
        for label, words in vocabularies.items():
            entry = words.entry
            pairs = {**{word: word for word in entry.values}, **entry.aliases, **entry.spellings}
            for form, word in pairs.items():
                self._forms.setdefault(form.casefold(), (label, word))
        longest_first = sorted(self._forms, key=lambda form: (-len(form), form))
        self._find = _alone("|".join(map(re.escape, longest_first)) or "(?!)", "s?")
        self._number = _alone("|".join((r"\d+", *NUMBER_WORDS)))

    def mentions(self, text: str) -> set[tuple[str, str]]:
        """The label and word of each mention in the text, without repeats."""
        return {self._forms[match[1].casefold()] for match in self._find.finditer(text)}

    def generalise(self, text: str) -> str:
        """The text with placeholders for words and numbers: "a <type> unit", "lose <number> points"."""
        text = self._find.sub(lambda match: f"<{self._forms[match[1].casefold()][0]}>", text)
        text = self._number.sub("<number>", text)
        return re.sub(r"\b([Aa])n <", r"\1 <", text)


def _alone(words: str, ending: str = "") -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])({words}){ending}(?![\w-])", re.IGNORECASE)


EFFECT_TABLES = (
    ("actions", _actions),
    ("conditions", _conditions),
    ("templates", _templates),
    ("mentions", _mentions),
    ("coverage", _coverage),
    ("coverage", _played),
)
