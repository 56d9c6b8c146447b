"""Conditions of faces that ask for a word that no card may have (RND012)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Write = Callable[[str, str], Path]
RULES = """[ruleset]
id = "court"
name = "Court"
version = "1"
[fields.NAME]
required = true
[fields.TYPE]
values = ["Character", "Scheme"]
"""
FACES = "".join(
    f"[[faces]]\nface = 'a.toml'\nwhen = \"{when}\"\n"
    for when in (
        "TYPE == 'Sheme'",
        "TYPE in ['Character']",
        "TYPE == 'Token'",
        "TYPE is defined and NAME|upper",
    )
)


def test_a_word_that_no_card_may_have_is_reported_with_its_place(cardtools, write: Write) -> None:
    write("game.toml", RULES)
    write("cards/cards.csv", "NAME;TYPE\nAnn;Character\n")
    write("cards/tokens.csv", "NAME;TYPE\nCog;Token\n")
    write("cardtools.toml", f'ruleset = "game.toml"\n{FACES}[[extras]]\ntable = "cards/tokens.csv"\n')
    outcome = cardtools("validate")
    assert [line for line in outcome.out.splitlines() if "RND012" in line or "did you" in line] == [
        (
            "cardtools.toml:4:1: RND012 unknown-word: warning: when = \"TYPE == 'Sheme'\": "
            "'Sheme' is not a value of TYPE"
        ),
        "  help: did you mean Scheme?",
    ]


def test_a_rule_that_asks_for_such_a_word_is_an_error(cardtools, write: Write) -> None:
    write("game.toml", RULES + "[fields.COST]\nrequired = \"TYPE == 'Sheme'\"\n")
    write("cards/cards.csv", "NAME;TYPE;COST\nAnn;Character;1\n")
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    outcome = cardtools("validate")
    assert outcome.code == 2
    assert "RUL003" in outcome.err
    assert "did you mean Scheme?" in outcome.err


def test_a_ruleset_may_replace_the_words_that_inherited_rules_ask_for(cardtools, write: Write) -> None:
    rule = "[fields.COST]\nrequired = \"TYPE == 'Scheme'\"\n"
    write("base.toml", RULES + rule)
    write(
        "game.toml",
        'extends = ["base.toml"]\n[ruleset]\nid = "x"\nname = "X"\nversion = "1"\n'
        '[fields.TYPE]\nvalues = ["Character"]\n',
    )
    write("cards/cards.csv", "NAME;TYPE;COST\nAnn;Character;1\n")
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    assert cardtools("validate").code == 0
