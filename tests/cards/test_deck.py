"""Deck lists: the ways to write a line, and lines that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.deck import _read_line, read_deck
from cardtools.errors import InputError, Location

Write = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize(
    ("line", "count", "name", "column"),
    [
        ("2 Tide Singer", 2, "Tide Singer", 3),
        ("2x Tide Singer", 2, "Tide Singer", 4),
        ("2 x Tide Singer", 2, "Tide Singer", 5),
        ("Tide Singer x2", 2, "Tide Singer", 1),
        ("Tide Singer X 12", 12, "Tide Singer", 1),
        ("Tide Singer", 1, "Tide Singer", 1),
        ("  2 Tide Singer # the singer", 2, "Tide Singer", 5),
        ("2nd Wave Rider", 1, "2nd Wave Rider", 1),
        ("Card #7", 1, "Card", 1),
        ("Nyx#7", 1, "Nyx#7", 1),
        ("Xerxes", 1, "Xerxes", 1),
    ],
)
def test_the_ways_to_write_a_line(line: str, count: int, name: str, column: int) -> None:
    entry = _read_line(line, Location("deck.txt", 1))
    assert entry is not None
    assert (entry.count, entry.name, entry.location.column) == (count, name, column)


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "2,5", "1/2", "00"])
def test_counts_that_cannot_be_are_kept_for_the_check(count: str) -> None:
    entry = _read_line(f"{count} Tide Singer", Location("deck.txt", 1))
    assert entry is not None
    assert (entry.readable, entry.written, entry.name) == (False, count, "Tide Singer")


def test_comments_and_blank_lines_are_passed_over(write: Write) -> None:
    deck = read_deck(write("deck.txt", "# A deck\r\n\r\n2 Tide Singer\r\n# more\r\nTide Orb\r\n"))
    assert [(entry.count, entry.name, entry.location.line) for entry in deck.entries] == [
        (2, "Tide Singer", 3),
        (1, "Tide Orb", 5),
    ]
    assert deck.size == 3


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n"])
def test_an_empty_deck_is_an_error(write: Write, content: str) -> None:
    with pytest.raises(InputError, match=r"deck\.txt: the deck is empty"):
        read_deck(write("deck.txt", content))


@given(st.text(max_size=30))
def test_every_line_is_a_card_or_nothing(line: str) -> None:
    entry = _read_line(line, Location("deck.txt", 1))
    assert entry is None or (entry.name and entry.count >= 0)
