"""A comparison as one JSON object, with everything that was found.

    version     1; changes when a key does
    ruleset     {id, version}
    old, new    {path, cards}: the tables, and how many cards each has
    counts      {added, removed, renamed, buffed, nerfed, rebalanced, effects, other, unchanged}, in cards
    columns     {added, removed}: the designer's own columns that only one table has
    added       cards that only the new table has; removed: cards that only the old one has:
                {card, edition, line, cells}, the cells as written, by column
    changed     {card, edition, line, old_card, old_line, renamed, balance, changes}; the balance is buffed,
                nerfed, rebalanced or null
    decks       decks whose verdict changed or that list renamed cards: {path, before, after, renamed}; before
                and after are {status, missing, reasons}, renamed is a list of {old, new}

A change is {column, kind, old, new} and, depending on its kind (name, stat, effect, list, cell):

    stat        difference, and better: whether it is good for the card
    list        added, removed: the items
    effect      template (null unless both texts come from one), slots: {slot, old, new}; and words
    cell        words, if it is a text
    words       [sign, text] in reading order; = in both, - in the old text, + in the new one

Cards are sorted by name. `edition` distinguishes cards with the same name, else it is ""; a line is that of
the table.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from cardtools.ground.console import to_json
from cardtools.ground.io.files import shown
from cardtools.reports.diff.cells import ComparedTable
from cardtools.reports.diff.changes import Change
from cardtools.reports.diff.compare import Comparison

_MORE = {"stat": ("difference", "better"), "list": ("added", "removed")}


def render(found: Comparison) -> str:
    """The comparison as JSON text, ending with a line end."""
    ruleset = found.new.ruleset
    whole = {
        "version": 1,
        "ruleset": {"id": ruleset.id, "version": ruleset.version},
        "old": {"path": found.old.cards_in, "cards": len(found.old.cards)},
        "new": {"path": found.new.cards_in, "cards": len(found.new.cards)},
        "counts": found.counts,
        "columns": {"added": found.new_columns, "removed": found.old_columns},
        "added": [_whole_card(found.new, row) for row in found.added],
        "removed": [_whole_card(found.old, row) for row in found.removed],
        "changed": [
            {
                **_card(found.new, card.new),
                "old_card": found.old.name(card.old),
                "old_line": found.old.cards.file.line_numbers[card.old],
                "renamed": bool(card.of("name")),
                "balance": card.balance or None,
                "changes": list(map(_change, card.changes)),
            }
            for card in found.changed
        ],
        "decks": [
            {
                "path": shown(deck.path),
                "before": asdict(deck.before),
                "after": asdict(deck.after),
                "renamed": [{"old": old, "new": new} for old, new in deck.renamed],
            }
            for deck in found.decks
        ],
    }
    return to_json(whole) + "\n"


def _card(table: ComparedTable, row: int) -> dict[str, Any]:
    file = table.cards.file
    more = {"path": file.at(row).path} if file.parts[1:] else {}
    return {"card": table.name(row), "edition": table.edition(row), **more, "line": file.line_numbers[row]}


def _whole_card(table: ComparedTable, row: int) -> dict[str, Any]:
    cells = {column: table.cards.texts(column)[row] for column in table.cards.columns}
    return _card(table, row) | {"cells": cells}


def _change(change: Change) -> dict[str, Any]:
    keys = ("column", "kind", "old", "new", *_MORE.get(change.kind, ()))
    data: dict[str, Any] = {key: getattr(change, key) for key in keys}
    wording = change.wording
    if wording and change.kind == "effect":
        data |= {"template": wording.template or None, "slots": list(map(asdict, wording.slots))}
    if wording:
        data["words"] = wording.words
    return data
