"""Tagging: exact substring semantics, conditions, loops (Doc 4.8)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import effect_texts, grammars, sentences

from cardtools.effects import match
from cardtools.effects import tag as module
from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.match import PhraseMatcher, plain
from cardtools.effects.tag import Tagger
from cardtools.effects.tagged import TagTable, format_tagged, read_effects
from cardtools.effects.tagrules import Pattern, TagRule, read_rules
from cardtools.ground.errors import InputError, Location
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.toml.tomlfile import read_toml


def table(*effects: str, **columns: list[str]) -> TagTable:
    return TagTable(list(effects), columns, Path("effects.txt"))


def expander(**values: list[str]) -> Grammar:
    return Grammar({name: tuple(map(parse_template, lines)) for name, lines in values.items()}, {}, Path())


def rule(column: str, *patterns: str, exact: tuple[str, ...] = (), match_column: str = "") -> TagRule:
    made = [Pattern(parse_template(text)) for text in patterns]
    made += [Pattern(parse_template(text), exact=True) for text in exact]
    return TagRule(column, tuple(made), match_column)


def naive(effects: list[str], rules: list[TagRule], grammar: Grammar) -> list[dict[str, bool]]:
    """The plainest tagging: each rule for each effect, each pattern expanded anew."""
    rows = []
    for effect in effects:
        cells = {rule.column: False for rule in rules}
        for rule in rules:
            texts = [
                text for p in rule.patterns for text in ([p.text] if p.exact else grammar.expand(p.template))
            ]
            matches = any(text in effect for text in texts) if rule.patterns else True
            if matches and (not rule.match_column or cells.get(rule.match_column)):
                cells[rule.column] = True
        rows.append(cells)
    return rows


columns = st.sampled_from(["A", "B", "C"])


@given(grammars(), st.data())
def test_tags_are_those_of_the_plainest_program(grammar: Grammar, data: st.DataObject) -> None:
    few = sentences().filter(lambda text: grammar.count(parse_template(text)) <= 300)
    rules = data.draw(
        st.lists(
            st.builds(
                lambda column, texts, exact, condition: rule(
                    column, *texts, exact=tuple(exact), match_column=condition if texts or exact else "A"
                ),
                columns,
                st.lists(few, max_size=2),
                st.lists(st.text("Drawcd1 ;é", max_size=4), max_size=2),
                st.sampled_from(["", "", "A", "B"]),
            ),
            min_size=1,
            max_size=6,
        )
    )
    effects = data.draw(effect_texts)
    texts = [text for r in rules for p in r.patterns for text in grammar.expand(p.template)]
    # Random effects rarely match; some that do are put among them.
    effects += [f"to {text} x" for text in data.draw(st.lists(st.sampled_from(texts or [""]), max_size=5))]
    effects = [effect for effect in map(str.strip, effects) if effect]
    names = list(dict.fromkeys(r.column for r in rules))
    tagger = Tagger(names, rules, grammar)
    expected = naive(effects, rules, grammar)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_PART", 3)
        text = "".join(tagger.csv([effects[:3], effects[3:]], "\r\n"))
        applied = tagger.apply(table(*effects)).columns
    assert text == format_tagged(TagTable(effects, applied, Path()))
    assert applied == {name: [str(row[name]) for row in expected] for name in names}


def found(masks: dict[str, int], texts: list[str]) -> list[int]:
    return PhraseMatcher({plain(literal): mask for literal, mask in masks.items()}).find(texts)


def test_a_text_is_found_within_one_effect_only() -> None:
    masks = {"a\nb": 1, "b": 2, "": 4, "x y z": 8, "a b c d": 16}
    effects = ["a", "b", "a\nb", "w x y z.", "a b c d", "a b d c"]
    assert found(masks, effects) == [4, 6, 7, 12, 22, 6]
    assert found({}, effects) == [0] * 6
    assert found({"": 1}, effects) == [1] * 6


@given(
    st.lists(st.text("ab .", min_size=1, max_size=6), max_size=8),
    st.lists(st.text("abc .", max_size=14), max_size=12),
    st.sampled_from([1, 3, 200_000]),
)
def test_literals_are_found_wherever_they_stand(literals: list[str], texts: list[str], most: int) -> None:
    masks = {literal: 1 << bit for bit, literal in enumerate(dict.fromkeys(literals))}
    expected = [sum(mask for literal, mask in masks.items() if literal in text) for text in texts]
    matcher = PhraseMatcher({plain(literal): mask for literal, mask in masks.items()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "MOST_REMEMBERED", most)
        assert matcher.find(texts) == expected
        assert matcher.find(texts) == expected
        assert [matcher.all(text) for text in texts] == expected


@given(
    st.lists(st.lists(st.lists(st.text("ab", max_size=2), min_size=1, max_size=3), max_size=4), max_size=5),
    st.lists(st.text("abc .", max_size=14), max_size=12),
)
def test_a_choice_is_any_of_its_words(phrases: list[list[list[str]]], texts: list[str]) -> None:
    masks = {
        tuple(tuple(dict.fromkeys(word)) for word in phrase): 1 << bit
        for bit, phrase in enumerate(phrases)
        if phrase
    }
    expected = [
        sum(
            mask
            for phrase, mask in masks.items()
            if any(" ".join(words) in text for words in itertools.product(*phrase))
        )
        for text in texts
    ]
    assert PhraseMatcher(masks).find(texts) == expected


def test_only_wanted_bits_are_given_and_all_are_noted() -> None:
    matcher = PhraseMatcher({plain("a b"): 1, plain("c"): 2}, wanted=1)
    assert matcher.find(["a b c", "c c x a b", "x c"]) == [1, 1, 0]
    assert matcher.seen == 3


def test_true_stays_true_and_a_new_column_begins_false() -> None:
    tagger = Tagger(["DRAW", "NEW"], [rule("DRAW", exact=("Draw",))], expander())
    tagged = tagger.apply(table("Draw", "Gain", DRAW=["False", "TRUE"]))
    assert tagged.columns == {"DRAW": ["True", "True"], "NEW": ["False", "False"]}


def test_a_condition_sees_what_earlier_rules_have_set() -> None:
    rules = [
        rule("UNIT", exact=("attack",)),
        rule("BOTH", exact=("Draw",), match_column="UNIT"),
        rule("COPY", match_column="BOTH"),
        rule("UNIT", exact=("Draw two",)),
    ]
    tagger = Tagger(["UNIT", "BOTH", "COPY"], rules, expander())
    tagged = tagger.apply(table("Draw, attack", "Draw two", "attack"))
    assert tagged.columns["UNIT"] == ["True", "True", "True"]
    assert tagged.columns["BOTH"] == tagged.columns["COPY"] == ["True", "False", "False"]


def test_spaces_at_the_ends_of_a_pattern_count() -> None:
    tagger = Tagger(["A"], [rule("A", "<type> ")], expander(type=["fire"]))
    assert tagger.apply(table("fire", "fire card")).columns == {"A": ["False", "True"]}


def test_an_explanation_names_the_rule_that_made_a_column_true() -> None:
    rules = [
        rule("UNIT", "Draw <n>"),
        rule("UNIT", exact=("Draw",)),
        rule("COPY", match_column="UNIT"),
        rule("NO", match_column="OTHER"),
        rule("OTHER", exact=("x",)),
    ]
    explained = Tagger(["UNIT", "COPY"], rules, expander(n=["one"])).explain("Draw one")
    assert [(column, r, pattern and pattern.text) for column, r, pattern in explained] == [
        ("UNIT", rules[0], "Draw <n>"),
        ("COPY", rules[2], None),
    ]


def test_rules_without_effect_are_reported() -> None:
    def at(line: int, made: TagRule) -> TagRule:
        patterns = tuple(
            Pattern(parse_template(p.text, Location("t", line, column)), p.exact)
            for column, p in enumerate(made.patterns, 1)
        )
        return TagRule(made.column, patterns, made.match_column, Location("t", line))

    rules = [
        at(1, rule("A", exact=("Draw", "Never"))),
        at(2, rule("A", exact=("Draw one",))),
        at(3, rule("B", exact=("Nothing",))),
        at(4, rule("C", exact=("Gain",))),
        at(5, rule("D", exact=("Draw",), match_column="C")),
        at(6, rule("C", exact=("Gain two",), match_column="A")),
    ]
    tagger = Tagger(list("ABCD"), rules, expander())
    tagger.apply(table("Draw one", "Gain two"))
    found = tagger.idle()
    assert [(d.location.line, d.location.column, d.code, d.message) for d in found] == [
        (1, 2, "FLG009", "no effect contains 'Never'"),
        (2, 0, "FLG010", "an earlier rule already sets A for every effect it matches"),
        (3, 0, "FLG008", "column B is never True"),
        (3, 1, "FLG009", "no effect contains 'Nothing'"),
        (5, 0, "FLG008", "column D is never True"),
        (6, 0, "FLG009", "no effect it matches has A True"),
    ]


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
    assert [(rule.column, [pattern.text for pattern in rule.patterns]) for rule in rules] == [
        ("LEVEL_1", ["rank 1 <type>", "one cards"]),
        ("ANY", ["rank 1 <type>", "one cards"]),
        ("LEVEL_2", ["rank 2 <type>", "two cards"]),
        ("ANY", ["rank 2 <type>", "two cards"]),
    ]


def test_every_problem_of_a_rules_file_is_reported_with_its_line(
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
        (2, "unknown key 'colunm' in [rules]"),
        (3, "text = 'attack', expected a list of texts"),
        (1, "the key column is missing in [rules]"),
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


words = st.lists(st.sampled_from(["a", "ab", "b", "b.", "é", ""]), max_size=4).map(" ".join)
odd = st.sampled_from([";", '"', 'a "b"', "\u2028", "a b. a", "x\ry", ";a b"])


@given(
    st.lists(st.one_of(words, st.text("ab. ", max_size=5)).filter(bool), max_size=5, unique=True),
    st.lists(st.lists(st.one_of(words, odd).map(str.strip).filter(bool), max_size=12), max_size=3),
    st.sampled_from([0, 9, 10**6]),
)
def test_rows_are_those_of_a_csv_writer(literals: list[str], parts: list[list[str]], most: int) -> None:
    names = [f"C{number}" for number in range(len(literals))]
    rules = [rule(name, exact=(literal,)) for name, literal in zip(names, literals, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "MOST_REMEMBERED", most)
        text = "".join(Tagger(names, rules, expander()).csv(parts, "\r\n"))
    rows = [(effect, *(str(lit in effect) for lit in literals)) for part in parts for effect in part]
    assert text == format_csv(("EFFECTNAME", *names), rows)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_REMEMBERED", 500)
    matcher = PhraseMatcher({plain("x1"): 1})
    for block in range(50):
        matcher.find([f"x{block} y{number // 9}. {block} {number}" for number in range(90)])
        matcher.find([f"{block}x{number} z z" for number in range(90)])
    assert matcher._remembered < 1500
    assert sum(len(state.ends) for state in matcher._states.values()) < 1500
