"""Texts and programs of the sample games: each text has the program of its template."""

from __future__ import annotations

import functools
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.effects.combinations import Expansion
from cardtools.effects.grammar import Template
from cardtools.library.game import load
from cardtools.programs.compiling import Compiler
from cardtools.programs.coverage import declined
from cardtools.programs.describe import describe
from cardtools.programs.node_types import from_data, to_data
from cardtools.programs.reader import Reader, as_program
from cardtools.programs.tree import Program
from cardtools.programs.writer import write
from cardtools.project.project import find_project
from cardtools.project.starter import games, starter_folder
from cardtools.steps.programs import check_program_file, read_compiler, text_columns

SAID = Path(__file__).with_name("texts.toml").read_text(encoding="utf-8")
GAMES = ("", *games())


def game_folder(name: str) -> Path:
    """The folder of a sample game; "" is the first of them."""
    return starter_folder() / "examples" / name if name else starter_folder()


@functools.cache
def compiler_of(name: str) -> Compiler:
    """The compiler of a sample game."""
    compiler = read_compiler(find_project(game_folder(name)))
    assert compiler is not None
    return compiler


def expansion(compiler: Compiler, position: int) -> tuple[Expansion, str | None]:
    """A combination of the templates, and its text in the list, None where it is not in it."""
    combinations = compiler.parser.combinations
    found = combinations.nth(position % combinations.total)
    return found, compiler.parser.polish(found.text)


positions = st.integers(0, 10**9)


@pytest.mark.parametrize("name", GAMES)
def test_every_template_and_value_of_a_game_has_a_program(name: str) -> None:
    game = load(game_folder(name)).files
    assert check_program_file(game.project, game.ruleset) == []
    compiler = compiler_of(name)
    assert all(map(compiler.programs.is_complete, compiler.parser.templates))


@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_a_card_can_be_played(name: str) -> None:
    game, compiler = load(game_folder(name)).files, compiler_of(name)
    columns = [column for column in text_columns(game.ruleset) if column in game.table.values]
    texts = [str(cell) for column in columns for cell in game.table.values[column] if cell is not None]
    assert len(texts) > 5
    assert [compiler.compile(text).reason for text in texts if compiler.compile(text).program is None] == []
    assert declined(texts, compiler.parser, compiler.programs) == {}


@pytest.mark.parametrize("name", GAMES)
@given(position=positions)
def test_the_program_of_a_text_is_that_of_its_template_whose_words_are_the_text_again(
    name: str, position: int
) -> None:
    compiler = compiler_of(name)
    found, text = expansion(compiler, position)
    if text is None:
        return
    compiled = compiler.compile(text)
    assert compiled.program == compiler.programs.of(found.template, found.bindings), compiled.reason
    assert [match.bindings for match in compiled.matches if match.template == found.template]
    assert {compiler.parser.polish(match.text) for match in compiled.matches} == {text}


@functools.cache
def texts_by_program(template: Template) -> dict[Program, set[str | None]]:
    """The texts that a template of the first game says, by what they do."""
    compiler, said = compiler_of(""), defaultdict[Program, set[str | None]](set)
    numbered = compiler.parser.combinations.numbered(template)
    for index in range(compiler.parser.grammar.count(template)):
        program = compiler.programs.of(template, numbered.bindings(index))
        assert program is not None
        said[program].add(compiler.parser.polish(numbered.text(index)))
    return said


@given(position=positions)
def test_the_first_game_says_each_thing_in_one_way_by_a_template(position: int) -> None:
    compiler = compiler_of("")
    found, text = expansion(compiler, position)
    program = compiler.programs.of(found.template, found.bindings)
    assert program is not None
    assert texts_by_program(found.template)[program] == {text}


@pytest.mark.parametrize("name", GAMES)
@given(position=positions)
def test_a_program_of_a_text_is_written_and_said(name: str, position: int) -> None:
    compiler = compiler_of(name)
    found, _ = expansion(compiler, position)
    program = compiler.programs.of(found.template, found.bindings)
    assert program is not None
    reader = Reader(compiler.programs.vocabulary, {})
    assert as_program(reader.value(write(program)), "activated") == program
    assert from_data(to_data(program)) == program
    for sentence in describe(program):
        assert sentence[0].isupper() and sentence.endswith(".")
        assert "  " not in sentence and "None" not in sentence and "Selector" not in sentence


@pytest.mark.parametrize("said", tomllib.loads(SAID)["texts"], ids=lambda said: said["text"][:40])
def test_what_a_text_means(said: dict[str, str]) -> None:
    compiled = compiler_of(said["game"]).compile(said["text"])
    assert compiled.program is not None, compiled.reason
    assert write(compiled.program) == said["program"]
    assert " ".join(describe(compiled.program)) == said.get("words", " ".join(describe(compiled.program)))


def test_a_text_that_is_not_understood_is_declined_with_the_word_at_which_understanding_ended() -> None:
    compiled = compiler_of("").compile("Draw twelve cards.")
    assert compiled.program is None
    assert compiled.reason == 'word 2 "twelve": expected <number>: one, two or three'
    assert compiled.miss is not None and (compiled.miss.word, compiled.miss.found) == (2, "twelve")


@given(st.text(st.sampled_from("Draw oneca.tw<> {}"), max_size=40))
def test_any_text_is_understood_or_declined_with_a_reason(text: str) -> None:
    compiled = compiler_of("alpha").compile(text)
    assert (compiled.program is None) == bool(compiled.reason)


def test_what_two_templates_say_alike_is_one_program() -> None:
    compiler = compiler_of("")
    one = compiler.compile("Add two fire cards from your deck to your hand.")
    other = compiler.compile("Search your deck for two fire cards and add them to your hand.")
    assert one.program is not None and one.program == other.program
    assert one.matches[0].template != other.matches[0].template
