"""Laws and rulings of expansion (Doc 4.7.3, decisions G4 to G8)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from strategies import grammars, sentences

from cardtools.effects.grammar import Grammar, Slot, Template, parse_template
from cardtools.effects.input_files import read_grammar
from cardtools.effects.number_words import shift
from cardtools.ground.errors import InputError, Location


def grammar(link_offsets: bool = False, number_words: bool = False, **values: list[str]) -> Grammar:
    parsed = {name: tuple(map(parse_template, lines)) for name, lines in values.items()}
    return Grammar(parsed, {name: Location(name) for name in parsed}, Path(), (), link_offsets, number_words)


def expand(grammar: Grammar, text: str) -> list[str]:
    return list(grammar.expand(parse_template(text)))


def naive(grammar: Grammar, template: Template) -> list[str]:
    """The plainest expansion: choose a text for each variable, nested ones first, and put them in."""
    chosen: dict[tuple[str, int, int], list[str]] = {}
    for slot in template.slots:
        values = grammar.values.get(slot.name)
        texts = [text for value in values for text in naive(grammar, value)] if values else [None]
        chosen.setdefault(grammar.variable(slot), texts)

    def put(part: str | Slot, values: dict[tuple[str, int, int], str | None]) -> str:
        if isinstance(part, str):
            return part
        text = values[grammar.variable(part)]
        return str(part) if text is None else shift(text, part.offset, grammar.number_words)

    return [
        "".join(put(part, dict(zip(chosen, values, strict=True))) for part in template.parts)
        for values in itertools.product(*chosen.values())
    ]


@given(grammars(), sentences())
def test_expansion_equals_the_plain_one_and_its_count(grammar: Grammar, text: str) -> None:
    template = parse_template(text)
    if grammar.count(template) < 5_000:
        texts = list(grammar.expand(template))
        assert texts == naive(grammar, template)
        assert len(texts) == grammar.count(template)


@given(sentences())
def test_a_template_is_its_parts(text: str) -> None:
    rejoined = "".join(part if isinstance(part, str) else str(part) for part in parse_template(text).parts)
    assert rejoined.replace("+0>", ">") == text.replace("+0>", ">")


def test_combinations_come_in_reading_order_the_last_placeholder_fastest() -> None:
    g = grammar(n=["one", "two"], t=["fire", "<w>"], w=["sea", "ice"])
    assert expand(g, "<n> <t>") == ["one fire", "one sea", "one ice", "two fire", "two sea", "two ice"]


def test_a_repeated_placeholder_has_one_value_but_a_nested_one_is_independent() -> None:
    g = grammar(type=["fire", "air"], types=["<type> or light"])
    assert expand(g, "<type> to <type>") == ["fire to fire", "air to air"]
    assert expand(g, "<type>, <types>") == [
        "fire, fire or light",
        "fire, air or light",
        "air, fire or light",
        "air, air or light",
    ]
    assert expand(g, "<type> <type#2>") == ["fire fire", "fire air", "air fire", "air air"]


def test_offsets_are_independent_unless_linked() -> None:
    assert expand(grammar(rank=["1", "2"]), "<rank>, <rank+1>") == ["1, 2", "1, 3", "2, 2", "2, 3"]
    assert expand(grammar(link_offsets=True, rank=["1", "2"]), "<rank>, <rank+1>") == ["1, 2", "2, 3"]


@pytest.mark.parametrize(
    ("text", "offset", "words", "expected"),
    [
        ("3", 1, False, "4"),
        ("1", -2, False, "-1"),
        ("two", 1, False, "two"),
        ("two", 1, True, "three"),
        ("Two", -1, True, "One"),
        ("twenty", 1, True, "21"),
        ("fire", 1, True, "fire"),
        ("", 1, True, ""),
        ("+50", 50, True, "+50"),
    ],
)
def test_offsets_change_numbers_only(text: str, offset: int, words: bool, expected: str) -> None:
    assert shift(text, offset, words) == expected


def test_what_cannot_be_resolved_stays_as_it_is_written() -> None:
    g = grammar(type=["fire"])
    assert expand(g, "<type> <rank+1> <x#2>") == ["fire <rank+1> <x#2>"]


def test_a_cycle_stays_as_it_is_written(tmp_path: Path) -> None:
    for name, value in {"a": "<b> x", "b": "<c>", "c": "<a>", "d": "<a> or y", "self": "<self>"}.items():
        (tmp_path / f"{name}.txt").write_text(value)
    g = read_grammar(tmp_path)
    assert set(g.cycles) == {("a", "b", "c", "a"), ("self", "self")}
    assert expand(g, "<d> <self>") == ["<a> or y <self>"]


def test_placeholder_files_are_read_as_ruled(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"\xef\xbb\xbf  one two \r\n\r\n_\r\n# no comment\r\nat_once <some_y>")
    (tmp_path / "some_y.txt").write_text("y")
    (tmp_path / "phrase_replacements.txt").write_text("a: b")
    g = read_grammar(tmp_path)
    assert expand(g, "<x>") == ["one two", "", "# no comment", "at once y"]
    assert "phrase_replacements" not in g.files


def test_an_explosion_is_known_before_it_happens_and_names_its_factors() -> None:
    g = grammar(n=[str(n) for n in range(1000)])
    template = parse_template("<n> <n#2> <n#3>", Location("t.txt", 3, 1))
    with pytest.raises(InputError) as caught:
        g.check_limit([template], 10_000_000)
    assert str(caught.value) == (
        "t.txt:3:1: GEN019 explosion: 1,000,000,000 combinations (<n> 1,000 x <n#2> 1,000 x <n#3> 1,000)\n"
        "  help: remove a placeholder, or raise the limit of 10,000,000 with --limit 1000000000"
    )
    assert g.check_limit([template], 10**9) == 10**9
