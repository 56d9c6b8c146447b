"""Deck lists: the ways to write a line, and lines that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from deck_lists import format_deck
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.deck import DeckEntry, parse_deck, read_deck
from cardtools.ground.errors import InputError, Location

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
    (entry,) = parse_deck(Path("deck.txt"), line).entries
    assert (entry.count, entry.name, entry.location.column) == (count, name, column)


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "2,5", "1/2", "00"])
def test_counts_that_cannot_be_are_kept_for_the_check(count: str) -> None:
    (entry,) = parse_deck(Path("deck.txt"), f"{count} Tide Singer").entries
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
def test_every_card_of_a_line_has_a_name(line: str) -> None:
    assert all(entry.name and entry.count >= 0 for entry in parse_deck(Path("deck.txt"), line).entries)


@pytest.mark.parametrize(
    ("line", "name", "count"),
    [
        ("[vault]", "vault", None),
        ("[ Land deck ]  # lands only", "Land deck", None),
        ("[vault] (12)", "vault", 12),
        ("Vault:", "Vault", None),
        ("Creatures (24):", "Creatures", 24),
        ("Creatures (24)", "Creatures", 24),
        ("  Items/Artifacts ( 6 )", "Items/Artifacts", 6),
    ],
)
def test_headings(line: str, name: str, count: int | None) -> None:
    (heading,) = parse_deck(Path("d.txt"), line).headings
    assert (heading.name, heading.count) == (name, count)


@pytest.mark.parametrize(
    "line",
    [
        "2 Vault:", "1 Creatures (24)", "Creatures (24) x2", "Orb (of Rain)", "[", ":",
        "2 Orb (2): Rain", "2x Orb (2): Rain", "(2): Rain", "Orb: Rain",
    ],
)  # fmt: skip
def test_lines_that_are_neither_headings_nor_groups(line: str) -> None:
    deck = parse_deck(Path("d.txt"), line)
    assert (len(deck.headings), len(deck.entries)) == (0, 1)


def test_a_card_knows_the_heading_above_it(write: Write) -> None:
    deck = read_deck(write("deck.txt", "1 Tide Orb\n[vault]\n2 Lake\n\nLeader:\nQueen Ilva\n"))
    assert [(entry.name, entry.section) for entry in deck.entries] == [
        ("Tide Orb", ""), ("Lake", "vault"), ("Queen Ilva", "Leader"),
    ]  # fmt: skip
    assert [(heading.name, heading.location.line) for heading in deck.headings] == [
        ("vault", 2),
        ("Leader", 5),
    ]


def test_headings_alone_are_an_empty_deck(write: Write) -> None:
    with pytest.raises(InputError, match="the deck is empty"):
        read_deck(write("deck.txt", "[main]\n[vault]\n"))


def test_a_deck_may_be_a_csv_file(write: Write) -> None:
    text = 'COUNT;NAME;SECTION\n2;Tide Singer;main\nx;"Orb; the first";vault\n;Lake;vault\n'
    deck = read_deck(write("deck.csv", text))
    assert [(e.count, e.written, e.name, e.section, e.location.line) for e in deck.entries] == [
        (2, "2", "Tide Singer", "main", 2),
        (0, "x", "Orb; the first", "vault", 3),
        (1, "", "Lake", "vault", 4),
    ]
    assert [heading.name for heading in deck.headings] == ["main", "vault"]
    assert read_deck(write("two.csv", "name;count\nLake;3\n")).size == 3


def test_a_csv_deck_without_its_columns_is_an_error(write: Write) -> None:
    with pytest.raises(InputError) as error:
        read_deck(write("deck.csv", "KIND;COUNT\nLake;3\n"))
    assert str(error.value) == (
        "deck.csv:1:1: a deck needs the columns COUNT and NAME, but there is no NAME\n"
        "  help: the first line is COUNT;NAME or COUNT;NAME;SECTION"
    )


# What a card may be called: anything in one line without a comment sign behind white space.
NAMES = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=20).filter(
    lambda name: name == name.strip() and "#" not in name
)
SECTIONS = st.sampled_from(["", "main", "vault", "Land deck"])


@given(st.lists(st.tuples(st.integers(1, 99), NAMES, SECTIONS), min_size=1, max_size=8))
def test_a_written_deck_reads_back_the_same(cards: list[tuple[int, str, str]]) -> None:
    cards.sort(key=lambda card: card[2])  # cards without a section can only stand first
    place = Location("d.txt", 1)
    text = format_deck(DeckEntry(count, name, place, "", section) for count, name, section in cards)
    deck = parse_deck(Path("d.txt"), text)
    assert [(entry.count, entry.name, entry.section) for entry in deck.entries] == cards


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("- Creatures (5): Ox×3, Owl ×2", [(3, "Ox", 18), (2, "Owl", 24)]),
        ("Creatures (5): 3 Ox, 2x Owl  # all", [(3, "Ox", 18), (2, "Owl", 25)]),
        ("* Items/Artifacts (3) : Ox x2 , Owl", [(2, "Ox", 25), (1, "Owl", 33)]),
        ("Spells (1): Ox,,", [(1, "Ox", 13)]),
    ],
)
def test_a_group_of_cards_in_one_line(line: str, cards: list[tuple[int, str, int]]) -> None:
    deck = parse_deck(Path("d.txt"), f"1 Hen\n{line}\nRay")
    assert [(e.count, e.name, e.location.column) for e in deck.entries] == [
        (1, "Hen", 3),
        *cards,
        (1, "Ray", 1),
    ]
    (heading,) = deck.headings
    assert [entry.section for entry in deck.entries[1:]] == [heading.name] * (len(cards) + 1)


def test_items_of_a_list() -> None:
    deck = parse_deck(Path("d.txt"), "- Creatures (3)\n- Ox×2\n• 1 Owl\n-1 Ray\n2 - Hen")
    assert [(e.count, e.name) for e in deck.entries] == [(2, "Ox"), (1, "Owl"), (0, "Ray"), (2, "- Hen")]
    assert [heading.name for heading in deck.headings] == ["Creatures"]


DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize("name", ["academy_tempo", "darkling_control", "elemental_flux"])
def test_the_starter_decks_of_the_school_rules_load(name: str) -> None:
    deck = read_deck(DATA / f"{name}.txt")
    assert deck.size == 55
    assert sum(heading.count or 0 for heading in deck.headings) == 55
