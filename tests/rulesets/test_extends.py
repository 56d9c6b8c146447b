"""Rulesets that build on others: overrides by code, cycles, codes that occur twice, the version lock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from game_samples import codes_of_cards, codes_of_deck

from cardtools.checks.fields import STAT_STEP
from cardtools.ground.errors import InputError
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.rulesets import load_ruleset
from cardtools.rulesets.files import content_hash

Write = Callable[[str, str | bytes], Path]
HOUSE = '[ruleset]\nid = "house"\nversion = "1"\n'
BASE = """\
[ruleset]
id = "base"
version = "1"
[tables]
cost = { 1 = 10, 2 = 20 }
[fields.NAME]
[fields.RANK]
type = "int"
min = 1
max = 2
[fields.POWER]
type = "int"
[rule.BAS101]
name = "power"
assert = "POWER <= cost[RANK]"
message = "{NAME}: {POWER} is too much"
[deck.BAS201]
name = "size"
kind = "size"
min = 10
"""


def house(write: Write, more: str, extends: str = '["cardtools:school"]') -> Path:
    return write("house.toml", f"extends = {extends}\n{HOUSE}{more}")


def faults(name: str = "house.toml") -> str:
    with pytest.raises(InputError) as error:
        load_ruleset(name, Path())
    return str(error.value)


def test_a_ruleset_has_all_that_it_extends(write: Write) -> None:
    house(write, "")
    mine, school = load_ruleset("house.toml", Path()), load_ruleset("school", Path())
    assert (mine.id, mine.version) == ("house", "1")
    assert list(mine.checks()) == list(school.checks())


def test_an_override_changes_a_limit_a_severity_and_a_hint(write: Write) -> None:
    house(
        write,
        '[override.SVD101]\nmin = 50\nhint = "play bigger"\n[override.SVD120]\nseverity = "error"\n'
        '[override.SVD105]\nseverity = "off"\n',
    )
    ruleset = load_ruleset("house.toml", Path())
    rows = [{"ID": "booster_001", "TYPES": "Booster"}]
    assert "SVD101" in codes_of_deck(rows, "49 booster_001", ruleset)
    assert "SVD120" in codes_of_deck(rows, "50 booster_001\n[side]\n11 booster_001", ruleset)
    assert "SVD105" not in codes_of_deck(rows, "99 booster_001", ruleset)


def test_an_override_changes_the_range_of_a_column(write: Write) -> None:
    house(write, "[override.AFC103]\nmax = 20\n", '["cardtools:alpha"]')
    ruleset = load_ruleset("house.toml", Path())
    card = {"NAME": "Ox", "TYPE": "Creature", "HEALTH": 20, "ATTACK": 1, "COST": 1}
    assert codes_of_cards([card], ruleset) == set()
    assert codes_of_cards([{**card, "HEALTH": 21}], ruleset) == {"AFC103"}


def test_the_most_copies_of_a_plain_card_can_be_overridden(write: Write) -> None:
    house(write, "[override.SVD102]\nmax = 2\n")
    rows = [{"ID": "item_001", "TYPES": "Item"}, {"ID": "booster_001", "TYPES": "Booster"}]
    ruleset = load_ruleset("house.toml", Path())
    assert "SVD102" in codes_of_deck(rows, "3 item_001", ruleset)
    assert "SVD102" not in codes_of_deck(rows, "2 item_001\n40 booster_001", ruleset)


def test_a_generic_check_can_be_switched_off_everywhere(write: Write) -> None:
    house(write, '[override.CRD015]\nseverity = "off"\n', '["cardtools:ttcg"]')
    fields = load_ruleset("house.toml", Path()).fields
    assert all(field.check(STAT_STEP).off for name, field in fields.items() if not name.startswith("BASE"))


def test_later_rulesets_win_and_tables_are_joined(write: Write) -> None:
    write("base.toml", BASE)
    write("more.toml", '[ruleset]\nid = "more"\nversion = "1"\n[tables]\ncost = { 2 = 99 }\n')
    house(write, "[tables]\ncost = { 3 = 30 }\n", '["base.toml", "more.toml"]')
    assert load_ruleset("house.toml", Path()).tables["cost"] == {1: 10, 2: 99, 3: 30}


def test_an_unknown_code_is_named_with_its_near_miss(write: Write) -> None:
    house(write, "[override.SVD1O1]\nmin = 50\n[override.SVC105]\nmax = 3\n")
    assert faults() == (
        "house.toml:5:2: SVD1O1 is not a check of this ruleset\nhouse.toml:8:1: SVC105 has no max to change"
    )
    house(write, "[override.BAS10]\n", '["base.toml"]')
    write("base.toml", BASE)
    assert faults().endswith("BAS10 is not a check of this ruleset\n  help: did you mean BAS101?")


def test_a_cycle_is_told_with_its_path(write: Write) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "b")):
        write(f"{name}.toml", f'extends = ["{other}.toml"]\n{HOUSE}')
    assert faults("a.toml") == (
        "c.toml:1:1: RUL006 extends-cycle: b.toml extends itself: b.toml -> c.toml -> b.toml\n"
        "  help: remove one of them from extends"
    )
    write("self.toml", f'extends = ["./self.toml"]\n{HOUSE}')
    assert "self.toml extends itself: self.toml -> self.toml" in faults("self.toml")


def test_a_ruleset_that_two_others_extend_is_there_once(write: Write) -> None:
    write("base.toml", BASE)
    for name in "ab":
        write(f"{name}.toml", f'extends = ["base.toml"]\n{HOUSE}')
    house(write, "", '["a.toml", "b.toml"]')
    assert [rule.info.code for rule in load_ruleset("house.toml", Path()).rules] == ["BAS101"]


def test_a_rule_is_changed_by_an_override_and_not_by_a_second_rule(write: Write) -> None:
    write("base.toml", BASE)
    house(
        write,
        '[rule.BAS101]\nname = "power"\nassert = "POWER > 0"\nmessage = "no"\n',
        '["base.toml"]',
    )
    assert faults() == (
        "house.toml:5:2: RUL002 duplicate-code: BAS101 is already a code of base.toml\n"
        "  help: change that rule under [override.BAS101], or give yours a code of its own"
    )


def test_one_code_cannot_be_two_kinds_of_rule(write: Write) -> None:
    write("base.toml", BASE.replace("[deck.BAS201]", "[deck.BAS101]"))
    assert faults("base.toml") == (
        "base.toml:17:2: RUL002 duplicate-code: BAS101 is already the code of rule.BAS101\n"
        "  help: give one of them another code"
    )


def test_what_cannot_be_extended_is_told_where_it_is_asked_for(write: Write) -> None:
    house(write, "", '["cardtools:scool"]')
    assert faults() == ("house.toml:1:13: no such ruleset 'cardtools:scool'\n  help: did you mean school?")
    house(write, "", '["nowhere.toml"]')
    assert "nowhere.toml: no such file" in faults()


def test_problems_in_a_ruleset_that_is_extended_are_told_in_its_file(write: Write) -> None:
    write("base.toml", BASE.replace("cost[RANK]", "cots[RANK]"))
    house(write, "", '["base.toml"]')
    assert faults().startswith("base.toml:15:20: RUL003 bad-expression: rule.BAS101.assert: cots isn't a")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('kind = "siz"', "unknown kind 'siz'\n  help: did you mean size?"),
        ('kind = "size"\nsection = "valt"', "unknown section 'valt'"),
        ('kind = "distinct"\nfield = "RNAK"', "unknown column 'RNAK'\n  help: did you mean RANK?"),
        ('kind = "count"\nwhere = "RNAK > 1"', "unknown name 'RNAK' at column 1\n  help: did you mean RANK?"),
        ('kind = "all"\nwhere = "NAME.x"\nmessage = ""', "attribute access is not allowed"),
        ('kind = "all"\nwhere = "__import__(NAME)"\nmessage = ""', "unknown function '__import__'"),
        ('kind = "cover"\nneeds = "NAME"\nmakes = "NAME"', "the key from is missing"),
    ],
)
def test_bad_deck_rules_say_where_and_what(write: Write, rule: str, message: str) -> None:
    text = f'{BASE}[section.vault]\n[deck.BAS202]\nname = "x"\n{rule}\n'
    write("base.toml", text)
    assert message in faults("base.toml")


LOCK = '[lock]\ncode = "BAS301"\nname = "version-lock"\n[lock.versions]\n'


def test_locked_rules_change_only_with_their_version(write: Write) -> None:
    path = write("base.toml", BASE)
    stored = f'{LOCK}"1" = "{content_hash([read_toml(path)])}"\n'
    write("base.toml", f"# a comment is no change\n{BASE}{stored}")
    load_ruleset("base.toml", Path())
    write("base.toml", BASE.replace("min = 10", "min = 11") + stored)
    assert faults("base.toml") == (
        "base.toml:3:1: BAS301 version-lock: the rules of version 1 have changed, but its version string has "
        "not\n  help: write a new version, then store its hash"
    )
    write("base.toml", BASE.replace('version = "1"', 'version = "2"') + stored)
    assert "version 2 has no stored hash" in faults("base.toml")
    assert '"2" = "' in faults("base.toml")


def test_the_locked_alpha_ruleset_cannot_be_changed_in_secret(folder: Path) -> None:
    text = load_ruleset("alpha", Path()).path.read_text()
    (folder / "alpha.toml").write_text(text.replace("max = 5", "max = 6"))
    assert "AFR101 version-lock" in faults("./alpha.toml")
    (folder / "alpha.toml").write_text("# another comment\n" + text)
    assert load_ruleset("./alpha.toml", Path()).version == "v0.1"
