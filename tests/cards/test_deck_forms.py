"""Deck lists of other programs are found by their content, and mean what they mean there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtools.cards.deck import counted_lines, deck_lines, parse_deck, read_deck
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable, make_table
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import InputError
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str], Path]
ARENA = """About
Name Cats and Frogs

Commander
1 Queen Tabby (DAWN) 7

Deck
4 Ember Cat (NOON) 3
3 Pond Frog

Sideboard
2 Hill
"""
MTGO = "4 Ember Cat\n3 Pond Frog\n20 Hill\nSB: 1 Queen Tabby\nSB: 2 Tide Cat\n"
COCKATRICE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Cats &amp; Frogs</deckname>
    <zone name="main">
        <card number="4" name="Ember Cat" setShortName="NOON" collectorNumber="3" uuid="0"/>
        <card number="20" name="Hill"/>
    </zone>
    <zone name="side"><card number="2" name="Tide Cat"/></zone>
</cockatrice_deck>
"""
DEK = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><NetDeckID>0</NetDeckID>
<Cards CatID="1" Quantity="4" Sideboard="false" Name="Ember Cat" Annotation="0" />
<Cards CatID="2" Quantity="2" Sideboard="true" Name="Tide Cat" Annotation="0" /></Deck>
"""
TABLE = """Quantity,Name,Edition,Set Code,Collector Number,Board
4,Ember Cat,High Noon,NOON,3,main
2,"Tide Cat",High Noon,NOON,4,sideboard
"""


@pytest.mark.parametrize(
    ("name", "text", "form", "expected"),
    [
        ("a.txt", ARENA, "Arena",
         "Commander 1 Queen Tabby (DAWN) 7, Deck 4 Ember Cat (NOON) 3, Deck 3 Pond Frog, Sideboard 2 Hill"),
        ("m.txt", MTGO, "",
         " 4 Ember Cat,  3 Pond Frog,  20 Hill, sideboard 1 Queen Tabby, sideboard 2 Tide Cat"),
        ("c.cod", COCKATRICE, "XML", "main 4 Ember Cat (NOON) 3, main 20 Hill, side 2 Tide Cat"),
        ("m.dek", DEK, "XML", " 4 Ember Cat, sideboard 2 Tide Cat"),
        ("t.csv", TABLE, "", "main 4 Ember Cat (NOON) 3, sideboard 2 Tide Cat (NOON) 4"),
        ("t.txt", TABLE.replace(",", "\t"), "", "main 4 Ember Cat (NOON) 3, sideboard 2 Tide Cat (NOON) 4"),
        ("n.csv", "count,name\n2,Hill\n", "", " 2 Hill"),
        ("b.txt", "Ember Cat (4)\nHill  (20)  # many\n[side]\nTide Cat (2)\n", "counts in brackets",
         " 4 Ember Cat,  20 Hill, side 2 Tide Cat"),
        ("x.txt", "4x Ember Cat\nHill x20\n", "", " 4 Ember Cat,  20 Hill"),
        ("p.txt", "@list MTGO\n\n4 Ember Cat\n20 Hill\n# mine\n\n\n2 Tide Cat\nSB: 1 Pond Frog\n\n", "MTGO",
         " 4 Ember Cat,  20 Hill, sideboard 2 Tide Cat, sideboard 1 Pond Frog"),
        ("o.txt", "4 Ember Cat\n\n2 Tide Cat\n", "", " 4 Ember Cat,  2 Tide Cat"),
    ],
)  # fmt: skip
def test_a_list_of_another_program(write: Write, name: str, text: str, form: str, expected: str) -> None:
    deck = read_deck(write(name, text))
    assert deck.form == form
    assert ", ".join(f"{one.section} {one.count} {one.name}" for one in deck.entries) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Commander\n", "4 Hill\nDeck\n", "Creatures (2)\nEmber Cat\nPond Frog\n", "Deck\nHill\n",
        "Creatures (4):\n2 Ember Cat\n2 Pond Frog\n", "2 Hill\n1 Deck\n",
    ],
)  # fmt: skip
def test_a_list_of_our_own_stays_one(text: str) -> None:
    assert parse_deck(Path("d.txt"), text).form == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE d [<!ENTITY a "aa">]>\n<d>&a;</d>', "d.cod:1:13: has a DOCTYPE"),
        ("<d>\n<zone", "d.cod:2:1: is not well-formed XML"),
        ('<d>\n<card name="Hill"/></d>', "d.cod:2: a card needs a number and a name"),
        ("<d/>", "d.cod: the deck is empty, read as XML"),
        ("@date 1.2.2026\n2 Hill", "d.cod:1: '1.2.2026' is not a date"),
    ],
)
def test_what_cannot_be_read_is_explained(write: Write, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_deck(write("d.cod", text))
    assert str(error.value).startswith(message)


GAME = """
[ruleset]
id = "game"
version = "1"
[card]
label = "NAME"
printing = ["SET", "NUMBER"]
[fields.NAME]
[fields.SET]
[fields.NUMBER]
type = "int"
[section.main]
[section.side]
apart = true
[section.commander]
"""
CARDS = (
    ("Queen Tabby", "DAWN", "7"), ("Ember Cat", "DAWN", "3"), ("Ember Cat", "NOON", "3"),
    ("Ember Cat", "NOON", "30"), ("Hill (Steep)", "DAWN", "12"), ("Tide Cat", "", ""),
)  # fmt: skip


@pytest.fixture
def cats(write: Write) -> CardTable:
    ruleset = load_ruleset(str(write("game.toml", GAME)), Path())
    return make_table(CsvFile.of_rows(Path("c.csv"), ("NAME", "SET", "NUMBER"), CARDS), ruleset)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("Ember Cat", 1), ("Ember Cat (NOON) 3", 2), ("ember cat (noon) 30", 3), ("Ember Cat (NOON)", 2),
        ("Ember Cat (DUSK) 3", 1), ("Hill (Steep)", 4), ("Hill (Steep) (DAWN) 12", 4), ("Tide Cat (X) 9", 5),
        ("Cat (NOON) 3", None), ("Hill", None), ("(NOON) 3", None), ("Ember Cat (DUSK) 3 *F*", 1),
        ("Ember Cat (NOON) 30 *F*", 3),
    ],
)  # fmt: skip
def test_a_printing_chooses_the_row(cats: CardTable, name: str, row: int | None) -> None:
    assert CardNames(cats).row(name) == row


def test_a_printing_that_is_not_there_is_a_warning(cats: CardTable) -> None:
    deck = parse_deck(Path("d.txt"), "1 Ember Cat (DUSK) 3\n1 Ember Cat (NOON) 3\n1 Embre Cat (NOON) 3")
    found = {one.location.line: f"{one.code} {one.hint}" for one in validate_deck(deck, cats, cats.ruleset)}
    assert found == {
        1: "DCK022 write a set and a number of the card table",
        3: "DCK001 did you mean Ember Cat (NOON) 3?",
    }
    rows = [
        row
        for _, row in counted_lines(parse_deck(Path("d.txt"), "2 Ember Cat (NOON) 30"), CardNames(cats), [])
    ]
    assert rows == [3]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        (ARENA, "commander main main side"),
        (MTGO, "main main main side side"),
        (MTGO.replace("20 Hill\n", "") + "20 Hill\n", "main main side side main"),
    ],
)
def test_words_of_others_open_the_sections_of_the_game(cats: CardTable, text: str, sections: str) -> None:
    lines = deck_lines(parse_deck(Path("d.txt"), text), CardNames(cats), cats.ruleset)
    assert " ".join(line.section for line in lines) == sections
    found = validate_deck(parse_deck(Path("d.txt"), text), cats, cats.ruleset)
    assert "DCK005" not in {one.code for one in found}


def test_validate_says_what_a_list_was_taken_for(write: Write, cardtools: Any) -> None:
    write("cards.csv", "NAME\nEmber Cat\nHill\nTide Cat\n")
    write("game.toml", "[ruleset]\nid = 'g'\nversion = '1'\n[fields.NAME]\n[section.main]\n[section.side]\n")
    run = cardtools("validate", "cards.csv", "--ruleset", "game.toml", "--deck", write("d.cod", COCKATRICE))
    assert "d.cod (XML): legal\n" in run.out


def test_fixes_keep_the_form_of_a_list(write: Write, cardtools: Any) -> None:
    write("cards.csv", "NAME\nEmber Cat\nHill\nTide Cat\n")
    write("game.toml", "[ruleset]\nid = 'g'\nversion = '1'\n[fields.NAME]\n[section.main]\n[section.side]\n")
    side = write("d.txt", "2 Hill\nSB: 1 Tide Cat\nSB: 1 Tide Cat\n")
    table = write("d.csv", "Quantity,Card\n1,Hill\n2,Hill\n")
    rules = ("--ruleset", "game.toml", "--fix", "--unsafe-fixes")
    cardtools("validate", "cards.csv", *rules, "--deck", side, "--deck", table)
    assert side.read_text() == "2 Hill\nSB: 2 Tide Cat\n"
    parted = write("p.txt", "@list mtgo\n2 Hill\n1 Hill\n\n1 Tide Cat\n1 Tide Cat\n")
    cardtools("validate", "cards.csv", *rules, "--deck", parted)
    assert parted.read_text() == "@list mtgo\n3 Hill\n\n2 Tide Cat\n"
    assert table.read_text() == "Quantity,Card\n3,Hill\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("@list cod\n2 Hill\n", r"d.txt:1: there is no kind of list 'cod'\n  help: write @list mtgo"),
        ("@list mtgo\n2 Hill\n\n1 Elk\n\n1 Ox\nOwl\n",
         r"(?s)d.txt:5:1: a second blank line; .* below line 3.*d.txt:7:1: no card with its count"),
        ("@list mtgo\n2 Hill\nCreatures (2)\n", "d.txt:3:1: no card with its count"),
    ],
    ids="unknown blank heading".split(),
)  # fmt: skip
def test_a_list_of_mtgo_that_says_something_else(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_deck(Path("d.txt"), text)


@pytest.mark.parametrize(
    "line",
    [
        "@list mtgo\n1 Ox\n" + "# a\n" * 100_000 + "\n1 Elk",
        f"1 Ox{' (a) ' * 100_000}(9)", f"Ox{' ' * 300_000}(3)\nElk (2)", f"{' ' * 300_000}SB:{' ' * 300_000}",
        f"@format{' ' * 300_000}", f"About\n{'a ' * 300_000}\nDeck\n{'( ' * 300_000}",
    ],
    ids=range(6),
)  # fmt: skip
def test_a_line_is_read_in_time(cats: CardTable, line: str) -> None:
    start = time.process_time()
    for entry in parse_deck(Path("d.txt"), line).entries:
        CardNames(cats).row(entry.name)
    assert time.process_time() - start < 5
