"""`[text]` of a ruleset file: the words of a game, how they come together, what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cardtools.checks.examples import rows_table
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]
OWN = """\
extends = ["cardtools:ttcg"]
[ruleset]
id = "own"
version = "1"
[text]
nouns = ["gem"]
terms = { gadget = "spell", creature = "creature" }
spelling = { atax = "attacks" }
[override.TXT003]
severity = "off"
[override.TXT013]
severity = "error"
hint = "once is enough, {NAME}"
"""


def own_codes(write: Write, text: str, effect: str) -> Sequence[Diagnostic]:
    rules = load_ruleset(str(write("own.toml", text)), Path())
    cards = rows_table([{"NAME": "Tide Singer", "EFFECT1": effect}], rules)
    return [d for d in validate(cards, rules) if d.code.startswith("TXT")]


def test_a_ruleset_adds_words_and_changes_checks(write: Write) -> None:
    effect = "Destroy two gem with one Fire creature and one gadget that atax, one graveyard card card."
    findings = own_codes(write, OWN, effect)
    assert [(d.code, d.severity) for d in findings] == [
        ("TXT006", "warning"), ("TXT009", "warning"), ("TXT010", "warning"), ("TXT013", "error"),
    ]  # fmt: skip
    assert findings[2].hint == 'write "spell", "discard pile"'
    assert findings[3].hint == "once is enough, Tide Singer"


def test_a_ruleset_says_itself_where_its_words_are_wrong(write: Write) -> None:
    wrong = (
        'columns = ["EFECT1", "LEVEL"]',
        'kinds = ["typ"]',
        'limits = { tier = "TIR" }',
        'implies = { Equip = ["Equp"] }',
    )
    text = OWN.replace("[override.TXT003]", "\n".join((*wrong, "[override.TXT003]")))
    with pytest.raises(InputError) as error:
        load_ruleset(str(write("own.toml", text)), Path())
    said = [(d.location.line, d.message, d.hint) for d in error.value.diagnostics]
    assert said == [
        (9, "unknown column 'EFECT1'", "did you mean EFFECT1?"),
        (11, "unknown column 'TIR'", ""),
        (9, "LEVEL isn't a text column", ""),
        (10, "unknown vocabulary 'typ'", "did you mean type?"),
        (12, "unknown style 'Equp'", "did you mean Equip?"),
    ]


def test_a_text_check_has_no_limits_to_change(write: Write) -> None:
    with pytest.raises(InputError, match="TXT003 has no min to change"):
        load_ruleset(str(write("own.toml", OWN.replace('severity = "off"', "min = 1"))), Path())


def test_a_game_without_text_columns_is_not_read(write: Write) -> None:
    text = '[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\n[fields.TEXT]\n'
    rules = load_ruleset(str(write("own.toml", text)), Path())
    assert validate(rows_table([{"NAME": "Rain", "TEXT": "draw two card"}], rules), rules) == []
