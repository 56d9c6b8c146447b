"""Legal cards and decks with one rule broken: each is found, where it is, under the right code.

`python tests/bench/bench_validate.py --mutations 10000` prints the score of a long run.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from built_in import built_in_ruleset
from games import CARD_SPOILS, DECK_SPOILS, NAMES
from oracle import Game
from spoil import score_cards, score_decks
from strategies import cases

from cardtools.checks.effect_list import ListedEffects
from cardtools.ground.catalogue import catalogue
from cardtools.rulesets import Ruleset
from cardtools.rulesets.deck_model import LINE_CHECKS
from cardtools.rulesets.field_model import FIELD_CHECKS
from cardtools.rulesets.ruleset import Field


@pytest.mark.parametrize("name", NAMES)
def test_every_card_with_a_broken_rule_is_found(
    name: str, games: dict[str, Game], effects: ListedEffects
) -> None:
    spoils = CARD_SPOILS[name]
    score = score_cards(games[name], spoils, built_in_ruleset(name), effects, cases(len(spoils)))
    assert (score.misses, score.unexpected) == ([], [])


@pytest.mark.parametrize("name", NAMES)
def test_every_deck_with_a_broken_rule_is_found(name: str, games: dict[str, Game]) -> None:
    spoils = DECK_SPOILS[name]
    score = score_decks(games[name], spoils, built_in_ruleset(name), cases(len(spoils)))
    assert (score.misses, score.unexpected) == ([], [])


@pytest.mark.parametrize("name", NAMES)
def test_every_error_of_a_ruleset_has_a_mutation(name: str) -> None:
    ruleset = built_in_ruleset(name)
    cards = {(spoil.code, spoil.column) for spoil in CARD_SPOILS[name]}
    missing = [f"{code} of the column {column}" for code, column in field_errors(ruleset) - cards]
    rules = {rule.info.code for rule in ruleset.rules if rule.info.severity == "error"}
    missing += rules - {code for code, _ in cards}
    lines = (ruleset.check(catalogue()[code]).info for code in LINE_CHECKS.values())
    decks = [*lines, *(rule.info for rule in ruleset.deck_rules)]
    missing += {info.code for info in decks if info.severity == "error"} - {
        spoil.code for spoil in DECK_SPOILS[name]
    }
    module = "spoil_ttcg.py" if name == "ttcg" else "spoil_cards.py"
    assert not missing, f"no card or deck breaks {sorted(missing)}: add a Spoil to {module} or spoil_decks.py"


def field_errors(ruleset: Ruleset) -> set[tuple[str, str]]:
    """Code and column of every check of a cell that can find an error."""
    return {
        (check.code, field.name)
        for field in ruleset.fields.values()
        for kind in asked(field)
        if (check := field.check(catalogue()[FIELD_CHECKS[kind]]).info).severity == "error"
    }


def asked(field: Field) -> Iterator[str]:
    """The kinds of check that the field has; a kind that is new is asked of every field."""
    entry, words = field.entry, field.vocabulary
    has = {
        "required": entry.required is not False,
        "number": entry.type in ("int", "signed"),
        "format": entry.type in ("int", "signed"),
        "range": entry.min is not None or entry.max is not None,
        "values": words is not None or bool(entry.values),
        "undocumented": words is not None and bool(words.entry.undocumented),
        "alias": words is not None and bool(words.entry.aliases),
        "kind": entry.type in ("bool", "date", "link"),
        "pattern": bool(entry.pattern),
        "unique": entry.unique,
        "complete": entry.complete is not None,
        "step": bool(entry.step),
        "repeat": entry.type == "list",
        "separator": entry.type == "list" and words is not None,
        "ref": bool(entry.ref),
    }
    return (kind for kind in FIELD_CHECKS if has.get(kind, True))
