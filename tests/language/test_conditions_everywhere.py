"""A condition means the same in a rule, in `--where` and in the `when` of a face, for every card."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardtools.cards.names import names_of
from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.columns import rows_where
from cardtools.checks.validate import validate
from cardtools.ground.errors import InputError
from cardtools.language.budget import Budget, StringError
from cardtools.language.when import compile_when
from cardtools.render.project_cards import cards_to_draw
from cardtools.rulesets import load_ruleset

RULES = """\
[ruleset]
id = "one"
version = "1"
[tables]
fee = { 1 = 10, 2 = 20, 3 = 30 }
[define]
strong = "POWER >= 3"
[fields.NAME]
[fields.TYPE]
values = ["Fire", "Ice"]
required = false
[fields.POWER]
type = "int"
required = false
[fields.WEIGHT]
type = "number"
required = false
[fields.KINDS]
type = "list"
required = false
[fields.FOIL]
type = "bool"
[fields.DAY]
type = "date"
required = false
[fields.TEXT]
required = false
[fields.GONE]
type = "int"
required = false
"""
CARDS = """\
NAME;TYPE;POWER;WEIGHT;KINDS;FOIL;DAY;TEXT
Ember;Fire;3;2.5;Beast, Elder;x;2026-02-01;Draw two cards.
Frost;Ice;1;0.1;Beast;;2025-01-31;Gain 3 life
Spark;Fire;;;;x;;
Stone;;2;10;Golem, Giant;;2026-01-31;No effect
Void;;;;;;;Draw 12
"""
# Thirteen kinds of condition.
KINDS = [
    "POWER >= 3",
    "TYPE == 'Fire' and not FOIL or POWER == 3",
    "TYPE in ('Fire', 'Ice')",
    "'raw' in TEXT or 'Elder' in KINDS",
    "matches(TEXT, '.*[0-9]+.*')",
    "not given(TYPE) or TYPE != 'Ice'",
    "len(words(TEXT)) > 2 and len(KINDS) < 3",
    "DAY < date('2026-01-31') or year(DAY) == 2026",
    "WEIGHT * 2 == 0.2 or rounded(WEIGHT / 3, 1) == 0.8",
    "lower(item(split(NAME, 'a'), -1)) == 'rk' or startswith(text(POWER), '1')",
    "POWER > 1 if FOIL else given(DAY)",
    "1 <= POWER <= 2 != WEIGHT",
    "has(GONE) or given(GONE) or not given(POWER)",
]


def table(folder: Path, more: str = "") -> CardTable:
    path = folder / "one.toml"
    if not path.exists() or more:
        path.write_text(RULES + more)
    return read_cards(Path("cards.csv"), load_ruleset("one.toml", folder), CARDS)


def held(cards: CardTable, condition: str) -> list[int | str]:
    """The rows for which a face's `when` holds; "?" after those for which it cannot be computed."""
    (names,) = names_of([cards])
    found: list[int | str] = []
    for row, card in enumerate(cards_to_draw(cards, "", "", (), names)):
        try:
            found += [row] if compile_when(condition).holds(card.values, Budget()) else []
        except StringError:
            found.append("?")
    return found


def filtered(cards: CardTable, condition: str) -> list[int | str]:
    try:
        (rows,) = rows_where(condition, [cards])
    except InputError:
        return ["?"]
    return list(rows)


def ruled(folder: Path, condition: str) -> list[int | str]:
    """The rows to which a rule with this `when` is applied; it is always broken."""
    rule = f"[rule.ONE101]\nname = 'r'\nwhen = {condition!r}\nassert = '1 == 2'\nat = 'NAME'\nmessage = 'm'\n"
    try:
        cards = table(folder, rule.replace(repr(condition), f'"""{condition}"""'))
    except InputError:
        return ["?"]
    findings = validate(cards, cards.ruleset)
    found: list[int | str] = [one.location.line - 2 for one in findings if one.code == "ONE101"]
    return [*found, *("?" for one in findings if one.code == "RUL014")]


@pytest.mark.parametrize("condition", [*KINDS, "strong and fee[POWER] == 30"])
def test_each_kind_of_condition_works_everywhere(tmp_path: Path, condition: str) -> None:
    cards = table(tmp_path)
    met = held(cards, condition)
    assert met == filtered(cards, condition) == ruled(tmp_path, condition)
    assert met and len(met) < len(cards)


_LEAVES = st.sampled_from(
    """POWER WEIGHT NAME TYPE KINDS FOIL DAY TEXT GONE 1 2.5 'Fire' 'a' true date('2026-01-31') given(POWER)
    given(TYPE) has(GONE) text(POWER) text(DAY) len(TEXT) len(KINDS) words(TEXT)
    numbers(TEXT) strong""".split()
)
_CONDITIONS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        *(
            st.builds(f"({{}} {sign} {{}})".format, inner, inner)
            for sign in ("and", "or", "==", "!=", "<", ">=", "+", "-", "*", "/", "%", "in", "not in")
        ),
        st.builds("(not {})".format, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        *(
            st.builds(f"{name}({{}})".format, inner)
            for name in ("len", "lower", "str", "int", "sum", "words", "number")
        ),
        *(st.builds(f"{name}({{}}, {{}})".format, inner, inner) for name in ("item", "split", "max")),
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(_CONDITIONS)
@example("(not given(POWER))")
@example("(KINDS == ())")
@example("(TYPE != 'Fire')")
@example("(GONE == 1)")
def test_every_condition_gives_every_card_the_same_answer_everywhere(
    tmp_path_factory: pytest.TempPathFactory, condition: str
) -> None:
    folder = tmp_path_factory.mktemp("one")
    cards = table(folder)
    met, where = held(cards, condition), filtered(cards, condition)
    assert met == where or ("?" in met and where == ["?"])
    rule = ruled(folder, condition)
    known = [row for row in met if row != "?"]
    assert rule == ["?"] or [row for row in rule if row != "?"] == known


def test_columns_that_the_ruleset_does_not_know_are_what_their_cells_are(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(RULES)
    text = "NAME;RANK;NOTE;OFF\nA;3;x;-1\nB;12;4;\nC;;;+0.5\n"
    cards = read_cards(Path("c.csv"), load_ruleset("one.toml", tmp_path), text)
    for condition, rows in {
        "RANK > 3": [1], "RANK == 3 or given(NOTE)": [0, 1], "NOTE == '4'": [1], "OFF < 0.6": [0, 2],
        "not given(OFF)": [1], "startswith(text(OFF), '-')": [0], "has(SIZE) and SIZE > 2": [],
        "not has(SIZE)": [0, 1, 2],
    }.items():  # fmt: skip
        assert held(cards, condition) == filtered(cards, condition) == rows, condition
    assert "?" in held(cards, "SIZE > 2")
    assert filtered(cards, "NOTE > 3") == ["?"]


def test_a_condition_of_a_stranger_ends_soon_and_takes_no_memory(tmp_path: Path) -> None:
    cards = table(tmp_path)
    for condition in (
        "TEXT + " * 120 + "TEXT == ''",
        "'x' * 999999999 == 'y'",
        "9 ** 9 ** 9 > 1",
        "matches(TEXT, '(a+)+b') or len(finds(TEXT, '(a+)+b')) > 1",
        "replace(" * 20 + "'aaaaaaaaaa'" + ", 'a', 'aaaaaaaaaa')" * 20 + " == ''",
        "(" * 200 + "1" + ")" * 200,
        "POWER" + " + 1" * 800 + " > 3",
        "padded(1, 999999999) == ''",
        "1 " * 3000,
        "[x for x in TEXT] == ()",
    ):
        assert "?" in held(cards, condition) or held(cards, condition) == [], condition
