"""Lists of a ruleset: what is banned, restricted or costs points, by format and date; options and faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtools.cards.deck import parse_deck
from cardtools.cards.table import make_table
from cardtools.checks.decks.contents import read_contents
from cardtools.ground.errors import InputError
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.play.playtest.opening_hands import Asked, questions
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str], Path]
GAME = """
[ruleset]
id = "game"
version = "1"
[fields.NAME]
[fields.KIND]
[list.points]
table = "lists/points.csv"
type = "number"
[deck.GAM101]
name = "points"
kind = "sum"
of = "points"
plural = "points of the list"
max = 3
[deck.GAM102]
name = "small"
kind = "size"
format = ["league", "cup"]
max = 4
"""
POINTS = "CARD;VALUE;FORMAT;FROM;UNTIL\nOx;1;;;2026-01-31\nOx;2;;2026-02-01;\nOX;3;cup;;\nElk;0.5;;;\n"


@pytest.fixture
def check(write: Write, cardtools: Any) -> Callable[..., list[str]]:
    """The findings about a deck, and what is said of the lists, with these options."""
    write("cards.csv", "NAME;KIND\nOx;animal\nElk;animal\nOwl;bird\n")
    write("rules/game.toml", GAME)
    write("rules/lists/points.csv", POINTS)

    def run(deck: str, *options: str) -> list[str]:
        write("d.txt", deck)
        done = cardtools("validate", "cards.csv", "--ruleset", "rules/game.toml", "--deck", "d.txt", *options)
        lines = f"{done.out}{done.err}".split("\n")
        return [
            line for line in lines if " GAM1" in line or " DCK" in line or " CRD" in line or "Error" in line
        ]

    return run


@pytest.mark.parametrize(
    ("deck", "options", "points"),
    [
        ("@format league\n@date 2026-01-31\n4 Ox", (), "4 points of the list"),
        ("@format league\n@date 2026-02-01\n4 Ox", (), "8 points of the list"),
        ("@format league\n4 Ox", (), "8 points of the list"),
        ("@format: CUP\n4 Ox", (), "12 points of the list"),
        ("@format cup\n@date 2026-01-01\n4 Ox", (), "12 points of the list"),
        ("@format cup\n4 Ox", ("--deck-format", "league", "--deck-date", "2026-01-31"),
         "4 points of the list"),
        ("@format league\n3 Owl\n1 Ox", (), ""),
        ("@format league\n1 Ox\n2 Elk", (), ""),
    ],
)  # fmt: skip
def test_the_deck_or_an_option_says_which_rows_count(
    check: Any, deck: str, options: tuple[str, ...], points: str
) -> None:
    expected = [f"d.txt: GAM101 points: {points}, a deck has at most 3"] if points else []
    assert check(deck, *options) == expected


@pytest.mark.parametrize(
    ("deck", "options", "expected"),
    [
        ("5 Owl", (), ["d.txt: DCK021 format: the deck says no format"]),
        ("@format leage\n5 Owl", (), ["d.txt: DCK021 format: the rules have no format 'leage'"]),
        ("5 Owl", ("--deck-format", "CUP"), ["d.txt: GAM102 small: 5 cards, a deck has at most 4"]),
        ("5 Owl", ("--deck-date", "2026-1-1"), ["Error: --deck-date is a day, as 2026-01-31."]),
        ("5 Owl", ("--deck-format", "cup", "--fix"),
         ["Error: --deck-format and --deck-date don't go with --fix and --diff."]),
    ],
)  # fmt: skip
def test_a_format_is_one_of_the_rules(
    check: Any, deck: str, options: tuple[str, ...], expected: list[str]
) -> None:
    assert check(deck, *options) == expected


def test_the_table_of_a_list_is_checked_like_cards(check: Any, write: Write) -> None:
    rows = (
        "Oxx;1;;;",
        "Ox;much;;2026-02-30;",
        "Elk;1;;2026-05-01;2026-04-01",
        ";1;;;",
        "Owl;1;;;",
        "Owl;2;;;",
    )
    write("rules/lists/points.csv", "\n".join(["CARD;VALUE;FORMAT;FROM;UNTIL", *rows]))
    assert check("@format cup\n1 Owl") == [
        "rules/lists/points.csv:2:1: DCK020 idle-row: warning: no card has NAME 'Oxx'",
        "rules/lists/points.csv:3:4: CRD002 not-a-number: Ox: VALUE 'much' is not a number",
        "rules/lists/points.csv:3:10: CRD023 not-of-its-kind: Ox: FROM '2026-02-30' is not a date",
        "rules/lists/points.csv:4:19: DCK020 idle-row: warning: Elk: the row ends before it begins",
        "rules/lists/points.csv:5:1: CRD001 required: card 4: CARD is empty",
        "rules/lists/points.csv:7:1: CRD006 duplicate-name: Owl: same card as line 6",
    ]


def test_a_list_without_its_column_cannot_be_used(check: Any, write: Write, cardtools: Any) -> None:
    write("rules/lists/points.csv", "NAME;VALUE\nOx;1\n")
    write("d.txt", "1 Ox")
    done = cardtools("validate", "cards.csv", "--ruleset", "rules/game.toml", "--deck", "d.txt")
    assert done.code == 2 and "there is no column CARD" in done.err


def test_the_list_of_a_ruleset_that_is_extended_lies_beside_it(check: Any, write: Write) -> None:
    own = 'extends = ["rules/game.toml"]\n[ruleset]\nid = "own"\nversion = "1"\n'
    ruleset = load_ruleset(str(write("own.toml", own)), Path())
    assert [path.as_posix().rpartition("rules/")[2] for path in ruleset.files[:2]] == [
        "lists/points.csv", "game.toml",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('[list.NAME]\ntable = "a.csv"', "'NAME' cannot be a name here"),
        ('[list.status]\ntable = "a.csv"\nby = "KINDS"', "unknown column 'KINDS'"),
        ('[list.status]\ntable = "a.csv"\ntype = "words"', "type = 'words'"),
        ('[list.status]', "the key table is missing"),
        ('[deck.GAM103]\nname = "a"\nkind = "sum"\nof = "1"\ntotals = { KIND = "1" }', "'KIND' cannot be"),
        ('[deck.GAM103]\nname = "a"\nkind = "sum"\nof = "1"\nmax = "group"', "unknown name 'group'"),
        ('[deck.GAM103]\nname = "a"\nkind = "sum"\nof = "point"', "did you mean points?"),
        ('[deck.GAM103]\nname = "a"\nkind = "sum"\nof = "points"\nmax = "points"', "points: a limit is"),
        ('[deck.GAM103]\nname = "a"\nkind = "count"\nwhere = "first_KIND"', "unknown name 'first_KIND'"),
        ('[deck.GAM103]\nname = "a"\nkind = "size"\nsection = "side"', "unknown section 'side'"),
        ('[rule.GAM103]\nname = "a"\nassert = "points"\nmessage = "a"', "unknown name 'points'"),
        ('[card]\nprinting = ["SET"]', "unknown column 'SET'"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_is_explained(write: Write, rule: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        load_ruleset(str(write("game.toml", f"{GAME}{rule}\n")), Path())
    assert message in str(error.value)


def test_examples_of_a_rule_are_of_its_format(write: Write, cardtools: Any) -> None:
    examples = (
        '[deck.GAM102.example]\nok = ["4 Owl"]\nbad = ["5 Owl"]\n[examples]\ncards = [{ NAME = "Owl" }]\n'
    )
    write("rules/lists/points.csv", POINTS)
    write("rules/game.toml", f"{GAME}{examples}")
    assert "2 examples, all correct" in cardtools("rules", "test", "rules/game.toml").out


def test_the_odds_of_an_opening_hand_ask_the_list_and_the_first_card(write: Write) -> None:
    rule = """
[deck.GAM103]
name = "open"
kind = "odds"
format = "cup"
first = "KIND == 'bird'"
where = "given(points) and KIND != first_KIND"
hand = 1
least = 1
max = 100
"""
    write("lists/points.csv", POINTS)
    ruleset = load_ruleset(str(write("game.toml", GAME + rule)), Path())
    rows = (("Ox", "animal"), ("Owl", "bird"), ("Elk", "animal"))
    table = make_table(CsvFile.of_rows(Path("c.csv"), ("NAME", "KIND"), rows), ruleset)

    def asked(deck: str) -> list[list[bool]]:
        contents = read_contents(parse_deck(Path("d.txt"), deck), table, ruleset)
        return [[bool(one.meant(row)) for row in range(3)] for one in questions(contents, Asked())]

    assert asked("@format cup\n1 Ox\n1 Owl") == [[True, False, True]]
    assert asked("@format cup\n1 Ox") == []  # without a bird
    assert asked("@format league\n1 Owl") == []
