"""`cardtools serials`: ids by the scheme of the ruleset."""

from __future__ import annotations

import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st
from workbook_files import xlsx, xlsx_rows

from cardtools.cards.table import read_cards
from cardtools.steps.serials import make_serials

ROOT = Path(__file__).parents[2]
Write = Callable[..., Path]
RULES = """
[ruleset]
id = "meadow"
version = "1"
[card]
label = "Title"
[fields.Title]
[fields.Kind]
[fields.Id]
shared_by = "Title"
unique = true
[serials]
column = "Id"
text = "{upper(part(Kind, 1, 2))}-"
when = "Kind != 'Token'"
digits = 2
"""
CARDS = """Id,Title,Kind
,Fox,Beast
BE-01,Owl,Beast
"",Fox,Beast
,Elk,
be-02,Hen,Bird
,Chit,Token
"""


@pytest.fixture
def meadow(write: Write) -> None:
    write("meadow.toml", RULES)
    write("cards.csv", CARDS.encode("utf-16"))


@pytest.mark.usefixtures("meadow")
def test_empty_ids_are_filled_in_and_nothing_else_changes(cardtools: Any) -> None:
    outcome = cardtools("serials", "cards.csv", "--ruleset", "meadow.toml")
    assert (outcome.code, outcome.out) == (1, "cards.csv: 2 cells filled in\n")
    assert outcome.err.splitlines() == [
        "cards.csv:5:1: Elk: no id can be made: Kind is empty or cannot be used",
        "  help: fill in what the id is made of",
        "cards.csv:6:1: Hen: the id be-02 doesn't fit the card, one that does begins with BI-",
        "  help: `cardtools serials --again` makes a new one",
        "cards.csv:7:1: Chit: Id is empty, and [serials] is not for this card",
        "  help: write an id by hand",
    ]
    # The rows of one card have one id, which is free however it is written.
    expected = CARDS.replace('""', '"BE-03"').replace("\n,Fox", "\nBE-03,Fox")
    assert Path("cards.csv").read_bytes().decode("utf-16") == expected


@pytest.mark.usefixtures("meadow")
def test_ids_that_no_longer_fit_are_made_again_when_asked(cardtools: Any, write: Write) -> None:
    write("cards.csv", "Id;Title;Kind\nBE-01;Owl;Beast\nBE-1;Fox;Beast\nBE-02;Hen;Bird\n")
    run = ("serials", "cards.csv", "--ruleset", "meadow.toml")
    assert cardtools(*run).code == 1
    assert cardtools(*run, "--again").out == "cards.csv: 2 cells filled in\n"
    assert Path("cards.csv").read_text().splitlines()[2:] == ["BE-03;Fox;Beast", "BI-01;Hen;Bird"]
    assert cardtools(*run, "--check").out == "cards.csv: every card has its id\n"


@pytest.mark.usefixtures("meadow")
def test_check_writes_nothing(cardtools: Any) -> None:
    before = Path("cards.csv").read_bytes()
    outcome = cardtools("serials", "cards.csv", "--ruleset", "meadow.toml", "--check")
    assert (outcome.code, "+BE-03,Fox,Beast" in outcome.out) == (1, True)
    assert Path("cards.csv").read_bytes() == before


def test_a_workbook_gets_a_list_of_its_cells(write: Write, cardtools: Any) -> None:
    write("meadow.toml", RULES)
    write("cards.xlsx", xlsx({"Cards": xlsx_rows([["Id", "Title", "Kind"], ["", "Fox", "Beast"]])}))
    outcome = cardtools("serials", "cards.xlsx", "--ruleset", "meadow.toml")
    assert (outcome.code, outcome.out) == (1, "cards.xlsx:A2: '' -> 'BE-01'\n")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            RULES.split("[serials]")[0],
            "meadow.toml: the ruleset meadow has no [serials], so it does not say how",
        ),
        (RULES.replace("digits = 2", ""), "meadow.toml:12:2: expected either digits (1 to 9) or ending\n"),
        (RULES.replace('column = "Id"', 'column = "Code"'), "unknown column 'Code'"),
        (RULES.replace("part(", "prt("), "unknown function 'prt'"),
    ],
)
@pytest.mark.usefixtures("meadow")
def test_a_scheme_that_cannot_be_used_is_one_error(
    write: Write, cardtools: Any, rules: str, message: str
) -> None:
    write("meadow.toml", rules)
    outcome = cardtools("serials", "cards.csv", "--ruleset", "meadow.toml")
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.parametrize(("name", "path"), [("ttcg", "."), ("school", "examples/school")])
def test_the_ids_of_the_sample_games_fit(name: str, path: str) -> None:
    made = make_serials(read_cards(ROOT / path / "cards/cards.csv", built_in_ruleset(name)))
    assert (made.new, made.problems) == ({}, [])


@given(st.lists(st.sampled_from([f"{name};Owl" for name in string.ascii_lowercase[:9]]), max_size=40))
def test_no_two_cards_get_one_id(names: list[str]) -> None:
    ruleset = built_in_ruleset("school")
    rows = "".join(f";{row};{'Monster' if at % 3 else 'Spell'}\n" for at, row in enumerate(names))
    made = make_serials(read_cards(Path("cards.csv"), ruleset, f"ID;NAME;X;TYPES\n{rows}"))
    assert len(set(made.new.values())) == len(names)
    assert not made.problems
