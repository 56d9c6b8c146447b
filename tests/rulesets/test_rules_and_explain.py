"""`cardtools rules` and `cardtools explain`, and the documentation that is made of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset

from cardtools.commands.explain import checks_page
from cardtools.reports.reference.files import KINDS
from cardtools.reports.reference.schema import schema_of
from cardtools.rulesets import built_in_rulesets, load_ruleset

Write = Callable[[str, str | bytes], Path]
ROOT = Path(__file__).parents[2]
CODES = sorted({code for name in built_in_rulesets() for code in built_in_ruleset(name).checks()})
OWN = """\
[ruleset]
id = "own"
version = "3"
[fields.NAME]
[fields.COST]
type = "int"
[rule.XOW101]
name = "cheap"
assert = "COST <= 5"
message = "{NAME}: {COST} is dear"
hint = "write 5 or less"
summary = "cards are cheap"
[rule.XOW101.example]
ok = [{ COST = 5 }]
bad = [{ COST = 6 }]
"""


def test_list_names_every_ruleset(cardtools: Any, write: Write) -> None:
    assert [line.split()[0] for line in cardtools("rules", "list").out.splitlines()] == [
        "alpha", "kingdom", "mana", "school", "ttcg",
    ]  # fmt: skip
    write("own.toml", OWN)
    write("cardtools.toml", 'ruleset = "own.toml"\n')
    last = cardtools("rules", "list").out.splitlines()[-1]
    assert last == "own      3       own: 2 columns, 1 card rule, 0 deck rules (this project)"


@pytest.mark.parametrize("name", built_in_rulesets())
def test_show_tells_all_checks(cardtools: Any, name: str) -> None:
    out = cardtools("rules", "show", name).out
    for code in built_in_ruleset(name).checks():
        assert f"  {code}  " in out


def test_show_is_of_the_project_unless_told(cardtools: Any, folder: Path) -> None:
    assert "True Trading Card Game (ttcg 0.042)" in cardtools("rules", "show").out
    outcome = cardtools("rules", "show", "scool")
    assert (outcome.code, outcome.err) == (2, "scool: no such ruleset\n  help: did you mean school?\n")


def test_test_tries_every_example(cardtools: Any, write: Write) -> None:
    outcome = cardtools("rules", "test")
    assert outcome.code == 0
    assert len(re.findall(r"^\w+ \S+: \d+ examples, all correct$", outcome.out, re.MULTILINE)) == 5
    write("own.toml", OWN.replace("COST = 6", "COST = 4"))
    outcome = cardtools("rules", "test", "own.toml")
    assert outcome.code == 1
    assert outcome.out == (
        "own.toml:13:2: RUL005 example-fails: XOW101: the bad example {'COST': 4} gives nothing\n"
        "  help: expected only its own code\nown 3: 2 examples, 1 wrong\n"
    )


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """Each ruleset is read by the first command that needs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardtools.commands.explain.load_ruleset", cache(load_ruleset))
        yield


@pytest.mark.parametrize("code", CODES)
def test_every_check_is_explained(cardtools: Any, read_once: None, code: str) -> None:
    outcome = cardtools("explain", code)
    assert outcome.code == 0
    parts = dict(re.findall(r"^(\w+): +(.+)$", outcome.out, re.MULTILINE))
    assert set(parts) >= {"What", "Why", "Place", "Bad", "Good", "Fix"}
    if code != "MLD107":  # a remark about every deck
        assert "none" not in (parts["Bad"], parts["Good"], parts["Fix"]), outcome.out


def test_the_page_of_an_own_rule_has_only_what_it_says(cardtools: Any, write: Callable[..., Path]) -> None:
    write("game.toml", '[ruleset]\nid = "own"\nversion = "1"\n' + RULE)
    outcome = cardtools("explain", "OWN101", "--ruleset", "game.toml")
    assert outcome.out == "OWN101 low-cost (error, ruleset own)\n\nWhat:  Low cost.\n"


RULE = """
[fields.NAME]

[fields.COST]
type = "int"

[rule.OWN101]
name = "low-cost"
assert = "COST < 9"
message = "{NAME} is too dear"
"""


def test_explain_shows_what_the_check_says(cardtools: Any) -> None:
    assert cardtools("explain", "svd102").out == (
        "SVD102 copy-ladder (error, ruleset school)\n\n"
        "What:  One copy of a Legendary, two of a Boss, four of others, any number of Boosters.\n"
        "Why:   The strictest limit that fits a card holds, also for a Booster that is a Boss. A "
        "sideboard counts together with the deck.\n"
        "Place: Rules 4 and 33\n"
        "Bad:   2 monster_102\n       monster_102: 2 copies, the limit is 1\n"
        "Good:  1 monster_102\n       2 monster_101\n       4 student_101\n       33 booster_101\n"
        "Fix:   remove 1\n"
    )
    assert cardtools("explain", "copy-ladder").out == cardtools("explain", "SVD102").out


def test_a_check_that_does_not_exist_ends_with_2(cardtools: Any) -> None:
    outcome = cardtools("explain", "unit-stat-totl")
    assert (outcome.code, outcome.out) == (2, "")
    assert (
        outcome.err
        == "unit-stat-totl: there is no such check or key\n  help: did you mean unit-stat-total?\n"
    )
    assert "those checks are AFD101, AFD102, AFD104" in cardtools("explain", "AFD999").err
    assert cardtools("explain", "TTU101", "--all").code == 2


def test_the_rules_of_the_project_are_explained_too(cardtools: Any, write: Write) -> None:
    write("own.toml", OWN)
    assert cardtools("explain", "XOW101").code == 2
    assert "What:  Cards are cheap." in cardtools("explain", "XOW101", "--ruleset", "own.toml").out
    write("cardtools.toml", 'ruleset = "own.toml"\n')
    assert "Fix:   write 5 or less" in cardtools("explain", "cheap").out
    assert "XOW101" in cardtools("explain", "--all").out
    assert "XOW101" not in cardtools("explain", "--all", "--format", "markdown").out


def test_the_list_of_checks_in_the_documentation_is_the_real_one(cardtools: Any) -> None:
    page = checks_page()
    assert (ROOT / "docs" / "checks.md").read_text(encoding="utf-8") == page, (
        "run: cardtools explain --all --format markdown > docs/checks.md"
    )
    assert cardtools("explain", "--all", "--format", "markdown").out == page
    assert [code for code in CODES if f"`{code}`" not in page] == []


@pytest.mark.parametrize("name", built_in_rulesets())
def test_the_schema_accepts_the_built_in_rulesets(name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft4Validator.check_schema(schema_of(KINDS["ruleset"]))
    data = tomllib.loads(built_in_rulesets()[name].read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema_of(KINDS["ruleset"])).validate(data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "cheap"', 'nam = "cheap"'),
        ('type = "int"', 'type = "integer"'),
        ("[rule.XOW101]", "[rule.cheap]"),
        ('version = "3"', "version = 3"),
        ('id = "own"\n', ""),
        ("[fields.NAME]", '[deck.XOW201]\nname = "x"\nkind = "siz"\n[fields.NAME]'),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft4Validator(schema_of(KINDS["ruleset"]))
    validator.validate(tomllib.loads(OWN))
    assert not validator.is_valid(tomllib.loads(OWN.replace(old, new)))


def test_the_old_name_of_the_schema_still_works(cardtools: Any) -> None:
    assert cardtools("rules", "schema").out == cardtools("schema", "ruleset").out
