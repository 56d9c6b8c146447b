"""Laws of comparing any two tables of any game."""

from __future__ import annotations

import random

import pytest
from card_tables import NO_TEMPLATES, RULESETS, Row, table
from hypothesis import given
from hypothesis import strategies as st

from cardtools.reports.diff import as_json, as_markdown, as_text
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.rulesets import Ruleset

NAMES = ("Ash Cat", "Bee", "Cold Fish", "Dune Elk", "ember", "Ember Cat")
_POOLS = {
    "int": ("", "0", "1", "3", "03", "x"),
    "signed": ("", "+5", "5", "-10", "250", "no"),
    "str": ("", "Draw two cards.", "Draw  two cards.", "Draw three cards.", "Gain one point.", "2W", "3W"),
}


def cell(rng: random.Random, ruleset: Ruleset, column: str) -> str:
    known = ruleset.fields[column]
    if column in ruleset.deck_names:
        return rng.choice(("", *NAMES))
    if known.vocabulary is None:
        return rng.choice(_POOLS.get(known.entry.type, _POOLS["str"]))
    words = known.vocabulary.values[:3]
    lists = (f"{words[0]}, {words[1]}", f"{words[1]},{words[0]}") if known.entry.type == "list" else ()
    return rng.choice(("", *words, *lists))


def cards(rng: random.Random, ruleset: Ruleset) -> list[Row]:
    return [{c: cell(rng, ruleset, c) for c in ruleset.fields} for _ in range(rng.randrange(7))]


def tables(game: str, seed: int) -> tuple[Ruleset, list[Row], list[Row]]:
    """A ruleset and two lists of cards; the second has most of the first, some of them changed."""
    rng, ruleset = random.Random(seed), RULESETS[game]
    old = cards(rng, ruleset)
    kept = [dict(row) for row in old if rng.random() < 0.8]
    for row in kept:
        for column in rng.sample(sorted(ruleset.fields), rng.randrange(3)):
            row[column] = cell(rng, ruleset, column)
    return ruleset, old, kept + cards(rng, ruleset)[:2]


pairs = st.builds(tables, st.sampled_from(sorted(RULESETS)), st.integers(0, 1 << 32))


def compared(ruleset: Ruleset, old: list[Row], new: list[Row]) -> Comparison:
    header = tuple(ruleset.fields)
    return compare(table(old, ruleset, header), table(new, ruleset, header), NO_TEMPLATES)


@given(pairs)
def test_a_table_does_not_differ_from_itself(case: tuple[Ruleset, list[Row], list[Row]]) -> None:
    ruleset, rows, _ = case
    found = compared(ruleset, rows, rows)
    assert (found.different, found.unchanged) == (False, len(rows))
    assert as_text.render(found).startswith("no differences: ")


@given(pairs)
def test_every_card_is_in_one_group(case: tuple[Ruleset, list[Row], list[Row]]) -> None:
    ruleset, old, new = case
    found = compared(ruleset, old, new)
    before = [*found.removed, *(card.old for card in found.changed)]
    after = [*found.added, *(card.new for card in found.changed)]
    assert len(set(before)) == len(before)
    assert len(set(after)) == len(after)
    assert len(before) + found.unchanged == len(old)
    assert len(after) + found.unchanged == len(new)
    assert all(card.changes for card in found.changed)


@given(pairs)
def test_the_reverse_comparison_has_the_reverse_changes(case: tuple[Ruleset, list[Row], list[Row]]) -> None:
    ruleset, old, new = case
    there, back = compared(ruleset, old, new), compared(ruleset, new, old)
    assert set(there.added) == set(back.removed)
    assert set(there.removed) == set(back.added)
    for balance, reverse in (("buffed", "nerfed"), ("nerfed", "buffed"), ("rebalanced", "rebalanced")):
        forth = {(card.old, card.new) for card in there.balanced(balance)}
        assert forth == {(card.new, card.old) for card in back.balanced(reverse)}
    changes = {(c.old, c.new, x.column, x.kind, x.old, x.new) for c in there.changed for x in c.changes}
    assert changes == {
        (c.new, c.old, x.column, x.kind, x.new, x.old) for c in back.changed for x in c.changes
    }


@given(pairs, st.integers(0, 99))
def test_the_order_of_rows_and_columns_does_not_matter(
    case: tuple[Ruleset, list[Row], list[Row]], seed: int
) -> None:
    ruleset, old, new = case
    rng = random.Random(seed)
    label = ruleset.label
    unique = [
        list({row[label].casefold(): row for row in rows if row[label]}.values()) for rows in (old, new)
    ]
    header = list(ruleset.fields)
    straight = compared(ruleset, *unique)
    for rows in unique:
        rng.shuffle(rows)
    rng.shuffle(header)
    mixed = compare(*(table(rows, ruleset, header) for rows in unique), NO_TEMPLATES)
    assert as_text.render(mixed) == as_text.render(straight)
    assert as_markdown.render(mixed, "") == as_markdown.render(straight, "")


@given(pairs)
def test_every_format_is_reproducible(case: tuple[Ruleset, list[Row], list[Row]]) -> None:
    texts = [
        (as_text.render(found), as_markdown.render(found, "Game"), as_json.render(found))
        for found in (compared(*case), compared(*case))
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_every_game_has_roles_for_its_columns(game: str) -> None:
    ruleset = RULESETS[game]
    roles = {known.entry.role for known in ruleset.fields.values()}
    assert "effect" in roles or ruleset.effect_columns
    # The kingdom's cards have neither stats nor costs.
    assert game == "kingdom" or {"strength", "cost"} <= roles
