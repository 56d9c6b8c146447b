"""Fixes of decks: what each writes, what it pages alone, and laws that hold for all of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from hypothesis import example, given
from hypothesis import strategies as st

from cardtools.cards.deck import parse_deck, read_deck
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable
from cardtools.checks.decks.deck_rules import find_in_deck
from cardtools.checks.examples import rows_table
from cardtools.checks.fixes.fix_files import fix_deck
from cardtools.rulesets.model import ExampleRow

Write = Callable[[str, str | bytes], Path]
SCHOOL = built_in_ruleset("school")
ROWS: list[ExampleRow] = [
    {"ID": "booster_001", "NAME": "Spark", "TYPES": "Booster"},
    {"ID": "spell_001", "NAME": "Long Night", "TYPES": "Spell"},
    {"ID": "spell_002", "NAME": "7 Samurai", "TYPES": "Spell"},
    {"ID": "spell_003", "NAME": "x Ray", "TYPES": "Spell"},
    {"ID": "monster_001", "NAME": "Old Orm", "TYPES": "Monster", "TIER": "Legendary"},
    {"ID": "token_001", "NAME": "Wisp", "TYPES": "Token"},
]
CARDS = rows_table(ROWS, SCHOOL)


def fixed(text: str, unsafe: bool = False, name: str = "d.txt", table: CardTable = CARDS) -> str:
    return fix_deck(text.encode(), Path(name), table, unsafe).data.decode()


@pytest.mark.parametrize(
    ("deck", "after"),
    [
        ("1 Spark\n2 Long Night\n3 spark\nSpark\n", "5 Spark\n2 Long Night\n"),
        ("Spark\nSpark x2", "3 Spark\n"),
        ("Spark x1 # one\r\n  2x Spark   # two\r\n", "Spark x3 # one\r\n# two\r\n"),
        ("\ufeff1 Spark\n1 booster_001\n", "\ufeff2 Spark\n"),
        ("x Ray\nx Ray", "2x x Ray\n"),
        ("7 Samurai\n1 7 Samurai\n2 7 Samurai", "7 Samurai\n3 7 Samurai\n"),
        ("1 Spark\n[side]\n1 Spark\n", "1 Spark\n[side]\n1 Spark\n"),
        ("Few (1)\n1 Spark\nMore (1)\n1 Spark\n", "Few (1)\n1 Spark\nMore (1)\n1 Spark\n"),
        ("999999 Spark\n1 Spark\n", "999999 Spark\n1 Spark\n"),
        ("1 Spark\n0 Spark\n-2 Spark\n", "1 Spark\n0 Spark\n-2 Spark\n"),
        ("Few ( 3 ):  # so\n2 Spark\n", "Few ( 2 ):  # so\n2 Spark\n"),
        ("[main] (9)\n2 Spark\n2 Long Night\n", "[main] (4)\n2 Spark\n2 Long Night\n"),
        ("Few (3)\n2 Spark\n0 Long Night\n", "Few (3)\n2 Spark\n0 Long Night\n"),
        ("Few (9)\n1 Spark\n1 Spark\n", "Few (2)\n2 Spark\n"),
        ("3 Long Nihgt\n2 token_001\n2 Old Orm\n", "3 Long Nihgt\n2 token_001\n2 Old Orm\n"),
    ],
)
def test_safe_fixes_keep_every_card(deck: str, after: str) -> None:
    assert fixed(deck) == after


@pytest.mark.parametrize(
    ("deck", "after"),
    [
        ("3 Long Nihgt # dark\n", "3 Long Night # dark\n"),
        ("Sparks x2\nSpark", "Spark x3\n"),
        ("3 Something Else\n", "3 Something Else\n"),
        ("1 Spark\n7 Samurai\n", "1 Spark\n1 7 Samurai\n"),
        ("1 Spark\n2 Wisp\n", "1 Spark\n"),
        ("1 Spark\n2 Wisp # why", "1 Spark\n# why"),
        ("2 Wisp\n", "2 Wisp\n"),  # a deck keeps its last card
        ("1 Spark\nOld Orm x3\n", "1 Spark\nOld Orm x1\n"),
        ("2 Long Night\n[side]\n3 Long Night\n", "2 Long Night\n[side]\n2 Long Night\n"),
        ("6 Long Night\n[side]\n3 Long Night\n1 Spark\n", "4 Long Night\n[side]\n1 Spark\n"),
        ("Few (7)\n1 Spark\n3 Old Orm\n", "Few (2)\n1 Spark\n1 Old Orm\n"),
    ],
)
def test_unsafe_fixes_change_the_deck_where_there_is_one_answer(deck: str, after: str) -> None:
    assert fixed(deck, unsafe=True) == after


def test_one_of_two_names_that_differ_in_case_is_no_answer() -> None:
    table = rows_table([{"ID": "spell_001", "NAME": "Fire"}, {"ID": "spell_002", "NAME": "FIRE"}], SCHOOL)
    assert fixed("1 Fier\n2 Fire\n1 FIRE\n", unsafe=True, table=table) == "1 Fier\n2 Fire\n1 FIRE\n"


def test_a_csv_deck_is_fixed_in_its_cells() -> None:
    text = 'NAME;NOTE;COUNT\r\n"Spark";a;1\r\n\r\nLong Nihgt;"b\nc";2\r\nspark;d;"4\n"\r\nWisp;;1\r\n'
    after = 'NAME;NOTE;COUNT\r\n"Spark";a;5\r\n\r\nLong Nihgt;"b\nc";2\r\nWisp;;1\r\n'
    assert fixed(text, name="d.csv") == after
    assert fixed(text, unsafe=True, name="d.csv") == after.replace("Nihgt", "Night").replace(
        "Wisp;;1\r\n", ""
    )


LINES = st.sampled_from([
    "{n} Spark", "Spark x{n}", "{n} long night # why", "Long Night", "{n} Long Nihgt", "{n} monster_001",
    "  {n}x token_001", "{n} Old Orm  # my #1", "7 Samurai", "{n} x Ray", "x Ray", "{n} Nobody", "0 Spark",
    "[side]", "Main:", "Units ({n})", "Units ({n}): # so", "# a remark", "", "@ruleset school", "-1 Wisp",
])  # fmt: skip
DECKS = st.builds(
    lambda lines, end, mark: mark + end.join(line.format(n=n) for line, n in lines),
    st.lists(st.tuples(LINES, st.integers(1, 5)), min_size=1, max_size=12),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "\ufeff"]),
)
NAMES = CardNames(CARDS)


def known(text: str, section: str | None = None) -> Counter[int | None]:
    """How many of each card, by its row, the deck has, in all or in one of its sections."""
    deck = parse_deck(Path("d.txt"), text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"))
    counts: Counter[int | None] = Counter()
    for entry in deck.entries:
        if section in (None, entry.section):
            counts[NAMES.row(entry.name)] += entry.count
    return counts


@example("1 Spark\n[side]\n  1x token_001", True)
@given(DECKS.filter(lambda text: sum(known(text).values()) > 0), st.booleans())
def test_fixing_keeps_what_it_is_not_about(text: str, unsafe: bool) -> None:
    before, after = known(text), known(done := fixed(text, unsafe))
    if not unsafe:
        assert after == before
    else:
        orm, wisp = NAMES.row("Old Orm"), NAMES.row("Wisp")
        for row in before.keys() - {orm, wisp, None}:
            assert after[row] >= min(before[row], 4) or row == NAMES.row("Spark")
        assert after[NAMES.row("Spark")] == before[NAMES.row("Spark")]
        if after.keys() - {wisp}:
            assert after[orm] == min(before[orm], 1)
            # No rule of the game forbids tokens in a sideboard.
            assert after[wisp] == 0 or known(text, "side")[wisp]
    assert fixed(done, unsafe) == done, "fixing again changes nothing"
    comments = [line[line.index("#") :] for line in re.split("[\r\n]+", text) if " #" in line]
    assert all(comment in done for comment in comments)


@given(DECKS.filter(lambda text: sum(known(text).values()) > 0))
def test_every_fix_is_about_the_line_it_names(text: str) -> None:
    deck = parse_deck(Path("d.txt"), text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    for finding in find_in_deck(deck, CARDS, SCHOOL):
        for edit in finding.diagnostic.fix.edits if finding.diagnostic.fix else ():
            assert (edit.cell, edit.old) == (None, deck.lines[edit.line - 1])
            assert edit.new != edit.old


PROJECT = 'ruleset = "kingdom"\n[cards]\ndecks = ["cards/deck.txt"]\n'
KINGDOM = "NAME;TYPE;COLOUR;TEXT;DECK_LIMIT\nRat;creature;red;;\nTea;Spell;grey;Sip.;\n"


@pytest.fixture
def deck(write: Write) -> Path:
    """A project with a deck that has a safe and an unsafe fix, of cards that have one."""
    write("cardtools.toml", PROJECT)
    write("cards/cards.csv", KINGDOM)
    return write("cards/deck.txt", "Rats (4)\n2 Rat\n1 Rat # spare\n4 Tea\n")


def validate(cardtools: Any, *options: str) -> Any:
    return cardtools("validate", "--no-art", "--select", "DCK,DDD,CRD004", *options)


def test_the_command_fixes_the_decks_of_the_project(deck: Path, cardtools: Any) -> None:
    outcome = validate(cardtools, "--fix")
    assert outcome.err.splitlines()[:2] == ["cards/cards.csv: 1 cell fixed", "cards/deck.txt: 3 lines fixed"]
    assert deck.read_text() == "Rats (7)\n3 Rat\n# spare\n4 Tea\n"
    before = deck.stat()
    validate(cardtools, "--fix")
    assert deck.stat().st_mtime_ns == before.st_mtime_ns


def test_diff_shows_decks_too_and_writes_nothing(deck: Path, cardtools: Any) -> None:
    before = deck.read_bytes()
    outcome = validate(cardtools, "--diff", "--unsafe-fixes")
    assert outcome.code == 1
    assert "--- cards/cards.csv\n" in outcome.out
    assert outcome.out.endswith(
        "--- cards/deck.txt\n+++ cards/deck.txt (fixed)\n@@ -1,4 +1,4 @@\n"
        "-Rats (4)\n-2 Rat\n-1 Rat # spare\n-4 Tea\n+Rats (6)\n+3 Rat\n+# spare\n+3 Tea\n"
    )
    assert deck.read_bytes() == before


def test_only_wanted_findings_are_fixed(deck: Path, cardtools: Any, write: Write) -> None:
    write("cardtools.toml", f'{PROJECT}[[suppress]]\ncode = "DCK003"\ncard = "Rat"\nreason = "so be it"\n')
    cardtools("validate", "--no-art", "--fix", "--ignore", "DCK004")
    assert deck.read_text() == "Rats (4)\n2 Rat\n1 Rat # spare\n4 Tea\n"


def test_a_deck_that_is_none_is_told_before_anything_is_written(
    deck: Path, cardtools: Any, write: Write
) -> None:
    deck.write_text("# nothing\n")
    outcome = cardtools("validate", "--fix")
    assert (outcome.code, outcome.err.splitlines()[0]) == (2, "cards/deck.txt: the deck is empty")
    assert (deck.parent / "cards.csv").read_text() == KINGDOM


def test_json_tells_the_fixes(deck: Path, cardtools: Any, write: Write) -> None:
    write("cards/deck.csv", "NAME;COUNT\nRat;1\nRat;2\n")
    out = validate(cardtools, "--format", "json", "--deck", "cards/deck.txt", "--deck", "cards/deck.csv").out
    fixes = {f["path"]: f["fix"] for f in json.loads(out)["findings"] if f["code"] == "DCK003"}
    assert fixes["cards/deck.txt"]["edits"] == [
        {"line": 2, "column": None, "old": "2 Rat", "new": "3 Rat"},
        {"line": 3, "column": None, "old": "1 Rat # spare", "new": "# spare"},
    ]
    assert fixes["cards/deck.csv"] == {
        "safe": True,
        "edits": [
            {"line": 2, "column": "COUNT", "old": "1", "new": "3"},
            {"line": 3, "column": None, "old": "", "new": None},
        ],
    }


def test_reading_a_fixed_file_is_reading_a_deck(deck: Path, cardtools: Any) -> None:
    validate(cardtools, "--fix", "--unsafe-fixes")
    assert [(entry.count, entry.name) for entry in read_deck(deck).entries] == [(3, "Rat"), (3, "Tea")]
