"""The notation and the JSON of programs: what is written is read as the same tree."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import trees

from cardtools.programs import tree
from cardtools.programs.node_types import NODES, MisfitError, choices, from_data, to_data
from cardtools.programs.notation_functions import FUNCTIONS
from cardtools.programs.reader import NotationError, ProgramWords, Reader, as_program
from cardtools.programs.tree import Program, Selector
from cardtools.programs.verbs.gain import Gain
from cardtools.programs.verbs.move import Move
from cardtools.programs.writer import write

ANY = Reader(ProgramWords(), {})
TTCG = Reader(
    ProgramWords(frozenset({"unit", "spell", "card"}), frozenset({"type", "subtype"})),
    {"number": 2},
    {"number", "rank"},
)


@given(st.sampled_from(choices(tree.Ability)).flatmap(trees))
def test_what_is_written_is_read_as_the_same_tree(ability: tree.Ability) -> None:
    program = Program((ability,))
    assert as_program(ANY.value(write(program)), "activated") == program


@given(st.sampled_from(choices(tree.Ability)).flatmap(trees))
def test_a_tree_survives_json(ability: tree.Ability) -> None:
    program = Program((ability, ability))
    assert from_data(json.loads(json.dumps(to_data(program)))) == program


def test_every_node_has_a_function_or_a_sign() -> None:
    written = {form.node for form in FUNCTIONS.values()}
    signs = {tree.Sum, tree.Product, tree.Compare, tree.AllOf, tree.Selector, tree.Program}
    signs |= {tree.AnyOf, tree.Not}
    nodes = {*NODES.values()}
    assert nodes == written | signs


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("draw(number)", "draw(2)"),
        ("draw(top(2))", "draw(2)"),
        ("destroy(field(unit, 1, opponent, rank<=3))", "destroy(field(1, unit, opponent, rank <= 3))"),
        ("discard(hand(1, opponent, chooser=opponent))", "discard(hand(1, opponent, chooser=opponent))"),
        ("gain(points, 1 + 2 * 3)", "gain(points, 7)"),
        ("gain(points, count(under()) - 1)", "gain(points, count(under) + -1)"),
        ("to_hand(field(subtype=dragon, type=fire, lowest(attack)))", None),
        (
            "this_turn(plus(this, attack, 50 * count(hand())))",
            "this_turn(plus(this, attack, 50 * count(hand())))",
        ),
        ("mill(top(up_to(3), opponent))", "mill(top(up_to(3), opponent))"),
    ],
)
def test_notation(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(NotationError, match="positional argument"):
            TTCG.value(text)
    else:
        assert write(TTCG.value(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message", "hint", "offset"),
    [
        ("drow(2)", "unknown function 'drow'", "did you mean draw?", 0),
        ("  destroy(field(1, unt))", "unknown word 'unt'", "did you mean unit?", 19),
        ("field(1, rank)", "unknown word 'rank'", "the template has no <rank>", 9),
        ("draw(rank)", "cards of draw: expected cards, found 'rank'", "the template has no <rank>", 5),
        ("draw(2, opponent)", "too many arguments of draw", "its arguments are cards", 8),
        ("gain(points)", "gain needs amount", "", 0),
        ("gain(points, 1, by=3)", "gain has no 'by'", "arguments: resource, amount, who", 16),
        ("gain(points, 1, amount=2)", "amount of gain is given twice", "", 16),
        ("field(you, opponent)", "who is given twice: 'you' and 'opponent'", "", 11),
        ("field(typ=fire)", "unknown argument 'typ'", "did you mean type?", 6),
        ("can(fly, this)", "unknown action 'fly'", "actions: ", 4),
        ("skip(1)", "phase of skip: expected a word, found 1", "", 5),
        ("seq(draw(1), 3)", "effects of seq: expected an effect, found 3", "", 0),
        ("draw(", "not a program: '(' was never closed", "write a call such as draw(2)", 4),
        ("card.name", "this is not part of the notation", "write calls, words, numbers and comparisons", 0),
        ("draw(*cards)", "* is not known here", "write each argument", 0),
        ("gain(points, 1 / 2)", "only +, - and * are known", "", 13),
        ("__import__('os').system('ls')", "this is not part of the notation", "write calls", 0),
        ("[draw(1) for x in y]", "this is not part of the notation", "write calls", 0),
        ("(lambda: 1)()", "this is not part of the notation", "write calls", 0),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(
    text: str, message: str, hint: str, offset: int
) -> None:
    with pytest.raises(NotationError) as error:
        TTCG.value(text)
    assert message in error.value.message
    assert hint in error.value.hint
    assert error.value.offset == offset


@pytest.mark.parametrize(
    "text",
    ["(" * 300, "-" * 3_000, "draw(" * 40 + "1" + ")" * 40, "1+" * 3_000 + "1", "a" * 100_000, "\0", ""],
)
def test_a_program_that_is_too_large_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        TTCG.value(text)


@given(st.text(st.sampled_from("draw(field)12,=<> []'\"+*-.unit_\\\n"), max_size=60))
def test_no_text_is_worse_than_an_error(text: str) -> None:
    try:
        value = TTCG.value(text)
    except NotationError as error:
        assert error.message
    else:
        assert isinstance(value, int | str | tuple | type(None)) or to_data(value)


def test_an_effect_by_itself_is_what_the_file_says() -> None:
    draw = Move(Selector("deck", "you", position="top", count=1), "hand", "draw")
    assert as_program(draw, "activated") == Program((tree.Activated(draw),))
    assert as_program(draw, "on_play") == Program((tree.OnPlay(draw),))
    with pytest.raises(MisfitError, match="expected an ability, found 'word'"):
        as_program("word", "on_play")


@pytest.mark.parametrize(
    "data",
    [
        {"node": "Nothing"},
        {"node": "Gain", "resource": "points", "amount": "much"},
        {"node": "Gain", "resource": "points", "amount": 1, "luck": 2},
        {"node": "Gain"},
    ],
)
def test_json_that_is_no_tree_is_refused(data: object) -> None:
    with pytest.raises(MisfitError):
        from_data(data)


def test_defaults_are_left_out_of_the_json() -> None:
    assert to_data(Gain("points", 3)) == {"node": "Gain", "resource": "points", "amount": 3}
