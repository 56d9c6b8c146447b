"""The lists of a ruleset: tables of what is banned, restricted or costs points, by format and date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal

from cardtools.cards.deck import Deck
from cardtools.cards.table import CardTable, read_tables
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import did_you_mean
from cardtools.ground.tables.cell_values import read_date
from cardtools.rulesets import Ruleset, load_ruleset

IDLE_ROW = Check.of("""DCK020 idle-row warning: a row of a list of the ruleset is about no card, or no day
    why: What it says, such as that a card is banned, is never applied.
    bad: Tide Singr;banned
    good: Tide Singer;banned
    fix: write the name as in the card table, and dates in their order""")


def read_lists(ruleset: Ruleset) -> dict[str, CardTable]:
    """The tables of the lists by name, read as cards of a game of their own. Raises InputError."""
    lists = ruleset.lists.items()
    return {name: read_tables((Path(entry.table),), _rules(entry.type)) for name, entry in lists}


@cache
def _rules(kind: Literal["str", "number"]) -> Ruleset:
    """The ruleset by which a list with values of this type is read."""
    ruleset = load_ruleset("card_list.toml", Path(__file__).parent)
    value = replace(ruleset.fields["VALUE"], entry=replace(ruleset.fields["VALUE"].entry, type=kind))
    return replace(ruleset, fields={**ruleset.fields, "VALUE": value})


def values_of_list(table: CardTable, cells: Sequence[Any], deck: Deck) -> list[Any]:
    """By card, the value that a list has for its cell in a deck's format and on its date, or None."""
    day: date = read_date(deck.said.get("date", "")) or date.max
    said = "VALUE" if "VALUE" in table.columns else "CARD"
    columns = (table.values[name] for name in ("FORMAT", "FROM", "CARD", "UNTIL", said))
    rows = [(own or "", start or date.min, *rest) for own, start, *rest in zip(*columns, strict=True)]
    values = {}
    for own, start, card, end, value in sorted(rows, key=lambda row: (row[0] != "", row[1])):  # the last wins
        if own.casefold() in ("", deck.format) and start <= day <= (end or day):
            values[str(card).casefold()] = value
    return [None if cell is None else values.get(str(cell).casefold()) for cell in cells]


def check_list(name: str, listed: CardTable, cards: CardTable) -> Iterator[Diagnostic]:
    """The rows of a list that never count."""
    column = cards.ruleset.lists[name].by or cards.ruleset.label
    known = {str(cell).casefold(): str(cell) for cell in cards.values[column] if cell is not None}
    rows = zip(*(listed.values[heading] for heading in ("CARD", "FROM", "UNTIL")), strict=True)
    for row, (card, start, end) in enumerate(rows):
        if card is not None and card.casefold() not in known:
            near = did_you_mean(card, known.values())
            hint = f"did you mean {near}?" if near else "write it as in the card table"
            yield IDLE_ROW.finding(listed.place(row, "CARD"), f"no card has {column} {card!r}", hint)
        if start and end and start > end:
            message = f"{card}: the row ends before it begins"
            yield IDLE_ROW.finding(listed.place(row, "UNTIL"), message, "swap the two dates")
