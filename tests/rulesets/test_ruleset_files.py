"""Ruleset files: the built-in ones keep their own examples, bad ones say where they are bad."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from built_in import built_in_ruleset

from cardtools.checks.examples import run_examples
from cardtools.ground.catalogue import catalogue
from cardtools.ground.errors import InputError
from cardtools.rulesets import built_in_rulesets, check_ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
SMALL = """\
[ruleset]
id = "small"
version = "1"

[tables]
cost = { 1 = 10, 2 = 20 }

[card]
label = "NAME"

[fields.NAME]
required = true

[fields.RANK]
type = "int"
min = 1
max = 2

[fields.POWER]
type = "int"

[rule.SML101]
name = "power"
assert = "POWER <= cost[RANK]"
message = "{NAME}: {POWER} is too much"
"""


def faults(write: Write, text: str) -> str:
    write("small.toml", text)
    with pytest.raises(InputError) as error:
        load_ruleset("small.toml", Path())
    return str(error.value)


@pytest.mark.parametrize("name", built_in_rulesets())
def test_every_example_of_a_ruleset_is_right(name: str) -> None:
    wrong = [result for result in run_examples(built_in_ruleset(name)) if not result.right]
    assert not wrong


@pytest.mark.parametrize("name", built_in_rulesets())
def test_every_rule_has_a_bad_and_a_good_example(name: str) -> None:
    ruleset = built_in_ruleset(name)
    examples = {rule.info.code: rule.entry.example for rule in ruleset.rules}
    assert [code for code, example in examples.items() if not (example.ok and example.bad)] == []


@pytest.mark.parametrize("name", built_in_rulesets())
def test_every_deck_rule_has_a_bad_and_a_good_example(name: str) -> None:
    rules = [rule for rule in built_in_ruleset(name).deck_rules if rule.entry.kind != "note"]
    assert [r.info.code for r in rules if not (r.entry.example.ok and r.entry.example.bad)] == []


@pytest.mark.parametrize("name", built_in_rulesets())
def test_every_check_of_a_column_with_a_code_of_its_own_has_examples(name: str) -> None:
    changes = [c for field in built_in_ruleset(name).fields.values() for c in field.changes.values()]
    own = [change for change in changes if change.code]
    assert [c.code for c in own if not (c.entry.example.ok and c.entry.example.bad)] == []


@pytest.mark.parametrize("name", built_in_rulesets())
def test_every_check_of_a_ruleset_is_explained_and_one_code_has_one_name(name: str) -> None:
    names: dict[str, str] = {code: check.name for code, check in catalogue().items()}
    for info in built_in_ruleset(name).checks().values():
        assert info.name and info.summary, info.code
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", info.name)
        assert names.setdefault(info.code, info.name) == info.name


def test_the_wrong_bullets_of_the_documentation_are_refused() -> None:
    refused = [
        result.rows[0] for result in run_examples(built_in_ruleset("ttcg")) if result.bad and result.rows
    ]
    base = {"TYPE": "Spell"}
    assert base | {
        "RARITY": 6, "BASE_ATTACK": -10, "BASE_DEFENSE": -10, "ATTACK": 5, "DEFENSE": 20,
    } in refused  # fmt: skip
    assert base | {
        "RARITY": 4, "BASE_ATTACK": 0, "BASE_DEFENSE": 20, "ATTACK": 5, "DEFENSE": 35,
    } in refused  # fmt: skip


def test_a_file_of_the_user_is_a_ruleset(write: Write) -> None:
    write("small.toml", SMALL)
    assert load_ruleset("small.toml", Path()).id == "small"


def test_an_unknown_ruleset_is_named() -> None:
    with pytest.raises(InputError, match=r"ttgc: no such ruleset\n  help: did you mean ttcg\?"):
        load_ruleset("ttgc", Path())
    with pytest.raises(InputError, match=r"no such file"):
        load_ruleset("rules/mine.toml", Path())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'version = "1"',
            'version = "1"\nvrsion = "2"',
            "small.toml:4:1: RUL001 unknown-key: unknown key 'vrsion'",
        ),
        ("min = 1", "mim = 1", "small.toml:16:1: RUL001 unknown-key: unknown key 'mim'"),
        (
            "POWER <=",
            "POWR <=",
            "small.toml:24:11: RUL003 bad-expression: rule.SML101.assert: unknown name 'POWR' at column 1",
        ),
        (
            "cost[RANK]",
            "NAME.x",
            "small.toml:24:20: RUL003 bad-expression: rule.SML101.assert: attribute access is not allowed",
        ),
        (
            "{POWER}",
            "{POWR}",
            "small.toml:25:21: RUL003 bad-expression: rule.SML101.message: unknown name 'POWR' at column 10",
        ),
        ("max = 2", "max = 3", "small.toml:6:1: RUL007 table-gap: the table cost has no entry for RANK 3"),
        ("SML101", "SM1", "invalid code 'SM1'"),
        ('label = "NAME"', 'label = "NAM"', "small.toml:9:10: RUL004 unknown-field: unknown column 'NAM'"),
        ('"power"\n', '"power"\nafter = ["SML1O0"]\n', "SML1O0 isn't a rule above this one"),
        ('"power"\n', '"power"\ngroup = "NAME"\n', "group and order go together"),
        ("required = true", 'pattern = "["', "not a regular expression"),
        ("required = true", 'vocabulary = "names"', "unknown vocabulary 'names'"),
        (
            "required = true",
            'required = "given(NAMME)"',
            "small.toml:12:19: RUL003 bad-expression: fields.NAME.required: unknown name",
        ),
        (
            "required = true",
            'checks.rnge = { code = "SML102" }',
            "unknown check 'rnge'\n  help: did you mean range?",
        ),
        ('[ruleset]\nid = "small"', "[ruleset]", "small.toml:1:2: the key id is missing"),
    ],
)
def test_bad_rulesets_say_where_and_what(write: Write, old: str, new: str, message: str) -> None:
    assert old in SMALL
    assert message in faults(write, SMALL.replace(old, new))


def test_all_problems_of_a_ruleset_are_told_at_once(write: Write) -> None:
    text = faults(write, SMALL.replace("POWER <=", "POWR <=").replace("{NAME}", "{NAM}"))
    assert text.count("unknown name") == 2


def test_keys_that_cannot_be_read_hide_no_other_problem(write: Write) -> None:
    text = SMALL.replace("POWER <=", "POWR <=") + (
        "[fields.ODD]\ntyp = 'int'\nmax = 3\n[fields.TWO]\ntype = 'int'\nmin = 2\nmax = 1\n"
        "[deck.SML201]\nname = 'copies'\nkind = 'copeis'\n[override.SML201]\nseverity = 'off'\n"
    )
    lines = [line for line in faults(write, text).split("\n") if "small.toml" in line]
    found = [line.split(": ", 1)[1] for line in lines]
    # ODD has no type that could be wrong, and what is said of the unreadable rule may be.
    assert [message.split(" at ")[0] for message in found] == [
        "RUL003 bad-expression: rule.SML101.assert: unknown name 'POWR'",
        "RUL001 unknown-key: unknown key 'typ' in [fields.ODD]",
        "RUL017 impossible-range: min = 2 is more than max = 1",
        "RUL016 unknown-kind: unknown kind 'copeis'",
    ]


def test_an_expression_over_several_lines_keeps_its_places(write: Write) -> None:
    text = SMALL.replace('"POWER <= cost[RANK]"', "'''POWER\n  <= cots[RANK]'''")
    assert "small.toml:25:6: RUL003 bad-expression: rule.SML101.assert: cots isn't a table" in faults(
        write, text
    )


@pytest.mark.parametrize("name", built_in_rulesets())
def test_nothing_is_unused_or_undocumented_in_a_built_in_ruleset(name: str) -> None:
    assert check_ruleset(name, Path()) == []


def test_advice_about_a_ruleset_file(write: Write) -> None:
    decks = (
        '[deck.SML201]\nname = "copies"\nkind = "copies"\nsummary = "at most four"\n'
        'limit = [{ max = 4 }, { where = "POWER > 3", max = 1 }, { max = 3 }]\n'
        'example = { ok = ["4 A"], bad = ["5 A"] }\n'
    )
    text = SMALL.replace("[card]", "spare = { 1 = 2 }\n\n[card]") + decks
    write("small.toml", text)
    undocumented, unreachable = "RUL009 undocumented-rule: warning", "RUL013 unreachable-limit: warning"
    told = [str(finding).split("\n")[0].split(": ", 1) for finding in check_ruleset("small.toml", Path())]
    assert told == [
        ["small.toml:8:1", "RUL008 unused-table: info: no rule reads the table spare"],
        ["small.toml:24:2", f"{undocumented}: SML101 power lacks summary, hint, ok example, bad example"],
        ["small.toml:32:1", f"{unreachable}: SML201: limit 3 is for all other cards, as limit 1 is"],
    ]
