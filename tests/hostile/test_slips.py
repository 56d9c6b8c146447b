"""The slips of designers in TOML files: never a traceback, always a line that says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from slips import Kind, make_kinds, run_case

from cardtools.ground.errors import Diagnostic, InputError
from cardtools.render.face import assignment as faces
from cardtools.rulesets import load_ruleset

pytestmark = [pytest.mark.property, pytest.mark.end_to_end]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kind]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(faces, "load_face", faces.load_face)  # make_kinds keeps faces in memory
        return make_kinds(tmp_path_factory.mktemp("slips"))


@pytest.mark.parametrize("kind", ["ruleset", "face", "sheet", "tags", "programs", "project"])
def test_every_slip_is_reported_at_its_place(kinds: dict[str, Kind], kind: str) -> None:
    broken = {number: case.broken for number in range(60) if (case := run_case(number, kinds[kind])).broken}
    assert broken == {}


RULES = """\
[ruleset]
id = "mine"
version = "1"
[fields.NAME]
required = true
[fields.TYPE]
vocabulary = "type"
[fields.COST]
type = "int"
min = 0
max = 9
[vocabulary.type]
values = ["Creature", "Spell"]
[rule.MYN101]
name = "dear"
assert = "COST <= 5"
message = "{NAME} costs {COST}"
"""
HINTED = [
    ("min = 0", "mim = 0"),
    ('type = "int"', 'type = "imt"'),
    ('type = "int"', 'tpye = "int"'),
    ('"COST <= 5"', '"CSOT <= 5"'),
    ('"{NAME} costs', '"{NAEM} costs'),
    ('vocabulary = "type"', 'vocabulary = "tpye"'),
    ("[ruleset]", "[rulset]"),
    ("[fields.COST]", "[feilds.COST]"),
    ('"COST <= 5"', "\"COST <= 5 and startwith(NAME, 'A')\""),
    ('id = "mine"', 'di = "mine"'),
    ("required = true", "requierd = true"),
    ('message = "', 'mesage = "'),
]


@pytest.mark.parametrize(("old", "new"), HINTED)
def test_doing_what_the_hint_says_mends_the_file(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "rules.toml").write_text(RULES.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as caught:
        load_ruleset("./rules.toml", tmp_path)
    found = next(problem for problem in caught.value.diagnostics if "did you mean" in problem.hint)
    _apply(tmp_path / "rules.toml", found)
    load_ruleset("./rules.toml", tmp_path)


def _apply(path: Path, found: Diagnostic) -> None:
    """Write the word of the hint for the word of the message, in the line of the finding."""
    wanted = found.hint.removeprefix("did you mean ").removesuffix("?")
    wrong = found.message.split("'")[1]
    lines = path.read_text("utf-8").split("\n")
    assert wrong in lines[found.location.line - 1], found
    lines[found.location.line - 1] = lines[found.location.line - 1].replace(wrong, wanted, 1)
    path.write_text("\n".join(lines), "utf-8")


COMPARED = "rule.MYN101.assert: NAME is a text and 5 is a number: they cannot be compared at column 9"


@pytest.mark.parametrize(
    ("old", "new", "place", "message", "hint"),
    [
        ('type = "int"\n', "", 9, "min = 0, but COST holds texts", 'write type = "int" under [fields.COST]'),
        ("min = 0", "min = 12", 10, "min = 12 is more than max = 9", "swap the two"),
        ("COST <= 5", "NAME <= 5", 16, COMPARED, "write '5', in quotes"),
        ('message = "{NAME} costs {COST}"', 'message = ""', 17, "message is empty",
         'say what is wrong, as "{COLUMN} is too high"'),
        ('name = "dear"', 'name = ""', 15, "name is empty", "a short name for messages, as total-too-high"),
    ],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_found_when_the_ruleset_is_loaded(
    tmp_path: Path, old: str, new: str, place: int, message: str, hint: str
) -> None:
    (tmp_path / "rules.toml").write_text(RULES.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as caught:
        load_ruleset("./rules.toml", tmp_path)
    found = caught.value.diagnostics[0]
    assert (found.location.line, found.message, found.hint) == (place, message, hint)


def test_a_column_that_is_extended_keeps_what_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(RULES, "utf-8")
    own = 'extends = ["base.toml"]\n[ruleset]\nid = "own"\nversion = "1"\n[fields.COST]\nmax = 7\n'
    (tmp_path / "own.toml").write_text(f'{own}[fields.TYPE]\nlabel = "kind"\n', "utf-8")
    fields = load_ruleset("./own.toml", tmp_path).fields
    cost = fields["COST"].entry
    assert (cost.type, cost.min, cost.max) == ("int", 0, 7)
    assert (fields["TYPE"].label, fields["TYPE"].entry.vocabulary) == ("kind", "type")


def test_an_override_may_not_leave_a_range_without_numbers(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        RULES.replace("max = 9", 'max = 9\nchecks.range.code = "MYN102"'), "utf-8"
    )
    own = 'extends = ["base.toml"]\n[ruleset]\nid = "own"\nversion = "1"\n[override.MYN102]\nmin = 10\n'
    (tmp_path / "own.toml").write_text(own, "utf-8")
    with pytest.raises(InputError) as caught:
        load_ruleset("./own.toml", tmp_path)
    (found,) = caught.value.diagnostics
    assert found.location.line == 6
    assert found.message == "MYN102 then has min = 10, which is more than max = 9"
