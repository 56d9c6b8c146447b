"""Each statement of a game's rules is checked as its file says, and the documentation says the same."""

from __future__ import annotations

import re

import pytest
from checking import fix_cards
from pages import PAGES, page
from statements import CARDS, Example, Game, Statement, games

from cardtools.cards.table import read_cards
from cardtools.checks.fixes.cell_fixes import attach_fixes
from cardtools.ground.errors import InputError

STATEMENTS = [(game, statement) for game in games() for statement in game.statements]
NAMED = [f"{game.id} {statement.at} {statement.says}" for game, statement in STATEMENTS]
# "Dragon, Dragon", "the sub-type sub-type", but not what is quoted from a card.
REPEATED = re.compile(r"\b([\w-]+)(?:, | and | or |, and | )\1\b(?!-)")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


@pytest.mark.parametrize("statement", [statement for _, statement in STATEMENTS], ids=NAMED)
def test_a_statement_is_checked_as_it_says(statement: Statement) -> None:
    verdicts = (statement.checked, statement.played, statement.kept, statement.cannot, statement.open)
    assert len(list(filter(None, verdicts))) == 1
    for example in statement.examples:
        found = example.found()
        left = list(found)
        for expected in example.finds:
            fitting = next((one for one in left if one.fits(expected)), None)
            assert fitting, (expected, example.entry, [str(one.finding) for one in found])
            left.remove(fitting)
        assert [str(one.finding) for one in left] == [], example.entry
        for finding, _, _ in found:
            assert not REPEATED.search(QUOTED.sub("", f"{finding.message}. {finding.hint}")), finding
        if "hint" in example.entry:
            assert example.entry["hint"], example.entry
            assert [str(finding) for finding, _, _ in example.found(hint=True)] == [], example.entry
    if statement.checked:
        missing = set(statement.checked).difference(*(example.codes for example in statement.examples))
        assert not missing, f"no example finds {missing}"
        assert any(example.accepts(statement.checked) for example in statement.examples), "no legal example"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_codes_are_those_of_the_ruleset(game: Game) -> None:
    known = game.ruleset.checks()
    for statement in game.statements:
        for example in statement.examples:
            assert known.keys() >= {*statement.checked, *example.codes} - {""}, statement.says


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_fixes_correct_what_they_are_for_and_nothing_else_is_found(game: Game) -> None:
    for statement in game.statements:
        for example in statement.examples:
            if "deck" in example.entry or not example.finds:
                continue
            text = example.cards()
            before, fixable = _codes(game, text, example)
            if fixable:
                data = fix_cards(text.encode(), CARDS, game.ruleset, True).data
                after, _ = _codes(game, data.decode(), example)
                assert set(after) <= set(before) - fixable, example.entry


def _codes(game: Game, text: str, example: Example) -> tuple[list[str], set[str]]:
    """The codes that are found, and those of them for which each finding has a fix."""
    try:
        table = read_cards(CARDS, game.ruleset, text)
    except InputError as error:
        return [finding.code for finding in error.diagnostics], set()
    found = [finding for finding, _, _ in game.check_cards(text, example.entry.get("effects", ""))]
    fixed = attach_fixes(table, found)
    return [finding.code for finding in found], {finding.code for finding in fixed if finding.fix} - {
        finding.code for finding in fixed if not finding.fix
    }


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_page_is_made_of_the_statements(game: Game) -> None:
    assert (PAGES / f"{game.id}.md").read_text(encoding="utf-8") == page(game), (
        "run: python tests/statements/pages.py"
    )
