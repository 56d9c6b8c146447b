"""Deck lines that say which of its pictures a card has: `2 Ox @3`."""

from __future__ import annotations

from pathlib import Path

import pytest
from deck_lists import format_deck
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.deck import DeckEntry, parse_deck, read_deck
from cardtools.cards.deck_line import picture_name, read_picture, write_card
from cardtools.ground.errors import Location

HERE = Location("d.txt", 1)


def entry(line: str) -> tuple[int, str, int]:
    (found,) = parse_deck(Path("d.txt"), line).entries
    return found.count, found.name, found.picture


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 Ox @3", (2, "Ox", 3)),
        ("Ox @2", (1, "Ox", 2)),
        ("Ox @2 x4", (4, "Ox", 2)),
        ("2x Ox   @12  # the late one", (2, "Ox", 12)),
        ("2 Ox", (2, "Ox", 0)),
        ("2 Ox@3", (2, "Ox@3", 0)),
        ("2 Ox @0", (2, "Ox @0", 0)),
        ("2 Ox @night", (2, "Ox @night", 0)),
    ],
)
def test_a_picture_stands_behind_the_name(line: str, expected: tuple[int, str, int]) -> None:
    assert entry(line) == expected


@given(st.sampled_from(["Ox", "Ox @ Night", "7 Samurai"]), st.integers(0, 999_999))
def test_a_name_with_a_picture_reads_back(name: str, picture: int) -> None:
    assert read_picture(picture_name(name, picture)) == (name, picture)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1, max_size=5))
def test_a_written_deck_reads_back_with_its_pictures(lines: list[tuple[int, int]]) -> None:
    entries = [DeckEntry(count, "Ox", HERE, picture=picture) for count, picture in lines]
    read = parse_deck(Path("d.txt"), format_deck(entries)).entries
    assert [(one.count, one.picture) for one in read] == lines


@pytest.mark.parametrize("line", ["2 Ox @3  # why", "Ox @3 x2", "  2x Ox @3"])
def test_another_count_and_name_leave_the_picture(line: str) -> None:
    changed = write_card(line, 5, "Owl")
    assert changed is not None
    assert entry(changed) == (5, "Owl", 3)


def test_a_csv_deck_writes_it_in_the_name(write) -> None:
    deck = read_deck(write("deck.csv", "COUNT;NAME\n2;Ox @3\n1;Owl\n"))
    assert [(one.count, one.name, one.picture) for one in deck.entries] == [(2, "Ox", 3), (1, "Owl", 0)]
