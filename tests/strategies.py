"""Hypothesis strategies: random grammars, templates and effect texts."""

from __future__ import annotations

from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

from cardtools.effects.grammar import Grammar, parse_template
from cardtools.ground.errors import Location


def cases(gate: int) -> int:
    """How many examples to try: `gate` of them in the gate, many times as many in a long run."""
    return gate * settings().max_examples // settings.get_profile("gate").max_examples


NAMES = ("a", "b", "c", "d")
WORDS = ("", "1", "2", "9", "two", "Draw", "card", "x ", " y", "one card(s)", "é", '; "q"', "a.b*")
_words = st.sampled_from(WORDS)


def known_words(kind: str) -> dict[str, list[str]]:
    """The words of a game with a column KIND and a vocabulary kind."""
    return {"KIND": ["fire", "two"]} if kind == "column" else {"kind": ["<a>", "Draw 2"]}


# Slots whose values are in no file.
_MADE = ("<1..2>", "<-1..1+1>", "<1..2#2>", "<column:KIND>", "<vocabulary:kind>", "<?>")


def slots(names: tuple[str, ...]) -> st.SearchStrategy[str]:
    """A slot over the names, sometimes with a number or an offset."""
    suffixes = st.sampled_from(("", "", "", "+1", "-1", "#2", "#2+1", "+0"))
    return st.builds(lambda name, suffix: f"<{name}{suffix}>", st.sampled_from(names), suffixes)


def sentences(names: tuple[str, ...] = NAMES) -> st.SearchStrategy[str]:
    """A sentence of up to five words and slots."""
    parts = st.one_of(_words, slots(names)) if names else _words
    inner = st.lists(st.one_of(parts, st.sampled_from(_MADE)), max_size=2).map(" ".join)
    optional = st.builds(lambda text, end: f"<?{text}{end}>", inner, st.sampled_from(("", "", "#2")))
    every = st.one_of(parts, parts, parts, st.sampled_from(_MADE), optional)
    return st.lists(every, max_size=5).map(" ".join)


@st.composite
def grammars(draw: st.DrawFn) -> Grammar:
    """An acyclic grammar: the values of each placeholder use only the placeholders behind it."""
    values = {}
    for index, name in enumerate(NAMES):
        lines = draw(st.lists(sentences(NAMES[index + 1 :]), min_size=1, max_size=3))
        values[name] = tuple(parse_template(line) for line in lines)
    files = {name: Location(f"{name}.txt") for name in NAMES}
    return Grammar(values, files, Path(), (), draw(st.booleans()), draw(st.booleans()), known_words)


effect_texts = st.lists(
    st.lists(_words.filter(bool), min_size=1, max_size=6).map(" ".join), min_size=0, max_size=12
)
