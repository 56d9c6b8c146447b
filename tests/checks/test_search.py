"""Searches: shorthand for conditions, in `--where` and in the pages of the studio."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.names import names_of
from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.columns import CardSearch, Columns, rows_where
from cardtools.ground.errors import InputError
from cardtools.language.conditions import parse
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets import Ruleset, load_ruleset

RULES = """\
[ruleset]
id = "small"
version = "1"
[define]
cheap = "COST < 2"
half = "COST // 2"
[vocabulary.kind]
values = ["Beast", "Spell"]
[card]
label = "ID"
title = "NAME"
[fields.ID]
[fields.NAME]
[fields.KIND]
label = "sort"
vocabulary = "kind"
[fields.COST]
type = "int"
label = "price"
[fields.TRIBES]
type = "list"
separator = "/"
[fields.RULES_TEXT]
role = "effect"
[fields.FOIL]
type = "bool"
[fields.MADE]
type = "date"
[fields.PICTURE]
file = ["png"]
[design]
nouns = { card = "", beast = "KIND == 'Beast'" }
"""
CARDS = """\
ID,NAME,KIND,COST,TRIBES,RULES_TEXT,FOIL,MADE,PICTURE,Size of it
1,Old Ox,Beast,3,Oak/Elder,Draw one card.,yes,2025-03-01,ox.png,9 cm
2,Élan,Spell,1,,Discard one card to draw.,no,2026-01-31,,10 cm
3,Draw Bridge,Beast,0,Elder,,no,2026-05-01,bridge.png,
4,Nameless,,,,One draws.,no,,,2 cm
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    path = tmp_path_factory.mktemp("rules") / "rules.toml"
    path.write_text(RULES)
    return load_ruleset(str(path), path.parent)


@pytest.fixture(scope="module")
def search(rules: Ruleset) -> CardSearch:
    return CardSearch([read_cards(Path("cards.csv"), rules, CARDS)])


def found(search: CardSearch, query: str) -> list[int]:
    """The numbers of the cards (from 1), in the order of the search."""
    return [row + 1 for _, row in search.ordered(query)[0]]


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("", [1, 2, 3, 4]),
        ("draw", [1, 2, 3, 4]),
        ("DRAW one", [1, 2, 4]),
        ('"draw one"', [1]),
        ("“draw one”", [1]),
        ("elan", [2]),
        ("ÉLAN", [2]),
        ("o:draw", [1, 2, 4]),
        ("o:draw -o:discard", [1, 4]),
        ("not o:draw", [3]),
        ("t:beast", [1, 3]),
        ("sort:beast", [1, 3]),
        ("kind=beas", []),
        ("kind!=beast", [2, 4]),
        ("name:ox", [1]),
        ("rules-text:draw", [1, 2, 4]),
        ("sizeofit:cm", [1, 2, 4]),
        ("cost>1", [1]),
        ("cost >= 1", [1, 2]),
        ("price:0", [3]),
        ("cost:>0", [1, 2]),
        ("-cost>1", [2, 3, 4]),
        ("cost>1 or o:draws", [1, 4]),
        ("o:draw (cost>1 or cost<1)", [1]),
        ("tribes:eld", [1, 3]),
        ("tribes=elder", [1, 3]),
        ("tribes=eld", []),
        ("is:beast", [1, 3]),
        ("-is:beast", [2, 4]),
        ("is:cheap", [2, 3]),
        ("is:cheap or o:draws", [2, 3, 4]),
        ("is:card", [1, 2, 3, 4]),
        ("is:foil", [1]),
        ("foil:no", [2, 3, 4]),
        ("has:art", [1, 3]),
        ("-has:cost", [4]),
        ("made>2026-02-01", [3]),
        ("made:2026", [2, 3]),
        ("order:cost", [3, 2, 1, 4]),
        ("order:-cost", [1, 2, 3, 4]),
        ("order:-name", [1, 4, 2, 3]),
        ("order:sizeofit", [4, 1, 2, 3]),
        ("order:kind order:-name", [1, 3, 2, 4]),
        ("COST", []),
        ("3", [3]),
        ("KIND == 'Beast' and COST > 1", [1]),
    ],
)
def test_a_search_finds_cards(search: CardSearch, query: str, cards: list[int]) -> None:
    assert found(search, query) == cards


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ("ox csot>1 and", 4, "there is no field 'csot'\n  help: did you mean COST?"),
        ("has:arts", 5, "there is no field 'arts'\n  help: did you mean art?"),
        ("order:nam", 7, "there is no field 'nam'\n  help: did you mean NAME?"),
        ("is:baest", 4, "there is no kind of card 'baest'\n  help: did you mean beast?"),
        ("is:half", 4, "there is no kind of card 'half'\n  help: kinds: cheap, FOIL, card, beast"),
        ("é cost>much", 8, "'much' is not a number\n  help: write COST>3"),
        ("kind<2", 6, "< compares numbers and dates"),
        ("COST && 3", 6, "&& means nothing here\n  help: write and"),
        ("LEVEL => 3", 6, "=> compares nothing\n  help: write >="),
        ('ox "old', 4, "the phrase has no closing quote"),
        ("(ox", 1, "a bracket is not closed"),
        ("ox)", 3, "a bracket is closed that was not opened"),
        ("ox or", 4, "`or` stands between two things"),
        ("ox -", 4, "- means nothing here"),
        ("cost:", 6, 'nothing stands after cost:\n  help: to find the word, write "cost"'),
        ("-order:cost ox", 1, "this cannot be turned round\n  help: write order:-name"),
        ("given(CSOT)", 7, "unknown name 'CSOT'"),
        ("CSOT > 1", 1, "unknown name 'CSOT'\n  help: did you mean COST?"),
        ("COST > CSOT", 8, "unknown name 'CSOT'"),
        ("'Beast' in KINDS", 12, "unknown name 'KINDS'"),
        ("KIND == Beast", 9, "unknown name 'Beast'\n  help: a text stands in quotes"),
        ("(" * 70 + "ox bull" + ")" * 70, 62, "nested too deep"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(
    search: CardSearch, query: str, column: int, message: str
) -> None:
    with pytest.raises(InputError) as error:
        search.ordered(query)
    assert f"--where:1:{column}: " in str(error.value)
    assert message in str(error.value)


def test_what_a_ruleset_does_not_say_is_no_column_by_chance(folder: Path) -> None:
    general = load_ruleset("", folder)
    search = CardSearch([read_cards(Path("cards.csv"), general, "NAME,T,TEXT\nOx,Fire,Draw\n")])
    assert found(search, "T:fire") == [1]
    for query, message in (("o:draw", "does not say"), ("kind:fire", "there is no field 'kind'")):
        with pytest.raises(InputError, match=message):
            search.ordered(query)


def test_headings_that_python_knows_do_no_harm(folder: Path) -> None:
    table = "NAME,None,_given_COST,_text_x,my cost\nOx,a,b,c,7\n"
    search = CardSearch([read_cards(Path("cards.csv"), load_ruleset("", folder), table)])
    assert found(search, "mycost:7 ox") == [1]
    for query in ("None:a", "_given_COST:b", "has:_text_x"):
        with pytest.raises(InputError, match="there is no field"):
            search.ordered(query)


def _conditions() -> list[str]:
    """Conditions of the tests and the guides that are about the sample's cards, and of its ruleset."""
    root = Path(__file__).parents[2]
    pages = [*(root / "docs/guides").glob("*.md"), *(root / "tests/language").glob("*.py")]
    texts = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    found = re.findall(r"--where \"([^\"\n]+)\"|`([^`\n]{3,80})`", texts)
    rules = (root / "cardtools/rulesets/ttcg.toml").read_text(encoding="utf-8")
    found += [(one, "") for one in re.findall(r'(?:when|assert|required|where) = "([^"\n]+)"', rules)]
    return sorted({one or other for one, other in found})


def test_conditions_mean_what_they_meant(built: Path) -> None:
    table = _sample(built)
    names, tried = names_of([table])[0], 0
    scope = replace(names.scope("--where"), records=())
    for text in _conditions():
        expression = parse(text, scope, [])
        if not expression:
            continue
        rows, stuck = RowFilter(expression).rows(Columns(table, kinds=names.kinds), len(table))
        if not stuck:
            tried += 1
            assert rows_where(text, [table]) == [rows], text
    assert tried > 40


def _sample(built: Path) -> CardTable:
    cards = built / "cards/cards.csv"
    return read_cards(cards, load_ruleset("ttcg", built))


WORDS = st.sampled_from(["draw", "ox", "one card", "elder", "zebra", "ÉLAN"])
TERMS = st.recursive(
    st.one_of(
        WORDS.map(lambda word: (f'"{word}"', lambda card: word.lower().replace("é", "e") in card["all"])),
        st.integers(-1, 4).map(lambda n: (f"cost>{n}", lambda card: card["cost"] > n)),
        st.just(("t:beast", lambda card: card["kind"] == "Beast")),
        st.just(("has:cost", lambda card: card["cost"] >= 0)),
    ),
    lambda inner: st.one_of(
        inner.map(lambda one: (f"-({one[0]})", lambda card: not one[1](card))),
        st.tuples(inner, inner).map(
            lambda two: (f"({two[0][0]} or {two[1][0]})", lambda card: two[0][1](card) or two[1][1](card))
        ),
        st.tuples(inner, inner).map(
            lambda two: (f"{two[0][0]} {two[1][0]}", lambda card: two[0][1](card) and two[1][1](card))
        ),
    ),
    max_leaves=6,
)  # fmt: skip


@given(TERMS)
def test_joined_terms_are_what_they_are_one_by_one(search: CardSearch, term: tuple[str, Callable]) -> None:
    rows = [line.split(",") for line in CARDS.splitlines()[1:]]
    cards = [
        {
            "all": "\n".join([*cells[:3], *cells[4:6], cells[9]]).lower().replace("é", "e"),
            "kind": cells[2],
            "cost": int(cells[3] or -9),
        }
        for cells in rows
    ]
    query, holds = term
    assert found(search, query) == [number for number, card in enumerate(cards, 1) if holds(card)]


@given(st.text(st.characters(), max_size=30) | st.text('()"-:<>=orandntme \n', max_size=30))
def test_any_text_is_a_search_or_an_error(search: CardSearch, text: str) -> None:
    for find in (search.ordered, search.rows):
        try:
            find(text)
        except InputError as error:
            (one,) = error.diagnostics
            assert one.message
            assert one.location.path == "--where"
