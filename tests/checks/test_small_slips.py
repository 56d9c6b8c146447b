"""Slips in tables, rulesets and faces that were passed over without a helpful message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str, str], Path]
RULES = """[ruleset]
id = "court"
name = "Court"
version = "1"
[fields.NAME]
required = true
[fields.TYPE]
values = ["Character", "Scheme"]
[fields.COST]
type = "int"
values = [1, 3]
"""


@pytest.fixture
def game(write: Write) -> Write:
    write("game.toml", RULES)
    write("cards/cards.csv", "NAME;TYPE;COST\nAnn;Character;1\n")
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    return write


def test_a_misspelt_column_of_copies_is_reported(cardtools, game: Write) -> None:
    game("cardtools.toml", 'ruleset = "game.toml"\n[[extras]]\ntable = "cards/tokens.csv"\n')
    game("cards/tokens.csv", "NAME;ICON;COPYS\nCog;cog;6\n")
    outcome = cardtools("validate")
    assert "cards/tokens.csv:1:11: CSV005 unknown-column: warning: unknown column COPYS" in outcome.out
    assert "did you mean COPIES?" in outcome.out
    game("cards/tokens.csv", "NAME;COPYS;COPIES\nCog;cog;6\n")
    assert "CSV005" not in cardtools("validate").out


def test_a_word_is_fixed_by_values_as_by_a_vocabulary(cardtools, game: Write, folder: Path) -> None:
    game("cards/cards.csv", "NAME;TYPE;COST\nAnn;Schem;1\nBob;scheme;1\nCy;Other;1\nDee;Scheme;4\n")
    cardtools("validate", "--fix", "--unsafe-fixes")
    assert (folder / "cards/cards.csv").read_text() == (
        "NAME;TYPE;COST\nAnn;Scheme;1\nBob;Scheme;1\nCy;Other;1\nDee;Scheme;3\n"
    )


def test_an_empty_palette_is_reported_once(cardtools, game: Write) -> None:
    ground = "left = 0\nright = 0\ntop = 0\nbottom = 0\n"
    game(
        "face.toml",
        'palette = "{{ TYPE }}"\n[palettes.Scheme]\nmid = "#123456"\n'
        + "".join(
            f'[elements.{name}]\nkind = "rectangle"\nfill = "{{{{ palette.mid }}}}"\n{ground}'
            for name in ("a", "b", "c")
        ),
    )
    game("cardtools.toml", 'ruleset = "game.toml"\n[[faces]]\nface = "face.toml"\n')
    game("cards/cards.csv", "NAME;TYPE;COST\nAnn;;1\n")
    outcome = cardtools("render")
    assert "palette has no" not in outcome.err
    assert outcome.err.count("card Ann: the palette is empty ({{ TYPE }})") == 1


def test_an_example_that_fails_has_its_line_and_ones_own_rules_come_first(cardtools, game: Write) -> None:
    rule = (
        '[rule.CRT101]\nname = "cost"\nassert = "COST < 9"\nmessage = "{NAME}"\n'
        "example = { ok = [], bad = [{ COST = 1 }] }\n"
    )
    game("game.toml", RULES + rule)
    outcome = cardtools("rules", "test")
    first, *_ = outcome.out.splitlines()
    assert first.startswith("game.toml:16:1: RUL005 example-fails: CRT101: the bad example")
