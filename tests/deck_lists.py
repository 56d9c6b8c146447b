"""Deck lists as text, for round trips."""

from __future__ import annotations

from collections.abc import Iterable

from cardtools.cards import deck_line
from cardtools.cards.deck import DeckEntry


def format_deck(entries: Iterable[DeckEntry]) -> str:
    """The entries as a deck list that reads back as the same cards, counts and sections."""
    lines: list[str] = []
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            lines += [*([""] if lines else []), f"[{section}]"]
        name = deck_line.picture_name(entry.name, entry.picture)
        lines.append(deck_line.card_line(entry.written or entry.count, name))
    return "".join(f"{line}\n" for line in lines)
