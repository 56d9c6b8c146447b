"""`cardtools tiers`: the printed rows of records, and how what a tier adds is shared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.limits import Limits
from cardtools.steps.tiers import split

ROOT = Path(__file__).parents[2]
Write = Callable[..., Path]
RULES = """
[ruleset]
id = "meadow"
version = "1"
[card]
label = "Title"
[fields.Title]
required = true
[fields.Power]
type = "int"
[fields.Luck]
type = "signed"
[fields.Level]
type = "int"
[tiers]
column = "Level"
printed = [1, 2, 3]
keep = { First = "Power" }
[[tiers.boost]]
columns = ["Power", "Luck"]
total = "3 * (Level - 1)"
when = "given(Power)"
[fields.First]
type = "int"
"""
CARDS = """Title,Power,Luck,Level,Note
Fox,4,+1,0,"red, and quick"
Map,,,,
Owl,2,+9,0,
Owl,2,+9,1,by hand
"""


@pytest.fixture
def meadow(write: Write) -> None:
    write("meadow.toml", RULES)
    write("cards.csv", CARDS)


def rows(path: str = "cards-tiers.csv") -> list[str]:
    return Path(path).read_text().splitlines()


@pytest.mark.usefixtures("meadow")
def test_each_record_becomes_a_row_for_each_tier(cardtools: Any) -> None:
    outcome = cardtools("tiers", "cards.csv", "--ruleset", "meadow.toml")
    assert (outcome.code, outcome.out) == (0, "2 records, 5 printed rows -> cards-tiers.csv\n")
    assert rows() == [
        "Title,Power,Luck,Level,Note",
        'Fox,4,+1,1,"red, and quick"',
        'Fox,6,+2,2,"red, and quick"',
        'Fox,7,+4,3,"red, and quick"',
        "Map,,,,",
        "Owl,3,+11,2,",
        "Owl,5,+12,3,",
        "Owl,2,+9,1,by hand",
    ]
    assert Path("cards.csv").read_text() == CARDS


@pytest.mark.usefixtures("meadow")
def test_shares_are_chosen_by_rule_or_by_hand(cardtools: Any, write: Write) -> None:
    run = ("tiers", "cards.csv", "--ruleset", "meadow.toml")
    cardtools(*run, "--split", "Luck", "--split", "Owl=Power")
    assert [row[:9] for row in rows()[2:6]] == ["Fox,4,+4,", "Fox,4,+7,", "Map,,,,", "Owl,5,+9,"]
    made = Path("cards-tiers.csv").read_text()
    write("cards-tiers.csv", made.replace("Fox,4,+4,2", "Fox,5,+3,2").replace("Fox,4,+7,3", "Fox,9,+9,3"))
    outcome = cardtools(*run)  # the second of them does not add up, so it is made again
    assert outcome.out == "2 records, 5 printed rows, 3 with the shares they had -> cards-tiers.csv\n"
    assert [row[:9] for row in rows()[2:4]] == ["Fox,5,+3,", "Fox,7,+4,"]
    cardtools(*run, "--split", "even")
    assert rows()[2].startswith("Fox,6,+2,2")


@pytest.mark.usefixtures("meadow")
def test_a_column_keeps_what_the_record_had(cardtools: Any, write: Write) -> None:
    write("cards.csv", "Title;Power;Luck;Level;First\nFox;4;+1;0;\n")
    cardtools("tiers", "cards.csv", "--ruleset", "meadow.toml")
    assert rows()[3] == "Fox;7;+4;3;4"


@pytest.mark.parametrize(
    ("arguments", "cards", "message"),
    [
        (
            ("--split", "Speed"),
            CARDS,
            "--split: unknown rule 'Speed'\n  help: write even, or the column that ",
        ),
        (("--split", "Elk=even"), CARDS, "--split: cards.csv has no card 'Elk'\n"),
        ((), "Title;Power\nFox;4\n", "cards.csv: there is no column Level, which has the tier of a row\n"),
        (
            (),
            "Title;Power;Luck;Level\nFox;4;;0\nOwl;x;1;0\n",
            "cards.csv:2:7: Fox: Luck is empty or not a num",
        ),
        ((), "", "meadow.toml: the ruleset meadow has no [tiers], so it does not say what"),
    ],
)
@pytest.mark.usefixtures("meadow")
def test_what_cannot_be_used_is_one_error(
    cardtools: Any, write: Write, arguments: tuple[str, ...], cards: str, message: str
) -> None:
    write("cards.csv", cards or CARDS)
    if not cards:
        write("meadow.toml", RULES.split("[tiers]")[0])
    outcome = cardtools("tiers", "cards.csv", "--ruleset", "meadow.toml", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert not Path("cards-tiers.csv").exists()


def test_the_sample_game_in_all_tiers_is_legal(write: Write, cardtools: Any) -> None:
    write("cards/cards.csv", (ROOT / "cards/cards.csv").read_bytes())
    write("cardtools.toml", 'ruleset = "ttcg"\n')
    assert cardtools("tiers").out == "66 records, 396 printed rows -> cards/cards-tiers.csv\n"
    outcome = cardtools("validate", "cards/cards-tiers.csv", "--no-art", "--ignore", "TXT027")
    assert outcome.out == "cards/cards-tiers.csv: 399 cards: no problems\n"


numbers = st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=6)


@given(st.integers(-10_000, 10_000), numbers, st.integers(1, 50))
def test_shares_add_up_and_are_as_equal_as_steps_allow(total: int, own: list[int], step: int) -> None:
    shares = split(total, own, step)
    assert sum(shares) == total
    assert all(share * total >= 0 for share in shares)
    assert max(shares) - min(shares) < 2 * step
    assert sum(share % step != 0 for share in shares) <= 1
    assert split(total, own, step, 0) == (total, *[0] * (len(own) - 1))


@pytest.mark.usefixtures("meadow")
def test_a_table_that_would_fill_the_memory_is_refused(
    cardtools: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtools.steps.tiers.limits", lambda: Limits(table_bytes=100))
    outcome = cardtools("tiers", "cards.csv", "--ruleset", "meadow.toml")
    assert outcome.code == 2
    assert outcome.err.startswith("cards.csv: 3 tiers of this table have more than 100 bytes\n")


def test_a_table_outside_the_project_gets_no_file_beside_it(
    meadow: None, write: Write, cardtools: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("game/cardtools.toml", 'ruleset = "../meadow.toml"\n[cards]\ndatabase = "../cards.csv"\n')
    monkeypatch.chdir("game")
    outcome = cardtools("tiers")
    assert outcome.code == 2
    assert "../cards-tiers.csv: not written: it leads out of" in outcome.err
    assert not Path("../cards-tiers.csv").exists()
    assert cardtools("tiers", "-o", "../mine.csv").code == 0, "this place was typed"
    assert cardtools("tiers", "../cards.csv").code == 0, "so was this one"
    assert Path("../cards-tiers.csv").exists()
