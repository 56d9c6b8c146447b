"""Checks of decks: cards that exist, sizes, copies (Doc 2.2.1, decision C11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardtools.cards.deck import Deck, DeckEntry
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.errors import Diagnostic, Location, counted, did_you_mean
from cardtools.files import shown
from cardtools.rulesets.expressions import COMPUTING_ERRORS, Expression
from cardtools.rulesets.ruleset import CopiesRule, DeckRule, ForbiddenRule, Ruleset, SizeRule

Known = list[tuple[DeckEntry, int]]  # a line, and the row of its card


def check_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Diagnostic]:
    """The findings of one deck: of its lines, then of the ruleset's deck rules in their order."""
    exact: dict[str, int] = {}
    folded: dict[str, int] = {}
    for row, name in enumerate(table.values[ruleset.label]):
        if name is not None:
            exact.setdefault(name, row)
            folded.setdefault(name.casefold(), row)
    # Upper and lower case do not count, unless two cards differ in nothing else.
    rows: dict[str, int] = {}
    for entry in deck.entries:
        at = exact.get(entry.name, folded.get(entry.name.casefold()))
        if at is not None:
            rows[entry.name] = at
    found = list(_check_lines(deck, rows, list(exact), ruleset))
    known = [(entry, rows[entry.name]) for entry in deck.entries if entry.name in rows]
    columns = Columns(table)
    for rule in ruleset.deck_rules:
        if rule.info.severity != "off":
            found += _check_rule(rule, deck, known, table, columns)
    return found


def _check_lines(
    deck: Deck, rows: Mapping[str, int], names: Sequence[str], ruleset: Ruleset
) -> Iterator[Diagnostic]:
    unknown, count, repeated = (ruleset.deck_lines[kind] for kind in ("unknown", "count", "repeated"))
    first: dict[str, int] = {}
    for entry in deck.entries:
        if not entry.readable and count.severity != "off":
            message = f"{entry.name}: the count {entry.written} is not a whole number above zero"
            yield count.finding(entry.location, message, "write 1 or more, or take the line out")
        if entry.name not in rows and unknown.severity != "off":
            near = did_you_mean(entry.name, names)
            hint = f"did you mean {near}?" if near else "write the name as in the card table"
            yield unknown.finding(entry.location, f"there is no card {entry.name!r}", hint)
        line = first.setdefault(entry.name.casefold(), entry.location.line)
        if line != entry.location.line and repeated.severity != "off":
            message = f"{entry.name}: already on line {line}"
            yield repeated.finding(entry.location, message, "write one line with the whole count")


def _check_rule(
    rule: DeckRule, deck: Deck, known: Known, table: CardTable, columns: Columns
) -> Iterator[Diagnostic]:
    if isinstance(rule, SizeRule):
        return _size(rule, deck)
    if isinstance(rule, CopiesRule):
        return _copies(rule, known, table, columns)
    return _forbidden(rule, known, table, columns)


def _size(rule: SizeRule, deck: Deck) -> Iterator[Diagnostic]:
    size = deck.size
    if rule.max is None:
        span = f"at least {rule.min}"
    else:
        span = str(rule.min) if rule.min == rule.max else f"{rule.min} to {rule.max}"
    if size < rule.min:
        hint = f"add {rule.min - size}"
    elif rule.max is not None and size > rule.max:
        hint = f"remove {size - rule.max}"
    else:
        return
    yield rule.info.finding(Location(shown(deck.path)), f"{counted(size, 'card')}, a deck has {span}", hint)


def _copies(rule: CopiesRule, known: Known, table: CardTable, columns: Columns) -> Iterator[Diagnostic]:
    groups: dict[tuple[object, ...], Known] = {}
    for entry, row in known:
        groups.setdefault(tuple(columns(name)[row] for name in rule.by), []).append((entry, row))
    for lines in groups.values():
        count = sum(entry.count for entry, _ in lines)
        limits = [limit for _, row in lines if (limit := _limit(rule, table, columns, row)) is not None]
        if limits and count > min(limits):
            entry, row = lines[-1]
            message = f"{table.name(row)}: {count} copies, at most {min(limits)} are allowed"
            yield rule.info.finding(entry.location, message, f"remove {count - min(limits)}")


def _limit(rule: CopiesRule, table: CardTable, columns: Columns, row: int) -> int | None:
    """The strictest step that fits the card; a step without condition holds only where no other fits."""
    fitting = [most for where, most in rule.limit if where and _meets(where, table, columns, row)]
    fitting = fitting or [most for where, most in rule.limit if where is None]
    return min((most for most in fitting if most is not None), default=None)


def _forbidden(rule: ForbiddenRule, known: Known, table: CardTable, columns: Columns) -> Iterator[Diagnostic]:
    for entry, row in known:
        if _meets(rule.where, table, columns, row):
            names = RowValues(row, columns, table.ruleset.label, table.name(row))
            yield rule.info.finding(entry.location, rule.message.fill(names), rule.hint.fill(names))


def _meets(where: Expression, table: CardTable, columns: Columns, row: int) -> bool:
    """Whether the card meets the condition; one whose cells do not allow an answer does not."""
    names = RowValues(row, columns, table.ruleset.label, table.name(row))
    try:
        return bool(where.value(names))
    except COMPUTING_ERRORS:
        return False
