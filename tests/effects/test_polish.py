"""The stages between expansion and the finished list (Doc 4.7.4, 4.7.8, decisions G1 to G3)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import effect_texts

from cardtools.effects.polish import Stages, agree, dedupe, drop, phrase_lines, read_replacements, replace
from cardtools.ground.errors import InputError

phrases = st.lists(st.sampled_from(["card", "Draw", "1", "x  y", "é"]), max_size=3)
rules = st.dictionaries(
    st.sampled_from(["card", "one card(s)", "1", "Draw 1", " "]), st.sampled_from(["", "2", "card", "x card"])
)


@given(effect_texts)
def test_dedupe_keeps_each_line_where_it_first_appears(lines: list[str]) -> None:
    kept = dedupe(lines)
    assert set(kept) == set(lines)
    assert [lines.index(line) for line in kept] == sorted({lines.index(line) for line in lines})


@given(effect_texts, phrases)
def test_drop_is_the_same_line_by_line(lines: list[str], phrases: list[str]) -> None:
    tidy = [re.sub(" {2,}", " ", line).strip() for line in lines]
    assert drop(lines, phrases) == [line for line in tidy if not any(phrase in line for phrase in phrases)]


@given(effect_texts, rules)
def test_replace_is_the_same_line_by_line(lines: list[str], rules: dict[str, str]) -> None:
    expected = []
    for line in lines:
        for old, new in rules.items():
            line = line.replace(old, new)
        expected.append(line)
    assert replace(lines, rules) == expected


@given(effect_texts)
def test_agree_is_the_same_line_by_line(lines: list[str]) -> None:
    assert agree(lines) == [agree([line])[0] for line in lines]


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("Draw one fire cards.", "Draw one fire card."),
        ("Discard one rank 2 cards.", "Discard one rank 2 card."),
        ("Destroy one of your fire spells.", "Destroy one of your fire spell."),
        ("Send one small old creatures away.", "Send one small old creature away."),
        ("Choose one new targets.", "Choose one new target."),
        ("Destroy one fire units.", "Destroy one fire units."),
        ("Draw one cards.", "Draw one cards."),
        ("Discard one card to draw two cards.", "Discard one card to draw two card."),
    ],
)
def test_one_takes_the_singular(plural: str, singular: str) -> None:
    assert agree([plural]) == [singular]


def test_stages_run_in_the_order_given_and_may_repeat() -> None:
    lines = ["draw two card", "Draw one", "draw two card"]
    rules = {"card": "CARD", "CARD": "CARDS"}
    assert Stages(("dedupe", "replace", "sort"), [], rules).polish(lines) == ["Draw one", "draw two CARDS"]
    assert Stages(("replace", "capitalise", "replace", "dedupe"), [], rules).polish(lines) == [
        "Draw two CARDSs",
        "Draw one",
    ]
    assert Stages((), [], rules).polish(lines) == lines


def test_phrase_files_ignore_blank_lines_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "drop.txt"
    path.write_text("1 or lower\n# Exclude higher ranks for now\n\n  5 or higher \n")
    assert [text for _, text in phrase_lines(path)] == ["1 or lower", "5 or higher"]


def test_a_repeated_replacement_keeps_its_first_position_and_its_last_value(tmp_path: Path) -> None:
    path = tmp_path / "replace.txt"
    path.write_text("# Fix\na: b\nc: d: e\n a :x\nf:\n")
    assert list(read_replacements(path).items()) == [("a", "x"), ("c", "d: e"), ("f", "")]


def test_a_colon_of_the_old_phrase_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "replace.txt"
    path.write_text("a\\:: b: c\n d\\:e :f\n")
    assert list(read_replacements(path).items()) == [("a:", "b: c"), ("d:e", "f")]
    path.write_text("only\\: one\n")
    with pytest.raises(InputError, match="GEN013"):
        read_replacements(path)


def test_every_bad_replacement_is_named(tmp_path: Path) -> None:
    path = tmp_path / "replace.txt"
    path.write_text("a: b\nno colon\n: nothing before\n")
    with pytest.raises(InputError) as caught:
        read_replacements(path)
    assert [d.location.line for d in caught.value.diagnostics] == [2, 3]
    assert all(d.code == "GEN013" for d in caught.value.diagnostics)
