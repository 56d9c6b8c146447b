"""Conditions of faces in the language of templates (RND017): found, understood, and written anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from plain_face import ground

Write = Callable[[str, str | bytes], Path]
RULES = """[ruleset]
id = "small"
version = "1"
[fields.NAME]
required = true
[fields.TIER]
required = false
[fields.COST]
type = "int"
required = false
"""
CARDS = "NAME;TIER;COST\nAnn;Boss;1\nBob;;3\nCid;Elite;\n"
FACE = (
    ground("#f0e8d8", 0)
    + """
[card]
width = 40
height = 40
bleed = 0
safe = 1
"""
)
BOX = 'kind = "rectangle"\nleft = 5\nright = 5\ntop = 5\nheight = 9\nfill = "#000000"\n'


@pytest.fixture
def game(folder: Path, write: Write) -> Callable[[str], Path]:
    def make(element: str, choice: str = "") -> Path:
        write("rules.toml", RULES)
        write("cards/cards.csv", CARDS)
        faces = f'[[faces]]\nface = "templates/card.toml"\n{choice}\n'
        if choice:
            faces += '[[faces]]\nface = "templates/card.toml"\n'
        write("cardtools.toml", f'ruleset = "rules.toml"\n{faces}')
        return write("templates/card.toml", f"{FACE}{element}")

    return make


@pytest.mark.parametrize(
    ("old", "new", "safe"),
    [
        ("TIER|lower == 'boss'", "lower(TIER) == 'boss'", True),
        ("TIER is none", "not given(TIER)", True),
        ("TIER is defined and TIER", "has(TIER) and TIER", True),
        ("COST|int > 2", "int(COST) > 2", True),
        ("TIER.startswith('B')", "startswith(TIER, 'B')", True),
        ("not TIER", "not (given(TIER) and TIER)", False),
        ("TIER != 'Boss'", "not given(TIER) or TIER != 'Boss'", False),
        (
            "TIER == 'Boss' or COST == 3",
            "given(TIER) and TIER == 'Boss' or (given(COST) and COST == 3)",
            False,
        ),
        ("(COST or 0) < 2", "(COST if given(COST) else 0) < 2", False),
    ],
)
def test_an_old_form_is_found_and_fixed(cardtools, game, old: str, new: str, safe: bool) -> None:
    face = game(f'[elements.box]\n{BOX}when = "{old}" # the\n')
    before = face.read_bytes()
    out = cardtools("validate").out
    assert f"RND017 old-condition: warning: when = {old!r}" in out
    assert f'help: write when = "{new}"' in out
    assert cardtools("validate", "--diff", *(() if safe else ("--unsafe-fixes",))).out.count(new) == 1
    assert cardtools("validate", "--fix").code == 0
    if not safe:
        assert face.read_bytes() == before
        assert cardtools("validate", "--fix", "--unsafe-fixes").code == 0
    assert face.read_bytes() == before.replace(old.encode(), new.encode())
    assert "RND017" not in cardtools("validate").out


def test_several_in_a_line_and_in_the_project_file_are_fixed_at_once(cardtools, game) -> None:
    inline = BOX.replace("\n", ", ").rstrip(", ")
    face = game(
        f"[elements]\na = {{ {inline}, when = 'TIER is none' }}\n"
        f"b = {{ {inline}, when = \"TIER|upper == 'X'\" }}\n",
        "when = \"TIER|lower == 'boss'\"",
    )
    before = face.read_text()
    assert cardtools("validate", "--fix").code == 0
    after = before.replace("'TIER is none'", '"not given(TIER)"').replace("TIER|upper", "upper(TIER)")
    assert face.read_text() == after
    assert "when = \"lower(TIER) == 'boss'\"" in Path("cardtools.toml").read_text()


def test_the_edit_names_the_string_and_its_place(cardtools, game) -> None:
    game(f"[elements.box]\n{BOX}when = 'TIER is none' # the\n")
    (finding,) = json.loads(cardtools("validate", "--format", "json").out)["findings"]
    (edit,) = finding["fix"]["edits"]
    assert (edit["line"], edit["start"], edit["column"]) == (finding["line"], len("when = ") + 1, None)
    assert (edit["old"], edit["new"]) == ("'TIER is none'", '"not given(TIER)"')


@pytest.mark.parametrize(
    "when",
    [
        "TIER",
        "COST >= 2",
        "given(TIER) and TIER != 'Boss'",
        "false",
        "len(NAME) > 1",
        "item(TIER, -1) not in 'xyz'",
    ],
)
def test_conditions_of_today_are_not_reported(cardtools, game, when: str) -> None:
    game(f'[elements.box]\n{BOX}when = "{when}"\n')
    assert "RND017" not in cardtools("validate").out


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("TIER.find('x') > 1", "attribute access is not allowed"),
        ("TIR == 'x'", "unknown name 'TIR'"),
        ("COST == '3'", "COST is a number and '3' is a text: they are never equal"),
    ],
)
def test_what_has_no_meaning_is_an_error_at_its_place(cardtools, game, when: str, message: str) -> None:
    game(f'[elements.box]\n{BOX}when = "{when}"\n')
    outcome = cardtools("render")
    assert outcome.code == 2
    assert message in outcome.out + outcome.err
    assert "templates/card.toml:" in outcome.out + outcome.err
