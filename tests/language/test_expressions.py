"""The expression language: what it computes, what it refuses, and that it never lets code through."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.language.conditions import Expression, ExpressionFault, KnownNames, parse
from cardtools.language.functions import FUNCTIONS
from cardtools.language.messages import parse_template
from cardtools.language.value_kinds import ANY, FUNCTION_KINDS, LIST, NUMBER, TEXT
from cardtools.language.whole_columns import RowFilter

TABLES = {"total": {1: 500, 2: 1000, "x": 7}, "names": {1: "one"}}
KINDS = {
    **dict.fromkeys(("LEVEL", "ATTACK", "DEFENSE"), NUMBER),
    "NAME": TEXT,
    "TYPE": TEXT,
    "SUBTYPES": LIST,
}
SCOPE = KnownNames(KINDS, TABLES)
CARD: dict[str, Any] = {
    "NAME": "Tide Singer", "TYPE": "Water", "LEVEL": 2, "ATTACK": 300, "DEFENSE": 700,
    "SUBTYPES": ("Aquatic", "Fairy"), "_given_NAME": True, "_text_ATTACK": "+300",
}  # fmt: skip


def compiled(text: str, scope: KnownNames = SCOPE) -> Expression:
    faults: list[ExpressionFault] = []
    expression = parse(text, scope, faults)
    assert expression is not None, faults
    return expression


def first_fault(text: str) -> ExpressionFault:
    faults: list[ExpressionFault] = []
    assert parse(text, SCOPE, faults) is None
    return faults[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ATTACK + DEFENSE == total[LEVEL]", True),
        ("0 < ATTACK <= 300 < DEFENSE", True),
        ("'Fairy' in SUBTYPES and 'Beast' not in SUBTYPES", True),
        ("TYPE in ('Water', 'Fire')", True),
        ("max(ATTACK, DEFENSE) - min(ATTACK, DEFENSE)", 400),
        ("ATTACK // 7 % 5", 300 // 7 % 5),
        ("-ATTACK / 2", -150.0),
        ("'big' if DEFENSE > 500 else 'small'", "big"),
        ("lower(NAME)", "tide singer"),
        ("replace(NAME, 'Tide', 'Moon')", "Moon Singer"),
        ("replace(NAME, '', 'Moon')", "Tide Singer"),
        ("startswith(NAME, 'Moon', 'Tide')", True),
        ("any_in(SUBTYPES, ['Fairy'])", True),
        ("all_in(SUBTYPES, ['Fairy'])", False),
        ("len(SUBTYPES)", 2),
        ("sum([1, 2, 3])", 6),
        ("given(NAME)", True),
        ("text(ATTACK)", "+300"),
        ("signed(ATTACK)", "+300"),
        ("total['x']", 7),
        ("(ATTACK\n  + DEFENSE)", 1000),
        ("ATTACK\n+ DEFENSE", 1000),
        ("finds('2 Pyro, 1 Geo', '[A-Z][a-z]+')", ("Pyro", "Geo")),
        ("finds('a1 b2', '[a-z]([0-9])')", ("1", "2")),
        ("matches('2WU', '[0-9]*[WUBRG]*') and not matches('2X', '[0-9]*[WUBRG]*')", True),
        ("mapped(['x', 'y'], total)", (7, "y")),
        ("numbers('2 Pyro, 10 Geo')", (2, 10)),
        ("without(SUBTYPES, ['Fairy'])", ("Aquatic",)),
    ],
)
def test_expressions_compute(text: str, value: Any) -> None:
    assert compiled(text).value(CARD) == value


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("ATTACK + DEFENCE", "unknown name 'DEFENCE'", 9),
        ("NAME.upper", "attribute access is not allowed", 0),
        ("NAME.upper()", "attribute access is not allowed", 0),
        ("ATTACK ** 9", "** is not allowed", 0),
        ("lambda: 1", "lambda is not allowed", 0),
        ("[x for x in SUBTYPES]", "a comprehension is not allowed", 0),
        ("{1: 2}", "dict is not allowed", 0),
        ("f'{NAME}'", "a formatted string is not allowed", 0),
        ("(x := 1)", ":= is not allowed", 1),
        ("__import__('os')", "unknown function '__import__'", 0),
        ("open('x')", "unknown function 'open'", 0),
        ("__builtins__", "unknown name '__builtins__'", 0),
        ("NAME[0]", "NAME isn't a table of the ruleset; only tables take [...]", 0),
        ("totl[LEVEL]", "totl isn't a table of the ruleset; only tables take [...]", 0),
        ("max(*SUBTYPES)", "* before a value is not allowed", 4),
        ("len(x=1)", "len() takes no named arguments", 0),
        ("given(1)", "given() takes the name of one column", 0),
        ("given(NAMES)", "unknown name 'NAMES'", 6),
        ("NAME is 1", "is is not allowed, write ==", 0),
        ("None", "None is not allowed", 0),
        ("'x' * 1000000000", "only numbers can be multiplied", 0),
        ("ATTACK << 3", "LShift is not allowed", 0),
        ("(lambda: 1)()", "only a function's name can be called", 0),
        ("first_ATTACK", "unknown name 'first_ATTACK'", 0),
        ("finds(NAME, TYPE)", "a text and a regular expression that is written out are needed", 0),
        ("matches(NAME)", "a text and a regular expression that is written out are needed", 0),
        ("finds(NAME, '[')", "not a regular expression: unterminated character set at position 0", 12),
    ],
)
def test_everything_else_is_refused_by_name(text: str, message: str, column: int) -> None:
    fault = first_fault(text)
    assert (fault.message, fault.column) == (message, column)


def test_a_near_miss_is_suggested() -> None:
    assert first_fault("ATTACK + DEFENCE").hint == "did you mean DEFENSE?"
    assert first_fault("totl[LEVEL]").hint == "did you mean total?"
    assert first_fault("startwith(NAME, 'x')").hint == "did you mean startswith?"


def test_columns_are_counted_in_characters_and_lines() -> None:
    assert first_fault("'é' + NAMEN").column == 6
    fault = first_fault("ATTACK +\n  DEFENCE")
    assert (fault.line, fault.column) == (1, 2)


@pytest.mark.parametrize("text", ["", "ATTACK +", "1 2", ")", "(" * 300, "-" * 1500 + "1", "\0", "x" * 3000])
def test_what_is_no_expression_is_a_fault_and_no_crash(text: str) -> None:
    assert first_fault(text)


@given(st.text(max_size=40))
def test_no_text_crashes_the_parser(text: str) -> None:
    faults: list[ExpressionFault] = []
    assert (parse(text, SCOPE, faults) is None) == bool(faults)


def test_every_fault_of_an_expression_is_reported() -> None:
    faults: list[ExpressionFault] = []
    parse("ATACK + DEFENCE", SCOPE, faults)
    assert len(faults) == 2


def test_asked_columns_need_no_value_others_do() -> None:
    expression = compiled("(ATTACK if given(ATTACK) else 0) < DEFENSE")
    assert expression.needs == {"DEFENSE", "_given_ATTACK"}
    assert expression.columns == {"ATTACK", "DEFENSE"}


def test_a_filter_passes_over_rows_without_a_value() -> None:
    columns = {"ATTACK": [1, None, 5, 9], "DEFENSE": [1, 1, None, 1]}
    assert RowFilter(None, compiled("ATTACK <= DEFENSE")).rows(columns.__getitem__, 4) == ([3], {})


def test_a_missing_table_entry_stops_only_its_row() -> None:
    columns = {"LEVEL": [1, 9, 1], "ATTACK": [1, 1, 500]}
    found, stuck = RowFilter(None, compiled("ATTACK == total[LEVEL]")).rows(columns.__getitem__, 3)
    assert (found, stuck) == ([0], {1: "a table has no entry 9"})


@given(st.lists(st.tuples(st.integers(0, 3) | st.none(), st.integers(0, 3) | st.none()), max_size=12))
def test_a_filter_over_columns_agrees_with_asking_every_row(
    rows: list[tuple[int | None, int | None]],
) -> None:
    when, wanted = compiled("ATTACK > 0"), compiled("ATTACK // DEFENSE == 1")
    columns = {"ATTACK": [a for a, _ in rows], "DEFENSE": [d for _, d in rows]}
    found, stuck = RowFilter(when, wanted).rows(columns.__getitem__, len(rows))
    for number, (attack, defense) in enumerate(rows):
        if attack is None or defense is None or attack == 0:
            assert number not in found and number not in stuck
        elif defense == 0:
            assert number in stuck
        else:
            assert (number in found) == (attack // defense != 1)


@pytest.mark.parametrize("text", ["mapped(SUBTYPES, NAME)", "startswith(LEVEL, 'x')", "lower(LEVEL) == ''"])
def test_a_value_of_the_wrong_kind_is_told_and_no_crash(text: str) -> None:
    columns = {"LEVEL": [1], "SUBTYPES": [("Fairy",)], "NAME": ["Orb"]}
    unknown = KnownNames(dict.fromkeys(KINDS, ANY), TABLES)
    found, stuck = RowFilter(None, compiled(text, unknown)).rows(columns.__getitem__, 1)
    assert (found, list(stuck)) == ([], [0])


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("NAME > 3", "NAME is a text and 3 is a number: they cannot be compared",
         "write '3', in quotes"),
        ("LEVEL == '3'", "LEVEL is a number and '3' is a text: they are never equal",
         "write 3, without quotes"),
        ("SUBTYPES == 'Fairy'", "SUBTYPES is a list and 'Fairy' is a text: they are never equal",
         "ask whether it is in the list: X in LIST"),
        ("LEVEL in ('1', '2')", "LEVEL is a number and '1' is a text: they are never equal",
         "write 1, without quotes"),
        ("TYPE in LEVEL", "LEVEL is a number, which contains nothing", "write == for in"),
        ("LEVEL in NAME", "LEVEL is a number, which no text contains", "str(X) makes a text of it"),
        ("NAME - 1 > 0", "- is for numbers, not for a text", "int(X) is the number in a text"),
        ("NAME + LEVEL == ''", "a text and a number cannot be added", "str(X) makes a text of a number"),
        ("total == 5", "total is a table and 5 is a number: they are never equal", ""),
        ("names[TYPE] == 'one'", "names is looked up by a number; TYPE is a text", ""),
        ("lower(LEVEL) == ''", "lower() needs a text here; LEVEL is a number", ""),
        ("mapped(SUBTYPES, NAME) == ()", "mapped() needs a table here; NAME is a text", ""),
        ("len(LEVEL, 2) > 1", "len() takes 1 value, not 2", ""),
        ("startswith(NAME)", "startswith() takes 2 or more values, not 1", ""),
        ("part(text(LEVEL), 1) == ''", "part() takes 3 values, not 2", ""),
        ("max(NAME, 3) <= 3", "max() of a text and a number: they cannot be compared",
         'write type = "int" under [fields.NAME]'),
        ("given(NAME) == 'yes'", "given(NAME) is true or false and 'yes' is a text: they are never equal",
         "it is a condition by itself: X, or not X"),
    ],
)  # fmt: skip
def test_what_fails_for_every_card_is_found_before_any_is_there(text: str, message: str, hint: str) -> None:
    fault = first_fault(text)
    assert (fault.message, fault.hint) == (message, hint)


def test_every_function_has_its_kinds() -> None:
    assert set(FUNCTION_KINDS) == {*FUNCTIONS, "nearest"}


def test_messages_are_filled() -> None:
    faults: list[ExpressionFault] = []
    template = parse_template("{NAME}: {ATTACK + DEFENSE} {{of}} {SUBTYPES}, {'}'}", SCOPE, faults)
    assert (template.fill(CARD), faults) == ("Tide Singer: 1000 {of} Aquatic, Fairy, }", [])


def test_a_message_without_a_value_is_still_a_message() -> None:
    faults: list[ExpressionFault] = []
    template = parse_template("{NAME}: {ATTACK + 1} {LEVEL}", SCOPE, faults)
    assert template.fill({"NAME": "Orb", "ATTACK": None, "LEVEL": None}) == "Orb: ? ?"


@pytest.mark.parametrize(("text", "column"), [("{NAME", 0), ("ab }", 3), ("x {NAM}", 3), ("{LEVEL.x}", 1)])
def test_faults_of_messages_have_their_column(text: str, column: int) -> None:
    faults: list[ExpressionFault] = []
    parse_template(text, SCOPE, faults)
    assert [fault.column for fault in faults] == [column]


WORDS = {"TYPE": {"Fire": None, "Water": None}, "SUBTYPES": {"Fairy": None}}


@pytest.mark.parametrize(
    ("text", "word", "hint"),
    [
        ("TYPE == 'Watr'", "Watr", "did you mean Water?"),
        ("LEVEL > 1 and 'Stone' != TYPE", "Stone", "values: Fire, Water"),
        ("TYPE in ('Fire', 'Watr')", "Watr", "did you mean Water?"),
        ("TYPE not in ['Fier']", "Fier", "did you mean Fire?"),
        ("'Fier' in TYPE", "Fier", "did you mean Fire?"),
    ],
)
def test_a_word_that_a_column_never_has_is_reported(text: str, word: str, hint: str) -> None:
    faults: list[ExpressionFault] = []
    assert parse(text, replace(SCOPE, words=WORDS), faults) is None
    (fault,) = faults
    assert fault.message == f"{word!r} is not a value of TYPE"
    assert fault.hint == hint
    assert text[fault.column :].startswith(f"'{word}'")


@pytest.mark.parametrize(
    "text", ["TYPE == 'Fire'", "TYPE == ''", "'ire' in TYPE", "lower(TYPE) == 'fire'", "NAME == 'Watr'"]
)
def test_other_comparisons_are_not(text: str) -> None:
    compiled(text, replace(SCOPE, words=WORDS))


# Python's own words for what went wrong.
PYTHONS = re.compile(
    r"instances? of|'(?:int|str|tuple|NoneType|bool)'|literal|operand|iterable|argument|conversion|attribute"
)
WRONG = ["a", "", "1.5", "²", 0, -1, 10**30, True, (), ("a",), ("1", "2")]
FAILING = """\
NAME > 3 | max(NAME, LEVEL) > 3 | int(NAME) > 3 | 10 // LEVEL > 1 | 10 % LEVEL > 1 | 10 / LEVEL > 1
total[LEVEL] > 1 | sum(SUBTYPES) > 1 | max(SUBTYPES) > 1 | min(finds(NAME, '[0-9]+')) > 1 | abs(NAME) > 1
-NAME > 1 | NAME + LEVEL == '' | NAME * LEVEL == 1 | part(NAME, LEVEL, LEVEL) == 'a' | year(NAME) > 1
date(NAME) > date('2026-01-31') | padded(NAME, LEVEL) == '1' | lower(NAME) == 'a' | len(NAME) > LEVEL
any_in(SUBTYPES, NAME) | signed(NAME) == '+1' | startswith(NAME, SUBTYPES) | item(NAME, SUBTYPES) > 1
replace(NAME, 'a', SUBTYPES) == 'a' | max(mapped(NAME, total)) > 1 | matches(NAME, 'a') > NAME
LEVEL in NAME | plain(NAME) == 'a' | sum(numbers(NAME)) > 1""".replace("\n", " | ").split(" | ")


@given(st.sampled_from(FAILING), st.sampled_from(WRONG), st.sampled_from(WRONG), st.sampled_from(WRONG))
def test_why_a_rule_cannot_be_computed_is_told_without_the_words_of_python(
    text: str, name: object, level: object, subtypes: object
) -> None:
    columns = {"LEVEL": [level], "SUBTYPES": [subtypes], "NAME": [name]}
    unknown = KnownNames(dict.fromkeys(KINDS, ANY), TABLES)
    _, stuck = RowFilter(None, compiled(text, unknown)).rows(columns.__getitem__, 1)
    for why in stuck.values():
        assert why and not PYTHONS.search(why), why
