"""The ruleset's deck rules, one function a kind: size, count, distinct, all, share, copies and so on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from cardtools.cards.deck import Deck, DeckEntry, parse_deck
from cardtools.cards.table import CardTable
from cardtools.checks.cards.references import Reference, ReferenceReader, words_of
from cardtools.checks.decks.contents import DeckContents, DeckFinding, read_contents
from cardtools.checks.decks.deck_file import check_lines, recounted
from cardtools.checks.decks.draw_odds import find_odds
from cardtools.checks.texts.words import LONGEST
from cardtools.ground.catalogue import check_functions
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import counted, listed
from cardtools.language.conditions import Expression
from cardtools.rulesets import deck_model as kinds
from cardtools.rulesets.ruleset import DeckRule, Ruleset


def _search(rule: DeckRule, entry: kinds.SearchEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    """What effects look for and the deck lacks, once; none for a deck with an unknown card."""
    design = contents.ruleset.design
    rows = [line.row for line in contents.of(rule) if line.row is not None]
    if design is None or len(rows) < len(contents.of(rule)):
        return
    reader = ReferenceReader(design, contents.ruleset)
    reported: set[Reference] = set()

    def fits(phrase: Reference, row: int) -> bool:
        """Whether the card has the words, is what the noun means, and has such a rank."""
        words = {word for name in design.words for word in words_of(contents.columns(name)[row])}
        rank = contents.columns(design.rank.column)[row] if design.rank else None
        is_meant = words.issuperset(phrase.words) and phrase.allows(rank)
        return is_meant and contents.meets(design.nouns[phrase.noun].when, row)

    for line, row in contents.known(rule):
        for column in contents.ruleset.text_fields:
            text = contents.columns(column)[row]
            for phrase, written in _wanted(reader, text, entry) if text and len(text) <= LONGEST else ():
                if phrase not in reported and not any(fits(phrase, other) for other in rows):
                    reported.add(phrase)
                    name = contents.table.name(row)
                    message = f'{name} looks for a card that the deck does not have: "{written}"'
                    yield contents.finding(rule, message, "add one, or another card instead", line.location)


def _wanted(reader: ReferenceReader, text: str, entry: kinds.SearchEntry) -> Iterator[tuple[Reference, str]]:
    tokens = reader.tokens((text,))
    for words in entry.ahead:
        for _, end in _places(tokens, words.lower().split()):
            nouns = (at for at in range(end, len(tokens)) if tokens[at] in reader.nouns)
            yield from reader.references(["|", *tokens[end : next(nouns, end - 1) + 1]]).items()
    for words in entry.behind:
        for start, _ in _places(tokens, words.lower().split()):
            if tokens[start - 1] in reader.nouns:
                nouns = (at for at in range(start - 2, 0, -1) if tokens[at] in reader.nouns)
                yield from reader.references(["|", *tokens[next(nouns, 0) + 1 : start]]).items()


def _places(tokens: Sequence[str], words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of the words among the tokens; a punctuation mark may follow the last word."""
    size = len(words)
    for start in range(1, len(tokens) - size + 1):
        here = [*tokens[start : start + size - 1], tokens[start + size - 1].rstrip(".,;:!?)")]
        if here == words:
            yield start, start + size


def _span(low: int, high: int | None, unit: str = "") -> str:
    if high is None:
        return f"at least {low}{unit}"
    if low == high:
        return f"{low}{unit}"
    return f"{low} to {high}{unit}" if low else f"at most {high}{unit}"


def _within(
    rule: DeckRule, contents: DeckContents, number: int, entry: Any, noun: str, whole: str = "a deck"
) -> Iterator[DeckFinding]:
    """A number of cards that has to be between `min` and `max`."""
    low, high = entry.min, entry.max
    if low <= number <= (number if high is None else high):
        return
    span = _span(low, high)
    said = f"{whole} has {span}" if rule.info.severity == "error" else f"advised are {span}"
    hint, lacks = f"add {low - number}" if number < low else f"remove {number - high}", max(0, low - number)
    yield contents.finding(rule, f"{counted(number, noun, entry.plural)}, {said}", hint, lacks=lacks)


def _size(rule: DeckRule, entry: kinds.SizeEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    whole = f"the {' and '.join(rule.sections)} section" if rule.sections else "a deck"
    if entry.min or entry.max is not None:
        size = sum(line.entry.count for line in contents.of(rule))
        yield from _within(rule, contents, size, entry, "card", whole)
    for section, least in entry.each.items():
        size = sum(line.entry.count for line in contents.lines if line.section == section)
        if size < least:
            message = f"{counted(size, 'card')} in the section {section}, it has at least {least}"
            yield contents.finding(rule, message, f"add {least - size}", lacks=least - size)


def _count(rule: DeckRule, entry: kinds.CountEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    if len(contents.known(rule, "known")) == len(contents.known(rule)):
        number = sum(line.count for line, _ in contents.known(rule, "where"))
        yield from _within(rule, contents, number, entry, entry.noun)


def _sum(rule: DeckRule, entry: kinds.SumEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    every = contents.known(rule)
    own = contents.naming({"size": sum(line.count for line, _ in every)})
    for name, part in rule.totals.items():
        own = own.naming({name: _total(own, part, every)})
    groups: dict[Any, list[tuple[DeckEntry, int]]] = {} if entry.by else {None: []}
    for line, row in own.known(rule, "where"):
        for word in words_of(own.value(rule.parts["by"], row)) if entry.by else (None,):
            groups.setdefault(word, []).append((line, row))
    for group, lines in groups.items():
        total, here = _total(own, rule.parts["of"], lines), own.naming({"group": group})
        ends = (here.value(rule.parts[key], 0) if key in rule.parts else None for key in ("min", "max"))
        low, high = (end if hasattr(end, "as_integer_ratio") else None for end in ends)
        few = low is not None and total < low
        if not few and (high is None or total <= high):
            continue
        said = "a deck has" if rule.info.severity == "error" else "advised are"
        what = f"{counted(total, entry.noun, entry.plural)}{f' ({group})' if entry.by else ''}"
        note = listed([f"{name}: {own.columns(name)[0]:,}" for name in rule.totals])
        message = f"{what}, {said} {_span(low or 0, high)}{f' ({note})' if note else ''}"
        place = lines[-1][0].location if entry.by else None
        lacks = int(low - total) if few and low is not None and entry.of == "1" else 0
        yield contents.finding(rule, message, "add some" if few else "remove some", place, lacks)


def _total(contents: DeckContents, part: Expression, cards: Sequence[tuple[DeckEntry, int]]) -> Any:
    """The sum of what the cards add, each copy counted; what is no number adds nothing."""
    found = ((line.count, contents.value(part, row)) for line, row in cards)
    return sum(count * value for count, value in found if hasattr(value, "as_integer_ratio"))


def _distinct(rule: DeckRule, entry: kinds.DistinctEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    found: dict[str, Location] = {}
    for line, row in contents.known(rule, "where"):
        for word in words_of(contents.columns(entry.field)[row]):
            found.setdefault(str(word), line.location)
    number = counted(len(found), entry.noun, entry.plural)
    span, lacks = _span(entry.min, entry.max), entry.min - len(found)
    if entry.max is not None and len(found) > entry.max:
        place = list(found.values())[entry.max]
        message = f"{number} ({', '.join(found)}), {span}"
        yield contents.finding(rule, message, f"keep {entry.max} of them", place)
    elif lacks > 0:
        yield contents.finding(rule, f"{number}, {span}", f"add {lacks} more", lacks=lacks)


def _each(
    rule: DeckRule, entry: kinds.AllEntry | kinds.ForbiddenEntry, contents: DeckContents
) -> Iterator[DeckFinding]:
    wanted = isinstance(entry, kinds.AllEntry)
    for line, row in contents.known(rule):
        if contents.meets(rule.parts.get("where"), row) != wanted:
            # A card that is wrong here may be right in another section; a forbidden one is so everywhere.
            fix = None if wanted else recounted(contents.deck, {line: 0}, safe=False)
            yield contents.finding_of(rule, line, row, "remove it", fix)


def _share(rule: DeckRule, entry: kinds.ShareEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    part = contents.known(rule, "of", "where")
    total = sum(line.count for line, _ in contents.known(rule, "of"))
    if not total:
        return
    number = sum(line.count for line, _ in part)
    what = ""
    if entry.by:
        groups: Counter[object] = Counter()
        for line, row in part:
            for word in words_of(contents.columns(entry.by)[row]):  # a card of two words counts for both
                groups[word] += line.count
        (value, number), *_ = groups.most_common(1) or [("", 0)]
        what = f" with {entry.by} {value}"
    per_cent = 100 * number / total
    enough = entry.or_min is not None and entry.or_min <= number <= (entry.or_max or number)
    high = 100 if entry.max is None else entry.max
    if enough or entry.min <= per_cent <= high:
        return
    # One decimal, so that 39.6 per cent is not shown as the 40 it falls short of.
    share = f"{per_cent:.1f}".removesuffix(".0")
    span = _span(entry.min, entry.max, " %")
    if entry.or_min is not None:
        span += f" or {_span(entry.or_min, entry.or_max)} cards"
    said = "allowed are" if rule.info.severity == "error" else "advised are"
    cards = f"{number} of {total} cards are {entry.plural or f'{entry.noun}s'}{what}"
    message = f"{cards} ({share} %), {said} {span}"
    yield contents.finding(rule, message, "add some" if per_cent < entry.min else "remove some")


def _subset(rule: DeckRule, entry: kinds.SubsetEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    there: Counter[int | None] = Counter()
    for line in contents.lines:
        if line.section == entry.of:
            there[line.row] += line.entry.count
    taken: Counter[int] = Counter()
    for own, row in contents.known(rule):
        taken[row] += own.count
        if taken[row] > there[row]:
            message = f"{contents.table.name(row)}: {taken[row]} here, {there[row]} in the section {entry.of}"
            yield contents.finding(rule, message, f"add it to the section {entry.of}", own.location)


def _cover(rule: DeckRule, entry: kinds.CoverEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    rows = [line.row for line in contents.lines if line.row is not None]
    makers = [row for row in rows if contents.meets(rule.parts.get("from_"), row)]
    made = {word for row in makers for word in words_of(contents.value(rule.parts["makes"], row))}
    if made.intersection(entry.joker):
        return
    made.update(entry.free)
    for line, row in contents.known(rule, "where"):
        for word in words_of(contents.value(rule.parts["needs"], row)):
            if word not in made:
                made.add(word)  # reported once
                message = f"{contents.table.name(row)} needs {word}, which no card of the deck makes"
                yield contents.finding(rule, message, f"add a card that makes {word}", line.location)


def _copies(rule: DeckRule, entry: kinds.CopiesEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    def limit_of(row: int) -> int | None:
        """The card's own limit, else the strictest step that fits; one without condition is for the rest."""
        own = contents.value(rule.parts["own"], row) if entry.own else None
        if own not in (None, ""):
            return int(own) if str(own).isdecimal() else None
        fitting = [most for where, most in rule.limit if where and contents.meets(where, row)]
        fitting = fitting or [most for where, most in rule.limit if where is None]
        return min((most for most in fitting if most is not None), default=None)

    by = entry.by or (contents.table.ruleset.label,)
    groups: dict[tuple[object, ...], list[tuple[DeckEntry, int]]] = {}
    for line, row in contents.known(rule):
        key = tuple(contents.columns(name)[row] for name in by)
        # Cards without a name are not all the same card.
        groups.setdefault(("", row) if None in key else key, []).append((line, row))
    for lines in groups.values():
        count = sum(line.count for line, _ in lines)
        limits = [limit for _, row in lines if (limit := limit_of(row)) is not None]
        if limits and count > min(limits):
            line, row = lines[-1]
            message = f"{contents.table.name(row)}: {count} copies, the limit is {min(limits)}"
            surplus = count - min(limits)
            hint, fewer = f"remove {surplus}", dict[DeckEntry, int]()
            for above, _ in reversed(lines):
                if surplus and above.count:
                    fewer[above] = max(0, above.count - surplus)
                    surplus -= above.count - fewer[above]
            fix = recounted(contents.deck, fewer, safe=False)
            yield contents.finding(rule, message, hint, line.location, fix=fix)


def _chain(rule: DeckRule, entry: kinds.ChainEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    asked: list[tuple[DeckEntry, int, int, tuple[object, ...]]] = []
    there: set[tuple[int, tuple[object, ...]]] = set()
    for line in contents.of(rule):
        row = line.row if line.row is not None else contents.names.row(contents.names.near(line.entry.name))
        if row is None:
            return  # the unknown card may be the missing one
        if contents.meets(rule.parts.get("where"), row):
            value = contents.columns(entry.field)[row]
            same = tuple(contents.columns(name)[row] for name in entry.same)
            if not isinstance(value, int) or None in same:
                return
            there.add((value, same))
            if line.row is not None and line.entry.count:
                asked.append((line.entry, row, value, same))
    for deck_line, row, value, same in asked:
        if value > entry.lowest and (value - 1, same) not in there:
            there.add((value - 1, same))  # reported once
            yield contents.finding_of(rule, deck_line, row, "add one")


def _note(rule: DeckRule, entry: kinds.NoteEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    yield contents.finding(rule, entry.message, "")


_RUNS: Mapping[str, Callable[[DeckRule, Any, DeckContents], Iterator[DeckFinding]]] = {
    "size": _size,
    "count": _count,
    "sum": _sum,
    "distinct": _distinct,
    "all": _each,
    "forbidden": _each,
    "share": _share,
    "subset": _subset,
    "cover": _cover,
    "copies": _copies,
    "chain": _chain,
    "odds": find_odds,
    "search": _search,
    "note": _note,
}


def run_rule(rule: DeckRule, contents: DeckContents) -> Iterator[DeckFinding]:
    """The findings of one rule; none when it is switched off, or for other formats."""
    there = {line.section for line in contents.lines}
    parts = [replace(rule, sections=(name,)) for name in rule.sections if name in there]
    for part in parts if rule.entry.separate else [rule]:
        if rule.info.severity != "off" and (own := contents.for_rule(part)):
            yield from _RUNS[rule.entry.kind](part, rule.entry, own)


class Verdict(Record):
    """Whether a deck can be played. An incomplete one breaks no rule but those that more cards satisfy."""

    status: Literal["legal", "incomplete", "illegal"]
    missing: int
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        if self.status == "legal":
            return "legal"
        missing = [f"{counted(self.missing, 'card')} missing"] if self.status == "incomplete" else []
        return f"{self.status}: {', '.join([*missing, *self.reasons])}"


def judge_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> Verdict:
    """Whether the deck is legal, only lacks cards, or is illegal, and why; warnings do not count."""
    errors = [f for f in find_in_deck(deck, table, ruleset) if f.diagnostic.severity == "error"]
    if not errors:
        return Verdict("legal", 0, ())
    wrong = [finding for finding in errors if not finding.lacks]
    reasons = tuple(finding.diagnostic.message for finding in wrong or errors)
    if wrong:
        return Verdict("illegal", 0, reasons)
    return Verdict("incomplete", max(finding.lacks for finding in errors), reasons)


def find_in_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[DeckFinding]:
    """The findings about a deck's lines and headings, then those of the ruleset's deck rules in order."""
    contents = read_contents(deck, table, ruleset)
    of_lines = (finding for check in check_functions("cardtools.checks.decks") for finding in check(contents))
    found = [DeckFinding(finding) for finding in of_lines if finding.code not in ruleset.off]
    for rule in ruleset.deck_rules:
        # While a deck lacks cards, nothing can be said about its opening hands and searches.
        unfinished = any(finding.lacks and finding.diagnostic.severity != "info" for finding in found)
        if not unfinished or rule.entry.kind not in ("odds", "search"):
            found += run_rule(rule, contents)
    return found


def try_deck(text: str, rule: DeckRule, table: CardTable) -> list[Diagnostic]:
    """The findings of one rule about a deck list, for the rule's own examples."""
    deck, ruleset = parse_deck(Path("example"), text), table.ruleset
    deck = replace(deck, said={"format": "".join(rule.formats[:1]), **deck.said})
    contents = read_contents(deck, table, ruleset)
    if any(line.row is None for line in contents.lines):
        return list(check_lines(contents))
    return [finding.diagnostic for finding in run_rule(rule, contents)]
