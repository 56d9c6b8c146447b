"""Tagging: exact substring semantics, conditions, loops (Doc 4.8, decisions G13 to G18)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import effect_texts, grammars, sentences

from cardtools.effects.expand import Expander
from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.tag import Matcher, TagRule, apply_rules, pattern_regex, read_rules
from cardtools.effects.tagged import TagTable, format_tagged, read_effects
from cardtools.errors import InputError
from cardtools.tomlfile import read_toml


@given(grammars(), sentences(), effect_texts, st.data())
def test_a_pattern_matches_where_any_of_its_expansions_is_a_substring(
    grammar: Grammar, text: str, effects: list[str], data: st.DataObject
) -> None:
    template = parse_template(text)
    expander = Expander(grammar)
    if expander.count(template) > 5_000:
        return
    texts = list(expander.expand(template))
    # Random effects rarely match; some that do are put among them.
    effects = [
        *effects,
        *(f"to {text} x" for text in data.draw(st.lists(st.sampled_from(texts), max_size=4))),
    ]
    expected = {row for row, effect in enumerate(effects) if any(text in effect for text in texts)}
    assert Matcher(effects, expander).rows([template], []) == expected


@given(grammars(), sentences())
def test_the_expression_of_a_pattern_is_exactly_its_expansions(grammar: Grammar, text: str) -> None:
    template = parse_template(text)
    expander = Expander(grammar)
    if expander.count(template) > 2_000:
        return
    expression = re.compile(pattern_regex(expander, template))
    for expansion in expander.expand(template):
        assert expression.fullmatch(expansion)
        assert not expression.fullmatch(expansion + "§")


def table(*effects: str, **columns: list[str]) -> TagTable:
    return TagTable(list(effects), columns, Path("effects.txt"))


def expander(**values: list[str]) -> Expander:
    return Expander(
        Grammar({name: tuple(map(parse_template, lines)) for name, lines in values.items()}, {}, Path())
    )


def test_true_stays_true_and_a_new_column_begins_false() -> None:
    rule = TagRule("DRAW", exact=("Draw",))
    tagged = apply_rules(table("Draw", "Gain", DRAW=["False", "TRUE"]), ["DRAW", "NEW"], [rule], expander())
    assert tagged.columns == {"DRAW": ["True", "True"], "NEW": ["False", "False"]}


def test_a_condition_sees_what_earlier_rules_have_set() -> None:
    rules = [
        TagRule("UNIT", exact=("attack",)),
        TagRule("BOTH", exact=("Draw",), match_column="UNIT"),
        TagRule("COPY", match_column="BOTH"),
        TagRule("UNIT", exact=("Draw two",)),
    ]
    tagged = apply_rules(
        table("Draw, attack", "Draw two", "attack"), ["UNIT", "BOTH", "COPY"], rules, expander()
    )
    assert tagged.columns["UNIT"] == ["True", "True", "True"]
    assert tagged.columns["BOTH"] == tagged.columns["COPY"] == ["True", "False", "False"]


def test_spaces_at_the_ends_of_a_pattern_count() -> None:
    pattern = parse_template("<type> ")
    assert Matcher(["fire", "fire card"], expander(type=["fire"])).rows([pattern], []) == {1}


def rules_file(tmp_path: Path, text: str) -> tuple[list[str], list[TagRule]]:
    path = tmp_path / "tags.toml"
    path.write_text(text)
    return read_rules(read_toml(path))


def test_loops_are_written_out_side_by_side(tmp_path: Path) -> None:
    columns, rules = rules_file(
        tmp_path,
        """
        columns = ["UNIT"]
        [[rules]]
        column = "UNIT"
        exact = ["x"]
        """,
    )
    assert columns == ["UNIT"]
    columns, rules = rules_file(
        tmp_path,
        """
        [[rules]]
        each = { rank = ["1", "2"], word = ["one", "two"] }
        column = ["LEVEL_{rank}", "ANY"]
        text = ["rank {rank} <type>", "{word} cards"]
        """,
    )
    assert columns == ["LEVEL_1", "ANY", "LEVEL_2"]
    assert [(rule.column, [t.text for t in rule.text]) for rule in rules] == [
        ("LEVEL_1", ["rank 1 <type>", "one cards"]),
        ("ANY", ["rank 1 <type>", "one cards"]),
        ("LEVEL_2", ["rank 2 <type>", "two cards"]),
        ("ANY", ["rank 2 <type>", "two cards"]),
    ]


def test_every_problem_of_a_rules_file_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        rules_file(
            tmp_path,
            """columns = ["UNIT", "DRAW", "UNIT"]
[[rules]]
column = "UNTI"
text = ["attack"]
[[rules]]
column = "DRAW"
match_column = "SPELL"
""",
        )
    assert str(caught.value) == (
        "tags.toml:1:12: column UNIT is named twice\n  help: remove one\n"
        "tags.toml:3:1: column UNTI is not in columns\n  help: did you mean UNIT?\n"
        "tags.toml:7:1: match_column SPELL is set by no earlier rule\n  help: set so far: UNTI"
    )
    with pytest.raises(InputError) as caught:
        rules_file(
            tmp_path,
            """[[rules]]
colunm = "UNIT"
text = "attack"
[[rules]]
column = "A"
[[rules]]
column = "A"
text = [""]
""",
        )
    assert [(d.location.line, d.message) for d in caught.value.diagnostics] == [
        (2, "unknown key 'colunm'"),
        (3, "text = 'attack', expected a list of text"),
        (1, "the key column is missing"),
        (4, "the rule matches nothing: give it text, exact or match_column"),
        (6, "an empty text would match every effect"),
    ]


def test_a_tagged_csv_is_written_as_a_csv_writer_does(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(format_tagged(table('Say "x"; go.', "Plain.", A=["True", "False"])).encode())
    assert path.read_bytes() == b'EFFECTNAME;A\r\n"Say ""x""; go.";True\r\nPlain.;False\r\n'
    again = read_effects(path)
    assert again.effects == ['Say "x"; go.', "Plain."]
    assert format_tagged(again).encode() == path.read_bytes()
