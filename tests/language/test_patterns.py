"""Regular expressions of rulesets: the automaton agrees with `re`, and what could take long is known."""

from __future__ import annotations

import random
import re
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardtools
from cardtools.ground.errors import InputError, Location
from cardtools.language.automaton import USED, Automaton, ops, parsed
from cardtools.language.patterns import TextPattern
from cardtools.rulesets import load_ruleset

TEXTS = st.text("aabbc é\n", max_size=8)
PARTS = st.sampled_from(
    ["a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\b", r"\B", "ab", r"\s", " ", "^", "$", r"\Z", "é", r"\n"]
)
PATTERNS = st.recursive(
    PARTS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("(?:{0[0]}|{0[1]})".format),
        inner.map("({})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "*?", "{2}", "{0,3}", "{2,4}"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=6,
)


def pattern(text: str, search: bool = False) -> TextPattern:
    return TextPattern(text, lambda: Location("rules.toml", 7, 1), search)


@given(PATTERNS, TEXTS)
def test_the_automaton_matches_what_re_matches(written: str, text: str) -> None:
    automaton = Automaton(parsed(written), AssertionError)
    assert automaton.fullmatch(text) == bool(re.fullmatch(written, text))


def test_one_module_uses_private_modules_of_re() -> None:
    private = re.compile(r"from re import (?:\(.*\s+)?_|from re\._|import re\._|\bsre_")
    package = Path(cardtools.__file__).parent
    found = [path.name for path in package.rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert found == ["automaton.py"]
    assert all(hasattr(ops, name) for name in USED)


@given(PATTERNS, st.text("ab", max_size=6))
def test_every_pattern_matches_as_in_re(written: str, text: str) -> None:
    assert bool(pattern(written).fullmatch(text)) == bool(re.fullmatch(written, text))


@pytest.mark.parametrize(
    "written", ["(a+)+b", "(a|aa)*b", "(a*)*b", "((a?){30}){30}b", ".*.*.*.*=", "(a|b|ab)*c"]
)
def test_a_long_text_is_matched_without_going_back(written: str) -> None:
    assert not pattern(written).fullmatch("a" * 30_000)


@pytest.mark.parametrize("written", ["(a+)+b", "(a|aa)*b", "(?=(a+)+b)a", r"(a*)\1*b", ".*.*.*.*.*="])
def test_a_search_that_could_take_very_long_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="could take very long"):
        pattern(written, search=True)


@pytest.mark.parametrize(
    ("written", "text", "found"),
    [
        ("[0-9]+", "2 of 13", ("2", "13")),
        ("([^/| ][^/|]*)/", "units/fire/x.png", ("units", "fire")),
        ("return [a-z ]*hand", "return it to your hand.", ("return it to your hand",)),
        ("[a-z]+", "é" * 32_767, ()),
    ],
)
def test_a_search_finds_what_re_finds(written: str, text: str, found: tuple[str, ...]) -> None:
    assert pattern(written, search=True).finds(text) == found


def test_a_text_that_is_too_long_to_search_is_not_judged() -> None:
    with pytest.raises(ValueError, match="too long to search"):
        pattern("a+b", search=True).finds("a" * 30_000)


def test_a_pattern_with_too_many_states_ends_the_run_at_its_place() -> None:
    with pytest.raises(InputError, match=r"rules.toml:7:1: .* takes too long"):
        pattern("(a|b)*a(a|b){1900}").fullmatch("".join(random.Random(1).choices("ab", k=20_000)))


@pytest.mark.parametrize("written", ["(a", "a{70000000000}", "(" * 900 + ")" * 900, "a" * 2001])
def test_what_is_not_a_pattern_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="regular expression"):
        pattern(written)


def test_a_pattern_that_python_warns_about_is_read_quietly() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert TextPattern("[[a]+", lambda: Location("")).fullmatch("[a[")


@given(PATTERNS, st.sampled_from([chr(code) for code in (*range(32), *range(127, 160))]), PATTERNS)
def test_a_pattern_with_a_control_character_is_refused(before: str, control: str, after: str) -> None:
    with pytest.raises(ValueError, match=r"the pattern has a control character") as error:
        pattern(before + control + after)
    assert str(error.value).isprintable()


RULES = '[ruleset]\nid = "small"\nversion = "1"\n[fields.TEXT]\n'
RULE = "[rule.SML101]\nname = 'word'\nmessage = 'no'\nassert = "


@pytest.mark.parametrize(
    ("written", "place", "character", "hint"),
    [
        (r'pattern = "\bfoo"', "5:1", r"\b", r"write \\b, or the pattern as a literal string '...'"),
        (RULE + r'''"finds(TEXT, '\\bfoo')"''', "8:10", r"\b", r"write r'\\b'"),
        (RULE + r'''"finds(TEXT, '\bfoo')"''', "8:10", r"\b", r"write r'\\b'"),
        (RULE + r"""'matches(TEXT, "a\tb")'""", "8:25", r"\t", r"write r'\\t'"),
        (RULE + r"""'''finds(TEXT, "\x01")'''""", "8:25", r"\x01", r"write r'\\x01'"),
    ],
)
def test_a_backspace_that_was_meant_as_the_edge_of_a_word_is_told(
    tmp_path: Path, written: str, place: str, character: str, hint: str
) -> None:
    (tmp_path / "rules.toml").write_text(f"{RULES}{written}\n")
    with pytest.raises(InputError) as error:
        load_ruleset("rules.toml", tmp_path)
    (found,) = error.value.diagnostics
    assert f"the pattern has a control character, {character}" in found.message
    assert found.hint.startswith(hint) and "'...'" in found.hint
    assert found.location.line == int(place.split(":")[0])
